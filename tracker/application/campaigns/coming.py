"""A roster as it comes to a game of a campaign: without those who are lost, by their names now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.forces import Roster, RosterFigure, RosterUnit


class Comes(Struct, frozen=True):
    """A unit as it comes: the place of its entry in the roster (from 0), its name and figures.

    ``without`` are figures of the roster that do not come, ``recruits`` those who came since, both
    by name.
    """

    place: int
    name: str
    figures: int
    without: tuple[str, ...] = ()
    recruits: tuple[str, ...] = ()


def as_it_stands(roster: Roster, comes: Sequence[Comes]) -> Roster:
    """The roster with those units and figures that come. Its points stay those of the list.

    Of those who are missing without being named, plain figures are missing first and those with
    names last; what came on top is plain, too.
    """
    units = tuple(
        _cut(roster.units[one.place], one) for one in comes if one.place < len(roster.units)
    )
    return replace(roster, units=units)


def _cut(unit: RosterUnit, comes: Comes) -> RosterUnit:
    figures, plain = list(unit.figures), unit.figures[_plainest(unit.figures)].profile
    for name in comes.without:
        gone = next((one for one in figures if one.name == name), None)
        if gone is not None:
            figures.remove(gone)
    figures += [RosterFigure(plain, name) for name in comes.recruits]
    while len(figures) > comes.figures:
        del figures[_plainest(figures)]
    while len(figures) < comes.figures:
        figures.append(RosterFigure(plain))
    return replace(unit, name=comes.name, figures=tuple(figures))


def _plainest(figures: Sequence[RosterFigure]) -> int:
    """The place of the figure missed least: nameless, of the commonest profile, the last."""
    common = Counter(figure.profile for figure in figures)
    return max(
        range(len(figures)),
        key=lambda place: (not figures[place].name, common[figures[place].profile], place),
    )
