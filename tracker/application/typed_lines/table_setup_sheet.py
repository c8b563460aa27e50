"""The set-up sheet: a game on paper, so that players can set up the table again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from tracker.application.log.match_display_names import MatchNames, format_equipment_ids
from tracker.application.match.game import Game
from tracker.application.match.victory_point_totals import count_victory_points
from tracker.application.typed_lines.named_question_replies import describe_open_question
from tracker.procedures.requests import Roll
from tracker.projection.displayed_subject_status import list_visible_links, list_visible_markers
from tracker.projection.match_state import Figure, State
from tracker.vocabulary import events as ev
from tracker.vocabulary.count_wording import format_count, format_need
from tracker.vocabulary.dice_bands import describe_bands_without_success
from tracker.vocabulary.subject_ids import FigureId, SideId, Subject, UnitId, format_display_handle


class SheetGroup(Struct, frozen=True):
    """Figures that look the same: their number, their kind, and the markers beside each of them."""

    count: int
    name: str
    marks: tuple[str, ...] = ()


class SheetUnit(Struct, frozen=True):
    """A unit on the table.

    ``marks`` lists its markers, its opponents in combat, and its passengers.
    """

    handle: str
    name: str
    left: int
    started: int
    groups: tuple[SheetGroup, ...]
    marks: tuple[str, ...]


class SheetSide(Struct, frozen=True):
    """A side on the set-up sheet. ``gone`` names the units without figures."""

    name: str
    player: str
    force: str
    points: int
    units: tuple[SheetUnit, ...]
    gone: tuple[str, ...]


class SheetRemark(Struct, frozen=True):
    """A note on how the game stood when it was left. ``at`` is in microseconds since 1970 (UTC)."""

    text: str
    at: int


class SetupSheet(Struct, frozen=True):
    """The whole set-up sheet. ``at`` is the time of the last line in microseconds since
    1970 (UTC).
    """

    title: str
    rules: str
    turn: int
    phase: str
    line: int
    at: int
    sides: tuple[SheetSide, ...]
    objectives: tuple[str, ...]
    remarks: tuple[SheetRemark, ...]
    waiting: str


def build_setup_sheet(game: Game) -> SetupSheet:
    state, names = game.state, MatchNames(game.state)
    return SetupSheet(
        title=state.info.title,
        rules=game.ruleset.title,
        turn=state.clock.turn,
        phase=names.get_phase_display_name(state.clock.phase),
        line=game.history.last_line_number,
        at=game.history.lines[-1].at,
        sides=tuple(_build_side(game, names, side.id) for side in state.info.sides),
        objectives=tuple(one.label for one in state.objectives.values()),
        remarks=_list_remarks(game),
        waiting=_describe_what_is_awaited(game),
    )


def _describe_what_is_awaited(game: Game) -> str:
    if game.state.current_values.ended is not None:
        return ""
    if game.pending is not None:
        request = game.pending.request
        bands = request.bands if isinstance(request, Roll) else ()
        need = describe_bands_without_success(bands) or getattr(request, "need", "")
        words = describe_open_question(game)
        return f"{words}, {format_need(need)}" if need else words
    left = game.ruleset.due(game.match) if game.open_action_mismatch is None else ()
    return next((item.why for item in left), "")


def _list_remarks(game: Game) -> tuple[SheetRemark, ...]:
    """Return the notes that players made when they last left the match."""
    found: list[SheetRemark] = []
    for entry in game.history.iterate_path_entries_backwards():
        if isinstance(entry.input, ev.Noted):
            if entry.input.mark == "stands":
                found.append(SheetRemark(entry.input.text, entry.at))
        elif found:
            break
    return tuple(reversed(found))


def _build_side(game: Game, names: MatchNames, side: SideId) -> SheetSide:
    state = game.state
    about = next(each for each in state.info.sides if each.id == side)
    force = state.forces.get(side)
    own = {unit: value.figures for unit, value in state.units.items() if value.side == side}
    return SheetSide(
        name=about.name,
        player=about.player,
        force=force.name if force else "",
        points=count_victory_points(state, game.ruleset)[side],
        units=tuple(_build_unit(state, names, unit) for unit, figures in own.items() if figures),
        gone=tuple(_name_gone_unit(state, names, unit) for unit in own if not own[unit]),
    )


def _name_gone_unit(state: State, names: MatchNames, unit: UnitId) -> str:
    joined = state.units[unit].joined_unit
    handle = f" (joined {format_display_handle(joined)})" if joined else ""
    return f"{names.name_unit_with_handle(unit)}{handle}"


def _build_unit(state: State, names: MatchNames, unit: UnitId) -> SheetUnit:
    value = state.units[unit]
    looks = Counter(_describe_figure_and_markers(state, figure) for figure in value.figures)
    return SheetUnit(
        handle=format_display_handle(unit),
        name=value.name,
        left=len(value.figures),
        started=value.started,
        groups=tuple(SheetGroup(count, name, marks) for (name, marks), count in looks.items()),
        marks=(*_describe_markers(state, unit), *_describe_links(state, names, unit)),
    )


def _describe_figure_and_markers(state: State, figure: FigureId) -> tuple[str, tuple[str, ...]]:
    value = state.figures[figure]
    words = state.info.words
    name = state.name_figure(value)
    if words.by_figure:
        name = f"{words.format_display_handle(figure)} {name}"
    links = _describe_links(state, MatchNames(state), figure)
    return name, (*_describe_wounds_and_gear(value), *_describe_markers(state, figure), *links)


def _describe_wounds_and_gear(figure: Figure) -> Iterator[str]:
    if figure.wounds:
        yield format_count(figure.wounds, "wound")
    for each in figure.lost:
        yield f"without {format_equipment_ids(each)}"
    for each in figure.gained:
        yield f"with {format_equipment_ids(each)}"


def _describe_markers(state: State, subject: Subject) -> Iterator[str]:
    names = MatchNames(state)
    for word, marker in list_visible_markers(state, subject):
        yield names.describe_marker(word, marker, since_prefix="since turn ")


def _describe_links(state: State, names: MatchNames, subject: Subject) -> Iterator[str]:
    """Yield a text for each kind of link, such as ``melee: B3 Stalker``."""
    for _, said, others in list_visible_links(state, subject):
        yield f"{said}: {names.name_subjects(others)}"
