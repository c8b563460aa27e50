"""The rules' view of a match. Rules can change the match only through this view.

Rules read a ``Match`` by its methods, which return frozen values, and change it with ``record``.
Rules have no other access to the state, so their results are the same in a replay and in the odds.

>>> match.units()
('u:r1', 'u:b1')
>>> match.figures(match.units()[0])
('f:r1.1', 'f:r1.2', 'f:r1.3')
>>> match.phase, match.option("points")
('toss', 5)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from tracker.projection.match_state import (
    Clock,
    End,
    Figure,
    Force,
    Link,
    Marker,
    Objective,
    State,
    Unit,
)
from tracker.vocabulary import subject_ids
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.events import AnyFact, Json, MarkerSet, Scalar
from tracker.vocabulary.renamed_names import keep_old_names
from tracker.vocabulary.subject_ids import FigureId, SideId, Subject, UnitId

T = TypeVar("T")

__all__ = ["Clock", "End", "Figure", "Force", "Link", "Marker", "Objective", "Unit"]


class UnknownName(Exception):
    """The match has no marker, option, side, unit or figure with a given name."""


class Match:
    """A match as the rules see it. Runners create it.

    The function ``record`` receives each new fact and changes the ``state``. ``profiles`` caches
    the figures' profiles. ``interrupted`` returns the actor of the action that others may interrupt
    now, or None.
    """

    __slots__ = ("__interrupted", "__markers", "__order", "__profiles", "__record", "__state")

    def __init__(
        self,
        state: State,
        record: Callable[[AnyFact], None],
        profiles: dict[tuple[Any, ...], Any] | None = None,
        interrupted: Callable[[], Subject | None] = lambda: None,
    ) -> None:
        self.__state = state
        self.__record = record
        self.__interrupted = interrupted
        self.__profiles = {} if profiles is None else profiles
        self.__markers = frozenset(word.id for word in state.info.words.markers)
        self.__order = {side.id: place for place, side in enumerate(state.info.sides)}

    @property
    def interrupted(self) -> Subject | None:
        """The actor of the action that others may interrupt now, or None if nobody may."""
        return self.__interrupted()

    # ------------------------------------------------------------------------------- writing

    def record(self, *facts: AnyFact) -> None:
        """Record facts in order. Each fact changes the match at once.

        Raises ``UnknownName`` if a marker has not been declared, and ``TypeError`` if a value is
        not a fact.
        """
        for fact in facts:
            if isinstance(fact, MarkerSet):
                self.check_marker(fact.marker)
            elif not hasattr(fact, "__struct_config__"):
                raise TypeError(
                    f"a {type(fact).__name__} is not a fact; to record several facts, write "
                    "record(*facts)"
                )
            self.__record(fact)

    def knows(self, marker: str) -> bool:
        """Whether the rules had declared this marker when the match began."""
        return marker in self.__markers

    def check_marker(self, marker: str) -> None:
        """Raise ``UnknownName`` if the ruleset does not declare the given marker."""
        if not self.knows(marker):
            raise UnknownName(f"no marker is called {marker!r}: add it to markers=")

    # ------------------------------------------------------------------- agreed at the start

    def option(self, name: str) -> Scalar:
        """Return the value of the house rule ``name``. Raises ``UnknownName`` if there is none."""
        try:
            return self.__state.info.options[name]
        except KeyError:
            raise UnknownName(f"no option is called {name!r}: add it to options=") from None

    def table(self, name: str) -> dict[str, Json]:
        """Return the house table ``name`` (such as the benefits of orders), or an empty table."""
        return self.__state.info.tables.get(name, {})

    def handle(self, subject: Subject) -> str:
        """Return the short name that players type for a unit, figure or side."""
        return self.__state.info.words.format_handle(subject)

    def tag(self, subject: Subject) -> str:
        """Return a subject's handle in display form, such as ``R1``."""
        return self.__state.info.words.format_display_handle(subject)

    @property
    def by_figure(self) -> bool:
        """Whether figures act individually."""
        return self.__state.info.words.by_figure

    @property
    def sides(self) -> tuple[SideId, ...]:
        """The ids of all sides, in the order of their declaration."""
        return tuple(side.id for side in self.__state.info.sides)

    def side_name(self, side: SideId) -> str:
        """Return a side's display name, such as ``Red``, or raise ``UnknownName``."""
        for known in self.__state.info.sides:
            if known.id == side:
                return known.name
        raise UnknownName(f"no side is called {side!r}")

    def player_name(self, side: SideId) -> str:
        """Return the name of a side's player, or "" if there is none."""
        return next((one.player for one in self.__state.info.sides if one.id == side), "")

    def other(self, side: SideId) -> SideId:
        """Return a side's opponent. Raises ``UnknownName`` if there is not exactly one."""
        others = tuple(one for one in self.sides if one != side)
        if len(others) != 1:
            raise UnknownName(
                f"{self.side_name(side)} has {format_count(len(others), 'opponent')}, not 1"
            )
        return others[0]

    def force(self, side: SideId) -> Force | None:
        """Return a side's force, with its name, points and profiles, or None before the muster."""
        return self.__state.forces.get(side)

    # ------------------------------------------------------------------------------- the clock

    @property
    def clock(self) -> Clock:
        """The turn, the phase, the side that acts in it, and the order of sides in this turn."""
        return self.__state.clock

    @property
    def turn(self) -> int:
        """The number of the turn, or 0 before the first turn."""
        return self.__state.clock.turn

    @property
    def phase(self) -> str:
        """The id of the phase, or "" before the first phase."""
        return self.__state.clock.phase

    @property
    def ended(self) -> End | None:
        """The end of the match with its winner, or None while the match continues."""
        return self.__state.current_values.ended

    # -------------------------------------------------------------------- units and figures

    def units(self, side: SideId | None = None) -> tuple[UnitId, ...]:
        """List the units that have figures on the table, sorted by side and handle."""
        return tuple(u for u in self.all_units(side) if self.__state.units[u].figures)

    def all_units(self, side: SideId | None = None) -> tuple[UnitId, ...]:
        """List all units, even those without figures, in the same order as ``units``."""
        units = self.__state.units
        found = [
            (self.__order[value.side], _make_natural_sort_key(unit), unit)
            for unit, value in units.items()
            if side is None or value.side == side
        ]
        return tuple(place[-1] for place in sorted(found))

    def unit(self, unit: UnitId) -> Unit:
        """Return a unit with its side, name and figures, or raise ``UnknownName``."""
        try:
            return self.__state.units[unit]
        except KeyError:
            raise UnknownName(f"no unit is called {subject_ids.format_handle(unit)}") from None

    def exists(self, unit: UnitId) -> bool:
        """Whether a unit has figures on the table."""
        value = self.__state.units.get(unit)
        return value is not None and bool(value.figures)

    def figures(self, unit: UnitId) -> tuple[FigureId, ...]:
        """List a unit's figures on the table, in roster order, or raise ``UnknownName``."""
        return self.unit(unit).figures

    def figure(self, figure: FigureId) -> Figure:
        """Return a figure, even if it has left the table, or raise ``UnknownName``.

        The figure's ``gone`` says how it left the table.
        """
        try:
            return self.__state.figures[figure]
        except KeyError:
            raise UnknownName(f"no figure is called {subject_ids.format_handle(figure)}") from None

    def all_figures(self, side: SideId | None = None) -> tuple[FigureId, ...]:
        """List all mustered figures in roster order, including those that left the table."""
        return tuple(
            f for f, value in self.__state.figures.items() if side is None or value.side == side
        )

    def side_of(self, subject: Subject) -> SideId:
        """Return the side of a unit or figure, or raise ``UnknownName``. A side is its own side."""
        if subject_ids.is_unit(subject):
            return self.unit(UnitId(subject)).side
        if subject_ids.is_figure(subject):
            return self.figure(FigureId(subject)).side
        return SideId(subject)

    def name_kind(self, figure: FigureId) -> str:
        """Return a figure's kind in its roster, such as ``raider``, or raise ``UnknownName``."""
        return self.__state.name_kind(self.figure(figure))

    def name_figure(self, figure: FigureId) -> str:
        """Return a figure's name (``Vara``) or its kind (``raider``), or raise ``UnknownName``."""
        return self.__state.name_figure(self.figure(figure))

    def profile(self, figure: FigureId, kind: type[T]) -> T:
        """Return a figure's profile as the ruleset's type ``kind``, or raise ``UnknownName``."""
        value = self.figure(figure)
        key = (value.side, value.profile, value.stats, kind)
        found = self.__profiles.get(key)
        if found is None:
            raw = self.__state.get_profile_values(value)
            found = self.__profiles[key] = msgspec.convert(raw, kind, strict=False)
        return found

    def new_unit(self, side: SideId) -> UnitId:
        """Return the id for a new unit of a side. Handles are never reused."""
        letter = subject_ids.format_handle(side)
        numbers = [
            int(subject_ids.format_handle(unit)[len(letter) :])
            for unit, value in self.__state.units.items()
            if value.side == side and subject_ids.format_handle(unit)[len(letter) :].isdigit()
        ]
        return subject_ids.make_unit_id(f"{letter}{max(numbers, default=0) + 1}")

    # ----------------------------------------------------------------- markers, links, points

    def mark(self, subject: Subject, marker: str) -> Scalar | None:
        """Return the value of a subject's marker, or None if it has no such marker."""
        found = self.__state.markers.get((subject, marker))
        return None if found is None else found.value

    def has(self, subject: Subject, marker: str) -> bool:
        """Whether a subject has a marker, whatever the marker's value."""
        return (subject, marker) in self.__state.markers

    def marker(self, subject: Subject, marker: str) -> Marker | None:
        """Return a subject's marker with its value and first turn, or None if there is none."""
        return self.__state.markers.get((subject, marker))

    def marked(self, marker: str) -> tuple[Subject, ...]:
        """List all subjects that have this marker, in a fixed order."""
        return tuple(
            sorted(
                (s for s, name in self.__state.markers if name == marker),
                key=_make_natural_sort_key,
            )
        )

    def links(self, relation: str, subject: Subject | None = None) -> tuple[Subject, ...]:
        """List the subjects linked to ``subject`` in either direction, or by default all linked
        subjects.
        """
        found: list[Subject] = []
        for name, a, b in self.__state.links:
            if name != relation:
                continue
            if subject is None:
                found.extend((a, b))
            elif a == subject:
                found.append(b)
            elif b == subject:
                found.append(a)
        return tuple(sorted(set(found), key=_make_natural_sort_key))

    def pairs(self, relation: str) -> tuple[tuple[Subject, Subject], ...]:
        """List all pairs (a, b) that a relation links, in the direction of the link."""
        found = [(a, b) for name, a, b in self.__state.links if name == relation]
        return tuple(
            sorted(
                found,
                key=lambda pair: (_make_natural_sort_key(pair[0]), _make_natural_sort_key(pair[1])),
            )
        )

    def link(self, relation: str, a: Subject, b: Subject) -> Link | None:
        """Return the link from ``a`` to ``b`` with its value and first turn, or None if there is
        none.
        """
        return self.__state.links.get((relation, a, b))

    def objectives(self) -> tuple[tuple[str, Objective], ...]:
        """List all objectives as (id, objective), sorted by id."""
        return tuple(sorted(self.__state.objectives.items()))

    def objective(self, objective: str) -> Objective | None:
        """Return the ``objective`` with this id, or None if there is none."""
        return self.__state.objectives.get(objective)

    def points(self, side: SideId) -> int:
        """Return the points that a side has scored so far."""
        return self.__state.points.get(side, 0)

    # --------------------------------------------------------------------- for consequences

    def take_touched(self) -> tuple[UnitId, ...]:
        """Return the units that changed since the last call, and forget these changes."""
        found = tuple(sorted(self.__state.touched, key=_make_natural_sort_key))
        self.__state.touched.clear()
        return found


@lru_cache(maxsize=4096)
def _make_natural_sort_key(subject: Subject) -> tuple[tuple[str, int], ...]:
    """Make a sort key that puts ``r2`` before ``r10``, and ``r2.1`` before ``r10.1``."""
    return tuple((text, int(number or 0)) for text, number in re.findall(r"(\D+)(\d*)", subject))


def group_equal_figures(
    figures: Iterable[FigureId], kind: Callable[[FigureId], T]
) -> tuple[tuple[T, tuple[FigureId, ...]], ...]:
    """Group figures of equal ``kind``, as (kind, figures), in the order of first appearance."""
    groups: dict[T, list[FigureId]] = {}
    for figure in figures:
        groups.setdefault(kind(figure), []).append(figure)
    return tuple((key, tuple(members)) for key, members in groups.items())


def choose_last(figures: Sequence[FigureId], count: int) -> tuple[FigureId, ...]:
    """Choose the last ``count`` of several identical ``figures``, given in roster order."""
    return tuple(figures[len(figures) - count :]) if count else ()


keep_old_names(__name__)
