"""Shots, bursts and aimed shots, and opportunity fire during enemy actions (CZ-SHOOT, CZ-OPP)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.action_key_types import KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.line_form_slots import make_keyed_length_slot
from tracker.procedures.declared.line_reader import LineReader
from tracker.procedures.match_view import Match
from tracker.procedures.requests import continue_with
from tracker.procedures.ruleset import Action, Interruptible, Objection, Objections
from tracker.rulesets.combat_zone.attacks import (
    shot_allocation_and_dice,
    wound_rolls_and_machine_damage,
)
from tracker.rulesets.combat_zone.attacks.shot_allocation_and_dice import FIFTY, TargetedFire
from tracker.rulesets.combat_zone.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.combat_zone.data.profile_types import Gun
from tracker.rulesets.combat_zone.data.rule_tables import Cover
from tracker.rulesets.combat_zone.phases import action_points_and_interrupts, activation_slots
from tracker.rulesets.combat_zone.phases.activation_slots import list_acting_objections
from tracker.rulesets.combat_zone.phases.line_figure_fields import (
    make_figure_field,
    read_acting_figure,
)
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.events import AnyFact, FiguresRemoved
from tracker.vocabulary.subject_ids import FigureId, SideId


class Shoot(Interruptible, frozen=True, omit_defaults=True):
    """The command to fire a shot or burst at targets at most ``apart`` from each other."""

    figure: FigureId
    fire: tuple[TargetedFire, ...]
    gun: Gun | None = None
    apart: int | None = None


class AimedShot(Interruptible, frozen=True, omit_defaults=True):
    """The command to fire a single aimed shot (CZ-SHOOT-10)."""

    figure: FigureId
    share: TargetedFire
    gun: Gun | None = None


def resolve_shooting(match: Match, _: SideId | None, params: Shoot) -> None:
    """Spend the points and shots for declared fire, and roll (CZ-SHOOT-01, CZ-SHOOT-02, CZ-G45)."""
    gun = shot_allocation_and_dice.choose_gun(match, params.figure, params.gun)
    dice = allocate_declared_shots(match, params)
    action_points_and_interrupts.spend_points_as_acting_figure(
        match, params.figure, count_shot_cost(gun, sum(dice))
    )
    return continue_with(fire_shots_with_interrupts, match, params.figure, gun, params.fire, dice)


def fire_shots_with_interrupts(
    match: Match,
    figure: FigureId,
    gun: Gun | None,
    fire: tuple[TargetedFire, ...],
    dice_per_target: tuple[int, ...],
    aimed: bool = False,
) -> None:
    """Record the declared shots as fired, let enemies interrupt, and then roll the dice."""
    if gun is None:
        return None
    shots = sum(dice_per_target)
    match.record(state_queries.make_shots_fired_fact(match, figure, gun, shots))
    targets = shot_allocation_and_dice.build_shots_at_targets(fire, gun, dice_per_target)
    spent = rule_tables.AIMED_POINTS if aimed else count_shot_cost(gun, shots)  # CZ-T4
    price = f"{'aimed ' if aimed else ''}for {format_count(spent, 'point')}"
    made_of = shot_allocation_and_dice.describe_shots(gun, shots, price)
    volley = shot_allocation_and_dice.Volley(figure, gun, aimed, shots, made_of)
    run = action_points_and_interrupts.run_interruptible_stage
    return continue_with(
        run, match, figure, shot_allocation_and_dice.roll_hits_and_wounds, volley, targets
    )


def resolve_aimed_shot(match: Match, _: SideId | None, params: AimedShot) -> None:
    """Fire one aimed shot for 5 points, with any weapon (CZ-SHOOT-10)."""
    gun = shot_allocation_and_dice.choose_gun(match, params.figure, params.gun)
    action_points_and_interrupts.spend_points_as_acting_figure(
        match, params.figure, rule_tables.AIMED_POINTS
    )
    return continue_with(
        fire_shots_with_interrupts, match, params.figure, gun, (params.share,), (1,), True
    )


def count_shot_cost(gun: Gun | None, shots: int) -> int:
    """Return how many action points a shot or burst costs (CZ-SHOOT-07, CZ-SHOOT-11)."""
    size = "heavy" if gun is not None and rule_tables.WEAPONS[gun].heavy else "small"
    return rule_tables.BURST_POINTS[size] if shots > 1 else rule_tables.SHOT_POINTS[size]


def allocate_declared_shots(match: Match, params: Shoot) -> tuple[int, ...]:
    """Return the shots at each target, by default a full burst or a single shot (CZ-SHOOT-09)."""
    gun = shot_allocation_and_dice.choose_gun(match, params.figure, params.gun)
    if gun is None:
        return tuple(share.shots or 1 for share in params.fire)
    most = shot_allocation_and_dice.find_longest_burst(match, params.figure, gun)
    if count_shot_cost(gun, most) > action_points_and_interrupts.count_action_points_left(
        match, params.figure
    ):
        most = 1
    return shot_allocation_and_dice.allocate_shots(params.fire, most)


def list_shooting_objections(match: Match, _: SideId | None, params: Shoot) -> Objections:
    """Yield the objections to shots, points or targets (CZ-SHOOT-08, CZ-SHOOT-18, CZ-ACT-03)."""
    gun = shot_allocation_and_dice.choose_gun(match, params.figure, params.gun)
    dice = sum(allocate_declared_shots(match, params))
    yield from list_acting_objections(match, params.figure, count_shot_cost(gun, dice))
    yield from shot_allocation_and_dice.list_declared_fire_objections(
        match, params.figure, gun, params.fire, dice
    )
    apart = params.apart or 0
    if apart > FIFTY and match.option("burst_targets") == "within_50cm":
        text = "the targets of a burst must be within 50 cm of each other"
        yield Objection("far-apart", "CZ-G25", text)


def list_aim_objections(match: Match, _: SideId | None, params: AimedShot) -> Objections:
    gun = shot_allocation_and_dice.choose_gun(match, params.figure, params.gun)
    yield from list_acting_objections(match, params.figure, rule_tables.AIMED_POINTS)
    yield from shot_allocation_and_dice.list_declared_fire_objections(
        match, params.figure, gun, (params.share,), 1
    )
    if params.share.shots not in {None, 1}:
        yield Objection("aimed-burst", "CZ-SHOOT-10", "an aimed shot is always a single shot")


def list_shooting_candidates(match: Match) -> Iterator[tuple[SideId | None, Shoot]]:
    """Yield possible bursts and shots: with each gun, at targets in cover, and at two targets."""
    covers: tuple[Cover, ...] = ("soft", "hard")
    for side, figure, targets in _list_shooters_and_targets(match):
        for target in targets:
            yield side, Shoot(figure, (TargetedFire(target),))
        for gun in _list_other_guns(match, figure):
            yield from ((side, Shoot(figure, (TargetedFire(target),), gun)) for target in targets)
        for target in targets:
            yield side, Shoot(figure, (TargetedFire(target, 1, band="short"),))
            yield from (
                (side, Shoot(figure, (TargetedFire(target, cover=cover),))) for cover in covers
            )
        for target, other in pairwise(targets):
            yield side, Shoot(figure, (TargetedFire(target, 1), TargetedFire(other, 1)))


def list_aim_candidates(match: Match) -> Iterator[tuple[SideId | None, AimedShot]]:
    for side, figure, targets in _list_shooters_and_targets(match):
        if (
            action_points_and_interrupts.count_action_points_left(match, figure)
            >= rule_tables.AIMED_POINTS
        ):
            yield from ((side, AimedShot(figure, TargetedFire(target))) for target in targets)


def _list_shooters_and_targets(
    match: Match,
) -> Iterator[tuple[SideId, FigureId, tuple[FigureId, ...]]]:
    for side, figure in activation_slots.list_figures_able_to_act(match):
        gun = shot_allocation_and_dice.choose_gun(match, figure, None)
        if gun is None or not shot_allocation_and_dice.count_shots_left(match, figure, gun):
            continue
        if not state_queries.is_engaged(match, figure):
            yield side, figure, list_shooting_targets(match, side)


def _list_other_guns(match: Match, figure: FigureId) -> Iterator[Gun]:
    usual = shot_allocation_and_dice.choose_gun(match, figure, None)
    for gun in unit_profiles.list_guns(match, figure):
        if gun != usual and shot_allocation_and_dice.count_shots_left(match, figure, gun):
            yield gun


def list_shooting_targets(match: Match, side: SideId) -> tuple[FigureId, ...]:
    engaged_too = bool(match.option("fire_into_combat"))
    return tuple(
        figure
        for enemy in state_queries.list_enemy_sides(match, side)
        for figure in state_queries.list_figures_on_table(match, enemy)
        if engaged_too or not state_queries.is_engaged(match, figure)
    )


def make_target_loss_facts(
    match: Match, attacker: FigureId, targets: Iterable[FigureId], losses: int
) -> tuple[AnyFact, ...]:
    """Return the facts for ``losses`` entered without dice, which remove the first targets."""
    there = [f for f in dict.fromkeys(targets) if state_queries.is_on_table(match, f)][:losses]
    machines = tuple(figure for figure in there if unit_profiles.is_machine(match, figure))
    people = tuple(figure for figure in there if figure not in machines)
    found: list[AnyFact] = []
    if people:
        found.append(FiguresRemoved(figures=people, by=attacker))
    if machines:
        found.append(FiguresRemoved(figures=machines, how="destroyed", by=attacker))
    return tuple(found)


def make_fire_loss_facts(
    match: Match, _: SideId | None, params: Shoot | OpportunityFire, losses: int
) -> tuple[AnyFact, ...]:
    targets = (share.target for share in params.fire)
    return make_target_loss_facts(match, params.figure, targets, losses)


SHOOTER: Final = make_figure_field("figure", shot_allocation_and_dice.ONE_SHOOTS)
SHOOT: Final = Action(
    id="shoot",
    word="shoots",
    rolls=(shot_allocation_and_dice.TO_HIT, wound_rolls_and_machine_damage.WOUND),
    params=Shoot,
    stage=resolve_shooting,
    phases=("actions",),
    objections=list_shooting_objections,
    candidates=list_shooting_candidates,
    form=Form(
        "shoots",
        SHOOTER,
        divided=shot_allocation_and_dice.SHARES,
        how=(shot_allocation_and_dice.GUN, make_keyed_length_slot("apart", "cm", write_zero=True)),
        said=False,
        key=KeyVerb(">", whom="enemy", text="fires at"),
    ),
    outcome=make_fire_loss_facts,
)
AIM: Final = Action(
    id="aim",
    word="aims at",
    rolls=(shot_allocation_and_dice.TO_HIT, wound_rolls_and_machine_damage.WOUND),
    params=AimedShot,
    stage=resolve_aimed_shot,
    phases=("actions",),
    objections=list_aim_objections,
    candidates=list_aim_candidates,
    form=Form(
        "aims",
        SHOOTER,
        divided=shot_allocation_and_dice.ONE_SHARE,
        how=(shot_allocation_and_dice.GUN,),
        key=KeyVerb("a", whom="enemy", text="aims at"),
    ),
    outcome=lambda match, _, params, losses: make_target_loss_facts(
        match, params.figure, (params.share.target,), losses
    ),
)


ANY: Final = "any"


class OpportunityWatch(Interruptible, frozen=True, omit_defaults=True):
    """The command to go on opportunity fire. The gun can be named later (CZ-OPP-01)."""

    figure: FigureId
    gun: Gun | None = None


class OpportunityFire(Struct, frozen=True, omit_defaults=True):
    """The command to fire at an acting enemy, by default with all shots left (CZ-OPP-03)."""

    figure: FigureId
    fire: tuple[TargetedFire, ...]
    gun: Gun | None = None


def put_on_opportunity_fire(match: Match, params: OpportunityWatch) -> None:
    """Put a figure on opportunity fire until its next turn or activation (CZ-OPP-04, CZ-G24)."""
    until = "turn" if match.option("of_expiry") == "next_turn" else ""
    match.record(markers.OPPORTUNITY.set(params.figure, value=params.gun or ANY, until=until))


def resolve_opportunity_fire(match: Match, _: SideId | None, params: OpportunityFire) -> None:
    """Fire a burst, or a gun's only shot, without spending points (CZ-OPP-03, CZ-G47)."""
    gun, dice = choose_interrupting_gun(match, params), allocate_interrupting_shots(match, params)
    markers.OPPORTUNITY.record_cleared(match, params.figure)
    if gun is None:
        return None
    match.record(state_queries.make_shots_fired_fact(match, params.figure, gun, sum(dice)))
    made_of = shot_allocation_and_dice.describe_shots(gun, sum(dice), "on opportunity fire")
    how = shot_allocation_and_dice.Volley(params.figure, gun, shots=sum(dice), made_of=made_of)
    targets = shot_allocation_and_dice.build_shots_at_targets(params.fire, gun, dice)
    return continue_with(shot_allocation_and_dice.roll_hits_and_wounds, match, how, targets)


def choose_interrupting_gun(match: Match, params: OpportunityFire) -> Gun | None:
    named = match.mark(params.figure, markers.OPPORTUNITY)
    carried = unit_profiles.list_guns(match, params.figure)
    before = next((gun for gun in carried if gun == named), None)
    return shot_allocation_and_dice.choose_gun(match, params.figure, params.gun or before)


def allocate_interrupting_shots(match: Match, params: OpportunityFire) -> tuple[int, ...]:
    gun = choose_interrupting_gun(match, params)
    most = (
        1 if gun is None else shot_allocation_and_dice.find_longest_burst(match, params.figure, gun)
    )
    return shot_allocation_and_dice.allocate_shots(params.fire, most)


def list_watch_objections(match: Match, _: SideId | None, params: OpportunityWatch) -> Objections:
    figure, name = params.figure, state_queries.format_figure(match, params.figure)
    yield from list_acting_objections(match, figure, rule_tables.OPPORTUNITY_POINTS)
    carried = unit_profiles.list_guns(match, figure)
    wanted = carried if params.gun is None else (params.gun,)
    if not any(
        gun in carried and shot_allocation_and_dice.count_shots_left(match, figure, gun)
        for gun in wanted
    ):
        problem = "has no shots left this turn"
        if params.gun is not None and params.gun not in carried:
            problem = f"carries no {params.gun.replace('-', ' ')}"
        yield Objection("no-shot-left", "CZ-OPP-01", f"{name} {problem}")


def list_opportunity_fire_objections(
    match: Match, _: SideId | None, params: OpportunityFire
) -> Objections:
    """Yield objections unless a figure on opportunity fire shoots an acting enemy (CZ-OPP-02)."""
    figure, name = params.figure, state_queries.format_figure(match, params.figure)
    side = match.side_of(figure)
    if not match.has(figure, markers.OPPORTUNITY):
        yield Objection("not-watching", "CZ-OPP-02", f"{name} is not on opportunity fire")
    if match.phase != "actions" or match.clock.subject is None or match.clock.side == side:
        text = "opportunity fire is possible only during an enemy's activation"
        yield Objection("no-enemy-acts", "CZ-OPP-02", text)
    for share in params.fire:
        if not match.has(share.target, markers.ACTING):
            target = state_queries.format_figure(match, share.target)
            yield Objection("idle-target", "CZ-OPP-02", f"{target} is not acting now")
    dice = sum(allocate_interrupting_shots(match, params))
    yield from shot_allocation_and_dice.list_declared_fire_objections(
        match, figure, choose_interrupting_gun(match, params), params.fire, dice
    )


def list_watch_candidates(match: Match) -> Iterator[tuple[SideId | None, OpportunityWatch]]:
    for side, figure in activation_slots.list_figures_able_to_act(match):
        if (
            action_points_and_interrupts.count_action_points_left(match, figure)
            >= rule_tables.OPPORTUNITY_POINTS
        ):
            yield side, OpportunityWatch(figure)


def list_opportunity_fire_candidates(
    match: Match,
) -> Iterator[tuple[SideId | None, OpportunityFire]]:
    """Yield possible shots at the acting figure by figures on opportunity fire."""
    if match.phase != "actions":
        return
    for target in map(FigureId, match.marked(markers.ACTING)):
        if state_queries.is_on_table(match, target):
            enemies = state_queries.list_enemy_sides(match, match.side_of(target))
            for figure in state_queries.list_figures_on_opportunity_fire(match, enemies):
                yield match.side_of(figure), OpportunityFire(figure, (TargetedFire(target),))


def does_line_mean_opportunity_fire(reader: LineReader) -> bool:
    """Whether a line means opportunity fire, because the figure's own group is not active."""
    acting_now = activation_slots.list_active_figures(reader.match)
    figure = read_acting_figure(reader, shot_allocation_and_dice.ONE_SHOOTS)
    watches = reader.match.has(figure, markers.OPPORTUNITY) and bool(acting_now)
    return figure not in acting_now and (bool(reader.word) or watches)


WATCH: Final = Action(
    id="opp",
    word="goes on opportunity fire",
    params=OpportunityWatch,
    stage=lambda match, _, params: action_points_and_interrupts.perform_interruptible_action(
        match, params.figure, rule_tables.OPPORTUNITY_POINTS, put_on_opportunity_fire, params
    ),
    phases=("actions",),
    objections=list_watch_objections,
    candidates=list_watch_candidates,
    form=Form(
        "opp",
        make_figure_field(),
        how=(shot_allocation_and_dice.GUN,),
        key=KeyVerb("o", text="goes on opportunity fire"),
    ),
)
FIRE: Final = Action(
    id=action_points_and_interrupts.FIRE,
    word="fires in between",
    params=OpportunityFire,
    stage=resolve_opportunity_fire,
    phases=("actions",),
    objections=list_opportunity_fire_objections,
    candidates=list_opportunity_fire_candidates,
    form=Form(
        "shoots",
        SHOOTER,
        divided=shot_allocation_and_dice.SHARES,
        how=(shot_allocation_and_dice.GUN,),
        when=does_line_mean_opportunity_fire,
        also={"": does_line_mean_opportunity_fire},
    ),
    breaks_in=True,
    outcome=make_fire_loss_facts,
)
ACTIONS: Final = (SHOOT, AIM, WATCH, FIRE)
