"""The steps of setup, such as deployment, objectives and hunted figures (DZ-SETUP).

The players are asked only for dice and real choices. All other steps are automatic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.actorless_line_forms import (
    WordForm,
    make_fixed_questions,
    make_length_argument,
    make_side_argument,
)
from tracker.procedures.declared.player_actions import NoParams
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.declared.roll_sheet import RollSheet, Row, RowResult, read_each_row
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.deployment import (
    list_due_deployments,
    list_undeployed_units,
    mark_units_deployed,
)
from tracker.procedures.pieces.line_subject_fields import list_unnamed_figures
from tracker.procedures.pieces.objectives_and_awards import (
    list_objective_sides,
    list_objectives_in_play,
    place_objective_counters,
)
from tracker.procedures.pieces.roll_offs import RollOff, make_single_die_pools, resolve_roll_off
from tracker.procedures.requests import (
    Asking,
    Faces,
    Option,
    Pick,
    ask,
    ask_owner,
    call_stage,
    continue_with,
    run_stage_for_each,
)
from tracker.procedures.ruleset import Action, Command, DueAction, Objection
from tracker.rulesets.deathzap2.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.deathzap2.data.rule_tables import (
    find_distance_scale,
    list_illegal_unit_reasons,
)
from tracker.rulesets.deathzap2.phases import mission_objectives
from tracker.vocabulary.die_labels import Label
from tracker.vocabulary.subject_ids import FigureId, SideId

ZONE: Final = 4 * rule_tables.INCH


class DeploymentDepth(Struct, frozen=True):
    """The command to deploy a side up to ``depth`` from its edge, or to an unknown depth."""

    depth: int | None = None


ROLL_OFF: Final = RollOff(
    "deployment_dice",
    "deployment",
    "DZ-SETUP-04",
    make_single_die_pools,
    winner_word="sets up first",
    tie_word="equal: roll again",
    need="the higher sets up first, on any edge",
)


def roll_for_deployment(match: Match) -> Asking[None]:
    """Roll for deployment. The higher die wins, and ties are rolled again (DZ-SETUP-04, DZ-G05)."""
    return continue_with(
        choose_base_edges_and_deployment_order,
        match,
        (yield from resolve_roll_off(match, ROLL_OFF)),
    )


def choose_base_edges_and_deployment_order(match: Match, winner: SideId) -> Asking[None]:
    """Let the winner choose a base edge and set up first. The opponent gets the opposite edge."""
    loser = match.side_name(match.other(winner))
    what = f"base edge of {match.side_name(winner)}; {loser} takes the one facing it"
    options = tuple(Option(name, name) for name in rule_tables.EDGES)
    asked = Pick(id="edges", what=what, options=options, default=options[0].id, rule="DZ-SETUP-04")
    edge = yield from ask_owner(match, winner, asked)
    facing = rule_tables.EDGES[(rule_tables.EDGES.index(edge) + 2) % 4]
    match.record(
        markers.EDGE.set(winner, value=edge),
        markers.EDGE.set(match.other(winner), value=facing),
        markers.SETS_UP_FIRST.set(winner),
    )


def find_deployment_order(match: Match) -> tuple[SideId, ...]:
    """Return the winner of the deployment roll and the other side, or () before the roll."""
    first = next((side for side in match.sides if match.has(side, markers.SETS_UP_FIRST)), None)
    return () if first is None else (first, match.other(first))


def find_deployment_zone_depth(match: Match) -> int:
    """Return the depth of a deployment zone, in hundredths of an inch (DZ-SETUP-05, DZ-G18)."""
    return ZONE * find_distance_scale(match, "other")


def list_deploy_objections(
    match: Match, side: SideId | None, params: DeploymentDepth
) -> Iterator[Objection]:
    if side is None:
        return
    name = match.side_name(side)
    order = find_deployment_order(match)
    if not order:
        yield Objection("no-roll", "DZ-SETUP-03", "the sides must first roll for deployment")
    elif side == order[1] and list_undeployed_units(match, order[0]):
        first = match.side_name(order[0])
        yield Objection("not-first", "DZ-SETUP-04", f"{first} must set up its whole force first")
    depth = find_deployment_zone_depth(match)
    if params.depth is not None and params.depth > depth:
        text = (
            f'figures of {name} stand outside its zone, which is {depth // rule_tables.INCH}" deep'
        )
        yield Objection("outside", "DZ-SETUP-05", text)
    units = match.units(side)
    for unit in units:
        types = [unit_profiles.get_profile(match, figure).type for figure in match.figures(unit)]
        for rule, text in list_illegal_unit_reasons(types, match.option):
            why = f"{match.unit(unit).name} is not a legal unit: {text}"
            yield Objection("mixed-unit", rule, why)
    alone = units and all(unit_profiles.is_single_foot_unit(match, unit) for unit in units)
    if alone and match.option("game") == "basic":
        text = f"{name} has only lone figures: all panic, and the game is lost at once"
        yield Objection("lone-only", "DZ-WIN-01", text)


PHASE: Final = "setup"
# The size of a board in whole inches, across and up (DZ-SETUP-01, DZ-G55).
BOARD: Final = {"small": (24, 24), "large": (72, 48)}
COUNTERS: Final = RollKind("counters", "places of the four counters", rule="DZ-WIN-09")


def build_objectives_sheet(_: Match, __: Faces) -> RollSheet:
    """Build the sheet of objective rolls, with the objective for each face (DZ-T10, DZ-T11)."""
    rows = tuple(
        Row(None, tuple(mission_objectives.LABELS[kind] for kind in table[::2]), 1, name=name)
        for name, table in mission_objectives.TABLES.items()
    )
    tables = tuple(mission_objectives.TABLES.values())

    def read(at: int, faces: tuple[int, ...]) -> RowResult:
        return RowResult(word=mission_objectives.LABELS[tables[at][faces[0] - 1]])

    return RollSheet("objectives", ("1-2", "3-4", "5-6"), (), rows, read_each_row(read))


OBJECTIVE_DICE: Final = RollKind(
    "objective_dice", "objectives", rule="DZ-WIN-03", sheet=build_objectives_sheet
)


def roll_objectives_and_counter_positions(match: Match) -> Asking[None]:
    """Roll an objective on each table, once for both sides or once for each (DZ-WIN-03, DZ-G49)."""
    each = match.option("objectives") == "per_player"
    yield from call_stage(run_stage_for_each, roll_objective_dice, match.sides if each else (None,))
    return continue_with(roll_intel_counter_positions, match)


def roll_objective_dice(match: Match, side: SideId | None) -> Asking[None]:
    what = "objectives" if side is None else f"objectives of {match.side_name(side)}"
    labels = tuple(map(Label, mission_objectives.TABLES))
    roll = Faces(kind=OBJECTIVE_DICE, what=what, dice=(6, 6), labels=labels, side=side)
    faces = yield from ask(roll)
    for table, face in zip(mission_objectives.TABLES.values(), faces, strict=True):
        mission_objectives.add_objective(match, table[face - 1], side)


def roll_intel_counter_positions(match: Match) -> Asking[None]:
    """Roll the position of each Intel counter, with dice as large as the board (DZ-G55)."""
    if (
        not list_objective_sides(match, mission_objectives.INTEL)
        or match.option("intel_placement") == "players"
    ):
        return
    dice = BOARD[str(match.option("board"))] * mission_objectives.COUNTERS
    numbers = range(1, mission_objectives.COUNTERS + 1)
    labels = tuple(Label(f"counter {n} {way}") for n in numbers for way in ("across", "up"))
    places = yield from ask(Faces(kind=COUNTERS, dice=dice, labels=labels))
    pairs = zip(places[::2], places[1::2], strict=True)
    positions = tuple(f'{across}" across, {up}" up' for across, up in pairs)
    place_objective_counters(match, mission_objectives.INTEL, positions)


def nominate_hunted_figures(match: Match) -> Asking[None]:
    """Ask which figure of each side is hunted. By house rule, the enemy chooses (DZ-WIN-04)."""
    by_owner = match.option("assassinate_pick") == "owner"
    for side in list_sides_to_name_hunted_figure(match):
        options = list_figures_to_hunt(match, side)
        asked = Pick(
            id="target",
            what=f"figure of {match.side_name(side)} that is hunted",
            options=options,
            default=options[0].id,
            side=side if by_owner else match.other(side),
            subject=side,
            rule="DZ-WIN-04",
        )
        match.record(markers.TARGET.set((yield from ask(asked))))


def list_sides_to_name_hunted_figure(match: Match) -> tuple[SideId, ...]:
    return tuple(
        side
        for side in find_deployment_order(match)
        if match.other(side) in list_objective_sides(match, mission_objectives.ASSASSINATE)
        and list_figures_to_hunt(match, side)
        and not any(match.has(figure, markers.TARGET) for figure in match.all_figures(side))
    )


def list_figures_to_hunt(match: Match, side: SideId) -> tuple[Option, ...]:
    """List the figures that can be hunted, but only one of several equal ones (DZ-G50)."""
    first: list[Option] = []
    more: list[Option] = []
    for unit in match.units(side):
        figures = [
            f for f in match.figures(unit) if not unit_profiles.is_vehicle_or_monster(match, f)
        ]
        first += [
            _make_figure_option(match, figure) for figure in figures if match.figure(figure).name
        ]
        for _, members in state_queries.group_interchangeable_figures(match, tuple(figures)):
            if plain := list_unnamed_figures(match, members):
                of_all = plain[0] == members[0]
                (first if of_all else more).append(_make_figure_option(match, *plain))
    return (*first, *more)


def _make_figure_option(match: Match, figure: FigureId, *also: FigureId) -> Option:
    unit = match.unit(match.figure(figure).unit).name
    return Option(figure, f"{unit}: {match.name_figure(figure)}", also)


def list_due_setup_steps(match: Match) -> tuple[DueAction, ...]:
    """List the remaining steps of setup in their order (DZ-SETUP-03)."""
    if match.phase != PHASE:
        return ()
    rolls = match.option("objectives_how") == "rolled"
    lacks = match.option("game") == "advanced" and not list_objectives_in_play(match)
    order = find_deployment_order(match)
    unnamed = list_sides_to_name_hunted_figure(match)
    return (
        *_make_due_step(lacks and rolls, "objectives", "objectives have not been rolled"),
        *_make_due_step(lacks and not rolls, "objective", "no objective has been entered yet"),
        *_make_due_step(not order, "deployment", "the deployment roll has not been made"),
        *list_due_deployments(match, order, compulsory=True),
        *_make_due_step(bool(unnamed), "targets", "the hunted figures have not been named"),
    )


def _make_due_step(is_due: bool, action: str, why: str) -> tuple[DueAction, ...]:
    return (DueAction(action, None, None, why, compulsory=True),) if is_due else ()


def choose_automatic_setup_command(match: Match) -> Command | None:
    """Return the command for the next setup step, or None if the players must enter something.

    Players confirm a deployment that breaks a rule (DZ-UNIT-01, DZ-WIN-01).
    """
    left = list_due_setup_steps(match)
    if not left or left[0].action not in STEPS:
        return None
    action, side = left[0].action, left[0].side
    if action == "deploy" and any(list_deploy_objections(match, side, DeploymentDepth())):
        return None
    return Command(action, side, {})


def is_setup_complete(match: Match) -> bool:
    return match.phase == PHASE and not list_due_setup_steps(match)


def find_next_side_to_deploy(match: Match, _: object) -> SideId | None:
    return next(
        (item.side for item in list_due_setup_steps(match) if item.action == "deploy"),
        match.sides[0],
    )


def _make_step_action(
    action: str, word: str, stage: Callable[[Match], Asking[None] | None], asks: str
) -> Action[NoParams]:
    return Action(
        id=action,
        word=word,
        params=NoParams,
        stage=lambda match, _, __: stage(match),
        phases=(PHASE,),
        candidates=lambda match: (
            (item.side, NoParams())
            for item in list_due_setup_steps(match)[:1]
            if item.action == action
        ),
        form=WordForm(action, asks=make_fixed_questions(asks)),
    )


OBJECTIVES: Final = _make_step_action(
    "objectives", "roll objectives", roll_objectives_and_counter_positions, OBJECTIVE_DICE.id
)
DEPLOYMENT: Final = _make_step_action(
    "deployment", "roll for deployment", roll_for_deployment, ROLL_OFF.kind.id
)
TARGETS: Final = _make_step_action(
    "targets", "name hunted figures", nominate_hunted_figures, "target"
)
DEPLOY: Final = Action(
    id="deploy",
    word="sets up",
    params=DeploymentDepth,
    stage=lambda match, side, _: mark_units_deployed(match, side),
    phases=(PHASE,),
    objections=list_deploy_objections,
    candidates=lambda match: (
        (item.side, DeploymentDepth())
        for item in list_due_setup_steps(match)[:1]
        if item.action == "deploy"
    ),
    form=WordForm(
        "deploy",
        (make_side_argument(), make_length_argument("depth", "in")),
        of=find_next_side_to_deploy,
    ),
)
STEPS: Final = frozenset(("objectives", "deployment", "deploy", "targets"))
ACTIONS: Final = (OBJECTIVES, DEPLOYMENT, DEPLOY, TARGETS)
