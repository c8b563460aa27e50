"""Who comes to a new match: its sides, and the forces of their rosters."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from tracker.application.campaigns.next_roster import Comes, trim_to_coming
from tracker.application.errors import Refused, make_sentence
from tracker.application.text import clean_called
from tracker.procedures.declared.forces import MOST_FIGURES, MOST_UNITS, Roster
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary import events as ev
from tracker.vocabulary.names import make_side_id
from tracker.vocabulary.spelling import name_key


class Entrant(Struct, frozen=True):
    """A side of a new match: what it is called, who plays it, and its roster as TOML text.

    ``comes`` says which units of the roster come, and how many of each; None: all of them.
    ``joined`` are points of those units that joined since, beside those of the roster.
    """

    name: str
    roster: str
    player: str = ""
    source: str = "roster"
    comes: tuple[Comes, ...] | None = None
    joined: int = 0


def build_sides(entrants: Sequence[Entrant]) -> tuple[ev.Side, ...]:
    """The sides of a match, each with a letter of its own.

    Raises ``Refused`` where two have one name: nobody could tell them apart.
    """
    sides: list[ev.Side] = []
    taken: set[str] = set()
    for entrant in entrants:
        name = clean_called(entrant.name) or f"Side {len(sides) + 1}"
        if any(name_key(name) == name_key(side.name) for side in sides):
            raise Refused(f"Both sides are called {name}. Give each side its own name.")
        letter = choose_letter(name, taken)
        taken.add(letter)
        sides.append(ev.Side(make_side_id(letter), name, letter, clean_called(entrant.player)))
    return tuple(sides)


def choose_letter(side: str, taken: Collection[str]) -> str:
    """The letter that handles of a side begin with: the first of its name that is not taken."""
    letters = [c for c in side.lower() if c.isascii() and c.isalpha()]
    found: str = next(c for c in (*letters, *"abcdefgh") if c not in taken)
    return found


def muster_force(
    rules: Ruleset, entrant: Entrant, side: ev.Side, options: Mapping[str, ev.Scalar]
) -> ev.ForceMustered:
    """The force of a roster on its side. Raises ``Refused`` with the line that is wrong."""
    roster = read_usable_roster(rules, entrant.roster, entrant.source, options)
    assert rules.forces is not None
    if entrant.comes is not None:
        read = rules.forces.read
        roster = trim_to_coming(roster, entrant.comes, lambda text: read(text, options))
        roster = replace(roster, points=roster.points + entrant.joined)
    return check_size(rules.forces.muster(roster, side.id, side.letter))


def read_usable_roster(
    rules: Ruleset, text: str, source: str, options: Mapping[str, ev.Scalar]
) -> Roster:
    """A roster that can be mustered. Raises ``Refused`` with the line that is wrong."""
    if rules.forces is None:
        raise Refused(f"{rules.title} does not use rosters.")
    roster = rules.forces.read(text, options)
    if not roster.usable:
        problem = next(problem for problem in roster.problems if problem.serious)
        raise Refused(f"{source}, line {problem.line}: {make_sentence(problem.text)}")
    return roster


def check_size(force: ev.ForceMustered) -> ev.ForceMustered:
    """The same force. Raises ``Refused`` for one that no table holds."""
    figures = sum(len(unit.figures) for unit in force.units)
    if len(force.units) > MOST_UNITS or figures > MOST_FIGURES:
        raise Refused(
            f"{force.force} has {len(force.units):,} units and {figures:,} figures; a side "
            f"can have at most {MOST_UNITS:,} units and {MOST_FIGURES:,} figures."
        )
    return force
