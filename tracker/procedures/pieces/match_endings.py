"""The end of a match, which players can decline, and the winner, whom they can name.

>>> list_sides_left(match)
('s:r', 's:b')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from tracker.procedures.declared.actorless_line_forms import (
    Argument,
    WordForm,
    format_side,
    make_fixed_questions,
)
from tracker.procedures.declared.line_reader import LineReader
from tracker.procedures.declared.marker_values import OneOf
from tracker.procedures.declared.markers import MarkerKind
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.pieces.subject_lookup import describe_each_side, find_side
from tracker.procedures.requests import Asking, Confirm, Option, Pick, ask, call_stage
from tracker.procedures.ruleset import Action, Objection
from tracker.vocabulary.renamed_names import make_alias_getter
from tracker.vocabulary.subject_ids import MATCH, SideId, Subject, format_handle

DRAW: Final = "draw"
OFFERS: Final = frozenset({"offer", "end"})
"""The ids of the questions that offer to end the match."""
NAME_WINNER: Final = "name_winner"
"""The id of the question that asks for the winner."""


class GameOver(Struct, frozen=True):
    """The parameters of the game's end. If no winner or draw is given, the ruleset decides."""

    winner: SideId | None = None
    draw: bool = False


def _winners(match: Match, _: Subject) -> Mapping[str, str]:
    return {DRAW: DRAW} | {format_handle(side): side for side in match.sides}


def _draw(said: LineReader) -> dict[str, Any]:
    drawn = said.arguments[:1] == [DRAW]
    return {"draw": bool(said.take_argument())} if drawn else {}


DRAWN: Final = Argument(_draw, lambda _, values: (DRAW,) if values["draw"] else (), DRAW)
"""The argument ``draw``, with which the players agree on a draw."""


def _winner(said: LineReader) -> dict[str, Any]:
    argument = said.take_argument()
    if argument is not None and argument.lower() in {"turn", "round", "phase"}:
        message = f"to end the {argument.lower()}, type next"
        raise UnknownName(message)
    if DRAW in said.arguments:
        message = f"for a draw, type end {DRAW}"
        raise UnknownName(message)
    return {} if argument is None else {"winner": find_side(said.match, argument)}


WINNER: Final = Argument(
    _winner,
    lambda match, values: (format_side(match, values["winner"]),) if values["winner"] else (),
    "red",
)
"""The argument for the winner that the players name, such as ``red``."""
DECLINED: Final = MarkerKind(
    "end_offered", "played on", "", "match", "hidden", values=OneOf("winner", _winners)
)
"""The marker that records that the players declined an end. Its value is the winner."""


def list_sides_left(match: Match) -> tuple[SideId, ...]:
    """List the sides with figures on the table."""
    return tuple(side for side in match.sides if match.units(side))


def describe_losses(match: Match, *how: str) -> str:
    """Describe each side's losses in these ways, such as ``Red 3 · Blue 0``."""
    return describe_each_side(
        match, lambda side: sum(match.figure(one).gone in how for one in match.all_figures(side))
    )


def find_points_leader(points: Mapping[SideId, int]) -> SideId | None:
    """Return the side with the most points, or None for a tie."""
    most = [side for side in points if points[side] == max(points.values())]
    return most[0] if len(most) == 1 else None


def count_points_of_losses(match: Match, lost: Callable[[Match, SideId], int]) -> dict[SideId, int]:
    """Count each side's points: its enemies' losses, plus the points recorded by hand."""

    def taken(side: SideId) -> int:
        return sum(lost(match, other) for other in match.sides if other != side)

    return {side: match.points(side) + taken(side) for side in match.sides}


def was_end_declined(match: Match, winner: SideId | None) -> bool:
    """Whether the players have declined an end with this winner."""
    return match.mark(MATCH, DECLINED) == (winner or DRAW)


def offer_match_end(
    match: Match,
    winner: SideId | None,
    why: str,
    *,
    rule: str,
    id: str = "offer",  # noqa: A002 - as of every request
) -> Asking[bool]:
    """Ask whether the match ends. If the players decline, that is recorded."""
    agreed = yield from ask(Confirm(id=id, what=f"{why}: end the game", default=True, rule=rule))
    if not agreed:
        match.record(DECLINED.set(MATCH, value=winner or DRAW))
    return agreed


def forget_declined_end(match: Match) -> None:
    """Remove the record of a declined end, so that the next end is offered again."""
    DECLINED.clear_from(match, MATCH)


def ask_winner(match: Match, rule: str) -> Asking[SideId | None]:
    """Ask the players for the winner. Returns None for a draw."""
    sides = tuple(Option(side, match.side_name(side)) for side in match.sides)
    winner = yield from ask(
        Pick(
            id=NAME_WINNER,
            what="the winner",
            options=(*sides, Option(DRAW, DRAW)),
            default=DRAW,
            rule=rule,
        )
    )
    return None if winner == DRAW else SideId(winner)


def make_end_action(
    rule: str,
    winner: Callable[[Match], Asking[SideId | None]],
    over: Callable[[Match, SideId | None], None],
    before: Callable[[Match], Asking[None] | None] = lambda _: None,
) -> Action[GameOver]:
    """Make the action with which players end the match: ``end``, ``end red``, ``end draw``.

    ``before`` runs first and applies delayed effects. If no winner is named, ``winner`` finds the
    winner. ``over`` records the end.
    """

    def stage(match: Match, _: SideId | None, params: GameOver) -> Asking[None]:
        yield from call_stage(before)
        won = params.winner
        if won is None and not params.draw:
            won = yield from winner(match)
        over(match, won)

    def objections(match: Match, _: SideId | None, __: GameOver) -> Iterable[Objection]:
        if match.ended is not None:
            yield Objection("ended", rule, "the game is over")

    return Action(
        id="end",
        word="ends the game",
        params=GameOver,
        stage=stage,
        objections=objections,
        form=WordForm("end", (DRAWN, WINNER), asks=make_fixed_questions(NAME_WINNER)),
        any_time=True,
    )


if not TYPE_CHECKING:  # type checkers would else accept any name
    __getattr__ = make_alias_getter(__name__, sides_left="list_sides_left")
