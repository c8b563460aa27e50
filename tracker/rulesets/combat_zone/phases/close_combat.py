"""Close combat: how figures begin it, fight further rounds and leave it (CZ-MELEE, CZ-G39)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec.structs import replace

from tracker.input_parsing.line_syntax_tree import TypedDetail
from tracker.procedures.declared.action_key_types import KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.combat_status import CombatStatus, PhaseHistory
from tracker.procedures.declared.line_form_slots import make_length_slot
from tracker.procedures.declared.line_form_slots import make_points_slot as points_told
from tracker.procedures.declared.line_reader import LineReader
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.contact_combats import (
    ContactCombatRules,
    list_pairs_in_contact_this_phase,
)
from tracker.procedures.pieces.engagement import make_disengagement_facts, record_engagement
from tracker.procedures.requests import (
    Asking,
    call_pure_stage,
    call_stage,
    continue_with,
    report_result,
)
from tracker.procedures.ruleset import Action, Interruptible, Objection, Objections
from tracker.rulesets.combat_zone.attacks import close_combat_dice, panic_and_rout
from tracker.rulesets.combat_zone.attacks.close_combat_dice import HANDS, HandWeaponChoice
from tracker.rulesets.combat_zone.attacks.wound_rolls_and_machine_damage import resolve_wound
from tracker.rulesets.combat_zone.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.combat_zone.data.profile_types import Weapon
from tracker.rulesets.combat_zone.phases import (
    action_points_and_interrupts,
    activation_slots,
    shooting_actions,
)
from tracker.rulesets.combat_zone.phases.line_figure_fields import (
    list_named_figures,
    make_figure_field,
    make_figures_field,
    read_acting_figure,
)
from tracker.rulesets.combat_zone.phases.movement import ROUGH, count_move_cost
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.events import Moved
from tracker.vocabulary.subject_ids import FigureId, SideId, Subject


class Charge(Interruptible, frozen=True, omit_defaults=True):
    """The command to charge ``enemies``, which are fought in this order (CZ-MELEE-01)."""

    figure: FigureId
    enemies: tuple[FigureId, ...]
    hands: HandWeaponChoice = HandWeaponChoice()


class AnotherCombatRound(Interruptible, frozen=True, omit_defaults=True):
    """The command to fight another round, by default against the first opponent (CZ-MELEE-12)."""

    figure: FigureId
    enemy: FigureId | None = None
    hands: HandWeaponChoice = HandWeaponChoice()


CAME: Final = ("won", "drawn", "lost")


def resolve_charge(match: Match, _: SideId | None, params: Charge) -> None:
    figure, points = params.figure, rule_tables.CONTACT_POINTS
    calm = not match.has(figure, markers.PANIC)
    return action_points_and_interrupts.perform_interruptible_action(
        match, figure, points, make_contact_and_fight, params, calm
    )


def make_contact_and_fight(match: Match, params: Charge, charger_was_calm: bool) -> None:
    """Make contact and fight, unless the charging figure has panicked (CZ-OPP-03, CZ-G62)."""
    figure = params.figure
    panicked = charger_was_calm and match.has(figure, markers.PANIC)
    if panicked and match.option("mid_turn_panic") == "total_three":
        return None
    met = tuple(enemy for enemy in params.enemies if state_queries.is_on_table(match, enemy))
    markers.DOWN.record_cleared(match, *met)  # CZ-ACT-08
    record_engagement(match, markers.ENGAGED, figure, met)
    return continue_with(fight_first_rounds, match, figure, met, params.hands, 0)


def fight_first_rounds(
    match: Match,
    figure: FigureId,
    enemies: tuple[FigureId, ...],
    weapon_choice: HandWeaponChoice,
    cost: int,
) -> Asking[None]:
    """Fight a round against each enemy in contact. Each after the first costs a point
    (CZ-MELEE-01).

    Weapons declared for an enemy are those of the first enemy.
    """
    if not enemies or not _can_fight_next_enemy(match, figure, cost):
        return None
    enemy, *rest = enemies
    if cost:
        action_points_and_interrupts.spend_points_as_acting_figure(match, figure, cost)
    yield from call_stage(fight_round, figure, enemy, figure, weapon_choice)
    cost, weapon_choice = rule_tables.CONTACT_POINTS, replace(weapon_choice, enemy=None)
    return continue_with(fight_first_rounds, match, figure, tuple(rest), weapon_choice, cost)


def _can_fight_next_enemy(match: Match, figure: FigureId, cost: int) -> bool:
    """Whether a figure can fight the next enemy for ``cost`` points (0 for the first enemy)."""
    if not cost:
        return True
    able = state_queries.is_on_table(match, figure) and not markers.is_panicking_or_routing(
        match, figure
    )
    return able and action_points_and_interrupts.count_action_points_left(match, figure) >= cost


def fight_another_round(match: Match, params: AnotherCombatRound) -> None:
    """Fight another round with the named or first opponent, if it is on the table (CZ-MELEE-12)."""
    enemy = find_named_or_first_opponent(match, params)
    if enemy is None or not state_queries.is_on_table(match, enemy):
        return None
    return continue_with(fight_round, match, params.figure, enemy, None, params.hands)


def get_combat_round_cost(match: Match) -> int:
    return int(match.option("round_cost"))


def find_named_or_first_opponent(match: Match, params: AnotherCombatRound) -> FigureId | None:
    found = state_queries.list_opponents(match, params.figure)
    return params.enemy or (found[0] if found else None)


def fight_round(
    match: Match,
    figure: FigureId,
    enemy: FigureId,
    combat_opener: FigureId | None,
    weapon_choice: HandWeaponChoice,
) -> Asking[None]:
    """Fight a round of close combat. The winner can wound the loser (CZ-MELEE-03 to 11).

    A routing enemy becomes a casualty without any dice.
    """
    if match.has(enemy, markers.ROUT):
        panic_and_rout.remove_engaged_routing_figures(match, (enemy,), figure)
        return None
    own = close_combat_dice.choose_hand_weapons(match, figure, weapon_choice.own)
    others = close_combat_dice.choose_hand_weapons(match, enemy, weapon_choice.enemy)
    won = yield from call_pure_stage(
        {
            "first": (match.side_of(figure), figure, enemy),
            "second": (match.side_of(enemy), enemy, figure),
        },
        close_combat_dice.roll_opposed_attacks,
        close_combat_dice.build_attack_roll(match, figure, enemy, own, combat_opener, "first"),
        close_combat_dice.build_attack_roll(match, enemy, figure, others, combat_opener, "second"),
    )
    yield from report_result(
        "close combat", CAME[1 - won], among=CAME, subject=figure, target=enemy
    )
    winner, loser, weapons = (figure, enemy, own) if won > 0 else (enemy, figure, others)
    if not won or winner in weapon_choice.spares:
        return None
    wound = close_combat_dice.build_melee_wound_roll(match, winner, loser, weapons)
    return continue_with(resolve_wound, match, wound)


def list_charge_objections(match: Match, _: SideId | None, params: Charge) -> Objections:
    """Yield the objections to a charge (CZ-MELEE-01, CZ-MORALE-07, CZ-ACT-08, CZ-G60)."""
    figure, name = params.figure, state_queries.format_figure(match, params.figure)
    cost = rule_tables.CONTACT_POINTS * max(len(params.enemies), 1)
    yield from activation_slots.list_acting_objections(match, figure, cost)
    if match.has(figure, markers.PANIC):
        text = f"{name} is panicking and may not start close combat"
        yield Objection("panicking", "CZ-MORALE-07", text)
    if match.has(figure, markers.DOWN):
        yield Objection("down", "CZ-ACT-08", f"{name} is down and must get up first")
    if not params.enemies:
        yield Objection("nobody", "CZ-MELEE-01", "name at least one enemy to charge")
    for enemy in params.enemies:
        whom = state_queries.format_figure(match, enemy)
        if not state_queries.is_on_table(match, enemy):
            yield Objection("target-gone", "CZ-MELEE-01", f"{whom} is not on the table")
        if match.side_of(enemy) == match.side_of(figure):
            yield Objection("own-side", "CZ-MELEE-01", f"{whom} is on the same side as {name}")
    yield from _list_hand_weapon_objections(match, figure, params.hands.own)
    for enemy in params.enemies[:1]:
        yield from _list_hand_weapon_objections(match, enemy, params.hands.enemy)


def list_another_round_objections(
    match: Match, _: SideId | None, params: AnotherCombatRound
) -> Objections:
    """Yield the objections to another round. Panic is not one (CZ-MELEE-12, CZ-G51)."""
    figure, name = params.figure, state_queries.format_figure(match, params.figure)
    cost = get_combat_round_cost(match)
    yield from activation_slots.list_acting_objections(match, figure, cost, fighting=True)
    enemy = find_named_or_first_opponent(match, params)
    if enemy is None:
        yield Objection("not-engaged", "CZ-MELEE-12", f"{name} is not in close combat")
    elif enemy not in state_queries.list_opponents(match, figure):
        whom = state_queries.format_figure(match, enemy)
        yield Objection("not-engaged", "CZ-MELEE-12", f"{name} is not in contact with {whom}")
    yield from _list_hand_weapon_objections(match, figure, params.hands.own)
    if enemy is not None:
        yield from _list_hand_weapon_objections(match, enemy, params.hands.enemy)


def _list_hand_weapon_objections(
    match: Match, figure: FigureId, declared: tuple[Weapon, ...] | None
) -> Objections:
    """Yield objections to unsuitable or too many hand weapons (CZ-MELEE-06, CZ-FORCE-07)."""
    name = state_queries.format_figure(match, figure)
    weapons = declared or ()
    if len(weapons) > 2:
        yield Objection("two-hands", "CZ-MELEE-06", f"{name} can use only two hand weapons")
    carried = unit_profiles.list_weapons(match, figure)
    for weapon in dict.fromkeys(weapons):
        what = weapon.replace("-", " ")
        if weapon not in rule_tables.HAND_WEAPONS:
            yield Objection("no-hand-weapon", "CZ-FORCE-07", f"the {what} is not a hand weapon")
        elif weapons.count(weapon) > (few := carried.count(weapon)):
            how = f"only {format_count(few, what)}" if few else f"no {what}"
            yield Objection("not-carried", "CZ-FORCE-07", f"{name} carries {how}")


def list_charge_candidates(match: Match) -> Iterator[tuple[SideId | None, Charge]]:
    for side, figure in activation_slots.list_figures_able_to_act(match):
        hindered = (
            state_queries.is_engaged(match, figure)
            or markers.is_panicking_or_routing(match, figure)
            or match.has(figure, markers.DOWN)
        )
        left = action_points_and_interrupts.count_action_points_left(match, figure)
        if not hindered and left >= rule_tables.CONTACT_POINTS:
            for enemy in state_queries.list_enemy_sides(match, side):
                for target in state_queries.list_figures_on_table(match, enemy):
                    yield side, Charge(figure, (target,))


def list_another_round_candidates(
    match: Match,
) -> Iterator[tuple[SideId | None, AnotherCombatRound]]:
    for figure in activation_slots.list_active_figures(match):
        if activation_slots.explain_cannot_act(match, figure) is None:
            side = match.side_of(figure)
            for enemy in state_queries.list_opponents(match, figure):
                yield side, AnotherCombatRound(figure, enemy)


def does_line_mean_another_round(reader: LineReader) -> bool:
    """Whether a line means another round, because it names no new enemy (CZ-MELEE-12)."""
    opponents = state_queries.list_opponents(reader.match, read_acting_figure(reader, ONE_FIGHTS))
    named = () if reader.whom is None else list_named_figures(reader.match, reader.whom)
    return bool(opponents) and set(opponents).issuperset(named)


ONE_FIGHTS: Final = "name one fighter in each part, and put `|` between parts"
CHARGE: Final = Action(
    id="charge",
    word="charges",
    params=Charge,
    stage=resolve_charge,
    goes_in=True,
    phases=("actions",),
    objections=list_charge_objections,
    candidates=list_charge_candidates,
    form=Form(
        "charges",
        make_figure_field("figure", ONE_FIGHTS),
        make_figures_field("enemies", "name the enemy to charge, as in `r21 charges b14`"),
        (close_combat_dice.HANDS,),
        key=KeyVerb("c", whom="enemy", text="charges, or fights on", alone=True),
    ),
    outcome=lambda match, _, params, losses: shooting_actions.make_target_loss_facts(
        match, params.figure, params.enemies, losses
    ),
)
AGAIN: Final = Action(
    id="again",
    word="fights on",
    params=AnotherCombatRound,
    stage=lambda match, _, params: action_points_and_interrupts.perform_interruptible_action(
        match, params.figure, get_combat_round_cost(match), fight_another_round, params
    ),
    phases=("actions",),
    objections=list_another_round_objections,
    candidates=list_another_round_candidates,
    form=Form(
        "again",
        make_figure_field("figure", ONE_FIGHTS),
        make_figure_field("enemy", "name one enemy in each part, and put `|` between parts"),
        (close_combat_dice.HANDS,),
        also={"charges": does_line_mean_another_round},
    ),
    outcome=lambda match, _, params, losses: shooting_actions.make_target_loss_facts(
        match, params.figure, filter(None, (find_named_or_first_opponent(match, params),)), losses
    ),
)
ACTIONS: Final = (CHARGE, AGAIN)


def list_melees_of_phase(
    match: Match, asked_subject: Subject | None, phase_history: PhaseHistory
) -> tuple[CombatStatus, ...]:
    """List the current close combats, and those that ended with a casualty in this phase."""
    pairs = list_pairs_in_contact_this_phase(match, phase_history, markers.ENGAGED)
    return COMBATS.list_combats(match, asked_subject, phase_history, pairs)


def _can_fight_another_round(match: Match, figure: Subject, _: Subject) -> bool:
    """Whether the acting figure has enough points for another round (CZ-MELEE-12)."""
    one = FigureId(figure)
    acts = match.phase == activation_slots.PHASE
    able = acts and activation_slots.explain_cannot_act(match, one) is None
    cost = get_combat_round_cost(match)
    return able and action_points_and_interrupts.count_action_points_left(match, one) >= cost


COMBATS: Final = ContactCombatRules(
    count_wounds_left=lambda match, figure: int(state_queries.is_on_table(match, FigureId(figure))),
    has_yet_to_strike=_can_fight_another_round,
    has_struck=lambda *_: False,
    must_leave=lambda match, figure: match.has(FigureId(figure), markers.ROUT),
)


class Flee(Interruptible, frozen=True, omit_defaults=True):
    """The command to run away from all opponents, at the cost of a move."""

    figure: FigureId
    points: int = rule_tables.STEP_POINTS
    length: int | None = None
    hands: HandWeaponChoice = HandWeaponChoice()
    rough: int = 0


def count_flight_cost(match: Match, params: Flee) -> int:
    """Return the action points that running away costs (CZ-MELEE-13).

    If ``points`` is 1, which is also its default, the length decides.
    """
    if params.points != rule_tables.STEP_POINTS:
        return params.points
    cost = count_move_cost(match, params.figure, params.length or 0, params.rough)
    return max(cost, rule_tables.STEP_POINTS)


def leave_combat(match: Match, _: SideId | None, params: Flee) -> None:
    """Leave close combat. Under a house rule, each opponent first fights a parting round."""
    figure = params.figure
    action_points_and_interrupts.spend_points_as_acting_figure(
        match, figure, count_flight_cost(match, params)
    )
    parting = match.option("break_off") == "parting_round"
    left = state_queries.list_opponents(match, figure) if parting else ()
    return continue_with(fight_parting_rounds_and_run, match, params, left)


def fight_parting_rounds_and_run(
    match: Match, params: Flee, enemies: tuple[FigureId, ...]
) -> Asking[None]:
    """Fight the parting rounds, then move away. A figure that falls or routs does not escape.

    Weapons declared for an enemy are those of the first enemy.
    """
    figure = params.figure
    if not state_queries.is_on_table(match, figure) or match.has(figure, markers.ROUT):
        return None
    if enemies:
        enemy, *rest = enemies
        if state_queries.is_on_table(match, enemy) and not match.has(enemy, markers.ROUT):
            yield from call_stage(fight_round, figure, enemy, None, params.hands)
        later = replace(params, hands=replace(params.hands, enemy=None))
        return continue_with(fight_parting_rounds_and_run, match, later, tuple(rest))
    unit = match.figure(figure).unit
    went = Moved(unit=unit, figures=(figure,), length=params.length, how="runs away")
    match.record(*make_disengagement_facts(match, markers.ENGAGED, figure), went)
    # Enemies can fire at any point of the move, such as when the figure is out of contact (CZ-G43).
    return continue_with(action_points_and_interrupts.offer_opportunity_fire, match, figure)


def list_flight_objections(match: Match, _: SideId | None, params: Flee) -> Objections:
    figure, name = params.figure, state_queries.format_figure(match, params.figure)
    points = count_flight_cost(match, params)
    yield from activation_slots.list_acting_objections(match, figure, points, fighting=True)
    if not state_queries.is_engaged(match, figure):
        yield Objection("not-engaged", "CZ-MELEE-13", f"{name} is not in close combat")
    if match.option("break_off") == "only_rout":
        text = "the house rules let figures leave close combat only by routing"
        yield Objection("no-leaving", "CZ-G39", text)
    if points < count_flight_cost(match, replace(params, points=rule_tables.STEP_POINTS)):
        text = f"{name} cannot move that far with {format_count(points, 'point')}"
        yield Objection("too-far", "CZ-MOVE-01", text)


def list_flight_candidates(match: Match) -> Iterator[tuple[SideId | None, Flee]]:
    if match.option("break_off") == "only_rout":
        return
    for side, figure in activation_slots.list_figures_able_to_act(match):
        left = action_points_and_interrupts.count_action_points_left(match, figure)
        if left and state_queries.is_engaged(match, figure):
            yield side, Flee(figure)


_POINTS: Final = points_told("points", "ap")


def _format_points_unless_length_decides(
    match: Match, values: Mapping[str, Any]
) -> Iterable[TypedDetail]:
    """Format the points, unless they are 1 and a length is given, which then decides."""
    decides = values.get("length") is not None and values.get("points") == rule_tables.STEP_POINTS
    return () if decides else _POINTS.say(match, values)


FLEE: Final = Action(
    id="flee",
    word="runs away",
    params=Flee,
    stage=leave_combat,
    phases=("actions",),
    objections=list_flight_objections,
    candidates=list_flight_candidates,
    form=Form(
        "flees",
        make_figure_field(),
        how=(
            replace(_POINTS, say=_format_points_unless_length_decides),
            make_length_slot("length", "cm"),
            ROUGH,
            HANDS,
        ),
        key=KeyVerb("b", text="runs away", amount="ap"),
    ),
)
