"""From the events of a game to its tally. No rule is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tracker.application.campaigns.game_tally import (
    FORM,
    Depth,
    GameTally,
    Removal,
    Served,
    Thrown,
    read_stored_tally,
)
from tracker.application.chances.luck import is_known_in_full
from tracker.application.chances.pools import Pools
from tracker.application.log import attacks
from tracker.application.match.corruption import report_as_corruption
from tracker.application.match.decoding import decode_pages
from tracker.application.match.free_rolls import is_free
from tracker.application.match.match_history import MatchHistory
from tracker.leagues.league_events import Harm, Wound
from tracker.ledger.store import Store
from tracker.ledger.summary import Summary
from tracker.projection.history import RecordedEvent
from tracker.projection.state import State
from tracker.vocabulary import events as ev
from tracker.vocabulary.names import (
    FigureId,
    SideId,
    Subject,
    UnitId,
    handle,
    is_figure,
    is_unit,
    make_unit_id,
)

Key = tuple[SideId | None, UnitId | None, str]


def count_tally(path: Sequence[RecordedEvent], state: State) -> GameTally:
    """The tally of a game: ``path`` are the events that count, ``state`` is that after them."""
    count = _Count(state)
    for line in path:
        count.take(line)
    served = tuple(count.list_served())
    return GameTally(
        form=FORM,
        turns=state.clock.turn,
        depth=count.measure_depth(),
        points=dict(state.scores),
        units=served,
        removals=tuple(count.list_removals()),
        thrown=tuple(Thrown.of(*key, pools) for key, pools in sorted(count.pools.items(), key=_in)),
    )


def find_tally(store: Store, summary: Summary) -> GameTally | None:
    """The tally of a game by its row; None while it goes on.

    A row that another version of the program wrote is passed over: the events are read instead.
    """
    if summary.status != "ended":
        return None
    found = read_stored_tally(summary.table)
    if found is not None:
        return found
    story = MatchHistory()
    with report_as_corruption(store, summary.stream):
        story.load(decode_pages(store.read_pages(summary.stream)))
    return count_tally(story.path, story.state)


def _in(item: tuple[Key, Pools]) -> tuple[str, str, str]:
    side, unit, what = item[0]
    return (side or "", unit or "", what)


def find_mustered_unit(figure: Subject) -> UnitId:
    """The unit a figure was mustered with: ``u:r1`` for ``f:r1.3``."""
    return make_unit_id(handle(figure).partition(".")[0])


class _Count:
    """Everything in one pass over the events."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.units: dict[UnitId, tuple[SideId, str]] = {}
        self.origin: dict[UnitId, UnitId] = {}
        self.pools: dict[Key, Pools] = {}
        self.rolls = self.seen = self.sums = self.counted = self.by_hand = 0
        self._automatic: set[int] = set()
        self._nerve = _Nerve(state, self.of)
        self._takes: dict[type[ev.Event], Callable[[Any, RecordedEvent], None]] = {
            ev.ForceMustered: self._mustered,
            ev.FiguresJoined: self._joined,
            ev.UnitFormed: self._formed,
            ev.ActionTaken: self._taken,
            ev.Rolled: self._rolled,
            ev.Corrected: self._corrected,
            **self._nerve.takes,
        }

    def take(self, line: RecordedEvent) -> None:
        """Take in the next event."""
        take = self._takes.get(type(line.event))
        if take is not None:
            take(line.event, line)

    def of(self, subject: Subject | None) -> UnitId | None:
        """The mustered unit that a unit or figure belongs to; None for a side or nobody."""
        if subject is None:
            return None
        if is_figure(subject):
            return find_mustered_unit(subject)
        return self.origin.get(UnitId(subject)) if is_unit(subject) else None

    # ------------------------------------------------------------------------------- events

    def _mustered(self, event: ev.ForceMustered, _: RecordedEvent) -> None:
        for unit in event.units:
            self.units[unit.id] = event.side, unit.name
            self.origin[unit.id] = unit.id

    def _joined(self, event: ev.FiguresJoined, _: RecordedEvent) -> None:
        self.units.setdefault(find_mustered_unit(event.figures[0].id), (event.side, event.name))
        self.origin.setdefault(event.unit, event.unit)

    def _formed(self, event: ev.UnitFormed, line: RecordedEvent) -> None:
        self._nerve.formed[event.unit] = line.entry
        if event.unit not in self.origin:
            parts = Counter(map(find_mustered_unit, event.figures))
            if parts:
                self.origin[event.unit] = max(parts, key=parts.__getitem__)

    def _taken(self, event: ev.ActionTaken, line: RecordedEvent) -> None:
        if event.source == "default":
            self._automatic.add(line.version)

    def _corrected(self, event: ev.Corrected, line: RecordedEvent) -> None:
        if event.closes and line.action and line.action not in self._automatic:
            self.by_hand += 1

    def _rolled(self, event: ev.Rolled, _: RecordedEvent) -> None:
        if is_free(event):
            return
        self.rolls += 1
        self.sums += is_known_in_full(event)
        if not attacks.has_successes(event):
            return
        self.seen += 1
        self.counted += not event.faces
        key = (event.side, self.of(event.subject), event.what)
        for part in attacks.list_thrown(event):
            self.pools[key] = self.pools.get(key, Pools()) + Pools.of(part)

    # ------------------------------------------------------------------------------- results

    def measure_depth(self) -> Depth:
        return Depth(self.rolls, self.seen, self.sums, self.counted, self.by_hand)

    def list_served(self) -> Iterable[Served]:
        came: Counter[UnitId] = Counter()
        left: Counter[UnitId] = Counter()
        captives: Counter[UnitId] = Counter()
        fallen: dict[UnitId, list[str]] = {}
        taken: dict[UnitId, list[str]] = {}
        for figure, value in self.state.figures.items():
            unit = find_mustered_unit(figure)
            came[unit] += 1
            left[unit] += value.gone is None
            captives[unit] += value.gone == "captured"
            if value.gone is not None and value.name:
                names = taken if value.gone == "captured" else fallen
                names.setdefault(unit, []).append(value.name)
        harm = self._harm()
        for unit, (side, name) in self.units.items():
            yield Served(
                unit,
                side,
                name,
                came[unit],
                left[unit],
                self._nerve.lost[unit],
                tuple(fallen.get(unit, ())),
                captives[unit],
                tuple(taken.get(unit, ())),
                harm.get(unit, Harm()),
            )

    def _harm(self) -> dict[UnitId, Harm]:
        """What those who stand carry: wounds, and markers that are declared to last."""
        wounds: dict[UnitId, list[Wound]] = {}
        for figure, value in self.state.figures.items():
            if value.gone is None and value.wounds:
                wound = Wound(value.profile, value.wounds, value.name)
                wounds.setdefault(find_mustered_unit(figure), []).append(wound)
        marks: dict[UnitId, dict[str, ev.Scalar]] = {}
        lasting = {word.id: word.word for word in self.state.info.words.markers if word.lasting}
        for (subject, marker), lies in self.state.markers.items():
            known = self.state.units.get(UnitId(subject))
            unit = self.of(subject)
            if marker in lasting and known is not None and known.figures and unit is not None:
                marks.setdefault(unit, {})[marker] = lies.value
        return {
            unit: Harm(
                tuple(wounds.get(unit, ())),
                tuple(sorted(marks.get(unit, {}).items())),
                tuple(lasting[marker] for marker in sorted(marks.get(unit, {}))),
            )
            for unit in {*wounds, *marks}
        }

    def list_removals(self) -> Iterable[Removal]:
        """By the fate of each figure as it is in the end: what was put back is no loss."""
        found: Counter[tuple[UnitId, ev.RemovedHow, UnitId | None]] = Counter()
        for figure, value in self.state.figures.items():
            if value.gone is not None:
                found[find_mustered_unit(figure), value.gone, self.of(value.by)] += 1
        for (unit, how, by), figures in found.items():
            yield Removal(unit, how, by, figures)


class _Nerve:
    """How often units lose their nerve: a marker that says so is set where none lay before.

    A unit that is formed of others takes their fear along; that is not another loss of nerve.
    """

    def __init__(self, state: State, of: Callable[[Subject | None], UnitId | None]) -> None:
        self.lost: Counter[UnitId] = Counter()
        self._of = of
        self._state = state
        self._markers = {word.id for word in state.info.words.markers if word.nerve}
        self._lies: dict[tuple[Subject, str], str] = {}
        self._phase = ""
        self.formed: dict[Subject, int] = {}

    @property
    def takes(self) -> dict[type[ev.Event], Callable[[Any, RecordedEvent], None]]:
        if not self._markers:
            return {}
        return {
            ev.MarkerSet: self._set,
            ev.MarkerCleared: self._cleared,
            ev.TurnBegan: self._turn,
            ev.PhaseBegan: self._began,
        }

    def _set(self, event: ev.MarkerSet, line: RecordedEvent) -> None:
        if event.marker not in self._markers:
            return
        for subject in event.subjects:
            unit = self._of(subject)
            shaken = any((subject, marker) in self._lies for marker in self._markers)
            if unit is not None and not shaken and self.formed.get(subject) != line.entry:
                self.lost[unit] += 1
            self._lies[subject, event.marker] = event.until

    def _cleared(self, event: ev.MarkerCleared, _: RecordedEvent) -> None:
        for subject in event.subjects:
            self._lies.pop((subject, event.marker), None)

    def _turn(self, _event: ev.TurnBegan, _line: RecordedEvent) -> None:
        self._phase = ""
        self._expire("step", "phase", "side turn", "turn")

    def _began(self, event: ev.PhaseBegan, _: RecordedEvent) -> None:
        if event.turn_of is not None:
            self._expire("side turn", "own turn", side=event.turn_of)
        same = event.phase == self._phase and event.turn_of is None
        self._expire(*(("step",) if same else ("step", "phase")))
        self._phase = event.phase

    def _side(self, subject: Subject) -> SideId | None:
        found = self._state.units.get(UnitId(subject)) or self._state.figures.get(FigureId(subject))
        return None if found is None else found.side

    def _expire(self, *until: str, side: SideId | None = None) -> None:
        """What lasts until then lies no more; one's "own turn" is that of this side."""
        over = [
            (subject, marker)
            for (subject, marker), lasts in self._lies.items()
            if lasts in until and (lasts != "own turn" or self._side(subject) == side)
        ]
        for key in over:
            del self._lies[key]
