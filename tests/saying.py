"""Play typed lines in a game, or only parse them."""

from __future__ import annotations

from tracker.application.correcting.history_rewrite import (
    EnterInput,
    RewriteOutcome,
    draft_correction,
    get_correction_outcome,
)
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.application.typed_lines.line_executor import LineResult
from tracker.input_parsing.line_parser import parse_typed_line
from tracker.input_parsing.line_syntax_tree import Line
from tracker.procedures.ruleset import Command, Meaning, Reply


def say(game: Game, *lines: str) -> LineResult:
    """Play lines, each without an error, and return the result of the last."""
    done = LineResult()
    for line in lines:
        done = play_line(game, line)
        assert done.error is None, (line, done.error.message)
    return done


def refused(game: Game, line: str) -> str:
    """Play a line which must fail, and return the error message."""
    done = play_line(game, line)
    assert done.error is not None, f"{line} was taken"
    return done.error.message


def begin_correction(game: Game, number: int, correct: EnterInput) -> RewriteOutcome:
    """Correct line ``number``, write the correction, and return its progress."""
    draft_correction(game, number, correct).save_rewrite()
    return get_correction_outcome(game)


def meant(game: Game, line: str) -> Command:
    """Parse a line with the ruleset of a game and return its command, without playing it."""
    lines = game.ruleset.line_translator
    read = parse_typed_line(line, game.ruleset.lexicon)
    assert isinstance(read, Line), read
    found, *others = (_command(lines.interpret_part(game.match, part)) for part in read.parts)
    for more in others:
        merged = lines.merge_commands(found, more)
        assert merged is not None
        found = merged
    return found


def _command(meaning: Meaning) -> Command:
    command = meaning.asking_command if isinstance(meaning, Reply) else meaning
    assert isinstance(command, Command)
    return command
