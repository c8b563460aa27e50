"""Run the application in tests: games in memory, a clock that the test moves, keys, golden screens.

A *story* is a coroutine which presses keys and looks at the screen. A *golden* is the text of a
screen in a file, with which a test compares what the application shows.
"""

from __future__ import annotations

import asyncio
import difflib
import os
import random
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Iterable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from unittest import mock

import pytest
from textual._compositor import Compositor
from textual._context import visible_screen_stack
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.events import Key
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.strip import Strip
from textual.widget import Widget

from tests.profiles import PROFILE
from tests.tui.colours import coloured
from tests.tui.remembered import made_once
from tracker.application.book import Book
from tracker.application.match.dice_input import is_dice_request
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.ledger.memory_store import MemoryStore
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.vocabulary.events import Mode, Scalar
from tui.app import WarledgerApp
from tui.prompt.table_prompt import Prompt
from tui.table.table_screen import TableScreen
from tui.user_settings_and_drafts import UserSettings

RULES = load_playable_rulesets()
GOLDENS = Path(__file__).parent / "goldens"
WRITE = "WARLEDGER_WRITE_GOLDENS"
SIZES = ((80, 24), (120, 40))
SHOWN_AT = SIZES[:1] if PROFILE == "ci" and not os.environ.get(WRITE) else SIZES
"""The terminal sizes at which golden screens are compared: in a quick run only the smallest."""
both_sizes = pytest.mark.parametrize(
    "size", [SIZES[0], pytest.param(SIZES[1], marks=pytest.mark.thorough)]
)
NAMED = {"⏎": "enter", "⎋": "escape", "⇥": "tab", "⌫": "backspace", "⎵": "space", "⏏": "ctrl+j"}

# Lines of a game of Iron Third (Red) against Red Dusk (Blue), up to the first shot of turn 1.
SET_UP = ("objectives : 24", "deployment : 53", "targets : falls r2.1 / falls b2.11")
TO_ORDERS = (*SET_UP, "impetus : 42")
TO_MOVE = (*TO_ORDERS, "orders r1 r2 r3 : 326", "orders b1 b2 b3 : 212")
TO_SHOOT = (*TO_MOVE, "next", "next")
VOLLEY = (*TO_SHOOT, "r1 > b2 soft : 4516234612")

FROZEN = 1_760_000_000_000_000  # 9 October 2025, 08:53:20 UTC, in microseconds


class Clock:
    """A clock in microseconds. It stands still until a test calls ``tick``, which adds a minute."""

    def __init__(self) -> None:
        self.now = FROZEN

    def __call__(self) -> int:
        return self.now

    def tick(self) -> int:
        self.now += 60_000_000
        return self.now


def book(ruleset: str = "deathzap2") -> Book:
    """Return an empty book in memory with one ruleset and seeded dice."""
    known = {ruleset: RULES[ruleset]}
    return Book(MemoryStore(), clock=Clock(), dice=random.Random(7), rulesets=known)


@cache
def samples(ruleset: str = "deathzap2") -> dict[str, str]:
    """Return the text of each sample roster by its file name."""
    forces = RULES[ruleset].forces
    assert forces is not None
    return {sample.file: sample.text for sample in forces.samples()}


def begin(
    kept: Book,
    lines: Iterable[str] = (),
    *,
    options: dict[str, Scalar] | None = None,
    names: tuple[str, str] = ("Red", "Blue"),
    title: str = "Iron Third v Red Dusk",
    mode: Mode = "warn",
) -> Game:
    """Begin a Deathzap 2 game between two sample rosters and play these lines."""
    rosters = samples()
    entrants = [
        Entrant(names[0], rosters["iron-third.toml"], "Anna"),
        Entrant(names[1], rosters["red-dusk.toml"], "Farid"),
    ]
    options = {"orders_table": "starter", **(options or {})}
    said = tuple(lines)

    def play() -> Game:
        game = kept.begin_match(
            "deathzap2", entrants, title=title, options=options, played_on="2025-10-09", mode=mode
        )
        for line in said:
            done = play_line(game, line, use_defaults=True)
            assert done.error is None, f"{line}: {done.error}"
        return game

    return begun((said, tuple(options.items()), names, title, mode), kept, play)


def begun(key: Hashable, kept: Book, play: Callable[[], Game]) -> Game:
    """Begin a game in an empty book with ``play``, or copy the one that the same key began."""
    games: list[Game] = []
    made_once(key, kept, lambda: games.append(play()))
    return games[0] if games else kept.open_game("m1")


def begin_figures(
    kept: Book,
    lines: Iterable[str] = (),
    *,
    names: tuple[str, str] = ("Red", "Blue"),
    title: str = "Jackals v Wardens",
    renamed: Callable[[str], str] = lambda text: text,
) -> Game:
    """Begin a Combat Zone game between two sample rosters and play these lines."""
    rosters = samples("combat-zone")
    entrants = [
        Entrant(names[0], renamed(rosters["jackals.toml"]), "Anna"),
        Entrant(names[1], renamed(rosters["wardens.toml"]), "Farid"),
    ]
    said = tuple(lines)

    def play() -> Game:
        game = kept.begin_match("combat-zone", entrants, title=title, played_on="2025-10-09")
        for line in said:
            done = play_line(game, line)
            assert done.error is None, f"{line}: {done.error}"
        return game

    return begun((said, names, title, *(one.roster for one in entrants)), kept, play)


def prompt_at(lines: Iterable[str] = (), **how: object) -> Prompt:
    """Begin a game, play these lines and return its prompt, without a screen."""
    return Prompt(begin(book(), lines, **how))  # type: ignore[arg-type]


def key(prompt: Prompt, keys: str) -> Prompt:
    """Type keys at a prompt without a screen: ⏎ is Enter, ⌫ Backspace, ⎋ Escape."""
    for character in keys:
        if character == "⏎":
            prompt.submit_input()
        elif character == "⌫":
            prompt.delete_picked_die_or_character()
        elif character == "⎋":
            prompt.clear_or_undo()
        else:
            assert prompt.reader.accepts_character(character), (
                f"{character!r} is not typed here ({prompt.typed_text!r})"
            )
            prompt.type_text(character)
    return prompt


class Stage:
    """An application which runs in a test, and the keys that the test presses."""

    def __init__(self, app: WarledgerApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    async def press(self, keys: str) -> None:
        """Press keys one by one, and wait after each until the application has nothing to do.

        The signs in ``NAMED``, such as ⏎ and ⎋, stand for named keys.
        """
        for one in keys:
            self._strike(one)
            await self._quiet()
        await self.settle()

    async def named(self, *keys: str) -> None:
        """Press keys by Textual's names, such as ``f1`` or ``down``."""
        for one in keys:
            self._send(one, one if len(one) == 1 else " " if one == "space" else None)
            await self._quiet()
        await self.settle()

    async def burst(self, keys: str) -> None:
        """Press all keys at once, before the screen can change."""
        for one in keys:
            self._strike(one)
        await self.settle()

    def _strike(self, one: str) -> None:
        name = NAMED.get(one) or _character_to_key(one)
        self._send(name, " " if name == "space" else None if one in NAMED else one)

    def _send(self, name: str, character: str | None) -> None:
        self.app.post_message(Key(name, character))

    async def settle(self) -> None:
        """Wait until all workers have ended and the screen is drawn."""
        for _ in range(2):
            await self._quiet()
            await self.app.workers.wait_for_complete()
            await self._quiet()
            self.app.screen._on_timer_update()
            await self._quiet()

    def strips(self) -> list[Strip]:
        """Return the rows of the top screen, including what is visible behind a dialog."""
        visible_screen_stack.set(self.app._background_screens)
        return self.app.screen._compositor.render_strips()

    async def sizes(self) -> AsyncIterator[tuple[int, int]]:
        """Resize the terminal to each size in ``SHOWN_AT``, redraw, and yield the size."""
        for size in SHOWN_AT:
            if tuple(self.app.size) != size:
                await self.pilot.resize_terminal(*size)
                await self.settle()
            yield size

    async def _quiet(self) -> None:
        """Let the event loop run until it has no callback left to call.

        The pilot's own pauses watch the processor's load instead, and take 40 ms for each key.
        """
        loop = asyncio.get_running_loop()
        assert isinstance(loop, asyncio.BaseEventLoop)
        idle = 0
        while idle < 3:
            await asyncio.sleep(0)
            idle = 0 if loop._ready else idle + 1  # type: ignore[attr-defined]

    @property
    def notifications(self) -> list[str]:
        """The texts that lie over the screen, oldest first."""
        return [note.message for note in self.app._notifications]

    @property
    def table(self) -> TableScreen:
        screen = next(s for s in self.app.screen_stack if isinstance(s, TableScreen))
        assert isinstance(screen, TableScreen)
        return screen

    @property
    def text(self) -> str:
        """The top screen as plain text."""
        rows = ("".join(segment.text for segment in strip) for strip in self.strips())
        return "\n".join(row.rstrip() for row in rows)


Story = Callable[[Stage], Awaitable[None]]


def skip_terminal_update(compositor: Compositor, **_: object) -> None:
    """Stand in for ``Compositor.render_update``: write nothing to the terminal."""
    compositor._dirty_regions.clear()


_parse_rules = Stylesheet._parse_rules
_parsed: dict[tuple[object, ...], list[RuleSet]] = {}


def parse_once(sheet: Stylesheet, css: str, *how: object, **named: object) -> list[RuleSet]:
    """Parse a style sheet once for all applications, and return its rules."""
    asked = (*sorted(sheet._variables.items()), css, *how, *sorted(named.items()))
    if asked not in _parsed:
        _parsed[asked] = _parse_rules(sheet, css, *how, **named)  # type: ignore[arg-type]
    return _parsed[asked]


@asynccontextmanager
async def on_stage(app: WarledgerApp, size: tuple[int, int] = SIZES[0]) -> AsyncIterator[Stage]:
    """Run an application. It draws a screen only when the test reads it."""
    with (
        mock.patch.object(Compositor, "render_update", skip_terminal_update),
        mock.patch.object(Stylesheet, "_parse_rules", parse_once),
    ):
        async with app.run_test(size=size) as pilot:
            stage = Stage(app, pilot)
            await stage.settle()
            yield stage


def act(
    story: Story,
    kept: Book,
    *,
    size: tuple[int, int] = SIZES[0],
    game: str | None,
    demo: bool = False,
    settings: UserSettings | None = None,
) -> None:
    """Run a story in an application which opens this book."""

    async def run() -> None:
        where = "~/warledger.db"
        app = WarledgerApp(kept, location=where, game=game, demo=demo, settings=settings)
        with app.open_books:
            async with on_stage(app, size) as stage:
                await story(stage)

    asyncio.run(run())


def at_table(
    story: Story,
    lines: Iterable[str] = (),
    *,
    size: tuple[int, int] = (80, 24),
    **how: object,
) -> Game:
    """Begin a game, run a story at its table, and return the game as stored afterwards."""
    kept = book()
    begin(kept, lines, **how)  # type: ignore[arg-type]
    act(story, kept, size=size, game="m1")
    return kept.open_game("m1")


def get_golden_path(name: str, size: tuple[int, int]) -> Path:
    """Return the path of a golden screen."""
    return GOLDENS / f"{name}-{size[0]}x{size[1]}.txt"


def split_into_words(screen: str) -> list[str]:
    """Split a screen into words, without box-drawing characters."""
    return re.sub("[\u2500-\u257f]", " ", screen).split()


def golden(name: str, size: tuple[int, int], text: str) -> None:
    """Compare a screen with its golden, or write the golden if ``WARLEDGER_WRITE_GOLDENS`` is set.

    A screen with the same words at both sizes needs only the golden of the smaller one.
    """
    path, smallest = get_golden_path(name, size), get_golden_path(name, SIZES[0])
    shown = text + "\n"
    if path != smallest and smallest.exists():
        same = split_into_words(smallest.read_text(encoding="utf-8")) == split_into_words(shown)
        if same and not path.exists():
            return
        if same and os.environ.get(WRITE):
            path.unlink()
            return
        assert not same, f"{path.name} differs from the smallest in its frame only: take it away"
    if os.environ.get(WRITE):
        path.write_text(shown, encoding="utf-8")
        return
    assert path.exists(), f"{path.name} is not kept yet; write it with {WRITE}=1 and look at it"
    kept = path.read_text(encoding="utf-8")
    difference = difflib.unified_diff(
        kept.splitlines(), shown.splitlines(), "kept", "shown", lineterm=""
    )
    assert kept == shown, "\n".join(difference)


def check_colours(stage: Stage, name: str) -> None:
    """Compare the colours of the top screen with their golden, if there is one."""
    path = GOLDENS / "colours" / f"{name}.txt"
    shown = "\n".join(coloured(stage)) + "\n"
    if os.environ.get(WRITE):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(shown, encoding="utf-8")
    assert not path.exists() or path.read_text(encoding="utf-8") == shown, f"colours of {name}"


async def check_goldens(stage: Stage, name: str) -> None:
    """Compare the top screen with its goldens at every size. Nothing may overflow or be cut off."""
    async for _ in stage.sizes():
        check_golden_as_drawn(stage, name)


def check_golden_as_drawn(stage: Stage, name: str) -> None:
    """Compare the top screen with its golden at the current size. Nothing may overflow."""
    width, height = stage.app.size
    golden(name, (width, height), stage.text)
    if (width, height) == SIZES[0]:
        check_colours(stage, name)
    for widget in stage.app.screen.walk_children(Widget):
        assert widget.max_scroll_x == 0, widget
    rows = stage.text.splitlines()
    assert len(rows) <= height
    assert not rows[-1].endswith("…")


def play_on(game: Game, phase: str) -> Game:
    """Let the app roll all dice and take every default until a phase begins."""
    for _ in range(60):
        if game.match.phase == phase and game.pending is None:
            return game
        if game.pending is None:
            assert play_line(game, "next").error is None
        elif is_dice_request(game.pending.request):
            game.answer_with_app_roll()
        else:
            game.answer_with_default_choice()
    message = f"{phase} never came"
    raise AssertionError(message)
