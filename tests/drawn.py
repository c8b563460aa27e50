"""Games drawn by chance of any ruleset, with what its own tests say of them.

``tests/<ruleset>/laws.py`` says it as ``DRAWN``; a ruleset without one has nothing to say.
"""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tracker.application.book import Book
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.procedures.ruleset import Ruleset
from tracker.testing.variety import draw_house_rules, draw_roster
from tracker.vocabulary.events import Scalar


@dataclass(frozen=True)
class Drawn:
    """``given`` are house rules without which a game may last for ever; those ``left_out`` the
    players would have to write down more of. ``always`` asserts what is true at any moment.
    ``moments`` begin a game in a book and play it to where chance seldom comes: somebody may come
    in between, or what one side said is hidden from the other.
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
    """A game under any house rules between any two rosters, at its first question."""
    own = drawn(rules)
    options = draw_house_rules(rules, rng, own.left_out) | dict(own.given)
    entrants = [Entrant(side, draw_roster(rules, rng, options)) for side in ("Red", "Blue")]
    return book.begin_match(rules.id, entrants, options=options)
