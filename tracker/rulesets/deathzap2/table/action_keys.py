"""The keyboard shortcuts of Deathzap 2: ``12s`` fires, ``3c2`` makes contact, ``1m`` moves."""

from __future__ import annotations

from typing import Final

from tracker.procedures.declared.action_key_types import Keys
from tracker.procedures.match_view import Match
from tracker.rulesets.deathzap2.attacks import gun_allocation
from tracker.rulesets.deathzap2.phases.shooting_phase import explain_cannot_act
from tracker.vocabulary.subject_ids import UnitId


def list_gun_words_for_line(match: Match, unit: UnitId) -> tuple[str, ...]:
    """List the words for each type of gun that a unit can fire, such as ``with rifle``.

    In melee, return (), because strikes are split by figures, which requires a typed line.
    """
    if match.phase == "melee":
        return ()
    kinds = dict.fromkeys(piece.gun.kind for piece in gun_allocation.list_firing_guns(match, unit))
    return tuple(f"with {kind}" for kind in kinds)


KEYS: Final = Keys(
    order=">mcjk-",
    usual={"move": "m", "shoot": ">", "melee": "k"},
    flags={"s": "soft", "h": "hard", "o": "open"},
    unhurried=frozenset({"move"}),
    parts=list_gun_words_for_line,
    cannot=explain_cannot_act,
)
