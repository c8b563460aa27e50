"""The rows of a side's roster: figures left, markers, links, and who is still to act."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tracker.application.log.match_display_names import format_repeat_count
from tracker.procedures.ruleset import ResourceTally, SubjectNotes
from tracker.projection.match_state import Marker, State
from tracker.projection.unit_link_descriptions import list_visible_links
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.ruleset_display_names import MarkerWord
from tracker.vocabulary.subject_ids import FigureId, SideId, Subject, UnitId, format_handle

LEFT = "left"
CANNOT = "–"
GONE = "†"


@dataclass(frozen=True)
class UnitMark:
    """A unit's mark, as a sign for narrow columns and in words.

    If ``column`` is true, nearly every unit has it, so it has a column of its own. ``about`` is the
    id of its marker or link.
    """

    sign: str
    words: str
    grave: bool = False
    column: bool = False
    about: str = ""


@dataclass(frozen=True)
class RosterRow:
    """A unit's row in a roster. ``status`` says whether the unit is still to act.

    If it cannot act, ``why`` gives the reason. ``kinds`` lists its figures with their equipment, if
    requested. ``last`` is its last target, and ``more`` holds further notes of the rules. If
    ``carried`` is true, the unit above carries it.
    """

    unit: UnitId
    number: str
    name: str
    left: int
    started: int
    marks: tuple[UnitMark, ...]
    figures: str
    kinds: tuple[str, ...] = ()
    status: str = ""
    why: str = ""
    last: str = ""
    more: tuple[str, ...] = ()
    acting: bool = False
    target: bool = False
    carried: bool = False


@dataclass(frozen=True)
class TableFocus:
    """The focus of the table: the due subjects, the actor and the targets.

    ``cannot`` says why units are idle, ``last`` holds the last targets, and ``sheets`` the notes of
    the rules other than markers. ``kit`` returns a figure's equipment.
    """

    due: frozenset[Subject] = frozenset()
    side: SideId | None = None
    acting: Subject | None = None
    targets: frozenset[Subject] = frozenset()
    cannot: Mapping[Subject, str] = field(default_factory=dict)
    last: Mapping[Subject, str] = field(default_factory=dict)
    sheets: Mapping[Subject, SubjectNotes] = field(default_factory=dict)
    kit: Callable[[FigureId], str] = lambda _: ""


def build_roster_rows(
    state: State, side: SideId, going: TableFocus | None = None, *, kinds: bool = False
) -> list[RosterRow]:
    """List a side's units by number, including those removed.

    Carried units follow their carrier. If ``kinds`` is true, the figures' equipment is included.
    """
    units = [unit for unit, value in state.units.items() if value.side == side]
    with_them = _carried(state)

    def place(unit: UnitId) -> tuple[Any, ...]:
        by = with_them.get(unit)
        return (_place(unit), 0, ()) if by is None else (_place(by), 1, _place(unit))

    going = going or TableFocus()
    ordered = sorted(units, key=place)
    return [_row(state, unit, going, carried=unit in with_them, kinds=kinds) for unit in ordered]


def _carried(state: State) -> dict[Subject, Subject]:
    """Map carried units to their carriers."""
    kinds = {word.id for word in state.info.words.links if word.carried}
    return {a: b for relation, a, b in state.links if relation in kinds}


def _place(unit: Subject) -> tuple[int, str]:
    number = format_handle(unit)[1:]
    return (int(number) if number.isdigit() else 0, unit)


def get_unit_number(subject: Subject) -> str:
    """Return a unit's permanent number within its side."""
    return format_handle(subject)[1:]


def _row(state: State, unit: UnitId, going: TableFocus, *, carried: bool, kinds: bool) -> RosterRow:
    value, sheet = state.units[unit], going.sheets.get(unit, SubjectNotes())
    return RosterRow(
        unit=unit,
        number=get_unit_number(unit),
        name=value.name,
        left=len(value.figures),
        started=value.started,
        marks=_marks(state, unit, sheet) if value.figures else (),
        figures=_composition(state, unit),
        kinds=_kinds(state, unit, going.kit) if kinds else (),
        status=_status(state, unit, going),
        why=going.cannot.get(unit, ""),
        last=going.last.get(unit, ""),
        more=sheet.more,
        acting=unit == going.acting,
        target=unit in going.targets,
        carried=carried,
    )


def _composition(state: State, unit: UnitId) -> str:
    """Describe a unit's remaining figures, such as ``7 rifleman, 1 gunner``."""
    counts = Counter(state.name_kind(state.figures[one]) for one in state.units[unit].figures)
    if list(counts.values()) == [1]:
        return next(iter(counts))
    return ", ".join(f"{n} {profile}" for profile, n in counts.items())


def _kinds(state: State, unit: UnitId, kit: Callable[[FigureId], str]) -> tuple[str, ...]:
    """Describe figures by kind with equipment, such as ``7 rifleman: rifle, medium shields``."""
    own = state.units[unit].figures
    counts = Counter((state.name_kind(state.figures[one]), kit(one)) for one in own)
    if not any(told for _, told in counts):
        return ()
    alone = sum(counts.values()) == 1
    return tuple(
        ": ".join(filter(None, (kind if alone else f"{n} {kind}", told)))
        for (kind, told), n in counts.items()
    )


def _marks(state: State, unit: UnitId, sheet: SubjectNotes) -> tuple[UnitMark, ...]:
    """List a unit's marks: column marks, then tallies, figures, the unit itself and its links."""
    own = (*_figure_marks(state, unit), *list_wounds_and_losses(state, state.units[unit].figures))
    marks = _unit_marks(state, unit, sheet.told)
    found = (*map(_tally, sheet.tallies), *own, *marks, *_links(state, unit))
    return tuple(sorted(found, key=lambda mark: not mark.column))


def _tally(one: ResourceTally) -> UnitMark:
    """Format a tally as ``▪1+2/4`` (spent, held, limit), or as ``0/2`` without a sign."""
    spent = "" if one.spent == 0 and (one.sign or one.held) else one.spent
    count = f"{spent}{f'+{one.held}' if one.held else ''}"
    words = f"{one.word} {one.spent} of {one.limit}" + (f", {one.held} held" if one.held else "")
    return UnitMark(f"{one.sign}{count}/{one.limit}", words, about=one.word)


def _figure_marks(state: State, unit: UnitId) -> list[UnitMark]:
    """List the markers on a unit's figures with their counts, or by name for a single figure."""
    figures = state.units[unit].figures
    found = []
    for word in _shown(state, "figure"):
        carried = [(f, state.markers[f, word.id]) for f in figures if (f, word.id) in state.markers]
        if carried:
            found.append(_figure_mark(word, len(carried), carried[0][1], alone=len(figures) == 1))
    return found


def list_wounds_and_losses(state: State, figures: Iterable[FigureId]) -> list[UnitMark]:
    """List the wounds and lost gear of these figures."""
    own = [state.figures[figure] for figure in figures]
    wounds = sum(figure.wounds for figure in own)
    lost = Counter(gear for figure in own for gear in figure.lost)
    found = [UnitMark(f"w{wounds}", format_count(wounds, "wound"), grave=True)] if wounds else []
    for gear, n in lost.items():
        name = gear.replace("-", " ").replace("_", " ")
        words = f"no {name}" if len(own) == 1 else f"{n} without {name}"
        found.append(UnitMark(f"−{n if n > 1 else ''}g", words))
    return found


def format_marker_sign(word: MarkerWord, value: object) -> str:
    """Format a marker's sign, with its number if visible. A text value follows after a space."""
    short = word.sign or word.word
    if isinstance(value, str) and value in word.says:
        return word.says[value][1]
    if word.shown == "value" and not isinstance(value, bool):
        return f"{short} {value}" if isinstance(value, str) else f"{short}{value}"
    return f"{short}{value}" if format_repeat_count(word, value) else short


def _figure_mark(word: MarkerWord, count: int, marker: Marker, *, alone: bool) -> UnitMark:
    if alone:
        value = (
            ""
            if marker.visible_value is True or word.shown != "value"
            else f" {marker.visible_value}"
        )
        short = format_marker_sign(word, marker.visible_value)
        words = f"{word.word}{value}{format_repeat_count(word, marker.visible_value)}"
        return UnitMark(f"{short}{'1' if short == '−' else ''}", words, about=word.id)
    sign = f"{word.sign}{count}" if word.sign else f"{count} {word.word}"
    return UnitMark(sign, f"{count} {word.word}", about=word.id)


def _unit_marks(state: State, unit: UnitId, told: tuple[str, ...]) -> list[UnitMark]:
    found = []
    for word in _shown(state, "unit"):
        marker = state.markers.get((unit, word.id))
        if marker is not None and marker.until != "phase" and word.id not in told:
            found.append(_unit_mark(word, marker))
    return found


def _unit_mark(word: MarkerWord, marker: Marker) -> UnitMark:
    if word.shown == "since":
        since = f"{word.word} T{marker.shown_since}"
        return UnitMark(since, since, grave=True, about=word.id)
    if word.shown == "value" and marker.visible_value is not True:
        column = marker.until == "turn" and (
            bool(word.says) or not isinstance(marker.visible_value, str)
        )
        said = word.format_value(f"{marker.visible_value}")
        return UnitMark(
            format_marker_sign(word, marker.visible_value), said, column=column, about=word.id
        )
    words = word.word + (
        " face down" if marker.hidden_from else format_repeat_count(word, marker.visible_value)
    )
    column = marker.until == "turn" and bool(word.says)
    grave = word.word.isupper()
    return UnitMark(
        format_marker_sign(word, marker.visible_value), words, grave, column, about=word.id
    )


def _links(state: State, unit: UnitId) -> list[UnitMark]:
    """List a unit's links, such as ``melee 3``.

    Carried units appear below their carrier instead. Links with a second word appear only at their
    first end.
    """
    found = []
    for word, said, others in list_visible_links(state, unit):
        if not word.carried and said == word.word:
            numbers = ",".join(map(get_unit_number, sorted(others, key=_place)))
            sign = f"{word.sign or said}{numbers}"
            found.append(UnitMark(sign, f"{said} {numbers}", grave=True, about=word.id))
    return found


def _shown(state: State, on: str) -> list[MarkerWord]:
    words = state.info.words.markers
    return [word for word in words if word.on == on and word.shown != "hidden"]


def _status(state: State, unit: UnitId, going: TableFocus) -> str:
    """Return a unit's status: gone, acting, still to act, done in this phase, or unable."""
    if not state.units[unit].figures:
        return GONE
    if unit == going.acting:
        return "acts"
    if unit in going.due:
        return LEFT
    return _done(state, unit) or (CANNOT if unit in going.cannot else "")


def _done(state: State, unit: UnitId) -> str:
    """Return the word of the unit's last marker that ends with this phase, or ""."""
    words = [
        word.word
        for word in _shown(state, "unit")
        if (marker := state.markers.get((unit, word.id))) and marker.until == "phase"
    ]
    return words[-1] if words else ""
