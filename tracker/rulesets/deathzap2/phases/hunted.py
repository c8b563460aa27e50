"""Assassinate: who names which figure for the enemy to hunt (DZ-WIN-04, DZ-G50)."""

from __future__ import annotations

from tracker.procedures.requests import Asking, Option, Pick, ask, do, then
from tracker.procedures.view import Match
from tracker.rulesets.deathzap2.data import markers
from tracker.rulesets.deathzap2.phases import objectives
from tracker.rulesets.deathzap2.phases.deployment import deployment_order
from tracker.vocabulary.names import SideId


def to_name(match: Match) -> tuple[SideId, ...]:
    """Sides that still have to name the figure the enemy hunts."""
    return tuple(
        side
        for side in deployment_order(match)
        if match.other(side) in objectives.holders(match, objectives.ASSASSINATE)
        and possible_targets(match, side)
        and not any(match.has(figure, markers.TARGET) for figure in match.all_figures(side))
    )


def possible_targets(match: Match, side: SideId) -> tuple[Option, ...]:
    """A figure of each sort in each unit; vehicles and monsters are not hunted (DZ-G50)."""
    found = []
    for unit in match.units(side):
        named = [figure for figure in match.figures(unit) if match.figure(figure).name]
        plain = [members[0] for _, members in markers.alike(match, match.figures(unit))]
        for figure in dict.fromkeys((*named, *plain)):
            if not objectives.is_big(match, figure):
                value = match.figure(figure)
                who = value.name or value.profile
                found.append(Option(figure, f"{match.unit(unit).name}: {who}"))
    return tuple(found)


def targets(match: Match, left: tuple[SideId, ...]) -> Asking[None]:
    if not left:
        return None
    side, *rest = left
    yield from do(target, side)
    return then(targets, match, tuple(rest))


def target(match: Match, side: SideId) -> Asking[None]:
    options = possible_targets(match, side)
    by_owner = match.option("assassinate_pick") == "owner"
    figure = yield from ask(
        Pick(
            id="target",
            what=f"figure of {match.side_name(side)} that is hunted",
            options=options,
            default=options[0].id,
            side=side if by_owner else match.other(side),
            subject=side,
            rule="DZ-WIN-04",
        )
    )
    match.record(markers.TARGET.set(figure))
