"""Opportunity fire: going on it, and coming in between (CZ-OPP-01 to 04)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.forms import Form
from tracker.procedures.declared.keys import KeyVerb
from tracker.procedures.declared.said import Said
from tracker.procedures.requests import Asking, then
from tracker.procedures.ruleset import Action, Interruptible, Objection
from tracker.procedures.view import Match
from tracker.rulesets.combat_zone.attacks import aiming, burst
from tracker.rulesets.combat_zone.attacks.aiming import Share
from tracker.rulesets.combat_zone.data import markers, tables
from tracker.rulesets.combat_zone.data.tables import Gun
from tracker.rulesets.combat_zone.phases import points, shooting, slots
from tracker.rulesets.combat_zone.phases.people import figure_in, one
from tracker.vocabulary.events import AnyFact
from tracker.vocabulary.names import FigureId, SideId

ANY: Final = "any"


class Watch(Interruptible, frozen=True, omit_defaults=True):
    """CZ-OPP-01: a figure goes on opportunity fire; the gun may be named when it fires."""

    figure: FigureId
    gun: Gun | None = None


class Fire(Struct, frozen=True, omit_defaults=True):
    """CZ-OPP-03: it fires at an enemy that acts; shots not told are all it has left."""

    figure: FigureId
    fire: tuple[Share, ...]
    gun: Gun | None = None


def watch(match: Match, _: SideId | None, params: Watch) -> Asking[None]:
    yield from ()
    points.spend(match, params.figure, tables.OPPORTUNITY_POINTS)
    return then(points.interruptible, match, params.figure, watching, params)


def watching(match: Match, params: Watch) -> None:
    """CZ-OPP-04, CZ-G24: it lasts until the next turn begins, or its own next activation."""
    until = "turn" if match.option("of_expiry") == "next_turn" else ""
    match.record(markers.OPPORTUNITY.set(params.figure, value=params.gun or ANY, until=until))


def fire(match: Match, _: SideId | None, params: Fire) -> Asking[None]:
    """CZ-OPP-03: a burst for no further points; a gun with one shot fires that (CZ-G47)."""
    yield from ()
    gun, dice = gun_of(match, params), shots(match, params)
    if match.has(params.figure, markers.OPPORTUNITY):
        match.record(markers.OPPORTUNITY.cleared(params.figure))
    if gun is None:
        return None
    match.record(markers.firing(match, params.figure, gun, sum(dice)))
    made_of = burst.told(gun, sum(dice), "on opportunity fire")
    how = burst.Volley(params.figure, gun, shots=sum(dice), made_of=made_of)
    return then(burst.to_hit, match, how, aiming.declared(params.fire, gun, dice))


def gun_of(match: Match, params: Fire) -> Gun | None:
    """The gun named now, else the one named when it went on opportunity fire."""
    named = match.mark(params.figure, markers.OPPORTUNITY)
    carried = aiming.guns(match, params.figure)
    before = next((gun for gun in carried if gun == named), None)
    return aiming.gun_of(match, params.figure, params.gun or before)


def shots(match: Match, params: Fire) -> tuple[int, ...]:
    gun = gun_of(match, params)
    most = 1 if gun is None else aiming.shots_left(match, params.figure, gun)
    return aiming.dealt(params.fire, most)


# --------------------------------------------------------------------------- what may be done


def watch_objections(match: Match, _: SideId | None, params: Watch) -> Iterator[Objection]:
    figure, name = params.figure, markers.called(match, params.figure)
    yield from slots.objections(match, figure, tables.OPPORTUNITY_POINTS)
    carried = aiming.guns(match, figure)
    wanted = carried if params.gun is None else (params.gun,)
    if not any(gun in carried and aiming.shots_left(match, figure, gun) for gun in wanted):
        yield Objection("no-shot-left", "CZ-OPP-01", f"{name} has no shot left this turn")


def fire_objections(match: Match, _: SideId | None, params: Fire) -> Iterator[Objection]:
    """CZ-OPP-02: only on opportunity fire, in another side's activation, at who acts."""
    figure, name = params.figure, markers.called(match, params.figure)
    side = match.side_of(figure)
    if not match.has(figure, markers.OPPORTUNITY):
        yield Objection("not-watching", "CZ-OPP-02", f"{name} is not on opportunity fire")
    if match.phase != "actions" or match.clock.subject is None or match.clock.side == side:
        text = "opportunity fire comes in the activation of an enemy"
        yield Objection("no-enemy-acts", "CZ-OPP-02", text)
    for share in params.fire:
        if not match.has(share.target, markers.ACTING):
            target = markers.called(match, share.target)
            yield Objection("idle-target", "CZ-OPP-02", f"{target} is doing nothing now")
    dice = sum(shots(match, params))
    yield from aiming.objections(match, figure, gun_of(match, params), params.fire, dice)


def watch_candidates(match: Match) -> Iterator[tuple[SideId | None, Watch]]:
    for side, figure in slots.able(match):
        if points.left(match, figure) >= tables.OPPORTUNITY_POINTS:
            yield side, Watch(figure)


def fire_candidates(match: Match) -> Iterator[tuple[SideId | None, Fire]]:
    """Those on opportunity fire, at whoever's go it is."""
    if match.phase != "actions":
        return
    for target in map(FigureId, match.marked(markers.ACTING)):
        if markers.on_table(match, target):
            for side in markers.enemies(match, match.side_of(target)):
                for figure in markers.on_opportunity(match, side):
                    yield side, Fire(figure, (Share(target),))


def outcome(match: Match, _: SideId | None, params: Fire, losses: int) -> Iterable[AnyFact]:
    targets = tuple(share.target for share in params.fire)
    return shooting.fallen(match, params.figure, targets, losses)


def in_between(said: Said) -> bool:
    """In its own activation a figure fires; in that of an enemy it comes in between."""
    acting_now = slots.active_figures(said.match)
    figure = figure_in(said, aiming.ONE_SHOOTS)
    watches = said.match.has(figure, markers.OPPORTUNITY) and bool(acting_now)
    return figure not in acting_now and (bool(said.word) or watches)


WATCH: Final = Action(
    id="opp",
    word="goes on opportunity fire",
    params=Watch,
    stage=watch,
    phases=("actions",),
    objections=watch_objections,
    candidates=watch_candidates,
    form=Form("opp", one(), how=(aiming.GUN,), key=KeyVerb("o", text="goes on opportunity fire")),
)
FIRE: Final = Action(
    id=points.FIRE,
    word="fires in between",
    params=Fire,
    stage=fire,
    phases=("actions",),
    objections=fire_objections,
    candidates=fire_candidates,
    form=Form(
        "shoots",
        one("figure", aiming.ONE_SHOOTS),
        divided=aiming.SHARES,
        how=(aiming.GUN,),
        when=in_between,
        also={"": in_between},
    ),
    breaks_in=True,
    outcome=outcome,
)
ACTIONS: Final = (WATCH, FIRE)
