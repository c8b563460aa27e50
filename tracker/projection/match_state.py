"""The state of a match: flat tables of frozen values, computed only from events.

The state is independent of rulesets. ``fork_state`` copies the tables within microseconds. For
odds, ``make_overlay`` makes a state that stores only how it differs from another state.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from operator import attrgetter
from typing import Any, Final, Generic, TypeVar

from msgspec import Struct

from tracker.vocabulary.events import Json, MatchOpened, RemovedHow, Scalar, Version
from tracker.vocabulary.subject_ids import (
    FigureId,
    SideId,
    Subject,
    UnitId,
    is_side,
    is_unit,
    name_profile_kind,
)

K = TypeVar("K")
V = TypeVar("V")


GONE: Final = object()
"""The value in an overlay for a key that was removed from the base mapping."""
_MISSING: Final = object()

Delta = frozenset[tuple[Any, Any]]


class OverlayMapping(MutableMapping[K, V], Generic[K, V]):
    """A mapping that stores changes to ``base`` without changing ``base``."""

    __slots__ = ("_delta", "base", "changes")

    def __init__(self, base: MutableMapping[K, V], delta: Delta = frozenset()) -> None:
        self.base = base
        self.changes: dict[K, Any] = dict(delta)
        self._delta: Delta | None = delta  # the current changes, if they were computed

    def make_delta(self) -> Delta:
        """Return the changes as a frozen set, which can be compared and restored."""
        if self._delta is None:
            self._delta = frozenset(self.changes.items())
        return self._delta

    def replace_delta(self, delta: Delta) -> None:
        """Replace all changes with those of ``delta``."""
        if delta is not self._delta:
            self.changes = dict(delta)
            self._delta = delta

    def __getitem__(self, key: K) -> V:
        value = self.changes.get(key, _MISSING)
        if value is _MISSING:
            return self.base[key]
        if value is GONE:
            raise KeyError(key)
        return value  # type: ignore[no-any-return]

    def get(self, key: K, default: Any = None) -> Any:
        value = self.changes.get(key, _MISSING)
        if value is _MISSING:
            return self.base.get(key, default)
        return default if value is GONE else value

    def __contains__(self, key: object) -> bool:
        value = self.changes.get(key, _MISSING)  # type: ignore[arg-type]
        return key in self.base if value is _MISSING else value is not GONE

    def __setitem__(self, key: K, value: V) -> None:
        self._delta = None
        if key in self.base and self.base[key] == value:
            self.changes.pop(key, None)
        else:
            self.changes[key] = value

    def __delitem__(self, key: K) -> None:
        if key not in self:
            raise KeyError(key)
        self._delta = None
        if key in self.base:
            self.changes[key] = GONE
        else:
            del self.changes[key]

    def __iter__(self) -> Iterator[K]:
        for key in self.base:
            if self.changes.get(key, _MISSING) is not GONE:
                yield key
        yield from sorted((key for key in self.changes if key not in self.base), key=repr)

    def __len__(self) -> int:
        return sum(1 for _ in self)


MarkerKey = tuple[Subject, str]
LinkKey = tuple[str, Subject, Subject]

PROFILE: Final = "profile"
"""The name under which a figure's changed profile is stored among its changed stats."""

NOT_OPENED: Final = MatchOpened(title="", ruleset="", ruleset_version="", sides=())


class Force(Struct, frozen=True):
    """A mustered force, with its roster's ``name``, ``points`` and ``profiles``."""

    side: SideId
    name: str
    points: int
    profiles: dict[str, dict[str, Json]]


class Clock(Struct, frozen=True, gc=False):
    """The current turn, phase and step of the match.

    ``side`` acts in this phase (None means all sides), and ``order`` is the order of sides. If a
    phase has several parts, ``step`` is the current part, and ``subject`` is its subject.
    """

    turn: int = 0
    phase: str = ""
    side: SideId | None = None
    step: str = ""
    subject: Subject | None = None
    order: tuple[SideId, ...] = ()


class Unit(Struct, frozen=True, gc=False):
    """A unit: its ``name``, the ``figures`` on the table, and the number it ``started`` with.

    If its last figures joined another unit, ``joined_unit`` is that unit.
    """

    side: SideId
    name: str
    figures: tuple[FigureId, ...]
    started: int
    joined_unit: UnitId | None = None


class Figure(Struct, frozen=True, gc=False):
    """A figure with its ``name``, ``profile`` and ``wounds``.

    ``number`` is its position in the muster. ``gone`` says how it left the table, and ``by`` is the
    subject that removed it. ``lost`` and ``gained`` are changes to its gear. ``stats`` override its
    profile. If ``joined`` is true, players added it later, and it is not in the roster.
    """

    unit: UnitId
    side: SideId
    profile: str
    name: str
    number: int
    wounds: int = 0
    lost: tuple[str, ...] = ()
    gained: tuple[str, ...] = ()
    gone: RemovedHow | None = None
    by: Subject | None = None
    stats: tuple[tuple[str, str], ...] = ()
    joined: bool = False


class Marker(Struct, frozen=True, gc=False):
    """A marker on a subject. Its ``value`` was set in the turn ``since``.

    ``until`` says when it expires. The sides in ``hidden_from`` do not see its value.
    """

    value: Scalar
    since: int
    until: str = ""
    by: Subject | None = None
    hidden_from: tuple[SideId, ...] = ()

    @property
    def visible_value(self) -> Scalar:
        """The value that everybody may see. If the value is hidden from any side, this is True."""
        return True if self.hidden_from else self.value

    @property
    def displayed_start_turn(self) -> int:
        """The start turn to display: the marker's value if it is a number; otherwise, ``since``."""
        return self.since if isinstance(self.value, (bool, str)) else self.value


class Link(Struct, frozen=True, gc=False):
    """A link with its ``value``. ``since`` is its first turn, and ``until`` says when it ends."""

    value: Scalar
    since: int
    until: str = ""


class Objective(Struct, frozen=True):
    """An objective of one side or of all, with its ``label``.

    ``data`` contains (name, value) pairs.
    """

    label: str
    side: SideId | None
    data: tuple[tuple[str, Any], ...]


class End(Struct, frozen=True, gc=False):
    """The end of a match. If there is no ``winner``, the match is a draw.

    ``how`` is the kind of end. ``scores`` are (side, points) pairs.
    """

    how: str
    winner: SideId | None
    scores: tuple[tuple[SideId, int], ...]
    why: str


class CurrentValues(Struct, frozen=True, gc=False):
    """The values that exist only once in a state: the clock, the stack of open actions, and the
    end.

    ``open`` contains the versions of the open actions (innermost last), and ``doing`` their names.
    If ``aside`` is true, the match is archived.
    """

    clock: Clock = Clock()
    open: tuple[Version, ...] = ()
    doing: tuple[str, ...] = ()
    ended: End | None = None
    aside: bool = False


Changes = tuple[frozenset[Any], ...]

_FACT_TABLES = ("single", "units", "figures", "markers", "links", "objectives", "points")
FactTables = tuple[MutableMapping[Any, Any], ...]
_get_fact_tables: Callable[[State], FactTables] = attrgetter(*_FACT_TABLES)


class State:
    """All tables of a match. Only ``match_event_fold`` changes them.

    ``passing`` maps each duration to the markers and links with this duration, so that expired ones
    are found without a search. In an overlay, ``passing`` is None, and all of them are searched.
    """

    __slots__ = (*_FACT_TABLES, "forces", "info", "passing", "touched")

    def __init__(self) -> None:
        self.info = NOT_OPENED
        self.forces: dict[SideId, Force] = {}
        self.single: MutableMapping[str, CurrentValues] = {"now": CurrentValues()}
        self.units: MutableMapping[UnitId, Unit] = {}
        self.figures: MutableMapping[FigureId, Figure] = {}
        self.markers: MutableMapping[MarkerKey, Marker] = {}
        self.links: MutableMapping[LinkKey, Link] = {}
        self.objectives: MutableMapping[str, Objective] = {}
        self.points: MutableMapping[SideId, int] = {}
        self.touched: set[UnitId] = set()
        self.passing: defaultdict[str, set[MarkerKey | LinkKey]] | None = defaultdict(set)

    def name_kind(self, figure: Figure) -> str:
        """Return a figure's kind as in its roster, such as ``raider`` for profile ``raider 2``."""
        profiles = self.forces[figure.side].profiles if figure.side in self.forces else {}
        return name_profile_kind(figure.profile, profiles)

    def name_figure(self, figure: Figure) -> str:
        return figure.name or self.name_kind(figure)

    def get_profile_values(self, figure: Figure) -> dict[str, Any]:
        """Return a figure's profile as its roster has it, with the figure's changed stats."""
        stats = dict(figure.stats)
        name = stats.pop(PROFILE, figure.profile)
        return self.forces[figure.side].profiles[name] | stats

    def find_side(self, subject: Subject) -> SideId | None:
        """Find the side to which a subject belongs, or None for the match itself."""
        if is_side(subject):
            return SideId(subject)
        found = self.units.get(UnitId(subject)) or self.figures.get(FigureId(subject))
        return None if found is None else found.side

    @property
    def current_values(self) -> CurrentValues:
        return self.single["now"]

    @property
    def scores(self) -> Mapping[SideId, int]:
        """The points of each side, or the final points if the match has ended with any."""
        ended = self.current_values.ended
        return {**self.points, **dict(ended.scores)} if ended is not None else self.points

    @property
    def clock(self) -> Clock:
        return self.single["now"].clock

    def list_fact_tables(self) -> FactTables:
        """List the tables that facts change, in a fixed order."""
        return _get_fact_tables(self)

    def _with_tables(self, tables: FactTables) -> State:
        new = State.__new__(State)
        new.info = self.info
        new.forces = self.forces
        (new.single, new.units, new.figures, new.markers, new.links, new.objectives, new.points) = (
            tables
        )
        new.touched = set()
        new.passing = None
        return new

    def fork_state(self) -> State:
        """Make an independent copy of this state."""
        new = self._with_tables(tuple(dict(table) for table in self.list_fact_tables()))
        new.touched = set(self.touched)
        if self.passing is not None:
            new.passing = defaultdict(set, {key: set(found) for key, found in self.passing.items()})
        return new

    def make_overlay(self, changes: Changes | None = None) -> State:
        """Make an overlay: a state that stores its ``changes`` on top of this state."""
        new = self._with_tables(tuple(OverlayMapping(table) for table in self.list_fact_tables()))
        if changes is not None:
            new.replace_changes(changes)
        return new

    def replace_changes(self, changes: Changes) -> None:
        """Replace an overlay's changes. Raises ``TypeError`` if this state is not an overlay."""
        *deltas, touched = changes
        for table, delta in zip(self.list_fact_tables(), deltas, strict=True):
            if not isinstance(table, OverlayMapping):
                raise TypeError("only an overlay has changes to replace")
            table.replace_delta(delta)
        self.touched = set(touched)

    def compute_changes(self) -> Changes:
        """Return an overlay's changes and touched units as values that can be compared."""
        deltas = (
            table.make_delta() if isinstance(table, OverlayMapping) else frozenset()
            for table in self.list_fact_tables()
        )
        return (*deltas, frozenset(self.touched))

    def find_changed_units(self, changes: Changes) -> set[UnitId]:
        """Find the units that ``changes`` affect, including through their figures and markers."""
        _, units, figures, markers, *_ = changes
        found = {unit for unit, _ in units}
        bearers = {subject for (subject, _), _ in markers}
        found.update(UnitId(subject) for subject in bearers if is_unit(subject))
        after = (value for _, value in figures if value is not GONE)
        before = (self.figures.get(name) for name in bearers.union(name for name, _ in figures))
        found.update(one.unit for one in (*after, *before) if one is not None)
        return found

    def find_changed_markers(self, changes: Changes) -> set[MarkerKey]:
        return {key for key, _ in changes[3]}

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State)
            and self.info == other.info
            and self.forces == other.forces
            and all(
                dict(a) == dict(b)
                for a, b in zip(self.list_fact_tables(), other.list_fact_tables(), strict=True)
            )
        )

    __hash__ = None  # type: ignore[assignment]
