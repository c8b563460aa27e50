"""Coherency: players declare or measure which groups are near their leaders (CZ-INIT-01)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec import Struct

from tracker.input_parsing.line_syntax_tree import format_decimal
from tracker.procedures.declared.actorless_line_forms import (
    Argument,
    WordForm,
    make_fixed_questions,
)
from tracker.procedures.declared.line_form_slots import NONE
from tracker.procedures.declared.line_reader import LineReader, parse_length_in_hundredths
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.subject_lookup import find_figure
from tracker.procedures.requests import Asking, Share, Tally, ask
from tracker.procedures.ruleset import Action, Objection, Objections
from tracker.rulesets.combat_zone.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.combat_zone.data.state_queries import list_group_leaders
from tracker.rulesets.combat_zone.phases.line_figure_fields import find_group_by_name
from tracker.vocabulary.subject_ids import MATCH, FigureId, SideId, UnitId

PHASE: Final = "initiative"


class LeaderDistances(Struct, frozen=True):
    """A figure's distances from its Leader and Sub-leader, in hundredths of a cm."""

    figure: FigureId
    leader: int | None = None
    sub_leader: int | None = None


class CoherencyCheck(Struct, frozen=True):
    """The players' declaration of which groups are in coherency.

    ``groups`` are the groups in coherency, or None to ask the players. For a group with a
    ``measured`` figure, the distances decide.
    """

    groups: tuple[UnitId, ...] | None = None
    measured: tuple[LeaderDistances, ...] = ()


def is_near_leader(match: Match, distances: LeaderDistances) -> bool:
    """Whether measured ``distances`` put a figure in reach of its leaders (CZ-T10, CZ-G16)."""
    leaders = list_group_leaders(match, match.figure(distances.figure).unit)
    if distances.figure in leaders:
        return True  # each leader is within its own reach
    ranks = {unit_profiles.get_profile(match, figure).rank for figure in leaders}
    near = distances.leader is not None and distances.leader <= rule_tables.LEADER_REACH
    close = (
        distances.sub_leader is not None and distances.sub_leader <= rule_tables.SUB_LEADER_REACH
    )
    return ("leader" in ranks and near) or ("sub-leader" in ranks and close)


def infer_coherency(match: Match, group: UnitId) -> bool | None:
    """Return whether a group is in coherency, or None if only the players can tell."""
    around = list_group_leaders(match, group)
    if not around:
        return False
    return True if set(around) == set(match.figures(group)) else None


def list_groups_of_unknown_coherency(match: Match) -> list[UnitId]:
    groups = unit_profiles.list_groups_on_table(match)
    return [group for group in groups if infer_coherency(match, group) is None]


def record_group_coherency(match: Match, _: SideId | None, params: CoherencyCheck) -> Asking[None]:
    """Record the coherency of every group, and ask the players where it is unknown (CZ-G16)."""
    groups = unit_profiles.list_groups_on_table(match)
    out = [group for group in groups if infer_coherency(match, group) is False]
    open_to = list_groups_of_unknown_coherency(match)
    measured = {away: match.figure(away.figure).unit for away in params.measured}
    far = {group for away, group in measured.items() if not is_near_leader(match, away)}
    out += [group for group in open_to if group in far]
    left = [group for group in open_to if group not in measured.values()]
    if params.groups is not None:
        out += [group for group in left if group not in params.groups]
        left = []
    out += yield from _ask_incoherent_groups(match, left)
    incoherent = tuple(group for group in groups if group in out)
    newly = [group for group in incoherent if not match.has(group, markers.SCATTERED)]
    others = (unit for unit in match.all_units() if unit not in incoherent)
    markers.SCATTERED.record_cleared(match, *others)
    markers.SCATTERED.record_on(match, *newly)
    match.record(markers.DECLARED.set(MATCH))
    if match.option("coherency_scope") == "per_figure_ap":
        yield from _ask_and_mark_stragglers(match, incoherent)


def _ask_incoherent_groups(match: Match, asked: list[UnitId]) -> Asking[list[UnitId]]:
    """Ask which groups are out of coherency. By default, they are the same as last turn."""
    scattered = yield from ask(
        Tally(
            id="declare",
            what="out of coherency",
            shares=tuple(
                Share(group, state_queries.format_group(match, group), 1) for group in asked
            ),
            default=tuple((g, 1) for g in asked if match.has(g, markers.SCATTERED)),
            default_means="as last turn" if match.turn > 1 else "all in coherency",
            spatial=True,
            rule="CZ-INIT-01",
        )
    )
    return [UnitId(group) for group, _ in scattered]


def _ask_and_mark_stragglers(match: Match, incoherent: tuple[UnitId, ...]) -> Asking[None]:
    """Ask which figures of incoherent groups lose a point, and mark them."""
    alone: list[FigureId] = []
    asked: list[FigureId] = []
    for group in incoherent:
        leaders = list_group_leaders(match, group)
        listed = asked if leaders else alone
        listed += [figure for figure in match.figures(group) if figure not in leaders]
    answer = yield from ask(
        Tally(
            id="stragglers",
            what="stragglers",
            shares=tuple(Share(f, state_queries.format_figure(match, f), 1) for f in asked),
            default=tuple((f, 1) for f in asked),
            spatial=True,
            rule="CZ-G16",
        )
    )
    far = (*alone, *(FigureId(figure) for figure, _ in answer))
    near = (figure for figure in match.marked(markers.STRAGGLER) if figure not in far)
    markers.STRAGGLER.record_cleared(match, *near)
    markers.STRAGGLER.record_on(match, *far)


def list_coherency_objections(match: Match, _: SideId | None, params: CoherencyCheck) -> Objections:
    live = match.option("coherency_check") == "live"
    if not live and match.phase != PHASE:
        text = "coherency is checked only once a turn, before initiative is rolled"
        yield Objection("not-now", "CZ-INIT-01", text)
    elif not live and match.clock.order:
        yield Objection("rolled", "CZ-INIT-01", "initiative has already been rolled")
    for group in params.groups or ():
        if infer_coherency(match, group) is False:
            text = (
                f"{state_queries.format_group(match, group)} has no Leader or Sub-leader to be in "
                "coherency with"
            )
            yield Objection("no-leader", "CZ-INIT-01", text)


def list_coherency_candidates(match: Match) -> Iterable[tuple[SideId | None, CoherencyCheck]]:
    if match.phase == PHASE and not match.has(MATCH, markers.DECLARED):
        yield None, CoherencyCheck()


def _read_coherency_arguments(reader: LineReader) -> dict[str, Any]:
    """Read groups in coherency (``coherent r1,b1``) or a measured figure (``r14=16/9``)."""
    groups: list[UnitId] | None = None
    measured: list[LeaderDistances] = []
    while (argument := reader.take_argument()) is not None:
        name, equals, lengths = argument.partition("=")
        if equals:
            near, _, far = lengths.partition("/")
            figure = find_figure(reader.match, name)
            measured.append(LeaderDistances(figure, _parse_length(near), _parse_length(far)))
        elif argument.lower() == NONE:
            groups = groups or []
        else:
            groups = [*(groups or []), find_group_by_name(reader.match, argument)]
    return {"groups": None if groups is None else tuple(groups), "measured": tuple(measured)}


def _parse_length(text: str) -> int | None:
    return None if text in {"", UNMEASURED} else parse_length_in_hundredths(text, "cm")


def _format_coherency_arguments(match: Match, values: Mapping[str, Any]) -> Iterable[str]:
    """Format groups, and measured figures such as ``r14=16/9`` (cm from Leader and Sub-leader)."""
    if values["groups"] is not None:
        yield from map(match.handle, values["groups"])
        if not values["groups"]:
            yield NONE
    for away in values["measured"]:
        both = (away.leader, away.sub_leader)
        lengths = "/".join(UNMEASURED if far is None else format_decimal(far) for far in both)
        yield f"{match.handle(away.figure)}={lengths}"


def format_scattered_groups_answer(match: Match, values: Mapping[str, Any]) -> str:
    named = values.get("groups")
    if named is None or values.get("measured"):
        return ""
    asked = list_groups_of_unknown_coherency(match)
    return " ".join(match.handle(group) for group in asked if group not in named) or "0"


UNMEASURED: Final = "-"
COHERENCY: Final = Action(
    id="coherency",
    word="coherency",
    params=CoherencyCheck,
    stage=record_group_coherency,
    objections=list_coherency_objections,
    candidates=list_coherency_candidates,
    form=WordForm(
        "coherent",
        (Argument(_read_coherency_arguments, _format_coherency_arguments, "who,who who=16/9"),),
        at=("groups",),
        asks=make_fixed_questions("declare"),
        answer=format_scattered_groups_answer,
    ),
)
