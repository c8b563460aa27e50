"""Coin: a complete ruleset to copy. Hands of coins are tossed, and heads score.

The page docs/rulesets.md quotes all of it, in the same order.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.action_key_types import Keys, KeyVerb
from tracker.procedures.declared.action_line_forms import Form, applies_in_every_phase
from tracker.procedures.declared.marker_and_link_kinds import MarkerKind
from tracker.procedures.declared.marker_values import Amount
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.declared.roll_sheet import RollSheet, Row, RowResult, read_each_row
from tracker.procedures.declared.rosters_and_mustering import (
    ForceRules,
    RosterFigure,
    RosterUnit,
    Sample,
)
from tracker.procedures.match_view import Match, choose_last
from tracker.procedures.pieces.acting_units import RemainingActions, make_unit_candidates
from tracker.procedures.pieces.common_roster_reader import HouseRules, RosterReader, Units
from tracker.procedures.pieces.line_subject_fields import format_unit, make_units_left_field
from tracker.procedures.pieces.match_endings import list_sides_left
from tracker.procedures.pieces.objectives_and_awards import find_side_in_lead
from tracker.procedures.pieces.phase_flow import (
    PhaseFlow,
    make_first_turn_command,
    make_next_action,
)
from tracker.procedures.requests import Asking, Faces, ask, call_stage, roll_check
from tracker.procedures.ruleset import Action, BlockingReason, HouseRule, Phase, Ruleset
from tracker.vocabulary.die_labels import Label
from tracker.vocabulary.events import FiguresRemoved, MatchEnded, PointsScored
from tracker.vocabulary.subject_ids import SideId, UnitId
from tracker.vocabulary.toml_reader import TableReader, TomlReader

# What lies on the table, what is agreed, what is rolled

TOSSED: Final = MarkerKind("tossed", "tossed", "t", until="turn", quiet=True)
SHAKEN: Final = MarkerKind(
    "shaken", "shaken", "S", shown="times", nerve=True, values=Amount("shaken", counts=True)
)

POINTS: Final = HouseRule("points", (5, 3, 10), "COIN-4", "points that win the game")


def make_grip_sheet(match: Match, _: Faces) -> RollSheet:
    """Make the sheet with a row for each hand. A shaken hand rolls a die."""
    rows = tuple(
        Row(unit, (str(count_shocks(match, unit)),), 1 if count_shocks(match, unit) else 0, "calm")
        for unit in match.units()
    )

    def read(row: int, dice: tuple[int, ...]) -> RowResult:
        drops = dice[0] <= int(rows[row].known[0])
        return RowResult((), "drops a coin" if drops else "holds", bad=drops)

    return RollSheet("grip", ("shaken",), (), rows, read_each_row(read))


HEADS: Final = RollKind("heads", "heads", won="heads", many="heads", rule="COIN-1")
GRIP: Final = RollKind("grip", "grip", rule="COIN-3", stakes=SHAKEN, sheet=make_grip_sheet)


def count_shocks(match: Match, unit: UnitId) -> int:
    """Count a hand's shocks, which are its markers ``shaken``."""
    return SHAKEN.number(match, unit)


# What a hand does, and who may


class Toss(Struct, frozen=True):
    """The parameters of the action: the hands that toss all their coins."""

    units: tuple[UnitId, ...]


def toss(match: Match, side: SideId | None, params: Toss) -> Asking[None]:
    """COIN-1: each hand in turn rolls a die for each coin, with heads on 4 or more."""
    for unit in params.units:
        yield from call_stage(toss_one, unit)


def toss_one(match: Match, unit: UnitId) -> Asking[None]:
    """COIN-2: each head scores a point, and a hand without heads gets one more shock."""
    side = match.side_of(unit)
    match.record(TOSSED.set(unit))
    heads = yield from roll_check(HEADS, len(match.figures(unit)), 4, side=side, subject=unit)
    if heads:
        match.record(PointsScored(side=side, points=heads, why="heads"))
    else:
        match.record(SHAKEN.set(unit, value=count_shocks(match, unit) + 1))


def bars(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    """Yield the reason why a hand cannot toss at all."""
    if match.has(unit, TOSSED):
        yield BlockingReason("has-tossed", "COIN-1", "has tossed")


TOSS: Final = Action(
    "toss",
    "tosses",
    Toss,
    toss,
    phases=("toss",),
    candidates=make_unit_candidates("toss", bars, lambda _, unit: (Toss((unit,)),)),
    form=Form(
        "tosses",
        make_units_left_field(),
        also={"": applies_in_every_phase},
        key=KeyVerb("t", text="tosses"),
    ),
    bars=bars,
    expected="has not tossed",
    rolls=(HEADS,),
)
LEFT: Final = RemainingActions((TOSS,))


# The turn


def drop(match: Match) -> Asking[None]:
    """COIN-3: at the end of a turn, each shaken hand rolls, and may drop a coin."""
    hands = tuple(unit for unit in match.units() if count_shocks(match, unit))
    if not hands:
        return
    labels = tuple(Label(format_unit(match, unit), subject=unit) for unit in hands)
    faces = yield from ask(
        Faces(kind=GRIP, dice=(6,) * len(hands), labels=labels, need="no more than shocks: drops")
    )
    for unit, face in zip(hands, faces, strict=True):
        if face <= count_shocks(match, unit):
            match.record(FiguresRemoved(figures=choose_last(match.figures(unit), 1)))


def finish(match: Match) -> bool:
    """COIN-4: end the game if a side has the points and the lead, or has the last coins."""
    first, holding = find_side_in_lead(match), list_sides_left(match)
    if len(holding) < 2:
        winner = holding[0] if holding else None
        match.record(MatchEnded(how="nobody left", winner=winner, why="the last coins"))
    elif first is not None and match.points(first) >= int(match.option("points")):
        why = f"{match.points(first)} points"
        match.record(MatchEnded(how="points", winner=first, why=why))
    return match.ended is not None


FLOW: Final = PhaseFlow(
    before=(),
    turn=(Phase("toss", "toss", leave=drop, noun="tossing"),),
    finish=finish,
)
NEXT: Final = make_next_action(FLOW, LEFT.list_due_actions)


# Forces


class Coin(Struct, frozen=True):
    """The profile of a figure. All coins are alike."""


def hands(_: TomlReader, data: TableReader, rules: HouseRules) -> Units:
    """Read the names and the numbers of coins of ``[[hands]]``."""
    units = []
    for hand in data.read_tables("hands"):
        hand.report_unknown_keys(("name", "coins"))
        name = hand.read_name("a hand", "Hand")
        coins = hand.read_number_or_default(1, "coins", 1, 20, what=f"the coins of {name}")
        units.append(RosterUnit(name, (RosterFigure("coin"),) * coins))
    return units, {"coin": Coin()}


FRAME: Final = RosterReader("coin", (POINTS,), ("hands",), "", hands)
SAMPLE: Final = """
name = "Loose change"
ruleset = "coin"

[[hands]]
name = "Left"
coins = 3

[[hands]]
name = "Right"
coins = 2
"""

# All of it

RULESET: Final = Ruleset(
    id="coin",
    version="1",
    title="Coin",
    phases=FLOW.turn,
    options=(POINTS,),
    markers=(TOSSED, SHAKEN),
    rolls=(HEADS, GRIP),
    actions={"toss": TOSS, "next": NEXT},
    automatic=make_first_turn_command,
    due=LEFT.list_due_actions,
    keys=Keys(usual={"toss": "t"}, cannot=LEFT.explain_cannot_act),
    forces=ForceRules(FRAME.read, lambda: (Sample("change.toml", "Loose change", SAMPLE),)),
    rules=lambda: {
        "COIN-1": "In a turn, each hand tosses all its coins once. A 4 or more is heads.",
        "COIN-2": "Each head scores a point. A hand without heads gets one more shock.",
        "COIN-3": "At the end of a turn, each shaken hand rolls a die. If it shows no more than"
        " the hand's number of shocks, the hand drops a coin.",
        "COIN-4": "After a turn, a side wins if it has the agreed points and the lead.",
    },
)
