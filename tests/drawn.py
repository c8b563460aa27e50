"""Random games of any ruleset, and what holds in all of them.

``tests/<ruleset>/laws.py`` declares it as ``DRAWN``. A ruleset may do without.
"""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from tracker.application.book import Book
from tracker.application.correcting.manual_adjustment_entry import add_roster_units
from tracker.application.match.game import Game
from tracker.application.match.match_entries import MatchEntry
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.procedures.ruleset import Ruleset
from tracker.procedures.runners.live_table_runner import Followed, TableRunner
from tracker.procedures.runners.random_play import choose_random_input
from tracker.testing.random_rosters_and_house_rules import draw_house_rules, draw_roster
from tracker.vocabulary.events import ActionTaken, Chosen, Rolled, Scalar
from tracker.vocabulary.match_event_codec import round_trip


@dataclass(frozen=True)
class Drawn:
    """How to draw random games of a ruleset.

    ``given`` are house rules without which a game might never end, and ``left_out`` are house rules
    that are not drawn. ``always`` asserts what is true at any moment. Each of ``moments`` begins a
    game and plays it to a situation which random play seldom reaches: somebody may interrupt, or
    one side's orders are hidden from the other.
    """

    given: Mapping[str, Scalar] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()
    always: Callable[[Game], None] = lambda _: None
    moments: tuple[Callable[[Book], Game], ...] = ()


def drawn(rules: Ruleset) -> Drawn:
    module = f"tests.{rules.id.replace('-', '_')}.laws"
    package, _, _ = module.rpartition(".")
    if importlib.util.find_spec(package) is None or importlib.util.find_spec(module) is None:
        return Drawn()
    found = importlib.import_module(module).DRAWN
    assert isinstance(found, Drawn)
    return found


def any_game(rules: Ruleset, rng: random.Random, book: Book) -> Game:
    """Begin a game with random house rules and two random rosters."""
    own = drawn(rules)
    options = draw_house_rules(rules, rng, own.left_out) | dict(own.given)
    entrants = [Entrant(side, draw_roster(rules, rng, options)) for side in ("Red", "Blue")]
    return book.begin_match(rules.id, entrants, options=options)


@dataclass(frozen=True)
class Played:
    """One entry of a match: its input and the facts that follow."""

    version: int
    event: ActionTaken | Rolled | Chosen
    facts: tuple[Followed, ...]


def play_match(
    ruleset: Ruleset, table: TableRunner, rng: random.Random, steps: int, version: int = 1
) -> list[Played]:
    """Play up to ``steps`` random entries. The first one gets the version ``version``.

    Actions with objections are taken only if nothing else is possible.
    """
    played: list[Played] = []
    for _ in range(steps):
        event = choose_random_input(ruleset, table, rng)
        if event is None:
            break
        stored = round_trip(event)
        assert isinstance(stored, (ActionTaken, Rolled, Chosen))
        facts = tuple(table.process_input(stored, version))
        played.append(Played(version, stored, facts))
        version += 1 + len(facts)
    return played


def add_reinforcements(game: Game, rng: random.Random) -> Sequence[MatchEntry]:
    """Add reinforcements during a game: those of a row of the form, or a whole roster."""
    if rng.random() < 0.5:
        side = rng.choice(game.match.sides)
        return add_roster_units(
            game, game.match.side_name(side), draw_roster(game.ruleset, rng), "a roster"
        )
    rows = game.ruleset.setting_right.list_rows(game.match)
    ways = [row.ways[1:] for row in rows if " add " in row.ways[-1][1]]
    done = play_line(game, rng.choice(rng.choice(ways))[1])
    assert done.error is None, done.error
    return done.entries
