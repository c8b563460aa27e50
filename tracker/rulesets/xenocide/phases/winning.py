"""How a match ends and what has been lost by then (XF-WIN-01 to XF-WIN-03)."""

from __future__ import annotations

from tracker.procedures.pieces.endings import offered, sides_left, was_declined
from tracker.procedures.requests import Asking
from tracker.procedures.view import Match
from tracker.rulesets.xenocide.data import markers
from tracker.vocabulary.events import MatchEnded
from tracker.vocabulary.names import SideId


def lost(match: Match, side: SideId) -> int:
    """XF-WIN-02: the VP of what a side has lost."""
    return sum(
        markers.profile(match, figure).cost
        for figure in match.all_figures(side)
        if match.figure(figure).gone is not None
    )


def ahead(match: Match) -> SideId | None:
    """XF-G85: the side that has lost the least; None where several have."""
    losses = {side: lost(match, side) for side in match.sides}
    least = [side for side in match.sides if losses[side] == min(losses.values())]
    return least[0] if len(least) == 1 else None


def phase_over(match: Match, turn_over: bool) -> Asking[bool]:
    """XF-WIN-01: one side left, or the turns agreed are over."""
    left = sides_left(match)
    if len(left) < 2:
        winner = left[0] if left else None
        why = "only one side is left" if left else "nobody is left"
        ends = not was_declined(match, winner)
        if ends and (yield from offered(match, winner, why, rule="XF-WIN-01")):
            end(match, "last side", winner, why)
            return True
    limit = int(match.option("turn_limit"))
    if turn_over and limit and match.turn >= limit:
        end(match, "turns", ahead(match), "the turns agreed are over")
        return True
    return False


def end(match: Match, how: str, winner: SideId | None, why: str) -> None:
    scores = tuple((side, match.points(side)) for side in match.sides)
    match.record(MatchEnded(how=how, winner=winner, scores=scores, why=why))
