"""What the table may say about objectives at any time: its own ones, counters, points, an end."""

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
    awarded,
    holders,
    in_play,
    lay_counters,
)
from tracker.procedures.requests import Asking, do
from tracker.procedures.ruleset import Action, Objection
from tracker.procedures.view import Match, UnknownName
from tracker.rulesets.deathzap2.phases import objectives, winning
from tracker.vocabulary.names import SideId

How = Literal["time", "conceded"]


class Counters(Struct, frozen=True):
    """Where the players laid the counters of Intel, in their words."""

    positions: tuple[str, ...]


class EndMatch(Struct, frozen=True):
    """Stop early: out of time, scored as things stand, or given up by the side that says so.

    Out of time the players may name the winner, or call it a draw.
    """

    how: How = "time"
    draw: bool = False


def place_counters(match: Match, _: SideId | None, params: Counters) -> None:
    lay_counters(match, objectives.INTEL, params.positions)


def list_counter_objections(
    match: Match, _: SideId | None, params: Counters
) -> Iterator[Objection]:
    if not holders(match, objectives.INTEL):
        yield Objection("no-intel", "DZ-WIN-09", "Intel is not an objective of this game")
    elif len(params.positions) != objectives.COUNTERS:
        text = f"place {objectives.COUNTERS} counters, not {len(params.positions)}"
        yield Objection("counters", "DZ-WIN-09", text)


def award_objections(match: Match, _: SideId | None, params: Award) -> Iterator[Objection]:
    if match.option("game") == "basic":
        yield Objection("basic", "DZ-SETUP-02", "a basic game has no points")
    elif not any(one.kind == OWN and one.label == params.why for one in in_play(match)):
        yield Objection(
            "not-own",
            "DZ-WIN-03",
            "the printed objectives are scored automatically; award only objectives of your own",
        )


def end_match(match: Match, side: SideId | None, params: EndMatch) -> Asking[None]:
    """An end the players agree on, or one side's."""
    if params.how == "conceded" and side is not None:
        text = f"{match.side_name(side)} gave up"
        winning.end(match, "conceded", match.other(side), text)
    elif side is not None or params.draw:
        winning.end(match, "time", None if params.draw else side, "the players agreed")
    elif match.option("game") == "basic":
        winning.end_on_time(match, "time", "the players ran out of time")
    else:
        yield from do(winning.end_by_points, "time", "the players ran out of time")


def end_objections(match: Match, _: SideId | None, params: EndMatch) -> Iterator[Objection]:
    if match.ended is None and params.how != "conceded":
        yield Objection("early", "DZ-TURN-01", "the game lasts six turns")


def name_who_gives_up(_: Match, values: Mapping[str, Any]) -> None:
    """Nobody's side, unless somebody gives up who is not named."""
    if values.get("how") == "conceded":
        message = "name the side that gives up, as in end conceded red"
        raise UnknownName(message)


COUNTERS: Final = Action(
    id="counters",
    word="place counters",
    params=Counters,
    stage=place_counters,
    objections=list_counter_objections,
    form=words.WordForm(
        "counters", (words.texts("positions"),), when=lambda said: bool(said.arguments)
    ),
)
END: Final = Action(
    id="end",
    word="end the game",
    params=EndMatch,
    stage=end_match,
    objections=end_objections,
    form=words.WordForm(
        "end", (words.word("how", get_args(How), "end"), DRAWN, words.side()), of=name_who_gives_up
    ),
    any_time=True,
)
ACTIONS: Final = (OBJECTIVE, COUNTERS, awarded(award_objections), END)
