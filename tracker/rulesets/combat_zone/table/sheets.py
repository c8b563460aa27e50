"""The line of a figure on its sheet: rank, action points, shots left (CZ-ACT-01, CZ-SHOOT-08)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tracker.procedures.ruleset import Sheet, Tally
from tracker.procedures.view import Match
from tracker.rulesets.combat_zone.attacks import aiming
from tracker.rulesets.combat_zone.data import markers
from tracker.rulesets.combat_zone.phases import points
from tracker.vocabulary.names import FigureId

RANKS: Final = {"leader": "Leader", "sub-leader": "Sub-leader"}
KINDS: Final = {"hero": "Hero", "machine": "machine"}


def sheet(match: Match, figure: FigureId) -> Sheet:
    """Points and shots of a figure on the table; of one that is gone only its rank."""
    profile = markers.profile(match, figure)
    return Sheet(
        rank=RANKS.get(profile.rank, KINDS.get(profile.kind, "")),
        tallies=tuple(_tallies(match, figure)),
        told=(markers.SPENT, markers.FIRED, markers.ACTING, markers.HOLDS),
    )


def _tallies(match: Match, figure: FigureId) -> Iterator[Tally]:
    if not markers.on_table(match, figure):
        return
    spent, left = points.spent(match, figure), points.left(match, figure)
    yield Tally("action points", spent, left, pips=True)
    fired = markers.shots_fired(match, figure)
    for gun in aiming.guns(match, figure):
        word = gun.replace("-", " ")
        yield Tally(word, fired.get(gun, 0), aiming.shots_left(match, figure, gun))
