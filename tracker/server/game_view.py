"""The view of a game on phones: score, acting side, open question and units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain

from msgspec import Struct

from tracker.application.log.game_log_lines import LogLine
from tracker.application.match.actor_availability import find_answering_side
from tracker.application.match.game import Game
from tracker.procedures.declared.line_syntax_reference import list_phase_syntax
from tracker.procedures.declared.secret_orders import SecretOrder
from tracker.procedures.requests import Request
from tracker.procedures.ruleset import ResourceTally
from tracker.projection.hidden_information import hide_secret_markers
from tracker.server.access_tokens import Role
from tracker.server.answer_form import AnswerForm, build_answer_form
from tracker.vocabulary import events as ev
from tracker.vocabulary.count_wording import format_need
from tracker.vocabulary.subject_ids import format_handle, shorten_figure_handle
from tui.views import turn_and_phase_view
from tui.views.figure_groups_view import FigureRow, GroupView, group_figures
from tui.views.mark_legend import explain_mark
from tui.views.open_action_description import build_table_focus, describe_actor_and_target
from tui.views.pending_question_view import build_question_view
from tui.views.roll_formatting import format_roll_parts, list_last_rolls
from tui.views.searchable_log_lines import GameLogView
from tui.views.unit_status_rows import CANNOT, GONE, LEFT, RosterRow, UnitMark, build_roster_rows

MOST_LINES = 12
MOST_ROLLS = 3
LOGS = 256  # the number of cached logs, the most recently used ones
DIGITS = frozenset("0123456789")
ORDER = "order."
"""The prefix of an order's field name, followed by the unit's handle."""
STATUS = {LEFT: "to act", CANNOT: "", GONE: ""}
"""The words for a unit's status. Losses and reasons why it cannot act are shown separately."""
SIGNS = DIGITS | {"+", "-"}
"""The characters of required rolls that are displayed in large type."""


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
    left: str
    status: str
    why: str
    marks: tuple[str, ...]
    made_of: str
    carried: bool
    gone: bool
    figures: tuple[FigureView, ...]


class SideView(Struct, frozen=True):
    """A side. ``place`` (from 1) selects its colour. ``is_own`` marks the phone's own side."""

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
    """The open question.

    ``id`` is unique for every question. ``fields`` is the form for the answer, and ``default`` the
    proposed answer. ``of_roll`` is true if dice are asked for. ``labels`` are the dice's owners.
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
    """The possible orders for a unit of the phone's own side, and the name of their field."""

    field: str
    unit: str
    offers: tuple[tuple[str, str], ...]
    now: str


class GameView(Struct, frozen=True):
    """A game at a version, as one role may see it.

    ``back`` describes the role's own last entry if it can be undone. Each line of the ``log`` has
    its number, its text, and its photo's digest. ``orders`` are those that the role can place face
    down now, and ``are_laid`` is true if it has placed them. ``meanings`` explain unclear markers
    of units. ``sayable`` are the phase's possible lines, for the scribe while no question is open.
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
    def own_side(self) -> SideView | None:
        return next((side for side in self.sides if side.is_own), None)


@lru_cache(maxsize=LOGS)
def _log_of(game: Game) -> GameLogView:
    """Return an open game's cached log, which is updated during the game."""
    return GameLogView(game)


def build_game_view(game: Game, role: Role) -> GameView:
    """Build the view of a game that a role may see, without secret information."""
    shown = game.make_public_copy()
    state = shown.state
    turn, phases = (
        turn_and_phase_view.describe_turn(state),
        turn_and_phase_view.list_turn_phases(state, shown.ruleset),
    )
    side = turn_and_phase_view.find_acting_side(shown)
    due = shown.ruleset.due(shown.make_public_match()) if state.current_values.ended is None else ()
    going, seen = build_table_focus(shown, side), hide_secret_markers(game.state, role.side)
    groups = group_figures(shown, going) if state.info.words.by_figure else ()
    rows = [build_roster_rows(seen, each.id, going) for each in state.info.sides]
    return GameView(
        stream=game.stream,
        version=game.version,
        title=state.info.title,
        ruleset=shown.ruleset.title,
        turn=turn,
        phase=next((one.word for one in phases if one.running and one.word != turn), ""),
        whose=turn_and_phase_view.name_side(state, side) if side is not None else "",
        result=turn_and_phase_view.describe_game_end(state),
        sides=tuple(_sides(shown, role, rows, groups)),
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
        meanings=tuple(_meanings(shown, groups or chain(*rows))),
        sayable=tuple(_list_lines(game)) if role.kind == "scribe" else (),
    )


def _list_lines(game: Game) -> Iterator[str]:
    """Yield the phase's lines, as ``who [shoots] > whom [soft]``, while no question is open."""
    if game.pending is None and game.state.current_values.ended is None:
        for one in list_phase_syntax(game.ruleset, game.state.clock.phase):
            yield one.typed + "".join(f" ({word})" for word in one.also)


def list_secret_orders(game: Game, role: Role) -> tuple[SecretOrder, ...]:
    """List the orders that a role can now place face down for its own side."""
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
    """Return the digest of a line's photo, or "" if the line was undone or has none."""
    if line.kind == "taken back":
        return ""
    event = game.history.lines[line.version - 1].event
    return event.photo if isinstance(event, ev.Noted) else ""


def _roll(game: Game, rolled: ev.Rolled) -> tuple[str, str, str]:
    return format_roll_parts(rolled, game.ruleset.find_roll_kind(rolled.key))


def _sides(
    shown: Game, role: Role, rows: list[list[RosterRow]], groups: tuple[GroupView, ...]
) -> Iterator[SideView]:
    scores = turn_and_phase_view.list_side_scores(shown)
    found = {one.unit: one for one in groups}
    for place, side in enumerate(shown.state.info.sides):
        force, points = scores[place]
        yield SideView(
            place=place + 1,
            name=side.name,
            force=force,
            player=side.player,
            points=points if turn_and_phase_view.has_score(shown) else None,
            is_own=role.side == side.id,
            units=tuple(_unit(row, found.get(row.unit)) for row in rows[place]),
        )


def _meanings(shown: Game, units: Iterable[RosterRow | GroupView]) -> Iterator[str]:
    """Yield the meanings of the markers as in the table's legend, without duplicates."""
    marks: dict[UnitMark, None] = {}
    for unit in units:
        marks |= dict.fromkeys(unit.marks)
        for figure in unit.rows if isinstance(unit, GroupView) else ():
            marks |= dict.fromkeys(figure.marks)
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


def _left_of(one: ResourceTally) -> str:
    """Describe what is left of an allowance, such as ``action points 4 of 6 left``."""
    return f"{one.word} {one.left} of {one.limit} left"


def make_question_id(game: Game) -> str:
    """Make an id for the open question, or "" for none. Notes do not change the id."""
    if game.pending is None:
        return ""
    entries = game.history.iterate_entries_backwards()
    asked = next((one.version for one in entries if not isinstance(one.input, ev.Noted)), 0)
    return f"{asked}-{game.pending.key}"


def _asked(game: Game, role: Role) -> QuestionView | None:
    if game.pending is None or game.state.current_values.ended is not None:
        return None
    request = game.pending.request
    question = build_question_view(game.make_public_match(), game.pending)
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
        mine=can_answer(game, role, request),
        whose=question.side,
    )


def can_answer(game: Game, role: Role, request: Request[object]) -> bool:
    """Whether a role may answer, either as the asked side or as the scribe."""
    if role.kind == "scribe":
        return True
    return role.kind == "side" and find_answering_side(game.match, request) in (None, role.side)


def _large(need: str) -> tuple[str, str]:
    """Split a required roll into the part displayed in large type, and the rest."""
    number = need.removesuffix(" or less")
    return (
        (number, need.removeprefix(number))
        if set(number) & DIGITS and set(number) <= SIGNS
        else ("", "")
    )


def describe_own_last_entry(game: Game, role: Role) -> str:
    """Describe the last entry if this role may undo it. If not, return ""."""
    if not role.may_enter_dice:
        return ""
    is_side = role.kind == "side"
    for entry in game.history.iterate_entries_backwards():
        if is_side and any(isinstance(fact, ev.Revealed) for fact in entry.facts):
            return ""
        if entry.is_automatic:
            continue
        if entry.author != name_author(role) or isinstance(entry.input, ev.Rewound):
            return ""
        return _describe_entered(entry.input, is_side=is_side)
    return ""


def _describe_entered(entered: object, *, is_side: bool) -> str:
    """Describe an entry in two or three words. Sides can enter only answers, orders and photos."""
    if isinstance(entered, ev.Noted) and entered.photo:
        return "your photo"
    if isinstance(entered, (ev.Rolled, ev.Chosen)):
        return "your last answer"
    return "your orders" if is_side else "your last line"


def name_author(role: Role) -> str:
    return f"phone {role.name}"
