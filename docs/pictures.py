"""Draws the pictures of the documentation from the recorded game: ``make pictures``."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pendulum

from tracker.application.book import Book
from tracker.application.demo import begin, clock, play_all, recorded, script
from tracker.application.lines.line import play_line, play_script
from tracker.ledger.memory import MemoryStore
from tui.app import WarledgerApp

HERE = Path(__file__).parent
LINE = "r1 > b2 soft : 451623462 / 42651 / 362"
"""The line of the recorded game, in its second turn, at which the pictures are drawn."""

# name, size, keys after the table has been opened
PICTURES: tuple[tuple[str, tuple[int, int], tuple[str, ...]], ...] = (
    ("screen-80x24", (80, 24), ("4", "5", "1", "6", "2", "3")),
    ("screen-120x40", (120, 40), ("4", "5", "1", "6", "2", "3")),
    ("look-back-80x24", (80, 24), ("t", "up", "up", "up")),
    ("home-80x24", (80, 24), ("q",)),
)


def book() -> Book:
    """The recorded game once finished, and once at the first roll of a volley."""
    kept = Book(MemoryStore(), clock=clock(recorded()), dice=random.Random(1))
    titles = recorded().titles
    play_all(begin(kept, titles.finished))
    before, found, _ = script().partition(LINE)
    if not found:
        message = f"the recorded game has no line {LINE!r}"
        raise SystemExit(message)
    game = begin(kept, titles.half)
    play_script(game, before, defaults=True)
    play_line(game, LINE.partition(" : ")[0])
    return kept


async def draw(kept: Book, name: str, size: tuple[int, int], keys: tuple[str, ...]) -> None:
    """Press the keys and write the screen as a picture."""
    app = WarledgerApp(kept, where="~/.local/share/warledger/club.db", game="m2")
    async with app.run_test(size=size) as pilot:
        for key in (None, *keys):
            if key:
                await pilot.press(key)
            await pilot.pause()
            await app.workers.wait_for_complete()
            await pilot.pause()
        picture = app.export_screenshot(title="Warledger")
    target = HERE / f"{name}.svg"
    # Some readers of SVG leave out blanks at the ends of a text unless they are told to keep them.
    target.write_text(picture.replace("<text ", '<text xml:space="preserve" '), encoding="utf-8")
    print(target.name)  # noqa: T201 - a script of the command line


def main() -> None:
    """Draw them all."""
    pendulum.set_local_timezone(pendulum.timezone("UTC"))
    kept = book()
    for name, size, keys in PICTURES:
        asyncio.run(draw(kept, name, size, keys))


if __name__ == "__main__":
    main()
