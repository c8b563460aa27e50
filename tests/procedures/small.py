"""Minimal rulesets for tests of the runners, whose actions are the stages that a test passes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.declared.marker_and_link_kinds import MarkerKind
from tracker.procedures.match_view import Match
from tracker.procedures.requests import Asking, roll_check
from tracker.procedures.ruleset import Action, Ruleset
from tracker.testing.match_in_memory import BLUE, RED, Play, u
from tracker.testing.ruleset_laws import assert_odds_agree, resume_table
from tracker.vocabulary.events import AnyFact, MarkerSet, Rolled
from tracker.vocabulary.subject_ids import SideId, UnitId

MARKERS = ("a", "b", "c")
R1, B1 = u("r1"), u("b1")


class Nothing(Struct, frozen=True):
    pass


class Amount(Struct, frozen=True):
    amount: int


Stage = Callable[[Match], Asking[None] | None]


def small(
    consequences: Callable[[Match], Iterable[AnyFact]] = lambda _: (), **stages: Stage
) -> Ruleset:
    """Return a ruleset with one action for each of these stages."""

    def action(name: str, stage: Stage) -> Action[Nothing]:
        def take(match: Match, _: SideId | None, __: Nothing) -> Asking[None] | None:
            return stage(match)

        return Action(name, name, Nothing, take)

    return Ruleset(
        id="small",
        version="1",
        title="Small",
        markers=tuple(MarkerKind(marker, marker) for marker in MARKERS),
        actions={name: action(name, stage) for name, stage in stages.items()},
        consequences=consequences,
    )


def playing(rules: Ruleset, red: int = 1, figures: int = 2) -> Play:
    """Begin a match in which Red has ``red`` units and Blue has one."""
    play = Play(rules)
    plain: dict[str, dict[str, int]] = {"plain": {}}
    play.muster(RED, {f"r{n + 1}": {"plain": figures} for n in range(red)}, plain)
    play.muster(BLUE, {"b1": {"plain": figures}}, plain)
    return play


def take(play: Play, action: str, side: SideId | None = RED) -> list[AnyFact]:
    return play.do(action, side, Nothing())


def mark(name: str, unit: UnitId = R1, value: int | bool = True) -> MarkerSet:
    return MarkerSet(subjects=(unit,), marker=name, value=value)


def a_die(match: Match) -> Asking[None]:
    """Roll a die, and mark whether it was 4 or more."""
    hits = yield from roll_check("a die", 1, 4)
    match.record(mark("a", value=hits))


def with_action(rules: Ruleset, action: Action[Any]) -> Ruleset:
    return replace(rules, actions={**rules.actions, action.id: action})


def check_odds_of(play: Play, action: str = "go") -> int:
    return assert_odds_agree(play, action, RED, Nothing())


def next_roll(play: Play, faces: str) -> Rolled:
    """Return the event that ``play.roll(faces)`` would record, without recording it."""
    other = resume_table(play.ruleset, play.lines)
    twin = Play.__new__(Play)
    twin.__dict__.update(play.__dict__, table=other, lines=list(play.lines), waits=[], facts=[])
    twin.roll(faces)
    return next(e.event for e in reversed(twin.lines) if isinstance(e.event, Rolled))
