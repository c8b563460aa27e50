"""What a phone shows of a game: the score, whose go it is, the question that waits, who is left."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from tracker.application.log.game_log_lines import LogLine
from tracker.application.match.game import Game
from tracker.procedures.declared.line_syntax_reference import list_phase_syntax
from tracker.procedures.declared.secret_orders import SecretOrder
from tracker.procedures.requests import Request
from tracker.procedures.ruleset import Tally
from tracker.projection.hidden_information import hide_secrets
from tracker.server.access_tokens import Role
from tracker.server.answer_form import AnswerForm, build_answer_form
from tracker.vocabulary import events as ev
from tracker.vocabulary.count_wording import format_need
from tracker.vocabulary.names import format_handle, shorten_figure_handle
from tui.views import turn_and_phase_view
from tui.views.figure_groups_view import FigureRow, GroupView, group_figures
from tui.views.mark_legend import explain_mark
from tui.views.open_action_description import build_table_focus, describe_actor_and_target
from tui.views.pending_question_view import build_question
from tui.views.roll_formatting import format_roll, list_last_rolls
from tui.views.searchable_log_lines import GameLogView
from tui.views.unit_status_rows import CANNOT, GONE, LEFT, RosterRow, UnitMark, build_roster_rows

MOST_LINES = 12
MOST_ROLLS = 3
LOGS = 256  # of games, kept as long as they were asked for last
DIGITS = frozenset("0123456789")
ORDER = "order."
"""How the field of a unit's order is called, before its handle."""
STATUS = {LEFT: "to act", CANNOT: "", GONE: ""}
"""The status of a unit in words; how it is gone, and why it cannot act, is said beside it."""
SIGNS = DIGITS | {"+", "-"}
"""Of a number needed: what is drawn large."""


class FigureView(Struct, frozen=True):
    """A figure that acts by itself: what it has spent and carries, or how it left the table."""

    handle: str
    name: str
    status: str
    marks: tuple[str, ...]
    gone: str


class UnitView(Struct, frozen=True):
    """A unit as the table has it: how many are left of how many, whether it is still to act or why
    it cannot, what it carries in words; ``carried``: it is with the unit above it.
    """

    handle: str
    name: str
    left: str
    status: str
    why: str
    marks: tuple[str, ...]
    made_of: str
    carried: bool
    gone: bool
    figures: tuple[FigureView, ...]


class SideView(Struct, frozen=True):
    """A side: its place counts from 1, for its colour; ``is_own``: it is that of the phone."""

    place: int
    name: str
    force: str
    player: str
    points: int | None
    is_own: bool
    units: tuple[UnitView, ...]

    @property
    def called(self) -> str:
        """``Red · Anna``."""
        return " · ".join(filter(None, (self.name, self.player)))


class QuestionView(Struct, frozen=True):
    """The question that waits.

    ``id`` is another for every question there ever is; ``fields`` what is filled in to answer it,
    ``default`` what is proposed, ``of_roll`` that dice are asked, ``labels`` whose each die is,
    in
    the order they are typed.
    """

    id: str
    title: str
    who: str
    number: str
    need: str
    why: str
    made_of: str
    forms: str
    labels: tuple[str, ...]
    fields: AnswerForm
    of_roll: bool
    default: str
    mine: bool
    whose: str


class SecretOrderView(Struct, frozen=True):
    """The orders that a unit of the phone's own side may get, with the name of their field."""

    field: str
    unit: str
    offers: tuple[tuple[str, str], ...]
    now: str


class GameView(Struct, frozen=True):
    """A game as one role sees it at a version; ``back`` says which answer of its own it may take
    back. A line of the ``log`` is its number, its text, and the digest of a photo taken there.
    ``orders`` are those that the role may lay face down now; ``are_laid``: it has laid them.
    ``meanings`` say what marks of units mean whose words do not say it all. ``sayable`` are the
    lines of this phase as the scribe types them, where no question waits.
    """

    stream: str
    version: int
    title: str
    ruleset: str
    turn: str
    phase: str
    whose: str
    result: str
    sides: tuple[SideView, ...]
    asked: QuestionView | None
    rolls: tuple[tuple[str, str, str], ...]
    left: tuple[str, ...]
    log: tuple[tuple[int, str, str], ...]
    back: str
    orders: tuple[SecretOrderView, ...]
    are_laid: bool
    meanings: tuple[str, ...]
    sayable: tuple[str, ...]

    @property
    def own(self) -> SideView | None:
        return next((side for side in self.sides if side.is_own), None)


@lru_cache(maxsize=LOGS)
def _log_of(game: Game) -> GameLogView:
    """The log of a game that is kept open: it grows with the game."""
    return GameLogView(game)


def build_game_view(game: Game, role: Role) -> GameView:
    """The game as a role may see it: what is secret stays so."""
    shown = game.make_public_copy()
    state = shown.state
    turn, phases = (
        turn_and_phase_view.describe_turn(state),
        turn_and_phase_view.list_phases(state, shown.ruleset),
    )
    side = turn_and_phase_view.find_acting_side(shown)
    due = shown.ruleset.due(shown.make_public_match()) if state.current_values.ended is None else ()
    return GameView(
        stream=game.stream,
        version=game.version,
        title=state.info.title,
        ruleset=shown.ruleset.title,
        turn=turn,
        phase=next((one.word for one in phases if one.running and one.word != turn), ""),
        whose=turn_and_phase_view.name_side(state, side) if side is not None else "",
        result=turn_and_phase_view.describe_result(state),
        sides=tuple(_sides(game, shown, role)),
        asked=_asked(game, role),
        rolls=tuple(_roll(shown, rolled) for rolled in list_last_rolls(shown)[-MOST_ROLLS:]),
        left=tuple(one.why for one in due),
        log=tuple(
            (line.number, line.text, _photo(shown, line))
            for line in _log_of(game).list_newest_lines(MOST_LINES)
        ),
        back=describe_own_last_entry(game, role),
        orders=tuple(_order(game, one) for one in list_secret_orders(game, role)),
        are_laid=_are_laid(game, role),
        meanings=tuple(_meanings(shown)),
        sayable=tuple(_list_lines(game)) if role.kind == "scribe" else (),
    )


def _list_lines(game: Game) -> Iterator[str]:
    """``who [shoots] > whom [soft]``: each line of the phase; none while a question waits."""
    if game.pending is None and game.state.current_values.ended is None:
        for one in list_phase_syntax(game.ruleset, game.state.clock.phase):
            yield one.typed + "".join(f" ({word})" for word in one.also)


def list_secret_orders(game: Game, role: Role) -> tuple[SecretOrder, ...]:
    """The orders that a role may lay face down now: those of its own side."""
    declared, waits = game.ruleset.secret_orders, game.pending is not None
    if (
        declared is None
        or role.side is None
        or waits
        or game.state.current_values.ended is not None
    ):
        return ()
    return declared.open(game.match, role.side)


def _order(game: Game, one: SecretOrder) -> SecretOrderView:
    own = format_handle(one.unit)
    called = f"{own.upper()} {game.match.unit(one.unit).name}".strip()
    return SecretOrderView(f"{ORDER}{own}", called, one.offers, one.now)


def _are_laid(game: Game, role: Role) -> bool:
    declared = game.ruleset.secret_orders
    return bool(declared and role.side and declared.is_laid(game.match, role.side))


def _photo(game: Game, line: LogLine) -> str:
    """The digest of the photo that a line is, if it is one that counts."""
    if line.kind == "taken back":
        return ""
    event = game.history.lines[line.version - 1].event
    return event.photo if isinstance(event, ev.Noted) else ""


def _roll(game: Game, rolled: ev.Rolled) -> tuple[str, str, str]:
    return format_roll(rolled, game.ruleset.find_roll_kind(rolled.key))


def _sides(game: Game, shown: Game, role: Role) -> Iterator[SideView]:
    going, scores = (
        build_table_focus(shown, turn_and_phase_view.find_acting_side(shown)),
        turn_and_phase_view.compute_score(shown),
    )
    state = hide_secrets(game.state, role.side)
    by_figure = group_figures(shown, going) if state.info.words.by_figure else ()
    found = {one.unit: one for one in by_figure}
    for place, side in enumerate(state.info.sides):
        force, points = scores[place]
        yield SideView(
            place=place + 1,
            name=side.name,
            force=force,
            player=side.player,
            points=points if turn_and_phase_view.has_score(shown) else None,
            is_own=role.side == side.id,
            units=tuple(
                _unit(row, found.get(row.unit)) for row in build_roster_rows(state, side.id, going)
            ),
        )


def _meanings(shown: Game) -> Iterator[str]:
    """What the marks mean, as the legend of the table has it, each once."""
    going = build_table_focus(shown, turn_and_phase_view.find_acting_side(shown))
    marks: list[UnitMark] = []
    if shown.state.info.words.by_figure:
        for group in group_figures(shown, going):
            marks += [*group.marks, *(mark for row in group.rows for mark in row.marks)]
    else:
        for side in shown.state.info.sides:
            marks += (
                mark for row in build_roster_rows(shown.state, side.id, going) for mark in row.marks
            )
    told = ((mark.words, explain_mark(shown, mark, mark.sign)) for mark in marks)
    return iter(dict.fromkeys(text for words, text in told if text not in ("", words)))


def _unit(row: RosterRow, group: GroupView | None) -> UnitView:
    return UnitView(
        handle=format_handle(row.unit).upper(),
        name=row.name,
        left=f"{row.left}/{row.started}",
        status=STATUS.get(row.status, row.status),
        why=row.why if row.status == CANNOT and group is None else "",
        marks=(*(mark.words for mark in (group or row).marks), *row.more),
        made_of=row.figures,
        carried=row.carried,
        gone=not row.left,
        figures=tuple(map(_figure, group.rows)) if group is not None else (),
    )


def _figure(row: FigureRow) -> FigureView:
    return FigureView(
        handle=shorten_figure_handle(row.figure).upper(),
        name=row.name,
        status=STATUS.get(row.status, row.status),
        marks=(*map(_left_of, row.tallies), *(mark.words for mark in row.marks)),
        gone=row.gone,
    )


def _left_of(one: Tally) -> str:
    """``action points 4 of 6 left``."""
    return f"{one.word} {one.left} of {one.limit} left"


def make_question_id(game: Game) -> str:
    """What no other question of the game is called; nothing where none waits.

    A note that is written meanwhile leaves the question as it is.
    """
    if game.pending is None:
        return ""
    asked = next(
        (
            one.version
            for one in game.history.iterate_backwards()
            if not isinstance(one.input, ev.Noted)
        ),
        0,
    )
    return f"{asked}-{game.pending.key}"


def _asked(game: Game, role: Role) -> QuestionView | None:
    if game.pending is None or game.state.current_values.ended is not None:
        return None
    request = game.pending.request
    question = build_question(game.make_public_match(), game.pending)
    number, less = _large(question.need)
    return QuestionView(
        id=make_question_id(game),
        title=" ".join(each for each in (question.what, question.dice) if each),
        who=describe_actor_and_target(game, game.pending, with_letter=True),
        number=number,
        need=less if number else format_need(question.need),
        why=question.reason,
        made_of=question.made_of,
        forms=question.forms,
        labels=question.labels,
        fields=build_answer_form(request, question),
        of_roll=question.rolls,
        default=question.default,
        mine=can_answer(role, request),
        whose=question.side,
    )


def can_answer(role: Role, request: Request[object]) -> bool:
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


def describe_own_last_entry(game: Game, role: Role) -> str:
    """What a role said last, if nobody said anything since, and it turned over nothing that lay
    face down: it may take that back.
    """
    if not role.answers:
        return ""
    is_side = role.kind == "side"
    for entry in game.history.iterate_backwards():
        if is_side and any(isinstance(fact, ev.Revealed) for fact in entry.facts):
            return ""
        if entry.is_automatic:
            continue
        if entry.author != name_author(role) or isinstance(entry.input, ev.Rewound):
            return ""
        return _describe_entered(entry.input, is_side=is_side)
    return ""


def _describe_entered(entered: object, *, is_side: bool) -> str:
    """What somebody entered, in a word: a side says nothing but answers, orders and photos."""
    if isinstance(entered, ev.Noted) and entered.photo:
        return "your photo"
    if isinstance(entered, (ev.Rolled, ev.Chosen)):
        return "your last answer"
    return "your orders" if is_side else "your last line"


def name_author(role: Role) -> str:
    return f"phone {role.name}"
