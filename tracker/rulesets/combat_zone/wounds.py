"""Wound rolls and what they do (CZ-SHOOT-12 to 17, CZ-MELEE-09 and 10)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tracker.procedures.requests import Asking, Score, ask, do, then
from tracker.procedures.view import Match
from tracker.rulesets.combat_zone import armour, machines, markers, reactions, tables
from tracker.vocabulary.dice import Modifier
from tracker.vocabulary.events import FiguresRemoved
from tracker.vocabulary.names import FigureId

How = Literal["shot", "melee"]


class Wound(Struct, frozen=True):
    """One wound roll: dice and the parts of its bonus, before the armour of who is hit."""

    by: FigureId
    target: FigureId
    how: How
    dice: tuple[int, ...]
    parts: tuple[Modifier, ...] = ()


def wound(match: Match, hit: Wound) -> Asking[None]:
    """CZ-SHOOT-12, CZ-MELEE-09: the dice added up, and everything added to them."""
    parts = (*hit.parts, *armour.parts(match, hit.target))
    score = yield from ask(
        Score(
            what="wound",
            dice=hit.dice,
            bonus=sum(part.value for part in parts),
            need=_need(match, hit),
            modifiers=parts,
            side=match.side_of(hit.by),
            subject=hit.by,
            target=hit.target,
            rule="CZ-SHOOT-12" if hit.how == "shot" else "CZ-MELEE-09",
        )
    )
    armour.after_hit(match, hit.target)
    return then(suffered, match, hit, score)


def suffered(match: Match, hit: Wound, score: int) -> Asking[None]:
    """CZ-SHOOT-16, CZ-MELEE-10: out of action, a reaction, or nothing; machines are damaged."""
    toughness = machines.toughness(match, hit.target)
    if markers.is_machine(match, hit.target) and score >= toughness:
        return then(machines.damaged, match, hit.by, hit.target, score)
    outcome = _outcome(hit.how, score, toughness)
    if outcome == "casualty":
        match.record(FiguresRemoved(figures=(hit.target,), by=hit.by))
    elif outcome != "nothing":
        yield from do(reactions.give, hit.target, outcome, hit.by)
    return None


def _outcome(how: How, score: int, toughness: int) -> tables.Outcome:
    table = tables.shot_outcome if how == "shot" else tables.melee_outcome
    return table(score, toughness)


def _need(match: Match, hit: Wound) -> str:
    """``7 to kill, 4 to 6 panic``: what each score does to this target."""
    toughness = machines.toughness(match, hit.target)
    if markers.is_machine(match, hit.target):
        return f"{toughness} to damage"
    scores: dict[tables.Outcome, list[int]] = {}
    for score in range(toughness - 1, toughness - 5, -1):
        scores.setdefault(_outcome(hit.how, score, toughness), []).append(score)
    worse: tuple[tables.Outcome, ...] = ("rout", "panic")
    reactions_to = (
        f"{min(scores[outcome])} to {max(scores[outcome])} {outcome}"
        for outcome in worse
        if outcome in scores
    )
    return ", ".join((f"{toughness} to kill", *reactions_to))
