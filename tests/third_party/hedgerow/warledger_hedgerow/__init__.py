"""Hedgerow: squads with secret orders, snap fire, wounds, blows and nerves."""

from __future__ import annotations

from typing import Final

from tracker.procedures.declared.action_key_types import InterruptKeys, Keys
from tracker.procedures.declared.printed_tables import PrintedTable
from tracker.procedures.declared.recorded_games import read_recorded_games
from tracker.procedures.declared.rosters_and_mustering import ForceRules, read_packaged_samples
from tracker.procedures.declared.rule_texts import read_glossary, read_rules
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.acting_units import RemainingActions
from tracker.procedures.pieces.common_roster_reader import (
    RosterReader,
    make_profile_reader,
    make_uniform_unit_reader,
)
from tracker.procedures.pieces.match_endings import list_sides_left
from tracker.procedures.pieces.objectives_and_awards import find_side_in_lead
from tracker.procedures.pieces.phase_flow import (
    PhaseFlow,
    make_first_turn_command,
    make_next_action,
)
from tracker.procedures.ruleset import Phase, Ruleset
from tracker.vocabulary.events import MatchEnded

from . import data, orders
from .fire import FIRE, MOVE, SNAP, on_watch
from .melee import FIGHT, nerves


def finish(match: Match) -> bool:
    """HR-WIN-1."""
    standing = list_sides_left(match)
    if len(standing) < 2:
        winner = standing[0] if standing else None
        match.record(MatchEnded(how="last standing", winner=winner, why="nobody else is left"))
    elif match.turn >= data.TURNS and match.phase == "melee":
        match.record(
            MatchEnded(how="turns", winner=find_side_in_lead(match), why=f"{data.TURNS} turns")
        )
    return match.ended is not None


FLOW: Final = PhaseFlow(
    before=(),
    turn=(
        Phase("orders", "orders", leave=orders.reveal, noun="ordering"),
        Phase("action", "action", order="sides", noun="acting"),
        Phase("melee", "melee", leave=nerves, noun="fighting"),
    ),
    finish=finish,
)
LEFT: Final = RemainingActions((*orders.ACTIONS, MOVE, FIRE, FIGHT))
ACTIONS: Final = (
    make_next_action(FLOW, LEFT.list_due_actions),
    *orders.ACTIONS,
    MOVE,
    FIRE,
    SNAP,
    FIGHT,
)
ROSTERS: Final = RosterReader(
    "hedgerow",
    (data.SNAP_PENALTY,),
    ("squads",),
    "",
    make_uniform_unit_reader("squads", "a squad", make_profile_reader(data.Profile, data.NUMBERS)),
)


def grids(match: Match, phase: str) -> tuple[PrintedTable, ...]:
    """The printed tables; the rows that a number was made of are marked while its dice are out."""
    if phase != "action":
        return ()
    harder = f"+{match.option(data.SNAP_PENALTY.name)}"
    rows = (("skill", "as its profile says"), ("cover", "+1"), ("snap fire", harder))
    return (PrintedTable("to hit", "HR-FIRE-1", ("for", "the number"), rows),)


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
    automatic=make_first_turn_command,
    due=LEFT.list_due_actions,
    keys=Keys(
        usual={"orders": "a", "action": "m", "melee": "x"},
        flags={"c": "cover"},
        cannot=LEFT.explain_cannot_act,
        interrupts=InterruptKeys("i", "snaps", on_watch),
    ),
    forces=ForceRules(ROSTERS.read, lambda: read_packaged_samples(__name__)),
    recorded=lambda: read_recorded_games(__name__),
    rules=lambda: read_rules(__name__),
    glossary=lambda: read_glossary(__name__),
    grids=grids,
)
