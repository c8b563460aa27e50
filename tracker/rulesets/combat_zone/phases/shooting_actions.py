"""Single shots, bursts and aimed shots in a figure's own activation (CZ-SHOOT)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from tracker.procedures.declared.action_keys import KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.line_form_slots import make_keyed_length_slot
from tracker.procedures.match_view import Match
from tracker.procedures.requests import continue_with
from tracker.procedures.ruleset import Action, Interruptible, Objection, Objections
from tracker.rulesets.combat_zone.attacks import shooting_declaration, shooting_dice, wound_rolls
from tracker.rulesets.combat_zone.attacks.shooting_declaration import FIFTY, TargetedFire
from tracker.rulesets.combat_zone.data import markers, rule_tables
from tracker.rulesets.combat_zone.data.rule_tables import Cover, Gun
from tracker.rulesets.combat_zone.phases import action_points, activation_slots
from tracker.rulesets.combat_zone.phases.activation_slots import list_acting_objections
from tracker.rulesets.combat_zone.phases.figure_lookup import make_figure_field
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.events import AnyFact, FiguresRemoved
from tracker.vocabulary.subject_ids import FigureId, SideId


class Shoot(Interruptible, frozen=True, omit_defaults=True):
    """A shot or burst. ``apart`` is the greatest distance between two targets of a burst."""

    figure: FigureId
    fire: tuple[TargetedFire, ...]
    gun: Gun | None = None
    apart: int | None = None


class AimedShot(Interruptible, frozen=True, omit_defaults=True):
    """A single aimed shot (CZ-SHOOT-10)."""

    figure: FigureId
    share: TargetedFire
    gun: Gun | None = None


def resolve_shooting(match: Match, _: SideId | None, params: Shoot) -> None:
    """Declare fire, spend its points and shots, and roll it (CZ-SHOOT-01, CZ-SHOOT-02, CZ-G45)."""
    gun = shooting_declaration.choose_gun(match, params.figure, params.gun)
    dice = allocate_declared_shots(match, params)
    action_points.spend_action_points(match, params.figure, count_shot_cost(gun, sum(dice)))
    return continue_with(fire_declared_shots, match, params.figure, gun, params.fire, dice)


def fire_declared_shots(
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
    match.record(markers.make_shots_fired_fact(match, figure, gun, shots))
    targets = shooting_declaration.build_shots(fire, gun, dice_per_target)
    spent = rule_tables.AIMED_POINTS if aimed else count_shot_cost(gun, shots)  # CZ-T4
    price = f"{'aimed ' if aimed else ''}for {format_count(spent, 'point')}"
    made_of = shooting_dice.describe_shots(gun, shots, price)
    volley = shooting_dice.Volley(figure, gun, aimed, shots, made_of)
    run = action_points.run_interruptible_stage
    return continue_with(run, match, figure, shooting_dice.roll_hits_and_wounds, volley, targets)


def resolve_aimed_shot(match: Match, _: SideId | None, params: AimedShot) -> None:
    """Fire one aimed shot for 5 points, with any weapon (CZ-SHOOT-10)."""
    gun = shooting_declaration.choose_gun(match, params.figure, params.gun)
    action_points.spend_action_points(match, params.figure, rule_tables.AIMED_POINTS)
    return continue_with(
        fire_declared_shots, match, params.figure, gun, (params.share,), (1,), True
    )


def count_shot_cost(gun: Gun | None, shots: int) -> int:
    """Return the points that a shot or burst costs with this gun (CZ-SHOOT-07, CZ-SHOOT-11)."""
    size = "heavy" if gun is not None and rule_tables.WEAPONS[gun].heavy else "small"
    return rule_tables.BURST_POINTS[size] if shots > 1 else rule_tables.SHOT_POINTS[size]


def allocate_declared_shots(match: Match, params: Shoot) -> tuple[int, ...]:
    """Return the declared shots for each target, by default the largest burst (CZ-SHOOT-09)."""
    gun = shooting_declaration.choose_gun(match, params.figure, params.gun)
    if gun is None:
        return tuple(share.shots or 1 for share in params.fire)
    most = shooting_declaration.count_shots_left(match, params.figure, gun)
    if count_shot_cost(gun, most) > action_points.count_action_points_left(match, params.figure):
        most = 1
    return shooting_declaration.allocate_shots(params.fire, most)


# ------------------------------------------------------------------ objections and candidates


def list_shooting_objections(match: Match, _: SideId | None, params: Shoot) -> Objections:
    """Yield the objections to shots, points or targets (CZ-SHOOT-08, CZ-SHOOT-18, CZ-ACT-03)."""
    gun = shooting_declaration.choose_gun(match, params.figure, params.gun)
    dice = sum(allocate_declared_shots(match, params))
    yield from list_acting_objections(match, params.figure, count_shot_cost(gun, dice))
    yield from shooting_declaration.list_declared_fire_objections(
        match, params.figure, gun, params.fire, dice
    )
    apart = params.apart or 0
    if apart > FIFTY and match.option("burst_targets") == "within_50cm":
        text = "the targets of a burst must be within 50 cm of each other"
        yield Objection("far-apart", "CZ-G25", text)


def list_aim_objections(match: Match, _: SideId | None, params: AimedShot) -> Objections:
    gun = shooting_declaration.choose_gun(match, params.figure, params.gun)
    yield from list_acting_objections(match, params.figure, rule_tables.AIMED_POINTS)
    yield from shooting_declaration.list_declared_fire_objections(
        match, params.figure, gun, (params.share,), 1
    )
    if params.share.shots not in {None, 1}:
        yield Objection("aimed-burst", "CZ-SHOOT-10", "an aimed shot is always a single shot")


def list_shooting_candidates(match: Match) -> Iterator[tuple[SideId | None, Shoot]]:
    """Yield the candidates: bursts, single shots, each gun, targets in cover, and two targets."""
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
        if action_points.count_action_points_left(match, figure) >= rule_tables.AIMED_POINTS:
            yield from ((side, AimedShot(figure, TargetedFire(target))) for target in targets)


def _list_shooters_and_targets(
    match: Match,
) -> Iterator[tuple[SideId, FigureId, tuple[FigureId, ...]]]:
    for side, figure in activation_slots.list_figures_able_to_act(match):
        gun = shooting_declaration.choose_gun(match, figure, None)
        if gun is None or not shooting_declaration.count_shots_left(match, figure, gun):
            continue
        if not markers.is_engaged(match, figure):
            yield side, figure, list_targets(match, side)


def _list_other_guns(match: Match, figure: FigureId) -> Iterator[Gun]:
    usual = shooting_declaration.choose_gun(match, figure, None)
    for gun in shooting_declaration.list_guns(match, figure):
        if gun != usual and shooting_declaration.count_shots_left(match, figure, gun):
            yield gun


def list_targets(match: Match, side: SideId) -> tuple[FigureId, ...]:
    engaged_too = bool(match.option("fire_into_combat"))
    return tuple(
        figure
        for enemy in markers.list_enemy_sides(match, side)
        for figure in markers.list_figures_on_table(match, enemy)
        if engaged_too or not markers.is_engaged(match, figure)
    )


def make_target_loss_facts(
    match: Match, attacker: FigureId, targets: Iterable[FigureId], losses: int
) -> tuple[AnyFact, ...]:
    """Return the facts that remove the first ``losses`` targets, for fire entered without dice."""
    there = [f for f in dict.fromkeys(targets) if markers.is_on_table(match, f)][:losses]
    machines = tuple(figure for figure in there if markers.is_machine(match, figure))
    people = tuple(figure for figure in there if figure not in machines)
    found: list[AnyFact] = []
    if people:
        found.append(FiguresRemoved(figures=people, by=attacker))
    if machines:
        found.append(FiguresRemoved(figures=machines, how="destroyed", by=attacker))
    return tuple(found)


SHOOT: Final = Action(
    id="shoot",
    word="shoots",
    rolls=(shooting_dice.TO_HIT, wound_rolls.WOUND),
    params=Shoot,
    stage=resolve_shooting,
    phases=("actions",),
    objections=list_shooting_objections,
    candidates=list_shooting_candidates,
    form=Form(
        "shoots",
        make_figure_field("figure", shooting_declaration.ONE_SHOOTS),
        divided=shooting_declaration.SHARES,
        how=(shooting_declaration.GUN, make_keyed_length_slot("apart", "cm", write_zero=True)),
        said=False,
        key=KeyVerb(">", whom="enemy", text="fires at"),
    ),
    outcome=lambda match, _, params, losses: make_target_loss_facts(
        match, params.figure, (share.target for share in params.fire), losses
    ),
)
AIM: Final = Action(
    id="aim",
    word="aims",
    rolls=(shooting_dice.TO_HIT, wound_rolls.WOUND),
    params=AimedShot,
    stage=resolve_aimed_shot,
    phases=("actions",),
    objections=list_aim_objections,
    candidates=list_aim_candidates,
    form=Form(
        "aims",
        make_figure_field("figure", shooting_declaration.ONE_SHOOTS),
        divided=shooting_declaration.ONE_SHARE,
        how=(shooting_declaration.GUN,),
        key=KeyVerb("a", whom="enemy", text="aims at"),
    ),
    outcome=lambda match, _, params, losses: make_target_loss_facts(
        match, params.figure, (params.share.target,), losses
    ),
)
ACTIONS: Final = (SHOOT, AIM)
