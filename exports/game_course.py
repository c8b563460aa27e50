"""The course of a game in one pass: who was left after each turn, and what decided it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from tracker.application.chances.luck import AttackLuck
from tracker.application.log.fact_words import describe_score
from tracker.application.log.group import LogLine
from tracker.application.log.wording import Names
from tracker.application.match.game import Game
from tracker.application.match.match_history import MatchHistory
from tracker.application.match.score import count_points
from tracker.procedures.ruleset import Ruleset
from tracker.projection.fold import apply
from tracker.projection.state import State
from tracker.vocabulary import events as ev
from tracker.vocabulary.names import SideId, UnitId

SWINGS = 5  # attacks far from what was expected
FAR = 1.5  # this many more or fewer than expected is worth telling


class After(Struct, frozen=True):
    """What was on the table after a turn: figures by unit, points by side."""

    turn: int
    left: dict[UnitId, int]
    points: dict[SideId, int]


class CourseMoment(Struct, frozen=True):
    """Something that decided the game: a unit lost, points, or dice far from expectation.

    ``line`` is the number of the line of the log in which it stands.
    """

    turn: int
    line: int
    text: str


class Course(Struct, frozen=True):
    """``before`` is what there was as turn 1 began."""

    before: After | None
    after: tuple[After, ...]
    moments: tuple[CourseMoment, ...]


def trace_course(game: Game, attacks: Sequence[AttackLuck], log: Sequence[LogLine]) -> Course:
    """What was left after each turn, and the moments that decided the game, in their order."""
    story = game.story
    walk = _Walk(story, log, game.ruleset)
    walk.swings = {attack.version: attack for attack in _widest(attacks)}
    for line in story.path:
        walk.step(line.version, line.event)
    return Course(walk.before, tuple(walk.after), tuple(walk.moments))


def _widest(attacks: Sequence[AttackLuck]) -> list[AttackLuck]:
    far = [attack for attack in attacks if abs(attack.result - attack.expected) >= FAR]
    return sorted(far, key=lambda attack: -abs(attack.result - attack.expected))[:SWINGS]


class _Walk:
    def __init__(self, story: MatchHistory, log: Sequence[LogLine], rules: Ruleset) -> None:
        self.story = story
        self.rules = rules
        self.log = [line for line in log if line.kind != "taken back"]
        self.state = State()
        self.before: After | None = None
        self.after: list[After] = []
        self.moments: list[CourseMoment] = []
        self.swings: dict[ev.Version, AttackLuck] = {}

    def step(self, version: ev.Version, event: ev.AnyEvent) -> None:
        if version in self.swings:
            self._moment(version, _swing(self.swings[version]))
        if isinstance(event, ev.TurnBegan) and event.turn > 1:
            self.after.append(self._now())
        elif isinstance(event, ev.TurnBegan) and not self.after:
            self.before = self._now()
        standing = self._standing() if isinstance(event, ev.FiguresRemoved) else set()
        apply(self.state, event, version)
        names = Names(self.state)
        for unit in sorted(standing - self._standing()):
            side = names.side(self.state.units[unit].side)
            self._moment(version, f"{side} lost {names.unit(unit)}")
        if isinstance(event, ev.PointsScored):
            self._moment(version, describe_score(names, event))
        if isinstance(event, ev.MatchEnded):
            self.after.append(self._now())

    def _standing(self) -> set[UnitId]:
        return {unit for unit, value in self.state.units.items() if value.figures}

    def _now(self) -> After:
        left = {unit: len(value.figures) for unit, value in self.state.units.items()}
        return After(self.state.clock.turn, left, dict(count_points(self.state, self.rules)))

    def _moment(self, version: ev.Version, text: str) -> None:
        within = (row.number for row in reversed(self.log) if row.version <= version <= row.end)
        entry = self.story.lines[version - 1].entry
        line = next(within, self.story.number_of(entry))
        self.moments.append(CourseMoment(self.state.clock.turn, line, text))


def _swing(attack: AttackLuck) -> str:
    return (
        f"{attack.who} ▸ {describe_attack_result(attack)} ({format_share(attack.worse)} of such"
        " attacks do worse)"
    )


def describe_attack_result(attack: AttackLuck) -> str:
    """``B3 Stalker: 2 not saved, expected 0.1``: against whom, and what its dice made of it."""
    done = f"not {attack.done}" if attack.saved else attack.done
    return f"{attack.whom}: {attack.result} {done}, expected {attack.expected:.1f}"


def format_share(chance: float) -> str:
    """A share in whole percent that never claims certainty."""
    if chance > 0.99:
        return "over 99 %"
    return f"{chance * 100:.0f} %" if chance >= 0.01 else "under 1 %"
