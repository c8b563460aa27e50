"""A thin path through Xenocide: fire that is held until its target has fired (XF-SHOOT-02)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tests.thin import xenocide_vehicles as vehicles
from tests.thin.xenocide_vehicles import number, unsaved
from tracker.procedures.declared.markers import MarkerKind
from tracker.procedures.requests import (
    Asking,
    Roll,
    Score,
    Share,
    Split,
    ask,
    do,
    sub,
    then,
    then_pure,
)
from tracker.procedures.ruleset import Action, Ruleset
from tracker.procedures.view import Match, choose_last, equal_groups
from tracker.vocabulary.dice import Band
from tracker.vocabulary.events import (
    AnyFact,
    FiguresRemoved,
    MarkerCleared,
    MarkerSet,
    PhaseBegan,
)
from tracker.vocabulary.names import SideId, UnitId
from tracker.vocabulary.needs import Need

FIRED, SUPPRESSED, HELD, HELD_MARKERS = "fired", "suppressed", "held", "held-markers"
THRESHOLD = 4


class Fire(Struct, frozen=True):
    """``past``: friends who stand between; ``area``: a weapon with that many d3, 0 for others."""

    unit: UnitId
    target: UnitId
    need: int
    save: int
    past: UnitId | None = None
    area: int = 0


class EndPhase(Struct, frozen=True):
    pass


def needed(number: int) -> Need:
    """A hit, missed by 1 or 2, missed, and the natural ten that never hits."""
    special = (Band("near", number + 1, min(number + 2, 9)), Band("ten", 10, 10))
    return Need(number, less=True, die=10, special=special, hit="hit", miss="miss")


def fire(match: Match, side: SideId | None, params: Fire) -> Asking[None]:
    """Markers first, then the dice; what the firer held back applies when it has fired."""
    assert side is not None
    unit, target = params.unit, params.target
    match.record(MarkerSet(subjects=(unit,), marker=FIRED, until="phase"))
    figures = len(match.figures(unit))
    attacks = figures * (params.area or 1) - number(match, unit, SUPPRESSED)
    owner = match.side_of(target)
    hits, friends = yield from sub(
        {"firer": (side, unit, target)}, hits_of, figures, params.need, params.area
    )
    dice = {"owner": (owner, target, unit)}
    failed = yield from sub(dice, unsaved, min(hits, len(match.figures(target))), params.save)
    suffer(match, target, failed, max(attacks, 0) // THRESHOLD)
    if params.past and friends:
        dice = {"owner": (side, params.past, unit)}
        struck = yield from sub(dice, unsaved, friends, params.save)
        suffer(match, params.past, struck, 0)
    return then(release, match, (target, params.past or target, unit))


def hits_of(dice: int, need: int, area: int) -> Asking[tuple[int, int]]:
    """Hits on the target, and natural tens that hit friends between."""
    roll = Roll(what="to hit", count=dice, needs=needed(need), role="firer")
    counts = yield from ask(roll)
    fell = dict(zip((band.name for band in roll.bands), counts, strict=True))
    hits = fell.get("hit", 0)
    if not area:
        return hits, fell["ten"]
    return then_pure(area_hits, hits, area, fell.get("near", 0) * area, fell["ten"])


def area_hits(left: int, area: int, hits: int, tens: int) -> Asking[tuple[int, int]]:
    """Each hit strikes as many as its d3 add up to; a near miss has struck one a d3."""
    if not left:
        return hits, tens
    total = yield from ask(Score(what="struck", dice=(3,) * area, role="firer"))
    return then_pure(area_hits, left - 1, area, hits + total, tens)


def suffer(match: Match, unit: UnitId, losses: int, markers: int) -> None:
    """Everything is held first; who has fired is released at the end of the action."""
    for marker, more in ((HELD, losses), (HELD_MARKERS, markers)):
        if more:
            value = number(match, unit, marker) + more
            match.record(MarkerSet(subjects=(unit,), marker=marker, value=value))


def release(match: Match, units: tuple[UnitId, ...]) -> Asking[None]:
    """What was held of each of these that has fired; its owner picks among unlike figures."""
    waiting = [u for u in units if match.has(u, FIRED) and number(match, u, HELD)]
    for unit in units:
        if match.has(unit, FIRED) and (markers := number(match, unit, HELD_MARKERS)):
            value = number(match, unit, SUPPRESSED) + markers
            match.record(
                MarkerCleared(subjects=(unit,), marker=HELD_MARKERS),
                MarkerSet(subjects=(unit,), marker=SUPPRESSED, value=value),
            )
    if waiting:
        yield from do(fall, waiting[0])
        return then(release, match, units)
    return None


def fall(match: Match, unit: UnitId) -> Asking[None]:
    figures = match.figures(unit)
    losses = min(number(match, unit, HELD), len(figures))
    match.record(MarkerCleared(subjects=(unit,), marker=HELD))
    groups = equal_groups(figures, lambda f: match.figure(f).profile)
    shares = tuple(Share(kind, kind, len(who)) for kind, who in groups)
    default, left = [], losses
    for share in shares:
        default.append((share.id, min(left, share.most)))
        left -= default[-1][1]
    falling = yield from ask(
        Split(
            what="who falls",
            side=match.side_of(unit),
            subject=unit,
            total=losses,
            shares=shares,
            default=tuple(pair for pair in default if pair[1]),
        )
    )
    for kind, who in groups:
        if n := dict(falling).get(kind, 0):
            match.record(FiguresRemoved(figures=choose_last(who, n)))


def end_phase(match: Match, _: SideId | None, __: EndPhase) -> Asking[None]:
    """Who has not fired passes: all that is still held takes effect."""
    holding = tuple(u for u in match.units() if match.has(u, HELD) or match.has(u, HELD_MARKERS))
    if holding:
        match.record(MarkerSet(subjects=holding, marker=FIRED, until="phase"))
    yield from do(release, holding)
    match.record(PhaseBegan(phase="movement"))


def consequences(match: Match) -> Iterator[AnyFact]:
    """What is gone holds nothing any more; a vehicle at its threshold is disabled."""
    for unit in match.all_units():
        for marker in (HELD, HELD_MARKERS):
            if not match.exists(unit) and match.has(unit, marker):
                yield MarkerCleared(subjects=(unit,), marker=marker)
    yield from vehicles.consequences(match)


ACTIONS = (
    Action("fire", "fires", Fire, fire),
    Action("strike", "strikes", vehicles.Strike, vehicles.strike),
    Action("end", "ends the phase", EndPhase, end_phase),
)
MARKERS = (FIRED, SUPPRESSED, HELD, HELD_MARKERS, *vehicles.MARKERS)
RULESET = Ruleset(
    id="thin-xenocide",
    version="1",
    title="Xenocide, a thin path",
    markers=tuple(MarkerKind(marker, marker) for marker in MARKERS),
    actions={action.id: action for action in ACTIONS},
    consequences=consequences,
)
