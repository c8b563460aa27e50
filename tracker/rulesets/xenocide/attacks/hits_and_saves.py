"""Hits on a unit: the struck figures, their saves, and held losses (XF-DMG, XF-G24, XF-G25)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

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
from tracker.rulesets.xenocide.attacks.shooting_dice import Hits, Weapon
from tracker.rulesets.xenocide.data import markers, rule_tables, unit_profiles
from tracker.rulesets.xenocide.data.rule_tables import DIE, find_save_damage
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.dice import Band, Modifier
from tracker.vocabulary.dice_needs import Need
from tracker.vocabulary.events import AnyFact, FiguresRemoved
from tracker.vocabulary.subject_ids import FigureId, Subject, UnitId

SAVE: Final = RollKind("save", "save", "saved", "saved", "XF-DMG-01")
CHANCE: Final = RollKind("chance", "who falls", rule="XF-G100")
VEHICLE_SAVE: Final = RollKind("vehicle_save", "save of the vehicle", "saved", "saved", "XF-VEH-12")


class SaveBatch(Struct, frozen=True):
    """Hits on equal figures. Each hit requires ``saves`` dice that save on ``number`` or less, and
    causes at most ``cap`` wounds.
    """

    kind: int
    hits: int
    number: int
    saves: int
    cap: int
    whose: str
    parts: tuple[Modifier, ...] = ()

    @property
    def together(self) -> bool:
        """Whether no cap can matter, so that a single roll covers the dice of all hits."""
        return self.saves <= self.cap

    @property
    def made_of(self) -> str:
        """A text such as ``3 on trooper``. Separate saves include the number of later hits."""
        if self.together:
            return self.whose
        more = f", {format_count(self.hits - 1, 'hit')} to follow" if self.hits > 1 else ""
        alone = f"{format_count(self.saves, 'save')} for one hit{more}"
        return " · ".join(text for text in (self.whose, alone) if text)


def roll_failed_saves(
    left: tuple[SaveBatch, ...], ten_fails: bool, failed: tuple[int, ...]
) -> Asking[tuple[int, ...]]:
    """Roll one batch after another, and return the wounds of each kind of figure."""
    if not left:
        return failed
    first, *rest = left
    number = min(first.number, DIE - 1) if ten_fails else first.number
    if number <= 0:
        failed = _more(failed, first, min(first.saves, first.cap) * first.hits)
        return continue_with_pure(roll_failed_saves, tuple(rest), ten_fails, failed)
    if number >= DIE:
        return continue_with_pure(roll_failed_saves, tuple(rest), ten_fails, failed)
    hits = first.hits if first.together else 1
    dice = hits * first.saves
    parts = first.parts if number == first.number else ()
    need = Need(number, less=True, die=DIE, parts=parts)
    saved = yield from roll_check(SAVE, dice, need, role="owner", made_of=first.made_of)
    wounds = min(dice - saved, first.cap * hits)
    more = (replace(first, hits=first.hits - hits),) if first.hits > hits else ()
    failed = _more(failed, first, wounds)
    return continue_with_pure(roll_failed_saves, (*more, *rest), ten_fails, failed)


def _more(failed: tuple[int, ...], pile: SaveBatch, wounds: int) -> tuple[int, ...]:
    at = pile.kind
    return (*failed[:at], failed[at] + wounds, *failed[at + 1 :])


def find_vehicle_save_need(armour: int, power: int) -> Need:
    """Return a vehicle's need to save. Each point above it makes a marker (XF-VEH-12, XF-G71)."""
    number = rule_tables.find_save_number(armour, power)
    markers = tuple(
        Band(f"missed by {find_save_damage(face, number)}", face, face, told=True)
        for face in range(max(number, 0) + 1, DIE + 1)
    )
    parts = rule_tables.list_save_modifiers(armour, power)
    return Need(
        number, less=True, die=DIE, parts=parts, special=markers, hit="saved", miss="damage"
    )


def roll_vehicle_saves(left: tuple[tuple[int, int, int], ...], more: int) -> Asking[int]:
    """Roll saves of armour against powers. A missed save damages by the points it was missed by."""
    if not left:
        return more
    (armour, power, dice), *rest = left
    number = rule_tables.find_save_number(armour, power)
    if number < DIE:
        needs = find_vehicle_save_need(armour, power)
        roll = Roll(kind=VEHICLE_SAVE, count=dice, needs=needs, role="owner")
        counts = yield from ask(roll)
        for band, n in zip(roll.bands, counts, strict=True):
            more += 0 if band.success else n * find_save_damage(band.low, number)
    return continue_with_pure(roll_vehicle_saves, tuple(rest), more)


DEAL: Final = Split(id="deal", what="hits on", total=0, shares=(), role="owner", rule="XF-DMG-04")


class AlikeFigures(NamedTuple):
    """A unit's figures with the same armour and wounds."""

    armour: int
    wounds: int
    figures: tuple[FigureId, ...]
    text: str


def group_alike_figures(match: Match, unit: UnitId) -> tuple[AlikeFigures, ...]:
    """Group a unit's figures that hits can strike by armour and wounds (XF-DMG-04)."""

    def like(figure: FigureId) -> tuple[int, int]:
        profile = unit_profiles.get_profile(match, figure)
        return profile.armour, profile.wounds

    groups = group_equal_figures(markers.list_standing_figures(match, unit), like)
    return tuple(
        AlikeFigures(
            armour,
            wounds,
            figures,
            " and ".join(dict.fromkeys(match.figure(f).profile.replace("-", " ") for f in figures)),
        )
        for (armour, wounds), figures in groups
    )


def resolve_hits(match: Match, unit: UnitId, hits: Hits, by: Subject | None) -> None:
    """Resolve hits on a unit, up to the wounds or damage to hold (XF-SHOOT-03, steps 6 to 8)."""
    if not hits:
        return None
    if unit_profiles.is_vehicle(match, unit):
        return continue_with(resolve_vehicle_hits, match, unit, hits, by)
    there = group_alike_figures(match, unit)
    if not there:
        return None
    if len(there) == 1 or match.option("hit_allocation") == "majority":
        whom = max(range(len(there)), key=lambda at: len(there[at].figures))
        dealt = tuple((weapon, whom, n) for weapon, n in hits)
        return continue_with(roll_saves, match, unit, there, dealt, by)
    return continue_with(deal_hits, match, unit, there, hits, (), (0,) * len(there), by)


Dealt = tuple[tuple[Weapon, int, int], ...]
"""A weapon, the index of a kind of figure, and the number of the weapon's hits on that kind."""


def deal_hits(
    match: Match,
    unit: UnitId,
    there: tuple[AlikeFigures, ...],
    left: Hits,
    dealt: Dealt,
    loads: tuple[int, ...],
    by: Subject | None,
) -> Asking[None]:
    """Let the owner or shooter assign hits. Every figure takes one before any second (XF-G25)."""
    if not left:
        return continue_with(roll_saves, match, unit, there, dealt, by)
    (weapon, n), *rest = left
    names = tuple((str(at), kind.text, len(kind.figures)) for at, kind in enumerate(there))
    roles = _roles(match, unit, by)
    if match.option("hit_allocation") == "shooter" and by is not None:
        roles = {"owner": (match.side_of(UnitId(by)), unit, by)}
    first = _spared_last(match, there)
    asks = replace(DEAL, what=f"hits of {rule_tables.format_power(weapon[0])} on")
    share = yield from call_pure_stage(roles, divide_hits_evenly, asks, names, n, loads, first)
    dealt = (*dealt, *((weapon, at, more) for at, more in enumerate(share) if more))
    loads = tuple(load + more for load, more in zip(loads, share, strict=True))
    return continue_with(deal_hits, match, unit, there, tuple(rest), dealt, loads, by)


def roll_saves(
    match: Match, unit: UnitId, there: tuple[AlikeFigures, ...], dealt: Dealt, by: Subject | None
) -> Asking[None]:
    """Roll a unit's saves, then choose the figures that fall."""
    piles = tuple(_pile(match, there, at, weapon, n) for weapon, at, n in dealt)
    ten_fails = bool(match.option("save_natural_ten_fails"))
    roles = _roles(match, unit, by)
    none = (0,) * len(there)
    failed = yield from call_pure_stage(roles, roll_failed_saves, piles, ten_fails, none)
    return continue_with(apply_failed_saves, match, unit, there, failed, by)


def _pile(
    match: Match, there: tuple[AlikeFigures, ...], at: int, weapon: Weapon, n: int
) -> SaveBatch:
    """Make a batch of saves. One hit costs at most the wounds of one figure (XF-G24)."""
    (power, saves), kind = weapon, there[at]
    cap = saves if match.option("multi_save_cap") == "none" else kind.wounds
    whose = f"{n} on {kind.text}" if len(there) > 1 else ""
    number = rule_tables.find_save_number(kind.armour, power)
    parts = rule_tables.list_save_modifiers(kind.armour, power)
    return SaveBatch(at, n, number, saves, cap, whose, parts)


def apply_failed_saves(
    match: Match,
    unit: UnitId,
    there: tuple[AlikeFigures, ...],
    failed: tuple[int, ...],
    by: Subject | None,
) -> Asking[None]:
    """Apply wounds to one kind after another (XF-DMG-02, XF-DMG-05). The owner chooses among
    unequal figures (XF-G100).

    A figure that a player has removed by hand since the hits does not fall again.
    """
    for kind, wounds in zip(there, failed, strict=True):
        figures = tuple(one for one in kind.figures if match.figure(one).gone is None)
        if wounds and figures:
            yield from call_stage(inflict_wounds, unit, figures, wounds, by)


def inflict_wounds(
    match: Match, unit: UnitId, figures: tuple[FigureId, ...], wounds: int, by: Subject | None
) -> Asking[None]:
    """Inflict wounds on figures that can all bear the same number."""
    fall = delayed_losses.count_casualties(match, figures, wounds)
    them = yield from call_stage(choose_casualties, unit, figures, fall)
    delayed_losses.record_held_wounds(match, figures, wounds, them, by)


def choose_casualties(
    match: Match, unit: UnitId, figures: tuple[FigureId, ...], n: int
) -> Asking[tuple[FigureId, ...]]:
    """Choose casualties. Among unequal figures, the owner or chance decides (XF-G100)."""
    groups = _plainest_first(match, figures)
    if 0 < n < len(figures) and len(groups) > 1:
        if match.option("casualty_choice") == "random":
            return continue_with(draw_random_casualties, match, unit, figures, n, ())
        return (
            yield from choose_fallen_figures(
                match, unit, groups, n, question_id="fall", rule="XF-DMG-05"
            )
        )
    order = tuple(one for _, group in groups for one in reversed(group))
    return order[:n]


def draw_random_casualties(
    match: Match, unit: UnitId, left: tuple[FigureId, ...], n: int, fallen: tuple[FigureId, ...]
) -> Asking[tuple[FigureId, ...]]:
    """Draw one casualty after another with a die (XF-G100)."""
    if not n:
        return fallen
    names = tuple(match.name_figure(figure) for figure in left)
    roles = {"anybody": (match.side_of(unit), unit, None)}
    at = yield from call_pure_stage(roles, draw_option, CHANCE, "who falls", names, DIE)
    rest = (*left[:at], *left[at + 1 :])
    return continue_with(draw_random_casualties, match, unit, rest, n - 1, (*fallen, left[at]))


def _plainest_first(
    match: Match, figures: tuple[FigureId, ...]
) -> tuple[tuple[str, tuple[FigureId, ...]], ...]:
    """Group figures by profile and equipment, the cheapest and plainest first."""

    def like(figure: FigureId) -> tuple[bool, bool, int, str]:
        profile, value = unit_profiles.get_profile(match, figure), match.figure(figure)
        return bool(value.name), profile.commander, profile.cost, value.profile

    groups = sorted(group_equal_figures(figures, like))
    return tuple((kind[-1], members) for kind, members in groups)


def _spared_last(match: Match, there: tuple[AlikeFigures, ...]) -> tuple[int, ...]:
    """Return the indices of these kinds, with commanders and the most expensive figures last."""

    def worth(at: int) -> tuple[bool, bool, int]:
        figures = there[at].figures
        profiles = [unit_profiles.get_profile(match, one) for one in figures]
        named = any(match.figure(one).name for one in figures)
        return named, any(one.commander for one in profiles), max(one.cost for one in profiles)

    return tuple(sorted(range(len(there)), key=worth))


def make_hit_loss_facts(
    match: Match, target: UnitId, losses: int, by: Subject
) -> Iterator[AnyFact]:
    """Make loss facts without recorded dice: the plainest figures fall, a vehicle gets markers.
    They are delayed like losses from dice (XF-SHOOT-02).
    """
    waits = delayed_losses.are_losses_delayed(match, target)
    if unit_profiles.is_vehicle(match, target):
        kind = markers.HELD_DAMAGE if waits else markers.DAMAGE
        yield kind.more(match, target, losses)
        return
    groups = _plainest_first(match, markers.list_standing_figures(match, target))
    them = tuple(one for _, group in groups for one in reversed(group))[:losses]
    if them:
        fallen = markers.FALLS.set(*them, value="killed", by=by)
        yield fallen if waits else FiguresRemoved(figures=them, how="killed", by=by)


# -------------------------------------------------------------------------------------- vehicles


def resolve_vehicle_hits(
    match: Match, unit: UnitId, hits: Hits, by: Subject | None
) -> Asking[None]:
    """Roll a vehicle's saves. Each adds as many markers as it was missed by (XF-VEH-12)."""
    armour = unit_profiles.get_first_profile(match, unit).armour
    dice = tuple((armour, power, n * saves) for (power, saves), n in hits)
    more = yield from call_pure_stage(_roles(match, unit, by), roll_vehicle_saves, dice, 0)
    delayed_losses.record_held_damage(match, unit, more, by)


def _roles(match: Match, unit: UnitId, by: Subject | None) -> dict[str, Role]:
    return {"owner": (match.side_of(unit), unit, by)}
