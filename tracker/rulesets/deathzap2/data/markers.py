"""Markers and links of Deathzap 2: their words, and typed questions about them."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.procedures.view import Match, equal_groups
from tracker.rulesets.deathzap2.data.profiles import BIG, FOOT, Gun, Profile
from tracker.vocabulary import names
from tracker.vocabulary.events import MarkerWord, Word
from tracker.vocabulary.names import FigureId, SideId, UnitId

# On units
PANICKED = "panicked"  # value: the turn it became panicked (0: before the game)
ORDER = "order"  # value: the order die, until the turn ends
MOVED = "moved"  # until the phase ends
FIRED = "fired"  # until the phase ends
SECOND_MOVE = "second_move"  # until the turn ends
FOUGHT = "fought"  # until the phase ends
HELD = "held"  # does nothing more in this phase, until it ends
FLED = "fled"  # value: hundredths of an inch it fled in this Morale phase, until it ends
KILLED = "killed"  # value: figures of it killed in this phase, until it ends
DEPLOYED = "deployed"
# On figures
TO_REMOVE = "to_remove"  # value: what killed it; comes off at the end of the phase
HALVED = "halved"  # value: how many times its speed was halved
IMMOBILE = "immobile"
WILL_HALVE = "will_halve"  # value: halvings that take effect at the end of the phase
WILL_STOP = "will_stop"
WILL_LOSE = "will_lose"  # value: ids of guns lost at the end of the phase, comma-separated
SPENT = "spent"  # its unit gave up its fire and joined one that may still fire; until phase end
TARGET = "target"  # the figure the enemy hunts (Assassinate)
# On sides and the match
ORDERED = "ordered"  # on a side that has rolled its order dice, until the phase ends
EDGE = "edge"  # on a side; value: its base edge
SETS_UP_FIRST = "sets_up_first"  # on the side that won the deployment roll
ASSASSINATED = "assassinated"  # on a side that has killed the figure it hunts
FIRST_TO_HALF = "first_to_half"  # on a side that reached half first; value: the points it got
END_OFFERED = "end_offered"  # on the match: an early end the table declined; value: who had won

ENGAGED = "engaged"

MARKERS: tuple[MarkerWord, ...] = (
    MarkerWord(PANICKED, "PANIC", "P", "unit", "since", nerve=True),
    MarkerWord(ORDER, "order", "o", "unit", "value"),
    MarkerWord(MOVED, "moved", "m", "unit"),
    MarkerWord(FIRED, "fired", "f", "unit"),
    MarkerWord(SECOND_MOVE, "moved twice", "again", "unit"),
    MarkerWord(FOUGHT, "fought", "x", "unit"),
    MarkerWord(HELD, "holds", "h", "unit"),
    MarkerWord(FLED, "fled", "", "unit", "hidden"),
    MarkerWord(SPENT, "gave up its fire", "", "figure", "hidden"),
    MarkerWord(ORDERED, "orders given", "", "side", "hidden"),
    MarkerWord(KILLED, "killed", "", "unit", "hidden"),
    MarkerWord(DEPLOYED, "deployed", "", "unit", "hidden"),
    MarkerWord(TO_REMOVE, "to remove", "−", "figure"),
    MarkerWord(HALVED, "half speed", "½", "figure", "times"),
    MarkerWord(IMMOBILE, "immobile", "!", "figure"),
    MarkerWord(WILL_HALVE, "half speed at phase end", "½", "figure", "times"),
    MarkerWord(WILL_STOP, "immobile at phase end", "!", "figure"),
    MarkerWord(WILL_LOSE, "losing at phase end", "g", "figure", "value"),
    MarkerWord(TARGET, "hunted", "◎", "figure"),
    MarkerWord(EDGE, "base edge", "", "side", "value"),
    MarkerWord(SETS_UP_FIRST, "sets up first", "", "side"),
    MarkerWord(ASSASSINATED, "target killed", "", "side"),
    MarkerWord(FIRST_TO_HALF, "first to half", "", "side", "hidden"),
    MarkerWord(END_OFFERED, "played on", "", "match", "hidden"),
)
LINKS: tuple[Word, ...] = (Word(ENGAGED, "melee", "x"),)


def profile(match: Match, figure: FigureId) -> Profile:
    return match.profile(figure, Profile)


def is_big(match: Match, unit: UnitId) -> bool:
    """Whether the unit is a vehicle or a monster (DZ-UNIT-04)."""
    return any(profile(match, figure).type in BIG for figure in match.figures(unit))


def standing(match: Match, unit: UnitId) -> tuple[FigureId, ...]:
    """The figures of a unit that are not to be removed."""
    return tuple(f for f in match.figures(unit) if not match.has(f, TO_REMOVE))


def called(match: Match, unit: UnitId) -> str:
    """Handle and name of a unit, as a row of a sheet shows them."""
    handle, name = names.handle(unit), match.unit(unit).name
    return handle if name in ("", handle) else f"{handle} {name}"


def in_order(match: Match) -> tuple[UnitId, ...]:
    """Units on the table: those of the side that acts first, then the other's."""
    return tuple(unit for side in match.clock.order or match.sides for unit in match.units(side))


def only_owner(match: Match, units: Iterable[UnitId]) -> SideId | None:
    """The side these units are of, who rolls for them (DZ-G60); None where both sides do."""
    sides = {match.side_of(unit) for unit in units}
    return sides.pop() if len(sides) == 1 else None


def panicked_since(match: Match, unit: UnitId) -> int | None:
    """The turn the unit became panicked, or None when it is calm."""
    since = match.mark(unit, PANICKED)
    return None if since is None else int(since)


def is_panicked(match: Match, unit: UnitId) -> bool:
    return match.has(unit, PANICKED)


def is_lone(match: Match, unit: UnitId) -> bool:
    """One infantry, heavy infantry or beast figure on its own (DZ-MORALE-05)."""
    figures = match.figures(unit)
    return len(figures) == 1 and profile(match, figures[0]).type in FOOT


def enemies_engaged(match: Match, unit: UnitId) -> tuple[UnitId, ...]:
    """The enemy units this one is in melee with."""
    return tuple(UnitId(other) for other in match.links(ENGAGED, unit))


def is_engaged(match: Match, unit: UnitId) -> bool:
    return bool(match.links(ENGAGED, unit))


def working_guns(match: Match, figure: FigureId) -> tuple[Gun, ...]:
    """The guns of a figure that are not lost."""
    lost = match.figure(figure).lost
    return tuple(gun for gun in profile(match, figure).guns if gun.id not in lost)


def killed_this_phase(match: Match, unit: UnitId) -> int:
    return int(match.mark(unit, KILLED) or 0)


def alike_as(match: Match, figure: FigureId) -> tuple[object, ...]:
    """What a figure is to the rules: figures of which this is equal nobody could tell apart."""
    return (profile(match, figure), match.figure(figure).lost, match.has(figure, TARGET))


def alike(
    match: Match, figures: tuple[FigureId, ...]
) -> tuple[tuple[tuple[object, ...], tuple[FigureId, ...]], ...]:
    """Figures that nobody could tell apart in the rules, plainest group first come."""
    return equal_groups(figures, lambda figure: alike_as(match, figure))
