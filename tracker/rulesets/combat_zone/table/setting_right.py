"""What of Combat Zone can be set right by hand: ``fix r11 panic``, ``fix b15 killed``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, get_args

from tracker.procedures.pieces.flow import find_passed_over
from tracker.procedures.pieces.setting_right.clock import TheClock
from tracker.procedures.pieces.setting_right.figures import (
    BEGAN,
    WHOLE_PROFILE,
    belongs,
    gear,
    of_profile,
    on_table,
)
from tracker.procedures.pieces.setting_right.marks import marks, met
from tracker.procedures.pieces.setting_right.whole import AdjustableState
from tracker.procedures.view import Match
from tracker.rulesets.combat_zone.data import markers, tables
from tracker.rulesets.combat_zone.data.tables import Armour, Profile, Quality, Rank
from tracker.rulesets.combat_zone.phases import flow
from tracker.vocabulary.names import FigureId


def _weapons(match: Match, figure: FigureId) -> Mapping[str, str]:
    own = (*markers.get_profile(match, figure).weapons, *match.figure(figure).gained)
    return {weapon: weapon for weapon in own}


REACTIONS: Final = (markers.PANIC, markers.ROUT, markers.RECOVERED)

SETTING_RIGHT: Final = AdjustableState(
    things=(
        on_table({"killed": "killed", "destroyed": "destroyed", "fled": "left", "lost": "lost"}),
        *marks(dict.fromkeys((*REACTIONS, markers.SPENT, *markers.MARKERS))),
        gear(_weapons, (*tables.WEAPONS, *tables.HAND_WEAPONS)),
        *(met(link) for link in markers.LINKS),
        belongs("group"),
        BEGAN,
        of_profile("quality", Profile, get_args(Quality)),
        of_profile("armour", Profile, get_args(Armour)),
        of_profile("rank", Profile, get_args(Rank)),
        WHOLE_PROFILE,
    ),
    clock=TheClock(
        flow.TURN, left=find_passed_over(flow.FLOW, flow.list_due), steps=(markers.ACTING,)
    ),
    such_as="fix r11 panic, fix b21 destroyed, fix r12 spent 3",
)
