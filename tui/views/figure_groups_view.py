"""The view model of the table in games whose figures act one by one."""

from __future__ import annotations

from msgspec import Struct

from tracker.application.log.match_display_names import format_repeat_count
from tracker.application.match.game import Game
from tracker.procedures.match_view import Match
from tracker.procedures.ruleset import ResourceTally
from tracker.projection.displayed_subject_status import list_visible_links, list_visible_markers
from tracker.vocabulary.ruleset_display_names import MarkerWord
from tracker.vocabulary.subject_ids import (
    FigureId,
    Subject,
    UnitId,
    format_display_handle,
    is_figure,
    is_unit,
)
from tui.views.unit_status_rows import (
    GONE,
    JOINED,
    LEFT,
    TableFocus,
    UnitMark,
    format_marker_sign,
    get_unit_number,
    list_wound_and_gear_marks,
)

NOW = "now"
DONE = "done"


class FigureRow(Struct, frozen=True):
    """A figure's row. ``number`` begins with the group's number. ``equipment`` excludes guns."""

    number: str
    name: str
    rank: str
    tallies: tuple[ResourceTally, ...]
    marks: tuple[UnitMark, ...]
    status: str = ""
    removal: str = ""
    last_shot: str = ""
    is_target: bool = False
    figure: str = ""
    equipment: str = ""

    @property
    def is_acting_or_targeted(self) -> bool:
        """Whether the figure is acting or targeted, so that its row must stay visible."""
        return self.is_target or self.status == NOW


class FigureGroupView(Struct, frozen=True):
    """A group with all its figures, even those that were removed. ``side_number`` counts from 1."""

    unit: UnitId
    number: str
    name: str
    side: str
    side_number: int
    rows: tuple[FigureRow, ...]
    marks: tuple[UnitMark, ...]
    status: str
    is_acting: bool = False


def build_figure_groups(game: Game, focus: TableFocus) -> tuple[FigureGroupView, ...]:
    """Build all groups, starting with the focused group and the other groups of its side."""
    match = game.match
    focused = _find_focused_group(game, focus)
    units = list(match.all_units())
    if focused is not None:
        own = match.side_of(focused)
        units.sort(key=lambda unit: (unit != focused, match.side_of(unit) != own))
    groups = (_build_group(game, focus, unit) for unit in units)
    return tuple(group for group in groups if group.rows)


def _find_focused_group(game: Game, focus: TableFocus) -> UnitId | None:
    """Find the acting group, or the group that is asked a question or is due next."""
    match = game.match
    asked_subject = game.pending.request.subject if game.pending is not None else None
    due = {_find_unit(match, subject) for subject in focus.due}
    units = [*match.units(focus.side), *match.units()]
    for subject in (match.clock.subject, asked_subject, *(u for u in units if u in due), *units):
        unit = _find_unit(match, subject)
        if unit is not None:
            return unit
    return None


def _find_unit(match: Match, subject: Subject | None) -> UnitId | None:
    if subject is None:
        return None
    if is_figure(subject):
        return match.figure(FigureId(subject)).unit
    return UnitId(subject) if is_unit(subject) else None


def _build_group(game: Game, focus: TableFocus, unit: UnitId) -> FigureGroupView:
    match = game.match
    value = match.unit(unit)
    gone = JOINED if value.joined_unit else GONE
    is_acting = match.ended is None and match.clock.subject == unit
    members = [f for f in match.all_figures(value.side) if match.figure(f).unit == unit]
    status = LEFT if unit in focus.due else ""
    return FigureGroupView(
        unit=unit,
        number=get_unit_number(unit),
        name=value.name,
        side=match.side_name(value.side),
        side_number=match.sides.index(value.side) + 1,
        rows=tuple(_build_row(game, focus, figure, is_acting=is_acting) for figure in members),
        marks=tuple(_list_marks(match, game, unit)),
        status=status if value.figures else gone,
        is_acting=is_acting,
    )


def _build_row(game: Game, focus: TableFocus, figure: FigureId, *, is_acting: bool) -> FigureRow:
    match = game.match
    value = match.figure(figure)
    sheet = game.ruleset.sheet(match, figure)
    target = game.pending.request.target if game.pending is not None else None
    return FigureRow(
        number=match.handle(figure)[1:],
        name=match.name_figure(figure),
        rank=sheet.rank,
        tallies=sheet.tallies,
        marks=() if value.gone else tuple(_list_marks(match, game, figure, sheet.told)),
        last_shot="" if value.gone else focus.last_shots.get(figure, ""),
        status=_get_status(game, focus, figure, is_acting=is_acting),
        removal=_describe_removal(match, figure),
        is_target=target == figure,
        figure=figure,
        equipment="" if value.gone else game.ruleset.kit(match, figure),
    )


def _describe_removal(match: Match, figure: FigureId) -> str:
    value = match.figure(figure)
    cause = f" by {match.tag(value.by)}" if value.by is not None else ""
    return f"{value.gone}{cause}" if value.gone else ""


def _get_status(game: Game, focus: TableFocus, figure: FigureId, *, is_acting: bool) -> str:
    if game.match.figure(figure).gone:
        return GONE
    keys = game.ruleset.keys.figures
    is_running = game.match.ended is None
    if is_running and keys is not None and keys.acting(game.match) == figure:
        return NOW
    if figure in focus.due:
        return LEFT
    return DONE if is_acting else ""


def _list_marks(
    match: Match, game: Game, subject: Subject, shown_elsewhere: tuple[str, ...] = ()
) -> list[UnitMark]:
    marks = [
        _build_mark(word, marker.value)
        for word, marker in list_visible_markers(game.state, subject)
        if word.id not in shown_elsewhere
    ]
    if is_figure(subject):
        marks += list_wound_and_gear_marks(game.state, (FigureId(subject),))
    for link, phrase, others in list_visible_links(game.state, subject):
        tags = ",".join(map(match.tag, sorted(others)))
        sign = f"{link.sign}{tags}"
        marks.append(UnitMark(sign, f"{phrase} {tags}", is_serious=True, source_id=link.id))
    return sorted(marks, key=lambda mark: not mark.is_serious)


def _build_mark(word: MarkerWord, value: object) -> UnitMark:
    phrase = word.word + format_repeat_count(word, value)
    if word.shown == "value" and value is not True:
        text = str(value)
        phrase = word.format_value(format_display_handle(text) if is_unit(text) else text)
    number = isinstance(value, int) and bool(word.sign)
    sign = format_marker_sign(word, value) if number else word.sign or phrase
    return UnitMark(sign, phrase, is_serious=word.word.isupper(), source_id=word.id)
