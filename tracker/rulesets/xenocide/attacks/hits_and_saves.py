"""Resolves hits on a unit: which figures are hit, saves, and delayed losses (XF-DMG, XF-G24,
XF-G25).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match, group_equal_figures
from tracker.procedures.pieces.casualties import choose_fallen_figures, divide_hits_evenly
from tracker.procedures.pieces.random_draw import draw_option
from tracker.procedures.requests import (
    Asking,
    Role,
    Roll,
    Split,
    ask,
    call_pure_stage,
    call_stage,
    continue_with,
    continue_with_pure,
    roll_check,
)
from tracker.rulesets.xenocide.attacks import delayed_losses
from tracker.rulesets.xenocide.attacks.shooting_dice import HitPower, Hits
from tracker.rulesets.xenocide.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.xenocide.data.rule_tables import DIE, count_damage_of_failed_save
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.dice_bands import Band, Modifier
from tracker.vocabulary.events import AnyFact, FiguresRemoved
from tracker.vocabulary.roll_needs import Need
from tracker.vocabulary.subject_ids import FigureId, SideId, Subject, UnitId

SAVE: Final = RollKind("save", "save", "saved", "saved", "XF-DMG-01", defends=True)
CHANCE: Final = RollKind("chance", "who falls", rule="XF-G100")
VEHICLE_SAVE: Final = RollKind(
    "vehicle_save", "save of the vehicle", "saved", "saved", "XF-VEH-12", defends=True
)


class SaveBatch(Struct, frozen=True):
    """Hits on equal figures. For each hit, ``saves`` dice must show ``needed`` or less."""

    kind: int
    hits: int
    needed: int
    saves: int
    most_wounds: int
    whose: str
    parts: tuple[Modifier, ...] = ()

    @property
    def is_single_roll(self) -> bool:
        """Whether all saves can be rolled at once, because no hit exceeds its limit of wounds."""
        return self.saves <= self.most_wounds

    @property
    def made_of(self) -> str:
        """A description such as ``3 on trooper``, which counts the hits still to be saved."""
        if self.is_single_roll:
            return self.whose
        more = f", {format_count(self.hits - 1, 'hit')} to follow" if self.hits > 1 else ""
        alone = f"{format_count(self.saves, 'save')} for one hit{more}"
        return " · ".join(text for text in (self.whose, alone) if text)


def roll_save_batches(
    batches: tuple[SaveBatch, ...], natural_ten_fails: bool, earlier_wounds: tuple[int, ...]
) -> Asking[tuple[int, ...]]:
    if not batches:
        return earlier_wounds
    first, *rest = batches
    number = min(first.needed, DIE - 1) if natural_ten_fails else first.needed
    hits, saved = first.hits, 0
    if number >= DIE:
        saved = hits * first.saves
    elif number > 0:
        hits = first.hits if first.is_single_roll else 1
        parts = first.parts if number == first.needed else ()
        need = Need(number, less=True, die=DIE, parts=parts)
        dice = hits * first.saves
        saved = yield from roll_check(SAVE, dice, need, role="owner", made_of=first.made_of)
    if first.hits > hits:
        rest = [replace(first, hits=first.hits - hits), *rest]
    at, wounds = first.kind, min(hits * first.saves - saved, hits * first.most_wounds)
    earlier_wounds = (*earlier_wounds[:at], earlier_wounds[at] + wounds, *earlier_wounds[at + 1 :])
    return continue_with_pure(roll_save_batches, tuple(rest), natural_ten_fails, earlier_wounds)


def find_vehicle_save_need(armour: int, power: int) -> Need:
    """Return the number that a vehicle needs to save (XF-VEH-12, XF-G71)."""
    number = rule_tables.find_save_number(armour, power)
    bands = tuple(
        Band(f"missed by {count_damage_of_failed_save(face, number)}", face, face, told=True)
        for face in range(max(number, 0) + 1, DIE + 1)
    )
    parts = rule_tables.list_save_modifiers(armour, power)
    return Need(number, less=True, die=DIE, parts=parts, special=bands, hit="saved", miss="damage")


def roll_vehicle_saves(saves: tuple[tuple[int, int, int], ...], earlier_damage: int) -> Asking[int]:
    """Roll a vehicle's saves, and return the total damage.

    Each of the ``saves`` has its armour, power and number of dice. Each point by which a save
    misses adds a damage marker.
    """
    if not saves:
        return earlier_damage
    (armour, power, dice), *rest = saves
    number = rule_tables.find_save_number(armour, power)
    if number < DIE:
        needs = find_vehicle_save_need(armour, power)
        roll = Roll(kind=VEHICLE_SAVE, count=dice, needs=needs, role="owner")
        counts = yield from ask(roll)
        for band, n in zip(roll.bands, counts, strict=True):
            if not band.success:
                earlier_damage += n * count_damage_of_failed_save(band.low, number)
    return continue_with_pure(roll_vehicle_saves, tuple(rest), earlier_damage)


DEAL: Final = Split(id="deal", what="hits on", total=0, shares=(), role="owner", rule="XF-DMG-04")


Figures = tuple[FigureId, ...]


class AlikeFigures(Struct, frozen=True):
    armour: int
    wounds: int
    figures: Figures
    text: str


FigureGroups = tuple[AlikeFigures, ...]


def group_figures_by_armour_and_wounds(match: Match, unit: UnitId) -> FigureGroups:
    """Group a unit's standing figures by armour and wounds (XF-DMG-04).

    By house rule, all have the most common armour (XF-G25).
    """
    standing = state_queries.list_standing_figures(match, unit)
    armours = [unit_profiles.get_profile(match, figure).armour for figure in standing]
    common = max(armours, key=armours.count) if armours and _does_majority_save(match) else None

    def classify(figure: FigureId) -> tuple[int, int]:
        profile = unit_profiles.get_profile(match, figure)
        return profile.armour if common is None else common, profile.wounds

    groups = group_equal_figures(standing, classify)
    return tuple(
        AlikeFigures(
            armour,
            wounds,
            figures,
            " and ".join(dict.fromkeys(match.figure(f).profile.replace("-", " ") for f in figures)),
        )
        for (armour, wounds), figures in groups
    )


def _does_majority_save(match: Match) -> bool:
    return bool(match.option("hit_allocation") == "majority")


def resolve_hits(
    match: Match, unit: UnitId, hits: Hits, by: Subject | None, dealer: SideId | None = None
) -> None:
    """Resolve hits on a unit up to the delayed wounds or damage (XF-SHOOT-03, steps 6 to 8).

    If a ``dealer`` is given, this side assigns the hits to figures.
    """
    if not hits:
        return None
    if unit_profiles.is_vehicle(match, unit):
        return continue_with(resolve_vehicle_hits, match, unit, hits, by)
    there = group_figures_by_armour_and_wounds(match, unit)
    if not there:
        return None
    if len(there) == 1 or _does_majority_save(match):
        whom = max(range(len(there)), key=lambda at: len(there[at].figures))
        dealt = tuple((weapon, whom, n) for weapon, n in hits)
        return continue_with(roll_and_apply_unit_saves, match, unit, there, dealt, by)
    return continue_with(assign_hits_and_roll_saves, match, unit, there, hits, by, dealer)


AssignedHits = tuple[tuple[HitPower, int, int], ...]
"""Hits assigned to figures: the weapon, the index of the group, and the number of hits."""


def assign_hits_and_roll_saves(
    match: Match,
    unit: UnitId,
    groups: FigureGroups,
    hits: Hits,
    by: Subject | None,
    dealer: SideId | None = None,
) -> Asking[None]:
    """Let the owner, dealer or shooter assign hits evenly to figures, then roll saves (XF-G25)."""
    names = tuple((str(at), kind.text, len(kind.figures)) for at, kind in enumerate(groups))
    roles = _make_hit_roles(match, unit, by)
    if dealer is None and match.option("hit_allocation") == "shooter" and by is not None:
        dealer = match.side_of(UnitId(by))
    if dealer is not None:
        roles = {"owner": (dealer, unit, by)}
    first = _order_groups_by_expendability(match, groups)
    assigned: AssignedHits = ()
    loads = (0,) * len(groups)
    for weapon, n in hits:
        asks = replace(DEAL, what=f"hits of {rule_tables.format_power(weapon[0])} on")
        share = yield from call_pure_stage(roles, divide_hits_evenly, asks, names, n, loads, first)
        assigned = (*assigned, *((weapon, at, more) for at, more in enumerate(share) if more))
        loads = tuple(load + more for load, more in zip(loads, share, strict=True))
    return continue_with(roll_and_apply_unit_saves, match, unit, groups, assigned, by)


def roll_and_apply_unit_saves(
    match: Match, unit: UnitId, groups: FigureGroups, assigned: AssignedHits, by: Subject | None
) -> Asking[None]:
    piles = tuple(_make_save_batch(match, groups, at, weapon, n) for weapon, at, n in assigned)
    ten_fails = bool(match.option("save_natural_ten_fails"))
    roles = _make_hit_roles(match, unit, by)
    none = (0,) * len(groups)
    failed = yield from call_pure_stage(roles, roll_save_batches, piles, ten_fails, none)
    return continue_with(apply_unsaved_wounds, match, unit, groups, failed, by)


def _make_save_batch(
    match: Match, groups: FigureGroups, at: int, weapon: HitPower, n: int
) -> SaveBatch:
    """Make a batch of saves. A hit causes at most the wounds of one figure (XF-G24)."""
    (power, saves), kind = weapon, groups[at]
    cap = saves if match.option("multi_save_cap") == "none" else kind.wounds
    whose = f"{n} on {kind.text}" if len(groups) > 1 else ""
    number = rule_tables.find_save_number(kind.armour, power)
    parts = rule_tables.list_save_modifiers(kind.armour, power)
    return SaveBatch(at, n, number, saves, cap, whose, parts)


def apply_unsaved_wounds(
    match: Match,
    unit: UnitId,
    groups: FigureGroups,
    wounds_per_group: tuple[int, ...],
    by: Subject | None,
) -> Asking[None]:
    """Apply wounds to each kind of figure that is still on the table (XF-DMG-02, XF-DMG-05).

    By house rule, wounds that one kind cannot take pass on to the other kinds (XF-G25).
    """
    spills, spare = _does_majority_save(match), 0
    pairs = zip(groups, wounds_per_group, strict=True)
    for kind, failed in sorted(pairs, key=lambda pair: spills and not pair[1]):
        figures = tuple(one for one in kind.figures if match.figure(one).gone is None)
        wounds = failed + spare
        spare = max(wounds - state_queries.count_wounds_left(match, figures), 0) if spills else 0
        if wounds and figures:
            yield from call_stage(inflict_wounds, unit, figures, wounds, by)


def inflict_wounds(
    match: Match, unit: UnitId, figures: Figures, wounds: int, by: Subject | None
) -> Asking[None]:
    fall = delayed_losses.count_casualties(match, figures, wounds)
    them = yield from call_stage(choose_casualties, unit, figures, fall)
    delayed_losses.record_delayed_wounds(match, figures, wounds, them, by)


def choose_casualties(match: Match, unit: UnitId, figures: Figures, count: int) -> Asking[Figures]:
    """Choose casualties. If the figures differ, their owner or chance decides (XF-G100)."""
    groups = _group_by_expendability(match, figures)
    if 0 < count < len(figures) and len(groups) > 1:
        if match.option("casualty_choice") == "random":
            return continue_with(draw_random_casualties, match, unit, figures, count, ())
        fallen: Figures = yield from choose_fallen_figures(
            match, unit, groups, count, question_id="fall", rule="XF-DMG-05"
        )
        return fallen
    order = tuple(one for _, group in groups for one in reversed(group))
    return order[:count]


def draw_random_casualties(
    match: Match, unit: UnitId, figures: Figures, count: int, fallen: Figures
) -> Asking[Figures]:
    """Draw casualties one by one with a die, and return all of them (XF-G100)."""
    if not count:
        return fallen
    names = tuple(match.name_figure(figure) for figure in figures)
    roles = {"anybody": (match.side_of(unit), unit, None)}
    at = yield from call_pure_stage(roles, draw_option, CHANCE, "who falls", names, DIE)
    rest = (*figures[:at], *figures[at + 1 :])
    fallen = (*fallen, figures[at])
    return continue_with(draw_random_casualties, match, unit, rest, count - 1, fallen)


def _group_by_expendability(match: Match, figures: Figures) -> tuple[tuple[str, Figures], ...]:
    """Group figures by profile and equipment, the most expendable group first."""

    def classify(figure: FigureId) -> tuple[bool, bool, int, str]:
        profile, value = unit_profiles.get_profile(match, figure), match.figure(figure)
        return bool(value.name), profile.commander, profile.cost, value.profile

    groups = sorted(group_equal_figures(figures, classify))
    return tuple((kind[-1], members) for kind, members in groups)


def _order_groups_by_expendability(match: Match, groups: FigureGroups) -> tuple[int, ...]:
    """List the indices of groups, the most expendable group first and commanders last."""

    def get_sort_key(at: int) -> tuple[bool, bool, int]:
        figures = groups[at].figures
        profiles = [unit_profiles.get_profile(match, one) for one in figures]
        named = any(match.figure(one).name for one in figures)
        return named, any(one.commander for one in profiles), max(one.cost for one in profiles)

    return tuple(sorted(range(len(groups)), key=get_sort_key))


def make_loss_facts_without_dice(
    match: Match, target: UnitId, losses: int, by: Subject
) -> Iterator[AnyFact]:
    """Yield the facts for losses entered without dice.

    The most expendable figures fall, or a vehicle gets damage markers. The losses are delayed if
    the unit still waits to fire (XF-SHOOT-02).
    """
    waits = delayed_losses.are_losses_delayed(match, target)
    if unit_profiles.is_vehicle(match, target):
        kind = markers.HELD_DAMAGE if waits else markers.DAMAGE
        yield kind.make_increase_fact(match, target, losses)
        return
    groups = _group_by_expendability(match, state_queries.list_standing_figures(match, target))
    them = tuple(one for _, group in groups for one in reversed(group))[:losses]
    if them:
        fallen = markers.FALLS.set(*them, value="killed", by=by)
        yield fallen if waits else FiguresRemoved(figures=them, how="killed", by=by)


# -------------------------------------------------------------------------------------- vehicles


def resolve_vehicle_hits(
    match: Match, unit: UnitId, hits: Hits, by: Subject | None
) -> Asking[None]:
    """Roll a vehicle's saves, and record the delayed damage (XF-VEH-12)."""
    armour = unit_profiles.get_first_profile(match, unit).armour
    dice = tuple((armour, power, n * saves) for (power, saves), n in hits)
    more = yield from call_pure_stage(_make_hit_roles(match, unit, by), roll_vehicle_saves, dice, 0)
    if more:
        total = more + markers.HELD_DAMAGE.number(match, unit)
        match.record(markers.HELD_DAMAGE.set(unit, value=total, by=by))


def _make_hit_roles(match: Match, unit: UnitId, by: Subject | None) -> dict[str, Role]:
    return {"owner": (match.side_of(unit), unit, by)}
