"""How a match ends and who has won it (DZ-WIN-01, DZ-WIN-02, DZ-WIN-10, DZ-TURN-01)."""

from __future__ import annotations

from tracker.procedures.requests import Asking, Confirm, ask, do, then
from tracker.procedures.view import Match
from tracker.rulesets.deathzap2.data import markers, tables
from tracker.rulesets.deathzap2.phases import objectives
from tracker.rulesets.deathzap2.phases.final_scoring import final_scoring
from tracker.vocabulary.events import MatchEnded
from tracker.vocabulary.names import MATCH, SideId


def phase_over(match: Match, turn_over: bool) -> Asking[bool]:
    """After a phase with its removals, checks and rallies: whether the match is over.

    ``turn_over`` says that no other phase follows in this turn.
    """
    if match.ended is not None:
        return True
    if not match.turn:
        return False
    last = turn_over and match.turn >= tables.TURNS
    if match.option("game") == "basic":
        return (yield from do(basic, turn_over, last))
    return (yield from do(advanced, last))


# ------------------------------------------------------------------------------------ basic game


def basic(match: Match, turn_over: bool, last: bool) -> Asking[bool]:
    """DZ-WIN-01: a side whose units are all panicked has lost, if the table agrees."""
    if turn_over or match.option("basic_win_check") == "each_phase":
        beaten = beaten_sides(match)
        if not beaten:
            _forget_offer(match)
        else:
            winner = winner_against(match, beaten)
            why = _why(match, beaten)
            if (yield from do(offer, winner or tables.DRAW, why, "DZ-WIN-01")):
                end(match, "panic", winner, why)
                return True
    if last:
        timeout(match, "turns", "six turns are over and neither side is beaten")
    return last


def beaten_sides(match: Match) -> tuple[SideId, ...]:
    """Sides with no calm unit: all are panicked, or none is left."""
    return tuple(
        side
        for side in match.sides
        if all(markers.is_panicked(match, unit) for unit in match.units(side))
    )


def winner_against(match: Match, beaten: tuple[SideId, ...]) -> SideId | None:
    """The side that is not beaten; of two beaten ones the only one with figures left, if any."""
    if len(beaten) == 1:
        return match.other(beaten[0])
    left = [side for side in match.sides if match.units(side)]
    return left[0] if len(left) == 1 else None


def _why(match: Match, beaten: tuple[SideId, ...]) -> str:
    said = []
    for side in beaten:
        state = "only panic is left" if match.units(side) else "nobody is left"
        said.append(f"{state} of {match.side_name(side)}")
    return " and ".join(said)


def timeout(match: Match, how: str, why: str) -> None:
    """DZ-G47: time is up and nobody is beaten."""
    winner = None
    if match.option("basic_timeout") == "fewest_points_lost":
        lost = {side: points_lost(match, side) for side in match.sides}
        first, second = match.sides
        if lost[first] != lost[second]:
            winner = min(lost, key=lambda side: lost[side])
    end(match, how, winner, why)


def points_lost(match: Match, side: SideId) -> int:
    """What the figures that are gone had cost."""
    return sum(
        markers.profile(match, figure).cost
        for figure in match.all_figures(side)
        if match.figure(figure).gone is not None
    )


# --------------------------------------------------------------------------------- advanced game


def advanced(match: Match, last: bool) -> Asking[bool]:
    """DZ-WIN-02: six turns; an early end is offered when a side has nobody left (DZ-G48)."""
    objectives.score_removals(match)
    if last:
        return then(final, match, "turns", "six turns are over")
    wiped_out = tuple(side for side in match.sides if not match.units(side))
    if wiped_out and match.option("advanced_early_end") == "offer":
        names = " and ".join(match.side_name(side) for side in wiped_out)
        why = f"nobody is left of {names}"
        if (yield from do(offer, tables.DRAW, why, "DZ-WIN-02")):
            return then(final, match, "wiped out", why)
    return False


def final(match: Match, how: str, why: str) -> Asking[bool]:
    """DZ-WIN-10: score what is counted at the end; more points win, equal points draw."""
    yield from do(final_scoring)
    first, second = match.sides
    difference = match.points(first) - match.points(second)
    winner = None
    if difference:
        winner = first if difference > 0 else second
    end(match, how, winner, why)
    return True


# ---------------------------------------------------------------------------------------- ending


def offer(match: Match, winner: str, why: str, rule: str) -> Asking[bool]:
    """Ask once whether the match ends here; the same end is not offered again."""
    if match.mark(MATCH, markers.END_OFFERED) == winner:
        return False
    agreed = yield from ask(
        Confirm(id="offer", what=f"{why}: end the game", default=True, rule=rule)
    )
    if not agreed:
        match.record(markers.END_OFFERED.set(MATCH, value=winner))
    return agreed


def _forget_offer(match: Match) -> None:
    if match.has(MATCH, markers.END_OFFERED):
        match.record(markers.END_OFFERED.cleared(MATCH))


def end(match: Match, how: str, winner: SideId | None, why: str) -> None:
    scores = tuple((side, match.points(side)) for side in match.sides)
    match.record(MatchEnded(how=how, winner=winner, scores=scores, why=why))
