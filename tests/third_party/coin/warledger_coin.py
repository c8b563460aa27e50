"""Coin: a whole ruleset by somebody else. A side tosses; heads (4+) scores; three points win."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from tracker.procedures.declared.forces import ForceRules, Roster, RosterFigure, RosterUnit, Sample
from tracker.procedures.declared.forms import Form
from tracker.procedures.pieces.people import one_unit
from tracker.procedures.requests import Asking, check
from tracker.procedures.ruleset import Action, Command, Phase, Ruleset
from tracker.procedures.view import Match
from tracker.vocabulary import events as ev
from tracker.vocabulary.names import SideId, UnitId


class Toss(Struct, frozen=True):
    unit: UnitId


class GoOn(Struct, frozen=True):
    pass


def toss(match: Match, side: SideId | None, params: Toss) -> Asking[None]:
    side = side or match.side_of(params.unit)
    heads = yield from check("heads", 1, 4, side=side, subject=params.unit)
    if heads:
        match.record(ev.PointsScored(side=side, points=1, why="heads"))
    if match.points(side) == 3:
        match.record(ev.MatchEnded(how="three points", winner=side, why="three heads"))


def go_on(match: Match, _: SideId | None, __: GoOn) -> None:
    match.record(ev.TurnBegan(turn=match.turn + 1), ev.PhaseBegan(phase="toss"))


def everybody(match: Match) -> Iterator[tuple[SideId | None, Toss]]:
    for unit in match.units():
        yield match.side_of(unit), Toss(unit)


def automatic(match: Match) -> Command | None:
    return Command("next", None, {}) if match.turn == 0 else None


def read(text: str, _: Mapping[str, ev.Scalar]) -> Roster:
    units = (RosterUnit("Hand", (RosterFigure("coin"),)),)
    return Roster(name=text.strip() or "Coins", ruleset="coin", units=units, profiles={"coin": {}})


SAID = (Form("tosses", one_unit()),)
TOSS = Action("toss", "tosses", Toss, toss, phases=("toss",), candidates=everybody, forms=SAID)
NEXT = Action("next", "goes on", GoOn, go_on, candidates=lambda _: ((None, GoOn()),))

RULESET = Ruleset(
    id="coin",
    version="1",
    title="Coin",
    phases=(Phase("toss", "toss"),),
    actions={"toss": TOSS, "next": NEXT},
    automatic=automatic,
    forces=ForceRules(read=read, samples=lambda: (Sample("coins.toml", "Coins", "Coins"),)),
)
