"""Every screen as plain text, kept beside the tests; words that never stand on a screen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.profiles import some
from tests.tui.kit import (
    GOLDENS,
    SIZES,
    TO_MOVE,
    TO_SHOOT,
    VOLLEY,
    Stage,
    act,
    begin,
    book,
    check_goldens,
    golden,
    play_on,
)
from tests.tui.places import PLACES
from tests.tui.test_close_combat import SCREENS as CLOSE_COMBAT
from tests.tui.test_correct import FIGURE_SCREENS as LOOKED_BACK
from tests.tui.test_correct import SCREENS as CORRECTING
from tests.tui.test_dice import FIGURE_SCREENS as DICE_OF_FIGURES
from tests.tui.test_dice import SCREENS as DICE
from tests.tui.test_firefight import SCREENS as FIREFIGHT
from tests.tui.test_groups import SCREENS as FIGURES
from tests.tui.test_sheets import SCREENS as SHEETS
from tracker.application.match_setup import Entrant
from tui.widgets.live_reload import TIMER_NAME

MINUTE = 60
NAMED = re.compile(r'(?:golden\(|check_goldens?(?:_as_drawn)?\(stage, )"([a-z0-9-]+)"')
"""Screens that a story of their own shows."""
PLAYED = (*TO_SHOOT, "r1 > b2 soft : 4516234612 / 426512 / -3", "r2 > b1 open : -18")
UNDONE = (*PLAYED, "r3 > b1 open with heavy-repeater : 231564")

# name, lines of the game (None: an empty book), keys
SCREENS: tuple[tuple[str, tuple[str, ...] | None, str], ...] = (
    ("home-empty", None, ""),
    ("new-game-force", None, "n"),
    ("new-game-questions", None, "n⏎"),
    ("home-running", VOLLEY, "q⏎"),
    ("table-set-up", (), ""),
    ("table-choice", ("objectives : 24", "deployment : 53"), ""),
    ("table-move", TO_MOVE, ""),
    ("table-proposal", TO_SHOOT, ""),
    ("table-keys-typed", TO_SHOOT, "12s"),
    ("table-roll", (*TO_SHOOT, "r1 > b2 soft"), "451623"),
    ("table-second-roll", VOLLEY, ""),
    ("table-too-many-dice", (*TO_SHOOT, "r1 > b2 soft"), "45162346123⏎"),
    ("table-counted", VOLLEY, "=4"),
    ("table-after-a-volley", PLAYED, ""),
    ("table-taken-back", UNDONE, "⎋⎋x"),
    ("table-next-names-who-is-left", TO_SHOOT, "n"),
    ("table-advice", (*TO_MOVE, "next", "b3 contacts r2", "next"), "21⏎"),
    ("table-score", PLAYED, "v"),
    ("table-over", (*TO_SHOOT, "end conceded red"), ""),
    ("line-entry", VOLLEY, ":"),
    ("why", VOLLEY, "w"),
    ("keys", TO_SHOOT, "?"),
    ("look-back", PLAYED, "t"),
    ("look-back-earlier", UNDONE, "⎋⎋t"),
    ("look-back-go-on", PLAYED, "tkb"),
)


@pytest.mark.parametrize(
    ("name", "lines", "keys"), some(SCREENS, 5), ids=[each[0] for each in SCREENS]
)
def test_screen(name: str, lines: tuple[str, ...] | None, keys: str) -> None:
    kept = book()
    if lines is not None:
        begin(kept, lines)

    async def story(stage: Stage) -> None:
        await stage.press(keys)
        await check_goldens(stage, name)

    act(story, kept, game=None if lines is None else "m1")


@pytest.mark.thorough
def test_many_units() -> None:
    """Twelve units a side: those at work stay in sight, the rest are counted."""
    squads = "\n".join(
        f'[[squads]]\nname = "Unit of number {i}"\nfigures = {{ a = 5 }}' for i in range(1, 13)
    )
    roster = (
        'name = "Many"\nruleset = "deathzap2"\n[profiles.a]\ntype = "infantry"\n'
        f'quality = "basic"\nshields = "light"\nguns = ["rifle basic"]\n{squads}'
    )
    kept = book()
    entrants = [Entrant("Red", roster), Entrant("Blue", roster)]
    play_on(kept.begin_match("deathzap2", entrants, played_on="2025-10-09"), "shoot")

    async def story(stage: Stage) -> None:
        await stage.press("1011s⏎")
        async for size in stage.sizes():
            golden("table-many-units", size, stage.text)
            assert "▸10 Unit of number 10" in stage.text
            assert "▸11 Unit of number 11" in stage.text

    act(story, kept, game="m1")


def test_every_kept_screen_has_its_test() -> None:
    kept = {path.stem for path in GOLDENS.glob("*.txt")}
    assert kept <= {f"{name}-{w}x{h}" for name in all_names() for w, h in SIZES}
    assert kept >= {f"{name}-80x24" for name in all_names()}


def all_names() -> list[str]:
    names: list[str] = [*(name for name, _, _ in SCREENS), "table-many-units"]
    names += [name for name, _ in (*FIGURES, *CORRECTING, *LOOKED_BACK)]
    names += [
        str(each[0]) for each in (*DICE, *DICE_OF_FIGURES, *SHEETS, *FIREFIGHT, *CLOSE_COMBAT)
    ]
    names += [f"place-{place.name}" for place in PLACES if place.kept]
    tests = Path(__file__).parent.glob("test_*.py")
    names += [name for test in tests for name in NAMED.findall(test.read_text(encoding="utf-8"))]
    return names


BANNED = re.compile(
    r"projection|\bstream|\bbranch|\bamend|overrid|rewind|rewound|player a\b|\bversion\b",
    re.IGNORECASE,
)


@pytest.mark.thorough
def test_screens_speak_the_words_of_the_hobby() -> None:
    for path in GOLDENS.glob("*.txt"):
        assert BANNED.findall(path.read_text(encoding="utf-8")) == [], path.name


def test_no_ruleset_is_named_in_the_screens() -> None:
    import tui

    folder = Path(tui.__file__).parent
    for path in folder.rglob("*.py"):
        text = path.read_text(encoding="utf-8").lower()
        assert "deathzap" not in text, path
        assert not re.search("combat.zone", text), path
        assert "tracker.rulesets" not in text, path
        assert "tracker.ledger" not in text, path


@pytest.mark.thorough
def test_nothing_ticks_while_nobody_types() -> None:
    kept = book()
    begin(kept, VOLLEY)

    async def story(stage: Stage) -> None:
        for keys in ("", "t", "⎋"):
            await stage.press(keys)
            for node in (stage.app, stage.app.screen, *stage.app.screen.walk_children()):
                timers = [timer for timer in node._timers if timer.name != TIMER_NAME]
                slow = [timer._interval >= MINUTE for timer in timers]
                still = [not timer._active.is_set() for timer in timers]
                assert all(a or b for a, b in zip(slow, still, strict=True)), node

    act(story, kept, game="m1")
