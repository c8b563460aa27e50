"""What an action could do, before it is rolled or while it is: nothing is written.

Worked out exactly where that is possible in good time, else by a sample that says how far off it
may be.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tracker.application.errors import Refused, sentence
from tracker.application.lines.interpreting import read_line
from tracker.application.lines.line import command_of, play_line
from tracker.application.match.game import Game
from tracker.procedures.requests import ROLLS
from tracker.procedures.ruleset import Command, Ruleset
from tracker.procedures.runners.answers import default_of
from tracker.procedures.runners.graph import Circle
from tracker.procedures.runners.odds import BUDGET, OddsRunner, TooMany, read
from tracker.procedures.runners.play import chosen, random_answer
from tracker.procedures.runners.sampling import alone, run_once
from tracker.procedures.runners.table import Pending
from tracker.procedures.view import Match, UnknownName
from tracker.projection.history import before_entry
from tracker.projection.state import State
from tracker.vocabulary import events as ev
from tracker.vocabulary.names import FigureId, UnitId, is_figure, is_unit

RUNS = 2_000
WORST_SHARE = 0.5  # a share of one half is the most uncertain


class Chance(Struct, frozen=True):
    """How likely something is; ``n`` counts figures, where it does."""

    chance: float
    n: int = 0
    what: str = ""


class Losses(Struct, frozen=True):
    """Figures of a unit that would be lost: the chance of each number, and what to expect."""

    unit: UnitId
    name: str
    of: int
    chances: tuple[Chance, ...]
    expected: float


class Spread(Struct, frozen=True):
    """What a marker that counts, or wounds carried, would come to: ``b5 Raider: damage``.

    Chances are of each number while whoever carries it is there.
    """

    what: str
    chances: tuple[Chance, ...]
    expected: float


class Forecast(Struct, frozen=True):
    """What could happen.

    ``counts`` are numbers that may change; ``marks`` are marks that may or may not be put on or
    taken off (``r1 Alpha: PANIC``), also numbers that come to 1 or nothing; ``aftermaths`` further
    attacks that would follow, at which this stops. ``off_by``: how far a chance may be off, 95
    times in 100 (0 where all is exact). ``assumptions`` are choices taken as they are proposed.
    """

    losses: tuple[Losses, ...]
    marks: tuple[Chance, ...]
    aftermaths: tuple[Chance, ...]
    counts: tuple[Spread, ...] = ()
    assumptions: tuple[str, ...] = ()
    runs: int = 0
    off_by: float = 0.0

    @property
    def exact(self) -> bool:
        return not self.runs


Weighed = Mapping[Any, float]
Said = tuple[ev.Rolled | ev.Chosen, ...]


def odds_of(game: Game, command: Command, *, runs: int = RUNS) -> Forecast:
    """What an action could do, if it were taken now. Raises ``Refused`` for unknown names."""
    game.objections(command)  # looks the names up
    action = game.ruleset.actions[command.action]
    args = (command.side, action.read(command.params))
    try:
        return _worked_out(game, game.state, action.stage, args, None, runs)
    except UnknownName as error:
        raise Refused(sentence(str(error))) from error


def odds_of_line(game: Game, text: str) -> Forecast:
    """What a line could do: all of it, or what is left behind the answers it says.

    Raises ``Refused`` where it cannot be played, or where its answers leave nothing to roll.
    """
    if not any(part.answers for part in read_line(game.ruleset, text).parts):
        return odds_of(game, command_of(game, text))
    twin = game.twin()
    done = play_line(twin, text)
    if done.trouble is not None:
        raise done.trouble
    now = twin.state.now.open
    goes_on = bool(now) and not twin.story.entry(now[0]).by_itself
    found = odds_of_the_rest(twin) if goes_on else None
    if found is None:
        raise Refused("Nothing is left to roll behind these answers.")
    return found


def odds_of_the_rest(game: Game, *, runs: int = RUNS) -> Forecast | None:
    """What the open action could still do in all, its dice so far standing.

    None where nothing is open, or where another action came in between.
    """
    if game.pending is None or len(game.state.now.open) != 1:
        return None
    first = game.state.now.open[0]
    path = game.story.path
    after = path[game.story.index_after(first) - 1 :]
    said = tuple(
        line.event
        for line in after
        if isinstance(line.event, (ev.Rolled, ev.Chosen)) and line.event.key
    )
    taken = after[0].event
    assert isinstance(taken, ev.ActionTaken)
    before = game.story.state_at(before_entry(path, first))
    action = game.ruleset.actions[taken.action]
    args = (taken.side, action.read(taken.params))
    return _worked_out(game, before, action.stage, args, said, runs)


def _worked_out(
    game: Game,
    before: State,
    stage: Callable[..., Any],
    args: tuple[Any, ...],
    said: Said | None,
    runs: int,
) -> Forecast:
    question = OddsQuestion(game.ruleset, before)
    try:
        odds = OddsRunner(game.ruleset, before, budget=BUDGET, said=said).run(stage, args)
    except (TooMany, Circle):
        return _sampled(game, before, alone(game.ruleset, stage, args), said or (), runs)
    return question.forecast(odds.of(question), odds.assumptions)


def _sampled(game: Game, before: State, one: Ruleset, said: Said, runs: int) -> Forecast:
    question = OddsQuestion(game.ruleset, before)
    found: dict[Any, int] = defaultdict(int)
    rng = random.Random(game.version)
    for _ in range(runs):
        outcome, _table = run_once(one, before, _answers(said, rng))
        if outcome is not None:
            state = before.overlay(outcome.changes)
            found[question(read(state), outcome.aftermath)] += 1
    return question.forecast({answer: n / runs for answer, n in found.items()}, runs=runs)


def _answers(said: Said, rng: random.Random) -> Callable[[Pending], ev.Rolled | ev.Chosen]:
    """What was said, then dice by chance and every choice as it is proposed."""
    left = iter(said)

    def answer(pending: Pending) -> ev.Rolled | ev.Chosen:
        known = next(left, None)
        if known is not None:
            return replace(known, key=pending.key)
        if isinstance(pending.request, ROLLS):
            return random_answer(pending, rng)
        return chosen(pending, default_of(pending.request))

    return answer


Mark = tuple[str, str]
WOUNDS = "wounds"


class OddsQuestion:
    """What is asked of every way an action can end: who is lost, what marks and numbers changed."""

    def __init__(self, ruleset: Ruleset, before: State) -> None:
        self.ruleset = ruleset
        self.match = read(before)
        self.by_figure = before.info.words.by_figure
        self.words = {w.id: w for w in before.info.words.markers if w.shown != "hidden"}
        self.counting = {
            w.id for w in self.words.values() if w.shown in ("value", "times") and not w.quiet
        }
        self.standing = {
            unit: frozenset(ruleset.standing(self.match, unit)) for unit in self.match.all_units()
        }
        self.up = self._up(self.match)
        self.marks, self.numbers = self._marks(self.match, self.up)

    def __call__(self, match: Match, aftermath: str) -> Any:
        up = self._up(match)
        lost = tuple((unit, len(was - up)) for unit, was in self.standing.items() if not was <= up)
        marks, numbers = self._marks(match, up)
        changed = frozenset(numbers.items() ^ self.numbers.items())
        now = tuple(sorted((key, numbers.get(key, 0)) for key in {key for key, _ in changed}))
        put_on, off = marks - self.marks, self._gone(marks, up)
        return lost, put_on, off, now, self._left(up) if now or lost else frozenset(), aftermath

    def _up(self, match: Match) -> frozenset[str]:
        """Every figure that is not lost, of whatever unit."""
        return frozenset(
            figure for unit in match.all_units() for figure in self.ruleset.standing(match, unit)
        )

    def _left(self, up: frozenset[str]) -> frozenset[str]:
        """Who is there no more: units with nobody standing, figures where they act one by one."""
        units = {unit for unit, was in self.standing.items() if was and not was & up}
        return frozenset(units | (self.up - up) if self.by_figure else units)

    def _marks(self, match: Match, up: frozenset[str]) -> tuple[frozenset[Mark], dict[Mark, int]]:
        """Marks on units with somebody standing and on figures that stand; those that count, and
        wounds, with their number.
        """
        marks: set[Mark] = set()
        numbers: dict[Mark, int] = {}
        for marker in self.words:
            for subject in match.marked(marker):
                if not self._is_up(match, subject, up):
                    continue
                value = match.mark(subject, marker)
                if marker in self.counting and type(value) is int:
                    numbers[subject, marker] = value
                else:
                    marks.add((subject, marker))
        for name in up:
            figure = match.figure(FigureId(name))
            if figure.wounds:
                key = (name if self.by_figure else figure.unit, WOUNDS)
                numbers[key] = numbers.get(key, 0) + figure.wounds
        return frozenset(marks), numbers

    def _is_up(self, match: Match, subject: str, up: frozenset[str]) -> bool:
        if is_figure(subject):
            return subject in up
        return is_unit(subject) and not up.isdisjoint(match.figures(UnitId(subject)))

    def _gone(self, marks: frozenset[Mark], up: frozenset[str]) -> frozenset[Mark]:
        """Marks taken off somebody who still stands."""
        return frozenset(
            (subject, marker)
            for subject, marker in self.marks - marks
            if subject in up or (is_unit(subject) and self.standing[UnitId(subject)] & up)
        )

    def forecast(
        self, found: Weighed, assumptions: tuple[str, ...] = (), runs: int = 0
    ) -> Forecast:
        """The distribution of the answers, put in order."""
        lost: dict[UnitId, dict[int, float]] = defaultdict(lambda: defaultdict(float))
        numbers: dict[Mark, dict[int, float]] = defaultdict(lambda: defaultdict(float))
        left: dict[str, float] = defaultdict(float)
        marks: dict[str, float] = defaultdict(float)
        after: dict[str, float] = defaultdict(float)
        for (losses, put_on, taken_off, now, out, aftermath), chance in found.items():
            for unit, n in losses:
                lost[unit][n] += chance
            for subject in out:
                left[subject] += chance
            for key, n in now:
                if key[0] not in out:
                    numbers[key][n] += chance
            for subject, marker in put_on:
                marks[self._text(subject, marker, "")] += chance
            for subject, marker in taken_off:
                marks[self._text(subject, marker, "no longer ")] += chance
            if aftermath:
                after[aftermath] += chance
        for key, by in [*numbers.items()]:
            if not self.numbers.get(key) and by.keys() <= {0, 1} and key[1] != WOUNDS:
                marks[self._text(*key, "")] += numbers.pop(key)[1]
        counts = (self._count(key, by, left[key[0]]) for key, by in sorted(numbers.items()))
        return Forecast(
            losses=tuple(self._losses(unit, lost[unit]) for unit in self.standing if unit in lost),
            marks=_listed({text: chance for text, chance in marks.items() if chance < _SURE}),
            aftermaths=_listed(after),
            counts=tuple(one for one in counts if one.chances[0].chance < _SURE),
            assumptions=assumptions,
            runs=runs,
            off_by=_off_by(runs),
        )

    def _losses(self, unit: UnitId, by_number: Mapping[int, float]) -> Losses:
        chances, expected = _spread(by_number, 0, 1.0)
        name = self.match.unit(unit).name
        return Losses(unit, name, len(self.standing[unit]), chances, expected)

    def _count(self, key: Mark, by_number: Mapping[int, float], left: float) -> Spread:
        chances, expected = _spread(by_number, self.numbers.get(key, 0), 1.0 - left)
        return Spread(self._text(*key, ""), chances, expected)

    def _text(self, subject: str, marker: str, prefix: str) -> str:
        figure = self.match.figure(FigureId(subject)) if is_figure(subject) else None
        name = self.match.unit(figure.unit if figure else UnitId(subject)).name
        who = self.match.tag(subject)
        if figure and figure.name and self.by_figure:
            name = figure.name
        word = self.words[marker].word if marker in self.words else marker
        return f"{who} {name}: {prefix}{word}".strip()


def _spread(
    by_number: Mapping[int, float], else_: int, whole: float
) -> tuple[tuple[Chance, ...], float]:
    """The chances of each number, what is left of the whole being of another; and their mean."""
    every = dict(by_number)
    every[else_] = every.get(else_, 0.0) + max(0.0, whole - sum(by_number.values()))
    chances = tuple(Chance(every[n], n) for n in sorted(every) if every[n] > 0)
    mean = sum(n * chance for n, chance in every.items())
    return chances, mean / sum(every.values())


_SURE = 1 - 1e-12


def _listed(chances: Mapping[str, float]) -> tuple[Chance, ...]:
    found = (Chance(chance, what=what) for what, chance in chances.items())
    return tuple(sorted(found, key=lambda one: (-one.chance, one.what)))


def _off_by(runs: int) -> float:
    return 1.96 * (WORST_SHARE * (1 - WORST_SHARE) / runs) ** 0.5 if runs else 0.0
