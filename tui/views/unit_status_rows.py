"""The rows of a side's roster, with figures left, markers, links, and whether units are still to
act.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping

from msgspec import Struct, field

from tracker.application.log.match_display_names import format_repeat_count
from tracker.procedures.ruleset import ResourceTally, SubjectNotes
from tracker.projection.displayed_subject_status import (
    list_visible_links,
    list_visible_markers,
    list_wound_and_lost_gear_signs,
)
from tracker.projection.match_state import Marker, State
from tracker.vocabulary.count_wording import format_figure_count
from tracker.vocabulary.ruleset_display_names import MarkerWord
from tracker.vocabulary.subject_ids import FigureId, SideId, Subject, UnitId, format_handle

LEFT = "left"
CANNOT = "–"
GONE = "†"
JOINED = "→"


class UnitMark(Struct, frozen=True):
    """A unit's mark, as a sign and in words. Marks that most units have are aligned in a column."""

    sign: str
    words: str
    is_serious: bool = False
    has_column: bool = False
    source_id: str = ""


class RosterRow(Struct, frozen=True):
    """A unit's row in a roster. ``status`` says whether the unit is still to act.

    If the unit cannot act, ``idle_reason`` gives the reason. If requested, ``kinds`` lists the
    unit's figures with their equipment. ``notes`` are the ruleset's notes. If ``is_carried`` is
    true, the unit in the row above carries the unit.
    """

    unit: UnitId
    number: str
    name: str
    figures_left: int
    started: int
    marks: tuple[UnitMark, ...]
    figures: str
    kinds: tuple[str, ...] = ()
    status: str = ""
    idle_reason: str = ""
    last_shot: str = ""
    notes: tuple[str, ...] = ()
    is_acting: bool = False
    is_target: bool = False
    is_carried: bool = False


class TableFocus(Struct, frozen=True):
    """The focus of the table: the due subjects, the actor and the targets.

    ``idle_reasons`` maps units to the reasons why they cannot act, and ``last_shots`` maps units
    to their last shots. ``sheets`` are the ruleset's notes on units, and ``describe_equipment``
    describes a figure's equipment.
    """

    due: frozenset[Subject] = frozenset()
    side: SideId | None = None
    actor: Subject | None = None
    targets: frozenset[Subject] = frozenset()
    idle_reasons: Mapping[Subject, str] = field(default_factory=dict)
    last_shots: Mapping[Subject, str] = field(default_factory=dict)
    sheets: Mapping[Subject, SubjectNotes] = field(default_factory=dict)
    describe_equipment: Callable[[FigureId], str] = lambda _: ""


def build_roster_rows(
    state: State, side: SideId, focus: TableFocus | None = None, *, with_equipment: bool = False
) -> list[RosterRow]:
    """Build a side's rows by unit number, including removed units. Carried units follow their
    carriers.
    """
    units = [unit for unit, value in state.units.items() if value.side == side]
    carriers = _map_carriers(state)
    focus = focus or TableFocus()
    ordered = sorted(
        units,
        key=lambda unit: (
            _make_sort_key(carriers.get(unit) or unit),
            _make_sort_key(unit) if unit in carriers else (),
        ),
    )
    return [
        _build_row(state, unit, focus, is_carried=unit in carriers, kinds=with_equipment)
        for unit in ordered
    ]


def _map_carriers(state: State) -> dict[Subject, Subject]:
    kinds = {word.id for word in state.info.words.links if word.carried}
    return {a: b for relation, a, b in state.links if relation in kinds}


def _make_sort_key(unit: Subject) -> tuple[int, str]:
    number = format_handle(unit)[1:]
    return (int(number) if number.isdigit() else 0, unit)


def get_unit_number(subject: Subject) -> str:
    return format_handle(subject)[1:]


def _build_row(
    state: State, unit: UnitId, focus: TableFocus, *, is_carried: bool, kinds: bool
) -> RosterRow:
    value, sheet = state.units[unit], focus.sheets.get(unit, SubjectNotes())
    return RosterRow(
        unit=unit,
        number=get_unit_number(unit),
        name=value.name,
        figures_left=len(value.figures),
        started=value.started,
        marks=_list_marks(state, unit, sheet) if value.figures else (),
        figures=_describe_figures(state, unit),
        kinds=_describe_figure_kinds(state, unit, focus.describe_equipment) if kinds else (),
        status=_get_status(state, unit, focus),
        idle_reason=focus.idle_reasons.get(unit, ""),
        last_shot=focus.last_shots.get(unit, ""),
        notes=sheet.more,
        is_acting=unit == focus.actor,
        is_target=unit in focus.targets,
        is_carried=is_carried,
    )


def _describe_figures(state: State, unit: UnitId) -> str:
    """Describe a unit's remaining figures, such as ``7 riflemen, 1 gunner``."""
    counts = Counter(state.name_kind(state.figures[figure]) for figure in state.units[unit].figures)
    if list(counts.values()) == [1]:
        return next(iter(counts))
    return ", ".join(format_figure_count(n, profile) for profile, n in counts.items())


def _describe_figure_kinds(
    state: State, unit: UnitId, describe_equipment: Callable[[FigureId], str]
) -> tuple[str, ...]:
    """Describe figures by kind and equipment, such as ``7 riflemen: rifle, medium shields``."""
    figures = state.units[unit].figures
    counts = Counter(
        (state.name_kind(state.figures[figure]), describe_equipment(figure)) for figure in figures
    )
    if not any(equipment for _, equipment in counts):
        return ()
    alone = sum(counts.values()) == 1
    return tuple(
        ": ".join(filter(None, (kind if alone else format_figure_count(n, kind), equipment)))
        for (kind, equipment), n in counts.items()
    )


def _list_marks(state: State, unit: UnitId, sheet: SubjectNotes) -> tuple[UnitMark, ...]:
    all_marks = (
        *map(_make_tally_mark, sheet.tallies),
        *_list_figure_marks(state, unit),
        *list_wound_and_gear_marks(state, state.units[unit].figures),
        *_list_unit_marks(state, unit, sheet.told),
        *_list_link_marks(state, unit),
    )
    return tuple(sorted(all_marks, key=lambda mark: not mark.has_column))


def _make_tally_mark(tally: ResourceTally) -> UnitMark:
    """Format a tally as ``▪1+2/4`` (spent, held and limit), or as ``2/2 AP`` (left and limit)."""
    if tally.pips:
        sign = f"{tally.left}/{tally.limit} {tally.sign or tally.word}"
        words = f"{tally.left} of {tally.limit} {tally.word}"
        return UnitMark(sign, words, source_id=tally.word)
    spent = "" if tally.spent == 0 and (tally.sign or tally.held) else tally.spent
    count = f"{spent}{f'+{tally.held}' if tally.held else ''}"
    held = f", {tally.held} held" if tally.held else ""
    words = f"{tally.word} {tally.spent} of {tally.limit}{held}"
    return UnitMark(f"{tally.sign}{count}/{tally.limit}", words, source_id=tally.word)


def _list_figure_marks(state: State, unit: UnitId) -> Iterator[UnitMark]:
    figures = state.units[unit].figures
    for word in state.info.words.visible_markers:
        carried = [(f, state.markers[f, word.id]) for f in figures if (f, word.id) in state.markers]
        if carried:
            yield _make_figure_mark(word, len(carried), carried[0][1], is_single=len(figures) == 1)


def list_wound_and_gear_marks(state: State, figures: Collection[FigureId]) -> list[UnitMark]:
    return [
        UnitMark(sign, words, is_serious=sign.startswith("w"))
        for sign, words in list_wound_and_lost_gear_signs(state, figures)
    ]


def format_marker_sign(word: MarkerWord, value: object) -> str:
    """Format a marker's sign, with its number or text if that is visible."""
    short = word.sign or word.word
    if isinstance(value, str) and value in word.says:
        return word.says[value][1]
    if word.shown == "value" and not isinstance(value, bool):
        return f"{short} {value}" if isinstance(value, str) else f"{short}{value}"
    return f"{short}{value}" if format_repeat_count(word, value) else short


def _make_figure_mark(word: MarkerWord, count: int, marker: Marker, *, is_single: bool) -> UnitMark:
    value = marker.visible_value
    if is_single:
        value_text = "" if value is True or word.shown != "value" else f" {value}"
        short = format_marker_sign(word, value)
        words = f"{word.word}{value_text}{format_repeat_count(word, value)}"
        return UnitMark(f"{short}{'1' if short == '−' else ''}", words, source_id=word.id)
    sign = f"{word.sign}{count}" if word.sign else f"{count} {word.word}"
    return UnitMark(sign, f"{count} {word.word}", source_id=word.id)


def _list_unit_marks(
    state: State, unit: UnitId, shown_elsewhere: tuple[str, ...]
) -> Iterator[UnitMark]:
    for word, marker in list_visible_markers(state, unit):
        if marker.until != "phase" and word.id not in shown_elsewhere:
            yield _build_unit_mark(word, marker)


def _build_unit_mark(word: MarkerWord, marker: Marker) -> UnitMark:
    if word.shown == "since":
        since = f"{word.word} T{marker.displayed_start_turn}"
        return UnitMark(since, since, is_serious=True, source_id=word.id)
    value, has_column, is_serious = marker.visible_value, bool(word.says), False
    if word.shown == "value" and value is not True:
        has_column = has_column or not isinstance(value, str)
        words = word.format_value(f"{value}")
    else:
        hidden = " face down" if marker.hidden_from else format_repeat_count(word, value)
        words, is_serious = word.word + hidden, word.word.isupper()
    has_column = has_column and marker.until == "turn"
    return UnitMark(format_marker_sign(word, value), words, is_serious, has_column, word.id)


def _list_link_marks(state: State, unit: UnitId) -> Iterator[UnitMark]:
    """List a unit's links, such as ``melee 3``, but not the units that it carries."""
    for word, phrase, others in list_visible_links(state, unit):
        if not word.carried and phrase == word.word:
            numbers = ",".join(map(get_unit_number, sorted(others, key=_make_sort_key)))
            sign = f"{word.sign or phrase}{numbers}"
            yield UnitMark(sign, f"{phrase} {numbers}", is_serious=True, source_id=word.id)


def _get_status(state: State, unit: UnitId, focus: TableFocus) -> str:
    value = state.units[unit]
    if not value.figures:
        return JOINED if value.joined_unit else GONE
    if unit == focus.actor:
        return "acts"
    if unit in focus.due:
        return LEFT
    return _get_phase_word(state, unit) or (CANNOT if unit in focus.idle_reasons else "")


def _get_phase_word(state: State, unit: UnitId) -> str:
    markers = list_visible_markers(state, unit)
    words = [word.word for word, marker in markers if marker.until == "phase"]
    return words[-1] if words else ""
