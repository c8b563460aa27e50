"""The choice of the nearest unit, which the players name. Ties are broken at random."""

from __future__ import annotations

from typing import Final

from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.random_draw import draw_option
from tracker.procedures.requests import (
    Asking,
    Option,
    Pick,
    Share,
    Tally,
    ask_owner,
    call_pure_stage,
)
from tracker.vocabulary.subject_ids import UnitId

TIE: Final = "tie"


def ask_nearest_unit(
    match: Match,
    reference_unit: UnitId,
    candidates: tuple[UnitId, ...],
    question_id: str,
    rule: str,
) -> Asking[UnitId | None]:
    """Ask which of the ``candidates`` is nearest to a unit. Returns None for a tie."""
    options = [Option(unit, match.unit(unit).name) for unit in candidates]
    if len(candidates) > 1:
        options.append(Option(TIE, "several are equally near"))
    asked = Pick(
        id=question_id,
        what=f"nearest unit to {match.unit(reference_unit).name}",
        options=tuple(options),
        default=candidates[0],
        spatial=True,
        rule=rule,
    )
    found = yield from ask_owner(match, reference_unit, asked)
    return None if found == TIE else UnitId(found)


def resolve_nearest_unit_tie(
    match: Match,
    reference_unit: UnitId,
    candidates: tuple[UnitId, ...],
    question_id: str,
    rule: str,
    kind: RollKind,
) -> Asking[UnitId]:
    """After a tie, ask which units are equally near, and draw one of them at random."""
    asked = Tally(
        id=question_id,
        what="equally near",
        shares=tuple(Share(unit, match.unit(unit).name, 1) for unit in candidates),
        default=tuple((unit, 1) for unit in candidates[:2]),
        spatial=True,
        rule=rule,
    )
    answer = yield from ask_owner(match, reference_unit, asked)
    units = tuple(UnitId(unit) for unit, _ in answer) or candidates[:1]
    roles = {"anybody": (match.side_of(reference_unit), reference_unit, None)}
    names = tuple(match.unit(unit).name for unit in units)
    return units[(yield from call_pure_stage(roles, draw_option, kind, "nearest unit", names))]
