"""The view of a game on phones: score, acting side, open question and units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain

from msgspec import Struct

from tracker.application.log.log_line_types import LogLine
from tracker.application.match.acting_sides_and_absent_actors import find_answering_side
from tracker.application.match.due_actions_of_game import list_due_actions_not_begun
from tracker.application.match.game import Game
from tracker.procedures.declared.line_syntax_reference import list_phase_syntax
from tracker.procedures.requests import Request
from tracker.procedures.ruleset import SecretOrder
from tracker.projection.hidden_information import hide_secret_marker_values
from tracker.server.access_tokens import Role
from tracker.server.answer_form import AnswerForm, build_answer_form
from tracker.vocabulary import events as ev
from tracker.vocabulary.count_wording import format_need
from tracker.vocabulary.subject_ids import format_handle, shorten_figure_handle
from tui.views import game_status_view
from tui.views.figure_groups_view import FigureGroupView, FigureRow, build_figure_groups
from tui.views.mark_legend import explain_mark
from tui.views.open_action_description import build_table_focus, describe_actor_and_target
from tui.views.pending_question_view import PendingQuestionView, build_question_view
from tui.views.roll_formatting import format_roll_parts, list_rolls_of_open_or_last_action
from tui.views.searchable_log_lines import GameLogView
from tui.views.unit_status_rows import (
    CANNOT,
    GONE,
    JOINED,
    LEFT,
    RosterRow,
    UnitMark,
    build_roster_rows,
)

MAX_LINES = 12
MAX_ROLLS = 3
MAX_CACHED_LOGS = 256  # the number of most recently used logs that are kept
DIGITS = frozenset("0123456789")
ORDER_PREFIX = "order."
"""The prefix of an order's field name, followed by the unit's handle."""
STATUS_WORDS = {LEFT: "to act", CANNOT: "", GONE: "out", JOINED: "joined"}
"""The words for a unit's status. Losses and reasons why it cannot act are shown separately."""
LARGE_CHARACTERS = DIGITS | {"+", "-"}
"""A needed number that has only these characters is displayed in large type."""


class FigureView(Struct, frozen=True):
    """A figure that acts alone: its name, status and markers, or how it left the table."""

    handle: str
    name: str
    status: str
    marks: tuple[str, ...]
    gone: str


class UnitView(Struct, frozen=True):
    """A unit on the table, with its figures, its status, and its markers in words.

    If ``carried`` is true, the unit above is carrying it.
    """

    handle: str
    name: str
    figures_left: str
    status: str
    reason: str
    marks: tuple[str, ...]
    carried: bool
    gone: bool
    figures: tuple[FigureView, ...]


class SideView(Struct, frozen=True):
    """A side. ``place`` (1, 2 …) selects its colour. ``is_own`` marks the phone's own side."""

    place: int
    name: str
    force: str
    player: str
    points: int | None
    is_own: bool
    units: tuple[UnitView, ...]

    @property
    def display_name(self) -> str:
        """The side's name with its player, such as ``Red · Anna``."""
        return " · ".join(filter(None, (self.name, self.player)))


class QuestionView(Struct, frozen=True):
    """The open question, with a unique ``id``, its view ``asked``, and its form ``fields``."""

    id: str
    title: str
    actors: str
    number: str
    need: str
    asked: PendingQuestionView
    fields: AnswerForm
    can_answer: bool


class SecretOrderView(Struct, frozen=True):
    """The possible orders for a unit of the phone's own side, and the name of their field."""

    field: str
    unit: str
    offers: tuple[tuple[str, str], ...]
    current: str


class GameView(Struct, frozen=True):
    """A game at a version, as one role may see it.

    ``own_last_entry`` describes the role's own last entry if it can be undone. Each line of the
    ``log`` has its number, its text, and its photo's digest. ``meanings`` explain unclear markers.
    ``possible_lines`` are for the scribe while no question is open.
    """

    stream: str
    version: int
    title: str
    ruleset: str
    turn: str
    phase: str
    acting_side: str
    result: str
    sides: tuple[SideView, ...]
    question: QuestionView | None
    rolls: tuple[tuple[str, str, str], ...]
    due: tuple[str, ...]
    log: tuple[tuple[int, str, str], ...]
    own_last_entry: str
    orders: tuple[SecretOrderView, ...]
    orders_placed: bool
    meanings: tuple[str, ...]
    possible_lines: tuple[str, ...]

    @property
    def own_side(self) -> SideView | None:
        return next((side for side in self.sides if side.is_own), None)


@lru_cache(maxsize=MAX_CACHED_LOGS)
def _get_cached_log(game: Game) -> GameLogView:
    """Return an open game's cached log, which is updated during the game."""
    return GameLogView(game)


def build_game_view(game: Game, role: Role) -> GameView:
    """Build the view of a game that a role may see, without secret information."""
    shown = game.get_public_game()
    state = shown.state
    turn = game_status_view.describe_turn(state)
    phases = game_status_view.list_turn_phases(state, shown.ruleset)
    side = shown_side = game_status_view.find_acting_side(shown)
    if game.pending is not None:
        shown_side = find_answering_side(game.match, game.pending.request)
    is_over = state.current_values.ended is not None
    due = [] if is_over else list_due_actions_not_begun(shown, shown.get_public_match())
    acting = build_table_focus(shown, side)
    visible = hide_secret_marker_values(game.state, role.side)
    groups = build_figure_groups(shown, acting) if state.info.words.by_figure else ()
    rows = [build_roster_rows(visible, side_info.id, acting) for side_info in state.info.sides]
    return GameView(
        stream=game.stream,
        version=game.version,
        title=state.info.title,
        ruleset=shown.ruleset.title,
        turn=turn,
        phase=next((one.word for one in phases if one.is_current and one.word != turn), ""),
        acting_side=game_status_view.name_side(state, shown_side) if shown_side else "",
        result=game_status_view.describe_game_end(state),
        sides=tuple(_build_sides(shown, role, rows, groups)),
        question=_build_question(game, role),
        rolls=tuple(
            format_roll_parts(rolled, game.ruleset.find_roll_kind(rolled.key))
            for rolled in list_rolls_of_open_or_last_action(shown)[-MAX_ROLLS:]
        ),
        due=tuple(one.why for one in due),
        log=tuple(
            (line.number, line.text, _find_photo_digest(shown, line))
            for line in _get_cached_log(game).list_newest_lines(MAX_LINES)
        ),
        own_last_entry=describe_undoable_entry(game, role),
        orders=tuple(_build_order_view(game, one) for one in list_open_secret_orders(game, role)),
        orders_placed=_has_placed_orders(game, role),
        meanings=tuple(_list_meanings(shown, groups or chain(*rows))),
        possible_lines=tuple(_list_possible_lines(game)) if role.kind == "scribe" else (),
    )


def _list_possible_lines(game: Game) -> Iterator[str]:
    """Yield the syntax of the phase's lines, as in ``who [shoots] > whom [soft]``.

    If a question is open or the game has ended, there are none.
    """
    if game.pending is None and game.state.current_values.ended is None:
        for form in list_phase_syntax(game.ruleset, game.state.clock.phase):
            yield form.typed + "".join(f" ({part})" for part in form.also)


def list_open_secret_orders(game: Game, role: Role) -> tuple[SecretOrder, ...]:
    """List the orders that a role can now place face down for its own side."""
    declared, has_question = game.ruleset.secret_orders, game.pending is not None
    is_over = game.state.current_values.ended is not None
    if declared is None or role.side is None or has_question or is_over:
        return ()
    return declared.list_open(game.match, role.side)


def _build_order_view(game: Game, order: SecretOrder) -> SecretOrderView:
    handle = format_handle(order.unit)
    title = f"{handle.upper()} {game.match.unit(order.unit).name}".strip()
    return SecretOrderView(f"{ORDER_PREFIX}{handle}", title, order.choices, order.current)


def _has_placed_orders(game: Game, role: Role) -> bool:
    declared = game.ruleset.secret_orders
    return bool(declared and role.side and declared.are_placed(game.match, role.side))


def _find_photo_digest(game: Game, line: LogLine) -> str:
    """Return the digest of a line's photo, or "" if the line was undone or has none."""
    if line.kind == "taken back":
        return ""
    event = game.history.lines[line.version - 1].event
    return event.photo if isinstance(event, ev.Noted) else ""


def _build_sides(
    public_game: Game, role: Role, rows: list[list[RosterRow]], groups: tuple[FigureGroupView, ...]
) -> Iterator[SideView]:
    scores = game_status_view.list_side_scores(public_game)
    groups_by_unit = {group.unit: group for group in groups}
    for place, side in enumerate(public_game.state.info.sides):
        force, points = scores[place]
        yield SideView(
            place=place + 1,
            name=side.name,
            force=force,
            player=side.player,
            points=points if game_status_view.has_score(public_game) else None,
            is_own=role.side == side.id,
            units=tuple(_build_unit(row, groups_by_unit.get(row.unit)) for row in rows[place]),
        )


def _list_meanings(
    public_game: Game, units: Iterable[RosterRow | FigureGroupView]
) -> Iterator[str]:
    """Yield the meanings of the markers, as in the table's legend. Omit duplicates."""
    marks: dict[UnitMark, None] = {}
    for unit in units:
        marks |= dict.fromkeys(unit.marks)
        for figure in unit.rows if isinstance(unit, FigureGroupView) else ():
            marks |= dict.fromkeys(figure.marks)
    meanings = ((mark.words, explain_mark(public_game, mark, mark.sign)) for mark in marks)
    return iter(dict.fromkeys(text for words, text in meanings if text not in ("", words)))


def _build_unit(row: RosterRow, group: FigureGroupView | None) -> UnitView:
    return UnitView(
        handle=format_handle(row.unit).upper(),
        name=row.name,
        figures_left=f"{row.figures_left}/{row.started}",
        status=STATUS_WORDS.get(row.status, row.status),
        reason=row.idle_reason if row.status == CANNOT and group is None else "",
        marks=(*(mark.words for mark in (group or row).marks), *row.notes),
        carried=row.is_carried,
        gone=not row.figures_left,
        figures=tuple(map(_build_figure, group.rows)) if group is not None else (),
    )


def _build_figure(row: FigureRow) -> FigureView:
    return FigureView(
        handle=shorten_figure_handle(row.figure).upper(),
        name=row.name,
        status=STATUS_WORDS.get(row.status, row.status),
        marks=(
            *(f"{tally.word} {tally.left} of {tally.limit} left" for tally in row.tallies),
            *(mark.words for mark in row.marks),
        ),
        gone=row.removal,
    )


def make_question_id(game: Game) -> str:
    """Make an id for the open question, or "" if there is none. Notes do not change the id."""
    if game.pending is None:
        return ""
    entries = game.history.iterate_path_entries_backwards()
    questions = (entry.version for entry in entries if not isinstance(entry.input, ev.Noted))
    question_version = next(questions, 0)
    return f"{question_version}-{game.pending.key}"


def _build_question(game: Game, role: Role) -> QuestionView | None:
    if game.pending is None or game.state.current_values.ended is not None:
        return None
    request = game.pending.request
    question = build_question_view(game.get_public_match(), game.pending)
    number, rest = _split_need_for_large_type(question.need)
    return QuestionView(
        id=make_question_id(game),
        title=" ".join(part for part in (question.what, question.dice) if part),
        actors=describe_actor_and_target(game, game.pending, with_letter=True),
        number=number,
        need=question.total or (rest if number else format_need(question.need)),
        asked=question,
        fields=build_answer_form(request, question),
        can_answer=can_answer(game, role, request),
    )


def can_answer(game: Game, role: Role, request: Request[object]) -> bool:
    """Return whether a role may answer a question, either as the asked side or as the scribe."""
    if role.kind == "scribe":
        return True
    return role.kind == "side" and find_answering_side(game.match, request) in (None, role.side)


def _split_need_for_large_type(need: str) -> tuple[str, str]:
    """Split a needed number into a part in large type and the rest, or return two empty texts."""
    number = need.removesuffix(" or less")
    is_large = set(number) & DIGITS and set(number) <= LARGE_CHARACTERS
    return (number, need.removeprefix(number)) if is_large else ("", "")


def describe_undoable_entry(game: Game, role: Role) -> str:
    """Describe the last entry, or return "" if the given role may not undo it."""
    if not role.may_enter_dice:
        return ""
    is_side = role.kind == "side"
    for entry in game.history.iterate_path_entries_backwards():
        if is_side and any(isinstance(fact, ev.Revealed) for fact in entry.facts):
            return ""
        if entry.is_automatic:
            continue
        if entry.author != get_author_name(role) or isinstance(entry.input, ev.Rewound):
            return ""
        return _describe_input(entry.input, is_side=is_side)
    return ""


def _describe_input(entry_input: object, *, is_side: bool) -> str:
    """Describe an entry in two or three words. Sides can enter only answers, orders and photos."""
    if isinstance(entry_input, ev.Noted) and entry_input.photo:
        return "your photo"
    if isinstance(entry_input, (ev.Rolled, ev.Chosen)):
        return "your last answer"
    return "your orders" if is_side else "your last line"


def get_author_name(role: Role) -> str:
    return f"phone {role.name}"
