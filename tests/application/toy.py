"""A small complete ruleset for tests of the application, in which units duel.

``duel`` rolls a die for each figure. Each 4+ removes a figure of the target, and its owner picks
the first. When both sides have duelled, an automatic action rolls off: the higher die scores a
point and the next turn begins. Three points end the match.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from tracker.procedures.declared.marker_and_link_kinds import MarkerKind
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.declared.rosters_and_mustering import (
    ForceRules,
    Roster,
    RosterFigure,
    RosterUnit,
)
from tracker.procedures.match_view import Match
from tracker.procedures.requests import Asking, Faces, Option, Pick, ask, call_stage, roll_check
from tracker.procedures.ruleset import Action, Command, Objection, Phase, Ruleset
from tracker.testing.match_in_memory import BLUE, RED
from tracker.vocabulary import events as ev
from tracker.vocabulary.die_labels import Label
from tracker.vocabulary.subject_ids import FigureId, SideId, UnitId, make_unit_id

FIRED = "fired"
PHASE = "duel"


class Duel(Struct, frozen=True):
    unit: UnitId
    target: UnitId


class Round(Struct, frozen=True):
    pass


HIT = RollKind("hit", "to hit", "hit", "hits")


def duel(match: Match, side: SideId | None, params: Duel) -> Asking[None]:
    match.record(ev.MarkerSet(subjects=(params.unit,), marker=FIRED, until="turn"))
    dice = len(match.figures(params.unit))
    hits = yield from roll_check(HIT, dice, 4, subject=params.unit, target=params.target, side=side)
    if hits:
        yield from call_stage(fall, params.target, hits)


def fall(match: Match, target: UnitId, hits: int) -> Asking[None]:
    figures = match.figures(target)
    if not figures:
        return
    options = tuple(Option(figure, figure.partition(":")[2]) for figure in figures)
    first = yield from ask(Pick(what="who falls first", options=options, default=figures[-1]))
    others = [figure for figure in reversed(figures) if figure != first]
    falls = (FigureId(first), *others[: hits - 1])
    match.record(ev.FiguresRemoved(figures=falls))


def objections(match: Match, _: SideId | None, params: Duel) -> Iterable[Objection]:
    if match.has(params.unit, FIRED):
        yield Objection("has-fired", "TOY-01", "this unit has already duelled")


def candidates(match: Match) -> Iterator[tuple[SideId | None, Duel]]:
    for side in match.sides:
        for unit in match.units(side):
            if not match.has(unit, FIRED):
                for target in match.units(match.other(side)):
                    yield side, Duel(unit, target)


def end_of_round(match: Match, _: SideId | None, __: Round) -> Asking[None]:
    sides = (Label("Red"), Label("Blue"))
    red, blue = yield from ask(Faces(what="roll-off", dice=(6, 6), labels=sides))
    if red != blue:
        winner = RED if red > blue else BLUE
        match.record(ev.PointsScored(side=winner, points=1, why="roll-off"))
    for side in match.sides:
        if match.points(side) >= 3 or not match.units(match.other(side)):
            match.record(ev.MatchEnded(how="points", winner=side))
            return
    match.record(ev.TurnBegan(turn=match.turn + 1), ev.PhaseBegan(phase=PHASE))


def begin(match: Match, _: SideId | None, __: Round) -> None:
    match.record(ev.TurnBegan(turn=1), ev.PhaseBegan(phase=PHASE))


def automatic(match: Match) -> Command | None:
    if match.turn == 0:
        return Command("begin", None, {})
    if match.ended is None and not any(True for _ in candidates(match)):
        return Command("round", None, {})
    return None


DUEL = Action("duel", "duels", Duel, duel, (PHASE,), objections=objections, candidates=candidates)
ROUND = Action("round", "ends the round", Round, end_of_round)
BEGIN = Action("begin", "begins", Round, begin)


def read(text: str, _: Mapping[str, ev.Scalar]) -> Roster:
    """Read a roster such as ``red 3 2``: a force called red, with units of 3 and 2 figures."""
    name, *sizes = text.split()
    units = tuple(
        RosterUnit(f"Unit {i}", tuple(RosterFigure("plain") for _ in range(int(size))))
        for i, size in enumerate(sizes, start=1)
    )
    return Roster(name=name, ruleset="toy", units=units, profiles={"plain": {}})


TOY = Ruleset(
    id="toy",
    version="1",
    title="Toy",
    markers=(MarkerKind(FIRED, "fired"),),
    rolls=(HIT,),
    phases=(Phase(PHASE, "duel"),),
    actions={action.id: action for action in (DUEL, ROUND, BEGIN)},
    automatic=automatic,
    forces=ForceRules(read=read, samples=lambda: ()),
)


def unit(handle: str) -> UnitId:
    return make_unit_id(handle)
