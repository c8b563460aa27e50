"""Phase 2, in which every panicking or routing figure takes a reaction test (CZ-MORALE)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

from msgspec import Struct

from tracker.procedures.declared.actorless_line_forms import (
    Argument,
    WordForm,
    make_fixed_questions,
    make_remaining_values_argument,
)
from tracker.procedures.declared.line_reader import LineReader
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.declared.roll_sheet import RollSheet, Row, RowResult, read_each_row
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.dice_tests import TotalRoller, roll_totals
from tracker.procedures.pieces.subject_lookup import find_common_side, find_figure, list_all_members
from tracker.procedures.requests import (
    Asking,
    Confirm,
    Faces,
    Score,
    ask_owner,
    call_stage,
    continue_with,
    run_stage_for_each,
)
from tracker.procedures.ruleset import Action, Command, DueAction, Objection, Objections
from tracker.rulesets.combat_zone.attacks import panic_and_rout
from tracker.rulesets.combat_zone.data import markers, rule_tables, state_queries, unit_profiles
from tracker.vocabulary.dice_bands import Modifier
from tracker.vocabulary.subject_ids import FigureId, SideId, Subject

PHASE: Final = "reaction"

Result = Literal["steady", "panic", "rout"]


class ReactionTests(Struct, frozen=True):
    """The command for reaction tests, by default of all figures that must test.

    ``touching`` are the figures in contact with a leader.
    """

    figures: tuple[FigureId, ...] = ()
    touching: tuple[FigureId, ...] = ()


def _list_figures_with_reaction(match: Match) -> tuple[FigureId, ...]:
    figures = state_queries.list_figures_on_table(match)
    return tuple(one for one in figures if markers.is_panicking_or_routing(match, one))


def list_figures_due_reaction_test(match: Match) -> tuple[FigureId, ...]:
    """List the panicking and routing figures that have not tested this turn (CZ-MORALE-01)."""
    figures = _list_figures_with_reaction(match)
    return tuple(one for one in figures if not match.has(one, markers.TESTED))


def list_modifiers_besides_leader_contact(match: Match, figure: FigureId) -> tuple[Modifier, ...]:
    """List all modifiers of a figure's test, except for contact with a leader (CZ-T6, CZ-T8)."""
    rank, unit = unit_profiles.get_profile(match, figure).rank, match.figure(figure).unit
    grouped = not unit_profiles.is_individual(match, figure)
    started = min(match.unit(unit).started, len(_list_group_members(match, figure)))
    living = count_group_survivors(match, figure)
    situations = (
        ("last of its group", rule_tables.LAST_MEMBER, grouped and living == 1 < started),
        ("under half alive", rule_tables.UNDER_HALF, grouped and living < started // 2),  # CZ-G13
        ("already routing", rule_tables.ALREADY_ROUTING, match.has(figure, markers.ROUT)),
        ("in close combat", rule_tables.FIGHTING, state_queries.is_engaged(match, figure)),
        ("Leader", rule_tables.IS_LEADER, rank == "leader"),
        ("Sub-leader", rule_tables.IS_SUB_LEADER, rank == "sub-leader"),
    )
    parts = (Modifier(name, value, "CZ-T8") for name, value, applies in situations if applies)
    return tuple(part for part in (_make_quality_modifier(match, figure), *parts) if part.value)


def _make_quality_modifier(match: Match, figure: FigureId) -> Modifier:
    profile = unit_profiles.get_profile(match, figure)
    if profile.machine is not None:
        return Modifier("machine", profile.machine.modifier, "CZ-FORCE-08")
    return Modifier(profile.quality, rule_tables.QUALITY[profile.quality], "CZ-T6")


def count_group_survivors(match: Match, figure: FigureId) -> int:
    """Count the survivors in a figure's group. A house rule also counts fled figures (CZ-G15)."""
    gone = {None} if match.option("strength_counts") == "on_table" else {None, "fled"}
    return sum(match.figure(one).gone in gone for one in _list_group_members(match, figure))


def _list_group_members(match: Match, figure: FigureId) -> tuple[FigureId, ...]:
    """List all members of a figure's group, lost or not. A Hero with the group is not a member."""
    every = list_all_members(match, match.figure(figure).unit)
    return tuple(one for one in every if not unit_profiles.is_individual(match, one))


def find_reaction_test_result(total: int) -> Result:
    """Return the result of a reaction test with the given total (CZ-T7)."""
    if total >= rule_tables.STEADY:
        return "steady"
    return "panic" if total >= rule_tables.PANIC else "rout"


RESULTS: Final[Mapping[Result, str]] = {"steady": "recovers", "panic": "PANIC", "rout": "ROUT"}


def describe_reaction_test_result(_: Match, __: Score, total: int) -> str:
    """Describe the result of a reaction test with the given total (CZ-T7)."""
    return RESULTS[find_reaction_test_result(total)]


def build_reaction_test_sheet(match: Match, request: Faces) -> RollSheet:
    """Build the sheet of reaction tests: each figure's two dice and modifiers (CZ-T7, CZ-T8)."""
    labels = request.labels[::2]
    rows = tuple(
        Row(
            label.subject,
            (_describe_reaction(match, label.subject), f"{label.adds:+d}"),
            2,
            name=label.who,
        )
        for label in labels
    )

    def read(row: int, dice: tuple[int, ...]) -> RowResult:
        bonus = labels[row].adds or 0
        total = sum(dice) + bonus
        came = find_reaction_test_result(total)
        worked = f"{dice[0]} + {dice[1]} {'+' if bonus >= 0 else '−'} {abs(bonus)} = {total}"
        return RowResult((worked,), RESULTS[came], bad=came == "rout")

    return RollSheet("reaction tests", ("now", "adds"), ("total",), rows, read_each_row(read))


def _describe_reaction(match: Match, figure: Subject | None) -> str:
    return "ROUT" if figure and match.has(FigureId(figure), markers.ROUT) else "PANIC"


TEST: Final = RollKind(
    "dice",
    "reaction test",
    rule="CZ-MORALE-02",
    together="reaction tests",
    sheet=build_reaction_test_sheet,
    total=describe_reaction_test_result,
)


def roll_reaction_tests(match: Match, _: SideId | None, params: ReactionTests) -> None:
    figures = params.figures or list_figures_due_reaction_test(match)
    match.record(markers.TESTED.set(*figures))
    rollers = tuple(
        TotalRoller(
            figure,
            match.side_of(figure),
            state_queries.format_figure_for_die_label(match, figure),
            _list_all_modifiers(match, figure, params.touching),
        )
        for figure in figures
    )
    return continue_with(roll_reaction_test_dice, match, figures, rollers, params.touching)


def roll_reaction_test_dice(
    match: Match,
    figures: tuple[FigureId, ...],
    rollers: tuple[TotalRoller, ...],
    touching: tuple[FigureId, ...],
) -> Asking[None]:
    """Roll two dice for each figure, all in one roll, and apply the results (CZ-MORALE-02)."""
    came = yield from roll_totals(TEST, rollers, "8+ recovers, 5 to 7 panics, 4 or less routs")
    sums = (total - one.bonus for total, one in zip(came, rollers, strict=True))
    rolled = tuple(zip(figures, sums, strict=True))
    return continue_with(run_stage_for_each, match, apply_reaction_test_roll, rolled, touching)


def _list_all_modifiers(
    match: Match, figure: FigureId, touching: tuple[FigureId, ...]
) -> tuple[Modifier, ...]:
    contact = Modifier("touches a leader", rule_tables.TOUCHING_LEADER, "CZ-T8")
    return (
        *list_modifiers_besides_leader_contact(match, figure),
        *((contact,) if figure in touching else ()),
    )


def apply_reaction_test_roll(
    match: Match, figure_and_dice_sum: tuple[FigureId, int], touching: tuple[FigureId, ...]
) -> Asking[None]:
    """Apply the result of a figure's dice, if it still panics or routs (CZ-MORALE-01, CZ-G34)."""
    figure, dice = figure_and_dice_sum
    if figure not in touching and (yield from call_stage(ask_leader_contact, figure, dice)):
        touching = (*touching, figure)
    if figure in _list_figures_with_reaction(match):
        total = dice + sum(m.value for m in _list_all_modifiers(match, figure, touching))
        yield from call_stage(apply_reaction_test_result, figure, find_reaction_test_result(total))


def ask_leader_contact(match: Match, figure: FigureId, dice: int) -> Asking[bool]:
    """Ask whether a figure touches a leader, but only if that affects the result (CZ-MORALE-04)."""
    total = dice + sum(m.value for m in _list_all_modifiers(match, figure, ()))
    touched = find_reaction_test_result(total + rule_tables.TOUCHING_LEADER)
    tests = figure in _list_figures_with_reaction(match) and list_steadying_leaders(match, figure)
    if not tests or touched == find_reaction_test_result(total):
        return False
    who = state_queries.format_figure_for_die_label(match, figure)
    what = f"{who} touches a Leader or Sub-leader"
    asked = Confirm(id="contact", what=what, spatial=True, rule="CZ-MORALE-04")
    return (yield from ask_owner(match, figure, asked))


def list_steadying_leaders(match: Match, figure: FigureId) -> tuple[FigureId, ...]:
    """List the Leaders and Sub-leaders that steady a figure in contact with them (CZ-G14)."""
    rule = match.option("leader_contact")
    return tuple(
        other
        for other in state_queries.list_figures_on_table(match, match.side_of(figure))
        if other != figure
        and unit_profiles.get_profile(match, other).rank != "none"
        and (rule != "own_group" or match.figure(other).unit == match.figure(figure).unit)
        and (rule != "steady_only" or not markers.is_panicking_or_routing(match, other))
    )


def apply_reaction_test_result(match: Match, figure: FigureId, outcome: Result) -> Asking[None]:
    """Apply the result of a reaction test.

    A figure that routs in close combat is removed (CZ-MORALE-05, 06, CZ-COMP-04 b).
    """
    routing = match.has(figure, markers.ROUT)
    if outcome == "rout":
        if routing:
            return None
        yield from call_stage(panic_and_rout.apply_rout, figure)
        if state_queries.is_on_table(match, figure) and state_queries.is_engaged(match, figure):
            panic_and_rout.remove_engaged_routing_figures(match, (figure,))
        return None
    if routing:
        match.record(markers.ROUT.cleared(figure))
    if outcome == "panic":
        if routing:
            panic_and_rout.mark_panicking(match, figure)
        return None
    if not routing:
        match.record(markers.PANIC.cleared(figure))
    match.record(markers.RECOVERED.set(figure))
    return None


def list_reaction_test_objections(
    match: Match, _: SideId | None, params: ReactionTests
) -> Objections:
    if match.phase != PHASE:
        yield Objection(
            "no-tests-now", "CZ-TURN-01", "reaction tests are taken only after the rout moves"
        )
    if not (params.figures or list_figures_due_reaction_test(match)):
        yield Objection("nobody-tests", "CZ-MORALE-01", "no figure has to take a reaction test")
    for figure in params.figures:
        who = state_queries.format_figure(match, figure)
        if not markers.is_panicking_or_routing(match, figure):
            text = f"{who} is neither panicking nor routing"
            yield Objection("no-reaction", "CZ-MORALE-01", text)
        elif match.has(figure, markers.TESTED):
            yield Objection("tested", "CZ-MORALE-02", f"{who} has already tested this turn")
    for figure in (one for one in params.touching if not list_steadying_leaders(match, one)):
        text = f"{state_queries.format_figure(match, figure)} has no Leader or Sub-leader to touch"
        yield Objection("no-leader", "CZ-MORALE-04", text)


def list_reaction_test_candidates(match: Match) -> Iterable[tuple[SideId | None, ReactionTests]]:
    if match.phase == PHASE:
        yield from (
            (match.side_of(f), ReactionTests((f,))) for f in list_figures_due_reaction_test(match)
        )


def list_due_reaction_tests(match: Match) -> tuple[DueAction, ...]:
    figures = (
        (f, state_queries.format_figure(match, f)) for f in list_figures_due_reaction_test(match)
    )
    return tuple(
        DueAction("react", match.side_of(f), f, f"{name} must test", True) for f, name in figures
    )


def choose_automatic_reaction_command(match: Match) -> Command | None:
    due = list_figures_due_reaction_test(match)
    return REACT.make_command(None, ReactionTests()) if due else Command("next", None, {})


def _read_touching_figures(reader: LineReader) -> dict[str, Any]:
    """Read an argument such as ``touching=b14``: the figures that touch a leader."""
    pairs = [text for text in reader.arguments if text.startswith(BESIDE)]
    reader.arguments = [text for text in reader.arguments if text not in pairs]
    named = (name for pair in pairs for name in pair.removeprefix(BESIDE).split(",") if name)
    return {"touching": tuple(find_figure(reader.match, name) for name in named)}


BESIDE: Final = "touching="
WHO: Final = make_remaining_values_argument(
    "figures", lambda reader, name: find_figure(reader.match, name), Match.handle, "who who"
)
TOUCHING_AND_WHO: Final = Argument(
    lambda reader: _read_touching_figures(reader) | WHO.take(reader),
    lambda match, values: [
        *WHO.say(match, values),
        *(BESIDE + match.handle(one) for one in values["touching"]),
    ],
    "who who touching=who",
)
REACT: Final = Action(
    id="react",
    word="reaction tests",
    params=ReactionTests,
    stage=roll_reaction_tests,
    phases=(PHASE,),
    objections=list_reaction_test_objections,
    candidates=list_reaction_test_candidates,
    form=WordForm(
        "react",
        (TOUCHING_AND_WHO,),
        of=lambda match, values: find_common_side(match, values.get("figures", ())),
        acts=("figures",),
        at=("touching",),
        asks=make_fixed_questions(TEST.id),
    ),
)
