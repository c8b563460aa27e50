"""What an action says of itself is read back as that very action, whatever is told of it."""

from __future__ import annotations

import random
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from msgspec import Struct
from msgspec.structs import replace

from tests.profiles import some
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.match_view import Match
from tracker.testing.random_games import begin_random_game, play_random_input
from tracker.testing.ruleset_check import check_line_round_trip

RULES = load_playable_rulesets()
WORDS = ("door", "the side door", "r1", "a,b", "x=1", "# none", "Gate | wall")

ONE_OF = {"band": "range", "range": "band"}
"""A field that is told instead of another."""


def ways(match: Match, params: Struct, rng: random.Random) -> list[Struct]:
    """The parameters with one field told otherwise, each in turn."""
    found: list[Struct] = []
    hints = get_type_hints(type(params))
    for name in params.__struct_fields__:
        now = getattr(params, name)
        if isinstance(now, tuple) and now and isinstance(now[0], Struct):
            found += [
                replace(params, **{name: (one, *now[1:])}) for one in ways(match, now[0], rng)
            ]
        elif isinstance(now, Struct):
            found += [replace(params, **{name: one}) for one in ways(match, now, rng)]
        else:
            models = name == "group"
            drawn = _profile(match, params, rng) if models else _drawn(hints[name], rng)
            instead = ONE_OF.get(name, "")
            other = {instead: None} if instead in hints else {}
            found += [] if drawn is None else [replace(params, **{name: drawn, **other})]
    return found


def _profile(match: Match, row: Any, rng: random.Random) -> str:
    """A profile that a unit has: a sheet that names another is refused."""
    return rng.choice([match.figure(one).profile for one in match.figures(row.unit)])


def _drawn(kind: Any, rng: random.Random) -> Any:
    """Another value of a plain type; None for subjects and whatever else has to be there."""
    kinds = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    for one in kinds:
        if get_origin(one) is Literal:
            return rng.choice(get_args(one))
        if one is bool:
            return True
        if one is int:
            return rng.randint(1, 99)
        if one is str:
            return rng.choice(WORDS)
    return None


@pytest.mark.thorough
@pytest.mark.parametrize("seed", some(range(4)))
@pytest.mark.parametrize("name", sorted(RULES))
def test_whatever_can_be_done_is_read_back_from_its_line(name: str, seed: int) -> None:
    rules, rng = RULES[name], random.Random(seed)
    game = begin_random_game(rules, rng)
    seen: set[str] = set()
    for _ in range(120):
        match = game.match
        if game.pending is None:
            for action in rules.actions.values():
                offered = list(action.candidates(match))
                for side, params in rng.sample(offered, min(len(offered), 3)):
                    check_line_round_trip(rules, match, action.make_command(side, params))
                    for told in ways(match, params, rng):
                        check_line_round_trip(rules, match, action.make_command(side, told))
                    seen.add(action.id)
        if not play_random_input(game, rng):
            break
    assert len(seen) > 5


@pytest.mark.parametrize("name", sorted(RULES))
def test_every_action_has_a_form(name: str) -> None:
    assert [action.id for action in RULES[name].actions.values() if not action.forms] == []


@pytest.mark.parametrize(
    ("game", "key", "words"),
    [
        ("combat-zone", "c", set()),
        ("deathzap2", ">", {"soft", "hard", "open"}),
        ("deathzap2", "m", set()),
        ("trial-assault", "f", {"standing"}),
        ("trial-assault", "l", {"rough", "trapped", "off"}),
        ("xenocide", "m", {"towards", "flies", "leaps", "off"}),
        ("xenocide", "c", {"light", "heavy", "open"}),
        ("xenocide", "x", set()),
    ],
)
def test_the_letters_after_a_verb_are_the_words_of_its_form(
    game: str, key: str, words: set[str]
) -> None:
    """The words are those of the slots that the game's code declares."""
    keys = RULES[game].keys
    assert {*keys.map_flag_keys_to_words(keys.find_verb(key)).values()} == words
