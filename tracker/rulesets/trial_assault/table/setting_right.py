"""What of Trial Assault can be set right by hand: ``fix r1 falling-back``, ``fix r1 models -2``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tracker.procedures.pieces.flow import find_passed_over
from tracker.procedures.pieces.setting_right.clock import TheClock
from tracker.procedures.pieces.setting_right.figures import (
    BEGAN,
    HIMSELF,
    belongs,
    how_many,
    wounds,
)
from tracker.procedures.pieces.setting_right.marks import marks, met
from tracker.procedures.pieces.setting_right.scoring import scored
from tracker.procedures.pieces.setting_right.whole import SettingRight
from tracker.procedures.view import Match
from tracker.rulesets.trial_assault.data import markers
from tracker.rulesets.trial_assault.phases import flow
from tracker.vocabulary.events import Json
from tracker.vocabulary.names import FigureId


def _worth(match: Match, figure: FigureId) -> tuple[Any, ...]:
    """Who supports is lost first, leaders and special weapons last (TA-G30)."""
    profile = markers.get_profile(match, figure)
    special = any(one.kind != "normal" for one in profile.weapons)
    return profile.leader, match.has(figure, markers.ENGAGED), special


def _alone(profile: Mapping[str, Json]) -> bool:
    """Independent characters, monsters and machines are units of their own (TA-CHAR-07)."""
    return any(profile.get(each) for each in ("independent", "monstrous", "vehicle"))


OF_COMBATS: Final = (markers.FIGHTS, markers.SCORED)
"""Who fights in which combat follows from who is locked with whom."""
SETTING_RIGHT: Final = SettingRight(
    things=(
        how_many(_worth),
        HIMSELF,
        *marks(markers.MARKERS),
        wounds(lambda match, figure: markers.get_profile(match, figure).w),
        *(met(link) for link in markers.LINKS if link not in OF_COMBATS),
        scored(markers.COMBATS, "inflicted", "wounds inflicted"),
        BEGAN,
        belongs("unit"),
    ),
    clock=TheClock(flow.TURN, left=find_passed_over(flow.FLOW, flow.list_due)),
    points="points",
    such_as="fix b1 figures -2, fix r1 moved, fix r1 falling-back",
    alone=_alone,
)
