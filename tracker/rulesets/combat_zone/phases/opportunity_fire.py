"""Opportunity fire: its declaration, and its interrupts (CZ-OPP-01 to 04)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.action_keys import KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.line_reader import LineReader
from tracker.procedures.match_view import Match
from tracker.procedures.requests import continue_with
from tracker.procedures.ruleset import Action, Interruptible, Objection, Objections
from tracker.rulesets.combat_zone.attacks import shooting_declaration, shooting_dice
from tracker.rulesets.combat_zone.attacks.shooting_declaration import TargetedFire
from tracker.rulesets.combat_zone.data import markers, rule_tables
from tracker.rulesets.combat_zone.data.rule_tables import Gun
from tracker.rulesets.combat_zone.phases import action_points, activation_slots, shooting_actions
from tracker.rulesets.combat_zone.phases.figure_lookup import make_figure_field, read_acting_figure
from tracker.vocabulary.subject_ids import FigureId, SideId

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


def resolve_fire(match: Match, _: SideId | None, params: OpportunityFire) -> None:
    """Fire a burst, or a gun's only shot, without spending points (CZ-OPP-03, CZ-G47)."""
    gun, dice = choose_interrupting_gun(match, params), allocate_declared_shots(match, params)
    markers.OPPORTUNITY.record_cleared(match, params.figure)
    if gun is None:
        return None
    match.record(markers.make_shots_fired_fact(match, params.figure, gun, sum(dice)))
    made_of = shooting_dice.describe_shots(gun, sum(dice), "on opportunity fire")
    how = shooting_dice.Volley(params.figure, gun, shots=sum(dice), made_of=made_of)
    targets = shooting_declaration.build_shots(params.fire, gun, dice)
    return continue_with(shooting_dice.roll_hits_and_wounds, match, how, targets)


def choose_interrupting_gun(match: Match, params: OpportunityFire) -> Gun | None:
    """Return the gun named now, or by default the gun named in the declaration."""
    named = match.mark(params.figure, markers.OPPORTUNITY)
    carried = shooting_declaration.list_guns(match, params.figure)
    before = next((gun for gun in carried if gun == named), None)
    return shooting_declaration.choose_gun(match, params.figure, params.gun or before)


def allocate_declared_shots(match: Match, params: OpportunityFire) -> tuple[int, ...]:
    gun = choose_interrupting_gun(match, params)
    most = 1 if gun is None else shooting_declaration.count_shots_left(match, params.figure, gun)
    return shooting_declaration.allocate_shots(params.fire, most)


# ------------------------------------------------------------------ objections and candidates


def list_watch_objections(match: Match, _: SideId | None, params: OpportunityWatch) -> Objections:
    figure, name = params.figure, markers.format_figure(match, params.figure)
    yield from activation_slots.list_acting_objections(
        match, figure, rule_tables.OPPORTUNITY_POINTS
    )
    carried = shooting_declaration.list_guns(match, figure)
    wanted = carried if params.gun is None else (params.gun,)
    if not any(
        gun in carried and shooting_declaration.count_shots_left(match, figure, gun)
        for gun in wanted
    ):
        yield Objection("no-shot-left", "CZ-OPP-01", f"{name} has no shots left this turn")


def list_fire_objections(match: Match, _: SideId | None, params: OpportunityFire) -> Objections:
    """Yield objections unless a figure on opportunity fire shoots an acting enemy (CZ-OPP-02)."""
    figure, name = params.figure, markers.format_figure(match, params.figure)
    side = match.side_of(figure)
    if not match.has(figure, markers.OPPORTUNITY):
        yield Objection("not-watching", "CZ-OPP-02", f"{name} is not on opportunity fire")
    if match.phase != "actions" or match.clock.subject is None or match.clock.side == side:
        text = "opportunity fire is only possible while an enemy is activated"
        yield Objection("no-enemy-acts", "CZ-OPP-02", text)
    for share in params.fire:
        if not match.has(share.target, markers.ACTING):
            target = markers.format_figure(match, share.target)
            yield Objection("idle-target", "CZ-OPP-02", f"{target} is not acting now")
    dice = sum(allocate_declared_shots(match, params))
    yield from shooting_declaration.list_declared_fire_objections(
        match, figure, choose_interrupting_gun(match, params), params.fire, dice
    )


def list_watch_candidates(match: Match) -> Iterator[tuple[SideId | None, OpportunityWatch]]:
    for side, figure in activation_slots.list_figures_able_to_act(match):
        if action_points.count_action_points_left(match, figure) >= rule_tables.OPPORTUNITY_POINTS:
            yield side, OpportunityWatch(figure)


def list_fire_candidates(match: Match) -> Iterator[tuple[SideId | None, OpportunityFire]]:
    """Yield the candidates: shots at the acting figure by figures on opportunity fire."""
    if match.phase != "actions":
        return
    for target in map(FigureId, match.marked(markers.ACTING)):
        if markers.is_on_table(match, target):
            enemies = markers.list_enemy_sides(match, match.side_of(target))
            for figure in markers.list_figures_on_opportunity_fire(match, enemies):
                yield match.side_of(figure), OpportunityFire(figure, (TargetedFire(target),))


def does_line_mean_opportunity_fire(reader: LineReader) -> bool:
    """Whether a line means opportunity fire, because the figure's own group is not active."""
    acting_now = activation_slots.list_acting_figures(reader.match)
    figure = read_acting_figure(reader, shooting_declaration.ONE_SHOOTS)
    watches = reader.match.has(figure, markers.OPPORTUNITY) and bool(acting_now)
    return figure not in acting_now and (bool(reader.word) or watches)


WATCH: Final = Action(
    id="opp",
    word="goes on opportunity fire",
    params=OpportunityWatch,
    stage=lambda match, _, params: action_points.perform_interruptible_action(
        match, params.figure, rule_tables.OPPORTUNITY_POINTS, put_on_opportunity_fire, params
    ),
    phases=("actions",),
    objections=list_watch_objections,
    candidates=list_watch_candidates,
    form=Form(
        "opp",
        make_figure_field(),
        how=(shooting_declaration.GUN,),
        key=KeyVerb("o", text="goes on opportunity fire"),
    ),
)
FIRE: Final = Action(
    id=action_points.FIRE,
    word="fires in between",
    params=OpportunityFire,
    stage=resolve_fire,
    phases=("actions",),
    objections=list_fire_objections,
    candidates=list_fire_candidates,
    form=Form(
        "shoots",
        make_figure_field("figure", shooting_declaration.ONE_SHOOTS),
        divided=shooting_declaration.SHARES,
        how=(shooting_declaration.GUN,),
        when=does_line_mean_opportunity_fire,
        also={"": does_line_mean_opportunity_fire},
    ),
    breaks_in=True,
    outcome=lambda match, _, params, losses: shooting_actions.make_target_loss_facts(
        match, params.figure, (share.target for share in params.fire), losses
    ),
)
ACTIONS: Final = (WATCH, FIRE)
