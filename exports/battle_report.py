"""A battle report as data: its content in any format, without a layout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial

from msgspec import Struct

from exports.line_charts import ChartSeries, TurnChart, draw_turn_charts
from exports.luck_chart import LuckChart, draw_luck_chart
from exports.player_text_and_pictures import EmbeddedPicture, PlayerContent
from exports.report_sections import TextTable, build_text_table
from exports.turn_by_turn_summary import DecisiveMoment, GameCourse, TurnState, compute_game_course
from exports.unit_result_cards import UnitResultCard, build_unit_result_cards
from exports.win_chance_chart import ChanceChart, draw_chance_chart
from tracker.application.campaigns.game_statistics import compute_game_tally
from tracker.application.chances.dice_luck import LuckReport, compute_luck
from tracker.application.chances.luck_table_columns import LUCK_COLUMNS, SUM_COLUMNS
from tracker.application.log.game_log_lines import LogLine, list_log_lines
from tracker.application.log.match_display_names import MatchNames
from tracker.application.match.game import Game
from tracker.application.match.victory_point_totals import count_victory_points
from tracker.application.match_photos import list_photos
from tracker.application.photo_storage import Photo
from tracker.application.table_columns import Column, drop_empty_columns
from tracker.application.text_cleaning import clean_text
from tracker.application.win_probability.probability_cache import read_cached_chances
from tracker.projection.match_state import State
from tracker.vocabulary import events as ev
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.subject_ids import (
    FigureId,
    SideId,
    Subject,
    UnitId,
    format_display_handle,
    format_handle,
)

LONGEST = 1000
UNTOLD = frozenset(("opening", "turn", "end", "note", "taken back"))


class UnitReport(Struct, frozen=True):
    """A unit at the start and at the end. ``left`` holds its remaining figures after each turn."""

    handle: str
    name: str
    started: int
    figures: str
    left: tuple[int, ...]
    marks: str


class SideReport(Struct, frozen=True):
    name: str
    player: str
    force: str
    cost: int
    points: int
    units: tuple[UnitReport, ...]
    table: TextTable


class ReportLine(Struct, frozen=True):
    """A log line with its number, its phase and acting side, and any photo taken at that line."""

    number: int
    phase: str
    text: str
    ruling: bool = False
    photo: Photo | None = None


class TurnReport(Struct, frozen=True):
    """A turn. Turn 0 is the set-up, and an unfinished turn has no ``score``."""

    turn: int
    lines: tuple[ReportLine, ...]
    score: str


class BattleReport(Struct, frozen=True):
    title: str
    rules: str
    played_on: str
    result: str
    why: str
    sides: tuple[SideReport, ...]
    house_rules: tuple[str, ...]
    objectives: tuple[str, ...]
    turns: tuple[TurnReport, ...]
    moments: tuple[DecisiveMoment, ...]
    luck: LuckReport
    luck_tables: tuple[TextTable, ...]
    notes: tuple[ReportLine, ...]
    words: str
    pictures: tuple[EmbeddedPicture, ...]
    turns_over: tuple[int, ...]
    anchor: str
    charts: tuple[TurnChart, ...]
    chances: ChanceChart | None
    luck_chart: LuckChart | None
    cards: tuple[UnitResultCard, ...]


def build_battle_report(game: Game, theirs: PlayerContent | None = None) -> BattleReport:
    """Build the report of a game, including the players' own texts and pictures."""
    theirs = theirs or PlayerContent()
    state, history = game.state, game.history
    lines = list_log_lines(history)
    luck = compute_luck(history)
    run = compute_game_course(game, luck.attacks, lines)
    points = count_victory_points(state, game.ruleset)
    photos = list_photos(game)
    defaults = game.ruleset.list_defaults()
    options = sorted(state.info.options.items())
    sides = {side.id: _plain(side.name) for side in state.info.sides}
    return BattleReport(
        title=_plain(state.info.title),
        rules=game.ruleset.title,
        played_on=state.info.played_on,
        result=describe_game_result_line(game),
        why=_plain(state.current_values.ended.why) if state.current_values.ended else "",
        sides=tuple(_sides(state, run.after, points)),
        house_rules=tuple(_rule(k, v) for k, v in options if defaults.get(k, v) != v),
        objectives=tuple(_objectives(state)),
        turns=tuple(_turns(lines, sides, photos)),
        moments=run.moments,
        luck=luck,
        luck_tables=tuple(_luck_tables(luck)),
        notes=tuple(
            build_report_line(line, sides)
            for line in lines
            if line.kind == "note" and line.version not in photos and not _is_clock(game, line)
        ),
        words="\n".join(_plain(line) for line in theirs.words.splitlines()),
        pictures=theirs.pictures,
        turns_over=tuple(after.turn for after in run.after),
        anchor=game.journal.compute_history_anchor(game.version),
        charts=_charts(state, run),
        chances=_chances(game, lines),
        luck_chart=draw_luck_chart(list(sides), luck.sides),
        cards=build_unit_result_cards(state, compute_game_tally(history.path, state), luck.attacks),
    )


def _is_clock(game: Game, line: LogLine) -> bool:
    """Whether a note only records that the clock was stopped or restarted."""
    event = game.history.lines[line.version - 1].event
    return isinstance(event, ev.Noted) and event.mark in ("pause", "on")


def _plain(text: str) -> str:
    return clean_text(text, LONGEST)


def describe_game_result_line(game: Game) -> str:
    """Describe the result, such as ``Red wins · Red 3, Blue 2``."""
    state = game.state
    names, ended = MatchNames(state), state.current_values.ended
    score = describe_side_points(state, count_victory_points(state, game.ruleset))
    if ended is None:
        return ": ".join(filter(None, ("Still being played", score)))
    won = f"{_plain(names.name_side(ended.winner))} wins" if ended.winner else "Drawn"
    return " · ".join(filter(None, (won, score)))


def describe_side_points(state: State, points: Mapping[SideId, int]) -> str:
    """Describe the points, such as ``Red 3, Blue 2``, or return "" if no points are scored."""
    if not (state.objectives or any(points.values())):
        return ""
    return _plain(", ".join(f"{side.name} {points[side.id]}" for side in state.info.sides))


def _rule(name: str, value: ev.Scalar) -> str:
    said = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
    return f"{name.replace('_', ' ')}: {said.replace('_', ' ')}"


def _objectives(state: State) -> Iterator[str]:
    names = MatchNames(state)
    for _, objective in sorted(state.objectives.items()):
        whose = f" ({_plain(names.name_side(objective.side))})" if objective.side else ""
        yield _plain(objective.label) + whose


# ------------------------------------------------------------------------------------- forces


def _sides(
    state: State, after: tuple[TurnState, ...], points: Mapping[SideId, int]
) -> Iterator[SideReport]:
    ended = state.current_values.ended is not None
    for side in state.info.sides:
        force = state.forces.get(side.id)
        units = tuple(_units(state, side.id, after))
        yield SideReport(
            name=_plain(side.name),
            player=_plain(side.player),
            force=_plain(force.name) if force else "",
            cost=force.points if force else 0,
            points=points[side.id],
            units=units,
            table=build_text_table(
                drop_empty_columns(_unit_columns(after, ended=ended), units), units
            ),
        )


def _units(state: State, side: SideId, after: tuple[TurnState, ...]) -> Iterator[UnitReport]:
    names = MatchNames(state)
    for unit, value in state.units.items():
        if value.side != side:
            continue
        mustered = [f for f in state.figures if f.startswith(f"f:{format_handle(unit)}.")]
        yield UnitReport(
            handle=format_display_handle(unit),
            name=_plain(names.name_unit(unit)),
            started=len(mustered) or value.started,
            figures=_plain(_summary(state, mustered)),
            left=tuple(turn.left.get(unit, 0) for turn in after),
            marks=_plain(", ".join(_marks(state, unit))) if value.figures else "",
        )


def _unit_columns(after: tuple[TurnState, ...], *, ended: bool) -> Iterator[Column[UnitReport]]:
    yield Column("unit", lambda unit: f"{unit.handle} {unit.name}", words=True)
    yield Column("figures", _figures, words=True)
    for place, turn in enumerate(after):
        yield Column(f"after {turn.turn}", partial(_left, place))
    told = "at the end" if ended else "now"
    yield Column(told, lambda unit: unit.marks, words=True, optional=True)


def _figures(unit: UnitReport) -> str:
    return f"{unit.started}: {unit.figures}" if unit.figures else str(unit.started)


def _left(place: int, unit: UnitReport) -> str:
    return str(unit.left[place])


def _luck_tables(luck: LuckReport) -> Iterator[TextTable]:
    """Yield tables of luck by side and kind of roll, and of dice that are added up."""
    rows = (*luck.sides, *luck.kinds)
    if rows:
        yield build_text_table(drop_empty_columns(LUCK_COLUMNS, rows), rows)
    if luck.sums:
        yield build_text_table(SUM_COLUMNS, luck.sums)


def _summary(state: State, figures: list[FigureId]) -> str:
    """Summarise figures, such as ``Sergeant Odell, 6 rifleman, 1 gunner``."""
    named = [state.figures[f].name for f in figures if state.figures[f].name]
    plain = [state.name_kind(state.figures[f]) for f in figures if not state.figures[f].name]
    return ", ".join((*named, *(f"{n} {kind}" for kind, n in Counter(plain).items())))


def _marks(state: State, unit: UnitId) -> Iterator[str]:
    """Describe the wounds and lost gear of a unit's figures, and the markers on any of them."""
    names, figures = MatchNames(state), state.units[unit].figures
    on: tuple[Subject, ...] = (unit, *figures)
    if wounds := sum(state.figures[figure].wounds for figure in figures):
        yield format_count(wounds, "wound")
    lost = Counter(gear for figure in figures for gear in state.figures[figure].lost)
    for gear, n in lost.items():
        without = "no" if len(figures) == 1 else f"{n} without"
        yield f"{without} {gear.replace('-', ' ').replace('_', ' ')}"
    for (subject, name), marker in sorted(state.markers.items()):
        word = names.get_marker_word(name)
        if subject not in on or word.shown == "hidden" or marker.until:
            continue
        figure = state.figures.get(FigureId(subject))
        whose = f"{figure.name}: " if figure and figure.name else ""
        yield whose + names.describe_marker(word, marker, since="T")


def _charts(state: State, run: GameCourse) -> tuple[TurnChart, ...]:
    """Draw charts of figures and score, with values at the start and after each turn."""
    if run.before is None:
        return ()
    moments = (run.before, *run.after)
    sides = [(side.id, _plain(side.name)) for side in state.info.sides]
    of = {unit: value.side for unit, value in state.units.items()}
    figures = [
        ChartSeries(name, tuple(_of_side(moment.left, of, side) for moment in moments))
        for side, name in sides
    ]
    points = [
        ChartSeries(name, tuple(moment.points.get(side, 0) for moment in moments))
        for side, name in sides
    ]
    return draw_turn_charts((0, *(after.turn for after in run.after)), figures, points)


def _chances(game: Game, lines: list[LogLine]) -> ChanceChart | None:
    """Draw the cached win chances. A report does not compute any itself."""
    if game.state.current_values.ended is None:
        return None
    return draw_chance_chart(
        read_cached_chances(game), [line for line in lines if line.kind != "taken back"]
    )


def _of_side(left: Mapping[UnitId, int], of: Mapping[UnitId, SideId], side: SideId) -> int:
    return sum(count for unit, count in left.items() if of[unit] == side)


# -------------------------------------------------------------------------------------- turns


def _turns(
    lines: list[LogLine], sides: Mapping[SideId, str], photos: Mapping[ev.Version, Photo]
) -> Iterator[TurnReport]:
    for turn in dict.fromkeys(line.turn for line in lines):
        here = [line for line in lines if line.turn == turn]
        over = [line for line in here if line.kind in ("turn", "end")]
        told = tuple(
            build_report_line(line, sides, photos.get(line.version))
            for line in here
            if line.kind not in UNTOLD or line.version in photos
        )
        if told or over:
            yield TurnReport(turn, told, _plain(over[-1].text) if over else "")


def build_report_line(
    line: LogLine, sides: Mapping[SideId, str], photo: Photo | None = None
) -> ReportLine:
    """Convert a log line to a line of the report."""
    whose = sides.get(line.half, "") if line.half else ""
    phase = ", ".join(filter(None, (line.phase, whose)))
    return ReportLine(line.number, phase, _plain(line.text), bool(line.rulings), photo)
