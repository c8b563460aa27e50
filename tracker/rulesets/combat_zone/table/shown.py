"""The line of every action of the base, as it is read back: one spelling for each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tracker.procedures.view import Match
from tracker.scribe.line import Deed, Flag, How, Line, Measure, Setting, Who, Word, show
from tracker.vocabulary.names import FigureId, SideId, UnitId, handle, short

if TYPE_CHECKING:
    from tracker.rulesets.combat_zone.phases.activation import Activate, Hold, Pass, With
    from tracker.rulesets.combat_zone.phases.coherency import Coherent
    from tracker.rulesets.combat_zone.phases.compulsory import Malfunction, Routs
    from tracker.rulesets.combat_zone.phases.general import Does
    from tracker.rulesets.combat_zone.phases.movement import Move, Turn
    from tracker.rulesets.combat_zone.phases.reaction_tests import React
    from tracker.rulesets.combat_zone.phases.setup import Deploy
    from tracker.rulesets.combat_zone.phases.winning import EndMatch

Sided = SideId | None


def figures(who: Iterable[FigureId], verb: str, how: Iterable[How] = ()) -> str:
    """A part in which figures do something."""
    return show(Line((Deed(Who(tuple(map(short, who))), verb, None, tuple(how)),)))


def word(first: str, *arguments: str) -> str:
    """A part that is nobody's."""
    return show(Line((Word(first, arguments),)))


def activate(_: Match, __: Sided, params: Activate) -> str:
    return _units((params.unit,), "activates")


def let_pass(match: Match, side: Sided, _: Pass) -> str:
    return word("pass", *side_name(match, side))


def go_with(_: Match, __: Sided, params: With) -> str:
    whom = Who((handle(params.group),))
    return show(Line((Deed(Who((handle(params.unit),)), "joins", whom),)))


def hold(_: Match, __: Sided, params: Hold) -> str:
    return figures(params.figures, "holds")


def deploy(match: Match, side: Sided, _: Deploy) -> str:
    return word("deploy", *side_name(match, side))


def routs(_: Match, __: Sided, params: Routs) -> str:
    if not params.figures:
        return word("routs")
    return figures(params.figures, "routs", (Flag("left"),) if params.left else ())


def malfunction(_: Match, __: Sided, params: Malfunction) -> str:
    how: list[How] = [Setting("does", params.what)] if params.what else []
    return figures(
        (params.figure,), "malfunctions", [*how, *([Flag("over")] if params.over else [])]
    )


def react(_: Match, __: Sided, params: React) -> str:
    touching = [f"touching={short(figure)}" for figure in params.touching]
    return word("react", *map(short, params.figures), *touching)


def coherent(_: Match, __: Sided, params: Coherent) -> str:
    """Figures measured read ``r14=16/9``: from the Leader and from the Sub-leader, in cm."""
    groups = () if params.groups is None else tuple(map(handle, params.groups)) or ("none",)
    measured = (
        f"{short(away.figure)}={_cm(away.leader)}/{_cm(away.sub_leader)}"
        for away in params.measured
    )
    return word("coherent", *groups, *measured)


def move(_: Match, __: Sided, params: Move) -> str:
    how: list[How] = []
    if params.points is not None:
        how.append(Measure(params.points * 100, "ap"))
    if params.length is not None:
        how.append(Measure(params.length, "cm"))
    if params.rough:
        how.append(Setting("rough", _cm(params.rough)))
    if params.claimed:
        how.append(Flag("claimed"))
    return figures(params.figures, "moves", how)


def turn(_: Match, __: Sided, params: Turn) -> str:
    how = [Flag("about")] if params.about else []
    return figures((params.figure,), "turns", [*how, *_claimed(params.claimed)])


def does(_: Match, verb: str, params: Does) -> str:
    how = [Setting("what", params.what)] if params.what else []
    return figures((params.figure,), verb, [*how, *_claimed(params.claimed)])


def end(match: Match, _: Sided, params: EndMatch) -> str:
    who = ("draw",) if params.draw else side_name(match, params.winner)
    return word("end", params.how, *who, *(("offered",) if params.offer else ()))


def side_name(match: Match, side: Sided) -> tuple[str, ...]:
    """A side by its name, or by its letter where two are called the same."""
    if not side:
        return ()
    names = [match.side_name(one).lower() for one in match.sides]
    name = match.side_name(side)
    return (name if names.count(name.lower()) == 1 else handle(side),)


def _units(who: Iterable[UnitId], verb: str) -> str:
    return show(Line((Deed(Who(tuple(map(handle, who))), verb),)))


def _claimed(claimed: bool) -> list[How]:
    return [Flag("claimed")] if claimed else []


def _cm(hundredths: int | None) -> str:
    return "-" if hundredths is None else f"{hundredths / 100:g}"
