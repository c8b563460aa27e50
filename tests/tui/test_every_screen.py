"""Every screen there is, held to the same: it fits, says its keys, bears any name, never ticks."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget

import tui
from tests.profiles import examples, some
from tests.tui.kit import (
    SIZES,
    VOLLEY,
    Stage,
    act,
    begin,
    begin_figures,
    book,
    check_colours,
    golden,
    samples,
)
from tests.tui.places import ELSEWHERE, EMPTY, HOME, PLACES, WOUND, Place, every_screen, go
from tests.tui.test_names import check
from tracker.application.book import Book
from tracker.application.match.dice_input import is_dice_request
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tui.key_bindings import KeyCommand
from tui.terminal_text_fitting import remove_unprintable_characters
from tui.widgets.live_reload import POLL_INTERVAL, TIMER_NAME
from tui.widgets.screen_bottom_lines import Footer
from tui.widgets.text_export_dialogs import ReportDialog

MOST_KEYS = 6
MINUTE = 60
ROUNDS = 20
SMALLER = (40, 12)
NAMES = [place.name for place in PLACES]
every_place = pytest.mark.parametrize("place", PLACES, ids=NAMES)
some_places = pytest.mark.parametrize("place", some(PLACES, 12), ids=NAMES)


def opened(place: Place) -> tuple[Book, str | None]:
    """The book at which a place is reached, and the game that lies open in it."""
    kept = book("combat-zone" if place.figures else "deathzap2")
    if place.start == EMPTY:
        return kept, None
    lines = ROLLED if place.start == HOME else place.start
    (begin_figures if place.figures else begin)(kept, lines)
    return kept, None if place.start == HOME else "m1"


ROLLED = next(place for place in PLACES if place.name == "table-of-a-roll").start


def at(place: Place, story: Callable[[Stage], object], size: tuple[int, int]) -> None:
    """Go to a place and run a story there."""
    kept, game = opened(place)

    async def there(stage: Stage) -> None:
        await go(stage, place)
        await story(stage)  # type: ignore[misc]

    act(there, kept, size=size, game=game)


def fits(stage: Stage, size: tuple[int, int]) -> None:
    """Every row is as wide as the screen, nothing scrolls sideways, what is cut says so."""
    check(stage, size)
    for widget in stage.app.screen.walk_children(Widget):
        assert widget.max_scroll_x == 0, widget


def keys_of(stage: Stage) -> tuple[KeyCommand, ...]:
    footers = list(stage.app.screen.walk_children(Footer))
    return footers[0].list_current_keys() if footers else ()


def runs(timer: Timer) -> bool:
    return timer._active.is_set()


def shortest(stage: Stage) -> float:
    """Seconds of the shortest timer that runs, but for the one that looks for what others wrote."""
    follows = [timer for timer in stage.app._timers if timer.name == TIMER_NAME]
    assert [timer._interval for timer in follows] == [POLL_INTERVAL]
    shortest_yet: float = MINUTE
    for node in (stage.app, stage.app.screen, *stage.app.screen.walk_children()):
        ticking = [one._interval for one in filter(runs, node._timers) if one not in follows]
        shortest_yet = min(shortest_yet, *ticking, MINUTE)
    return shortest_yet


async def ticks(stage: Stage) -> bool:
    """Whether something runs by itself also when all there was to draw is drawn."""
    for _ in range(ROUNDS):
        if shortest(stage) >= MINUTE:
            return False
        await stage.settle()
    return True


# ------------------------------------------------------------------------------ they are all here


def test_every_screen_has_a_place() -> None:
    """A new screen is no more than a line in ``PLACES``; without it, this fails."""
    reached = {place.screen for place in PLACES} | set(ELSEWHERE)
    assert {screen.__name__ for screen in every_screen()} == {each.__name__ for each in reached}


def test_every_dialog_has_a_place() -> None:
    """Each function of the screens that makes a dialog is called on the way to some place."""
    makers: dict[str, str] = {}
    for path in Path(tui.__file__).parent.rglob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if (
                isinstance(node, ast.FunctionDef)
                and node.returns is not None
                and (ast.unparse(node.returns) in ("Dialog", "KeysDialog"))
            ):
                makers[node.name] = path.stem
    assert makers == {
        "build_help_dialog": "help_dialog",
        "build_needed_number_dialog": "information_commands",
        "build_score_dialog": "information_commands",
        "build_phase_tables_dialog": "information_commands",
        "build_line_details_dialog": "look_back_screen",
    }


@some_places
def test_place(place: Place) -> None:
    """The right one, as it is kept; it fits, has at most six keys (a report, which is written in
    four forms, seven), and nothing ticks by itself.
    """

    async def story(stage: Stage) -> None:
        assert type(stage.app.screen) is place.screen
        async for size in stage.sizes():
            assert place.shows in stage.text
            fits(stage, size)
            keys = keys_of(stage)
            assert len(keys) <= MOST_KEYS + (place.screen is ReportDialog)
            if keys:
                signs = [f"{key.label} {key.word}" for key in keys]
                assert all(sign in stage.text for sign in signs), "one was cut off"
                assert not stage.text.splitlines()[-1].endswith("…")
            assert not await ticks(stage)
            if place.kept:
                golden(f"place-{place.name}", size, stage.text)
                if size == SIZES[0]:
                    check_colours(stage, f"place-{place.name}")
        await stage.pilot.resize_terminal(*SMALLER)
        await stage.settle()
        assert type(stage.app.screen) is place.screen
        check(stage, SMALLER)

    at(place, story, SIZES[0])


# ------------------------------------------------------------------------------------- every key


@pytest.mark.thorough
@every_place
def test_every_key_of_every_screen(place: Place) -> None:
    """Each key of a screen, pressed there: the program goes on, and what it shows fits."""
    commands = getattr(place.screen, "keys", ()) or getattr(place.screen, "commands", ())
    pressed = [command.keys[0] for command in commands if command.keys]

    while pressed:

        async def story(stage: Stage) -> None:
            here = stage.app.screen
            while pressed and here in stage.app.screen_stack:
                await stage.named(pressed.pop(0))
                if stage.app._exit:
                    return
                fits(stage, (80, 24))
                if here in stage.app.screen_stack:
                    await back_to(stage, here)

        at(place, story, (80, 24))


# ------------------------------------------------------------------------------------- any name

names = st.text(min_size=1, max_size=60)


def named(name: str, *, figures: bool, lines: tuple[str, ...] = ()) -> Book:
    """A game in which sides, forces, units and figures have this name, kept as far as these."""
    kept = book("combat-zone" if figures else "deathzap2")
    quoted = "".join(c if c.isalnum() or c == " " else f"\\U{ord(c):08x}" for c in name)

    def renamed(text: str) -> str:
        return re.sub(r'name = "[^"]*"', lambda _: f'name = "{quoted}"', text)

    if figures:
        begin_figures(kept, names=(f"Red {name}", f"Blue {name}"), title=name, renamed=renamed)
    else:
        files = ("iron-third.toml", "red-dusk.toml")
        sides = [
            Entrant(f"{side} {name}", renamed(samples()[file]), name)
            for side, file in zip(("Red", "Blue"), files, strict=True)
        ]
        kept.begin_match("deathzap2", sides, title=name, options={"orders_table": "starter"})
    game = kept.open_game("m1")
    for line in lines:
        if line.startswith(
            "targets"
        ):  # their figures have one name: who is hunted is left as it is
            while game.pending is not None and not is_dice_request(game.pending.request):
                game.answer_with_default_choice()
            continue
        done = play_line(
            game, {"deploy red": "deploy r", "deploy blue": "deploy b"}.get(line, line)
        )
        assert done.error is None, (line, done.error)
    game.add_note(name)
    return kept


AT_A_VOLLEY: tuple[str, ...] = (
    *("", "w", "v", "?", ":", "'", "R", "o", "e", "eh⏎", "E", "E1", "E3", "!", "!1", "!1-1#", "!0"),
    *("!0-1", "t", "tkk", "tkk⏎", "tc", "tkb", "tkke", "tkke1", "tkke2", "tkk'", "t/", "t?", "p"),
)
AT_A_WOUND: tuple[str, ...] = (
    *("", "23", "⎋w", "v", "?", "'", "o", "e", "E", "!", "!13", "!0", "!0-1", "t", "tkk⏎", "tkke1"),
)
BY_NAME = ("f1", "f2", "f3")


@pytest.mark.thorough
@pytest.mark.parametrize("figures", [False, True], ids=["units", "figures"])
@examples(12)
@given(names)
@example("[/b] [Clan] Wolf")
@example("back\\slash \\[x] %(x)s {0} $primary")
@example("👩‍🚀👨‍👩‍👧‍👦 🏴‍☠️ ❤️")
@example("漢字かな交じり文の部隊名")
@example("line\nbreak\ttab\x1b[31mred\x07")
@example("\u202eright to left\u202c e\u0301\u0302")
@example("long " * 39)
def test_any_name_on_every_screen(figures: bool, name: str) -> None:
    kept = named(name, figures=figures, lines=WOUND if figures else VOLLEY)

    async def story(stage: Stage) -> None:
        here = stage.table
        for keys in AT_A_WOUND if figures else AT_A_VOLLEY:
            await stage.press(keys)
            check(stage, (80, 24))
            await back_to(stage, here)
        for key in BY_NAME:
            await stage.named(key)
            check(stage, (80, 24))
            await back_to(stage, here)
        await stage.press("q")
        check(stage, (80, 24))
        await stage.press(
            f"{remove_unprintable_characters(name).strip()}⏎"
            if remove_unprintable_characters(name).isascii()
            else "⏎"
        )
        for keys in ("", "p", "⎋", "/"):
            await stage.press(keys)
            check(stage, (80, 24))

    act(story, kept, game="m1")


@pytest.mark.thorough
@examples(3)
@given(names)
def test_any_name_at_the_table(name: str) -> None:
    """A few names each on a few screens; in `make thorough` many on every one."""
    kept = named(name, figures=True)

    async def story(stage: Stage) -> None:
        here = stage.table
        for keys in ("", "v", "t"):
            await stage.press(keys)
            check(stage, (80, 24))
            await back_to(stage, here)

    act(story, kept, game="m1")


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("home-of-a-game", "²"),
        ("new-game-force", "²"),
        ("table", "1²⏎"),
        ("table-of-a-roll", "²"),
        ("right-whom", "²"),
        ("edit", "²⏎"),
        ("figures-table", "²1²⏎"),
    ],
)
def test_a_key_that_is_a_digit_in_name_only(name: str, keys: str) -> None:
    """² is a key of its own on French keyboards; ٣ and ① come by pasting."""
    kept, game = opened(place := next(one for one in PLACES if one.name == name))

    async def story(stage: Stage) -> None:
        await go(stage, place)
        for digit in "²٣①":
            await stage.press(keys.replace("²", digit))
            check(stage, (80, 24))

    act(story, kept, game=game)


async def back_to(stage: Stage, here: Screen[Any]) -> None:
    while stage.app.screen is not here:
        stage.app.pop_screen()
        await stage.settle()


@pytest.mark.thorough
@examples(12)
@given(names)
@example("[/b] [Clan] \\[x] Wolf")
@example("👩‍🚀 漢字\nbreak\x1b[31m")
@example("long " * 39)
def test_any_words_typed_at_the_table(name: str) -> None:
    """Notes, free rolls, reasons and where things stand are shown as they were typed."""
    kept = book()
    begin(kept, ROLLED)

    async def story(stage: Stage) -> None:
        prompt = stage.table.prompt
        prompt.dice_entry.begin_free_roll(f"4+ {name}")
        stage.table.redraw()
        await stage.settle()
        check(stage, (80, 24))
        await stage.press("5⏎")
        check(stage, (80, 24))
        stage.table.game.add_note(name or "x", mark="stands")
        prompt.play_line(f"fix r1 figures -1 # {' '.join(name.split())}")
        stage.table.redraw()
        for keys in ("v", "⎋", "t", "⏎", "⎋", "e", "⎋", "⎋"):
            await stage.press(keys)
            check(stage, (80, 24))
        await stage.named("f2")
        check(stage, (80, 24))

    act(story, kept, game="m1")


@pytest.mark.thorough
def test_what_is_cut_ends_with_an_ellipsis() -> None:
    """A side of 190 letters: every row that has a part of its name says that it is cut."""
    kept = named("x" * 190, figures=False)

    async def story(stage: Stage) -> None:
        rows = stage.text.splitlines()
        for row in (rows[0], rows[2]):  # the score, and who they are
            assert "xxx" in row.casefold()
            assert "…" in row, row
            assert cell_len(row) <= 80

    act(story, kept, game="m1")
