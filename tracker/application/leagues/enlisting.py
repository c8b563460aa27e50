"""Units as they are enlisted in a force that lasts: from a roster, or by names and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from tracker.application.errors import Refused, sentence
from tracker.application.text import clean
from tracker.leagues import events as ev

if TYPE_CHECKING:
    from tracker.procedures.forces import Roster
    from tracker.procedures.ruleset import Ruleset


class Listed(Struct, frozen=True):
    """A unit as it is enlisted, and which of its figures have names."""

    name: str
    figures: int
    named: tuple[str, ...] = ()


def read_roster(rules: Ruleset, text: str, source: str) -> Roster:
    """A roster that can be mustered. Raises ``Refused`` with the line that is wrong."""
    if rules.forces is None:
        raise Refused(f"{rules.title} has no rosters.")
    roster = rules.forces.read(text, rules.defaults())
    if not roster.usable:
        problem = next(problem for problem in roster.problems if problem.serious)
        raise Refused(f"{source}, line {problem.line}: {sentence(problem.text)}")
    return roster


def units_of(roster: Roster) -> list[Listed]:
    """The units of a roster, in its order."""
    return [
        Listed(unit.name, len(unit.figures), tuple(one.name for one in unit.figures if one.name))
        for unit in roster.units
    ]


def enlisted(
    force: ev.ForceId, have: int, units: Sequence[Listed], like: ev.WarUnitId = ""
) -> tuple[ev.EnlistedUnit, ...]:
    """Units with their ids in a force that has so many already. Raises ``Refused``."""
    found = []
    for place, one in enumerate(units, start=have + 1):
        if not clean(one.name) or one.figures < 1:
            raise Refused("A unit has a name and at least one figure.")
        name = clean(one.name)
        found.append(ev.EnlistedUnit(f"{force}.{place}", name, one.figures, one.named, like))
    return tuple(found)
