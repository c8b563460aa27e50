"""What a combat looks like as it stands: who is in it, whose step it is, who would win it."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.procedures.pieces.naming import each_side
from tracker.procedures.view import Match
from tracker.rulesets.trial_assault.combat import members, steps
from tracker.rulesets.trial_assault.data import markers
from tracker.rulesets.trial_assault.data.markers import COMBATS
from tracker.rulesets.trial_assault.phases import results
from tracker.vocabulary.names import Subject, UnitId


def combats(match: Match) -> tuple[tuple[str, str], ...]:
    """A row for each combat of this player turn, while it is fought: who is in it, how it stands,
    and which is fought next (TA-TURN-03, TA-FIGHT-03, TA-FIGHT-04, TA-RES-01).
    """
    if match.phase not in {"fight", "pile"}:
        return ()
    open_yet = steps.in_order(match)
    first = open_yet[0] if len(open_yet) > 1 else None
    every = steps.combats(match)
    return tuple((_who(match, one), _stands(match, one, one == first)) for one in every)


def _who(match: Match, combat: Subject) -> str:
    sides = (COMBATS.units(match, combat, side) for side in match.sides)
    return " v ".join(_tags(match, units) for units in sides if units)


def _tags(match: Match, units: Iterable[UnitId]) -> str:
    return " ".join(match.tag(unit) for unit in units)


def _stands(match: Match, combat: Subject, is_next: bool) -> str:
    units = tuple(u for side in match.sides for u in COMBATS.units(match, combat, side))
    present = steps.now(match, combat)
    struck = _tags(match, (one for one in units if _has_struck(match, one)))
    pairs = ", ".join(
        f"{match.tag(unit)} at {match.tag(target)}" for unit, target in steps.due(match, combat)
    )
    winner, _ = results.now(match, combat)
    fought = steps.fought(match, combat)
    wins = (
        "drawn" if winner is None else f"{match.side_name(winner)} {'wins' if fought else 'ahead'}"
    )
    parts = (
        "next" if is_next else "",
        "fought" if fought else f"step {present}: {pairs}" if present else "blows fall",
        f"struck: {struck}" if struck else "",
        "touch: " + ", ".join(_touch(match, unit) for unit in units),
        "wounds: " + each_side(match, lambda side: COMBATS.score(match, combat, side)),
        wins,
    )
    return "; ".join(part for part in parts if part)


def _has_struck(match: Match, unit: UnitId) -> bool:
    return any(match.has(one, markers.STRUCK) for one in match.figures(unit))


def _touch(match: Match, unit: UnitId) -> str:
    """Models in contact and in support of all there are: ``R1 4+4/9``."""
    figures = match.figures(unit)
    touching = sum(bool(markers.touches(match, one)) for one in figures)
    behind = sum(bool(members.against(match, one)) for one in figures) - touching
    return f"{match.tag(unit)} {touching}+{behind}/{len(figures)}"
