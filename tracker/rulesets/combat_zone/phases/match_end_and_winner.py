"""The end of a match and its winner (CZ-WIN-01, CZ-WIN-02, CZ-G01)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Literal

from msgspec import Struct

from tracker.procedures.declared.actorless_line_forms import (
    Argument,
    WordForm,
    format_side,
    make_fixed_questions,
)
from tracker.procedures.declared.line_reader import LineReader
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.pieces.match_endings import (
    DRAW,
    ask_match_end_and_record_refusal,
    ask_winner,
    describe_losses,
    list_sides_left,
    make_end_argument,
    was_end_declined,
)
from tracker.procedures.pieces.subject_lookup import find_side
from tracker.procedures.requests import Asking
from tracker.procedures.ruleset import Action, Command, Objection, Objections
from tracker.rulesets.combat_zone.data import markers, state_queries
from tracker.rulesets.combat_zone.phases import activation_slots
from tracker.vocabulary.events import MatchEnded
from tracker.vocabulary.subject_ids import FigureId, SideId

WHY: Final = {
    "last side": "only one side has figures on the table",
    "nobody": "nobody is left on the table",
    "turns": "the last turn agreed is over",
    "time": "time is up",
    "conceded": "the other side conceded",
}

How = Literal["last side", "nobody", "turns", "time", "conceded"]


class EndMatch(Struct, frozen=True):
    """The command to end a match. If the result is open, the players are asked for it.

    If ``offer`` is true, the players can decline to end the match.
    """

    how: How = "time"
    winner: SideId | None = None
    draw: bool = False
    offer: bool = False


def choose_automatic_match_end(match: Match) -> Command | None:
    """Return the command that ends a match when at most one side is left, or None (CZ-WIN-01)."""
    if not match.turn or match.option("victory") == "manual":
        return None
    left = list_sides_left(match)
    if len(left) > 1:
        return None
    winner = left[0] if left else None
    if was_end_declined(match, winner):
        return None
    how: How = "last side" if left else "nobody"
    return END.make_command(None, EndMatch(how, winner, draw=winner is None, offer=True))


def end_match_after_last_turn(match: Match) -> Asking[bool]:
    """End the match after the last agreed turn, and return whether it is over (CZ-WIN-02)."""
    limited = match.option("victory") == "turn_limit" and match.phase == activation_slots.PHASE
    if match.ended is None and limited and match.turn >= int(match.option("turn_limit")):
        left = list_sides_left(match)
        winner = left[0] if len(left) == 1 else None
        if len(left) > 1:
            winner = yield from ask_winner(match, "CZ-WIN-02")
        end_match(match, "turns", winner)
    return match.ended is not None


def resolve_match_end(match: Match, _: SideId | None, params: EndMatch) -> Asking[None]:
    why = WHY[params.how]
    if params.offer and not (
        yield from ask_match_end_and_record_refusal(
            match, params.winner, why, rule="CZ-WIN-01", id="end"
        )
    ):
        return
    winner = params.winner
    if winner is None and not params.draw:
        left = list_sides_left(match)
        only_side = left[0] if len(left) == 1 else None
        winner = yield from ask_winner(match, "CZ-WIN-02", only_side)
    end_match(match, params.how, winner)


def end_match(match: Match, ending: How, winner: SideId | None) -> None:
    match.record(MatchEnded(how=ending, winner=winner, why=WHY[ending]))


def list_match_end_objections(match: Match, _: SideId | None, __: EndMatch) -> Objections:
    if match.ended is not None:
        yield Objection("ended", "CZ-WIN-01", "the game is over")


def describe_match_status(match: Match) -> tuple[tuple[str, str], ...]:
    """Describe each side's losses, opportunity fire, and tests due next turn (CZ-WIN-02)."""
    watching = state_queries.list_figures_on_opportunity_fire(match, match.sides)
    every = state_queries.list_figures_on_table(match)
    shaken = (figure for figure in every if markers.is_panicking_or_routing(match, figure))
    return (
        ("Out of action", describe_losses(match, "killed", "destroyed", "lost")),
        ("Left the table", describe_losses(match, "fled")),
        ("Opportunity fire", _format_figure_names(match, watching)),
        ("Reaction tests", _format_figure_names(match, shaken)),
    )


def _format_figure_names(match: Match, figures: Iterable[FigureId]) -> str:
    return ", ".join(state_queries.format_figure(match, one) for one in figures) or "nobody"


def _read_end_arguments(reader: LineReader) -> dict[str, Any]:
    """Read the arguments of ``end time red`` or ``end time draw offered``."""
    found: dict[str, Any] = {}
    while (argument := reader.take_argument()) is not None:
        if argument == OFFERED:
            found["offer"] = True
        elif found.keys() & {"winner", "draw"}:
            raise UnknownName(
                f"`{argument}` is not allowed after `end`; name one side, or enter `draw`"
            )
        elif argument == DRAW:
            found["draw"] = True
        else:
            found["winner"] = find_side(reader.match, argument)
    return found


def _format_end_arguments(match: Match, values: Mapping[str, Any]) -> Iterator[str]:
    if values["draw"]:
        yield DRAW
    elif values["winner"]:
        yield format_side(match, values["winner"])
    if values["offer"]:
        yield OFFERED


OFFERED: Final = "offered"
WINNER: Final = Argument(_read_end_arguments, _format_end_arguments, "red|draw offered")
END: Final = Action(
    id="end",
    word="ends the game",
    params=EndMatch,
    stage=resolve_match_end,
    objections=list_match_end_objections,
    form=WordForm("end", (make_end_argument(tuple(WHY)), WINNER), when=lambda s: bool(s.arguments)),
    bare=WordForm("end", asks=make_fixed_questions("end", "name_winner")),
    any_time=True,
)
