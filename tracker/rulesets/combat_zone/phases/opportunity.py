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
from tracker.rulesets.combat_zone.phases import action_points, shooting, slots
from tracker.rulesets.combat_zone.phases.figure_lookup import name_one, read_figure
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
    action_points.spend(match, params.figure, tables.OPPORTUNITY_POINTS)
    return then(action_points.run_interruptible, match, params.figure, begin_watching, params)


def begin_watching(match: Match, params: Watch) -> None:
    """CZ-OPP-04, CZ-G24: it lasts until the next turn begins, or its own next activation."""
    until = "turn" if match.option("of_expiry") == "next_turn" else ""
    match.record(markers.OPPORTUNITY.set(params.figure, value=params.gun or ANY, until=until))


def fire(match: Match, _: SideId | None, params: Fire) -> Asking[None]:
    """CZ-OPP-03: a burst for no further points; a gun with one shot fires that (CZ-G47)."""
    yield from ()
    gun, dice = choose_gun(match, params), count_shots(match, params)
    if match.has(params.figure, markers.OPPORTUNITY):
        match.record(markers.OPPORTUNITY.cleared(params.figure))
    if gun is None:
        return None
    match.record(markers.mark_fired(match, params.figure, gun, sum(dice)))
    made_of = burst.describe_shots(gun, sum(dice), "on opportunity fire")
    how = burst.Volley(params.figure, gun, shots=sum(dice), made_of=made_of)
    return then(burst.roll_to_hit, match, how, aiming.declare_shots(params.fire, gun, dice))


def choose_gun(match: Match, params: Fire) -> Gun | None:
    """The gun named now, else the one named when it went on opportunity fire."""
    named = match.mark(params.figure, markers.OPPORTUNITY)
    carried = aiming.list_guns(match, params.figure)
    before = next((gun for gun in carried if gun == named), None)
    return aiming.choose_gun(match, params.figure, params.gun or before)


def count_shots(match: Match, params: Fire) -> tuple[int, ...]:
    gun = choose_gun(match, params)
    most = 1 if gun is None else aiming.count_shots_left(match, params.figure, gun)
    return aiming.deal_shots(params.fire, most)


# --------------------------------------------------------------------------- what may be done


def watch_objections(match: Match, _: SideId | None, params: Watch) -> Iterator[Objection]:
    figure, name = params.figure, markers.name_figure(match, params.figure)
    yield from slots.list_objections(match, figure, tables.OPPORTUNITY_POINTS)
    carried = aiming.list_guns(match, figure)
    wanted = carried if params.gun is None else (params.gun,)
    if not any(gun in carried and aiming.count_shots_left(match, figure, gun) for gun in wanted):
        yield Objection("no-shot-left", "CZ-OPP-01", f"{name} has no shots left this turn")


def fire_objections(match: Match, _: SideId | None, params: Fire) -> Iterator[Objection]:
    """CZ-OPP-02: only on opportunity fire, in another side's activation, at who acts."""
    figure, name = params.figure, markers.name_figure(match, params.figure)
    side = match.side_of(figure)
    if not match.has(figure, markers.OPPORTUNITY):
        yield Objection("not-watching", "CZ-OPP-02", f"{name} is not on opportunity fire")
    if match.phase != "actions" or match.clock.subject is None or match.clock.side == side:
        text = "opportunity fire is only possible while an enemy is activated"
        yield Objection("no-enemy-acts", "CZ-OPP-02", text)
    for share in params.fire:
        if not match.has(share.target, markers.ACTING):
            target = markers.name_figure(match, share.target)
            yield Objection("idle-target", "CZ-OPP-02", f"{target} is not acting now")
    dice = sum(count_shots(match, params))
    yield from aiming.list_objections(match, figure, choose_gun(match, params), params.fire, dice)


def watch_candidates(match: Match) -> Iterator[tuple[SideId | None, Watch]]:
    for side, figure in slots.list_able(match):
        if action_points.count_left(match, figure) >= tables.OPPORTUNITY_POINTS:
            yield side, Watch(figure)


def fire_candidates(match: Match) -> Iterator[tuple[SideId | None, Fire]]:
    """Those on opportunity fire, at whoever's go it is."""
    if match.phase != "actions":
        return
    for target in map(FigureId, match.marked(markers.ACTING)):
        if markers.is_on_table(match, target):
            for side in markers.list_enemies(match, match.side_of(target)):
                for figure in markers.list_on_opportunity(match, side):
                    yield side, Fire(figure, (Share(target),))


def tell_outcome(match: Match, _: SideId | None, params: Fire, losses: int) -> Iterable[AnyFact]:
    targets = tuple(share.target for share in params.fire)
    return shooting.drop_targets(match, params.figure, targets, losses)


def is_in_between(said: Said) -> bool:
    """In its own activation a figure fires; in that of an enemy it comes in between."""
    acting_now = slots.list_active_figures(said.match)
    figure = read_figure(said, aiming.ONE_SHOOTS)
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
    form=Form(
        "opp", name_one(), how=(aiming.GUN,), key=KeyVerb("o", text="goes on opportunity fire")
    ),
)
FIRE: Final = Action(
    id=action_points.FIRE,
    word="fires in between",
    params=Fire,
    stage=fire,
    phases=("actions",),
    objections=fire_objections,
    candidates=fire_candidates,
    form=Form(
        "shoots",
        name_one("figure", aiming.ONE_SHOOTS),
        divided=aiming.SHARES,
        how=(aiming.GUN,),
        when=is_in_between,
        also={"": is_in_between},
    ),
    breaks_in=True,
    outcome=tell_outcome,
)
ACTIONS: Final = (WATCH, FIRE)
