"""What of Deathzap 2 can be set right by hand: ``fix b1 figures +1``, ``fix r3 half``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tracker.procedures.pieces.flow import find_passed_over
from tracker.procedures.pieces.setting_right.clock import TheClock
from tracker.procedures.pieces.setting_right.falling import falling
from tracker.procedures.pieces.setting_right.figures import (
    BEGAN,
    belongs,
    form_unit,
    gear,
    how_many,
    single_figure,
)
from tracker.procedures.pieces.setting_right.marks import marks, met
from tracker.procedures.pieces.setting_right.played_for import played_for
from tracker.procedures.pieces.setting_right.things import AdjustableThing
from tracker.procedures.pieces.setting_right.whole import AdjustableState
from tracker.procedures.pieces.subject_lookup import find_unit
from tracker.procedures.view import Match, UnknownName
from tracker.rulesets.deathzap2.attacks.targets import rank_plainness
from tracker.rulesets.deathzap2.data import markers, tables
from tracker.rulesets.deathzap2.phases import flow, objectives, phase_end
from tracker.vocabulary.events import AnyFact
from tracker.vocabulary.names import FigureId, Subject, UnitId, handle


def _worth(match: Match, figure: FigureId) -> tuple[Any, ...]:
    """The plainest are lost first, whatever their place in the roster."""
    return rank_plainness(match, figure)[:-1]


def _guns(match: Match, figure: FigureId) -> Mapping[str, str]:
    return {gun.id: gun.kind for gun in markers.get_profile(match, figure).guns}


def _one_unit(match: Match, subject: Subject, _: str, more: tuple[str, ...]) -> tuple[AnyFact, ...]:
    """Squads that set up as one unit (DZ-SETUP-06); fright of before the game was loneliness."""
    unit = UnitId(subject)
    if not more:
        message = f"name the unit it joins, as in fix {handle(unit)} unit r2"
        raise UnknownName(message)
    into = find_unit(match, more[0])
    if into == unit or match.side_of(into) != match.side_of(unit):
        message = f"{handle(unit)} can only join another unit of its own side"
        raise UnknownName(message)
    frights = tuple(
        one
        for one in (into, unit)
        if markers.is_panicked(match, one)
        and (one == unit or not markers.find_panicked_since(match, one))
    )
    figures = (*match.figures(into), *match.figures(unit))
    whole = form_unit(match, into, figures, out_of=(unit,))
    return (whole, markers.PANICKED.cleared(*frights)) if frights else (whole,)


SETTING_RIGHT: Final = AdjustableState(
    things=(
        how_many(_worth, phase_end.tell_how_removed),
        single_figure(phase_end.tell_how_removed),
        *falling(markers.TO_REMOVE, "to-remove", markers.KILLED, _worth),
        *marks(marker for marker in markers.MARKERS if marker != markers.TO_REMOVE),
        gear(_guns),
        *(met(link) for link in markers.LINKS),
        BEGAN,
        AdjustableThing("unit", ("unit",), _one_unit),
        belongs("unit"),
        *played_for(objectives.LABELS, lambda match: match.option("game") != "basic"),
    ),
    clock=TheClock(
        flow.TURN,
        tables.TURNS,
        find_passed_over(flow.FLOW, flow.list_due, phase_end.describe_due_panic_checks),
        held=phase_end.list_held,
    ),
    points="VP",
    such_as="fix b1 figures +1, fix r3 half, fix phase shoot red",
)
