"""Interprets the parts of a line before the line is played, so that each part has one meaning."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from tracker.application.errors import Refused, make_sentence
from tracker.application.match.free_rolls import FreeRoll, parse_free_roll
from tracker.application.match.game import Game
from tracker.input_parsing.line_lexicon import ROLL
from tracker.input_parsing.line_syntax_tree import (
    Answer,
    DeclaredOutcome,
    Flag,
    Line,
    Part,
    TypedAction,
    TypedAnswer,
    TypedDetail,
    Word,
    format_line,
)
from tracker.procedures.declared.line_part_meanings import ManualAdjustment
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.ruleset import Command, Meaning, Reply, Ruleset
from tracker.vocabulary.typed_numbers import is_whole_number


class InterpretedAction(Struct, frozen=True):
    """An interpreted action with its answers. ``parts`` is the number of parts of the line that it
    covers.

    If ``claimed`` is true, the next part of the line interrupts the action. If the action is an
    adjustment, ``about`` is the number of the line that it corrects.
    """

    meaning: Meaning | FreeRoll
    answers: tuple[Answer, ...] = ()
    outcome: str = ""
    parts: int = 1
    claimed: bool = False
    about: int | None = None


def interpret_parts_for_game(
    game: Game, parts: tuple[Part, ...], match: Match | None = None
) -> list[InterpretedAction]:
    """Interpret the parts of a line in the current game, or in an earlier ``match``.

    Parts of the same action are joined. In a command that the rules suggest, ``M`` is replaced by
    the name of the game. Raises ``Refused`` for a part that has no meaning.
    """
    try:
        return interpret_parts_for_match(game.ruleset, match or game.match, parts)
    except UnknownName as error:
        text = str(error).replace("warledger match join M ", f"warledger match join {game.stream} ")
        raise Refused(make_sentence(text)) from error


def interpret_parts_for_match(
    ruleset: Ruleset, match: Match, parts: tuple[Part, ...]
) -> list[InterpretedAction]:
    """Interpret the parts of a line in a match.

    Raises ``Refused``, or ``UnknownName`` for an unknown subject, if a part has no meaning.
    """
    found: list[InterpretedAction] = []
    for part in parts:
        saying = interpret_part(ruleset, match, part)
        before, command = found[-1] if found else None, saying.meaning
        if before and isinstance(before.meaning, Command) and isinstance(command, Command):
            merged = ruleset.line_translator.merge_commands(before.meaning, command)
            if merged is not None:
                found[-1] = _join_parts_of_action(merged, before, saying)
                continue
            interrupted = ruleset.let_next_command_interrupt(before.meaning, command)
            if interrupted is not None:
                found[-1] = replace(before, meaning=interrupted, claimed=True)
        found.append(saying)
    return found


def _join_parts_of_action(
    command: Command, before: InterpretedAction, after: InterpretedAction
) -> InterpretedAction:
    if before.outcome or after.outcome:
        raise Refused("An outcome is for one target at a time; enter the parts in separate lines.")
    return InterpretedAction(
        command, (*before.answers, *after.answers), parts=before.parts + after.parts
    )


def parse_single_action(game: Game, line: Line, match: Match | None = None) -> Command:
    """Return the only action of a line in the game, or in an earlier ``match``.

    Raises ``Refused`` if the line is anything else.
    """
    found = interpret_parts_for_game(game, line.parts, match)
    command = get_meant_command(found[0].meaning) if len(found) == 1 else None
    if command is None:
        raise Refused("Type one action, as in `r1 > b2 soft`.")
    return command


def get_meant_command(meaning: Meaning | FreeRoll) -> Command | None:
    """Return the action that is meant, or None if no action is meant.

    If an answer is meant, return the action that it could also begin.
    """
    found = meaning.asking_command if isinstance(meaning, Reply) else meaning
    return found if isinstance(found, Command) else None


def format_answer_as_typed(answer: Answer) -> str:
    if isinstance(answer, TypedAnswer):
        return answer.text
    return format_line(Line((Word("_", (), (answer,)),))).removeprefix("_ : ")


def interpret_part(ruleset: Ruleset, match: Match, part: Part) -> InterpretedAction:
    """Interpret one part of a line.

    Raises ``Refused``, or ``UnknownName`` for an unknown subject, if the part has no meaning.
    """
    outcome = ""
    if isinstance(part, TypedAction):
        part = replace(
            part,
            details=tuple(_convert_declared_outcome_to_flag(ruleset, how) for how in part.details),
        )
        told = [how.text for how in part.details if isinstance(how, DeclaredOutcome)]
        if len(told) > 1 or (told and part.answers):
            raise Refused("Type either the dice or an outcome, not both.")
        outcome = told[0] if told else ""
        part = replace(
            part, details=tuple(h for h in part.details if not isinstance(h, DeclaredOutcome))
        )
    if isinstance(part, Word) and part.word == "answer":
        if part.arguments or not part.answers:
            raise Refused("Type the answers after a colon, as in `answer : 4516 / 3`.")
        return InterpretedAction(Reply(asks=(), name="an answer"), part.answers)
    if isinstance(part, Word) and part.word == ROLL:
        return InterpretedAction(parse_free_roll(match, part.arguments, ruleset.die), part.answers)
    if isinstance(part, Word) and ruleset.line_translator.takes_argument_list(part):
        more = " ".join(map(format_answer_as_typed, part.answers)).split()
        part = replace(part, arguments=(*part.arguments, *more), answers=())
    part, about = _split_off_line_reference(part)
    meaning = ruleset.line_translator.interpret_part(match, part)
    if about is not None and not isinstance(meaning, ManualAdjustment):
        raise Refused("Only a correction can refer to another line, as in `fix … about 38`.")
    if outcome and not isinstance(meaning, Command):
        raise Refused(
            f"!{outcome} is not possible here: only an action that rolls dice has an outcome."
        )
    return InterpretedAction(meaning, part.answers, outcome, about=about)


def _split_off_line_reference(part: Part) -> tuple[Part, int | None]:
    """Return a part without a final ``about 38``, and the line number, or None if there is none.

    Raises ``Refused`` if the word after ``about`` is not a number.
    """
    if isinstance(part, Word) and len(part.arguments) > 2 and part.arguments[-2] == "about":
        number = part.arguments[-1]
        if not is_whole_number(number):
            raise Refused(f"{number!r} is not a line number. Type a number, as in `about 38`.")
        return replace(part, arguments=part.arguments[:-2]), int(number)
    return part, None


def _convert_declared_outcome_to_flag(ruleset: Ruleset, how: TypedDetail) -> TypedDetail:
    """Convert an outcome such as ``!left`` to a flag if the ruleset declares this word as a flag.

    Return any other detail unchanged.
    """
    if isinstance(how, DeclaredOutcome) and how.text.lower() in ruleset.lexicon.flags:
        return Flag(how.text.lower())
    return how
