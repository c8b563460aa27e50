"""What is true of every match of Xenocide, at any moment."""

from __future__ import annotations

from tests.drawn import Drawn
from tests.xenocide.evening import begin
from tracker.application.book import Book
from tracker.application.match.game import Game
from tracker.procedures.match_view import Match
from tracker.rulesets.xenocide.data import markers, state_queries, unit_profiles
from tracker.vocabulary.subject_ids import UnitId


def always(game: Game) -> None:
    """Assert XF-SUPP-07, XF-SUPP-08, XF-VEH-14 and XF-MOVE-07 while no question is open."""
    match = game.match
    for unit in match.units() if game.pending is None else ():
        _nerve_and_damage(match, unit)
        for enemy in state_queries.list_opponents(match, unit):
            assert match.exists(enemy)
            assert match.side_of(enemy) != match.side_of(unit)
        carrier = state_queries.find_carrier(match, unit)
        assert carrier is None or match.exists(carrier)


def _nerve_and_damage(match: Match, unit: UnitId) -> None:
    vehicle, have = (
        unit_profiles.get_vehicle(match, unit),
        markers.SUPPRESSED.number(match, unit),
    )
    if vehicle is not None:
        assert not have
        assert not match.has(unit, markers.BROKEN)
        disabled = markers.DAMAGE.number(match, unit) >= vehicle.threshold
        assert match.has(unit, markers.DISABLED) is disabled
    elif match.option("broken_at_wounds") == "at_least":
        assert match.has(unit, markers.BROKEN) is (
            have >= min(4, state_queries.count_wounds_left_ignoring_delayed(match, unit))
        )


def watched(kept: Book) -> Game:
    """Play until a unit has moved in sight of an enemy, which may use its opportunity fire."""
    return begin(*ORDERS, "next", "init : 47 / first", "r1 runs 7in claimed", kept=kept)


def secret(kept: Book) -> Game:
    """Play until Red has placed its order counters and Blue has not."""
    return begin(ORDERS[0], kept=kept)


ORDERS = ("orders red : r1 run r3 opp r5 1", "orders blue : b1 opp b2 run b5 0")
DRAWN = Drawn(given={"turn_limit": 8}, always=always, moments=(watched, secret))
