"""Parts of a line that are nobody's deed: dice of a sheet, set-up, points, setting right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, cast

from tracker.procedures.pieces.begins import Begins
from tracker.procedures.pieces.naming import one_of, side_named, unit_named, units_of
from tracker.procedures.pieces.sayings import amount, no_more, number
from tracker.procedures.ruleset import Command, Meaning, Reply, Righting, Skip
from tracker.procedures.view import Match, UnknownName
from tracker.rulesets.deathzap2.phases import awards, deployment, flow, orders, setup
from tracker.rulesets.deathzap2.phases.impetus import IMPETUS
from tracker.rulesets.deathzap2.table.fixes import fix
from tracker.scribe.line import Word
from tracker.vocabulary.events import PointsScored
from tracker.vocabulary.names import UnitId

MOST_POINTS: Final = 99


def _units(match: Match, word: Word) -> tuple[UnitId, ...]:
    return tuple(unit_named(match, name) for name in word.arguments)


def _next(match: Match, word: Word) -> Meaning:
    no_more(word, 0)
    return Command("next", match.clock.side, {})


def _skip(_: Match, word: Word) -> Meaning:
    if not word.arguments:
        message = "skip what? Name the phase: skip orders"
        raise UnknownName(message)
    no_more(word, 1)
    phases = {phase.word: phase.id for phase in flow.TURN} | {p.id: p.id for p in flow.TURN}
    return Skip(one_of(word.arguments[0], phases, "phase"))


def _impetus(match: Match, word: Word) -> Meaning:
    """``impetus``: the dice; ``impetus red``: the players agreed that Red acts first."""
    no_more(word, 1)
    if word.arguments:
        agreed = Begins(side_named(match, word.arguments[0]))
        return IMPETUS.command(None, agreed)
    return Reply(("impetus",), otherwise=Command("impetus", None, {}))


def _orders(match: Match, word: Word) -> Meaning:
    """``orders r1 r2 r3``: the dice in this order; without names, of the side whose half it is."""
    units = _units(match, word)
    side = units_of(match, units, "orders") if units else match.clock.side
    command = orders.ORDERS.command(side, orders.Orders(units))
    return Reply(("orders",), units, command)


def _swap(match: Match, word: Word) -> Meaning:
    units = _units(match, word)
    if len(units) != 2:
        message = "swap takes two units whose order dice change places: swap r1 r2"
        raise UnknownName(message)
    return orders.REASSIGN.command(match.side_of(units[0]), orders.Reassign(*units))


def _panic(match: Match, word: Word) -> Meaning:
    return Reply(("panic checks",), _units(match, word))


def _morale(match: Match, word: Word) -> Meaning:
    return Reply(("morale",), _units(match, word))


# ---------------------------------------------------------------------------------------- set-up


def _step(action: str, *asks: str) -> Callable[[Match, Word], Meaning]:
    def meaning(_: Match, word: Word) -> Meaning:
        no_more(word, 0)
        return Reply((action, *asks), otherwise=Command(action, None, {}))

    return meaning


def _edge(_: Match, word: Word) -> Meaning:
    no_more(word, 0)
    return Reply(("base edge",))


def _deploy(match: Match, word: Word) -> Meaning:
    """``deploy red 4in``: the side whose turn it is where none is named."""
    if not word.arguments:
        left = [item.side for item in setup.due(match) if item.action == "deploy"]
        return setup.DEPLOY.command(left[0] if left else match.sides[0], deployment.Deploy())
    no_more(word, 2)
    depth = amount(word.arguments[1], "in") if len(word.arguments) > 1 else None
    return setup.DEPLOY.command(side_named(match, word.arguments[0]), deployment.Deploy(depth))


def _counters(_: Match, word: Word) -> Meaning:
    """``counters "by the well" …``: where they lie; without places, the dice that say so."""
    if not word.arguments:
        return Reply(("places of the four counters",))
    return awards.COUNTERS.command(None, awards.Counters(word.arguments))


# ---------------------------------------------------------------------------------------- points


def _objective(match: Match, word: Word) -> Meaning:
    """``objective "hold the mill" 2 red``: an objective of the players' own."""
    if not word.arguments:
        message = 'what is played for? objective "hold the mill" 2'
        raise UnknownName(message)
    no_more(word, 3)
    label, *more = word.arguments
    points = number(more[0], "points", high=MOST_POINTS) if more else 1
    side = side_named(match, more[1]) if len(more) > 1 else None
    return awards.OBJECTIVE.command(side, awards.OwnObjective(label, points or 0))


def _vp(match: Match, word: Word) -> Meaning:
    """``vp red 3 "hold the mill"``: points awarded; without a reason, set right by hand."""
    if len(word.arguments) < 2:
        message = "points for whom, and how many? vp red 3"
        raise UnknownName(message)
    side = side_named(match, word.arguments[0])
    points = number(word.arguments[1], "points", low=-MOST_POINTS, high=MOST_POINTS) or 0
    why = " ".join(word.arguments[2:])
    if not why:
        return Righting((PointsScored(side=side, points=points, why="by hand"),))
    return awards.AWARD.command(side, awards.Award(points, why))


def _end(match: Match, word: Word) -> Meaning:
    """``end time``, or ``end conceded red``: the side that gives up."""
    no_more(word, 2)
    how = one_of(word.arguments[0], ("time", "conceded"), "end") if word.arguments else "time"
    side = side_named(match, word.arguments[1]) if len(word.arguments) > 1 else None
    if how == "conceded" and side is None:
        message = "who gives up? end conceded red"
        raise UnknownName(message)
    return awards.END.command(side, awards.EndMatch(cast(Literal["time", "conceded"], how)))


WORDS: Final[dict[str, Callable[[Match, Word], Meaning]]] = {
    "next": _next,
    "skip": _skip,
    "impetus": _impetus,
    "orders": _orders,
    "swap": _swap,
    "panic": _panic,
    "morale": _morale,
    "objectives": _step("objectives"),
    "deployment": _step("deployment"),
    "edge": _edge,
    "deploy": _deploy,
    "targets": _step("targets", "figure of"),
    "counters": _counters,
    "objective": _objective,
    "vp": _vp,
    "end": _end,
    "fix": fix,
}
