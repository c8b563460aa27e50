"""Force weapons: a psychic test may slay one wounded opponent (TA-SPEC-09, TA-G10, TA-G59)."""

from __future__ import annotations

from typing import Final

from tracker.procedures.declared.rolls import RollKind
from tracker.procedures.requests import Asking, Confirm, Score, ask, sub, then
from tracker.procedures.view import Match
from tracker.rulesets.trial_assault.combat import model_casualties
from tracker.rulesets.trial_assault.data import markers
from tracker.vocabulary.dice import Band
from tracker.vocabulary.names import FigureId, UnitId
from tracker.vocabulary.needs import Need

PSYCHIC_TEST: Final = RollKind("psychic", "psychic test", rule="TA-SPEC-09")
PERILS: Final = tuple(
    Band("perils", total, total, success=total == 2, told=True) for total in (2, 12)
)


def offer_slaying_test(
    match: Match, unit: UnitId, target: UnitId, figures: tuple[FigureId, ...]
) -> Asking[None]:
    """One test in a player turn, against a living model that the weapon wounded."""
    hurt = [one for one in model_casualties.list_alive(match, figures) if match.figure(one).wounds]
    if not hurt or match.has(unit, markers.PSYCHIC):
        return None
    use = yield from ask(
        Confirm(
            id="slay",
            what=f"a psychic test to slay one of {match.tag(target)}",
            default=True,
            side=match.side_of(unit),
            subject=unit,
            target=target,
            rule="TA-SPEC-09",
        )
    )
    return then(slay_by_psychic_test, match, unit, hurt[0]) if use else None


def slay_by_psychic_test(match: Match, unit: UnitId, victim: FigureId) -> Asking[None]:
    """TA-RES-01: the slain model counts only with the wounds that were inflicted."""
    match.record(markers.PSYCHIC.set(unit))
    leadership = max(one.ld for one in markers.list_profiles(match, unit) if one.psyker)
    perils = match.option("perils") == "on_2_or_12"
    need = Need(leadership, less=True, special=PERILS if perils else ())
    slays, perilous = yield from sub(
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
