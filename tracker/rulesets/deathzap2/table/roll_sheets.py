"""Many small rolls as sheets: impetus, orders, panic checks, Morale. A row for each who rolls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from tracker.procedures.declared.rollsheet import Come, RollSheet, Row, each
from tracker.procedures.requests import Faces
from tracker.procedures.view import Match
from tracker.rulesets.deathzap2.attacks.products import panics, settled
from tracker.rulesets.deathzap2.data import benefits, markers
from tracker.rulesets.deathzap2.data.options import scale
from tracker.rulesets.deathzap2.phases import impetus, morale, orders, phase_end
from tracker.vocabulary.names import UnitId, unit_id


def impetus_sheet(match: Match, request: Faces) -> RollSheet:
    """DZ-IMP-01: a die a side, and what is added to it (DZ-G06)."""
    del request
    more = [impetus.bonus(match, side) for side in match.sides]

    def read(rows: tuple[tuple[int, ...], ...]) -> tuple[Come, ...]:
        if not all(rows):
            return tuple(Come() for _ in rows)
        scores = [dice[0] + n for dice, n in zip(rows, more, strict=True)]
        if len(set(scores)) == 1:
            return tuple(Come(word="equal: roll again") for _ in rows)
        best = max(scores)
        return tuple(Come(word="acts first" if score == best else "") for score in scores)

    rows = tuple(
        Row(side, (f"+{n}",) if any(more) else (), 1)
        for side, n in zip(match.sides, more, strict=True)
    )
    return RollSheet("impetus", ("panicked enemies",) if any(more) else (), (), rows, read)


def orders_sheet(match: Match, request: Faces) -> RollSheet:
    """DZ-ORD-02: a die a unit as they lie beside them; panicked units earn none (DZ-G02)."""
    rows = [_order_row(label) for label in request.labels]
    side = request.side
    if side is not None:
        earning = orders.earning(match, side)
        without = [unit for unit in match.units(side) if unit not in earning]
        rows += [Row(unit, why="panicked: no die") for unit in without]

    def read(row: int, dice: tuple[int, ...]) -> Come:
        if rows[row].subject is None:
            return Come(word="lost: one die too many")
        return Come(word=benefits.benefit(match, dice[0]).text or "nothing")

    return RollSheet("orders", (), (), tuple(rows), each(read))


def _order_row(label: str) -> Row:
    if label == orders.NOBODY:
        return Row(None, dice=1, name=label)
    return Row(_unit(label), dice=1)


def panic_sheet(match: Match, request: Faces) -> RollSheet:
    """DZ-T18: the die for those left times their number against that of the killed."""
    del request
    rows = tuple(
        _panic_row(match, unit)
        for unit in markers.in_order(match)
        if markers.killed_this_phase(match, unit) and match.figures(unit)
    )

    def read(row: int, dice: tuple[int, ...]) -> Come:
        left, killed = (int(text) for text in rows[row].known)
        scared = panics(left, killed, *dice)
        numbers = zip(dice, (left, killed), strict=True)
        products = tuple(f"{die} × {number} = {die * number}" for die, number in numbers)
        return Come(products, "PANIC" if scared else "calm", bad=scared)

    worked = ("die × left", "die × killed")
    return RollSheet("panic checks", ("left", "killed"), worked, rows, each(read))


def _panic_row(match: Match, unit: UnitId) -> Row:
    left, killed = len(match.figures(unit)), markers.killed_this_phase(match, unit)
    known = (str(left), str(killed))
    if phase_end.may_panic(match, unit):
        sure = settled(left, killed, tie_panics=False)
        if sure is None:
            return Row(unit, known, 2)
        why = "panics whatever is rolled" if sure else "calm whatever is rolled"
    elif markers.is_big(match, unit):
        why = "vehicles and monsters never panic"
    elif orders.benefit(match, unit).steady:
        why = "its order: no panic check"
    else:
        why = "already panicked: no roll"
    return Row(unit, known, why=why)


def morale_sheet(match: Match, request: Faces) -> RollSheet:
    """DZ-T16: who rallies, who flees and how far; panicked this turn stays (DZ-MORALE-04)."""
    del request
    rolling = morale.testing(match)
    panicked = [unit for unit in markers.in_order(match) if markers.is_panicked(match, unit)]
    rows = tuple(_morale_row(match, unit, rolls=unit in rolling) for unit in panicked)
    always = match.option("lone_flight") == "always_double_roll"

    def read(row: int, dice: tuple[int, ...]) -> Come:
        lone = markers.is_lone(match, panicked[row])
        if dice[0] < morale.RALLY or (always and lone):
            length = 2 * dice[0] * scale(match, "move")
            return Come(word=f'flees {length}"', bad=True)
        return Come(word="stays panicked" if lone else "rallies")

    return RollSheet("morale", ("panicked",), (), rows, each(read))


def _morale_row(match: Match, unit: UnitId, *, rolls: bool) -> Row:
    since = markers.panicked_since(match, unit)
    known = (f"turn {since}",)
    if rolls:
        return Row(unit, known, 1)
    this_turn = since == match.turn
    return Row(unit, known, why="panicked this turn: stays" if this_turn else "on its own: stays")


def _unit(label: str) -> UnitId:
    return unit_id(label.split(maxsplit=1)[0].rstrip(",:"))


ROLL_SHEETS: Final[Mapping[str, Callable[[Match, Faces], RollSheet]]] = {
    "impetus": impetus_sheet,
    "orders": orders_sheet,
    "panic checks": panic_sheet,
    "morale": morale_sheet,
}
STEPS: Final = dict.fromkeys(("shoot", "fight"), ("to hit", "through", "save"))
WON: Final = {"to hit": ("hit", "hits"), "through": ("through", "through"), "save": ("saved",) * 2}
