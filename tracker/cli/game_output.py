"""Converts games to JSON shapes and lines for the command line."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from exports.combat_json_builder import (
    build_combat_shape,
    build_combat_tracker_at_version,
    find_subject_of_open_question,
)
from exports.shapes import game_command_json_types as shapes
from exports.shapes.json_base_type import make_shape
from tracker.application.errors import make_sentence
from tracker.application.match.game import Game
from tracker.application.match.match_entries import MatchEntry
from tracker.application.match.victory_point_totals import count_victory_points, has_victory_points
from tracker.cli.command_registration import Answer, ColouredLine
from tracker.cli.open_question_output import (
    build_question_shape,
    get_side_name,
    list_question_lines,
)
from tracker.procedures.match_view import Match
from tracker.procedures.ruleset import DueAction
from tracker.projection.displayed_subject_status import list_visible_links, list_visible_markers
from tracker.projection.match_state import End, State
from tracker.vocabulary import events as ev
from tracker.vocabulary.count_wording import format_count, format_figure_count, format_line_numbers
from tracker.vocabulary.subject_ids import (
    FigureId,
    SideId,
    UnitId,
    format_handle,
    is_figure,
    is_unit,
)

DIM, BOLD, RESET = "\x1b[2m", "\x1b[1m", "\x1b[0m"
SIDES = ("\x1b[1;31m", "\x1b[1;34m")
"""The colours of the first and second side: red and blue, as on the screens."""
NUMBER_WIDTH = 5
"""The width of the line number in the log, in characters."""


def get_current_phase_name(state: State) -> str:
    phase = state.clock.phase
    return next((word.word for word in state.info.words.phases if word.id == phase), phase)


# ------------------------------------------------------------------------------------ the log


def build_log_row_shapes(game: Game, after_version: ev.Version = 0) -> list[shapes.LogRowShape]:
    """Build the JSON shapes of the log's rows that end after the given version."""
    from exports.log_json_builder import LogShapeBuilder
    from tracker.application.log.game_log_lines import list_log_lines

    lines = [line for line in list_log_lines(game.history) if line.end > after_version]
    numbers = LogShapeBuilder(game, lines, min((line.version for line in lines), default=1) - 1)
    return [
        make_shape(
            shapes.LogRowShape,
            line,
            side=get_side_name(game.state, line.side),
            details=[detail.text for detail in line.details],
            detail_lines=[detail.number for detail in line.details],
            rolls=[
                numbers.rolls[entry.version]
                for entry in line.details
                if entry.version in numbers.rolls
            ],
            **fields,
        )
        for line, fields in zip(lines, numbers.list_loss_and_combat_fields(lines), strict=True)
    ]


def format_log_line(row: shapes.LogRowShape) -> str:
    mark = "*" if row.by_app else " "
    number = "╎" if row.kind == "taken back" else row.line
    return f"{number:>5} {mark} {row.text}"


def list_line_with_details(row: shapes.LogRowShape) -> Iterator[str]:
    yield format_log_line(row)
    for number, text in zip(row.detail_lines, row.details, strict=True):
        if number != row.line or text != row.text:
            yield f"{number:>9}   {text}"


def should_colour_output() -> bool:
    """Return whether stdout is a terminal with colours, or ``FORCE_COLOR`` requests colours."""
    if os.environ.get("NO_COLOR"):
        return False
    if forced := os.environ.get("FORCE_COLOR"):
        return forced != "0"
    old_console = sys.platform == "win32" and "WT_SESSION" not in os.environ
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb" and not old_console


def colour_log_line(line: str, kind: str, side_handles: Sequence[str]) -> ColouredLine:
    """Colour a log line: dim its number, and give each handle the colour of its side.

    ``side_handles`` are the sides' own handles, such as ``r``. Undone lines are dim, and lines that
    end a turn are bold.
    """
    colours = dict(zip(side_handles, SIDES, strict=False))
    units = re.compile(rf"\b([{''.join(colours).upper()}])[0-9]+(?:\.[0-9]+)?\b")

    def colour(text: str) -> str:
        if kind == "taken back":
            return f"{DIM}{text}{RESET}"
        number, rest = text[:NUMBER_WIDTH], text[NUMBER_WIDTH:]
        if kind in ("turn", "end"):
            return f"{DIM}{number}{RESET}{BOLD}{rest}{RESET}"
        rest = units.sub(lambda found: f"{colours[found[1].lower()]}{found[0]}{RESET}", rest)
        return f"{DIM}{number}{RESET}{rest}"

    coloured = ColouredLine(line)
    coloured.colour = colour
    return coloured


# ---------------------------------------------------------------------------------- the game


def build_game_shape(game: Game, state: State, line_number: int) -> shapes.GameStatusShape:
    """Build a game's JSON shape for a given state. Only the current state has an open question."""
    info, is_current = state.info, state is game.state
    match = game.match if is_current else Match(state, lambda _: None)
    clock, ended = state.clock, state.current_values.ended
    subject = game.pending.request.subject if is_current and game.pending is not None else None
    return shapes.GameStatusShape(
        match=game.stream,
        title=info.title,
        ruleset=info.ruleset,
        mode=info.mode,
        played_on=info.played_on,
        line=line_number,
        turn=clock.turn,
        phase=get_current_phase_name(state),
        side=get_side_name(state, clock.side),
        first=get_side_name(state, clock.order[0]) if clock.order else None,
        sides=[_build_side(game, match, state, side.id) for side in info.sides],
        objectives=[
            shapes.StatusNoteShape(what=description, text=text)
            for description, text in (
                *game.ruleset.under_way(match, subject),
                *game.ruleset.status(match),
            )
        ],
        combats=build_combat_shapes(game, line_number),
        due=[_describe_due_action(match, item) for item in game.ruleset.due(match)],
        in_doubt=_list_unreplayed_lines(game) if is_current else [],
        waiting=build_question_shape(game) if is_current else None,
        ended=None if ended is None else _build_end(state, ended),
    )


def _list_unreplayed_lines(game: Game) -> list[int]:
    if game.pending is None:
        return []
    from tracker.application.correcting.waiting_correction_lines_and_dice import (
        list_unreplayed_lines,
    )

    return [*list_unreplayed_lines(game)]


def _build_end(state: State, ended: End) -> shapes.GameEndShape:
    from tracker.application.log.fact_descriptions import describe_end_reason

    winner = get_side_name(state, ended.winner)
    return shapes.GameEndShape(how=ended.how, winner=winner, why=describe_end_reason(ended))


def build_combat_shapes(game: Game, line_number: int) -> list[shapes.CombatShape]:
    """Build the JSON shapes of the combats after a log line.

    After the last line, they include the step of the combat in which a question is open.
    """
    state, is_current = game.state, line_number == game.history.last_line_number
    version = game.history.version
    if not is_current:
        from tracker.application.log.game_log_lines import find_last_entry_number_of_line

        version = game.history.find_line(
            find_last_entry_number_of_line(game.history, line_number)
        ).end
    subject = find_subject_of_open_question(game) if is_current else None
    combats = build_combat_tracker_at_version(
        game.ruleset, game.history, version
    ).compute_combat_statuses(subject)
    return [
        build_combat_shape(combat, state.info.words.format_handle, game.match.side_name)
        for combat in combats
    ]


def list_due_lines_of_setup(game: Game) -> list[str]:
    """List what is due before turn 1, as in ``Red has not set up: type deploy Red``."""
    from tracker.application.match.due_actions_of_game import list_due_actions_not_begun
    from tracker.application.match.possible_actions import list_possible_actions

    if game.match.turn or game.pending is not None:
        return []
    possible = [(one.command, one.line) for one in list_possible_actions(game)]
    lines = {(command.action, command.side): line for command, line in reversed(possible)}
    due = [(one.why, lines.get((one.action, one.side))) for one in list_due_actions_not_begun(game)]
    return [f"  {why}: type {line}" if line else f"  {why}" for why, line in due]


def _describe_due_action(match: Match, item: DueAction) -> str:
    """Describe a due action, such as ``R2 Bravo has not fired``."""
    subject = item.subject
    is_named = subject is not None and is_unit(subject)
    if subject is None or not is_named or not item.why.startswith(match.unit(UnitId(subject)).name):
        return item.why
    return f"{match.tag(subject)} {item.why}"


def _build_side(game: Game, match: Match, state: State, side: SideId) -> shapes.SideRowShape:
    info = next(one for one in state.info.sides if one.id == side)
    force = state.forces.get(side)
    return shapes.SideRowShape(
        side=format_handle(side),
        name=info.name,
        player=info.player,
        force=force.name if force else "",
        points=force.points if force else 0,
        score=count_victory_points(state, game.ruleset)[side],
        units=[_build_unit(game, match, state, unit) for unit in match.all_units(side)],
    )


def _build_unit(game: Game, match: Match, state: State, unit: UnitId) -> shapes.UnitRowShape:
    value = match.unit(unit)
    figures = [match.figure(figure) for figure in value.figures]
    staying = game.ruleset.standing(match, unit)
    going = [match.figure(figure) for figure in value.figures if figure not in staying]
    return shapes.UnitRowShape(
        unit=format_handle(unit),
        name=value.name,
        figures=len(value.figures),
        started=value.started,
        standing=len(staying),
        marks=list(_list_unit_markers(match, state, unit)) if figures else [],
        linked={
            word: sorted(format_handle(other) for other in others)
            for _, word, others in list_visible_links(state, unit)
        },
        kinds=dict(Counter(map(state.name_kind, figures))),
        going=dict(Counter(map(state.name_kind, going))),
        named=[figure.name for figure in map(match.figure, staying) if figure.name],
        wounds=sum(figure.wounds for figure in figures),
        lost=dict(Counter(gear for figure in figures for gear in figure.lost)),
        each=list(_list_figures(game, match, state, unit)) if state.info.words.by_figure else [],
    )


def _list_figures(
    game: Game, match: Match, state: State, unit: UnitId
) -> Iterator[shapes.FigureRowShape]:
    words = state.info.words
    for figure in match.all_figures(match.side_of(unit)):
        value = match.figure(figure)
        if value.unit != unit:
            continue
        marks = [
            shapes.MarkerShape(mark=word.word, value=marker.value, figures=0)
            for word, marker in list_visible_markers(state, figure)
        ]
        links = [
            shapes.MarkerShape(mark=link, value=words.format_handle(other), figures=0)
            for _, link, others in list_visible_links(state, figure)
            for other in sorted(others)
        ]
        yield shapes.FigureRowShape(
            figure=words.format_handle(figure),
            name=value.name,
            gone=value.gone,
            marks=[] if value.gone else [*marks, *links],
            wounds=0 if value.gone else value.wounds,
            lost=[] if value.gone else list(value.lost),
            tallies=[] if value.gone else _list_tallies(game, match, figure),
        )


def _list_tallies(game: Game, match: Match, figure: FigureId) -> list[shapes.TallyShape]:
    """List a figure's tallies that have points left or have been used."""
    return [
        shapes.TallyShape(what=each.word, spent=each.spent, left=each.left)
        for each in game.ruleset.sheet(match, figure).tallies
        if each.pips or each.spent
    ]


def format_tally(tally: shapes.TallyShape) -> str:
    return f"{tally.what} {tally.left} of {tally.spent + tally.left} left"


def list_tallies_of_acting_figures(
    game: Game, entries: Iterable[MatchEntry]
) -> list[shapes.FigureTalliesShape]:
    """List the tallies of the figures that acted in these entries, if figures act individually."""
    words, match = game.state.info.words, game.match
    actions = [one.input for one in entries if isinstance(one.input, ev.ActionTaken)]
    who = [
        one
        for event in actions
        if (acts := game.history.find_actors_and_targets(event))
        for one in acts.who
    ]
    figures = [FigureId(one) for one in dict.fromkeys(who) if is_figure(one)]
    rows = (
        shapes.FigureTalliesShape(
            figure=words.format_handle(figure),
            name=match.figure(figure).name,
            tallies=_list_tallies(game, match, figure),
        )
        for figure in figures
        if words.by_figure and match.figure(figure).gone is None
    )
    return [one for one in rows if one.tallies]


def _list_unit_markers(match: Match, state: State, unit: UnitId) -> Iterator[shapes.MarkerShape]:
    """Yield a unit's markers, and its figures' markers with the number of marked figures."""
    for word in state.info.words.visible_markers:
        value = match.mark(unit, word.id)
        if value is not None:
            yield shapes.MarkerShape(mark=word.word, value=value, figures=0)
        carried = [match.mark(figure, word.id) for figure in match.figures(unit)]
        counts = Counter(one for one in carried if one is not None)
        for one, count in counts.items():
            yield shapes.MarkerShape(mark=word.word, value=one, figures=count)


def describe_turn_phase_and_side(turn: int, phase: str, side: str | None) -> str:
    """Describe the turn, phase and side, as in ``turn 2, shoot, Red``. Empty parts are omitted."""
    return ", ".join(filter(None, (f"turn {turn}" if turn else "", phase, side)))


def make_game_answer(game: Game, state: State, line: int, warnings: tuple[str, ...] = ()) -> Answer:
    """Make the output of a command that shows a game in this state, after this line."""
    shape, has_points = build_game_shape(game, state, line), has_victory_points(state, game.ruleset)
    return Answer(shape, lambda: list_game_lines(shape, has_points=has_points), warnings=warnings)


def list_game_lines(game: shapes.GameStatusShape, *, has_points: bool = True) -> Iterator[str]:
    """List the lines that show a game. Without ``has_points``, the sides' scores are left out."""
    yield f"{game.match}  {game.title}  ({game.ruleset}, {game.played_on})"
    first = f"  {game.first} acts first" if game.first else ""
    clock = describe_turn_phase_and_side(game.turn, game.phase, game.side)
    yield f"{clock}{first}  line {game.line}"
    width = max([18, *(len(unit.name) for side in game.sides for unit in side.units)])
    for side in game.sides:
        yield ""
        player = f", {side.player}" if side.player else ""
        points = f", {format_count(side.points, 'point')}" if side.points else ""
        score = f"  VP {side.score}" if has_points else ""
        yield f"{side.name}{player}: {side.force}{points}{score}"
        for unit in side.units:
            yield _format_unit(unit, width)
            yield from map(_format_figure, unit.each)
    if game.objectives:
        yield ""
        yield from (f"{objective.what}: {objective.text}" for objective in game.objectives)
    yield ""
    if game.ended is not None:
        outcome = f"winner: {game.ended.winner}" if game.ended.winner else "drawn"
        yield make_sentence(f"{outcome} ({game.ended.why})" if game.ended.why else outcome)
    yield from list_question_lines(game.waiting)
    if game.in_doubt:
        yield f"depending on this answer: {format_line_numbers(game.in_doubt)}"
    if game.waiting is None and game.ended is None and game.due:
        yield f"still to act: {'; '.join(game.due)}"


def _format_unit(unit: shapes.UnitRowShape, width: int) -> str:
    leaving = unit.figures - unit.standing
    figures = f"{unit.figures}/{unit.started}" + (f" −{leaving}" if leaving else "")
    marks = [
        _format_mark(mark)
        for mark in unit.marks
        if not _is_only_on_leaving_figures(mark, leaving) and not (unit.each and mark.figures)
    ]
    links = [f"{word} {','.join(others)}" for word, others in unit.linked.items()]
    kinds, going = "", ""
    if not unit.each:
        named = f"including {', '.join(unit.named)}" if unit.named else ""
        mixed = _format_kinds(unit.kinds) if len(unit.kinds) > 1 else ""
        kinds = ", ".join(filter(None, (mixed, named)))
        going = f"{_format_kinds(unit.going)} to go" if len(unit.kinds) > 1 and unit.going else ""
    burdens = [] if unit.each else _list_wounds_and_lost_equipment(unit.wounds, unit.lost)
    details = " · ".join(filter(None, (kinds, going, *marks, *burdens, *links)))
    return f"  {unit.unit:<4} {unit.name:<{width}} {figures:<9} {details}".rstrip()


def _format_kinds(counts: Mapping[str, int]) -> str:
    return ", ".join(format_figure_count(n, kind) for kind, n in counts.items())


def _list_wounds_and_lost_equipment(wounds: int, lost: Mapping[str, int]) -> list[str]:
    gear = (
        f"no {item.replace('-', ' ')}" + (f" ×{count}" if count > 1 else "")
        for item, count in lost.items()
    )
    return [*([format_count(wounds, "wound")] if wounds else []), *gear]


def _format_figure(figure: shapes.FigureRowShape) -> str:
    burdens = _list_wounds_and_lost_equipment(figure.wounds, Counter(figure.lost))
    details = [*map(format_tally, figure.tallies), *map(_format_mark, figure.marks), *burdens]
    text = figure.gone or " · ".join(details)
    return f"    {figure.figure:<5} {figure.name:<16} {text}".rstrip()


def _is_only_on_leaving_figures(mark: shapes.MarkerShape, lost: int) -> bool:
    """Return whether a marker marks only the figures that are about to be removed."""
    return mark.figures > 0 and mark.figures == lost and isinstance(mark.value, str)


def _format_mark(mark: shapes.MarkerShape) -> str:
    is_plain = mark.value is True or mark.value == mark.mark
    value = "" if is_plain else f" {mark.value}"
    count = f" ×{mark.figures}" if mark.figures > 1 else ""
    return f"{mark.mark}{value}{count}"
