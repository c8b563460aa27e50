"""Play typed lines in a game, or only parse them."""

from __future__ import annotations

from tracker.application.lines.line_and_script_play import play_line
from tracker.application.lines.line_executor import LineResult
from tracker.application.match.game import Game
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


def meant(game: Game, line: str) -> Command:
    """Parse a line with the ruleset of a game and return its command, without playing it."""
    lines = game.ruleset.lines
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
