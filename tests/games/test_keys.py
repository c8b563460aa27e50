"""The recorded games kept with keys: the same events, and how many keys that takes.

Every script has its key form beside it, line by line. The limits are those of a scribe who shall
not be slower than the table.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import pytest

from tests.games import sheet, xenocide
from tests.games.test_combat_zone_mule import begun
from tests.tui.scribing import Scribe, besides_dice, in_all
from tracker.application.book import Book
from tracker.application.demo import demo_games
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.ledger.memory_store import MemoryStore
from tracker.vocabulary import match_event_codec

VOLLEY = re.compile(r"[rb]\d > [rb]\d \w+ : [^|!d]*$")


class Said(NamedTuple):
    """A line of the script and the keys that say the same."""

    line: str
    keys: str


def said(name: str) -> list[Said]:
    """What is kept of a game of this name: lines of its script, which it may bring, and keys."""
    lines = [_kept(text) for text in (_script(name), _text(f"{name}.keys"))]
    return [Said(*pair) for pair in zip(*lines, strict=True)]


def _script(name: str) -> str:
    return xenocide.recorded(name).lines if name in xenocide.TITLES else _text(f"{name}.war")


def _text(file: str) -> str:
    return (sheet.HERE / file).read_text(encoding="utf-8")


def _kept(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


def six_turns() -> Game:
    return demo_games.begin_demo_game(Book(MemoryStore()), "Six turns")


GAMES = (
    pytest.param("deathzap2_six_turns", six_turns, True, id="deathzap2"),
    pytest.param("combat_zone_mule", begun, False, id="combat-zone"),
    *(
        pytest.param(name, partial(xenocide.begin, name), False, id=name.replace("_", "-"))
        for name in xenocide.TITLES
    ),
)


@pytest.mark.parametrize(("name", "begin", "defaults"), GAMES)
def test_keys_keep_the_same_game(name: str, begin: Callable[[], Game], defaults: bool) -> None:
    """Line by line: whatever a line writes, its keys write to the byte."""
    scripted, typed = begin(), begin()
    scribe = Scribe(typed)
    seen = 0
    for line, keys in said(name):
        assert play_line(scripted, line, use_defaults=defaults).error is None, line
        scribe.press(keys)
        ours = [match_event_codec.encode(entry.event) for entry in typed.history.lines[seen:]]
        theirs = [match_event_codec.encode(entry.event) for entry in scripted.history.lines[seen:]]
        assert ours == theirs, (line, keys)
        seen = typed.version
    assert typed.state == scripted.state
    assert typed.match.ended is not None


def deathzap2() -> list[Said]:
    return said("deathzap2_six_turns")


def test_every_volley() -> None:
    """Fresh, and as last time, who falls included; each roll more, of damage, is one Enter."""
    volleys = [
        each
        for each in deathzap2()
        if VOLLEY.fullmatch(each.line) and not each.keys.startswith(":")
    ]
    assert all(besides_dice(each.keys) <= 5 + each.keys.count("{") for each in volleys)
    volleys = [each for each in volleys if each.keys.count("{") <= 3]
    again = [each for each in volleys if each.keys.startswith("⏎")]
    fresh = [each for each in volleys if not each.keys.startswith("⏎")]
    assert (len(fresh), len(again)) >= (8, 3)
    assert max(besides_dice(each.keys) for each in fresh) <= 8
    assert max(besides_dice(each.keys) for each in again) <= 6


def test_a_vehicle_with_two_guns_at_two_targets() -> None:
    heads = [
        each.keys.partition("{")[0]
        for each in deathzap2()
        if "/" in each.keys and ":" not in each.keys
    ]
    assert heads == ["31o/2s⏎", "31o/2s⏎"]
    assert max(map(len, heads)) <= 9


def test_all_panic_checks_and_morale_rolls_of_a_phase() -> None:
    sheets = [each.keys for each in deathzap2() if each.line.startswith(("panic", "morale"))]
    assert len(sheets) >= 10
    assert max(map(besides_dice, sheets)) <= 2


def test_a_whole_game_of_six_turns() -> None:
    assert sum(in_all(each.keys) for each in deathzap2()) <= 1_050


def test_figures_that_act_one_by_one() -> None:
    """A figure that moves and fires, or fires, at people.

    Machines are asked for places, and the five shots that one line tells are those that are left,
    so that they need not be told.
    """
    lines = [each for each in said("combat_zone_mule") if not each.keys.startswith(":")]
    fires = [
        each.keys
        for each in lines
        if each.line.count(">") == 1 and "> b21" not in each.line and "shots 5" not in each.line
    ]
    assert len(fires) >= 12
    assert max(map(besides_dice, fires)) <= 11
    interrupts = [each.keys for each in lines if " shoots " in each.line]
    assert [keys[keys.index("i") :] for keys in interrupts] == ["i20o⏎{51}⏎{421}⏎"]
    assert max(besides_dice(keys[keys.index("i") :]) for keys in interrupts) <= 8
    sheets = [each.keys for each in lines if each.line.startswith("react")]
    assert max(map(besides_dice, sheets)) <= 3


@pytest.mark.parametrize("name", xenocide.TITLES)
def test_an_attack_of_xenocide(name: str) -> None:
    """Those that are typed: weapons beside the usual ones and fighters left out are written out."""
    fires = [each.keys for each in said(name) if " > " in each.line and each.keys[0] != ":"]
    assert len(fires) >= 7
    assert max(map(besides_dice, fires)) <= 9
