"""What somebody does, as a line says it: moving, general actions, slots, machines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from tracker.procedures.pieces.sayings import Hows, amount
from tracker.procedures.ruleset import Action, Command, Meaning, Reply
from tracker.procedures.view import Match
from tracker.rulesets.combat_zone.data import markers
from tracker.rulesets.combat_zone.phases import activation, compulsory, general, machines, movement
from tracker.rulesets.combat_zone.table import people
from tracker.rulesets.combat_zone.table.fights import FIGHTS
from tracker.rulesets.combat_zone.table.hows import claimed, way, weapon
from tracker.scribe.line import Deed
from tracker.vocabulary.names import FigureId

Verb = Callable[[Match, Deed, Hows], Meaning]


def _moves(match: Match, deed: Deed, hows: Hows) -> Command:
    """``r11 moves 2ap``, ``r11 moves 12cm rough=4``: points, or what the way costs."""
    people.nobody(deed)
    who = people.many(match, deed.who)
    points, length = way(hows)
    rough = hows.setting("rough")
    params = movement.Move(
        who, points, length, amount(rough, "cm") if rough else 0, claimed=claimed(hows)
    )
    return _command(match, movement.MOVE, who, params)


def _turns(match: Match, deed: Deed, hows: Hows) -> Command:
    people.nobody(deed)
    who = people.one(match, deed.who, ONE)
    params = movement.Turn(who, about=bool(hows.flag("about")), claimed=claimed(hows))
    return _command(match, movement.TURN, (who,), params)


def _does(action: Action[general.Does]) -> Verb:
    def meaning(match: Match, deed: Deed, hows: Hows) -> Command:
        people.nobody(deed)
        who = people.one(match, deed.who, ONE)
        params = general.Does(who, hows.setting("what") or "", claimed=claimed(hows))
        return _command(match, action, (who,), params)

    return meaning


def _activates(match: Match, deed: Deed, _: Hows) -> Command:
    people.nobody(deed)
    unit = people.unit(match, deed.who, "one group, Hero or machine takes a slot: b1 activates")
    return activation.ACTIVATE.command(match.side_of(unit), activation.Activate(unit))


def _joins(match: Match, deed: Deed, _: Hows) -> Command:
    unit = people.unit(match, deed.who, "one Hero or machine acts with a group: r2 joins r1")
    group = people.unit(match, people.whom(deed, "with whom? r2 joins r1"), "one group, please")
    return activation.WITH.command(match.side_of(unit), activation.With(unit, group))


def _holds(match: Match, deed: Deed, _: Hows) -> Command:
    """``all holds``: the group has done what it wants, whoever has points left."""
    people.nobody(deed)
    who = people.many(match, deed.who, finished=True)
    return _command(match, activation.HOLD, who, activation.Hold(who))


def _routs(match: Match, deed: Deed, hows: Hows) -> Reply:
    """``r16 routs !left``: over the edge. The book asks for those who are not named."""
    people.nobody(deed)
    who = people.many(match, deed.who)
    params = compulsory.Routs(who, left=bool(hows.flag("left")))
    command = _command(match, compulsory.ROUTS, who, params)
    everybody = set(who) == set(match.marked(markers.RAN))
    gone = " ".join(map(match.handle, who)) if params.left else "0"
    return Reply(("left the table",), who, command, says=gone if everybody else "")


def _malfunctions(match: Match, deed: Deed, hows: Hows) -> Command:
    people.nobody(deed)
    who = people.one(match, deed.who, ONE)
    params = compulsory.Malfunction(who, hows.setting("does") or "", over=bool(hows.flag("over")))
    return _command(match, compulsory.MALFUNCTION, (who,), params)


def _damage(match: Match, deed: Deed, hows: Hows) -> Command:
    """``b21 damage does="half speed" malfunction="turns in a circle" lost=autocannon``."""
    people.nobody(deed)
    who = people.one(match, deed.who, ONE)
    lost = []
    while (gun := hows.setting("lost")) is not None:
        lost.append(weapon(gun))
    params = machines.Effect(
        who, hows.setting("does") or "", hows.setting("malfunction") or "", tuple(lost)
    )
    return _command(match, machines.EFFECT, (who,), params)


GENERAL: Final = {
    "door": "door",
    "picks": "pick",
    "crosses": "cross",
    "drops": "drop",
    "stands": "stand",
}
ONE: Final = "one figure in a part; put | between them"
_ACTIONS: Final = {action.id: action for action in general.ACTIONS}
VERBS: Final[dict[str, Verb]] = {
    "moves": _moves,
    "turns": _turns,
    **{verb: _does(_ACTIONS[action]) for verb, action in GENERAL.items()},
    "activates": _activates,
    "joins": _joins,
    "holds": _holds,
    "routs": _routs,
    "malfunctions": _malfunctions,
    "damage": _damage,
    **FIGHTS,
}


def _command(
    match: Match, action: Action[Any], who: tuple[FigureId, ...], params: Struct
) -> Command:
    return action.command(people.side(match, who), params)
