"""What is true of every match of Trial Assault, at any moment."""

from __future__ import annotations

from tests.drawn import Drawn
from tracker.application.match.game import Game
from tracker.rulesets.trial_assault.data import markers, state_queries, unit_profiles
from tracker.rulesets.trial_assault.data.markers import COMBATS


def always(game: Game) -> None:
    """Assert TA-CHG-14, TA-FIGHT-03 and TA-RES-01 while no question is open."""
    match = game.match
    for unit in match.units() if game.pending is None else ():
        own = match.side_of(unit)
        for enemy in state_queries.list_locked_enemies(match, unit):
            assert match.side_of(enemy) != own
        for figure in match.figures(unit):
            assert match.figure(figure).wounds < unit_profiles.get_profile(match, figure).w
            assert match.phase == "fight" or not match.has(figure, markers.FALLS)
            assert not (match.has(figure, markers.ENGAGED) and match.has(figure, markers.SUPPORTS))
        combat = COMBATS.find_combat(match, unit)
        if combat is not None and match.phase == "fight":
            assert COMBATS.get_score(match, combat, own) >= 0


DRAWN = Drawn(given={"game_length": 4}, always=always)
