"""The content of battle reports, without any layout."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from exports.game_course_and_ending import (
    DecisiveMoment,
    GameCourse,
    TurnEndState,
    compute_game_course,
)
from exports.game_progress_charts import (
    ChartSeries,
    TurnChart,
    WinChanceChart,
    build_turn_charts,
    build_win_chance_chart,
)
from exports.luck_chart import LuckChart, build_luck_chart
from exports.players_own_content import EmbeddedPicture, PlayerContent
from exports.report_section_types import TextTable, build_text_table
from exports.unit_result_cards import UnitResultCard, build_unit_result_cards
from tracker.application.campaigns.game_tally import compute_game_tally
from tracker.application.chances.game_luck import LuckReport, compute_luck
from tracker.application.chances.luck_table_columns import LUCK_COLUMNS, SUM_COLUMNS
from tracker.application.log.fact_descriptions import describe_end_reason
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.log.log_line_types import LogLine
from tracker.application.log.match_display_names import MatchNames
from tracker.application.match.game import Game
from tracker.application.match.victory_point_totals import count_victory_points
from tracker.application.photo_storage import Photo, load_photos_by_note
from tracker.application.table_columns import Column, drop_empty_optional_columns
from tracker.application.text_cleaning import clean_text
from tracker.application.win_probability.sampled_line_win_chances import list_chance_changing_lines
from tracker.application.win_probability.win_chance_cache import read_cached_chances
from tracker.projection.displayed_subject_status import list_wound_and_lost_gear_signs
from tracker.projection.match_state import Marker, State
from tracker.vocabulary import events as ev
from tracker.vocabulary.count_wording import format_figure_count
from tracker.vocabulary.subject_ids import (
    FigureId,
    SideId,
    UnitId,
    format_display_handle,
    format_handle,
)

MAX_TEXT_LENGTH = 1000
_NOTE = re.compile(r"^(★ )?note(?: \(line ([^()]+)\))?: ")
OMITTED_LINE_KINDS = frozenset(("opening", "turn", "end", "note", "taken back"))


class SideReport(Struct, frozen=True):
    """A side with its force. The ``table`` shows its units and their course through the game."""

    name: str
    player: str
    force: str
    cost: int
    table: TextTable


class ReportLine(Struct, frozen=True):
    """A numbered log line with its phase and acting side. ``photo`` is None without a photo."""

    number: int
    phase: str
    text: str
    ruling: bool = False
    photo: Photo | None = None


class TurnReport(Struct, frozen=True):
    """A turn's log lines. Turn 0 is the set-up. ``score`` is empty until the turn ends."""

    turn: int
    lines: tuple[ReportLine, ...]
    score: str


class BattleReport(Struct, frozen=True):
    title: str
    rules: str
    played_on: str
    result: str
    end_reason: str
    sides: tuple[SideReport, ...]
    house_rules: tuple[str, ...]
    objectives: tuple[str, ...]
    turns: tuple[TurnReport, ...]
    moments: tuple[DecisiveMoment, ...]
    luck: LuckReport
    luck_tables: tuple[TextTable, ...]
    notes: tuple[ReportLine, ...]
    player_text: str
    pictures: tuple[EmbeddedPicture, ...]
    finished_turns: tuple[int, ...]
    anchor: str
    charts: tuple[TurnChart, ...]
    chance_chart: WinChanceChart | None
    luck_chart: LuckChart | None
    cards: tuple[UnitResultCard, ...]


def build_battle_report(game: Game, content: PlayerContent | None = None) -> BattleReport:
    """Build a game's battle report. ``content`` holds the players' own text and pictures."""
    content = content or PlayerContent()
    state, history = game.state, game.history
    lines = list_log_lines(history)
    luck = compute_luck(history)
    course = compute_game_course(game, luck.attacks, lines)
    photos = load_photos_by_note(game)
    defaults = game.ruleset.map_options_to_defaults()
    options = sorted(state.info.options.items())
    sides = {side.id: _clean(side.name) for side in state.info.sides}
    ended = state.current_values.ended
    return BattleReport(
        title=_clean(state.info.title),
        rules=game.ruleset.title,
        played_on=state.info.played_on,
        result=describe_winner_and_score(game),
        end_reason=_clean(describe_end_reason(ended)) if ended is not None else "",
        sides=tuple(_build_sides(state, course.turns)),
        house_rules=tuple(_describe_option(k, v) for k, v in options if defaults.get(k, v) != v),
        objectives=tuple(_describe_objectives(state)),
        turns=tuple(_build_turns(game, lines, sides, photos)),
        moments=course.moments,
        luck=luck,
        luck_tables=tuple(_build_luck_tables(luck)),
        notes=tuple(
            replace(
                build_report_line(line, sides),
                text=_format_note_for_report(_clean(line.text_without_undone_notes)),
            )
            for line in lines
            if line.version not in photos and _is_written_note(game, line)
        ),
        player_text="\n".join(_clean(line) for line in content.text.splitlines()),
        pictures=content.pictures,
        finished_turns=tuple(after.turn for after in course.turns),
        anchor=game.journal.compute_history_anchor(game.version),
        charts=_build_figures_and_score_charts(state, course),
        chance_chart=_build_chance_chart(game, lines),
        luck_chart=build_luck_chart(list(sides), luck.sides),
        cards=build_unit_result_cards(state, compute_game_tally(history.path, state), luck.attacks),
    )


def _is_free_roll(game: Game, line: LogLine) -> bool:
    event = game.history.lines[line.version - 1].event
    return line.kind == "note" and isinstance(event, ev.Rolled)


def _is_written_note(game: Game, line: LogLine) -> bool:
    """Return whether a log line is a player's written note, not a free roll, star or clock stop."""
    event = game.history.lines[line.version - 1].event
    if line.kind != "note" or not isinstance(event, ev.Noted):
        return False
    return bool(event.text) and event.mark not in ("pause", "on")


def _format_note_for_report(text: str) -> str:
    """Return a note's text for a report, as in ``Line 9: the river is deep``."""
    return _NOTE.sub(
        lambda found: (found[1] or "") + f"Line {found[2]}: " * bool(found[2]), text, 1
    )


def _clean(text: str) -> str:
    return clean_text(text, MAX_TEXT_LENGTH)


def describe_winner_and_score(game: Game) -> str:
    """Describe the result of a game, as in ``Winner: Red · Red 3, Blue 2``."""
    state = game.state
    names, ended = MatchNames(state), state.current_values.ended
    score = describe_points_by_side(state, count_victory_points(state, game.ruleset))
    if ended is None:
        return ": ".join(filter(None, ("Unfinished", score)))
    outcome = f"Winner: {_clean(names.name_side(ended.winner))}" if ended.winner else "Drawn"
    return " · ".join(filter(None, (outcome, score)))


def describe_points_by_side(state: State, points: Mapping[SideId, int]) -> str:
    """Describe each side's points, as in ``Red 3, Blue 2``. Return "" for a game without points."""
    if not (state.objectives or any(points.values())):
        return ""
    return _clean(", ".join(f"{side.name} {points[side.id]}" for side in state.info.sides))


def _describe_option(name: str, value: ev.Scalar) -> str:
    text = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
    return f"{name.replace('_', ' ')}: {text.replace('_', ' ')}"


def _describe_objectives(state: State) -> Iterator[str]:
    names = MatchNames(state)
    for _, objective in sorted(state.objectives.items()):
        owner = f" ({_clean(names.name_side(objective.side))})" if objective.side else ""
        yield _clean(objective.label) + owner


# ------------------------------------------------------------------------------------- forces


def _build_sides(state: State, turns: tuple[TurnEndState, ...]) -> Iterator[SideReport]:
    for side in state.info.sides:
        force = state.forces.get(side.id)
        units = [unit for unit, value in state.units.items() if value.side == side.id]
        columns = drop_empty_optional_columns(_list_unit_columns(state, turns), units)
        yield SideReport(
            name=_clean(side.name),
            player=_clean(side.player),
            force=_clean(force.name) if force else "",
            cost=force.points if force else 0,
            table=build_text_table(columns, units),
        )


def _list_unit_columns(state: State, turns: tuple[TurnEndState, ...]) -> Iterator[Column[UnitId]]:
    names = MatchNames(state)
    column = partial(Column[UnitId], words=True)
    yield column("unit", lambda unit: f"{format_display_handle(unit)} {names.name_unit(unit)}")
    yield column("figures", lambda unit: _summarise_mustered_figures(state, unit))
    for turn in turns:
        yield Column(f"after {turn.turn}", partial(_format_figures_left, turn))
    heading = "at the end" if state.current_values.ended is not None else "now"
    yield column(heading, lambda unit: _describe_final_status(state, unit), optional=True)


def _format_figures_left(turn: TurnEndState, unit: UnitId) -> str:
    return str(turn.figures_left.get(unit, 0))


def _list_mustered_figures(state: State, unit: UnitId) -> list[FigureId]:
    return [one for one in state.figures if one.startswith(f"f:{format_handle(unit)}.")]


def _describe_final_status(state: State, unit: UnitId) -> str:
    """Describe a unit's losses and markers, and the figures that it transferred to other units."""
    names, value = MatchNames(state), state.units[unit]
    marks = _describe_losses_and_visible_markers(state, unit) if value.figures else ()
    units = Counter(state.figures[one].unit for one in _list_mustered_figures(state, unit))
    went = (
        f"{n} transferred to {names.name_unit_with_handle(other)}"
        for other, n in units.items()
        if other != unit
    )
    return _clean(", ".join((*marks, *went)))


def _build_luck_tables(luck: LuckReport) -> Iterator[TextTable]:
    rows = (*luck.sides, *luck.kinds)
    if rows:
        yield build_text_table(drop_empty_optional_columns(LUCK_COLUMNS, rows), rows)
    if luck.sums:
        yield build_text_table(SUM_COLUMNS, luck.sums)


def _summarise_mustered_figures(state: State, unit: UnitId) -> str:
    """Describe a unit's figures, as in ``8: Sergeant Odell, 6 riflemen, 1 gunner``."""
    mustered = _list_mustered_figures(state, unit)
    figures = [state.figures[one] for one in mustered]
    kinds = Counter(state.name_kind(one) for one in figures if not one.name)
    described = [one.name for one in figures if one.name]
    described += [format_figure_count(n, kind) for kind, n in kinds.items()]
    count = str(len(mustered) or state.units[unit].started)
    return ": ".join(filter(None, (count, _clean(", ".join(described)))))


def list_visible_markers_in_words(state: State) -> Iterator[tuple[UnitId, Marker, str]]:
    """Yield each visible marker of a unit or remaining figure, with the unit and a description."""
    names = MatchNames(state)
    for (subject, name), marker in sorted(state.markers.items()):
        word, figure = names.get_marker_word(name), state.figures.get(FigureId(subject))
        unit = figure.unit if figure else UnitId(subject)
        is_there = unit in state.units and (figure is None or figure.gone is None)
        if is_there and word.shown != "hidden":
            owner = f"{figure.name}: " if figure and figure.name else ""
            yield unit, marker, owner + names.describe_marker(word, marker, since_prefix="T")


def _describe_losses_and_visible_markers(state: State, unit: UnitId) -> Iterator[str]:
    losses = list_wound_and_lost_gear_signs(state, state.units[unit].figures)
    yield from (words for _, words in losses)
    visible = list_visible_markers_in_words(state)
    marks = [text for owner, marker, text in visible if owner == unit and not marker.until]
    yield from format_counted_marks(Counter(marks))


def format_counted_marks(marks: Counter[str]) -> Iterator[str]:
    """Yield each mark once, with its count if that is greater than one, as in ``to remove ×2``."""
    return (f"{mark} ×{n}" if n > 1 else mark for mark, n in marks.items())


def _build_figures_and_score_charts(state: State, course: GameCourse) -> tuple[TurnChart, ...]:
    """Build charts of figures and score, with values at the start and after each turn."""
    if course.start is None:
        return ()
    moments = (course.start, *course.turns)
    sides = [(side.id, _clean(side.name)) for side in state.info.sides]
    sides_by_unit = {unit: value.side for unit, value in state.units.items()}
    figures = [
        ChartSeries(
            name,
            tuple(
                sum(n for unit, n in moment.figures_left.items() if sides_by_unit[unit] == side)
                for moment in moments
            ),
        )
        for side, name in sides
    ]
    points = [
        ChartSeries(name, tuple(moment.points.get(side, 0) for moment in moments))
        for side, name in sides
    ]
    return build_turn_charts((0, *(after.turn for after in course.turns)), figures, points)


def _build_chance_chart(game: Game, lines: list[LogLine]) -> WinChanceChart | None:
    """Build the chart of cached win chances. Return None for a running game or an empty cache."""
    chances = read_cached_chances(game)
    if game.state.current_values.ended is None or not chances.lines:
        return None
    return build_win_chance_chart(
        chances,
        [line for line in lines if line.kind != "taken back"],
        list_chance_changing_lines(game),
    )


# -------------------------------------------------------------------------------------- turns


def _build_turns(
    game: Game,
    lines: list[LogLine],
    sides: Mapping[SideId, str],
    photos: Mapping[ev.Version, Photo],
) -> Iterator[TurnReport]:
    for turn in dict.fromkeys(line.turn for line in lines):
        turn_lines = [line for line in lines if line.turn == turn]
        end_lines = [line for line in turn_lines if line.kind in ("turn", "end")]
        report_lines = tuple(
            build_report_line(line, sides, photos.get(line.version))
            for line in turn_lines
            if line.kind not in OMITTED_LINE_KINDS
            or line.version in photos
            or _is_free_roll(game, line)
        )
        if report_lines or end_lines:
            yield TurnReport(turn, report_lines, _clean(end_lines[-1].text) if end_lines else "")


def build_report_line(
    line: LogLine, side_names: Mapping[SideId, str], photo: Photo | None = None
) -> ReportLine:
    side = side_names.get(line.half, "") if line.half else ""
    phase = ", ".join(filter(None, (line.phase, side)))
    return ReportLine(line.number, phase, _clean(line.text), bool(line.rulings), photo)
