"""The lines of Deathzap 2: its words, and what each part of a line means."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.pieces.sayings import Hows
from tracker.procedures.ruleset import Command, Meaning, stored
from tracker.procedures.view import Match
from tracker.rulesets.deathzap2.phases import melee, shooting
from tracker.rulesets.deathzap2.table.deeds import COVERS, QUALITIES, VERBS
from tracker.rulesets.deathzap2.table.words import WORDS
from tracker.scribe.line import BASE, Deed, Lexicon, Part

LEXICON: Final = BASE | Lexicon(
    verbs=frozenset(VERBS),
    flags=frozenset((*COVERS, *QUALITIES, "towards", "takes-order")),
    options=frozenset(("guns", "figures", "order", "as")),
    units=frozenset(("in",)),
    words=frozenset(WORDS),
)


def interpret(match: Match, part: Part) -> Meaning:
    """What a part of a line means now. Raises ``UnknownName`` with a sentence."""
    if not isinstance(part, Deed):
        return WORDS[part.word](match, part)
    hows = Hows(part)
    verb = part.verb or _unsaid(match, hows)
    command = VERBS[verb](match, part, hows)
    hows.finish()
    return command


def merge(first: Command, second: Command) -> Command | None:
    """Shares of one unit's fire or strikes are one action, declared before the first die."""
    if first.action != second.action or first.side != second.side:
        return None
    if first.action == "shoot":
        shots, more = (shooting.SHOOT.read(one.params) for one in (first, second))
        if shots.unit == more.unit:
            return _same(first, replace(shots, fire=(*shots.fire, *more.fire)))
    if first.action == "fight":
        blows, others = (melee.FIGHT.read(one.params) for one in (first, second))
        if blows.unit == others.unit and blows.against and others.against:
            return _same(first, replace(blows, against=(*blows.against, *others.against)))
    return None


def _same(command: Command, params: Struct) -> Command:
    return Command(command.action, command.side, stored(params))


def _unsaid(match: Match, hows: Hows) -> str:
    """The verb of a part that has none: cover, guns and range are those of a volley."""
    said = {how.name for how in hows.left if hasattr(how, "name")}
    return "fights" if match.phase == "melee" and not said & {*COVERS, "with"} else "shoots"
