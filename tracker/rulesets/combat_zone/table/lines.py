"""The lines of Combat Zone: its words, and what each part of a line means."""

from __future__ import annotations

from typing import Final

from tracker.procedures.pieces.sayings import Hows
from tracker.procedures.ruleset import Meaning
from tracker.procedures.view import Match
from tracker.rulesets.combat_zone.table.deeds import VERBS
from tracker.rulesets.combat_zone.table.fights import merge, shoots
from tracker.rulesets.combat_zone.table.hows import BANDS, COVERS
from tracker.rulesets.combat_zone.table.words import WORDS
from tracker.scribe.line import BASE, Lexicon, Part, Word

__all__ = ["LEXICON", "interpret", "merge"]

LEXICON: Final = BASE | Lexicon(
    verbs=frozenset(VERBS),
    flags=frozenset((*COVERS, *BANDS, "claimed", "left", "over", "about")),
    options=frozenset(("shots",)),
    units=frozenset(("cm", "ap")),
    words=frozenset(WORDS),
)


def interpret(match: Match, part: Part) -> Meaning:
    """What a part of a line means now. Raises ``UnknownName`` with a sentence."""
    if isinstance(part, Word):
        return WORDS[part.word](match, part)
    hows = Hows(part)
    verb = VERBS[part.verb] if part.verb else shoots
    meaning = verb(match, part, hows)
    hows.finish()
    return meaning
