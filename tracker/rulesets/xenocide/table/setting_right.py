"""What of Xenocide can be set right by hand: ``fix r1 suppressed 2``, ``fix r5 speed 1``."""

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
from tracker.procedures.pieces.setting_right.whole import SettingRight
from tracker.procedures.view import Match
from tracker.rulesets.xenocide.data import markers, troops
from tracker.rulesets.xenocide.phases import flow
from tracker.vocabulary.events import Json
from tracker.vocabulary.names import FigureId


def _worth(match: Match, figure: FigureId) -> tuple[Any, ...]:
    """The plainest are lost first, commanders last, whatever their place in the roster."""
    profile = troops.get_profile(match, figure)
    return profile.commander, profile.cost


def _alone(profile: Mapping[str, Json]) -> bool:
    """A vehicle is a unit of its own (XF-FORCE-14)."""
    return profile.get("vehicle") is not None


SETTING_RIGHT: Final = SettingRight(
    things=(
        how_many(_worth),
        HIMSELF,
        *marks(markers.MARKERS),
        wounds(lambda match, figure: troops.get_profile(match, figure).wounds),
        *(met(link) for link in markers.LINKS),
        BEGAN,
        belongs("unit"),
    ),
    clock=TheClock(flow.TURN, left=find_passed_over(flow.FLOW, flow.list_due)),
    points="VP",
    such_as="fix b1 figures +1, fix r1 suppressed 2, fix r5 damage 3",
    alone=_alone,
)
