"""What is counted when the last turn is over: Push, Hold, Extermination, Intel, own objectives."""

from __future__ import annotations

from tracker.procedures.requests import (
    Asking,
    Confirm,
    Number,
    Share,
    Tally,
    ask,
    do,
    sub,
    then,
)
from tracker.procedures.view import Match
from tracker.rulesets.deathzap2.data import markers
from tracker.rulesets.deathzap2.data.options import scale
from tracker.rulesets.deathzap2.phases import objectives
from tracker.vocabulary.events import PointsScored
from tracker.vocabulary.names import SideId

QUARTERS = 4
INTEL_REACH = 3  # inches
MOST_BY_HAND = 99


def final_scoring(match: Match) -> Asking[None]:
    """Ask what only the table can see, and score every objective that is counted at the end."""
    objectives.score_removals(match)
    yield from do(push, objectives.holders(match, objectives.PUSH))
    yield from do(hold, objectives.holders(match, objectives.HOLD))
    for side in objectives.holders(match, objectives.EXTERMINATION):
        _score(match, side, objectives.extermination(match, side), objectives.EXTERMINATION)
    if objectives.holders(match, objectives.INTEL):
        yield from do(intel, objectives.COUNTERS)
    own = tuple(o for o in objectives.in_play(match) if o.kind == objectives.OWN)
    return then(by_hand, match, tuple((o.label, s) for o in own for s in _players(match, o)))


def _players(match: Match, objective: objectives.InPlay) -> tuple[SideId, ...]:
    return match.sides if objective.side is None else (objective.side,)


def _score(match: Match, side: SideId, points: int, kind: str) -> None:
    if points:
        match.record(PointsScored(side=side, points=points, why=objectives.LABELS.get(kind, kind)))


def _figures(match: Match, side: SideId) -> int:
    return sum(len(match.figures(unit)) for unit in match.units(side))


def push(match: Match, sides: tuple[SideId, ...]) -> Asking[None]:
    """DZ-WIN-06: 3 points for a calm unit in the enemy's zone, as it stands after Morale."""
    if not sides:
        return None
    side, *rest = sides
    if any(not markers.is_panicked(match, unit) for unit in match.units(side)):
        whole = match.option("push_needs") == "whole_unit"
        who = "all of a calm unit" if whole else "a figure of a calm unit"
        inside = yield from ask(
            Confirm(
                id="push",
                what=f"{match.side_name(side)} has {who} in the enemy's zone",
                side=side,
                subject=side,
                rule="DZ-WIN-06",
            )
        )
        if inside:
            _score(match, side, objectives.PRIZE, objectives.PUSH)
    return then(push, match, tuple(rest))


def hold(match: Match, sides: tuple[SideId, ...]) -> Asking[None]:
    """DZ-WIN-07: a point for each quarter of the board with figures of the side, calm or not."""
    if not sides:
        return None
    side, *rest = sides
    quarters = yield from ask(
        Number(
            id="hold",
            what=f"quarters of the board with figures of {match.side_name(side)}",
            low=0,
            high=min(QUARTERS, _figures(match, side)),
            side=side,
            subject=side,
            rule="DZ-WIN-07",
            spatial=True,
        )
    )
    _score(match, side, quarters, objectives.HOLD)
    return then(hold, match, tuple(rest))


def intel(match: Match, left: int, won: tuple[SideId, ...] = ()) -> Asking[None]:
    """DZ-WIN-09: each counter goes to the side with more figures near it; ``won`` so far."""
    playing = objectives.holders(match, objectives.INTEL)
    if not left:
        for side in playing:
            _score(match, side, won.count(side), objectives.INTEL)
        return None
    number = objectives.COUNTERS - left + 1
    reach = INTEL_REACH * scale(match, "other")
    shares = tuple(
        Share(side, match.side_name(side), _figures(match, side)) for side in match.sides
    )
    what = f'figures within {reach}" of counter {number}{_lies(match, number)}'
    found = dict((yield from sub({"both": (None, None, None)}, near_counter, what, shares)))
    more = (side for side in playing if found.get(side, 0) > found.get(match.other(side), 0))
    return then(intel, match, left - 1, (*won, *more))


def near_counter(what: str, shares: tuple[Share, ...]) -> Asking[tuple[tuple[str, int], ...]]:
    """How many figures of each side are near a counter: both players look."""
    return (
        yield from ask(
            Tally(
                id="near_counter",
                what=what,
                shares=shares,
                spatial=True,
                role="both",
                rule="DZ-WIN-09",
            )
        )
    )


def _lies(match: Match, number: int) -> str:
    """Where a counter lies, if that was written down: `` (6" across, 16" up)``."""
    for objective in objectives.in_play(match):
        if len(objective.counters) >= number:
            return f" ({objective.counters[number - 1]})"
    return ""


def by_hand(match: Match, left: tuple[tuple[str, SideId], ...]) -> Asking[None]:
    """DZ-WIN-03: points of the players' own objectives that were not awarded during the game."""
    if not left:
        return None
    (label, side), *rest = left
    points = yield from ask(
        Number(
            id="by_hand",
            what=f"points still to add for {match.side_name(side)}: {label}",
            low=0,
            high=MOST_BY_HAND,
            side=side,
            subject=side,
            rule="DZ-WIN-03",
        )
    )
    _score(match, side, points, label)
    return then(by_hand, match, tuple(rest))
