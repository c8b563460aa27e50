"""``warledger match do``, ``answer``, ``undo`` … : what people say to a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from tracker.cli.context import FAILED, Db, Game, Id, Json, answer, open_book, read_text, say
from tracker.cli.parameters import argument, option, optional
from tracker.vocabulary.counts import count_of, name_lines

if TYPE_CHECKING:
    from exports.shapes.game import FollowedShape
    from tracker.application.lines.line_player import LineResult
    from tracker.application.match.game import Game as OpenGame

Line = Annotated[str | None, argument("LINE", 'A line: "r1 > b2 soft : 45162346".')]
Defaults = Annotated[bool, option("Take what is proposed at choices.", "--defaults")]
Roll = Annotated[bool, option("Let the app roll the dice still missing in LINE.", "--roll")]
Because = Annotated[str, option("The reason, if it breaks a rule.")]

MINUS = {"ignore_unknown_options": True}
"""``-2`` is an answer: two dice failed."""


def register(app: typer.Typer) -> None:
    """Put these commands into the group ``match``."""
    app.command("do")(do)
    app.command("answer", context_settings=MINUS)(say_answer)
    app.command("undo")(undo)
    app.command("redo")(redo)
    app.command("branches")(show_branches)
    app.command("join")(join)
    app.command("amend", context_settings=MINUS)(amend_line)


def do(
    m: Game,
    line: Line = None,
    file: Annotated[str, optional("Play a script, one line at a time; - reads stdin.")] = "",
    *,
    defaults: Defaults = False,
    roll: Roll = False,
    because: Because = "",
    once: Id = "",
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Play a line as typed at the table, or a script of lines."""
    from tracker.application.lines.line import play_line, play_script

    if (line is None) == (not file):
        raise typer.BadParameter("give a LINE, or a script with --file", param_hint="LINE")
    if line is not None:
        one = line
        if not one.strip():
            raise typer.BadParameter("it is empty; type who does what", param_hint="LINE")
        _play(
            m,
            db,
            as_json,
            lambda game: play_line(game, one, defaults=defaults, roll=roll, because=because),
            once=once,
        )
        return
    if because:
        raise typer.BadParameter(
            "it is the reason for one LINE; in a script write it after the line: LINE # why",
            param_hint="--because",
        )
    script = read_text(file)
    _play(
        m,
        db,
        as_json,
        lambda game: play_script(game, script, defaults=defaults, roll=roll),
        once=once,
    )


def say_answer(
    m: Game,
    text: Annotated[list[str] | None, argument("TEXT", "Dice or a choice: =5")] = None,
    *,
    roll: Annotated[bool, option("Let the app roll these dice.", "--roll")] = False,
    default: Annotated[bool, option("Take what is proposed.", "--default")] = False,
    other_number: Annotated[
        bool, option("The table rolled a different number of dice.", "--other-number")
    ] = False,
    because: Because = "",
    once: Id = "",
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Answer the open question: dice, or a choice."""
    if sum((bool(text), roll, default)) != 1:
        raise typer.BadParameter("give the answer, or --roll, or --default", param_hint="TEXT")

    def answered(game: OpenGame) -> LineResult:
        from tracker.application.errors import LedgerError, Refused
        from tracker.application.lines.line_player import LineResult

        done = LineResult()
        try:
            if roll:
                done.entries = game.roll()
            elif default:
                done.entries = game.choose_default()
            else:
                done.entries = game.say(
                    " ".join(text or ()), other_number=other_number, why=because
                )
        except (Refused, LedgerError) as trouble:
            done.trouble = trouble
        return done

    _play(m, db, as_json, answered, once=once)


def join(
    m: Game,
    side: Annotated[str, argument("SIDE", "The side they join: Red.")],
    roster: Annotated[str, argument("FILE", "A roster of the units that join, or a sample.")],
    *,
    because: Annotated[str, optional("Why, for the log.")] = "",
    once: Id = "",
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Add units of a roster to a side: reinforcements, or units forgotten at the start."""
    from tracker.application.correcting.manual_adjustments import join as come
    from tracker.cli.new_match import read_roster_text

    def joined(game: OpenGame) -> object:
        return come(game, side, *read_roster_text(game.ruleset, roster), because)

    write_beside(m, db, as_json, joined, once=once)


def undo(
    m: Game,
    *,
    action: Annotated[bool, option("The whole last action.", "--action")] = False,
    phase: Annotated[bool, option("Back to the start of this phase.", "--phase")] = False,
    turn: Annotated[bool, option("Back to the start of this turn.", "--turn")] = False,
    to: Annotated[int | None, optional("Back to this line.")] = None,
    way: Annotated[
        int | None, optional("To another way the game once went, as listed by branches.")
    ] = None,
    once: Id = "",
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Undo the last entry; nothing is ever lost."""
    from tracker.application.log.log_reader import find_last_entry

    if sum((action, phase, turn, to is not None, way is not None)) > 1:
        raise typer.BadParameter("give only one of --action, --phase, --turn, --to, --way")
    ways: dict[bool, Callable[[OpenGame], object]] = {
        action: lambda game: game.undo_action(),
        phase: lambda game: game.undo_phase(),
        turn: lambda game: game.undo_turn(),
        to is not None: lambda game: game.undo_to(find_last_entry(game.story, to or 0)),
        way is not None: lambda game: game.go_over(way or 0),
    }
    move(m, db, as_json, ways.get(True, lambda game: game.undo()), once=once)


def redo(m: Game, once: Id = "", db: Db = None, as_json: Json = False) -> None:
    """Redo the last undo."""
    move(m, db, as_json, lambda game: game.redo(), once=once)


def show_branches(m: Game, db: Db = None, as_json: Json = False) -> None:
    """List the ways the game has gone; undo --way N switches to another."""
    from exports.shapes.game import WayShape, WaysShape
    from tracker.application.match.step_previews import list_ways

    with open_book(db) as opened:
        game = opened.read(opened.find(m)).shown()
        rows = [
            WayShape(way=one.way, line=one.line, text=one.text, current=one.current)
            for one in list_ways(game)
        ]
    shape = WaysShape(match=game.stream, branches=rows)
    answer(
        shape,
        as_json,
        lambda: [
            f"{'*' if row.current else ' '} {row.way:>3}  line {row.line}  {row.text}"
            for row in rows
        ],
    )


def amend_line(
    m: Game,
    number: Annotated[int, argument("V", "The line number, as in the log.")],
    text: Annotated[str, argument("LINE", "What it should have been: a line, or dice.")],
    *,
    check: Annotated[
        bool, option("Only show what it would change; write nothing.", "--check")
    ] = False,
    once: Id = "",
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Correct a typing slip: the line is replaced, and later lines are played again."""
    from exports.shapes.game import AmendedShape, BreachShape
    from exports.shapes.shape import copy_shape
    from tracker.application.correcting.preview import preview
    from tracker.application.correcting.rewrite import find_outcome
    from tracker.cli.waiting_question import build_waiting, list_waiting_lines

    with open_book(db, once=once) as opened:
        game = opened.game(opened.find(m))
        changes = preview(game, number, text)
        done = find_outcome(changes.rewrite.sandbox) if check else changes.save_correction()
        shape = AmendedShape(
            match=game.stream,
            line=done.line,
            written=not check,
            against=[copy_shape(BreachShape, one) for one in changes.breaches],
            kept=done.kept,
            dropped=[entry.number for entry in done.dropped],
            asked=[*changes.needs],
            left=[entry.number for entry in done.left if not entry.by_itself],
            waiting=build_waiting(changes.rewrite.sandbox if check else game),
        )

    def told() -> list[str]:
        kept = f"{count_of(shape.kept, 'later line')} kept"
        against = (f"! {one.told}" for one in changes.breaches)
        lines = [*against, f"line {shape.line} {'would be ' * check}corrected; {kept}"]
        for numbers, told in (
            (shape.asked, "asked again, because the old dice do not fit"),
            (shape.dropped, "no longer asked"),
            (shape.left, "entered again once the open question is answered"),
        ):
            if numbers:
                lines.append(f"{told}: {name_lines(numbers)}")
        return [*lines, *list_waiting_lines(shape.waiting)]

    answer(shape, as_json, told)


def move(
    m: str, db: str | None, as_json: bool, go: Callable[[OpenGame], object], *, once: str
) -> None:
    """Take back or return, and tell what that was and what followed."""

    def moved(game: OpenGame) -> LineResult:
        from tracker.application.lines.line_player import LineResult
        from tracker.application.match.step_previews import describe_steps, step_through

        steps = step_through(game, go)
        return LineResult(told=(describe_steps(steps),), steps=steps)

    _play(m, db, as_json, moved, once=once)


def write_beside(
    m: str, db: str | None, as_json: bool, write: Callable[[OpenGame], object], *, once: str
) -> None:
    """Write something beside the play, and tell what stands there."""

    def done(game: OpenGame) -> LineResult:
        from tracker.application.lines.line_player import LineResult

        write(game)
        return LineResult()

    _play(m, db, as_json, done, once=once)


def _play(
    m: str, db: str | None, as_json: bool, go: Callable[[OpenGame], LineResult], *, once: str = ""
) -> None:
    """Do something with a game and tell what followed; what went wrong is said last."""
    from exports.shapes.game import AgainstShape, FollowedShape, SteppedShape
    from exports.shapes.shape import copy_shape
    from tracker.application.errors import make_sentence
    from tracker.cli import json_views
    from tracker.cli.waiting_question import build_waiting, name_side

    with open_book(db, once=once) as opened:
        game = opened.game(opened.find(m))
        before = game.version
        done = go(game)
        if once and done.trouble is not None:
            raise done.trouble
        game = game.shown()
        rows = json_views.list_log_rows(game, before) if game.version > before else []
        ended = json_views.build_shown(game, game.state, game.story.last_number).ended
        trouble = done.trouble
        shape = FollowedShape(
            match=game.stream,
            lines=rows,
            turn=game.match.turn,
            phase=json_views.name_phase(game.state),
            side=name_side(game.state, game.match.clock.side),
            waiting=build_waiting(game),
            ended=None if ended is None else ended.why or ended.how,
            trouble=None if trouble is None else trouble.message,
            script_line=done.line or None,
            leftover=list(done.leftover),
            assumed=list(dict.fromkeys(done.assumed)),
            against=[copy_shape(AgainstShape, each) for each in done.against],
            left=json_views.list_left(game, done.entries),
            combats=json_views.list_combats(game, game.story.last_number),
            stepped=[copy_shape(SteppedShape, each, lines=[*each.lines]) for each in done.steps],
        )
    against = [f"! {make_sentence(each.told)}" for each in done.against]
    if shape.assumed:
        against.append(f"assumed: {', '.join(shape.assumed)}")
    answer(shape, as_json, lambda: [*against, *_told(shape, done.told)])
    if trouble is not None:
        where = f"line {done.line}: " if done.line else ""
        say(f"{where}{trouble.message}")
        raise typer.Exit(FAILED)


def _told(shape: FollowedShape, told: tuple[str, ...]) -> Iterator[str]:
    from tracker.cli import json_views
    from tracker.cli.waiting_question import list_waiting_lines

    for row in shape.lines:
        yield json_views.format_log_line(row)
    yield from told
    if shape.ended is not None:
        yield f"the game is over: {shape.ended}"
    elif shape.waiting is not None:
        yield from list_waiting_lines(shape.waiting)
    else:
        yield json_views.describe_clock(shape.turn, shape.phase, shape.side)
    for one in shape.left:
        yield f"  {one.figure} {one.name}: {', '.join(map(json_views.format_tally, one.tallies))}"
