"""Recorded games of Trial Assault, for tests of lines and odds."""

from __future__ import annotations

from pathlib import Path

import tracker.rulesets.trial_assault as package
from tests.saying import say
from tracker.application.book import Book
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.ledger.memory_store import MemoryStore

RULES = package.RULESET
HERE = Path(package.__file__).parent


def begin(*lines: str) -> Game:
    """Begin the recorded game in Red's first player turn and play these lines."""
    return _begun("recorded/ridge.toml", "recorded/bastion.toml", *lines)


def charged(*charges: str) -> Game:
    """Begin the recorded game, charge with Red and begin the fight."""
    return begin("next", "next", *charges, "next")


def beaten(*lines: str) -> Game:
    """Begin the recorded game and play until B1 has lost to R1 and has to test."""
    game = charged("r1 charges b1")
    hard = "123456123456123456123456 / 112233445566 / 3326"
    say(game, "b1 fights r1 : 124456 / 2456 / 362", f"r1 fights b1 : {hard}", *lines)
    return game


def with_samples(*charges: str) -> Game:
    """Begin a game of two sample forces and charge with Red.

    Red has a character with three wounds (R3, in R1) and a walker (R4).
    """
    return sampled(*charges, "next")


def sampled(*lines: str) -> Game:
    """Begin a game of two sample forces in Red's charges and play these lines."""
    return sampled_in_movement("next", "next", *lines)


def sampled_in_movement(*lines: str) -> Game:
    """Begin a game of two sample forces in Red's first player turn and play these lines."""
    return _begun("samples/cinder-guard.toml", "samples/iron-tide.toml", *lines)


def sampled_against(red: str, blue: str, *lines: str) -> Game:
    """Begin a game of the named sample forces in Red's first player turn and play these lines."""
    return _begun(f"samples/{red}.toml", f"samples/{blue}.toml", *lines)


def _begun(red: str, blue: str, *lines: str) -> Game:
    texts = ((HERE / name).read_text(encoding="utf-8") for name in (red, blue))
    book = Book(MemoryStore(), rulesets={RULES.id: RULES})
    sides = zip(("Red", "Blue"), texts, strict=True)
    game = book.begin_match(RULES.id, [Entrant(*side) for side in sides])
    say(game, "deploy red", "deploy blue", "first red", *lines)
    return game
