"""Step 3 of the assault: combats fought in steps of Initiative (TA-FIGHT, TA-TURN-03)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.forms import Form
from tracker.procedures.declared.keys import KeyVerb
from tracker.procedures.declared.slots import called, count
from tracker.procedures.pieces.delayed_effects import come_off
from tracker.procedures.pieces.people import one_unit
from tracker.procedures.requests import Asking, do, then
from tracker.procedures.ruleset import Action, Bar, Due, Objection
from tracker.procedures.view import Match
from tracker.rulesets.trial_assault.combat import blows, engagements, machines, steps, weapon_choice
from tracker.rulesets.trial_assault.combat.allocation import SAVE
from tracker.rulesets.trial_assault.combat.strikes import TO_HIT, TO_WOUND
from tracker.rulesets.trial_assault.data import markers
from tracker.rulesets.trial_assault.data.markers import COMBATS
from tracker.rulesets.trial_assault.phases import morale, results
from tracker.vocabulary.names import SideId, Subject, UnitId

PHASE: Final = "fight"


class StrikeDeclaration(Struct, frozen=True, omit_defaults=True):
    """The blows of a unit at an enemy in its next step; at nobody: the whole combat to its end.

    ``figures``: so many of those who may choose strike there (TA-MULTI-02). ``weapon``: what those
    who have it strike with from now on; ``normal`` for ordinary blows (TA-FIGHT-07).
    """

    unit: UnitId
    target: UnitId | None = None
    figures: int | None = None
    weapon: str = ""


class NextCombatChoice(Struct, frozen=True):
    """The combat of a unit is the next."""

    unit: UnitId


def begin(match: Match) -> Asking[None]:
    """TA-TURN-03, TA-FIGHT-03; a combat in which nobody can strike is over at once."""
    engagements.form_combats(match)
    for combat in steps.list_combats(match):
        yield from do(step_over, combat, steps.FIRST + 1)


def fight(match: Match, _: SideId | None, params: StrikeDeclaration) -> Asking[None]:
    yield from ()
    combat = COMBATS.of(match, params.unit)
    if combat is None:
        return None
    if params.weapon:
        weapon_choice.take_up(match, params.unit, params.weapon)
    if params.target is None:
        return then(fight_to_end, match, combat)
    return then(exchange_blows, match, combat, params.unit, params.target, params.figures)


def fight_to_end(match: Match, combat: Subject) -> Asking[None]:
    """Pair after pair, step after step."""
    pairs = steps.list_due(match, combat)
    if not pairs:
        return None
    yield from do(exchange_blows, combat, *pairs[0], None)
    return then(fight_to_end, match, combat)


def exchange_blows(
    match: Match, combat: Subject, unit: UnitId, target: UnitId, told: int | None
) -> Asking[None]:
    """The blows of one unit at one other, in the step that is its next."""
    step = steps.find_next_step(match, unit, target)
    yield from do(blows.strike, unit, target, step, told)
    return then(step_over, match, combat, step)


def step_over(match: Match, combat: Subject, step: int) -> Asking[None]:
    """TA-FIGHT-05: who was slain comes off when all of a step have struck; a combat in which nobody
    is left to strike is over.
    """
    if steps.find_step_now(match, combat) >= step:
        return
    units = COMBATS.units(match, combat)
    come_off(match, markers.FALLS, among=[one for unit in units for one in match.figures(unit)])
    if not steps.find_step_now(match, combat) and results.decide_combat(match, combat):
        yield from do(morale.ask_friends, combat)


# --------------------------------------------------------------------------- what may be done


def list_bars(match: Match, unit: UnitId) -> Iterator[Bar]:
    combat = COMBATS.of(match, unit)
    if combat is None:
        yield Bar("not-in-combat", "TA-FIGHT-01", "is not in close combat")
    elif not any(steps.list_unit_strikers(match, unit)):
        yield Bar(
            "nobody-strikes",
            "TA-FIGHT-06",
            "has no model left that can strike, or no enemy to strike",
        )


def list_objections(
    match: Match, _: SideId | None, params: StrikeDeclaration
) -> Iterator[Objection]:
    if match.phase != PHASE:
        yield Objection("not-fight", "TA-TURN-02", "units strike only in close combat")
    if params.weapon:
        yield from weapon_choice.list_objections(match, params.unit, params.weapon)
    combat, unit, target = COMBATS.of(match, params.unit), params.unit, params.target
    if combat is None or target is None:
        return
    if machines.is_machine(match, target) and not machines.can_harm(match, unit, target):
        text = f"no weapon of {match.tag(unit)} can harm {match.tag(target)}"
        yield Objection("cannot-harm", "TA-T13", text, legal=True)
    step = steps.find_next_step(match, unit, target)
    if not step:
        text = f"{match.tag(unit)} cannot strike {match.tag(target)}"
        yield Objection("out-of-reach", "TA-FIGHT-01", text)
    elif step < (now := steps.find_step_now(match, combat)):
        first = ", ".join(dict.fromkeys(match.tag(one) for one, _ in steps.list_due(match, combat)))
        yield Objection("later-step", "TA-FIGHT-04", f"{first} must strike first, at step {now}")


def list_ways(match: Match) -> Iterator[tuple[SideId | None, StrikeDeclaration]]:
    """Who is to strike whom in the present step of each combat."""
    for combat in steps.sort_combats(match) if match.phase == PHASE else ():
        pairs = steps.list_due(match, combat)
        yield from (
            (match.side_of(unit), StrikeDeclaration(unit, target)) for unit, target in pairs
        )
        yield from ((match.side_of(unit), StrikeDeclaration(unit)) for unit, _ in pairs[:1])


def list_due(match: Match) -> tuple[Due, ...]:
    """The blows that are still to be struck, combat after combat, whosever they are."""
    found = []
    for combat in steps.sort_combats(match) if match.phase == PHASE else ():
        step = steps.find_step_now(match, combat)
        for unit in dict(steps.list_due(match, combat)):
            why = f"{match.unit(unit).name} strikes at step {step}"
            found.append(Due("strikes", None, unit, why, compulsory=True))
    return tuple(found)


# ------------------------------------------------------------------------- which combat is next


def choose_combat(match: Match, _: SideId | None, params: NextCombatChoice) -> None:
    """TA-TURN-03: the side on turn has this combat fought next."""
    combat = COMBATS.of(match, params.unit)
    before = tuple(unit for unit in match.units() if match.has(unit, markers.CHOSEN))
    if before:
        match.record(markers.CHOSEN.cleared(*before))
    if combat is not None:
        match.record(markers.CHOSEN.set(*COMBATS.units(match, combat)))


def list_choosing(match: Match) -> Iterator[tuple[SideId | None, NextCombatChoice]]:
    """The combats behind the one that is next, by a unit of the side on turn."""
    side = match.clock.side
    for combat in steps.sort_combats(match)[1:] if match.phase == PHASE else ():
        yield from (
            (side, NextCombatChoice(unit)) for unit in COMBATS.units(match, combat, side)[:1]
        )


BEGIN: Final = Action(
    id="begins",
    word="begins its combat",
    params=NextCombatChoice,
    stage=choose_combat,
    phases=(PHASE,),
    bars=list_bars,
    candidates=list_choosing,
    form=Form(
        "begins",
        one_unit("unit", "only one combat can be next: name one unit of it"),
        key=KeyVerb("b", text="has its combat fought next"),
    ),
)
FIGHT: Final = Action(
    id="strikes",
    word="in close combat",
    ahead="to strike",
    rolls=(TO_HIT, TO_WOUND, SAVE),
    sign="▸",
    params=StrikeDeclaration,
    stage=fight,
    phases=(PHASE,),
    objections=list_objections,
    bars=list_bars,
    expected="has not struck",
    must=True,
    candidates=list_ways,
    form=Form(
        "fights",
        one_unit("unit", "name one unit in each part, and put | between parts"),
        one_unit("target", "name one enemy in each part, and put | between parts"),
        (count("figures"), called("weapon", "with")),
        key=KeyVerb("k", whom="enemy", text="fights", alone=True),
    ),
)
