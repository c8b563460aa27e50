"""Actions on objectives at any time: the players' own ones, counters, points, an end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, get_args

from msgspec import Struct

from tracker.procedures.declared import words
from tracker.procedures.pieces.endings import DRAWN
from tracker.procedures.pieces.objectives import (
    OBJECTIVE,
    OWN,
    Award,
    list_objective_sides,
    list_objectives_in_play,
    make_award_action,
    place_objective_counters,
)
from tracker.procedures.requests import Asking, do
from tracker.procedures.ruleset import Action, Objection
from tracker.procedures.view import Match, UnknownName
from tracker.rulesets.deathzap2.phases import objective_scoring, victory_conditions
from tracker.vocabulary.names import SideId

How = Literal["time", "conceded"]


class CounterPlacement(Struct, frozen=True):
    """The places of the counters of Intel, in the players' words."""

    positions: tuple[str, ...]


class EndMatch(Struct, frozen=True):
    """Stop early: out of time, scored now, or conceded by the side that says so.

    Out of time the players may name the winner, or call it a draw.
    """

    how: How = "time"
    draw: bool = False


def place_counters(match: Match, _: SideId | None, params: CounterPlacement) -> None:
    place_objective_counters(match, objective_scoring.INTEL, params.positions)


def list_counter_objections(
    match: Match, _: SideId | None, params: CounterPlacement
) -> Iterator[Objection]:
    if not list_objective_sides(match, objective_scoring.INTEL):
        yield Objection("no-intel", "DZ-WIN-09", "Intel is not an objective of this game")
    elif len(params.positions) != objective_scoring.COUNTERS:
        text = f"place {objective_scoring.COUNTERS} counters, not {len(params.positions)}"
        yield Objection("counters", "DZ-WIN-09", text)


def list_award_objections(match: Match, _: SideId | None, params: Award) -> Iterator[Objection]:
    if match.option("game") == "basic":
        yield Objection("basic", "DZ-SETUP-02", "a basic game has no points")
    elif not any(
        one.kind == OWN and one.label == params.why for one in list_objectives_in_play(match)
    ):
        yield Objection(
            "not-own",
            "DZ-WIN-03",
            "the printed objectives are scored automatically; award only objectives of your own",
        )


def resolve_match_end(match: Match, side: SideId | None, params: EndMatch) -> Asking[None]:
    """An end by agreement, or by one side."""
    if params.how == "conceded" and side is not None:
        text = f"{match.side_name(side)} gave up"
        victory_conditions.end_match(match, "conceded", match.other(side), text)
    elif side is not None or params.draw:
        victory_conditions.end_match(
            match, "time", None if params.draw else side, "the players agreed"
        )
    elif match.option("game") == "basic":
        victory_conditions.end_at_time_limit(match, "time", "the players ran out of time")
    else:
        yield from do(victory_conditions.end_by_points, "time", "the players ran out of time")


def list_end_objections(match: Match, _: SideId | None, params: EndMatch) -> Iterator[Objection]:
    if match.ended is None and params.how != "conceded":
        yield Objection("early", "DZ-TURN-01", "the game lasts six turns")


def require_conceding_side(_: Match, values: Mapping[str, Any]) -> None:
    """The side may be missing, unless somebody concedes."""
    if values.get("how") == "conceded":
        message = "name the side that gives up, as in end conceded red"
        raise UnknownName(message)


COUNTERS: Final = Action(
    id="counters",
    word="place counters",
    params=CounterPlacement,
    stage=place_counters,
    objections=list_counter_objections,
    form=words.WordForm(
        "counters",
        (words.make_texts_argument("positions"),),
        when=lambda said: bool(said.arguments),
    ),
)
END: Final = Action(
    id="end",
    word="end the game",
    params=EndMatch,
    stage=resolve_match_end,
    objections=list_end_objections,
    form=words.WordForm(
        "end",
        (
            words.make_choice_argument("how", get_args(How), "end"),
            DRAWN,
            words.make_side_argument(),
        ),
        of=require_conceding_side,
    ),
    any_time=True,
)
ACTIONS: Final = (OBJECTIVE, COUNTERS, make_award_action(list_award_objections), END)
