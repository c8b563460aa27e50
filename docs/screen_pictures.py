"""Draws the pictures in README and docs from the recorded game: ``make pictures``.

Each picture contains the text of its screen, so that a test notices when the screen changes.
"""

from __future__ import annotations

import asyncio
import random
import re
from dataclasses import dataclass
from html import escape, unescape
from pathlib import Path

import pendulum

from tests.games.recorded_clock import make_recorded_game_clock
from tracker.application.book import Book
from tracker.application.demo.demo_games import (
    begin_demo_game,
    find_main_demo_game,
    play_all_demo_lines,
)
from tracker.application.typed_lines.line_and_script_play import play_line, play_script
from tracker.ledger.memory_store import MemoryStore
from tui.app import WarledgerApp

HERE = Path(__file__).parent
LINE = "r1 > b2 soft : 451623462 / 42651 / 362"
"""The line of the recorded game, in its second turn, at which the pictures are drawn."""
LEAVES = ("q", "enter")


@dataclass(frozen=True)
class Picture:
    """A picture: its file name, its screen size, and the keys from the table to that screen."""

    name: str
    size: tuple[int, int]
    keys: tuple[str, ...]

    @property
    def file(self) -> Path:
        return HERE / f"{self.name}.svg"


DICE = ("4", "5", "1", "6", "2", "3")
PICTURES = (
    Picture("screen-80x24", (80, 24), DICE),
    Picture("screen-120x40", (120, 40), DICE),
    Picture("look-back-80x24", (80, 24), ("t", "up", "up", "up")),
    Picture("force-80x24", (80, 24), (*LEAVES, "f", "2", "2")),
    Picture("home-80x24", (80, 24), LEAVES),
)
KEPT = re.compile(r"<desc>(.*?)</desc>", re.DOTALL)


def make_recorded_games_book() -> Book:
    """Build a book with the recorded game twice: finished, and at the first roll of a volley."""
    kept = Book(
        MemoryStore(),
        clock=make_recorded_game_clock(find_main_demo_game().setting),
        dice=random.Random(1),
    )
    titles = find_main_demo_game().setting.titles
    play_all_demo_lines(begin_demo_game(kept, titles.finished))
    before, found, _ = find_main_demo_game().lines.partition(LINE)
    if not found:
        message = f"the recorded game has no line {LINE!r}"
        raise SystemExit(message)
    game = begin_demo_game(kept, titles.half)
    play_script(game, before, use_defaults=True)
    play_line(game, LINE.partition(" : ")[0])
    return kept


async def draw_picture(kept: Book, picture: Picture) -> tuple[str, str]:
    """Draw the screen that the keys lead to. Return the picture, and the text stored in it."""
    app = WarledgerApp(kept, location="~/.local/share/warledger/club.db", game="m2")
    async with app.run_test(size=picture.size) as pilot:
        for key in ("", *picture.keys):
            if key:
                await pilot.press(key)
            await pilot.pause()
            await app.workers.wait_for_complete()
            await pilot.pause()
        drawn = app.export_screenshot(title="Warledger")
        rows = (
            "".join(part.text for part in row) for row in app.screen._compositor.render_strips()
        )
        text = "\n".join(row.rstrip() for row in rows)
    # Some SVG viewers remove spaces at the ends of a text unless they are told to keep them.
    drawn = drawn.replace("<text ", '<text xml:space="preserve" ')
    begins = drawn.index(">") + 1
    return f"{drawn[:begins]}\n<desc>{escape(text)}</desc>{drawn[begins:]}", text


def read_kept_text(picture: Picture) -> str:
    """Return the screen text that is stored in a picture, or "" if there is none."""
    found = KEPT.search(picture.file.read_text(encoding="utf-8"))
    return unescape(found[1]) if found else ""


def main() -> None:
    """Draw all pictures."""
    pendulum.set_local_timezone(pendulum.timezone("UTC"))
    for picture in PICTURES:
        drawn, _ = asyncio.run(draw_picture(make_recorded_games_book(), picture))
        picture.file.write_text(drawn, encoding="utf-8")
        print(picture.file.name)  # noqa: T201 - a script of the command line


if __name__ == "__main__":
    main()
