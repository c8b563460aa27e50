"""Computes a game's statistics for service records: removed figures, lost nerve and dice.

The statistics are computed when a game ends, and stored in the game's summary, so that campaign
reports need not read all games. The command ``rebuild`` computes the statistics again from the
events.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction

import msgspec
from msgspec import Struct

from tracker.application.chances.game_luck import is_counted_by_sum
from tracker.application.chances.success_count_rarity import PoolTotals
from tracker.application.log import attack_roll_chains
from tracker.application.match.free_rolls import is_free_roll
from tracker.application.match.match_entries import closes_action_to_make_way
from tracker.application.match.match_history import load_match_history
from tracker.leagues.league_events import CarriedDamage, Wound
from tracker.ledger.store_interface import Store
from tracker.ledger.stream_summary import StreamSummary
from tracker.projection.match_state import State
from tracker.projection.undo_history_tree import RecordedEvent
from tracker.vocabulary import events as ev
from tracker.vocabulary.events import RemovedHow
from tracker.vocabulary.subject_ids import (
    FigureId,
    SideId,
    Subject,
    UnitId,
    format_handle,
    is_figure,
    is_unit,
    make_unit_id,
)

FORM = 4
"""The version of the stored format. Statistics in an older format are computed again."""


class UnitRemoval(Struct, frozen=True, array_like=True, gc=False):
    """The number of a unit's figures that were removed in one way by one unit.

    ``by`` is the unit that removed the figures, or None if it is unknown.
    """

    unit: UnitId
    how: RemovedHow
    by: UnitId | None
    figures: int


class UnitTally(Struct, frozen=True, array_like=True, gc=False):
    """A unit's statistics in one game. They include units that split off from the unit or absorbed
    it.

    ``nerve`` is how often the unit lost its nerve. ``fallen`` contains its named figures that were
    lost but not captured, and ``taken`` those that were captured. ``harm`` is the damage to its
    survivors at the end of the game.
    """

    unit: UnitId
    side: SideId
    name: str
    mustered: int
    left: int
    nerve: int = 0
    fallen: tuple[str, ...] = ()
    captives: int = 0
    taken: tuple[str, ...] = ()
    harm: CarriedDamage = CarriedDamage()


class DiceTally(Struct, frozen=True, array_like=True, gc=False):
    """The dice and successes of one side and unit (None for no unit) in one kind of roll.

    ``dice`` contains triples: the numerator and denominator of a chance of success, and the number
    of dice with this chance.
    """

    side: SideId | None
    unit: UnitId | None
    what: str
    rolls: int
    made: int
    dice: tuple[tuple[int, int, int], ...]


def merge_dice_tallies(tallies: Iterable[DiceTally]) -> PoolTotals:
    rolls = made = 0
    dice: dict[tuple[int, int], int] = {}
    for one in tallies:
        rolls += one.rolls
        made += one.made
        for over, under, n in one.dice:
            share = over, under
            dice[share] = dice.get(share, 0) + n
    return PoolTotals(rolls, made, {Fraction(*share): n for share, n in dice.items()})


class RecordingCompleteness(Struct, frozen=True, array_like=True, gc=False):
    """How completely a game was recorded.

    Of all ``rolls``, the dice are known for ``pools`` dice pools and ``sums`` sums of dice.
    ``counted`` is the number of pools for which only the successes were entered. ``by_hand`` is the
    number of actions for which only the outcome was entered.
    """

    rolls: int = 0
    pools: int = 0
    sums: int = 0
    counted: int = 0
    by_hand: int = 0

    def __add__(self, other: RecordingCompleteness) -> RecordingCompleteness:
        mine, theirs = msgspec.structs.astuple(self), msgspec.structs.astuple(other)
        return RecordingCompleteness(*(a + b for a, b in zip(mine, theirs, strict=True)))


class GameTally(Struct, frozen=True, array_like=True):
    """The statistics of a finished game. ``points`` contains each side's victory points."""

    form: int
    turns: int
    depth: RecordingCompleteness
    points: dict[SideId, int]
    units: tuple[UnitTally, ...]
    removals: tuple[UnitRemoval, ...]
    thrown: tuple[DiceTally, ...]

    def find_side(self, unit: UnitId | None) -> SideId | None:
        return next((one.side for one in self.units if one.unit == unit), None)

    def list_kills(self) -> Iterator[UnitRemoval]:
        """Yield the removals that were caused by a unit of the other side."""
        sides = {one.unit: one.side for one in self.units}
        for one in self.removals:
            if one.by is not None and sides[one.by] != sides[one.unit]:
                yield one

    def count_kills_by_unit(self) -> Counter[UnitId]:
        kills: Counter[UnitId] = Counter()
        for one in self.list_kills():
            assert one.by is not None
            kills[one.by] += one.figures
        return kills


_encode = msgspec.json.Encoder(order="deterministic").encode
_decode = msgspec.json.Decoder(GameTally).decode


def encode_game_tally(tally: GameTally) -> str:
    return _encode(tally).decode()


def decode_game_tally(text: str) -> GameTally | None:
    """Decode stored statistics. Return None if the text is empty, invalid or in another format."""
    try:
        found = _decode(text) if text else None
    except msgspec.MsgspecError:
        return None
    return found if found is not None and found.form == FORM else None


def is_older_tally_format(stored: str, current: str) -> bool:
    """Return whether the stored statistics of a finished game are missing or in an older format.

    ``current`` is the newly computed text, which is empty while the game is running.
    """
    try:
        (form, *_) = msgspec.json.decode(stored, type=list) if stored else (0,)
    except (msgspec.MsgspecError, ValueError):
        return False
    return bool(current) and type(form) is int and 0 <= form < FORM


Key = tuple[SideId | None, UnitId | None, str]


def compute_game_tally(path: Sequence[RecordedEvent], state: State) -> GameTally:
    """Compute a game's statistics from its final state and from all events that have not been
    undone.
    """
    count = _TallyCounter(state, attack_roll_chains.combine_opposed_rolls(path))
    for line in path:
        count.count_event(line)
    depth = RecordingCompleteness(count.rolls, count.seen, count.sums, count.counted, count.by_hand)
    return GameTally(
        form=FORM,
        turns=state.clock.turn,
        depth=depth,
        points=dict(state.scores),
        units=tuple(count.list_unit_tallies()),
        removals=tuple(count.list_final_removals()),
        thrown=tuple(count.list_dice_tallies()),
    )


def load_or_compute_finished_game_tally(store: Store, summary: StreamSummary) -> GameTally | None:
    """Load a game's statistics, or compute them from its events if the stored ones are outdated.

    Return None if the game has not ended.
    """
    if summary.status != "ended":
        return None
    found = decode_game_tally(summary.table)
    if found is not None:
        return found
    history = load_match_history(store, summary.stream)
    return compute_game_tally(history.path, history.state)


def get_original_unit_id(figure: Subject) -> UnitId:
    """Return the unit to which a figure belonged at the start of the game, such as ``u:r1`` for
    ``f:r1.3``.
    """
    return make_unit_id(format_handle(figure).partition(".")[0])


class _TallyCounter:
    def __init__(self, state: State, opposed: dict[ev.Version, ev.Rolled]) -> None:
        self.state = state
        self.opposed = opposed
        self.units: dict[UnitId, tuple[SideId, str]] = {}
        self.origin: dict[UnitId, UnitId] = {}
        self.figure_names: dict[FigureId, str] = {}  # from the start, as in the campaign
        self.pools: dict[Key, PoolTotals] = {}
        self.rolls = self.seen = self.sums = self.counted = self.by_hand = 0
        self._automatic: set[int] = set()
        self._nerve = _NerveCounter(state, self.find_original_unit)

    def count_event(self, line: RecordedEvent) -> None:
        event = line.event
        match event:
            case ev.ForceMustered(side=side, units=units):
                for mustered in units:
                    self.units[mustered.id] = side, mustered.name
                    self.origin[mustered.id] = mustered.id
                    self._store_figure_names(mustered.figures)
            case ev.FiguresJoined(unit=unit, side=side, name=name, figures=joined):
                self.units.setdefault(get_original_unit_id(joined[0].id), (side, name))
                self.origin.setdefault(unit, unit)
                self._store_figure_names(joined)
            case ev.UnitFormed(unit=unit, figures=figures):
                self._nerve.formed[unit] = line.entry
                parts = Counter(map(get_original_unit_id, figures))
                if parts and unit not in self.origin:
                    self.origin[unit] = max(parts, key=parts.__getitem__)
            case ev.ActionTaken(source="default"):
                self._automatic.add(line.version)
            case ev.Corrected(closes=True) if not closes_action_to_make_way(event):
                self.by_hand += bool(line.action) and line.action not in self._automatic
            case ev.Rolled() if not is_free_roll(event):
                self._count_roll(event, line.version)
            case _:
                self._nerve.track_lost_nerve(event, line.entry)

    def _store_figure_names(self, figures: Iterable[ev.MusteredFigure]) -> None:
        self.figure_names |= {figure.id: figure.name for figure in figures}

    def find_original_unit(self, subject: Subject | None) -> UnitId | None:
        """Return the unit to which a unit or figure originally belonged, or None for a side or for
        None.
        """
        if subject is None:
            return None
        if is_figure(subject):
            return get_original_unit_id(subject)
        return self.origin.get(UnitId(subject)) if is_unit(subject) else None

    def _count_roll(self, event: ev.Rolled, version: ev.Version) -> None:
        event = self.opposed.get(version, event)
        self.rolls += 1
        self.sums += is_counted_by_sum(event)
        if not attack_roll_chains.is_success_lucky_for_roller(event):
            return
        self.seen += 1
        self.counted += not event.faces and version not in self.opposed
        key = (event.side, self.find_original_unit(event.subject), event.what)
        for part in attack_roll_chains.split_into_throw_and_reroll(event):
            self.pools[key] = self.pools.get(key, PoolTotals()) + PoolTotals.from_roll(part)

    def list_unit_tallies(self) -> Iterable[UnitTally]:
        came: Counter[UnitId] = Counter()
        left: Counter[UnitId] = Counter()
        captives: Counter[UnitId] = Counter()
        fallen: dict[UnitId, list[str]] = {}
        taken: dict[UnitId, list[str]] = {}
        for figure, value in self.state.figures.items():
            unit = get_original_unit_id(figure)
            came[unit] += 1
            left[unit] += value.gone is None
            captives[unit] += value.gone == "captured"
            name = self.figure_names[figure]
            if value.gone is not None and name:
                names = taken if value.gone == "captured" else fallen
                names.setdefault(unit, []).append(name)
        harm = self._collect_damage_of_survivors()
        for unit, (side, name) in self.units.items():
            yield UnitTally(
                unit,
                side,
                name,
                came[unit],
                left[unit],
                self._nerve.lost[unit],
                tuple(fallen.get(unit, ())),
                captives[unit],
                tuple(taken.get(unit, ())),
                harm.get(unit, CarriedDamage()),
            )

    def list_dice_tallies(self) -> Iterator[DiceTally]:
        by_name = sorted(self.pools.items(), key=lambda item: [part or "" for part in item[0]])
        for key, pools in by_name:
            dice = tuple((p.numerator, p.denominator, n) for p, n in sorted(pools.dice.items()))
            yield DiceTally(*key, pools.rolls, pools.made, dice)

    def _collect_damage_of_survivors(self) -> dict[UnitId, CarriedDamage]:
        wounds: dict[UnitId, list[Wound]] = {}
        for figure, value in self.state.figures.items():
            if value.gone is None and value.wounds:
                wound = Wound(value.profile, value.wounds, self.figure_names[figure])
                wounds.setdefault(get_original_unit_id(figure), []).append(wound)
        marks: dict[UnitId, dict[str, ev.Scalar]] = {}
        lasting = {word.id: word.word for word in self.state.info.words.markers if word.lasting}
        for (subject, marker), lies in self.state.markers.items():
            known = self.state.units.get(UnitId(subject))
            unit = self.find_original_unit(subject)
            if marker in lasting and known is not None and known.figures and unit is not None:
                marks.setdefault(unit, {})[marker] = lies.value
        damage = {}
        for unit in {*wounds, *marks}:
            kept = sorted(marks.get(unit, {}).items())
            words = tuple(lasting[marker] for marker, _ in kept)
            damage[unit] = CarriedDamage(tuple(wounds.get(unit, ())), tuple(kept), words)
        return damage

    def list_final_removals(self) -> Iterable[UnitRemoval]:
        """Yield the removals of figures that did not return, counted by unit, kind and cause."""
        found: Counter[tuple[UnitId, ev.RemovedHow, UnitId | None]] = Counter()
        for figure, value in self.state.figures.items():
            if value.gone is not None:
                by = self.find_original_unit(value.by)
                found[get_original_unit_id(figure), value.gone, by] += 1
        for (unit, how, by), figures in found.items():
            yield UnitRemoval(unit, how, by, figures)


class _NerveCounter:
    """Counts how often each unit loses its nerve. A unit without nerve cannot lose it again.

    Markers that a merged unit inherits from its parts are not counted either.
    """

    def __init__(self, state: State, of: Callable[[Subject | None], UnitId | None]) -> None:
        self.lost: Counter[UnitId] = Counter()
        self._of = of
        self._state = state
        self._markers = {word.id for word in state.info.words.markers if word.nerve}
        self._lies: dict[tuple[Subject, str], str] = {}
        self._phase = ""
        self.formed: dict[Subject, int] = {}

    def track_lost_nerve(self, event: ev.AnyEvent, entry: ev.Version) -> None:
        """Keep track of the subjects that have lost their nerve, and count each new loss for its
        unit.
        """
        match event:
            case ev.MarkerSet(subjects=subjects, marker=marker) if marker in self._markers:
                for subject in subjects:
                    unit = self._of(subject)
                    shaken = any((subject, each) in self._lies for each in self._markers)
                    if unit is not None and not shaken and self.formed.get(subject) != entry:
                        self.lost[unit] += 1
                    self._lies[subject, marker] = event.until
            case ev.MarkerCleared(subjects=subjects, marker=marker):
                for subject in subjects:
                    self._lies.pop((subject, marker), None)
            case ev.TurnBegan():
                self._phase = ""
                self._remove_expired_markers("step", "phase", "side turn", "turn")
            case ev.PhaseBegan(phase=phase, turn_of=turn_of):
                if turn_of is not None:
                    self._remove_expired_markers("side turn", "own turn", side=turn_of)
                same = phase == self._phase and turn_of is None
                self._remove_expired_markers(*(("step",) if same else ("step", "phase")))
                self._phase = phase

    def _find_side(self, subject: Subject) -> SideId | None:
        found = self._state.units.get(UnitId(subject)) or self._state.figures.get(FigureId(subject))
        return None if found is None else found.side

    def _remove_expired_markers(self, *until: str, side: SideId | None = None) -> None:
        """Remove the markers with the given durations.

        A marker that lasts until an "own turn" is removed only if its bearer belongs to ``side``.
        """
        for key in [one for one, lasts in self._lies.items() if lasts in until]:
            if self._lies[key] != "own turn" or self._find_side(key[0]) == side:
                del self._lies[key]
