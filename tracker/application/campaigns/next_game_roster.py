"""Builds the roster of a campaign force for its next game, without lost figures and with current
names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from tracker.leagues.league_events import CarriedDamage, Wound
from tracker.procedures.declared.rosters_and_mustering import Roster, RosterFigure, RosterUnit
from tracker.vocabulary.events import Json

Profiles = Mapping[str, dict[str, Json]]


class NextGameUnit(Struct, frozen=True):
    """A unit as it takes part in the next game.

    ``place`` is the index of the unit's entry in the roster. It is None if the unit has no entry,
    and so consists of plain figures. If ``like`` is true, the entry belongs to another unit, whose
    named figures are ignored. ``roster`` is the text of the roster that contains the entry, or ""
    for the force's own roster. ``without`` contains the names of absent figures, and ``recruits``
    the names of figures that have joined.
    """

    place: int | None
    name: str
    figures: int
    without: tuple[str, ...] = ()
    recruits: tuple[str, ...] = ()
    like: bool = False
    roster: str = ""
    harm: CarriedDamage = CarriedDamage()


def build_roster_for_units(
    roster: Roster,
    units: Sequence[NextGameUnit],
    parse_roster: Callable[[str], Roster] | None = None,
) -> Roster:
    """Return the roster with only the given units and figures, without the points of other units.

    Plain figures are removed first, and named figures last. Added figures are plain.
    ``parse_roster`` parses the rosters of units that joined later. Each of their profiles is
    renamed if the force already has a different profile with the same name.
    """
    profiles = dict(roster.profiles)
    found = []
    for one in units:
        entry = _build_entry(roster, one)
        if one.roster and parse_roster is not None:
            joined = parse_roster(one.roster)
            words = _choose_profile_names(profiles, joined.profiles)
            profiles |= {words[word]: joined.profiles[word] for word in words}
            entry = _build_entry(joined, one)
            if entry is not None:
                figures = (replace(each, profile=words[each.profile]) for each in entry.figures)
                entry = replace(entry, figures=tuple(figures))
        if entry is not None:
            found.append(_trim_unit(entry, one))
    own = {one.place for one in units if not one.like and not one.roster}
    stay = sum(one.points for place, one in enumerate(roster.units) if place not in own)
    points = max(0, roster.points - stay)
    return replace(roster, units=tuple(found), profiles=profiles, points=points)


def _build_entry(roster: Roster, next_unit: NextGameUnit) -> RosterUnit | None:
    if next_unit.place is None:
        everybody = [figure for unit in roster.units for figure in unit.figures]
        plainest = everybody[_find_figure_to_remove_first(everybody)]
        return RosterUnit(next_unit.name, (RosterFigure(plainest.profile),))
    if next_unit.place >= len(roster.units):
        return None
    unit = roster.units[next_unit.place]
    if next_unit.like:
        return replace(unit, figures=tuple(RosterFigure(one.profile) for one in unit.figures))
    return unit


def _choose_profile_names(profiles: Profiles, more: Profiles) -> dict[str, str]:
    """Map the name of each additional profile to its name in the roster.

    A profile is renamed only if a different profile already has its name.
    """
    words = {}
    for word, profile in more.items():
        free, number = word, 2
        while profiles.get(free, profile) != profile:
            free, number = f"{word} {number}", number + 1
        words[word] = free
    return words


def _trim_unit(unit: RosterUnit, next_unit: NextGameUnit) -> RosterUnit:
    figures, plain = (
        list(unit.figures),
        unit.figures[_find_figure_to_remove_first(unit.figures)].profile,
    )
    for name in next_unit.without:
        gone = next((one for one in figures if one.name == name), None)
        if gone is not None:
            figures.remove(gone)
    figures += [RosterFigure(plain, name) for name in next_unit.recruits]
    while len(figures) > next_unit.figures:
        del figures[_find_figure_to_remove_first(figures)]
    while len(figures) < next_unit.figures:
        figures.append(RosterFigure(plain))
    for wound in next_unit.harm.wounds:
        hurt = next((n for n, one in enumerate(figures) if _is_figure_with_wound(one, wound)), None)
        if hurt is not None:
            figures[hurt] = replace(figures[hurt], wounds=wound.wounds)
    return replace(unit, name=next_unit.name, figures=tuple(figures), marks=next_unit.harm.marks)


def _is_figure_with_wound(figure: RosterFigure, wound: Wound) -> bool:
    """Return whether a wound belongs to a figure, by name or, if the wound has no name, by profile.

    A figure that already has wounds does not match.
    """
    alike = figure.name == wound.name if wound.name else figure.profile == wound.profile
    return alike and not figure.wounds and bool(wound.name) == bool(figure.name)


def _find_figure_to_remove_first(figures: Sequence[RosterFigure]) -> int:
    """Return the index of the figure to remove first: the last unnamed figure of the most common
    profile.
    """
    common = Counter(figure.profile for figure in figures)
    return max(
        range(len(figures)),
        key=lambda place: (not figures[place].name, common[figures[place].profile], place),
    )
