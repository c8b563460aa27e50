"""The end of a match. Players can decline it, and name the winner.

>>> list_sides_left(match)
('s:r', 's:b')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from tracker.procedures.declared.actorless_line_forms import (
    Argument,
    WordForm,
    format_side,
    make_argument,
    make_fixed_questions,
)
from tracker.procedures.declared.line_reader import LineReader, is_reading_stored_lines
from tracker.procedures.declared.marker_and_link_kinds import MarkerKind
from tracker.procedures.declared.marker_values import OneOf
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.pieces.subject_lookup import describe_each_side, find_side, look_up_word
from tracker.procedures.requests import Asking, Confirm, Option, Pick, ask, call_stage
from tracker.procedures.ruleset import Action, Objection
from tracker.vocabulary.renamed_names import keep_old_names
from tracker.vocabulary.subject_ids import MATCH, SideId, format_handle

DRAW: Final = "draw"
END_OFFERS: Final = frozenset({"offer", "end"})
"""The ids of the questions that offer to end the match."""
NAME_WINNER: Final = "name_winner"
"""The id of the question that asks for the winner."""


class MatchEndParams(Struct, frozen=True):
    """The parameters for the end of a match.

    If neither a winner nor a draw is set, the rules find the winner.
    """

    winner: SideId | None = None
    draw: bool = False


def _refuse_end_of_turn(argument: str) -> None:
    """Raise ``UnknownName`` for ``end turn``, because ``end`` ends the whole game."""
    if argument.lower() in {"turn", "round", "phase"}:
        raise UnknownName("to end this phase, type `next`; `end` ends the whole game")


def make_end_argument(words: Sequence[str]) -> Argument:
    def read(_: LineReader, text: str) -> str:
        _refuse_end_of_turn(text)
        return look_up_word(text, words, "end")

    return make_argument("how", read, lambda _, value: value, "|".join(words))


def make_outcome_argument(name: str) -> Argument:
    """Make the argument with which players agree on a draw, or name a side in the field ``name``.

    Earlier programs accepted and stored both.
    """

    def parse_values(reader: LineReader) -> dict[str, Any]:
        drawn = reader.arguments[:1] == [DRAW]
        values: dict[str, Any] = {"draw": bool(reader.take_argument())} if drawn else {}
        argument = reader.take_argument() if not drawn or is_reading_stored_lines() else None
        _refuse_end_of_turn(argument or "")
        if DRAW in reader.arguments:
            raise UnknownName(f"for a draw, type `end {DRAW}`")
        return values if argument is None else values | {name: find_side(reader.match, argument)}

    def format_values(match: Match, values: Mapping[str, Any]) -> tuple[str, ...]:
        side = (format_side(match, values[name]),) if values.get(name) else ()
        return (DRAW, *side) if values["draw"] else side

    return Argument(parse_values, format_values, f"{DRAW}|red")


_WINNER = OneOf(
    "winner", lambda match, _: {DRAW: DRAW} | {format_handle(side): side for side in match.sides}
)
DECLINED_END: Final = MarkerKind("end_offered", "played on", "", "match", "hidden", values=_WINNER)
"""The marker that is set when the players decline an end. Its value is the proposed winner."""


def list_sides_left(match: Match) -> tuple[SideId, ...]:
    """List the sides with figures on the table."""
    return tuple(side for side in match.sides if match.units(side))


def describe_losses(match: Match, *removal_kinds: str) -> str:
    """Describe each side's losses of these kinds, such as ``Red 3 · Blue 0``."""
    return describe_each_side(
        match,
        lambda side: sum(
            match.figure(one).gone in removal_kinds for one in match.all_figures(side)
        ),
    )


def find_points_leader(points: Mapping[SideId, float]) -> SideId | None:
    """Return the side with the most points, or None for a tie."""
    most = [side for side in points if points[side] == max(points.values())]
    return most[0] if len(most) == 1 else None


def count_recorded_and_loss_points(
    match: Match, count_losses: Callable[[Match, SideId], int]
) -> dict[SideId, int]:
    """Count each side's points: its enemies' losses, plus the points that players recorded."""

    def count_points_for_losses(side: SideId) -> int:
        return sum(count_losses(match, other) for other in match.sides if other != side)

    return {side: match.points(side) + count_points_for_losses(side) for side in match.sides}


def was_end_declined(match: Match, winner: SideId | None) -> bool:
    return match.mark(MATCH, DECLINED_END) == (winner or DRAW)


def ask_match_end_and_record_refusal(
    match: Match,
    winner: SideId | None,
    reason: str,
    *,
    rule: str,
    id: str = "offer",  # noqa: A002 - as of every request
) -> Asking[bool]:
    """Ask whether the match ends, and return the answer. Record a refusal."""
    agreed = yield from ask(Confirm(id=id, what=f"{reason}: end the game", default=True, rule=rule))
    if not agreed:
        match.record(DECLINED_END.set(MATCH, value=winner or DRAW))
    return agreed


def clear_declined_end(match: Match) -> None:
    """Remove the record of a declined end, so that the next end is offered again."""
    DECLINED_END.record_cleared(match, MATCH)


def ask_winner(match: Match, rule: str, proposed: SideId | None = None) -> Asking[SideId | None]:
    """Ask the players for the winner. Returns None for a draw, which is the default proposal."""
    sides = tuple(Option(side, match.side_name(side)) for side in match.sides)
    winner = yield from ask(
        Pick(
            id=NAME_WINNER,
            what="the winner",
            options=(*sides, Option(DRAW, DRAW)),
            default=proposed or DRAW,
            rule=rule,
        )
    )
    return None if winner == DRAW else SideId(winner)


def make_end_action(
    rule: str,
    find_winner: Callable[[Match], Asking[SideId | None]],
    record_end: Callable[[Match, SideId | None], None],
    apply_delayed: Callable[[Match], Asking[None] | None] = lambda _: None,
) -> Action[MatchEndParams]:
    """Make the action with which players end the match: ``end``, ``end red``, ``end draw``.

    ``apply_delayed`` runs first and applies delayed effects. ``find_winner`` finds the winner if
    players name none. ``record_end`` records the end.
    """

    def stage(match: Match, _: SideId | None, params: MatchEndParams) -> Asking[None]:
        yield from call_stage(apply_delayed)
        won = params.winner
        if won is None and not params.draw:
            won = yield from find_winner(match)
        record_end(match, won)

    def objections(match: Match, _: SideId | None, __: MatchEndParams) -> Iterable[Objection]:
        if match.ended is not None:
            yield Objection("ended", rule, "the game is over")

    return Action(
        id="end",
        word="ends the game",
        params=MatchEndParams,
        stage=stage,
        objections=objections,
        form=WordForm(
            "end", (make_outcome_argument("winner"),), asks=make_fixed_questions(NAME_WINNER)
        ),
        any_time=True,
    )


keep_old_names(__name__)
