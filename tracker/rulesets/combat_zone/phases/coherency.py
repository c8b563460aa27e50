"""Coherency: declared for every group before initiative is rolled (CZ-INIT-01, CZ-T10)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from tracker.procedures.requests import Asking, Share, Tally, ask, then
from tracker.procedures.ruleset import Action, Objection
from tracker.procedures.view import Match
from tracker.rulesets.combat_zone.data import markers, tables
from tracker.rulesets.combat_zone.forces.anchors import anchors
from tracker.rulesets.combat_zone.table import shown
from tracker.vocabulary.names import MATCH, FigureId, SideId, UnitId

PHASE: Final = "initiative"


class Away(Struct, frozen=True):
    """A figure that was measured: from its Leader and from its Sub-leader, hundredths of a cm."""

    figure: FigureId
    leader: int | None = None
    sub_leader: int | None = None


class Coherent(Struct, frozen=True):
    """The groups in coherency, of those that could be; None: people are asked.

    ``measured`` figures decide for their group; figures not measured are near enough.
    """

    groups: tuple[UnitId, ...] | None = None
    measured: tuple[Away, ...] = ()


def within_reach(match: Match, away: Away) -> bool:
    """CZ-T10: limits are inclusive; either leader will do, if he is there (CZ-G16)."""
    ranks = {
        markers.profile(match, figure).rank
        for figure in anchors(match, markers.unit_of(match, away.figure))
    }
    near = away.leader is not None and away.leader <= tables.LEADER_REACH
    close = away.sub_leader is not None and away.sub_leader <= tables.SUB_LEADER_REACH
    return ("leader" in ranks and near) or ("sub-leader" in ranks and close)


def certain(match: Match, group: UnitId) -> bool | None:
    """Whether nobody needs to be asked: no leader left, or nobody but leaders."""
    around = anchors(match, group)
    if not around:
        return False
    return True if set(around) == set(match.figures(group)) else None


def coherent(match: Match, _: SideId | None, params: Coherent) -> Asking[None]:
    yield from ()
    out = [group for group in markers.groups(match) if certain(match, group) is False]
    open_to = [group for group in markers.groups(match) if certain(match, group) is None]
    far = {
        markers.unit_of(match, away.figure)
        for away in params.measured
        if not within_reach(match, away)
    }
    measured = {markers.unit_of(match, away.figure) for away in params.measured}
    out += [group for group in open_to if group in far]
    left = [group for group in open_to if group not in measured]
    if params.groups is not None:
        out += [group for group in left if group not in params.groups]
        left = []
    return then(declare, match, tuple(out), tuple(left))


def declare(match: Match, out: tuple[UnitId, ...], asked: tuple[UnitId, ...]) -> Asking[None]:
    """As last turn, unless people name the groups that are out of coherency now."""
    scattered = yield from ask(
        Tally(
            id="declare",
            what="out of coherency",
            shares=tuple(Share(group, markers.group_called(match, group), 1) for group in asked),
            default=tuple((g, 1) for g in asked if match.has(g, markers.SCATTERED)),
            default_means="as last turn" if match.turn > 1 else "all are coherent",
            spatial=True,
            rule="CZ-INIT-01",
        )
    )
    named = {group for group, _ in scattered}
    everybody = (*out, *(group for group in asked if group in named))
    return then(settled, match, tuple(g for g in markers.groups(match) if g in everybody))


def settled(match: Match, out: tuple[UnitId, ...]) -> Asking[None]:
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
    return then(stragglers, match, out)


def stragglers(match: Match, out: tuple[UnitId, ...]) -> Asking[None]:
    """Under a house rule only these lose the point; without a leader everybody does."""
    alone = [f for group in out if not anchors(match, group) for f in match.figures(group)]
    asked = [
        f
        for group in out
        for f in match.figures(group)
        if anchors(match, group) and f not in anchors(match, group)
    ]
    said = yield from ask(
        Tally(
            id="stragglers",
            what="stragglers",
            shares=tuple(Share(f, markers.called(match, f), 1) for f in asked),
            default=tuple((f, 1) for f in asked),
            spatial=True,
            rule="CZ-G16",
        )
    )
    far = (*alone, *(FigureId(figure) for figure, _ in said))
    if far:
        match.record(markers.STRAGGLER.set(*far))


def objections(match: Match, _: SideId | None, params: Coherent) -> Iterable[Objection]:
    live = match.option("coherency_check") == "live"
    if not live and match.phase != PHASE:
        text = "coherency is judged once, before initiative is rolled"
        yield Objection("not-now", "CZ-INIT-01", text)
    elif not live and match.clock.order:
        yield Objection("rolled", "CZ-INIT-01", "initiative has been rolled")
    for group in params.groups or ():
        if certain(match, group) is False:
            text = f"{markers.group_called(match, group)} has nobody to keep together around"
            yield Objection("no-leader", "CZ-INIT-01", text)


def candidates(match: Match) -> Iterable[tuple[SideId | None, Coherent]]:
    if match.phase == PHASE and not match.has(MATCH, markers.DECLARED):
        yield None, Coherent()


COHERENCY: Final = Action(
    id="coherency",
    word="coherency",
    params=Coherent,
    stage=coherent,
    objections=objections,
    candidates=candidates,
    show=shown.coherent,
)
