"""Unsaved wounds on models: who suffers them, who is slain, what is lost (TA-CAS)."""

from __future__ import annotations

from typing import Final

from tracker.procedures.pieces.casualties import choose_fallen_figures
from tracker.procedures.requests import Asking, do, then
from tracker.procedures.view import Match, equal_groups
from tracker.rulesets.trial_assault.combat import weapon_attacks
from tracker.rulesets.trial_assault.data import markers
from tracker.rulesets.trial_assault.data.markers import COMBATS
from tracker.vocabulary.events import Wounded
from tracker.vocabulary.names import FigureId, UnitId

ROLES: Final = ("supporting", "in contact", "with special weapons", "leading")
"""The default order of casualties (TA-G30)."""

Models = tuple[FigureId, ...]


def list_alive(match: Match, figures: Models) -> Models:
    """Those of some models that are not slain in this step."""
    return tuple(
        one
        for one in figures
        if match.figure(one).gone is None and not match.has(one, markers.FALLS)
    )


def count_bearable_wounds(match: Match, figure: FigureId) -> int:
    """The number of wounds that a model can still suffer."""
    return markers.get_profile(match, figure).w - match.figure(figure).wounds


def sum_bearable_wounds(match: Match, figures: Models) -> int:
    return sum(count_bearable_wounds(match, figure) for figure in list_alive(match, figures))


def apply_wounds(
    match: Match, by: UnitId, unit: UnitId, figures: Models, wounds: int
) -> Asking[None]:
    """TA-CAS-04: apply so many wounds to these models, one model at a time; excess ones are lost
    and do not count (TA-CAS-06).
    """
    there = list_alive(match, figures)
    n = min(wounds, sum_bearable_wounds(match, there))
    if not n:
        return None
    hurt = next((one for one in there if match.figure(one).wounds), None)
    if hurt is not None:
        taken = min(n, count_bearable_wounds(match, hurt))
        inflict_wounds(match, by, (hurt, taken))
        return then(apply_wounds, match, by, unit, figures, n - taken)
    each = {markers.get_profile(match, one).w for one in there}
    dying = n // max(each) if len(each) == 1 else 1
    chosen = yield from do(choose_casualties, unit, there, max(dying, 1))
    return then(wound_chosen_models, match, by, unit, (chosen, figures), n)


def wound_chosen_models(
    match: Match, by: UnitId, unit: UnitId, those: tuple[Models, Models], n: int
) -> Asking[None]:
    """The chosen models, one after the other; then the next in order."""
    yield from ()
    chosen, figures = those
    dealt = []
    for one in chosen:
        taken = min(n, count_bearable_wounds(match, one))
        dealt.append((one, taken))
        n -= taken
    inflict_wounds(match, by, *dealt)
    return then(apply_wounds, match, by, unit, figures, n)


def inflict_wounds(match: Match, by: UnitId, *dealt: tuple[FigureId, int]) -> None:
    """TA-RES-01: wounds actually inflicted count for the side that strikes."""
    slain = [one for one, wounds in dealt if 0 < wounds == count_bearable_wounds(match, one)]
    if slain:
        match.record(markers.FALLS.set(*slain, by=by))
    for one, wounds in dealt:
        if wounds and one not in slain:
            now = match.figure(one).wounds + wounds
            match.record(Wounded(subjects=(one,), wounds=now, by=by))
    combat = COMBATS.find_combat(match, by)
    if combat is not None:
        COMBATS.add_score(match, combat, match.side_of(by), sum(wounds for _, wounds in dealt))


def choose_casualties(match: Match, unit: UnitId, figures: Models, n: int) -> Asking[Models]:
    """TA-CAS-02, TA-G30: so many of these, with the owner's choice among different ones."""
    groups = group_by_casualty_order(match, figures)
    if 0 < n < len(figures) and len(groups) > 1:
        return (
            yield from choose_fallen_figures(
                match, unit, groups, n, question="fall", rule="TA-CAS-02"
            )
        )
    order = tuple(one for _, group in groups for one in reversed(group))
    return order[:n]


def group_by_casualty_order(match: Match, figures: Models) -> tuple[tuple[str, Models], ...]:
    """Models by role and kind, those that fall first in front."""

    def like(figure: FigureId) -> tuple[int, str, str]:
        value = match.figure(figure)
        return rank_casualty_role(match, figure), value.name, match.name_kind(figure)

    groups = sorted(equal_groups(figures, like))
    return tuple((f"{kind[2]} {ROLES[kind[0]]}", members) for kind, members in groups)


def rank_casualty_role(match: Match, figure: FigureId) -> int:
    """Its index in ``ROLES``."""
    if markers.get_profile(match, figure).leader:
        return 3
    if not match.has(figure, markers.ENGAGED):
        return 0
    return 1 if weapon_attacks.get_weapon_used(match, figure).kind == "normal" else 2
