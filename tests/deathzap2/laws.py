"""What is true of every match of Deathzap 2, at any moment."""

from __future__ import annotations

from tests.drawn import Drawn
from tracker.application.match.game import Game
from tracker.rulesets.deathzap2.data import markers, state_queries, unit_profiles
from tracker.rulesets.deathzap2.data.rule_tables import BIG
from tracker.vocabulary.subject_ids import format_handle


def always(game: Game) -> None:
    """Assert DZ-UNIT-04, DZ-G61, DZ-MORALE-05 and DZ-MOVE-05 while no question is open."""
    match = game.match
    assert match.turn <= 6
    for unit in match.units() if game.pending is None else ():
        figures = match.figures(unit)
        types = [unit_profiles.get_profile(match, figure).type for figure in figures]
        # Who joined another unit by hand, as the table likes, may be split off with its panic.
        alone = len(figures) == 1 and format_handle(figures[0]).split(".")[0] == format_handle(unit)
        by_hand = not alone and any(match.figure(figure).joined for figure in figures)
        if BIG.intersection(types) and not by_hand:
            assert len(types) == 1
            assert not match.has(unit, markers.PANICKED)
        if (
            unit_profiles.is_single_foot_unit(match, unit)
            and match.option("lone_panic_from") == "always"
        ):
            assert match.has(unit, markers.PANICKED)
        for enemy in state_queries.list_opponents(match, unit):
            assert match.exists(enemy)
            assert match.side_of(enemy) != match.side_of(unit)


DRAWN = Drawn(left_out=("objectives_how", "orders_table"), always=always)
