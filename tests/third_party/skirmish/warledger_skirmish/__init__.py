"""Skirmish: ten-sided dice that must roll low, counted suppression, snap fire, player turns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.action_key_types import InterruptKeys, Keys, KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.line_form_slots import make_flag_slot, make_length_slot
from tracker.procedures.declared.line_reader import LineReader
from tracker.procedures.declared.marker_and_link_kinds import MarkerKind
from tracker.procedures.declared.marker_values import Amount
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.declared.roll_sheet import RollSheet, Row, RowResult, read_each_row
from tracker.procedures.declared.rosters_and_mustering import ForceRules, read_packaged_samples
from tracker.procedures.declared.rule_texts import read_rules
from tracker.procedures.match_view import Match, choose_last
from tracker.procedures.pieces import acting_units
from tracker.procedures.pieces.common_roster_reader import (
    RosterReader,
    make_profile_reader,
    make_uniform_unit_reader,
)
from tracker.procedures.pieces.line_subject_fields import (
    format_unit,
    make_unit_field,
    make_units_left_field,
)
from tracker.procedures.pieces.match_endings import list_sides_left
from tracker.procedures.pieces.needed_numbers import Limits, compute_need
from tracker.procedures.pieces.objectives_and_awards import find_side_in_lead
from tracker.procedures.pieces.phase_flow import (
    PhaseFlow,
    make_first_turn_command,
    make_next_action,
)
from tracker.procedures.requests import Asking, Faces, Interrupt, ask, continue_with, roll_check
from tracker.procedures.ruleset import (
    Action,
    BlockingReason,
    HouseRule,
    Interruptible,
    Objection,
    Phase,
    Ruleset,
)
from tracker.vocabulary.dice_bands import Modifier
from tracker.vocabulary.die_labels import Label
from tracker.vocabulary.events import FiguresRemoved, MatchEnded, Moved, PointsScored
from tracker.vocabulary.roll_needs import Need
from tracker.vocabulary.subject_ids import SideId, UnitId

# ------------------------------------------------------------------------------------------ data

D10: Final = 10
COVER: Final = 2
REACH: Final = 600  # hundredths of an inch
LIMITS: Final = Limits(1, D10 - 1, "1 always hits", "10 always misses", "SK-FIRE-1")

MOVED: Final = MarkerKind("moved", "moved", "m", until="side turn")
FIRED: Final = MarkerKind("fired", "fired", "f", until="side turn")
WATCH: Final = MarkerKind("watch", "on watch", "w", until="own turn")
SUPPRESSED: Final = MarkerKind(
    "suppressed",
    "suppressed",
    "S",
    shown="times",
    nerve=True,
    values=Amount("markers", counts=True),
)
TURNS: Final = HouseRule("turns", (4, 6, 8), "SK-WIN-1", "turns of a game", "How many turns?")


class Profile(Struct, frozen=True):
    """The numbers that a figure needs on a ten-sided die, or less."""

    skill: int
    armour: int
    nerve: int


# ---------------------------------------------------------------------------------- suppression


def profile(match: Match, unit: UnitId) -> Profile:
    return match.profile(match.figures(unit)[0], Profile)


def is_pinned(match: Match, unit: UnitId) -> bool:
    """SK-FIRE-2: whether a unit has at least as many markers as figures."""
    return SUPPRESSED.number(match, unit) >= len(match.figures(unit))


def rally_sheet(match: Match, _: Faces) -> RollSheet:
    """SK-RALLY-1: make a sheet with a row for each unit of the side whose turn begins."""
    rows = tuple(
        Row(unit, (str(markers), str(profile(match, unit).nerve)), min(markers, 1), "steady")
        for unit in acting_units.list_acting_units(match)
        for markers in (SUPPRESSED.number(match, unit),)
    )

    def read(row: int, dice: tuple[int, ...]) -> RowResult:
        rallies = dice[0] <= int(rows[row].known[1])
        return RowResult((), "rallies" if rallies else "stays down", bad=not rallies)

    return RollSheet("rally", ("markers", "nerve"), (), rows, read_each_row(read))


HIT: Final = RollKind("hit", "to hit", "hit", "hits", rule="SK-FIRE-1")
SAVE: Final = RollKind("save", "save", "saved", "saves", rule="SK-SAVE-1")
RALLY: Final = RollKind("rally", "rally", rule="SK-RALLY-1", stakes=SUPPRESSED, sheet=rally_sheet)


def rally(match: Match) -> Asking[None]:
    """SK-RALLY-1: roll for all suppressed units of a side when its turn begins."""
    down = tuple(
        unit for unit in acting_units.list_acting_units(match) if SUPPRESSED.number(match, unit)
    )
    if not down:
        return
    labels = tuple(Label(format_unit(match, unit), subject=unit) for unit in down)
    dice = (D10,) * len(down)
    side = match.clock.side
    faces = yield from ask(
        Faces(kind=RALLY, dice=dice, labels=labels, need="nerve or less", side=side)
    )
    for unit, face in zip(down, faces, strict=True):
        if face <= profile(match, unit).nerve:
            match.record(SUPPRESSED.cleared(unit))


# ------------------------------------------------------------------------------------- movement


class Move(Interruptible, frozen=True):
    unit: UnitId
    length: int | None = None


def stays(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    """SK-MOVE-1: a unit moves once a turn, and not while it is pinned."""
    yield from acting_units.list_out_of_turn_reasons(match, unit, "move", "SK-TURN-1")
    if match.has(unit, MOVED):
        yield BlockingReason("has-moved", "SK-MOVE-1", "has moved")
    elif is_pinned(match, unit):
        yield BlockingReason("pinned", "SK-MOVE-1", "is pinned")


def too_far(match: Match, _: SideId | None, params: Move) -> Iterator[Objection]:
    """SK-MOVE-1: object to a move of more than six inches."""
    if (params.length or 0) > REACH:
        yield Objection("too-far", "SK-MOVE-1", f"{match.tag(params.unit)} moves up to 6 inches")


def move(match: Match, _: SideId | None, params: Move) -> Asking[None]:
    """SK-MOVE-1: mark the unit as moved as soon as it begins to move."""
    match.record(MOVED.set(params.unit))
    yield from ()
    return continue_with(moving, match, params)


def moving(match: Match, params: Move) -> Asking[None]:
    """SK-MOVE-2: let units on watch fire one after another, then move the unit."""
    goes_on = match.exists(params.unit) and not is_pinned(match, params.unit)
    window = Interrupt(
        what="snap fire",
        by=on_watch(match) if goes_on else (),
        actions=("snap",),
        side=match.other(match.side_of(params.unit)),
        target=params.unit,
        rule="SK-MOVE-2",
    )
    if (yield from ask(window)):
        return continue_with(moving, match, params)
    if goes_on:
        match.record(Moved(unit=params.unit, length=params.length))
    return None


# ----------------------------------------------------------------------------------------- fire


class Fire(Struct, frozen=True):
    unit: UnitId
    target: UnitId
    cover: bool = False
    length: int | None = None


class Watch(Struct, frozen=True):
    units: tuple[UnitId, ...]


def silent(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    """SK-WATCH-1: a unit fires or watches, once in its turn."""
    yield from acting_units.list_out_of_turn_reasons(match, unit, "fire", "SK-TURN-1")
    if match.has(unit, FIRED):
        yield BlockingReason("has-fired", "SK-WATCH-1", "has fired")
    if match.has(unit, WATCH):
        yield BlockingReason("on-watch", "SK-WATCH-1", "is on watch")


def off_watch(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    """SK-MOVE-2: only a unit on watch may fire at one that moves."""
    if not match.has(unit, WATCH):
        yield BlockingReason("not-on-watch", "SK-MOVE-2", "is not on watch")


def own_target(match: Match, _: SideId | None, params: Fire) -> Iterator[Objection]:
    """Object to fire at a unit's own side."""
    if match.side_of(params.unit) == match.side_of(params.target):
        yield Objection("friend", "SK-FIRE-1", f"{match.tag(params.target)} is a friend")


def to_hit(match: Match, params: Fire) -> Need:
    """SK-FIRE-1."""
    parts = [Modifier("skill", profile(match, params.unit).skill, "SK-FIRE-1")]
    if params.cover:
        parts.append(Modifier("cover", -COVER, "SK-FIRE-1"))
    if markers := SUPPRESSED.number(match, params.unit):
        parts.append(Modifier("suppression", -markers, "SK-FIRE-1"))
    return compute_need(*parts, limits=LIMITS, less=True, die=D10)


def fire(match: Match, side: SideId | None, params: Fire) -> Asking[None]:
    """SK-FIRE-1: roll a die for each figure."""
    if match.has(params.unit, WATCH):
        match.record(WATCH.cleared(params.unit))
    match.record(FIRED.set(params.unit))
    hits = yield from roll_check(
        HIT,
        len(match.figures(params.unit)),
        to_hit(match, params),
        side=side,
        subject=params.unit,
        target=params.target,
    )
    return continue_with(struck, match, params.unit, params.target, hits)


def struck(match: Match, by: UnitId, unit: UnitId, hits: int) -> Asking[None]:
    """SK-FIRE-2, SK-SAVE-1."""
    if not hits:
        return
    match.record(SUPPRESSED.make_increase_fact(match, unit, hits))
    saving, needed = min(hits, len(match.figures(unit))), profile(match, unit).armour
    saved = yield from roll_check(
        SAVE,
        saving,
        Need(needed, less=True, die=D10),
        side=match.side_of(unit),
        subject=unit,
        target=by,
    )
    if lost := saving - saved:
        match.record(
            FiguresRemoved(figures=choose_last(match.figures(unit), lost), by=by),
            PointsScored(side=match.side_of(by), points=lost, why="losses"),
        )


def watch(match: Match, _: SideId | None, params: Watch) -> None:
    """SK-WATCH-1."""
    match.record(WATCH.set(*params.units))


def targets(match: Match, unit: UnitId) -> Iterator[Fire]:
    return (Fire(unit, enemy) for enemy in match.units(match.other(match.side_of(unit))))


def on_watch(match: Match) -> tuple[UnitId, ...]:
    """SK-MOVE-2: return the units that may fire at one that moves."""
    return tuple(
        unit
        for unit in match.units()
        if match.has(unit, WATCH) and match.side_of(unit) != match.clock.side
    )


def snaps(match: Match) -> Iterator[tuple[SideId | None, Fire]]:
    """SK-MOVE-2: yield snap fire by each unit on watch."""
    for unit in on_watch(match):
        yield from ((match.side_of(unit), way) for way in targets(match, unit))


# --------------------------------------------------------------------- what people do and say


def at_nobody(said: LineReader) -> bool:
    """Whether a line without a verb is a move: it names no target."""
    return said.whom is None


def at_somebody(said: LineReader) -> bool:
    """Whether a line without a verb is fire: it names a target."""
    return said.whom is not None


HOW_FIRED: Final = (make_flag_slot("cover"), make_length_slot("length", "in"))
MOVE: Final = Action(
    "move",
    "moves",
    Move,
    move,
    phases=("move",),
    objections=too_far,
    candidates=acting_units.make_unit_candidates("move", stays, lambda _, unit: (Move(unit),)),
    form=Form(
        "moves",
        make_unit_field(),
        how=(make_length_slot("length", "in"),),
        also={"": at_nobody},
        key=KeyVerb("m", text="moves"),
    ),
    bars=stays,
    expected="has not moved",
)
FIRE: Final = Action(
    "fire",
    "fires at",
    Fire,
    fire,
    phases=("fire",),
    objections=own_target,
    candidates=acting_units.make_unit_candidates("fire", silent, targets),
    form=Form(
        "fires",
        make_unit_field(),
        make_unit_field("target"),
        HOW_FIRED,
        also={"": at_somebody},
        key=KeyVerb(">", whom="enemy", text="fires at"),
    ),
    bars=silent,
    expected="has not fired",
    rolls=(HIT, SAVE),
)
SNAP: Final = Action(
    "snap",
    "snaps at",
    Fire,
    fire,
    objections=own_target,
    candidates=snaps,
    form=Form("snaps", make_unit_field(), make_unit_field("target"), HOW_FIRED),
    bars=off_watch,
    breaks_in=True,
    rolls=(HIT, SAVE),
)
WATCHES: Final = Action(
    "watch",
    "watches",
    Watch,
    watch,
    phases=("fire",),
    candidates=acting_units.make_unit_candidates("fire", silent, lambda _, unit: (Watch((unit,)),)),
    form=Form("watches", make_units_left_field(), key=KeyVerb("w", text="watches")),
    bars=silent,
)


# --------------------------------------------------------------------------------------- the turn


def finish(match: Match) -> bool:
    """SK-WIN-1: end the game after the last turn, or when only one side has units left."""
    standing = list_sides_left(match)
    last = match.turn >= int(match.option("turns")) and match.phase == "fire"
    over = last and match.clock.side == (match.clock.order or match.sides)[-1]
    if len(standing) == 1:
        match.record(MatchEnded(how="last standing", winner=standing[0], why="nobody else is left"))
    elif over:
        match.record(
            MatchEnded(how="turns", winner=find_side_in_lead(match), why="the turns agreed on")
        )
    return match.ended is not None


FLOW: Final = PhaseFlow(
    before=(),
    turn=(
        Phase("move", "move", order="active", enter=rally, noun="moving"),
        Phase("fire", "fire", order="active", noun="firing"),
    ),
    finish=finish,
)
LEFT: Final = acting_units.RemainingActions((MOVE, FIRE))
ACTIONS: Final = (make_next_action(FLOW, LEFT.list_due_actions), MOVE, FIRE, SNAP, WATCHES)


NEEDS: Final = dict.fromkeys(Profile.__struct_fields__, (1, D10 - 1))
ROSTERS: Final = RosterReader(
    "skirmish",
    (TURNS,),
    ("squads",),
    "",
    make_uniform_unit_reader("squads", "a squad", make_profile_reader(Profile, NEEDS)),
)

RULESET: Final = Ruleset(
    id="skirmish",
    version="1",
    title="Skirmish",
    phases=FLOW.turn,
    options=(TURNS,),
    markers=(MOVED, FIRED, WATCH, SUPPRESSED),
    rolls=(HIT, SAVE, RALLY),
    unit_of_length="in",
    die=D10,
    actions={action.id: action for action in ACTIONS},
    automatic=make_first_turn_command,
    due=LEFT.list_due_actions,
    keys=Keys(
        usual={"move": "m", "fire": ">"},
        flags={"c": "cover"},
        cannot=LEFT.explain_cannot_act,
        interrupts=InterruptKeys("i", "snaps", on_watch),
    ),
    forces=ForceRules(ROSTERS.read, lambda: read_packaged_samples(__name__)),
    rules=lambda: read_rules(__name__),
)
