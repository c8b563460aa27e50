"""What people can set right by hand, as rows of a form: each says itself as a ``fix``."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.procedures.pieces.mending import NOTHING, Mend, choice, number, phases, switch, tally
from tracker.procedures.view import Match
from tracker.rulesets.deathzap2.data import markers
from tracker.rulesets.deathzap2.phases import flow
from tracker.vocabulary.names import FigureId, SideId, UnitId, handle

MOST_HALVED = 6
REACH = 30  # victory points more or fewer in one go
SWITCHES = (
    (markers.MOVED, "moved", "moved", "moved"),
    (markers.FIRED, "fired", "fired", "fired"),
    (markers.SECOND_MOVE, "moved twice", "again", ""),
    (markers.FOUGHT, "fought", "fought", ""),
    (markers.HELD, "holds", "holds", ""),
)


def mends(match: Match) -> tuple[Mend, ...]:
    """Units side by side as they set up, then points, then the phase."""
    found: list[Mend] = []
    for side in match.sides:
        for unit in match.all_units(side):
            found += _unit(match, unit)
    found += (_points(match, side) for side in match.sides)
    return (
        *found,
        phases(match, ((phase.id, phase.word, phase.order == "sides") for phase in flow.TURN)),
    )


def _unit(match: Match, unit: UnitId) -> Iterable[Mend]:
    name, figures = handle(unit), match.figures(unit)
    gone = sum(
        match.figure(figure).unit == unit and match.figure(figure).gone is not None
        for figure in match.all_figures(match.side_of(unit))
    )
    count = len(figures)
    falling = count - len(markers.standing(match, unit))
    yield number(
        unit,
        "figures",
        count,
        count + gone,
        lambda n: f"fix {name} figures {n - count:+d}",
        "figs",
    )
    if not figures:
        return
    yield number(
        unit,
        "to remove",
        falling,
        count,
        lambda n: f"fix {name} to-remove {n - falling:+d}",
        "remove",
    )
    yield _panic(match, unit)
    yield _order(match, unit)
    for marker, word, said, column in SWITCHES:
        yield switch(unit, word, match.has(unit, marker), f"fix {name} {said}", column)
    if count == 1:
        yield from _damage(match, unit, figures[0])


def _panic(match: Match, unit: UnitId) -> Mend:
    since = markers.panicked_since(match, unit)
    turns = ((str(turn), f"fix {handle(unit)} panic {turn}") for turn in range(match.turn + 1))
    ways = ((NOTHING, f"fix {handle(unit)} panic off"), *turns)
    value = NOTHING if since is None else str(since)
    return choice(unit, "PANIC since turn", value, ways, "PANIC")


def _order(match: Match, unit: UnitId) -> Mend:
    die = match.mark(unit, markers.ORDER)
    dice = ((str(face), f"fix {handle(unit)} order {face}") for face in range(1, 7))
    ways = ((NOTHING, f"fix {handle(unit)} order off"), *dice)
    return choice(unit, "order die", NOTHING if die is None else str(die), ways, "order")


def _damage(match: Match, unit: UnitId, figure: FigureId) -> Iterable[Mend]:
    """What a single figure carries: vehicles and monsters, mostly."""
    name = handle(figure)
    if markers.is_big(match, unit):
        halved = int(match.mark(figure, markers.HALVED) or 0)
        yield number(
            unit,
            "half speed, times",
            halved,
            MOST_HALVED,
            lambda n: f"fix {name} half {n or 'off'}",
            "half",
        )
        still = match.has(figure, markers.IMMOBILE)
        yield switch(unit, "immobile", still, f"fix {name} immobile", "immob.")
    lost = match.figure(figure).lost
    for gun in markers.profile(match, figure).guns:
        say = f"fix {name} gun {gun.id}"
        ways = (("works", f"{say} back"), ("lost", say))
        value = "lost" if gun.id in lost else "works"
        yield choice(unit, gun.id.replace("-", " "), value, ways)


def _points(match: Match, side: SideId) -> Mend:
    return tally(side, "VP", match.points(side), REACH, lambda n: f"vp {handle(side)} {n}", "figs")
