"""Initiative: mixed dice of both sides in one roll, ties, and who acts first (CZ-INIT)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tracker.procedures.declared.words import make_fixed_questions
from tracker.procedures.pieces.first_side_selection import (
    FirstSideRoll,
    format_first_side,
    make_first_side_form,
    set_first_side,
)
from tracker.procedures.pieces.roll_offs import Pool, RollOff, rank_pools
from tracker.procedures.requests import Asking, Option, Pick, ask, sub, then
from tracker.procedures.ruleset import Action, Command, Due, Objection
from tracker.procedures.view import Match
from tracker.rulesets.combat_zone.data import markers, rule_tables
from tracker.rulesets.combat_zone.forces.group_leaders import is_out_of_coherency
from tracker.rulesets.combat_zone.phases import coherency_declaration
from tracker.vocabulary.events import PhaseBegan
from tracker.vocabulary.labels import Label
from tracker.vocabulary.names import MATCH, SideId, UnitId

PHASE: Final = coherency_declaration.PHASE
PLACES: Final = ("first", "second", "third", "fourth", "fifth", "sixth")
MACHINE_DICE: Final = {"none": 0, "d4": 4, "d6": 6, "d8": 8}
ROLL_OFF: Final = 6  # if nobody has any dice


def make_dice_pools(match: Match) -> tuple[Pool, ...]:
    """The dice of every side; if no side has any, one each."""
    found = tuple(make_side_pool(match, side) for side in match.sides)
    if any(one.dice for one in found):
        return found
    return tuple(
        Pool(one.side, (ROLL_OFF,), (_label(match, one.side, "roll-off", one.bonus),), one.bonus)
        for one in found
    )


def _label(match: Match, side: SideId, what: str, adds: int) -> Label:
    return Label(match.side_name(side), what, side, adds=adds)


def make_side_pool(match: Match, side: SideId) -> Pool:
    """CZ-INIT-02, CZ-T9: a die for each group, for each Hero without a reaction."""
    adds = count_leader_bonus(match, side)
    dice = [(unit, die) for unit in match.units(side) if (die := _die(match, unit))]
    labels = tuple(
        _label(match, side, f"{match.unit(unit).name} D{die}", adds) for unit, die in dice
    )
    return Pool(side, tuple(die for _, die in dice), labels, adds)


def _die(match: Match, unit: UnitId) -> int:
    """CZ-G59: a group rolls whatever its figures' reactions are; CZ-G33: machines roll only under a
    house rule.
    """
    figures = match.figures(unit)
    kind = markers.get_profile(match, figures[0]).kind
    if kind == "hero":
        return 0 if markers.has_reaction(match, figures[0]) else rule_tables.HERO_DIE
    if kind == "machine":
        return MACHINE_DICE[str(match.option("machine_initiative"))]
    return (
        rule_tables.SCATTERED_DIE if is_out_of_coherency(match, unit) else rule_tables.COHERENT_DIE
    )


def count_leader_bonus(match: Match, side: SideId) -> int:
    """CZ-INIT-03: steady Leaders and Sub-leaders; recovered ones are steady."""
    worth = {
        "leader": rule_tables.LEADER_BONUS,
        "sub-leader": rule_tables.SUB_LEADER_BONUS,
        "none": 0,
    }
    return sum(
        worth[markers.get_profile(match, figure).rank]
        for figure in markers.list_figures(match, side)
        if not markers.has_reaction(match, figure)
    )


# CZ-INIT-04, CZ-INIT-05: sides that are still tied roll their whole pools again.
CONTEST: Final = RollOff(
    "contest",
    "initiative",
    "CZ-INIT-02",
    make_dice_pools,
    wins="chooses",
    level="level",
    adds="leaders",
    totals=True,
)
DICE: Final = CONTEST.kind


# -------------------------------------------------------------------------------------- the roll


def roll_initiative(match: Match, _: SideId | None, params: FirstSideRoll) -> Asking[None]:
    if params.agreed is not None:
        set_first_side(match, params.agreed)
        return None
    dice = make_dice_pools(match)
    every = match.option("initiative_tie") == "next_highest_die"
    most = max(len(one.dice) for one in dice) if every else 1
    ranking, totals = yield from sub({}, rank_pools, CONTEST, dice, most)
    for side, total in zip(match.sides, totals, strict=True):
        match.record(markers.INITIATIVE.set(side, value=total))
    return then(choose_turn_order, match, tuple(match.sides[place] for place in ranking))


def choose_turn_order(match: Match, ranking: tuple[SideId, ...]) -> Asking[None]:
    """The winner chooses his position; the others follow in descending order (CZ-G31)."""
    winner, *others = ranking
    place = yield from ask(
        Pick(
            id="choose_place",
            what=f"{match.side_name(winner)} goes",
            options=tuple(Option(name, name) for name in PLACES[: len(ranking)]),
            default=PLACES[0],
            side=winner,
            subject=winner,
            rule="CZ-INIT-04",
        )
    )
    at = PLACES.index(place)
    order = (*others[:at], winner, *others[at:])
    match.record(PhaseBegan(phase=match.phase, order=order))


# ------------------------------------------------------------------------------- what comes next


def list_objections(match: Match, _: SideId | None, __: FirstSideRoll) -> Iterable[Objection]:
    if match.phase != PHASE or match.clock.order:
        text = "initiative is rolled once a turn, after the reaction tests"
        yield Objection("initiative-rolled", "CZ-INIT-02", text)
    elif not match.has(MATCH, markers.DECLARED):
        yield Objection("undeclared", "CZ-INIT-01", "coherency must be declared before initiative")


def list_candidates(match: Match) -> Iterable[tuple[SideId | None, FirstSideRoll]]:
    if match.phase == PHASE and not match.clock.order:
        yield None, FirstSideRoll()


def list_due_actions(match: Match) -> tuple[Due, ...]:
    if match.phase != PHASE or match.clock.order:
        return ()
    return (Due("initiative", None, None, "initiative has not been rolled", True),)


def choose_automatic_command(match: Match) -> Command:
    """Coherency, the dice, and then the actions."""
    if match.clock.order:
        return Command("next", None, {})
    if not match.has(MATCH, markers.DECLARED):
        return coherency_declaration.COHERENCY.make_command(
            None, coherency_declaration.CoherencyCheck()
        )
    return INITIATIVE.make_command(None, FirstSideRoll())


INITIATIVE: Final = Action(
    id="initiative",
    word="roll initiative",
    params=FirstSideRoll,
    stage=roll_initiative,
    phases=(PHASE,),
    objections=list_objections,
    candidates=list_candidates,
    form=make_first_side_form("init", make_fixed_questions(DICE.id, "choose_place")),
    instead=format_first_side,
)
