"""Unsaved wounds on models: whom they fall on, who is slain, what is lost (TA-CAS, TA-SPEC-09)."""

from __future__ import annotations

from typing import Final

from tracker.procedures.declared.rolls import RollKind
from tracker.procedures.pieces.casualties import choose_fallen_figures
from tracker.procedures.requests import (
    Asking,
    Confirm,
    Score,
    ask,
    ask_owner,
    call_pure_stage,
    call_stage,
    continue_with,
)
from tracker.procedures.view import Match, group_equal_figures
from tracker.rulesets.trial_assault.combat import weapon_attacks
from tracker.rulesets.trial_assault.data import markers
from tracker.rulesets.trial_assault.data.markers import COMBATS
from tracker.vocabulary.dice import Band
from tracker.vocabulary.events import Wounded
from tracker.vocabulary.names import FigureId, UnitId
from tracker.vocabulary.needs import Need

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


def sum_bearable_wounds(match: Match, figures: Models) -> int:
    return markers.count_wounds_left(match, *list_alive(match, figures))


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
        taken = min(n, markers.count_wounds_left(match, hurt))
        inflict_wounds(match, by, (hurt, taken))
        return continue_with(apply_wounds, match, by, unit, figures, n - taken)
    each = {markers.get_profile(match, one).w for one in there}
    dying = n // max(each) if len(each) == 1 else 1
    chosen = yield from call_stage(choose_casualties, unit, there, max(dying, 1))
    return continue_with(wound_chosen_models, match, by, unit, (chosen, figures), n)


def wound_chosen_models(
    match: Match, by: UnitId, unit: UnitId, those: tuple[Models, Models], n: int
) -> None:
    """The chosen models, one after the other; then the next in order."""
    chosen, figures = those
    dealt = []
    for one in chosen:
        taken = min(n, markers.count_wounds_left(match, one))
        dealt.append((one, taken))
        n -= taken
    inflict_wounds(match, by, *dealt)
    return continue_with(apply_wounds, match, by, unit, figures, n)


def inflict_wounds(match: Match, by: UnitId, *dealt: tuple[FigureId, int]) -> None:
    """TA-RES-01: wounds actually inflicted count for the side that strikes."""
    slain = [one for one, n in dealt if 0 < n == markers.count_wounds_left(match, one)]
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
        rule = "TA-CAS-02"
        return (
            yield from choose_fallen_figures(match, unit, groups, n, question="fall", rule=rule)
        )
    order = tuple(one for _, group in groups for one in reversed(group))
    return order[:n]


def group_by_casualty_order(match: Match, figures: Models) -> tuple[tuple[str, Models], ...]:
    """Models by role and kind, those that fall first in front."""

    def like(figure: FigureId) -> tuple[int, str, str]:
        value = match.figure(figure)
        return rank_casualty_role(match, figure), value.name, match.name_kind(figure)

    groups = sorted(group_equal_figures(figures, like))
    return tuple((f"{kind[2]} {ROLES[kind[0]]}", members) for kind, members in groups)


def rank_casualty_role(match: Match, figure: FigureId) -> int:
    """Its index in ``ROLES``."""
    if markers.get_profile(match, figure).leader:
        return 3
    if not match.has(figure, markers.ENGAGED):
        return 0
    return 1 if weapon_attacks.get_weapon_used(match, figure).kind == "normal" else 2


# ------------------------------------------------------------------------------- slain by the mind


PSYCHIC_TEST: Final = RollKind("psychic", "psychic test", rule="TA-SPEC-09")
PERILS: Final = tuple(
    Band("perils", total, total, success=total == 2, told=True) for total in (2, 12)
)


def offer_slaying_test(
    match: Match, unit: UnitId, target: UnitId, figures: tuple[FigureId, ...]
) -> Asking[None]:
    """One test in a player turn, against a living model that the weapon wounded."""
    hurt = [one for one in list_alive(match, figures) if match.figure(one).wounds]
    if not hurt or match.has(unit, markers.PSYCHIC):
        return None
    what = f"a psychic test to slay one of {match.tag(target)}"
    asked = Confirm(id="slay", what=what, default=True, target=target, rule="TA-SPEC-09")
    if not (yield from ask_owner(match, unit, asked)):
        return None
    return continue_with(slay_by_psychic_test, match, unit, hurt[0])


def slay_by_psychic_test(match: Match, unit: UnitId, victim: FigureId) -> Asking[None]:
    """TA-RES-01: the slain model counts only with the wounds that were inflicted."""
    match.record(markers.PSYCHIC.set(unit))
    leadership = max(one.ld for one in markers.list_profiles(match, unit) if one.psyker)
    perils = match.option("perils") == "on_2_or_12"
    need = Need(leadership, less=True, special=PERILS if perils else ())
    slays, perilous = yield from call_pure_stage(
        {"psyker": (match.side_of(unit), unit, None)}, roll_psychic_test, need
    )
    if slays:
        match.record(markers.FALLS.set(victim, by=unit))
    if perilous:
        match.record(markers.PERILS.set(unit))


def roll_psychic_test(need: Need) -> Asking[tuple[bool, bool]]:
    """Whether it slays, and whether it was a 2 or 12 while these are perilous."""
    score = Score(kind=PSYCHIC_TEST, dice=(6, 6), needs=need, role="psyker")
    band = score.bands[(yield from ask(score))]
    return band.success, band.told
