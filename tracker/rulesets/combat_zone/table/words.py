"""Parts of a line that are nobody's deed: sheets, initiative, set-up, the end, setting right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast, get_args

from tracker.procedures.pieces.begins import Begins
from tracker.procedures.pieces.naming import figure_named, one_of, side_named
from tracker.procedures.pieces.sayings import amount, no_more
from tracker.procedures.ruleset import Command, Meaning, Reply, Skip
from tracker.procedures.view import Match, UnknownName
from tracker.rulesets.combat_zone.data import markers, tables
from tracker.rulesets.combat_zone.phases import (
    activation,
    coherency,
    compulsory,
    flow,
    initiative,
    reaction_tests,
    setup,
    winning,
)
from tracker.rulesets.combat_zone.table import people
from tracker.rulesets.combat_zone.table.fixes import fix
from tracker.scribe.line import Word
from tracker.vocabulary.names import FigureId, SideId, UnitId, handle

NONE: Final = "none"
UNMEASURED: Final = "-"


def _next(match: Match, word: Word) -> Meaning:
    no_more(word, 0)
    return Command("next", match.clock.side, {})


def _skip(_: Match, word: Word) -> Meaning:
    if not word.arguments:
        message = "skip what? Name the phase: skip initiative"
        raise UnknownName(message)
    no_more(word, 1)
    phases = {phase.word: phase.id for phase in flow.TURN} | {p.id: p.id for p in flow.TURN}
    return Skip(one_of(word.arguments[0], phases, "phase"))


def _react(match: Match, word: Word) -> Meaning:
    """``react b14 r11 touching=b14 : 54 32``: who tests, and who touches a Leader."""
    touching: list[FigureId] = []
    who: list[FigureId] = []
    for argument in word.arguments:
        key, equals, names = argument.partition("=")
        if equals and key == "touching":
            touching += people.named(match, names)
        else:
            who.append(figure_named(match, argument))
    sides = {match.side_of(figure) for figure in who}
    side = sides.pop() if len(sides) == 1 else None
    params = reaction_tests.React(tuple(who), tuple(touching))
    return Reply(("reaction test",), tuple(who), reaction_tests.REACT.command(side, params))


def _coherent(match: Match, word: Word) -> Meaning:
    """``coherent r1,b1``: the groups in coherency; ``r14=16/9`` for a figure measured."""
    groups: list[UnitId] | None = None
    measured: list[coherency.Away] = []
    for argument in word.arguments:
        name, equals, lengths = argument.partition("=")
        if equals:
            measured.append(_away(figure_named(match, name), lengths))
        elif argument.lower() == NONE:
            groups = groups or []
        else:
            groups = [*(groups or []), people.unit_called(match, argument)]
    said = None if groups is None else tuple(groups)
    command = coherency.COHERENCY.command(None, coherency.Coherent(said, tuple(measured)))
    says = "" if said is None or measured else _scattered(match, said)
    return Reply(("out of coherency",), otherwise=command, says=says)


def _scattered(match: Match, said: tuple[UnitId, ...]) -> str:
    """The groups asked about that were not named, as the question is answered."""
    asked = (g for g in markers.groups(match) if coherency.certain(match, g) is None)
    return " ".join(handle(group) for group in asked if group not in said) or "0"


def _away(figure: FigureId, lengths: str) -> coherency.Away:
    leader, _, sub_leader = lengths.partition("/")
    return coherency.Away(figure, _length(leader), _length(sub_leader))


def _length(text: str) -> int | None:
    return None if text in {"", UNMEASURED} else amount(text, "cm")


def _init(match: Match, word: Word) -> Meaning:
    """``init``: the dice; ``init red``: the players agreed that Red goes first."""
    agreed = _one_side(match, word)
    if agreed is not None:
        return initiative.INITIATIVE.command(None, Begins(agreed))
    goes = (f"{match.side_name(side)} goes" for side in match.sides)
    otherwise = initiative.INITIATIVE.command(None, Begins())
    return Reply(("initiative", *goes), otherwise=otherwise)


def _routs(_: Match, word: Word) -> Meaning:
    """``routs``: all rout moves that are due; the answer says who left the table."""
    no_more(word, 0)
    otherwise = compulsory.ROUTS.command(None, compulsory.Routs())
    return Reply(("left the table",), otherwise=otherwise)


def _deploy(match: Match, word: Word) -> Meaning:
    return setup.DEPLOY.command(_one_side(match, word), setup.Deploy())


def _pass(match: Match, word: Word) -> Meaning:
    return activation.PASS.command(_one_side(match, word), activation.Pass())


def _one_side(match: Match, word: Word) -> SideId | None:
    no_more(word, 1)
    return side_named(match, word.arguments[0]) if word.arguments else None


def _end(match: Match, word: Word) -> Meaning:
    """``end time red``: who has won; ``end : yes`` answers the end the book has seen."""
    if not word.arguments:
        command = winning.END.command(None, winning.EndMatch())
        return Reply((*winning.WHY.values(), "the winner"), otherwise=command)
    how, *more = word.arguments
    offered = "offered" in more
    more = [argument for argument in more if argument != "offered"]
    draw = tables.DRAW in more
    more = [argument for argument in more if argument != tables.DRAW]
    if len(more) > 1:
        message = f"{more[1]} says nothing after end"
        raise UnknownName(message)
    winner = side_named(match, more[0]) if more else None
    known = get_args(winning.How)
    params = winning.EndMatch(
        cast(winning.How, one_of(how, known, "end")), winner, draw=draw, offer=offered
    )
    return winning.END.command(None, params)


def _vp(_: Match, __: Word) -> Meaning:
    message = "there are no victory points here; end time red says who has won"
    raise UnknownName(message)


WORDS: Final[dict[str, Callable[[Match, Word], Meaning]]] = {
    "next": _next,
    "skip": _skip,
    "react": _react,
    "coherent": _coherent,
    "init": _init,
    "routs": _routs,
    "deploy": _deploy,
    "pass": _pass,
    "end": _end,
    "vp": _vp,
    "fix": fix,
}
