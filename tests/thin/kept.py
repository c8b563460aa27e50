"""Games of these small rulesets in memory, for tests of questions, log, luck and odds."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tracker.application.book import Book
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.ledger.memory_store import MemoryStore
from tracker.procedures.declared.rosters_and_mustering import (
    ForceRules,
    Roster,
    RosterFigure,
    RosterUnit,
)
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import SideId


def begin(rules: Ruleset, profiles: Mapping[str, Any], red: str, blue: str) -> Game:
    """Begin a match of forces such as ``Alpha: 6 rifle; Bravo: 2 brute, 1 rifle``."""

    def read(text: str, options: Mapping[str, ev.Scalar]) -> Roster:
        del options
        units = []
        for unit in text.split("; "):
            name, kinds = unit.split(": ")
            pairs = [kind.split() for kind in kinds.split(", ")]
            figures = tuple(RosterFigure(kind) for n, kind in pairs for _ in range(int(n)))
            units.append(RosterUnit(name, figures))
        return Roster(name="Force", ruleset=rules.id, units=tuple(units), profiles=dict(profiles))

    forces = ForceRules(read=read, samples=lambda: ())
    seconds = count()
    kept = Book(
        MemoryStore(),
        author="tester",
        clock=lambda: next(seconds) * 1_000_000,
        rulesets={rules.id: replace(rules, forces=forces)},
    )
    return kept.begin_match(rules.id, [Entrant("Red", red), Entrant("Blue", blue)])


def take(game: Game, action: str, side: SideId | None, params: Struct, *said: str) -> None:
    """Take an action, and answer its questions with these texts."""
    game.take_action_and_automatic_steps(game.ruleset.actions[action].make_command(side, params))
    for text in said:
        game.answer_with_text(text)
