"""The numbers that attacks need against each kind of figure in a target, and the rolls for them.

Whatever the modifiers, a natural 1 fails and a natural 6 succeeds (DZ-GEN-02), so needs are from 2
to 6. Figures of one kind share type, quality and shields (DZ-G67). If ``mixed_defence`` is
"majority", all figures of a unit count as one kind, with the values of the majority.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match, group_equal_figures
from tracker.procedures.pieces import needed_numbers as pieces
from tracker.procedures.pieces.dice_pool_rolls import (
    roll_pool_and_reroll_ones_if_special,
    sort_counts_of_equal_piles,
)
from tracker.procedures.pieces.needed_numbers import Limits
from tracker.procedures.requests import Asking, continue_with_pure
from tracker.rulesets.deathzap2.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.deathzap2.data.profile_types import Grade, Profile, Quality, Shields, Type
from tracker.rulesets.deathzap2.data.rule_tables import BIG, QUALITIES, SHIELDS, Cover
from tracker.rulesets.deathzap2.phases import impetus_and_order_dice
from tracker.vocabulary.dice_bands import Band, Modifier
from tracker.vocabulary.roll_needs import Need
from tracker.vocabulary.subject_ids import FigureId, Subject, UnitId

LIMITS = Limits(2, 6, _HELD := "a 1 fails, a 6 succeeds", _HELD, "DZ-GEN-02")
ONES = (Band("one", 1, 1),)
ONES_NOTE = Modifier("each 1 is rolled again", 0, "DZ-G01")


def make_need_from_modifiers(*modifiers: Modifier, rerolls_ones: bool = False) -> Need:
    """Return the number needed, which is the sum of the ``modifiers`` (DZ-GEN-02).

    If ``rerolls_ones`` is true, each 1 is rolled again once.
    """
    found = pieces.compute_need(*modifiers, limits=LIMITS, special=ONES if rerolls_ones else ())
    return replace(found, notes=(ONES_NOTE,)) if rerolls_ones else found


def find_need_to_hit(match: Match, unit: UnitId, quality: Quality, cover: Cover) -> Need:
    """Return the number needed to hit, by the shooter's quality and the target's cover (DZ-T4).

    Panicked units need a 6.
    """
    given = impetus_and_order_dice.get_order_benefit(match, unit)
    if match.has(unit, markers.PANICKED):
        return make_need_from_modifiers(
            _make_panicked_modifier("DZ-SHOOT-06"), rerolls_ones=given.reroll_hits
        )
    row = rule_tables.HIT[quality]
    parts = [Modifier(quality.capitalize(), row["open"], "DZ-T4")]
    if cover != "open":
        parts.append(Modifier(f"{cover} cover", row[cover] - row["open"], "DZ-SHOOT-05"))
    return make_need_from_modifiers(
        *parts, *_make_order_modifiers(given.hit_shooting), rerolls_ones=given.reroll_hits
    )


def find_melee_need_to_hit(
    match: Match, unit: UnitId, quality: Quality, enemy_quality: Quality
) -> Need:
    """Return the number needed to hit in melee, by the quality of both units (DZ-T8).

    Panicked units usually need a 6.
    """
    given = impetus_and_order_dice.get_order_benefit(match, unit)
    if match.has(unit, markers.PANICKED) and match.option("panicked_melee") == "sixes":
        return make_need_from_modifiers(
            _make_panicked_modifier("DZ-G37"), rerolls_ones=given.reroll_hits
        )
    row = rule_tables.MELEE_HIT[quality]
    return make_need_from_modifiers(
        Modifier(quality.capitalize(), row["basic"], "DZ-T8"),
        Modifier(
            f"against {enemy_quality.capitalize()}",
            row[enemy_quality] - row["basic"],
            "DZ-MELEE-03",
        ),
        *_make_order_modifiers(given.hit_melee),
        rerolls_ones=given.reroll_hits,
    )


def find_need_to_penetrate(match: Match, attacker: Subject, grade: Grade, shields: Shields) -> Need:
    """Return the number needed to penetrate shields with the given grade of weapon (DZ-T5)."""
    row = rule_tables.THROUGH[grade]
    return make_need_from_modifiers(
        Modifier(f"{grade.capitalize()} weapon", row["light"], "DZ-T5"),
        Modifier(f"{shields.capitalize()} shields", row[shields] - row["light"], "DZ-SHOOT-08"),
        *_make_order_modifiers(impetus_and_order_dice.get_order_benefit(match, attacker).penetrate),
    )


def find_need_to_save(match: Match, unit: UnitId, quality: Quality, figure_type: Type) -> Need:
    """Return the number needed to save, by the quality and type of the figure hit (DZ-T6)."""
    given = impetus_and_order_dice.get_order_benefit(match, unit)
    number = rule_tables.SAVE[quality][rule_tables.TYPES[figure_type].saves_as]
    base = Modifier(f"{quality.capitalize()} {figure_type.replace('-', ' ')}", number, "DZ-T6")
    return make_need_from_modifiers(
        base, *_make_order_modifiers(given.save), rerolls_ones=given.reroll_saves
    )


def _make_panicked_modifier(rule: str) -> Modifier:
    return Modifier("panicked", rule_tables.PANICKED_NEED, rule)


def _make_order_modifiers(bonus: int) -> tuple[Modifier, ...]:
    """Return the modifier for an order's bonus to the dice, which lowers the number needed."""
    return (Modifier("order", -bonus, "DZ-ORD-03"),) if bonus else ()


AGAIN: Final = "DZ-ORD-03"
"""The id of the rule that lets an order reroll ones once."""

PenetrationRolls = tuple[tuple[int, Need, int, str], ...]
"""The penetration rolls still to make: each one's batch, number needed, dice and description."""


THROUGH: Final = RollKind("through", "through", "through", "through", "DZ-SHOOT-08")
SAVE: Final = RollKind("save", "save", "saved", "saved", "DZ-SHOOT-09", defends=True)


class SaveRolls(Struct, frozen=True):
    """Saves that are rolled together. At most ``cap`` failures have an effect.

    ``whose`` names the kind of figure if the target has several kinds.
    """

    kind: int
    cap: int
    need: Need
    whose: str = ""
    dice: int = 0


class FailedSaves(Struct, frozen=True):
    """The number of failed saves for each kind of figure, and the grade of each Destroyer hit."""

    failed: tuple[int, ...]
    blasts: tuple[Grade, ...] = ()


def roll_penetration_and_saves(
    hits: PenetrationRolls,
    penetrating_hits: tuple[int, ...],
    saves: tuple[SaveRolls, ...],
    blasts: tuple[Grade, ...],
    kind_count: int,
) -> Asking[FailedSaves]:
    """Roll a die for each hit, then a save for each that penetrates the shields (DZ-SHOOT-08)."""
    if not hits:
        pairs = zip(saves, penetrating_hits, strict=True)
        rolls = tuple(replace(roll, dice=dice) for roll, dice in pairs if dice)
        return continue_with_pure(roll_saves, rolls, (0,) * kind_count, blasts)
    (at, need, dice, made), *rest = hits
    n = yield from roll_pool_and_reroll_ones_if_special(
        THROUGH, dice, need, role="attacker", made_of=made, reroll_rule=AGAIN
    )
    more = penetrating_hits[at] + n
    penetrating_hits = (*penetrating_hits[:at], more, *penetrating_hits[at + 1 :])
    if len(penetrating_hits) > 1:
        penetrating_hits = sort_counts_of_equal_piles(
            penetrating_hits, saves, {pile for pile, *_ in rest}
        )
    return continue_with_pure(
        roll_penetration_and_saves, tuple(rest), penetrating_hits, saves, blasts, kind_count
    )


def roll_saves(
    batches: tuple[SaveRolls, ...], failed_by_kind: tuple[int, ...], blasts: tuple[Grade, ...]
) -> Asking[FailedSaves]:
    """Let the target's owner roll a save for each penetrating hit (DZ-SHOOT-09)."""
    if not batches:
        return FailedSaves(failed_by_kind, blasts)
    first, *rest = batches
    dice = first.dice
    on = f"{dice} through on {first.whose}" if first.whose else ""
    saved = yield from roll_pool_and_reroll_ones_if_special(
        SAVE, dice, first.need, role="defender", made_of=on, reroll_rule=AGAIN
    )
    at = first.kind
    worse = failed_by_kind[at] + min(dice - saved, first.cap)
    failed_by_kind = (*failed_by_kind[:at], worse, *failed_by_kind[at + 1 :])
    return continue_with_pure(roll_saves, tuple(rest), failed_by_kind, blasts)


TYPES: tuple[Type, ...] = tuple(
    sorted(rule_tables.TYPES, key=lambda name: rule_tables.TYPES[name].cost)
)

T = TypeVar("T")


class TargetKind(Struct, frozen=True):
    """Figures of a unit that an attack treats alike. ``id`` is unique within the unit."""

    id: str
    text: str
    size: int
    type: Type
    quality: Quality
    shields: Shields


class TargetDefence(Struct, frozen=True):
    """The numbers needed against a kind of figure, to penetrate (by grade) and to save."""

    kind: str
    text: str
    size: int
    big: bool
    through: tuple[tuple[Grade, Need], ...]
    save: Need

    def find_penetration_need(self, grade: Grade) -> Need:
        return dict(self.through)[grade]


def get_expendability_sort_key(match: Match, figure: FigureId) -> tuple[object, ...]:
    """Return a sort key that puts the most expendable figure first and a hunted figure last."""
    profile = unit_profiles.get_profile(match, figure)
    return (
        match.has(figure, markers.TARGET),
        profile.cost,
        QUALITIES.index(profile.quality),
        SHIELDS.index(profile.shields),
        sum(rule_tables.GUNS[gun.kind].count_cost(gun.grade) for gun in profile.guns),
        sum(rule_tables.MELEE_WEAPONS[one.kind].count_cost(one.grade) for one in profile.melee),
        match.figure(figure).number,
    )


def list_figures_of_kind(match: Match, unit: UnitId, kind_id: str = "") -> tuple[FigureId, ...]:
    """List a unit's standing figures of a kind ("" means all), in roster order."""
    return tuple(
        figure
        for figure in state_queries.list_standing_figures(match, unit)
        if not kind_id or _make_kind_id(unit_profiles.get_profile(match, figure)) == kind_id
    )


def list_target_kinds(match: Match, unit: UnitId) -> tuple[TargetKind, ...]:
    """List the kinds of a unit's standing figures, the most expendable kind first."""
    figures = state_queries.list_standing_figures(match, unit)
    if not figures:
        return ()
    if match.option("mixed_defence") == "majority":
        return (_make_majority_kind(match, figures),)
    if len(figures) > 1:
        figures = tuple(
            sorted(figures, key=lambda figure: get_expendability_sort_key(match, figure))
        )
    groups = group_equal_figures(
        figures, lambda figure: _make_kind_id(unit_profiles.get_profile(match, figure))
    )
    return tuple(_make_target_kind(match, name, members) for name, members in groups)


def list_target_defences(
    match: Match, unit: UnitId, attacker: Subject, grades: Iterable[Grade]
) -> tuple[TargetDefence, ...]:
    """List the defence of each kind of figure in a unit against the given grades of weapon.

    The most expendable kind comes first.
    """
    wanted = tuple(sorted(set(grades)))
    return tuple(
        TargetDefence(
            kind=kind.id,
            text=kind.text,
            size=kind.size,
            big=kind.type in BIG,
            through=tuple(
                (grade, find_need_to_penetrate(match, attacker, grade, kind.shields))
                for grade in wanted
            ),
            save=find_need_to_save(match, unit, kind.quality, kind.type),
        )
        for kind in list_target_kinds(match, unit)
    )


def find_majority_quality(match: Match, unit: UnitId) -> Quality:
    """Return the most common quality of standing figures, or in a tie the better (DZ-G39).

    If no figure stands, all figures of the unit count.
    """
    figures = state_queries.list_standing_figures(match, unit) or match.figures(unit)
    return _find_most_common(
        (unit_profiles.get_profile(match, figure).quality for figure in figures), QUALITIES
    )


def _make_kind_id(profile: Profile) -> str:
    return f"{profile.quality}/{profile.type}/{profile.shields}"


def _make_target_kind(match: Match, name: str, figures: tuple[FigureId, ...]) -> TargetKind:
    one = unit_profiles.get_profile(match, figures[0])
    text = _describe_kind(one.quality, one.type, one.shields)
    return TargetKind(name, text, len(figures), one.type, one.quality, one.shields)


def _make_majority_kind(match: Match, figures: tuple[FigureId, ...]) -> TargetKind:
    profiles = [unit_profiles.get_profile(match, figure) for figure in figures]
    kind = _find_most_common((profile.type for profile in profiles), TYPES)
    quality = _find_most_common((profile.quality for profile in profiles), QUALITIES)
    shields = _find_most_common((profile.shields for profile in profiles), SHIELDS)
    return TargetKind(
        "", _describe_kind(quality, kind, shields), len(figures), kind, quality, shields
    )


def _find_most_common(values: Iterable[T], order: tuple[T, ...]) -> T:
    """Return the most common value. In a tie, return the one that is last in ``order``."""
    counted = Counter(values)
    return max(counted, key=lambda value: (counted[value], order.index(value)))


def _describe_kind(quality: Quality, kind: Type, shields: Shields) -> str:
    return f"{quality.capitalize()} {kind.replace('-', ' ')}, {shields.capitalize()} shields"
