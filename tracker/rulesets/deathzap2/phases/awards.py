"""What the table may say about objectives at any time: its own ones, counters, points, an end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, get_args

from msgspec import Struct

from tracker.procedures.declared import words
from tracker.procedures.requests import Asking, do
from tracker.procedures.ruleset import Action, Objection
from tracker.procedures.view import Match, UnknownName
from tracker.rulesets.deathzap2.phases import objectives, winning
from tracker.vocabulary.events import ObjectiveSet, PointsScored
from tracker.vocabulary.names import SideId

How = Literal["time", "conceded"]
MOST: Final = 99


class OwnObjective(Struct, frozen=True):
    """An objective in the players' words; for one side, or for both (no side)."""

    label: str
    points: int = 1


class Counters(Struct, frozen=True):
    """Where the players laid the counters of Intel, in their words."""

    positions: tuple[str, ...]


class Award(Struct, frozen=True):
    """Points for a side by the table's word; below 0 takes points back."""

    points: int
    why: str


class EndMatch(Struct, frozen=True):
    """Stop early: out of time, scored as things stand, or given up by the side that says so."""

    how: How = "time"


def own_objective(match: Match, side: SideId | None, params: OwnObjective) -> None:
    """DZ-WIN-03: any number, free text; the points are awarded by hand."""
    number = sum(o.kind == objectives.OWN for o in objectives.in_play(match)) + 1
    match.record(
        ObjectiveSet(
            objective=f"{objectives.OWN}-{number}",
            label=params.label,
            side=side,
            data={"kind": objectives.OWN, "points": params.points},
        )
    )


def place_counters(match: Match, _: SideId | None, params: Counters) -> None:
    objectives.set_counters(match, params.positions)


def counter_objections(match: Match, _: SideId | None, params: Counters) -> Iterator[Objection]:
    if not objectives.holders(match, objectives.INTEL):
        yield Objection("no-intel", "DZ-WIN-09", "Intel is not played for")
    elif len(params.positions) != objectives.COUNTERS:
        text = f"there are {objectives.COUNTERS} counters, {len(params.positions)} are placed"
        yield Objection("counters", "DZ-WIN-09", text)


def award(match: Match, side: SideId | None, params: Award) -> None:
    assert side is not None
    match.record(PointsScored(side=side, points=params.points, why=params.why))


def award_objections(match: Match, _: SideId | None, params: Award) -> Iterator[Objection]:
    if match.option("game") == "basic":
        yield Objection("basic", "DZ-SETUP-02", "a basic game has no points")
    elif not any(
        o.kind == objectives.OWN and o.label == params.why for o in objectives.in_play(match)
    ):
        yield Objection("not-own", "DZ-WIN-03", "the book scores the printed objectives itself")


def end_match(match: Match, side: SideId | None, params: EndMatch) -> Asking[None]:
    """An end the players agree on, or one side's."""
    if params.how == "conceded" and side is not None:
        text = f"{match.side_name(side)} gave up"
        winning.end(match, "conceded", match.other(side), text)
    elif match.option("game") == "basic":
        winning.timeout(match, "time", "the players ran out of time")
    else:
        yield from do(winning.final, "time", "the players ran out of time")


def end_objections(match: Match, _: SideId | None, __: EndMatch) -> Iterator[Objection]:
    if match.ended is None:
        yield Objection("early", "DZ-TURN-01", "the game lasts six turns")


def who_gives_up(_: Match, values: Mapping[str, Any]) -> None:
    """Nobody's side, unless somebody gives up who is not named."""
    if values.get("how") == "conceded":
        message = "who gives up? end conceded red"
        raise UnknownName(message)


OBJECTIVE: Final = Action(
    id="objective",
    word="own objective",
    params=OwnObjective,
    stage=own_objective,
    form=words.WordForm(
        "objective",
        (words.text("label"), words.whole("points"), words.side()),
        'what is played for? objective "hold the mill" 2',
    ),
)
COUNTERS: Final = Action(
    id="counters",
    word="place counters",
    params=Counters,
    stage=place_counters,
    objections=counter_objections,
    form=words.WordForm(
        "counters", (words.texts("positions"),), when=lambda said: bool(said.arguments)
    ),
)
AWARD: Final = Action(
    id="award",
    word="scores",
    params=Award,
    stage=award,
    objections=award_objections,
    form=words.WordForm(
        "vp",
        (words.side(), words.whole("points", low=-MOST), words.sentence("why")),
        when=lambda said: len(said.arguments) > 2,
    ),
)
END: Final = Action(
    id="end",
    word="end the game",
    params=EndMatch,
    stage=end_match,
    objections=end_objections,
    form=words.WordForm(
        "end", (words.word("how", get_args(How), "end"), words.side()), of=who_gives_up
    ),
    any_time=True,
)
ACTIONS: Final = (OBJECTIVE, COUNTERS, AWARD, END)
