"""Keys at random all over the program: whatever is pressed, wherever, no screen fails."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.campaigns.test_harm import after_a_game
from tests.tui.kit import RULES, TO_SHOOT, Clock, Stage, act, begin, begin_figures
from tests.tui.test_campaign import karst
from tests.tui.winter import club, winter
from tracker.application.book import Book
from tracker.ledger.memory_store import MemoryStore

KEYS = 400
PRESSED = (
    *("enter", "enter", "enter", "escape", "tab", "shift+tab", "up", "down", "left", "right"),
    *("space", "backspace", "delete", "pageup", "pagedown", "home", "end", "ctrl+p", "f1", "f4"),
)
TYPED = (
    *("Anna", "12", "3-2", "r1 > b2 soft", "ä{[b]}", "2026-01-03", "=4", "0", "-1", "all", "1:2"),
    *("99999999999", "8 riflemen", "[red]", "$x", "e\u0301 \u200d", "/no/such"),
)
NOT_HERE = frozenset({"f6", "q"})
"""Keys that begin a server, or leave too soon: Esc leaves every other screen."""


def games() -> Book:
    kept = Book(MemoryStore(), clock=Clock(), dice=random.Random(7), rulesets=RULES)
    begin(kept, TO_SHOOT)
    begin_figures(kept)
    return kept


def league() -> Book:
    kept = club()
    winter(kept)
    return kept


def divided() -> Book:
    """Two divisions and some in none, the season over."""
    kept = club()
    found = winter(kept, entered=3)
    found.divisions.set_divisions("A", "B")
    found.divisions.move_players("B", "Farid", "Gwen")
    found.seasons.close_season()
    found.people.enrol_players("Zoe")
    return kept


def bracket() -> Book:
    kept = club()
    found = winter(kept)
    found.top_cut.make_top_cut(4)
    found.rounds.draft_round()
    return kept


def campaign() -> Book:
    return after_a_game()[0]


BOOKS: tuple[Callable[[], Book], ...]
BOOKS = (games, league, campaign, games, divided, bracket, karst)


def keys_for(stage: Stage, dice: random.Random) -> list[str]:
    """A key of the screen on top, a usual one, several of one kind at once, or some text."""
    own = [key for command in getattr(stage.app.screen, "commands", ()) for key in command.keys]
    match dice.randrange(10):
        case 0 | 1 | 2 | 3 if own:
            return [dice.choice(own)]
        case 4:
            return [dice.choice("abcdefghijklmnoprstuvwxyzADSUV0123456789+-=?.,/<>:;")]
        case 5:
            return [*dice.choice(TYPED)]
        case 6:
            return [dice.choice(PRESSED)] * 3
        case _:
            return [dice.choice(PRESSED)]


@pytest.mark.thorough
@pytest.mark.parametrize("walk", range(35))
def test_keys_at_random_end_nothing(
    walk: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    dice = random.Random(f"{os.environ['WARLEDGER_SEED']} {walk}")
    pressed: list[str] = []

    async def story(stage: Stage) -> None:
        while len(pressed) < KEYS and stage.app.is_running:
            keys = [key for key in keys_for(stage, dice) if key not in NOT_HERE]
            pressed.append(f"{type(stage.app.screen).__name__}: {' '.join(keys)}")
            for key in keys:
                stage._send(key, key if len(key) == 1 else None)
            await stage.settle()

    kept = BOOKS[walk % len(BOOKS)]()
    try:
        act(story, kept, game=None, size=dice.choice([(80, 24), (120, 40), (60, 18)]))
    except BaseException as fault:
        fault.add_note("after " + "; ".join(pressed[-15:]))
        raise
