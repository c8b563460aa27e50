"""The table view for games in which figures act one by one."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.application.log.match_display_names import format_repeat_count
from tracker.application.match.game import Game
from tracker.procedures.match_view import Match
from tracker.procedures.ruleset import ResourceTally
from tracker.projection.unit_link_descriptions import list_visible_links
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
    LEFT,
    TableFocus,
    UnitMark,
    format_marker_sign,
    get_unit_number,
    list_wounds_and_losses,
)

NOW = "now"
DONE = "done"


@dataclass(frozen=True)
class FigureRow:
    """A figure's row.

    ``number`` combines the numbers of its group and the figure. ``last`` is the figure's last
    target, ``figure`` its id, and ``kit`` its equipment apart from guns.
    """

    number: str
    name: str
    rank: str
    tallies: tuple[ResourceTally, ...]
    marks: tuple[UnitMark, ...]
    status: str = ""
    gone: str = ""
    last: str = ""
    target: bool = False
    figure: str = ""
    kit: str = ""

    @property
    def must_stay_visible(self) -> bool:
        """Whether the row must stay visible because its figure is acting or targeted."""
        return self.target or self.status == NOW


@dataclass(frozen=True)
class GroupView:
    """A group and its figures, including those removed. ``place`` is the index of its side."""

    unit: UnitId
    number: str
    name: str
    side: str
    place: int
    rows: tuple[FigureRow, ...]
    marks: tuple[UnitMark, ...]
    status: str
    acting: bool = False


def group_figures(game: Game, going: TableFocus) -> tuple[GroupView, ...]:
    """List all groups, beginning with the focused one and the others of its side."""
    match = game.match
    focus = _focus(game, going)
    units = list(match.all_units())
    if focus is not None:
        own = match.side_of(focus)
        units.sort(key=lambda unit: (unit != focus, match.side_of(unit) != own))
    found = (_group(game, going, unit) for unit in units)
    return tuple(group for group in found if group.rows)


def _focus(game: Game, going: TableFocus) -> UnitId | None:
    """Find the focused group: the one acting, the one asked a question, or the next one due."""
    match = game.match
    asked = game.pending.request.subject if game.pending is not None else None
    due = {_unit_of(match, subject) for subject in going.due}
    units = [*match.units(going.side), *match.units()]
    for subject in (match.clock.subject, asked, *(u for u in units if u in due), *units):
        unit = _unit_of(match, subject)
        if unit is not None:
            return unit
    return None


def _unit_of(match: Match, subject: Subject | None) -> UnitId | None:
    if subject is None:
        return None
    if is_figure(subject):
        return match.figure(FigureId(subject)).unit
    return UnitId(subject) if is_unit(subject) else None


def _group(game: Game, going: TableFocus, unit: UnitId) -> GroupView:
    match = game.match
    value = match.unit(unit)
    acting = match.clock.subject == unit
    members = [f for f in match.all_figures(value.side) if match.figure(f).unit == unit]
    status = LEFT if unit in going.due else ""
    return GroupView(
        unit=unit,
        number=get_unit_number(unit),
        name=value.name,
        side=match.side_name(value.side),
        place=match.sides.index(value.side) + 1,
        rows=tuple(_row(game, going, figure, acting=acting) for figure in members),
        marks=tuple(_marks(match, game, unit)),
        status=status if value.figures else GONE,
        acting=acting,
    )


def _row(game: Game, going: TableFocus, figure: FigureId, *, acting: bool) -> FigureRow:
    match = game.match
    value = match.figure(figure)
    sheet = game.ruleset.sheet(match, figure)
    target = game.pending.request.target if game.pending is not None else None
    return FigureRow(
        number=match.handle(figure)[1:],
        name=match.name_figure(figure),
        rank=sheet.rank,
        tallies=sheet.tallies,
        marks=() if value.gone else tuple(_marks(match, game, figure, sheet.told)),
        last="" if value.gone else going.last.get(figure, ""),
        status=_status(game, going, figure, acting=acting),
        gone=_gone(match, figure),
        target=target == figure,
        figure=figure,
        kit="" if value.gone else game.ruleset.kit(match, figure),
    )


def _gone(match: Match, figure: FigureId) -> str:
    """Describe how a figure was removed, such as ``killed by B11``, or return ""."""
    value = match.figure(figure)
    by = f" by {match.tag(value.by)}" if value.by is not None else ""
    return f"{value.gone}{by}" if value.gone else ""


def _status(game: Game, going: TableFocus, figure: FigureId, *, acting: bool) -> str:
    if game.match.figure(figure).gone:
        return GONE
    keys = game.ruleset.keys.figures
    if keys is not None and keys.acting(game.match) == figure:
        return NOW
    if figure in going.due:
        return LEFT
    return DONE if acting else ""


def _marks(
    match: Match, game: Game, subject: Subject, told: tuple[str, ...] = ()
) -> list[UnitMark]:
    """List the markers and links of a figure or group, serious ones first."""
    words = game.state.info.words
    on = "figure" if is_figure(subject) else "unit"
    found = [
        _mark(word, match.mark(subject, word.id))
        for word in words.markers
        if word.on == on
        and word.shown != "hidden"
        and word.id not in told
        and match.has(subject, word.id)
    ]
    if is_figure(subject):
        found += list_wounds_and_losses(game.state, (FigureId(subject),))
    for link, said, others in list_visible_links(game.state, subject):
        them = ",".join(map(match.tag, sorted(others)))
        sign = f"{link.sign}{them}"
        found.append(UnitMark(sign, f"{said} {them}", grave=True, about=link.id))
    return sorted(found, key=lambda mark: not mark.grave)


def _mark(word: MarkerWord, value: object) -> UnitMark:
    said = word.word + format_repeat_count(word, value)
    if word.shown == "value" and value is not True:
        text = str(value)
        said = word.format_value(format_display_handle(text) if is_unit(text) else text)
    number = isinstance(value, int) and bool(word.sign)
    sign = format_marker_sign(word, value) if number else word.sign or said
    return UnitMark(sign, said, grave=word.word.isupper(), about=word.id)
