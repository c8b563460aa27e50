"""Places wounds on the models in reach, with saves and casualties (TA-SAVE, TA-CAS, TA-SPEC-09)."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Sequence
from itertools import cycle
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match, group_equal_figures
from tracker.procedures.pieces.casualties import choose_fallen_figures, divide_hits
from tracker.procedures.requests import (
    Asking,
    Confirm,
    Option,
    Pick,
    Score,
    Split,
    ask,
    ask_owner,
    call_pure_stage,
    call_stage,
    continue_with,
    continue_with_pure,
    roll_check,
)
from tracker.rulesets.trial_assault.combat import attack_pools, combat_contact
from tracker.rulesets.trial_assault.combat.combat_contact import Models
from tracker.rulesets.trial_assault.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.trial_assault.data.markers import COMBATS
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.dice_bands import Band, Modifier
from tracker.vocabulary.events import Scalar, Wounded
from tracker.vocabulary.roll_needs import Need
from tracker.vocabulary.subject_ids import FigureId, UnitId

SAVE: Final = RollKind("save", "save", "saved", "saved", "TA-SAVE-01", defends=True)
PSYCHIC_TEST: Final = RollKind("psychic", "psychic test", rule="TA-SPEC-09")
DEAL: Final = Split(id="deal", what="", total=0, shares=(), role="owner", rule="TA-G28")
PERILS: Final = tuple(Band("perils", roll, roll, success=roll == 2, told=True) for roll in (2, 12))
CAP: Final = rule_tables.SPECIALS["heavy"].best_save


class SavingGroup(Struct, frozen=True):
    """Models in reach with equal saves. A save of 0 means that there is none."""

    sv: int
    inv: int
    figures: tuple[FigureId, ...]


AllocatedWounds = tuple[tuple[int, ...], ...]
"""The number of wounds of each kind on each group."""


def allocate_wounds(wounds: attack_pools.Wounds, group_sizes: Sequence[int]) -> AllocatedWounds:
    """Allocate wounds to one group after another, one per model, special kinds of wounds first.

    If wounds are left, begin again with the first group (TA-SAVE-03 to 05, TA-SAVE-07).
    """
    found = [[*attack_pools.NO_WOUNDS] for _ in group_sizes]
    slots = cycle([at for at, size in enumerate(group_sizes) for _ in range(size)])
    for sort, n in enumerate(wounds):
        for _ in range(n):
            found[next(slots)][sort] += 1
    return tuple(map(tuple, found))


class PendingSaves(Struct, frozen=True):
    """Wounds for which a pile must roll saves that need the same number (7: no save).

    If ``slays`` is true, a force weapon caused the wounds.
    """

    pile: int
    slays: bool
    wounds: int
    needed: int
    whose: str = ""


def list_saves_to_roll(
    piles: Sequence[SavingGroup], allocated: AllocatedWounds, names: Sequence[str]
) -> tuple[PendingSaves, ...]:
    together: Counter[tuple[int, bool, int]] = Counter()
    for at, (pile, kinds) in enumerate(zip(piles, allocated, strict=True)):
        for kind, n in enumerate(kinds):
            if n:
                together[at, kind == attack_pools.SLAYING, find_save_number(pile, kind)] += n
    return tuple(
        PendingSaves(at, slays, n, number, names[at]) for (at, slays, number), n in together.items()
    )


def find_save_number(pile: SavingGroup, wound_kind: int) -> int:
    """Return the better save against a kind of wound (TA-SAVE-01, TA-SPEC-07, TA-G57)."""
    armour = pile.sv or rule_tables.NO_SAVE
    if wound_kind in (attack_pools.SLAYING, attack_pools.BARE):
        armour = rule_tables.NO_SAVE
    elif wound_kind == attack_pools.CAPPED:
        armour = max(armour, CAP)
    return min(armour, pile.inv or rule_tables.NO_SAVE)


Unsaved = tuple[tuple[int, int], ...]
"""The unsaved wounds on each pile: those by a force weapon, and those by all other weapons."""


def roll_pending_saves(saves: tuple[PendingSaves, ...], unsaved_so_far: Unsaved) -> Asking[Unsaved]:
    if not saves:
        return unsaved_so_far
    first, *rest = saves
    saved = 0
    if first.needed < rule_tables.NO_SAVE:
        part = Modifier("save", first.needed, "TA-SAVE-01")
        need = Need(first.needed, parts=(part,), hit="saved", miss="failed")
        saved = yield from roll_check(SAVE, first.wounds, need, role="owner", made_of=first.whose)
    slain, others = unsaved_so_far[first.pile]
    failed = first.wounds - saved
    row = (slain + failed, others) if first.slays else (slain, others + failed)
    unsaved_so_far = (*unsaved_so_far[: first.pile], row, *unsaved_so_far[first.pile + 1 :])
    return continue_with_pure(roll_pending_saves, tuple(rest), unsaved_so_far)


Groups = tuple[tuple[int, Models], ...]
"""Armour groups, each with a save and the models that have it."""
Piles = tuple[SavingGroup, ...]
Armour = tuple[Piles, ...]
"""The piles of each armour group, in the order in which they take wounds."""


def resolve_wounds_with_saves(
    match: Match, unit: UnitId, target: UnitId, wounds: attack_pools.Wounds
) -> Asking[None]:
    """Put the armour groups in order, then resolve the wounds on them with saves (TA-SAVE-03)."""
    if not any(wounds):
        return None
    order = yield from call_stage(order_armour_groups, unit, target)
    if match.option("lap_mode") == "sequential":
        return continue_with(resolve_wounds_in_laps, match, unit, order, wounds)
    return continue_with(resolve_wounds_on_groups, match, unit, order, wounds)


def order_armour_groups(match: Match, unit: UnitId, target: UnitId) -> Asking[Groups]:
    """Order the armour groups by size (TA-G26). In a tie, the owner decides (TA-SAVE-06)."""
    there = combat_contact.list_models_in_kill_zone(match, unit, target)
    every = group_equal_figures(there, lambda one: unit_profiles.get_profile(match, one).sv)
    left = sorted(every, key=lambda group: (-len(group[1]), group[0] or rule_tables.NO_SAVE))
    ordered: list[tuple[int, Models]] = []
    while left:
        tied = {str(sv): (sv, them) for sv, them in left if len(them) == len(left[0][1])}
        first = next(iter(tied))
        if len(tied) > 1:
            what, rule = "which armour is hit first", "TA-SAVE-06"
            options = tuple(Option(key, format_save(sv)) for key, (sv, _) in tied.items())
            asked = Pick(id="first_hit", what=what, options=options, default=first, rule=rule)
            first = yield from ask_owner(match, target, asked)
        ordered.append(tied[first])
        left.remove(tied[first])
    return tuple(ordered)


def format_save(save: int) -> str:
    return f"save {save}+" if save else "no save"


def resolve_wounds_in_laps(
    match: Match, unit: UnitId, ordered_groups: Groups, wounds: attack_pools.Wounds
) -> Asking[None]:
    """Resolve wounds in laps. Each group saves and loses models before the next group (TA-G24)."""
    living = _drop_slain_models(match, ordered_groups)
    if not living or not any(wounds):
        return None
    room, now = len(living[0][1]), []
    for n in wounds:
        now.append(min(n, room))
        room -= now[-1]
    yield from call_stage(resolve_wounds_on_groups, unit, living[:1], tuple(now))
    later = tuple(map(operator.sub, wounds, now))
    return continue_with(
        resolve_wounds_in_laps, match, unit, (*ordered_groups[1:], ordered_groups[0]), later
    )


def list_living_models(match: Match, figures: Models) -> Models:
    left = (one for one in figures if match.figure(one).gone is None)
    return tuple(one for one in left if not match.has(one, markers.FALLS))


def count_wounds_left_of_living(match: Match, figures: Models) -> int:
    return state_queries.count_wounds_left(match, *list_living_models(match, figures))


def _drop_slain_models(match: Match, order: Groups) -> Groups:
    return tuple((sv, left) for sv, every in order if (left := list_living_models(match, every)))


def resolve_wounds_on_groups(
    match: Match, unit: UnitId, ordered_groups: Groups, wounds: attack_pools.Wounds
) -> Asking[None]:

    def make_piles(sv: int, figures: Models) -> Piles:
        kinds = group_equal_figures(figures, lambda one: unit_profiles.get_profile(match, one).inv)
        return tuple(SavingGroup(sv, inv, them) for inv, them in sorted(kinds, reverse=True))

    living = _drop_slain_models(match, ordered_groups)
    armour = tuple(make_piles(sv, figures) for sv, figures in living)
    if not armour:
        return None  # a character's first attacks in this step have slain all models
    target = match.figure(ordered_groups[0][1][0]).unit
    roles = {"owner": (match.side_of(target), target, unit)}
    failed = yield from call_pure_stage(roles, allocate_and_save_wounds, armour, wounds, True)
    piles = tuple(pile for group in armour for pile in group)
    return continue_with(apply_unsaved_wounds, match, unit, piles, failed, ())


def allocate_and_save_wounds(
    armour: Armour, wounds: attack_pools.Wounds, names_piles: bool
) -> Asking[Unsaved]:
    """Allocate wounds to the groups and their piles, and roll the saves (TA-SAVE-03 to 07).

    If the models of a group have different invulnerable saves, the owner divides its wounds
    (TA-G28).
    """
    sizes = [sum(len(pile.figures) for pile in group) for group in armour]
    dealt: list[tuple[int, ...]] = []
    for group, size, row in zip(armour, sizes, allocate_wounds(wounds, sizes), strict=True):
        if len(group) > 1:
            laps = -(-sum(row) // size)
            dealt += yield from call_pure_stage({}, split_wounds_over_piles, group, row, laps)
        else:
            dealt.append(row)
    piles = tuple(pile for group in armour for pile in group)
    names = [""] * len(piles)
    if names_piles and len(piles) > 1:
        names = [
            f"{format_count(sum(row), 'wound')} on {format_count(len(pile.figures), 'model')}"
            f" with {format_save(pile.sv)}" + (f", {pile.inv}+ invulnerable" if pile.inv else "")
            for pile, row in zip(piles, dealt, strict=True)
        ]
    rolls = list_saves_to_roll(piles, tuple(dealt), names)
    return continue_with_pure(roll_pending_saves, rolls, ((0, 0),) * len(piles))


def split_wounds_over_piles(
    piles: Piles, wounds_by_kind: tuple[int, ...], laps: int
) -> Asking[AllocatedWounds]:
    """Split a group's wounds of each kind over its piles. By default, the best saves come first."""
    found = [[0] * len(wounds_by_kind) for _ in piles]
    for kind in range(len(wounds_by_kind)):
        order = sorted(range(len(piles)), key=lambda at: find_save_number(piles[at], kind))
        room = [laps * len(piles[at].figures) - sum(found[at]) for at in order]
        if wounds_by_kind[kind]:
            names = []
            for at in order:
                n, inv = len(piles[at].figures), piles[at].inv
                names.append(
                    (str(at), f"with {inv}+ invulnerable ({n})" if inv else "the others", n)
                )
            what = replace(DEAL, id=f"deal:{kind}", what=f"{attack_pools.KINDS[kind]} on")
            taken = yield from divide_hits(what, names, wounds_by_kind[kind], room)
            for at, n in zip(order, taken, strict=True):
                found[at][kind] = n
    return tuple(tuple(one) for one in found)


def apply_unsaved_wounds(
    match: Match, unit: UnitId, piles: Piles, unsaved: Unsaved, excess_by_pile: tuple[int, ...]
) -> Asking[None]:
    """Apply unsaved wounds to one pile after another, then pass on the excess (TA-CAS-03)."""
    at = len(excess_by_pile)
    if at == len(piles):
        return continue_with(pass_on_excess_wounds, match, unit, piles, excess_by_pile)
    figures, (slaying, others) = piles[at].figures, unsaved[at]
    more = max(slaying - count_wounds_left_of_living(match, figures), 0)
    if slaying:
        yield from call_stage(apply_model_wounds, unit, figures, slaying)
        yield from call_stage(offer_psychic_slaying_test, unit, figures)
    more += max(others - count_wounds_left_of_living(match, figures), 0)
    yield from call_stage(apply_model_wounds, unit, figures, others)
    return continue_with(apply_unsaved_wounds, match, unit, piles, unsaved, (*excess_by_pile, more))


def pass_on_excess_wounds(
    match: Match, unit: UnitId, piles: Piles, excess_by_pile: tuple[int, ...]
) -> Asking[None]:
    """Apply the excess wounds of each pile to other piles, without another save (TA-G24)."""
    saves, lost = [pile.sv for pile in piles], match.option("lap_overflow") == "lost"
    for at, left in enumerate(excess_by_pile):
        wounds = left
        for n in list_piles_for_excess_wounds(saves, at, lost=lost):
            taken = min(wounds, count_wounds_left_of_living(match, piles[n].figures))
            if taken:
                yield from call_stage(apply_model_wounds, unit, piles[n].figures, taken)
                wounds -= taken


def list_piles_for_excess_wounds(saves: Sequence[int], pile_index: int, *, lost: bool) -> list[int]:
    """List the piles that take the excess wounds of a given pile (TA-G24).

    Piles with the same armour save come first. The other piles follow in order, unless the wounds
    are ``lost``.
    """
    turned = (*range(pile_index + 1, len(saves)), *range(pile_index))
    others = [n for n in turned if saves[n] != saves[pile_index] and not lost]
    return [n for n in turned if saves[n] == saves[pile_index]] + others


def apply_model_wounds(match: Match, unit: UnitId, figures: Models, wounds: int) -> Asking[None]:
    """Apply wounds model by model (TA-CAS-04). Excess wounds are lost (TA-CAS-06)."""
    there = list_living_models(match, figures)
    left = min(wounds, count_wounds_left_of_living(match, there))
    if not left:
        return None
    chosen = tuple(one for one in there if match.figure(one).wounds)[:1]
    if not chosen:
        each = {unit_profiles.get_profile(match, one).w for one in there}
        dying = left // max(each) if len(each) == 1 else 1
        chosen = yield from call_stage(choose_casualties, there, max(dying, 1))
    dealt = []
    for one in chosen:
        taken = min(left, state_queries.count_wounds_left(match, one))
        dealt.append((one, taken))
        left -= taken
    record_wounds_and_score(match, unit, *dealt)
    return continue_with(apply_model_wounds, match, unit, figures, left)


def record_wounds_and_score(match: Match, by: UnitId, *dealt: tuple[FigureId, int]) -> None:
    """Record wounds and slain models, and score the wounds for the striking side (TA-RES-01)."""
    slain = [one for one, n in dealt if 0 < n == state_queries.count_wounds_left(match, one)]
    markers.FALLS.record_on(match, *slain, by=by)
    for one, wounds in dealt:
        if wounds and one not in slain:
            match.record(Wounded(subjects=(one,), wounds=match.figure(one).wounds + wounds, by=by))
    combat = COMBATS.find_combat(match, by)
    if combat is not None:
        COMBATS.add_score(match, combat, match.side_of(by), sum(wounds for _, wounds in dealt))


def choose_casualties(match: Match, figures: Models, count: int) -> Asking[Models]:
    """Choose casualties. If the models differ, the owner chooses (TA-CAS-02, TA-G30)."""
    groups = combat_contact.group_by_casualty_order(match, figures)
    if count < len(figures) and len(groups) > 1:
        owner, rule = match.figure(figures[0]).unit, "TA-CAS-02"
        fall = choose_fallen_figures(match, owner, groups, count, question_id="fall", rule=rule)
        return (yield from fall)
    return tuple(one for _, group in groups for one in reversed(group))[:count]


# ----------------------------------------------------------------------------------- psychic tests


def offer_psychic_slaying_test(match: Match, unit: UnitId, figures: Models) -> Asking[None]:
    """Offer a psychic test to slay a model that the unit wounded, once per player turn."""
    hurt = [one for one in list_living_models(match, figures) if match.figure(one).wounds]
    if not hurt or match.has(unit, markers.PSYCHIC):
        return
    target = match.figure(hurt[0]).unit
    what = f"a psychic test to slay one of {match.tag(target)}"
    asked = Confirm(id="slay", what=what, default=True, target=target, rule="TA-SPEC-09")
    if not (yield from ask_owner(match, unit, asked)):
        return
    match.record(markers.PSYCHIC.set(unit))
    leadership = max(one.ld for one in unit_profiles.list_profiles(match, unit) if one.psyker)
    need = make_psychic_need(leadership, match.option("perils"))
    roles = {"psyker": (match.side_of(unit), unit, None)}
    slays, perilous = yield from call_pure_stage(roles, roll_psychic_test, need)
    if slays:
        match.record(markers.FALLS.set(hurt[0], by=unit))
    if perilous:
        match.record(markers.PERILS.set(unit))


def make_psychic_need(leadership: int, perils: Scalar) -> Need:
    return Need(leadership, less=True, special=PERILS if perils == "on_2_or_12" else ())


def roll_psychic_test(need: Need) -> Asking[tuple[bool, bool]]:
    """Roll a psychic test. Return whether it slays, and whether it was a perilous 2 or 12."""
    score = Score(kind=PSYCHIC_TEST, dice=(6, 6), needs=need, role="psyker")
    band = score.bands[(yield from ask(score))]
    return band.success, band.told
