"""Converts games to JSON shapes and lines for the command line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from exports.combat_json_builder import (
    build_combat_shape,
    find_asked_subject,
    track_combats_until,
)
from exports.shapes.game_json_types import (
    CombatShape,
    EndedShape,
    FigureRowShape,
    FigureTalliesShape,
    LogRowShape,
    MarkShape,
    ShownShape,
    SideRowShape,
    StatusNoteShape,
    TallyShape,
    UnitRowShape,
)
from exports.shapes.json_base_type import copy_shape
from tracker.application.correcting.history_rewrite import list_unreplayed_lines
from tracker.application.errors import make_sentence
from tracker.application.match.game import Game
from tracker.application.match.match_entries import MatchEntry
from tracker.application.match.victory_point_totals import count_victory_points
from tracker.cli.open_question_output import build_question_shape, list_question_lines, name_side
from tracker.procedures.match_view import Match
from tracker.procedures.ruleset import DueAction
from tracker.projection.match_state import State
from tracker.projection.unit_link_descriptions import list_visible_links
from tracker.vocabulary import events as ev
from tracker.vocabulary.count_wording import format_count, format_line_numbers
from tracker.vocabulary.subject_ids import (
    FigureId,
    SideId,
    UnitId,
    format_handle,
    is_figure,
    is_unit,
)


def name_phase(state: State) -> str:
    phase = state.clock.phase
    return next((word.word for word in state.info.words.phases if word.id == phase), phase)


# ------------------------------------------------------------------------------------ the log


def list_log_rows(game: Game, after: ev.Version = 0) -> list[LogRowShape]:
    """List the log's rows that end after a version."""
    from exports.log_json_builder import LogShapeBuilder
    from tracker.application.log.game_log_lines import list_log_lines

    lines = [line for line in list_log_lines(game.history) if line.end > after]
    numbers = LogShapeBuilder(game, lines, min((line.version for line in lines), default=1) - 1)
    return [
        copy_shape(
            LogRowShape,
            line,
            line=line.number,
            side=name_side(game.state, line.side),
            details=[detail.text for detail in line.details],
            detail_lines=[detail.number for detail in line.details],
            rolls=[
                numbers.rolls[each.version]
                for each in line.details
                if each.version in numbers.rolls
            ],
            losses=losses,
            combats=combats,
            rulings=list(line.rulings),
            taken_back=list(line.taken_back),
        )
        for line, losses, combats in zip(
            lines, numbers.list_losses(lines), numbers.list_changed_combats(lines), strict=True
        )
    ]


def format_log_line(row: LogRowShape) -> str:
    mark = "*" if row.by_app else " "
    number = "╎" if row.kind == "taken back" else row.line
    return f"{number:>5} {mark} {row.text}"


def list_detail_lines(row: LogRowShape) -> Iterator[str]:
    """Yield a log line with its entries, each with its number."""
    yield format_log_line(row)
    for number, text in zip(row.detail_lines, row.details, strict=True):
        if number != row.line or text != row.text:
            yield f"{number:>9}   {text}"


# ---------------------------------------------------------------------------------- the game


def build_game_shape(game: Game, state: State, line: int) -> ShownShape:
    """Build a game's shape for a given state. Only the current state has an open question."""
    now = state is game.state
    match = game.match if now else Match(state, lambda _: None)
    clock, ended = state.clock, state.current_values.ended
    about = game.pending.request.subject if now and game.pending is not None else None
    return copy_shape(
        ShownShape,
        state.info,
        match=game.stream,
        line=line,
        turn=clock.turn,
        phase=name_phase(state),
        side=name_side(state, clock.side),
        first=name_side(state, clock.order[0]) if clock.order else None,
        sides=[_side(game, match, state, side.id) for side in state.info.sides],
        objectives=[
            StatusNoteShape(what=w, text=t)
            for w, t in (*game.ruleset.under_way(match, about), *game.ruleset.status(match))
        ],
        combats=build_combat_shapes(game, line),
        due=[_due(match, item) for item in game.ruleset.due(match)],
        in_doubt=list(list_unreplayed_lines(game)) if now else [],
        waiting=build_question_shape(game) if now else None,
        ended=None
        if ended is None
        else EndedShape(how=ended.how, winner=name_side(state, ended.winner), why=ended.why),
    )


def build_combat_shapes(game: Game, line: int) -> list[CombatShape]:
    """Build the combats after a log line. The open question's combat shows its current step."""
    state, now = game.state, line == game.history.last_number
    version = game.history.version
    if not now:
        from tracker.application.log.game_log_lines import find_last_entry_of_line

        version = game.history.find_line(find_last_entry_of_line(game.history, line)).end
    asked = find_asked_subject(game) if now else None
    combats = track_combats_until(game.ruleset, game.history, version).build_combats_now(asked)
    return [
        build_combat_shape(one, state.info.words.format_handle, game.match.side_name)
        for one in combats
    ]


def _due(match: Match, item: DueAction) -> str:
    """Describe an obligation that is due, such as ``R2 Bravo has not fired``."""
    subject = item.subject
    named = subject is not None and is_unit(subject)
    if subject is None or not named or not item.why.startswith(match.unit(UnitId(subject)).name):
        return item.why
    return f"{match.tag(subject)} {item.why}"


def _side(game: Game, match: Match, state: State, side: SideId) -> SideRowShape:
    info = next(one for one in state.info.sides if one.id == side)
    force = state.forces.get(side)
    return SideRowShape(
        side=format_handle(side),
        name=info.name,
        player=info.player,
        force=force.name if force else "",
        points=force.points if force else 0,
        score=count_victory_points(state, game.ruleset)[side],
        units=[_unit(game, match, state, unit) for unit in match.all_units(side)],
    )


def _unit(game: Game, match: Match, state: State, unit: UnitId) -> UnitRowShape:
    value = match.unit(unit)
    own = [match.figure(figure) for figure in value.figures]
    stay = game.ruleset.standing(match, unit)
    going = [match.figure(figure) for figure in value.figures if figure not in stay]
    return UnitRowShape(
        unit=format_handle(unit),
        name=value.name,
        figures=len(value.figures),
        started=value.started,
        standing=len(stay),
        marks=list(_marks(match, state, unit)),
        linked={
            said: sorted(format_handle(other) for other in others)
            for _, said, others in list_visible_links(state, unit)
        },
        kinds=dict(Counter(figure.profile for figure in own)),
        going=dict(Counter(figure.profile for figure in going)),
        named=[figure.name for figure in map(match.figure, stay) if figure.name],
        wounds=sum(figure.wounds for figure in own),
        lost=dict(Counter(gear for figure in own for gear in figure.lost)),
        each=list(_each(game, match, state, unit)) if state.info.words.by_figure else [],
    )


def _each(game: Game, match: Match, state: State, unit: UnitId) -> Iterator[FigureRowShape]:
    """Yield a unit's figures, including removed ones, if figures act individually."""
    words = state.info.words
    for figure in match.all_figures(match.side_of(unit)):
        value = match.figure(figure)
        if value.unit != unit:
            continue
        marks = [
            MarkShape(mark=word.word, value=mark, figures=0)
            for word in words.markers
            if word.shown != "hidden" and (mark := match.mark(figure, word.id)) is not None
        ]
        links = [
            MarkShape(mark=said, value=words.format_handle(other), figures=0)
            for _, said, others in list_visible_links(state, figure)
            for other in sorted(others)
        ]
        yield FigureRowShape(
            figure=words.format_handle(figure),
            name=value.name,
            gone=value.gone,
            marks=[] if value.gone else [*marks, *links],
            wounds=0 if value.gone else value.wounds,
            lost=[] if value.gone else list(value.lost),
            tallies=[] if value.gone else _tallies(game, match, figure),
        )


def _tallies(game: Game, match: Match, figure: FigureId) -> list[TallyShape]:
    """List a figure's remaining points and its used tallies."""
    return [
        TallyShape(what=each.word, spent=each.spent, left=each.left)
        for each in game.ruleset.sheet(match, figure).tallies
        if each.pips or each.spent
    ]


def format_tally(one: TallyShape) -> str:
    return f"{one.what} {one.left} of {one.spent + one.left} left"


def list_figure_tallies(game: Game, entries: Iterable[MatchEntry]) -> list[FigureTalliesShape]:
    """List what the figures in these entries have left, if figures act individually."""
    words, match = game.state.info.words, game.match
    taken = [one.input for one in entries if isinstance(one.input, ev.ActionTaken)]
    who = [one for event in taken if (acts := game.history.acts(event)) for one in acts.who]
    figures = [FigureId(one) for one in dict.fromkeys(who) if is_figure(one)]
    found = (
        FigureTalliesShape(
            figure=words.format_handle(figure),
            name=match.figure(figure).name,
            tallies=_tallies(game, match, figure),
        )
        for figure in figures
        if words.by_figure and match.figure(figure).gone is None
    )
    return [one for one in found if one.tallies]


def _marks(match: Match, state: State, unit: UnitId) -> Iterator[MarkShape]:
    """Yield a unit's markers, and those of its figures with the number of figures."""
    for word in state.info.words.markers:
        if word.shown == "hidden":
            continue
        value = match.mark(unit, word.id)
        if value is not None:
            yield MarkShape(mark=word.word, value=value, figures=0)
        carried = [match.mark(figure, word.id) for figure in match.figures(unit)]
        counts = Counter(one for one in carried if one is not None)
        for one, n in counts.items():
            yield MarkShape(mark=word.word, value=one, figures=n)


def describe_clock(turn: int, phase: str, side: str | None) -> str:
    """Describe the clock, as in ``turn 2, shoot, Red``. Empty parts are omitted."""
    return ", ".join(filter(None, (f"turn {turn}" if turn else "", phase, side)))


def list_game_lines(game: ShownShape) -> Iterator[str]:
    yield f"{game.match}  {game.title}  ({game.ruleset}, {game.played_on})"
    first = f"  {game.first} acts first" if game.first else ""
    yield f"{describe_clock(game.turn, game.phase, game.side)}{first}  line {game.line}"
    for side in game.sides:
        yield ""
        player = f", {side.player}" if side.player else ""
        cost = f", {format_count(side.points, 'point')}" if side.points else ""
        yield f"{side.name}{player}: {side.force}{cost}  VP {side.score}"
        for unit in side.units:
            yield _unit_line(unit)
            yield from map(_figure_line, unit.each)
    if game.objectives:
        yield ""
        yield from (f"{told.what}: {told.text}" for told in game.objectives)
    yield ""
    if game.ended is not None:
        who = f"{game.ended.winner} wins" if game.ended.winner else "drawn"
        yield make_sentence(f"{who}: {game.ended.why}" if game.ended.why else who)
    yield from list_question_lines(game.waiting)
    if game.in_doubt:
        yield f"in doubt until then: {format_line_numbers(game.in_doubt)}"
    if game.waiting is None and game.ended is None and game.due:
        yield f"left: {'; '.join(game.due)}"


def _unit_line(unit: UnitRowShape) -> str:
    lost = unit.figures - unit.standing
    left = f"{unit.figures}/{unit.started}" + (f" −{lost}" if lost else "")
    marks = [
        _mark_text(mark)
        for mark in unit.marks
        if not _is_loss(mark, lost) and not (unit.each and mark.figures)
    ]
    links = [f"{word} {','.join(others)}" for word, others in unit.linked.items()]
    kinds, going = "", ""
    if not unit.each:
        named = f" with {', '.join(unit.named)}" if unit.named else ""
        kinds = (_kinds(unit.kinds) if len(unit.kinds) > 1 else "") + named
        going = f"{_kinds(unit.going)} to go" if len(unit.kinds) > 1 and unit.going else ""
    burdens = [] if unit.each else _burdens(unit.wounds, unit.lost)
    told = " · ".join(filter(None, (kinds.strip(), going, *marks, *burdens, *links)))
    return f"  {unit.unit:<4} {unit.name:<18} {left:<9} {told}".rstrip()


def _kinds(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{n} {kind}" for kind, n in counts.items())


def _burdens(wounds: int, lost: Mapping[str, int]) -> list[str]:
    """List a subject's wounds and lost equipment."""
    gear = (f"no {one.replace('-', ' ')}" + (f" ×{n}" if n > 1 else "") for one, n in lost.items())
    return [*([format_count(wounds, "wound")] if wounds else []), *gear]


def _figure_line(figure: FigureRowShape) -> str:
    burdens = _burdens(figure.wounds, Counter(figure.lost))
    told = [*map(format_tally, figure.tallies), *map(_mark_text, figure.marks), *burdens]
    said = figure.gone or " · ".join(told)
    return f"    {figure.figure:<5} {figure.name:<16} {said}".rstrip()


def _is_loss(mark: MarkShape, lost: int) -> bool:
    """Whether the number of figures to remove already covers such a marker."""
    return mark.figures > 0 and mark.figures == lost and isinstance(mark.value, str)


def _mark_text(mark: MarkShape) -> str:
    said = mark.value is True or mark.value == mark.mark
    value = "" if said else f" {mark.value}"
    several = f" ×{mark.figures}" if mark.figures > 1 else ""
    return f"{mark.mark}{value}{several}"
