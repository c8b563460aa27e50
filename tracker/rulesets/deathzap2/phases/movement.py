"""Movement: allowances and moves (DZ-MOVE-01 to 04 and 08)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from tracker.procedures.declared.forms import Form
from tracker.procedures.declared.keys import KeyVerb
from tracker.procedures.declared.slots import extra, length, switch
from tracker.procedures.pieces.acting import (
    each,
    list_foreign_subject_objections,
    list_wrong_half_objections,
)
from tracker.procedures.pieces.people import units
from tracker.procedures.ruleset import Action, Bar, Objection
from tracker.procedures.view import Match
from tracker.rulesets.deathzap2.data import markers, rule_tables
from tracker.rulesets.deathzap2.data.distance_scale import find_distance_scale
from tracker.rulesets.deathzap2.data.rule_tables import Type
from tracker.rulesets.deathzap2.phases.order_dice import get_order_benefit
from tracker.vocabulary import names
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.events import AnyFact, Moved
from tracker.vocabulary.names import FigureId, SideId, UnitId


class Move(Struct, frozen=True):
    """Units that move. ``length`` (hundredths of an inch) is checked if given; ``towards_enemy``
    matters only for panicked units under a house rule.
    """

    units: tuple[UnitId, ...]
    length: int | None = None
    obstacles: int = 0
    towards_enemy: bool = False


def find_type_speed(match: Match, type_of: Type) -> int:
    """DZ-T2 on the board in play, in hundredths of an inch (DZ-G07, DZ-G17)."""
    options = {"heavy_infantry_move": match.option("heavy_infantry_move")}
    return rule_tables.find_base_speed(type_of, options) * find_distance_scale(match, "move")


def find_figure_speed(match: Match, figure: FigureId) -> int:
    """The remaining speed of a figure: halved for each damage result, or zero (DZ-MOVE-08)."""
    if match.has(figure, markers.IMMOBILE):
        return 0
    halved = markers.HALVED.number(match, figure)
    return find_type_speed(match, markers.get_profile(match, figure).type) >> halved


def find_obstacle_cost(match: Match) -> int:
    """DZ-MOVE-03: an inch each on any board, unless every distance is doubled."""
    return rule_tables.INCH * find_distance_scale(match, "other")


def find_move_allowance(match: Match, unit: UnitId, obstacles: int = 0) -> int:
    """The allowance of a unit as a whole, in hundredths of an inch (DZ-MOVE-02).

    Its slowest figure counts. The order benefit is added unchanged, after board and damage.
    """
    pace = min((find_figure_speed(match, figure) for figure in match.figures(unit)), default=0)
    if not pace:
        return 0
    ordered = (
        get_order_benefit(match, unit).move * rule_tables.INCH * find_distance_scale(match, "other")
    )
    return max(0, pace + ordered - obstacles * find_obstacle_cost(match))


def list_holding_reasons(match: Match, unit: UnitId) -> Iterator[Bar]:
    """Why a unit cannot move in any phase."""
    rule, why = "", ""
    if markers.is_engaged(match, unit):
        rule, why = "DZ-MOVE-04", "in melee"
    elif not find_move_allowance(match, unit):
        rule, why = "DZ-MOVE-08", "cannot move"
    elif match.option("panicked_move") == "none" and markers.is_panicked(match, unit):
        rule, why = "DZ-G11", "panicked"
    if rule:
        yield Bar(
            "may-not-move", rule, why, f"{names.format_display_handle(unit)} cannot move: {why}"
        )


def list_blocking_reasons(match: Match, unit: UnitId) -> Iterator[Bar]:
    """Why a unit may not take its move (DZ-MOVE-01)."""
    if match.has(unit, markers.MOVED):
        yield Bar("has-moved", "DZ-MOVE-01", "has moved")
    yield from list_holding_reasons(match, unit)


def make_move_facts(
    match: Match, units: Iterable[UnitId], length: int | None, how: str
) -> list[AnyFact]:
    """The facts of a move, or of a second move where it is the Shooting phase."""
    units = tuple(units)
    marker = markers.SECOND_MOVE if match.phase == "shoot" else markers.MOVED
    return [marker.set(*units), *make_moved_events(units, length, how)]


def make_moved_events(units: Iterable[UnitId], length: int | None, how: str) -> list[Moved]:
    return [Moved(unit=unit, length=length, how=how) for unit in units]


def resolve_move(match: Match, _: SideId | None, params: Move) -> None:
    match.record(*make_move_facts(match, params.units, params.length, "move"))


def list_objections(match: Match, side: SideId | None, params: Move) -> Iterable[Objection]:
    yield from list_phase_objections(match)
    for unit in params.units:
        yield from list_move_objections(match, side, unit, params.length, params.obstacles)
        yield from list_straying_objections(match, unit, towards_enemy=params.towards_enemy)


def list_phase_objections(match: Match) -> Iterable[Objection]:
    """Units move in the Movement phase, and once more instead of firing (DZ-TURN-02)."""
    if match.phase not in {"move", "shoot"}:
        yield Objection("not-movement", "DZ-TURN-02", "units move only in the Movement phase")


def list_move_objections(
    match: Match, side: SideId | None, unit: UnitId, length: int | None, obstacles: int
) -> Iterable[Objection]:
    """The objections to any move: the wrong half, an immobile unit, the length."""
    who = names.format_display_handle(unit)
    yield from list_foreign_subject_objections(match, side, unit, "DZ-MOVE-01", who)
    yield from list_wrong_half_objections(match, unit, "DZ-MOVE-01")
    barred = [bar.make_objection(who) for bar in list_holding_reasons(match, unit)]
    yield from barred or list_length_objections(match, unit, length, obstacles)


def list_length_objections(
    match: Match, unit: UnitId, length: int | None, obstacles: int
) -> Iterable[Objection]:
    """DZ-MOVE-02 and DZ-MOVE-03."""
    who = names.format_display_handle(unit)
    full = find_move_allowance(match, unit)
    if obstacles * find_obstacle_cost(match) > full:
        yield Objection(
            "obstacles",
            "DZ-MOVE-03",
            f"{who} cannot move far enough to cross {format_count(obstacles, 'obstacle')}",
        )
    elif length is not None and length > find_move_allowance(match, unit, obstacles):
        most = format_inches(find_move_allowance(match, unit, obstacles))
        yield Objection("too-far", "DZ-MOVE-02", f"{who} moves at most {most}")


def list_straying_objections(
    match: Match, unit: UnitId, *, towards_enemy: bool
) -> Iterable[Objection]:
    """DZ-G11: the house rule that panicked units keep away from the enemy."""
    if (
        towards_enemy
        and match.option("panicked_move") == "not_towards_enemy"
        and markers.is_panicked(match, unit)
    ):
        yield Objection(
            "towards-enemy",
            "DZ-G11",
            f"{names.format_display_handle(unit)} is panicked and must keep its distance",
        )


def describe_move_limit(match: Match, units: Iterable[UnitId], obstacles: int = 0) -> str:
    """``at most 8"``; for units that differ ``R1, R2 at most 8", R3 at most 12"``."""
    by_most: dict[int, list[str]] = {}
    for unit in units:
        by_most.setdefault(find_move_allowance(match, unit, obstacles), []).append(
            names.format_display_handle(unit)
        )
    told = {", ".join(who): f"at most {format_inches(most)}" for most, who in by_most.items()}
    return ", ".join(told.values() if len(told) == 1 else (f"{a} {b}" for a, b in told.items()))


def format_inches(hundredths: int) -> str:
    """``2.5"`` for 250."""
    return f'{hundredths / rule_tables.INCH:g}"'


WAY = (length("length", "in"), extra("obstacles"))
TOWARDS = switch("towards_enemy", "towards")
MOVE = Action(
    id="move",
    word="moved",
    ahead="to move",
    params=Move,
    stage=resolve_move,
    phases=("move",),
    objections=list_objections,
    bars=list_blocking_reasons,
    expected="has not moved",
    candidates=each("move", list_blocking_reasons, lambda _, unit: (Move((unit,)),)),
    limit=lambda match, params: describe_move_limit(match, params.units, params.obstacles),
    form=Form("moves", units(), how=(*WAY, TOWARDS), key=KeyVerb("m", text="moves")),
)
