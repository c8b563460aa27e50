"""Doors, items, obstacles, dropping down and getting up (CZ-ACT-04 to CZ-ACT-08, CZ-T5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Final

from tracker.procedures.declared.forms import Form
from tracker.procedures.declared.keys import KeyVerb
from tracker.procedures.declared.slots import text
from tracker.procedures.pieces.acting import object_to_foreign
from tracker.procedures.requests import then
from tracker.procedures.ruleset import Action, Interruptible, Objection
from tracker.procedures.view import Match
from tracker.rulesets.combat_zone.data import markers, tables
from tracker.rulesets.combat_zone.phases import action_points, movement, slots
from tracker.rulesets.combat_zone.phases.figure_lookup import name_one
from tracker.vocabulary.events import GearChanged, Moved
from tracker.vocabulary.names import FigureId, SideId

PHASE: Final = "actions"


class Does(Interruptible, frozen=True):
    """One figure and one thing: ``what`` names the door, the item or the obstacle."""

    figure: FigureId
    what: str = ""


@dataclass(frozen=True)
class Deed:
    """What a general action costs, brings about, and is impossible for."""

    id: str
    word: str
    verb: str
    key: KeyVerb | None
    rule: str
    cost: Callable[[Match], int]
    effect: Callable[[Match, FigureId, str], None]
    against: Callable[[Match, FigureId], Iterable[Objection]] = lambda *_: ()


def do_nothing(_: Match, __: FigureId, ___: str) -> None:
    """A door or an obstacle leaves no trace but the points."""


def pick_up(match: Match, figure: FigureId, what: str) -> None:
    """CZ-ACT-05: a weapon becomes one of the figure's weapons, by its name."""
    item = "-".join(what.casefold().split()) or "item"
    match.record(GearChanged(figure=figure, gained=(item,), why="picked up"))


def drop(match: Match, figure: FigureId, _: str) -> None:
    match.record(markers.DOWN.set(figure))


def get_up(match: Match, figure: FigureId, _: str) -> None:
    match.record(markers.DOWN.cleared(figure))


def cross(match: Match, figure: FigureId, _: str) -> None:
    unit = markers.get_unit(match, figure)
    match.record(Moved(unit=unit, figures=(figure,), how="crosses an obstacle"))


def _object_to_up(match: Match, figure: FigureId) -> Iterable[Objection]:
    if not markers.is_down(match, figure):
        yield Objection("up", "CZ-ACT-08", f"{markers.name_figure(match, figure)} is not down")


def _object_to_down(match: Match, figure: FigureId) -> Iterable[Objection]:
    if markers.is_down(match, figure):
        yield Objection(
            "down", "CZ-ACT-07", f"{markers.name_figure(match, figure)} is down already"
        )


def stand_up_cost(match: Match) -> int:
    return int(match.option("stand_up_cost"))


DEEDS: Final = (
    Deed(
        "door",
        "opens or closes a door",
        "door",
        KeyVerb("p", text="opens or closes a door"),
        "CZ-ACT-04",
        lambda _: tables.DOOR_POINTS,
        do_nothing,
    ),
    Deed("pick", "picks up", "picks", None, "CZ-ACT-05", lambda _: tables.ITEM_POINTS, pick_up),
    Deed(
        "cross",
        "crosses an obstacle",
        "crosses",
        KeyVerb("j", text="crosses an obstacle"),
        "CZ-ACT-06",
        lambda _: tables.OBSTACLE_POINTS,
        cross,
        movement.object_to_prone,
    ),
    Deed(
        "drop",
        "drops down",
        "drops",
        KeyVerb("l", text="lies down"),
        "CZ-ACT-07",
        lambda _: tables.DROP_POINTS,
        drop,
        _object_to_down,
    ),
    Deed(
        "stand",
        "gets up",
        "stands",
        KeyVerb("g", text="gets up"),
        "CZ-ACT-08",
        stand_up_cost,
        get_up,
        _object_to_up,
    ),
)


def _stage(deed: Deed, match: Match, _: SideId | None, params: Does) -> None:
    action_points.spend(match, params.figure, deed.cost(match))
    who = params.figure
    return then(action_points.run_interruptible, match, who, deed.effect, who, params.what)


def _objections(deed: Deed, match: Match, side: SideId | None, params: Does) -> Iterable[Objection]:
    who = markers.name_figure(match, params.figure)
    yield from object_to_foreign(match, side, params.figure, deed.rule, who)
    yield from slots.list_objections(match, params.figure, deed.cost(match))
    yield from deed.against(match, params.figure)


def _candidates(deed: Deed, match: Match) -> Iterable[tuple[SideId | None, Does]]:
    for side, figure in slots.list_able(match):
        if not tuple(deed.against(match, figure)):
            yield side, Does(figure)


def _action(deed: Deed) -> Action[Does]:
    return Action(
        id=deed.id,
        word=deed.word,
        params=Does,
        stage=partial(_stage, deed),
        phases=(PHASE,),
        objections=partial(_objections, deed),
        candidates=partial(_candidates, deed),
        form=Form(deed.verb, name_one(), how=(text("what"),), key=deed.key),
        tells=("what",),
    )


ACTIONS: Final = tuple(_action(deed) for deed in DEEDS)
