"""What a phone shows of a game: the score, whose go it is, the question that waits, who is left."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from tracker.application.log.reader import LogLine
from tracker.application.log.wording import Names
from tracker.application.match.game import Game
from tracker.procedures.requests import Request
from tracker.server.asked import FieldsSeen, fields_of
from tracker.server.doors import Role
from tracker.vocabulary import events as ev
from tracker.vocabulary.counts import need_in_words
from tracker.vocabulary.names import SideId, UnitId, handle
from tui.views import clock
from tui.views.log import LogSeen
from tui.views.question import question_of
from tui.views.rolls import last_rolls, roll_line
from tui.views.running import who_rolls

MOST_LINES = 12
MOST_ROLLS = 3
LOGS = 256  # of games, kept as long as they were asked for last
DIGITS = frozenset("0123456789")
SIGNS = DIGITS | {"+", "-"}
"""Of a number needed: what is drawn large."""


class SideSeen(Struct, frozen=True):
    """A side: its place counts from 1, for its colour; ``units`` are those it has left."""

    place: int
    force: str
    player: str
    points: int | None
    units: tuple[tuple[str, str, str], ...]


class AskedSeen(Struct, frozen=True):
    """The question that waits.

    ``id`` is another for every question there ever is; ``fields`` what is filled in to answer it,
    ``default`` what is proposed, ``of_roll`` that dice are asked.
    """

    id: str
    title: str
    who: str
    number: str
    need: str
    why: str
    made_of: str
    forms: str
    fields: FieldsSeen
    of_roll: bool
    default: str
    mine: bool
    whose: str


class GameSeen(Struct, frozen=True):
    """A game as one role sees it at a version; ``back`` says which answer of its own it may take
    back. A line of the ``log`` is its number, its text, and the digest of a photo taken there.
    ``face_down`` is what lies hidden from the others and is the role's own: of whom, and what.
    """

    stream: str
    version: int
    title: str
    ruleset: str
    turn: str
    phase: str
    whose: str
    result: str
    sides: tuple[SideSeen, ...]
    asked: AskedSeen | None
    rolls: tuple[tuple[str, str, str], ...]
    left: tuple[str, ...]
    log: tuple[tuple[int, str, str], ...]
    back: str
    face_down: tuple[tuple[str, str], ...]


@lru_cache(maxsize=LOGS)
def _log_of(game: Game) -> LogSeen:
    """The log of a game that is kept open: it grows with the game."""
    return LogSeen(game)


def seen(game: Game, role: Role) -> GameSeen:
    """The game as a role may see it: what is secret stays so."""
    shown = game.shown()
    state = shown.state
    phases = clock.phases(state, shown.ruleset)
    side = clock.acting_side(shown)
    due = shown.ruleset.due(shown.seen()) if state.now.ended is None else ()
    return GameSeen(
        stream=game.stream,
        version=game.version,
        title=state.info.title,
        ruleset=shown.ruleset.title,
        turn=clock.turn_words(state),
        phase=next((phase.word for phase in phases if phase.running), ""),
        whose=clock.side_name(state, side) if side is not None else "",
        result=clock.result(state),
        sides=tuple(_side(shown, place) for place in range(len(state.info.sides))),
        asked=_asked(game, role),
        rolls=tuple(_roll(shown, rolled) for rolled in last_rolls(shown)[-MOST_ROLLS:]),
        left=tuple(one.why for one in due),
        log=tuple(
            (line.number, line.text, _photo(shown, line))
            for line in _log_of(game).newest(MOST_LINES)
        ),
        back=taken_back_words(game, role),
        face_down=tuple(_face_down(game, role)),
    )


def _face_down(game: Game, role: Role) -> Iterator[tuple[str, str]]:
    """What a side has hidden from the others, as it alone may read it."""
    names = Names(game.state)
    for (subject, marker), lies in game.state.markers.items():
        hidden = lies.hidden_from
        if hidden and role.side not in (None, *hidden) and game.match.side_of(subject) == role.side:
            text = names.mark(names.marker(marker), replace(lies, hidden_from=()))
            yield names.subject(subject), text


def _photo(game: Game, line: LogLine) -> str:
    """The digest of the photo that a line is, if it is one."""
    event = game.story.lines[line.version - 1].event
    return event.photo if isinstance(event, ev.Noted) else ""


def _roll(game: Game, rolled: ev.Rolled) -> tuple[str, str, str]:
    return roll_line(rolled, game.ruleset.kind_of(rolled.key))


def _side(game: Game, place: int) -> SideSeen:
    state = game.state
    side = state.info.sides[place]
    force, points = clock.score(game)[place]
    return SideSeen(
        place=place + 1,
        force=force,
        player=side.player,
        points=points if clock.has_score(game) else None,
        units=tuple(_units(game, side.id)),
    )


def _units(game: Game, side: SideId) -> list[tuple[str, str, str]]:
    match = game.match
    found = []
    for unit in match.all_units(side):
        value = match.unit(UnitId(unit))
        stay = len(game.ruleset.standing(match, unit))
        if stay:
            found.append((handle(unit).upper(), value.name, f"{stay}/{value.started}"))
    return found


def question_id(game: Game) -> str:
    """What no other question of the game is called; nothing where none waits.

    A note that is written meanwhile leaves the question as it is.
    """
    if game.pending is None:
        return ""
    asked = next(
        (one.version for one in game.story.backwards() if not isinstance(one.input, ev.Noted)), 0
    )
    return f"{asked}-{game.pending.key}"


def _asked(game: Game, role: Role) -> AskedSeen | None:
    if game.pending is None or game.state.now.ended is not None:
        return None
    request = game.pending.request
    question = question_of(game.seen(), game.pending)
    number, less = _large(question.need)
    return AskedSeen(
        id=question_id(game),
        title=" ".join(each for each in (question.what, question.dice) if each),
        who=who_rolls(game, question),
        number=number,
        need=less if number else need_in_words(question.need),
        why=question.reason,
        made_of=question.made_of,
        forms=question.forms,
        fields=fields_of(request, question),
        of_roll=question.rolls,
        default=question.default,
        mine=may_answer(role, request),
        whose=question.side,
    )


def may_answer(role: Role, request: Request[object]) -> bool:
    """Whether a role may answer: what is asked of one side is answered there, or by the scribe."""
    if role.kind == "scribe":
        return True
    return role.kind == "side" and request.side in (None, role.side)


def _large(need: str) -> tuple[str, str]:
    """The number needed as it is drawn large, and what stands beside it."""
    number = need.removesuffix(" or less")
    return (
        (number, need.removeprefix(number))
        if set(number) & DIGITS and set(number) <= SIGNS
        else ("", "")
    )


def taken_back_words(game: Game, role: Role) -> str:
    """What a role said last, if nobody said anything since: it may take that back."""
    if not role.answers:
        return ""
    for entry in game.story.backwards():
        if entry.by_itself:
            continue
        if entry.author != author_of(role) or isinstance(entry.input, ev.Rewound):
            return ""
        return "your last answer"
    return ""


def author_of(role: Role) -> str:
    """In whose name a role writes."""
    return f"phone {role.name}"
