"""What of Trial Assault can be set right by hand: ``fix r1 falling-back``, ``fix r1 models -2``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tracker.procedures.pieces.delayed_effects import list_removals
from tracker.procedures.pieces.flow import find_passed_over
from tracker.procedures.pieces.setting_right.clock import TheClock
from tracker.procedures.pieces.setting_right.figures import (
    BEGAN,
    belongs,
    how_many,
    single_figure,
    wounds,
)
from tracker.procedures.pieces.setting_right.marks import marks, met
from tracker.procedures.pieces.setting_right.scoring import scored
from tracker.procedures.pieces.setting_right.whole import AdjustableState
from tracker.procedures.view import Match
from tracker.rulesets.trial_assault.data import markers
from tracker.rulesets.trial_assault.phases import flow
from tracker.vocabulary.events import AnyFact, Json, RemovedHow
from tracker.vocabulary.names import FigureId


def _worth(match: Match, figure: FigureId) -> tuple[Any, ...]:
    """Who supports is lost first, leaders and special weapons last (TA-G30)."""
    profile = markers.get_profile(match, figure)
    special = any(one.kind != "normal" for one in profile.weapons)
    return profile.leader, match.has(figure, markers.ENGAGED), special


def _tell_how_removed(match: Match, figure: FigureId) -> RemovedHow:
    """Vehicles are destroyed (TA-T13)."""
    vehicle = markers.get_profile(match, figure).vehicle
    return "killed" if vehicle is None else "destroyed"


def _list_held(match: Match) -> tuple[AnyFact, ...]:
    """TA-FIGHT-05: the slain of a step come off."""
    return list_removals(match, markers.FALLS)


def _alone(profile: Mapping[str, Json]) -> bool:
    """Independent characters, monsters and machines are units of their own (TA-CHAR-07)."""
    return any(profile.get(each) for each in ("independent", "monstrous", "vehicle"))


OF_COMBATS: Final = (markers.FIGHTS, markers.SCORED)
"""Who fights in which combat follows from who is locked with whom."""
SETTING_RIGHT: Final = AdjustableState(
    things=(
        how_many(_worth, _tell_how_removed),
        single_figure(_tell_how_removed),
        *marks(markers.MARKERS),
        wounds(lambda match, figure: markers.get_profile(match, figure).w),
        *(met(link) for link in markers.LINKS if link not in OF_COMBATS),
        scored(markers.COMBATS, "inflicted", "wounds inflicted"),
        BEGAN,
        belongs("unit"),
    ),
    clock=TheClock(flow.TURN, left=find_passed_over(flow.FLOW, flow.list_due), held=_list_held),
    points="points",
    such_as="fix b1 figures -2, fix r1 moved, fix r1 falling-back",
    alone=_alone,
)
