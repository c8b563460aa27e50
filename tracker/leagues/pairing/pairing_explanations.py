"""Explains the reasons for pairings and byes, as in ``one win apart, not yet met``."""

from __future__ import annotations

from tracker.leagues.pairing.swiss_pairing import DraftedPairing, PairingReason
from tracker.leagues.results.standings_explanations import PlayerNames
from tracker.leagues.results.standings_input_types import ExactNumber
from tracker.vocabulary.count_wording import spell_count

NOT_MET = "not yet met"
"""The last part of the explanation of a pairing whose players have not met this season."""


def explain_pairing(pairing: DraftedPairing, names: PlayerNames) -> str:
    """Explain a drafted pairing, as in ``one win apart, not yet met``."""
    why = pairing.reason
    if pairing.away is None:
        return _describe_bye_reason(why, names)
    parts = []
    if why.wins_apart is None:
        points = "point" if why.points_apart == ExactNumber(1) else "points"
        parts.append(f"{why.points_apart.short} {points} apart")
    elif why.wins_apart:
        parts.append(f"{spell_count(why.wins_apart, 'win')} apart")
    parts.append(_describe_meetings(why))
    return ", ".join(parts)


def _describe_meetings(why: PairingReason) -> str:
    if not why.met_in:
        return NOT_MET
    rounds = " and ".join(str(number) for number in why.met_in)
    noun = "round" if len(why.met_in) == 1 else "rounds"
    return f"met in {noun} {rounds}: no new opponent was left"


def _describe_bye_reason(why: PairingReason, names: PlayerNames) -> str:
    if why.ringer:
        return "the ringer sits out"
    if why.byes_before:
        reason = f"has had {spell_count(why.byes_before, 'bye')}, and nobody has had fewer"
    elif why.among_equals:
        reason = "no player without a bye has fewer points"
    else:
        reason = "the lowest-placed player without a bye"
    if not why.passed_over:
        return reason
    others = ", ".join(names[player] for player in why.passed_over)
    return f"{reason}, except {others}: otherwise two players would meet again"
