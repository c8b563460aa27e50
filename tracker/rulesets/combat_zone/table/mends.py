"""What people can set right by hand, as rows of a form: each says itself as a ``fix``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tracker.procedures.pieces.mending import NOTHING, YES, Mend, choice, number, phases, switch
from tracker.procedures.view import Match
from tracker.rulesets.combat_zone.data import markers
from tracker.rulesets.combat_zone.phases import flow, points, slots
from tracker.vocabulary.names import FigureId, Subject, UnitId, handle

SPENT_MOST: Final = 12  # points that a figure may have spent, unless it has more
GONE: Final = {"killed": "killed", "destroyed": "destroyed", "fled": "left", "lost": "lost"}
REACTIONS: Final = (
    (markers.PANIC, "PANIC", "panic"),
    (markers.ROUT, "ROUT", "rout"),
    (markers.RECOVERED, "recovered", "recovered"),
)
SWITCHES: Final = (
    (markers.OPPORTUNITY, "opportunity fire", "opp", "OF"),
    (markers.DOWN, "down", "down", "down"),
    (markers.HOLDS, "holds", "holds", ""),
    (markers.FINISHED, "finished", "finished", ""),
)


def mends(match: Match) -> tuple[Mend, ...]:
    """Group by group itself and its figures, those gone included; then the phase."""
    found: list[Mend] = []
    for unit in match.all_units():
        if match.figures(unit):
            found += _group(match, unit)
        every = match.all_figures(match.side_of(unit))
        for figure in (f for f in every if markers.unit_of(match, f) == unit):
            found += _figure(match, figure)
    return (
        *found,
        phases(match, ((phase.id, phase.word, phase.id == slots.PHASE) for phase in flow.TURN)),
    )


def _group(match: Match, unit: UnitId) -> Iterable[Mend]:
    name = handle(unit)
    yield switch(unit, "activated", match.has(unit, markers.ACTIVATED), f"fix {name} activated")
    if not markers.is_lone(match, unit):
        out = match.has(unit, markers.SCATTERED)
        yield switch(unit, "out of coherency", out, f"fix {name} scattered")


def _figure(match: Match, figure: FigureId) -> Iterable[Mend]:
    name, gone = match.handle(figure), match.figure(figure).gone
    ways = ((YES, f"fix {name} back"), *((word, f"fix {name} {word}") for word in GONE.values()))
    value = YES if gone is None else GONE.get(gone, gone)
    yield choice(figure, "on the table", value, ways, "on table")
    if gone is not None:
        return
    yield _reaction(match, figure)
    yield number(
        figure,
        "points spent",
        points.spent(match, figure),
        SPENT_MOST,
        lambda n: f"fix {name} spent {n}",
        "AP spent",
    )
    for marker, word, said, column in SWITCHES:
        if marker == markers.OPPORTUNITY and markers.has_reaction(match, figure):
            continue  # who panics or routs has none
        yield switch(figure, word, match.has(figure, marker), f"fix {name} {said}", column)
    yield from _weapons(match, figure)
    yield from _takes_off(match, figure)


def _reaction(match: Match, figure: FigureId) -> Mend:
    name = match.handle(figure)
    value = next((word for marker, word, _ in REACTIONS if match.has(figure, marker)), NOTHING)
    ways = ((word, f"fix {name} {said}") for _, word, said in REACTIONS)
    return choice(figure, "reaction", value, ((NOTHING, f"fix {name} steady"), *ways), "reaction")


def _weapons(match: Match, figure: FigureId) -> Iterable[Mend]:
    name, value = match.handle(figure), match.figure(figure)
    carried = markers.weapons(match, figure)
    for weapon in dict.fromkeys((*markers.profile(match, figure).weapons, *value.gained)):
        say = f"fix {name} gun {weapon}"
        ways = (("works", f"{say} back"), ("lost", say))
        stands = "works" if weapon in carried else "lost"
        yield choice(figure, weapon.replace("-", " "), stands, ways)


def _takes_off(match: Match, figure: FigureId) -> Iterable[Mend]:
    """What can be taken off as a whole: damage, a malfunction, a close combat."""
    name = match.handle(figure)
    enemies = markers.opponents(match, figure)
    if enemies:
        yield _off(
            figure, "close combat", ", ".join(map(match.handle, enemies)), f"fix {name} free"
        )
    for marker, said in ((markers.DAMAGE, "damage"), (markers.MALFUNCTION, "malfunction")):
        mark = match.mark(figure, marker)
        if mark is not None:
            value = YES if mark is True else str(mark)
            yield _off(figure, said, value, f"fix {name} {said} off")


def _off(subject: Subject, word: str, value: str, line: str) -> Mend:
    return choice(subject, word, value, ((NOTHING, line), (value, "")))
