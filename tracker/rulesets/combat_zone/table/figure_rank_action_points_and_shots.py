"""The notes beside a figure: its rank, its action points and the shots of its guns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tracker.procedures.match_view import Match
from tracker.procedures.ruleset import ResourceTally, SubjectNotes
from tracker.rulesets.combat_zone.attacks import shot_allocation_and_dice
from tracker.rulesets.combat_zone.data import markers, state_queries, unit_profiles
from tracker.rulesets.combat_zone.phases import action_points_and_interrupts
from tracker.vocabulary.subject_ids import FigureId, Subject

RANKS: Final = {"leader": "Leader", "sub-leader": "Sub-leader"}
KINDS: Final = {"hero": "Hero", "machine": "machine"}


def build_figure_notes(match: Match, subject: Subject) -> SubjectNotes:
    """Build a figure's notes: rank, action points and shots. A removed figure has only its rank."""
    figure = FigureId(subject)
    profile = unit_profiles.get_profile(match, figure)
    return SubjectNotes(
        rank=RANKS.get(profile.rank, KINDS.get(profile.kind, "")),
        tallies=tuple(_list_figure_tallies(match, figure)),
        told=(markers.SPENT, markers.FIRED, markers.ACTING, markers.HOLDS),
    )


def _list_figure_tallies(match: Match, figure: FigureId) -> Iterator[ResourceTally]:
    if not state_queries.is_on_table(match, figure):
        return
    spent = markers.SPENT.number(match, figure)
    left = action_points_and_interrupts.count_action_points_left(match, figure)
    yield ResourceTally("action points", spent, left, pips=True)
    fired = state_queries.count_shots_fired_by_weapon(match, figure)
    for gun in unit_profiles.list_guns(match, figure):
        word = gun.replace("-", " ")
        yield ResourceTally(
            word, fired.get(gun, 0), shot_allocation_and_dice.count_shots_left(match, figure, gun)
        )
