"""The end of Shooting and Melee: removals, effects of damage, and panic checks.

Everything happens simultaneously for both sides, and all panic dice are a single roll (DZ-SHOOT-12,
DZ-SHOOT-13, DZ-MELEE-06).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Final

from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.declared.roll_sheet import RollSheet, Row, RowResult, read_each_row
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.delayed_effects import (
    DelayedEffects,
    make_delayed_effect_facts,
    make_marked_removal_facts,
)
from tracker.procedures.pieces.dice_tests import format_unit_for_sheet, roll_dice_rows
from tracker.procedures.pieces.subject_lookup import find_common_side
from tracker.procedures.requests import Asking, Faces, call_pure_stage, continue_with
from tracker.procedures.ruleset import LaterMarker
from tracker.rulesets.deathzap2.data import markers, state_queries, unit_profiles
from tracker.rulesets.deathzap2.data.rule_tables import DIE, does_panic, find_certain_panic_result
from tracker.rulesets.deathzap2.phases.impetus_and_order_dice import get_order_benefit
from tracker.vocabulary.die_labels import Label
from tracker.vocabulary.events import AnyFact, GearChanged, RemovedHow
from tracker.vocabulary.subject_ids import FigureId, Subject, UnitId

PanicCheck = tuple[UnitId, int, int]
"""A unit with losses, the number of its figures left, and the number of its figures killed."""


def resolve_phase_end(match: Match) -> None:
    """Remove fallen figures, apply delayed losses, and roll panic checks (DZ-SHOOT-12, DZ-G28)."""
    match.record(*make_delayed_loss_facts(match))
    return continue_with(roll_panic_checks, match)


def find_removal_cause(match: Match, figure: FigureId) -> RemovedHow:
    return "destroyed" if unit_profiles.is_vehicle_or_monster(match, figure) else "killed"


def _make_halved_speed_fact(match: Match, figure: Subject) -> AnyFact:
    halved = sum(kind.number(match, figure) for kind in (markers.HALVED, markers.WILL_HALVE))
    once = match.option("repeat_half") == "once"  # DZ-G29
    return markers.HALVED.set(figure, value=min(1, halved) if once else halved)


def _make_lost_guns_fact(match: Match, figure: Subject) -> AnyFact:
    guns = tuple(str(match.mark(figure, markers.WILL_LOSE)).split(","))
    return GearChanged(figure=FigureId(figure), lost=guns, why="damage")


DAMAGE: Final[DelayedEffects] = {
    markers.WILL_HALVE: _make_halved_speed_fact,
    markers.WILL_STOP: lambda _, figure: markers.IMMOBILE.set(figure),
    markers.WILL_LOSE: _make_lost_guns_fact,
}


def make_delayed_loss_facts(match: Match) -> Iterator[AnyFact]:
    """Yield the facts for the losses and damage that were delayed until the end of the phase."""
    yield from make_marked_removal_facts(match, markers.TO_REMOVE, find_removal_cause)
    yield from make_delayed_effect_facts(match, DAMAGE)


def list_losses_by_unit(match: Match) -> tuple[PanicCheck, ...]:
    """List the units with losses, each with the numbers of its figures left and killed.

    The units of the side that acts first come first.
    """
    killed = match.marked(markers.KILLED)
    units = state_queries.list_units_by_side_order(match) if killed else ()
    found = (
        (unit, len(match.figures(unit)), markers.KILLED.number(match, unit))
        for unit in units
        if unit in killed
    )
    return tuple(check for check in found if check[2])


def list_panic_checks(match: Match) -> tuple[PanicCheck, ...]:
    return tuple(
        check for check in list_losses_by_unit(match) if not explain_panic_immunity(match, check[0])
    )


def describe_due_panic_checks(match: Match) -> tuple[str, ...]:
    return tuple(f"panic check of {match.unit(unit).name}" for unit, *_ in list_panic_checks(match))


def explain_panic_immunity(match: Match, unit: UnitId) -> str:
    """Explain why a unit with losses makes no panic check, or return "" if it makes one.

    Vehicles and monsters never panic (DZ-G61), nor do units steadied by their order (DZ-G01). Lone
    figures usually panic without a roll (DZ-G36, DZ-G45). Panicked units usually make no further
    checks (DZ-G35).
    """
    if unit_profiles.is_vehicle_or_monster_unit(match, unit):
        return "vehicles and monsters never panic"
    if get_order_benefit(match, unit).steady:
        return "its order: no panic check"
    if (
        unit_profiles.is_single_foot_unit(match, unit)
        and match.option("lone_panic_from") == "always"
    ):
        return "one figure left: panics without a roll"
    again = match.option("recheck_panicked") or not match.has(unit, markers.PANICKED)
    return "" if again else "already panicked: no roll"


def forecast_panic_checks(match: Match) -> Iterator[LaterMarker]:
    """Yield each unit's chance to panic at phase end, if no more figures fall (DZ-SHOOT-13)."""
    if match.ended is not None:
        return
    always = match.option("lone_panic_from") == "always"
    for unit, _, killed in list_losses_by_unit(match):
        standing = state_queries.list_standing_figures(match, unit)
        if not standing or match.has(unit, markers.PANICKED):
            continue
        alone = always and unit_profiles.is_single_foot_figure(match, standing)
        calm = not alone and explain_panic_immunity(match, unit)
        chance = 0.0 if calm else 1.0 if alone else compute_panic_chance(len(standing), killed)
        if chance:
            yield LaterMarker(unit, markers.PANICKED, chance, "no more killed in this phase")


@lru_cache(maxsize=256)
def compute_panic_chance(figures_left: int, killed: int) -> float:
    """Compute a unit's chance to panic, from the numbers of figures left and killed (DZ-T18)."""
    pairs = list(product(range(1, DIE + 1), repeat=2))
    return sum(does_panic(figures_left, killed, *dice) for dice in pairs) / len(pairs)


def roll_panic_checks(match: Match) -> Asking[None]:
    """Roll panic checks (DZ-SHOOT-13). Units for which only one result is possible do not roll.

    A die times the number of figures left is compared with a die times the number killed.
    """
    checks = list_panic_checks(match)
    known = [(check, find_certain_panic_result(*check[1:], tie_panics=False)) for check in checks]
    frightened = [unit for (unit, _, _), sure in known if sure]
    rolling = [check for check, sure in known if sure is None]
    labels = tuple(
        Label(format_unit_for_sheet(match, unit), text, unit, number)
        for unit, left, killed in rolling
        for text, number in ((f"{left} left", left), (f"{killed} killed", killed))
    )
    counts = tuple((left, killed) for _, left, killed in rolling)
    owner = find_common_side(match, (unit for unit, _, _ in rolling))
    roles = {"owner": (owner, None, None)}
    fell = yield from call_pure_stage(roles, roll_panic_dice, counts, labels)
    frightened += [unit for (unit, _, _), panic in zip(rolling, fell, strict=True) if panic]
    markers.PANICKED.record_on(match, *frightened, value=match.turn)


def build_panic_sheet(match: Match, request: Faces) -> RollSheet:
    """Build the sheet of panic checks, with dice for figures left and figures killed (DZ-T18)."""
    del request
    rows = tuple(_make_panic_row(match, *check) for check in list_losses_by_unit(match))

    def read(row: int, dice: tuple[int, ...]) -> RowResult:
        left, killed = (int(text) for text in rows[row].known)
        scared = does_panic(left, killed, *dice)
        numbers = zip(dice, (left, killed), strict=True)
        products = tuple(f"{die} × {number} = {die * number}" for die, number in numbers)
        return RowResult(products, "PANIC" if scared else "calm", bad=scared)

    worked = ("die × left", "die × killed")
    return RollSheet("panic checks", ("left", "killed"), worked, rows, read_each_row(read))


def _make_panic_row(match: Match, unit: UnitId, left: int, killed: int) -> Row:
    known, why = (str(left), str(killed)), explain_panic_immunity(match, unit)
    sure = find_certain_panic_result(left, killed, tie_panics=False)
    if not why and sure is None:
        return Row(unit, known, 2)
    whatever = "panics whatever is rolled" if sure else "calm whatever is rolled"
    return Row(unit, known, why=why or whatever)


PANIC: Final = RollKind(
    "panic_dice",
    "panic checks",
    rule="DZ-SHOOT-13",
    stakes=markers.PANICKED,
    sheet=build_panic_sheet,
)


def roll_panic_dice(
    left_and_killed: tuple[tuple[int, int], ...], labels: tuple[Label, ...]
) -> Asking[tuple[bool, ...]]:
    """Roll two dice per unit, all in one roll, and return which units panic (DZ-T18)."""
    dice = (6, 6) * len(left_and_killed)
    need = "more for the killed: panic"
    faces = Faces(kind=PANIC, dice=dice, labels=labels, need=need, role="owner")
    return (
        yield from roll_dice_rows(
            faces, 2, lambda row, dice: does_panic(*left_and_killed[row], *dice)
        )
    )
