"""What happens to forces and their units, each in one clause."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.application.leagues import harm
from tracker.leagues import league_events as ev
from tracker.leagues.lasting import CareerStep, WarForce
from tracker.leagues.league_state import LeagueState
from tracker.vocabulary.counts import count_of


def describe_reason(reason: str) -> str:
    return f" ({reason})" if reason else ""


def describe_force(state: LeagueState, event: ev.ForceEnrolled) -> str:
    return (
        f"{event.name} enrolled for {state.name(event.player)},"
        f" {count_of(len(event.units), 'unit')}"
    )


def describe_joined(state: LeagueState, event: ev.UnitsJoined) -> str:
    names = ", ".join(unit.name for unit in event.units)
    force, model = state.forces[event.force], event.units[0].like
    like = ""
    if model:
        like = f", fitted out as {state.units[model].name}"
    elif force.roster and not event.roster:
        like = " as plain figures"
    return f"{force.name}: {names} joined{like}{_worth(force, event)}{describe_reason(event.why)}"


def _worth(force: WarForce, event: ev.UnitsJoined) -> str:
    """What they add to the points of a force that has some; and of whom nobody knows it."""
    known = [unit.points for unit in event.units if unit.points is not None]
    parts = [count_of(sum(known), "point")] if known else []
    unknown = [unit.name for unit in event.units if unit.points is None]
    if unknown:
        parts.append("points not known" + (f" of {', '.join(unknown)}" if known else ""))
    return f", {', '.join(parts)}" if force.points else ""


def describe_unit(state: LeagueState, event: ev.UnitChanged) -> str:
    parts = [*list_gains(event)]
    if event.standing is not None:
        parts.append(event.standing or "ready")
    if named := describe_named_figures(event):
        parts.append(named)
    if event.origin == "rule" and not parts and not event.why:
        return ""
    by_hand = " by hand" if event.origin == "hand" else ""
    return (
        f"{state.units[event.unit].name}{by_hand}: {', '.join(parts) or 'no change'}"
        + describe_reason(event.why)
    )


def list_gains(one: ev.UnitChanged | CareerStep) -> Iterator[str]:
    """What a unit came to: ``+2 experience``, ``−1 figure``; nothing for what stays."""
    if one.experience:
        yield f"{one.experience:+d} experience".replace("-", "−")
    if one.figures:
        noun = "figure" if abs(one.figures) == 1 else "figures"
        yield f"{one.figures:+d} {noun}".replace("-", "−")
    if one.captives:
        yield count_of(abs(one.captives), "captive") + (" back" if one.captives < 0 else "")
    if one.harm is not None:
        carried = harm.describe_harm(one.harm)
        yield f"carries {carried}" if carried else "unhurt"


def describe_named_figures(one: ev.UnitChanged | CareerStep) -> str:
    """What became of the figures that are named: ``out of action: Sorrel, Ox``, or nothing."""
    how = "gone" if one.faces else "out of action"
    if one.origin == "hand":
        how = "back" if one.captives else "joined" if one.figures > 0 else "lost"
    told = ((how, one.names), ("captured", one.taken))
    return "; ".join(f"{word}: {', '.join(names)}" for word, names in told if names)
