"""Coherency, declared for every group before initiative is rolled (CZ-INIT-01, CZ-T10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec import Struct

from tracker.input_parsing.line_syntax_tree import format_decimal
from tracker.procedures.declared.said import Said
from tracker.procedures.declared.slots import NONE
from tracker.procedures.declared.words import Argument, WordForm, make_fixed_questions
from tracker.procedures.pieces.line_argument_parsing import parse_amount
from tracker.procedures.pieces.subject_lookup import find_figure
from tracker.procedures.requests import Asking, Share, Tally, ask, then
from tracker.procedures.ruleset import Action, Objection
from tracker.procedures.view import Match
from tracker.rulesets.combat_zone.data import markers, rule_tables
from tracker.rulesets.combat_zone.forces.group_leaders import list_group_leaders
from tracker.rulesets.combat_zone.phases.figure_lookup import find_group_by_name
from tracker.vocabulary.names import MATCH, FigureId, SideId, UnitId

PHASE: Final = "initiative"


class LeaderDistances(Struct, frozen=True):
    """A measured figure: its distances from its Leader and its Sub-leader, in hundredths of a
    cm.
    """

    figure: FigureId
    leader: int | None = None
    sub_leader: int | None = None


class CoherencyCheck(Struct, frozen=True):
    """The groups in coherency, of those that could be; None: people are asked.

    ``measured`` figures decide for their group; figures that are not measured are near enough.
    """

    groups: tuple[UnitId, ...] | None = None
    measured: tuple[LeaderDistances, ...] = ()


def is_near_leader(match: Match, away: LeaderDistances) -> bool:
    """CZ-T10: limits are inclusive; either leader on the table will do (CZ-G16)."""
    ranks = {
        markers.get_profile(match, figure).rank
        for figure in list_group_leaders(match, markers.get_unit(match, away.figure))
    }
    near = away.leader is not None and away.leader <= rule_tables.LEADER_REACH
    close = away.sub_leader is not None and away.sub_leader <= rule_tables.SUB_LEADER_REACH
    return ("leader" in ranks and near) or ("sub-leader" in ranks and close)


def infer_coherency(match: Match, group: UnitId) -> bool | None:
    """The coherency, if nobody needs to be asked: no leader left, or only leaders."""
    around = list_group_leaders(match, group)
    if not around:
        return False
    return True if set(around) == set(match.figures(group)) else None


def check_coherency(match: Match, _: SideId | None, params: CoherencyCheck) -> Asking[None]:
    yield from ()
    out = [
        group
        for group in markers.list_groups_on_table(match)
        if infer_coherency(match, group) is False
    ]
    open_to = [
        group
        for group in markers.list_groups_on_table(match)
        if infer_coherency(match, group) is None
    ]
    far = {
        markers.get_unit(match, away.figure)
        for away in params.measured
        if not is_near_leader(match, away)
    }
    measured = {markers.get_unit(match, away.figure) for away in params.measured}
    out += [group for group in open_to if group in far]
    left = [group for group in open_to if group not in measured]
    if params.groups is not None:
        out += [group for group in left if group not in params.groups]
        left = []
    return then(ask_incoherent_groups, match, tuple(out), tuple(left))


def ask_incoherent_groups(
    match: Match, out: tuple[UnitId, ...], asked: tuple[UnitId, ...]
) -> Asking[None]:
    """As last turn, unless people name the groups that are now out of coherency."""
    scattered = yield from ask(
        Tally(
            id="declare",
            what="out of coherency",
            shares=tuple(Share(group, markers.name_group(match, group), 1) for group in asked),
            default=tuple((g, 1) for g in asked if match.has(g, markers.SCATTERED)),
            default_means="as last turn" if match.turn > 1 else "all are coherent",
            spatial=True,
            rule="CZ-INIT-01",
        )
    )
    named = {group for group, _ in scattered}
    everybody = (*out, *(group for group in asked if group in named))
    return then(
        mark_coherency,
        match,
        tuple(g for g in markers.list_groups_on_table(match) if g in everybody),
    )


def mark_coherency(match: Match, out: tuple[UnitId, ...]) -> Asking[None]:
    """The coherency of every group for this turn (CZ-G16)."""
    yield from ()
    now_in = tuple(
        group
        for group in match.all_units()
        if match.has(group, markers.SCATTERED) and group not in out
    )
    newly = tuple(group for group in out if not match.has(group, markers.SCATTERED))
    if now_in:
        match.record(markers.SCATTERED.cleared(*now_in))
    if newly:
        match.record(markers.SCATTERED.set(*newly))
    match.record(markers.DECLARED.set(MATCH))
    if match.option("coherency_scope") != "per_figure_ap":
        return None
    return then(ask_stragglers, match, out)


def ask_stragglers(match: Match, out: tuple[UnitId, ...]) -> Asking[None]:
    """Under a house rule only these lose the point; without a leader all do."""
    alone = [
        f for group in out if not list_group_leaders(match, group) for f in match.figures(group)
    ]
    asked = [
        f
        for group in out
        for f in match.figures(group)
        if list_group_leaders(match, group) and f not in list_group_leaders(match, group)
    ]
    said = yield from ask(
        Tally(
            id="stragglers",
            what="stragglers",
            shares=tuple(Share(f, markers.name_figure(match, f), 1) for f in asked),
            default=tuple((f, 1) for f in asked),
            spatial=True,
            rule="CZ-G16",
        )
    )
    far = (*alone, *(FigureId(figure) for figure, _ in said))
    if far:
        match.record(markers.STRAGGLER.set(*far))


def list_objections(match: Match, _: SideId | None, params: CoherencyCheck) -> Iterable[Objection]:
    live = match.option("coherency_check") == "live"
    if not live and match.phase != PHASE:
        text = "coherency is checked only once a turn, before initiative is rolled"
        yield Objection("not-now", "CZ-INIT-01", text)
    elif not live and match.clock.order:
        yield Objection("rolled", "CZ-INIT-01", "initiative has already been rolled")
    for group in params.groups or ():
        if infer_coherency(match, group) is False:
            text = (
                f"{markers.name_group(match, group)} has no Leader or Sub-leader to be in "
                "coherency with"
            )
            yield Objection("no-leader", "CZ-INIT-01", text)


def list_candidates(match: Match) -> Iterable[tuple[SideId | None, CoherencyCheck]]:
    if match.phase == PHASE and not match.has(MATCH, markers.DECLARED):
        yield None, CoherencyCheck()


# --------------------------------------------------------------------------- as a line says it


def _groups(said: Said) -> dict[str, Any]:
    """``coherent r1,b1``: the groups in coherency; ``r14=16/9`` for a measured figure."""
    groups: list[UnitId] | None = None
    measured: list[LeaderDistances] = []
    while (argument := said.next_argument()) is not None:
        name, equals, lengths = argument.partition("=")
        if equals:
            near, _, far = lengths.partition("/")
            figure = find_figure(said.match, name)
            measured.append(LeaderDistances(figure, _length(near), _length(far)))
        elif argument.lower() == NONE:
            groups = groups or []
        else:
            groups = [*(groups or []), find_group_by_name(said.match, argument)]
    return {"groups": None if groups is None else tuple(groups), "measured": tuple(measured)}


def _length(text: str) -> int | None:
    return None if text in {"", UNMEASURED} else parse_amount(text, "cm")


def _shown(match: Match, values: Mapping[str, Any]) -> Iterable[str]:
    """Measured figures as ``r14=16/9``: from the Leader and from the Sub-leader, in cm."""
    if values["groups"] is not None:
        yield from map(match.handle, values["groups"])
        if not values["groups"]:
            yield NONE
    for away in values["measured"]:
        both = (away.leader, away.sub_leader)
        lengths = "/".join(UNMEASURED if far is None else format_decimal(far) for far in both)
        yield f"{match.handle(away.figure)}={lengths}"


def describe_scattered_groups(match: Match, values: Mapping[str, Any]) -> str:
    """The groups that were asked about and not named, as an answer."""
    said = values.get("groups")
    if said is None or values.get("measured"):
        return ""
    asked = (
        group
        for group in markers.list_groups_on_table(match)
        if infer_coherency(match, group) is None
    )
    return " ".join(match.handle(group) for group in asked if group not in said) or "0"


UNMEASURED: Final = "-"
COHERENCY: Final = Action(
    id="coherency",
    word="coherency",
    params=CoherencyCheck,
    stage=check_coherency,
    objections=list_objections,
    candidates=list_candidates,
    form=WordForm(
        "coherent",
        (Argument(_groups, _shown, "who,who who=16/9"),),
        at=("groups",),
        asks=make_fixed_questions("declare"),
        answer=describe_scattered_groups,
    ),
)
