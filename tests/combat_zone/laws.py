"""What is true of every match of Combat Zone, at any moment."""

from __future__ import annotations

from tests.combat_zone.evening import BLUE_ACTS, begin
from tests.drawn import Drawn
from tracker.application.book import Book
from tracker.application.match.game import Game
from tracker.procedures.match_view import Match
from tracker.rulesets.combat_zone.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.combat_zone.phases import action_points_and_interrupts
from tracker.vocabulary.subject_ids import FigureId


def always(game: Game) -> None:
    match: Match = game.table.match
    for a, b in match.pairs(markers.ENGAGED):
        assert match.side_of(a) != match.side_of(b)
        assert state_queries.is_on_table(match, FigureId(a))
        assert state_queries.is_on_table(match, FigureId(b))
    if game.pending is not None:
        return
    for figure in state_queries.list_figures_on_table(match):
        marks = (match.has(figure, markers.PANIC), match.has(figure, markers.ROUT))
        assert sum(marks) + match.has(figure, markers.RECOVERED) <= 1
        watching = match.has(figure, markers.OPPORTUNITY)
        assert not (watching and (any(marks) or state_queries.is_engaged(match, figure)))
        profile = unit_profiles.get_profile(match, figure)
        most = profile.machine.action_points if profile.machine else rule_tables.HERO_POINTS
        assert (
            0
            <= action_points_and_interrupts.count_action_points_left(match, figure)
            <= action_points_and_interrupts.count_action_points_allowed(match, figure)
            <= most
        )


WATCHED = (*BLUE_ACTS, "b12 opp", "next", "r1 activates")
"""Lines after which Pike watches the Jackals, who act."""


def watched(kept: Book) -> Game:
    """Play until a figure has moved in sight of an enemy on watch, who may interrupt."""
    return begin(*WATCHED, "r11 moves 2ap claimed", kept=kept)


DRAWN = Drawn(given={"victory": "turn_limit", "turn_limit": 4}, always=always, moments=(watched,))
