"""What is said from a phone: answers to the question seen there, lines, what is taken back."""

from __future__ import annotations

from tracker.application.errors import MovedOn, Refused
from tracker.application.lines.line import play_line
from tracker.application.log.reader import log_of
from tracker.application.match.game import Game
from tracker.server.doors import Role
from tracker.server.seen import may_answer, question_id, taken_back_words

LONGEST = 300
"""Signs of an answer or a line."""


class AnsweredAlready(Refused):
    """Somebody else was first."""


def answer(game: Game, role: Role, question: str, text: str) -> None:
    """Answer the question that a phone showed: the first answer counts.

    Raises ``AnsweredAlready`` with what happened, ``Refused`` as the table does.
    """
    text = _said(role, text)
    if game.pending is None or question != question_id(game):
        raise AnsweredAlready(_what_happened(game))
    if not may_answer(role, game.pending.request):
        whose = game.pending.request.side
        name = next((one.name for one in game.state.info.sides if one.id == whose), "somebody else")
        raise Refused(f"{name} answers this.")
    try:
        if text == "r":
            game.roll()
        else:
            game.say(text)
    except MovedOn:
        game.reload()
        raise AnsweredAlready(_what_happened(game)) from None


def say_line(game: Game, role: Role, text: str) -> None:
    """Play a line of the table grammar: the scribe alone. Raises ``Refused``."""
    if role.kind != "scribe":
        raise Refused("Only the scribe writes lines; say it to them.")
    done = play_line(game, _said(role, text))
    if done.trouble is not None:
        raise done.trouble


def take_back(game: Game, role: Role) -> None:
    """Take back what the role said last, as long as nobody said anything since."""
    if not role.answers:
        raise Refused("Who looks on takes nothing back.")
    if not taken_back_words(game, role):
        raise Refused("Somebody has said something since; ask the scribe to take it back.")
    game.undo()


def _said(role: Role, text: str) -> str:
    if not role.answers:
        raise Refused("Who looks on answers nothing.")
    if len(text) > LONGEST:
        raise Refused(f"That is longer than {LONGEST} signs; say it in fewer.")
    return text.strip()


def _what_happened(game: Game) -> str:
    """What was entered in the meantime."""
    lines = log_of(game.shown().story)
    last = f" Line {lines[-1].number}: {lines[-1].text}." if lines else ""
    return f"This was answered already.{last} Nothing of yours was entered."
