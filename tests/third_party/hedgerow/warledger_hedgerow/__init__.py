"""Hedgerow: squads with secret orders, snap fire, wounds, blows and nerves."""

from __future__ import annotations

from typing import Final

from tracker.procedures.declared.forces import ForceRules, packaged
from tracker.procedures.declared.grids import Grid
from tracker.procedures.declared.keys import Interrupts, Keys
from tracker.procedures.declared.recorded import recorded_in
from tracker.procedures.declared.rule_texts import glossary_in, rules_in
from tracker.procedures.pieces.acting import Left
from tracker.procedures.pieces.endings import sides_left
from tracker.procedures.pieces.flow import Flow, first_turn, go_on
from tracker.procedures.pieces.objectives import leader
from tracker.procedures.pieces.rosters import RosterFrame, read_numbers, units_alike
from tracker.procedures.ruleset import Phase, Ruleset
from tracker.procedures.view import Match
from tracker.vocabulary.events import MatchEnded

from . import data, orders
from .fire import FIRE, MOVE, SNAP, on_watch
from .melee import FIGHT, nerves


def finish(match: Match) -> bool:
    """HR-WIN-1."""
    standing = sides_left(match)
    if len(standing) < 2:
        winner = standing[0] if standing else None
        match.record(MatchEnded(how="last standing", winner=winner, why="nobody else is left"))
    elif match.turn >= data.TURNS and match.phase == "melee":
        match.record(MatchEnded(how="turns", winner=leader(match), why=f"{data.TURNS} turns"))
    return match.ended is not None


FLOW: Final = Flow(
    before=(),
    turn=(
        Phase("orders", "orders", leave=orders.reveal, noun="ordering"),
        Phase("action", "action", order="sides", noun="acting"),
        Phase("melee", "melee", leave=nerves, noun="fighting"),
    ),
    finish=finish,
)
LEFT: Final = Left((*orders.ACTIONS, MOVE, FIRE, FIGHT))
ACTIONS: Final = (go_on(FLOW, LEFT.due), *orders.ACTIONS, MOVE, FIRE, SNAP, FIGHT)
ROSTERS: Final = RosterFrame(
    "hedgerow",
    (data.SNAP_PENALTY,),
    ("squads",),
    "",
    units_alike("squads", "a squad", read_numbers(data.Profile, data.NUMBERS)),
)


def grids(match: Match, phase: str) -> tuple[Grid, ...]:
    """The printed tables; the rows that a number was made of are marked while its dice are out."""
    if phase != "action":
        return ()
    harder = f"+{match.option(data.SNAP_PENALTY.name)}"
    rows = (("skill", "as its profile says"), ("cover", "+1"), ("snap fire", harder))
    return (Grid("to hit", "HR-FIRE-1", ("for", "the number"), rows),)


RULESET: Final = Ruleset(
    id="hedgerow",
    version="1",
    title="Hedgerow",
    phases=FLOW.turn,
    options=(data.SNAP_PENALTY,),
    markers=(data.ORDER, data.MOVED, data.FIRED, data.FOUGHT, data.SHOCK),
    links=(data.CONTACT,),
    rolls=(data.HIT, data.SAVE, data.BLOW, data.NERVE),
    unit_of_length="in",
    actions={action.id: action for action in ACTIONS},
    automatic=first_turn,
    due=LEFT.due,
    keys=Keys(
        usual={"orders": "a", "action": "m", "melee": "x"},
        flags={"c": "cover"},
        cannot=LEFT.cannot,
        interrupts=Interrupts("i", "snaps", on_watch),
    ),
    forces=ForceRules(ROSTERS.read, lambda: packaged(__name__)),
    recorded=lambda: recorded_in(__name__),
    rules=lambda: rules_in(__name__),
    glossary=lambda: glossary_in(__name__),
    grids=grids,
)
