"""Computes the odds of an action, before or during its rolls, without writing to the ledger.

The odds are exact if exact odds can be computed fast enough. Otherwise, they are estimated from a
sample, and the size of their error is given.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import takewhile
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from tracker.application.chances.action_end_states import (
    FIRST,
    WOUNDS,
    ActionEndReader,
    ActionEndState,
    Key,
)
from tracker.application.chances.action_forecast_types import (
    Change,
    Forecast,
    LossForecast,
    MarkerForecast,
    NumberForecast,
    OutcomeChance,
    OutcomeForecast,
)
from tracker.application.errors import Refused, make_sentence
from tracker.application.garbage_collection_pause import pause_garbage_collection
from tracker.application.match.dice_input import BadDice
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_and_script_play import parse_command, play_line
from tracker.application.typed_lines.line_executor import LineResult
from tracker.application.typed_lines.line_parsing_with_suggestions import parse_line
from tracker.procedures.declared.marker_and_link_kinds import OddsImportance
from tracker.procedures.match_view import UnknownName
from tracker.procedures.requests import LOSSES, ReportedResult
from tracker.procedures.ruleset import Command
from tracker.procedures.runners.chance_graph import CycleError
from tracker.procedures.runners.exact_and_sampled_odds import BUDGET, Odds, OddsRunner, sample_odds
from tracker.procedures.runners.open_action_odds import KnownAnswer, PartialRoll
from tracker.procedures.runners.stage_chance_calculator import TooManyPaths, always_wanted
from tracker.projection.hidden_information import hide_secret_marker_values
from tracker.projection.match_state import State
from tracker.projection.undo_history_tree import RecordedEvent
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import (
    FigureId,
    SideId,
    Subject,
    UnitId,
    format_die_label,
    is_figure,
    is_side,
)

NEVER = 1e-12
SURE = 1 - NEVER
"""The chance from which a result counts as certain. It is slightly below 1 because sums are
rounded.
"""
Pair = tuple[str, Subject | None, Subject | None]
NameSubject = Callable[[Subject], str]


def compute_number_chances_and_mean(
    chances_by_number: Mapping[int, float], remainder_number: int, total: float
) -> tuple[tuple[OutcomeChance, ...], float]:
    """Return the chance of each number, and the mean of the numbers.

    The chance that is missing from ``total`` is added to ``remainder_number``. The mean is the sum
    of each number times its chance, even if ``total`` is less than 1.
    """
    every = dict(chances_by_number)
    left = total - sum(chances_by_number.values())
    if left > NEVER:
        every[remainder_number] = every.get(remainder_number, 0.0) + left
    chances = tuple(OutcomeChance(every[n], n) for n in sorted(every) if every[n] > 0)
    return chances, sum(n * chance for n, chance in every.items())


class ReportedResultChances:
    """The chances of the results that the rules report for dice (``ReportedResult``)."""

    def __init__(self, told: Mapping[ReportedResult, float]) -> None:
        self.numbers: dict[Pair, dict[int, float]] = defaultdict(lambda: defaultdict(float))
        self.words: dict[Pair, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        self.among: dict[Pair, tuple[str, ...]] = {}
        self.losses: dict[Subject | None, dict[int, float]] = {}
        for one, chance in told.items():
            pair = (one.what, one.subject, one.target)
            if isinstance(one.value, int):
                self.numbers[pair][one.value] += chance
            else:
                self.words[pair][one.value] += chance
                self.among[pair] = one.among
        for pair in [pair for pair in self.numbers if pair[0] == LOSSES]:
            by_number = self.numbers.pop(pair)
            if any(by_number):
                self.losses[pair[1]] = by_number

    def build_forecasts(
        self, name_subject: NameSubject
    ) -> tuple[tuple[NumberForecast, ...], tuple[OutcomeForecast, ...]]:
        """Build forecasts of the reported numbers and words, in the order in which they are rolled.

        If a step is not reached, its number is 0, and it has no word. Certain results are left out.
        """
        rolled, ways = [], []
        for pair, by_number in self.numbers.items():
            what = _describe_result(pair, name_subject, "at")
            chances = compute_number_chances_and_mean(by_number, 0, 1.0)
            rolled.append(NumberForecast(what, *chances, pair[0]))
        for pair, by_word in self.words.items():
            what = _describe_result(pair, name_subject, "against")
            words = (word for word in self.among[pair] if word in by_word)
            outcomes = tuple(OutcomeChance(by_word[word], what=word) for word in words)
            ways.append(OutcomeForecast(what, outcomes, pair[0]))
        return tuple(filter(_is_uncertain, rolled)), tuple(filter(_is_uncertain, ways))


def _is_uncertain(one: NumberForecast | OutcomeForecast) -> bool:
    return all(each.chance < SURE for each in one.chances)


def _describe_result(pair: Pair, called: NameSubject, at: str) -> str:
    """Describe a reported result, as in ``hits of R1 Alpha at B2 Dusk rifles``."""
    what, subject, target = pair
    who = f" of {called(subject)}" if subject else ""
    return f"{what}{who} {at} {called(target)}" if target else f"{what}{who}"


CLEAR = 0.995
"""The chance from which a marker of lost nerve is treated as certain to stay while its bearer
survives.
"""

MarkKey = tuple[str, str, str, Change]
"""The key of a marker's change: bearer, marker id, word for the change, and kind of change."""


class ForecastBuilder:
    """Builds a forecast from the possible ends of an action and their chances."""

    def __init__(self, ends: ActionEndReader) -> None:
        self._ends = ends

    def build_forecast(
        self,
        end_chances: Mapping[ActionEndState, float],
        reported_results: ReportedResultChances,
        assumptions: tuple[str, ...] = (),
    ) -> Forecast:
        """Build the forecast from the possible ends of an action, with the most important results
        first.
        """
        lost: dict[Subject, dict[int, float]] = defaultdict(lambda: defaultdict(float))
        numbers: dict[Key, dict[int, float]] = defaultdict(lambda: defaultdict(float))
        left: dict[str, float] = defaultdict(float)
        marks: dict[MarkKey, float] = defaultdict(float)
        after: dict[str, float] = defaultdict(float)
        assumed = dict.fromkeys(map(format_die_label, assumptions))
        differing = (self._ends.later.symmetric_difference(end.later) for end in end_chances)
        in_doubt = {(one.subject, one.marker) for each in differing for one in each}
        for end, chance in end_chances.items():
            for whose, n in end.lost:
                lost[whose][n] += chance
            for subject in end.out:
                left[subject] += chance
            for key, n in end.numbers:
                if key[0] not in end.out:
                    numbers[key][n] += chance
            for mark in self._list_marker_changes(end):
                marks[mark] += chance
            for later in end.later:
                if (later.subject, later.marker) in in_doubt:
                    word = self._get_marker_word(later.marker)
                    marks[later.subject, later.marker, word, "added"] += chance * later.chance
                    assumed[later.assumes] = None
            for name in end.aftermaths:
                after[name] += chance
        reported = reported_results.losses.items()
        lost |= {UnitId(unit): by for unit, by in reported if unit is not None}
        rolled, ways = reported_results.build_forecasts(self.name_subject)
        dice_decide = bool(lost or rolled or ways)
        marks |= self._compute_chances_nerve_stays_lost(end_chances, left)
        for key, by in [*numbers.items()]:
            if not self._is_listed_as_number(key, by, left[key[0]], dice_decide=dice_decide):
                marks[*key, self._get_marker_word(key[1]), "added"] += numbers.pop(key).get(1, 0.0)
        counts = (
            self._make_number_forecast(key, by, left[key[0]], lost)
            for key, by in sorted(numbers.items())
        )
        likeliest_first = sorted(after, key=lambda what: -after[what])
        return Forecast(
            losses=tuple(
                self._make_loss_forecast(whose, lost[whose])
                for whose in self._sort_targets_first(lost)
            ),
            marks=self._make_marker_forecasts(marks),
            aftermaths=tuple(OutcomeChance(after[what], what=what) for what in likeliest_first),
            counts=tuple(counts),
            rolled=rolled,
            ways=ways,
            assumptions=tuple(filter(None, assumed)),
        )

    def _is_listed_as_number(
        self, key: Key, by_number: Mapping[int, float], left: float, *, dice_decide: bool
    ) -> bool:
        """Return whether a number belongs in the list of numbers that may change.

        A certain number is not listed, unless it is damage to the target. A number that is always 0
        or 1 is listed with the markers instead.
        """
        sure = max(by_number.values()) + left >= SURE
        subject, marker = key
        is_harm = self._get_importance(marker) == OddsImportance.HARM
        if sure and dice_decide and is_harm and subject in self._ends.acts.whom:
            return True
        if not self._ends.numbers.get(key) and by_number.keys() <= {0, 1} and marker != WOUNDS:
            return False
        return not sure or left > 0

    def _list_marker_changes(self, end: ActionEndState) -> Iterator[MarkKey]:
        yield from ((*one, "added") for one in end.on)
        yield from (
            (*key, f"no longer {self._get_marker_word(key[1])}", "removed") for key in end.off
        )
        if end.first is not None:
            yield end.first, FIRST, FIRST, "added"

    def _compute_chances_nerve_stays_lost(
        self, found: Mapping[ActionEndState, float], left: Mapping[str, float]
    ) -> dict[MarkKey, float]:
        """Return the chance that each marker of lost nerve stays.

        A marker is left out if it is certain to stay while its bearer is in play.
        """
        kept: dict[Key, float] = defaultdict(float)
        for end, chance in found.items():
            for key in end.kept:
                kept[key] += chance
        return {
            (*key, f"{self._get_marker_word(key[1])} stays", "kept"): chance
            for key, chance in kept.items()
            if chance + left.get(key[0], 0.0) < CLEAR
        }

    def _sort_targets_first(self, lost: Mapping[Subject, Any]) -> list[Subject]:
        at = {*self._ends.acts.whom, *map(self.find_unit, self._ends.acts.whom)}
        own = {self._ends.match.side_of(who) for who in self._ends.acts.who}
        units = {unit: place for place, unit in enumerate(self._ends.standing)}
        return sorted(
            lost,
            key=lambda whose: (
                whose not in at,
                self._ends.match.side_of(whose) in own,
                units[UnitId(self.find_unit(whose))],
                whose,
            ),
        )

    def find_unit(self, subject: Subject) -> Subject:
        return self._ends.match.figure(FigureId(subject)).unit if is_figure(subject) else subject

    def _make_marker_forecasts(self, marks: Mapping[MarkKey, float]) -> tuple[MarkerForecast, ...]:
        found: list[MarkerForecast] = []
        at = self._ends.acts.whom

        def sort_by_worth(mark: MarkKey) -> tuple[Any, ...]:
            subject, marker, word, change = mark
            kind = self._ends.kinds.get(marker)
            expires = change == "removed" and kind is not None and kind.until != ""
            chance = -round(marks[mark], 9)
            return -self._get_importance(marker), subject not in at, expires, chance, subject, word

        for mark in sorted(marks, key=sort_by_worth):
            subject, marker, word, change = mark
            chance, kind = marks[mark], self._get_marker_word(marker)
            if not NEVER < chance < SURE:
                continue
            called = self.name_subject(subject)
            who = called if is_side(subject) else self._ends.match.tag(subject)
            what, worth = f"{called}: {word}", self._get_importance(marker)
            found.append(MarkerForecast(min(chance, 1.0), what, who, kind, word, change, worth))
        return tuple(found)

    def _make_loss_forecast(self, whose: Subject, by_number: Mapping[int, float]) -> LossForecast:
        chances, expected = compute_number_chances_and_mean(by_number, 0, 1.0)
        of = 1 if is_figure(whose) else len(self._ends.standing[UnitId(whose)])
        who = self._ends.match.handle(whose)
        return LossForecast(who, self.name_without_handle(whose), of, chances, expected)

    def _make_number_forecast(
        self, key: Key, by_number: Mapping[int, float], left: float, lost: Collection[str]
    ) -> NumberForecast:
        number_before = self._ends.numbers.get(key, 0)
        chances, expected = compute_number_chances_and_mean(by_number, number_before, 1.0 - left)
        subject, marker = key
        word = self._get_marker_word(marker)
        survivors = " on surviving figures" if marker == WOUNDS and subject in lost else ""
        what = f"{self.name_subject(subject)}: {word}{survivors}"
        return NumberForecast(what, chances, expected, word)

    def _get_importance(self, marker: str) -> OddsImportance:
        kind = self._ends.kinds.get(marker)
        return OddsImportance.NERVE if kind is None else kind.worth

    def _get_marker_word(self, marker: str) -> str:
        kind = self._ends.kinds.get(marker)
        return marker if kind is None else kind.word

    def name_subject(self, subject: Subject) -> str:
        """Return the name of a unit (``B2 Dusk rifles``), a figure (``R13``) or a side."""
        if is_side(subject):
            return self._ends.match.side_name(SideId(subject))
        return f"{self._ends.match.tag(subject)} {self.name_without_handle(subject)}".strip()

    def name_without_handle(self, subject: Subject) -> str:
        """Return a unit's name, or the figure's own name if figures act individually."""
        if is_figure(subject) and self._ends.by_figure:
            return self._ends.match.figure(FigureId(subject)).name
        return self._ends.match.unit(UnitId(self.find_unit(subject))).name


RUNS = 2_000
FORETOLD_BUDGET, FORETOLD_RUNS = 30_000, 500
"""The maximum numbers of paths and of runs for a forecast of an action with its consequences."""
FORETOLD_PURE = 150_000
"""The maximum number of paths of pure stages, which take a tenth of the time of other stages."""
CLOSER_RUNS = 2_000, 9_604
"""Larger sample sizes, for errors of 2 % and 1 %. They are used if the budget allows."""
FIRST_PART = 4
"""The divisor of the maximum number of paths for the first attempt."""
LARGE = 0.045
"""If a sample uses more than this share of the budget, exact odds are not tried again."""
GROWTH = 2.0
"""The factor by which the number of paths is expected to grow in the first larger sample."""
CERTAINTY = 1.96  # standard deviations around a share that contain it 95 times in 100
WORST_SHARE = 0.5  # a share of one half has the largest error


class OddsBudget(NamedTuple):
    """The limits of an odds computation.

    ``runs`` is the size of a sample. ``further`` is the maximum number of paths in a forecast with
    all consequences. ``wanted`` returns whether the odds are still needed.
    """

    runs: int = RUNS
    further: int = FORETOLD_BUDGET
    wanted: Callable[[], bool] = always_wanted


USUAL: Final = OddsBudget()
Stage = tuple[Callable[..., Any], tuple[Any, ...]]
Answers = tuple[KnownAnswer, ...]
ActionOrCommand = Command | ev.ActionTaken


def forecast_action(game: Game, command: Command, budget: OddsBudget = USUAL) -> Forecast:
    """Forecast an action as if it were taken now, using public information only.

    Raises ``Refused`` if the action names an unknown subject.
    """
    game.list_objections(command)  # refuses unknown names
    try:
        return _compute_forecast(game, hide_secret_marker_values(game.state), command, None, budget)
    except UnknownName as error:
        raise Refused(make_sentence(str(error))) from error


def forecast_line(game: Game, text: str) -> Forecast:
    """Forecast the action of a typed line, including any answers in the line.

    Raises ``Refused`` if the line cannot be played, or if its answers do not fit.
    """
    if not any(part.answers for part in parse_line(game, text).parts):
        return forecast_action(game, parse_command(game, text))
    sandbox = game.make_sandbox()
    sandbox.dice = _DiceThatRefuseToRoll()
    done = play_line(sandbox, text)
    partly = _list_partial_rolls(done)
    if done.error is not None and not partly:
        raise done.error
    typed = (entry for entry in done.entries if not entry.is_automatic)
    began = [entry.version for entry in typed if isinstance(entry.input, ev.ActionTaken)]
    actions = began or game.state.current_values.open
    if len(actions) != 1:
        raise Refused("Type one action, as in `r1 > b2 soft : =3`.")
    found = _forecast_rest_of_action(sandbox, actions[0], USUAL, partly)
    if found is None:
        raise Refused("Another action interrupts this line, so type the line without answers.")
    return found


def _list_partial_rolls(result: LineResult) -> tuple[PartialRoll, ...]:
    """Return the typed dice of a line's last roll if the line stops there because dice are
    missing.
    """
    error = result.error
    if not isinstance(error, BadDice) or len(result.leftover) != 1:
        return ()
    refusal = error.refusal
    return (PartialRoll(refusal.faces),) if refusal.kind == "too_few" and refusal.faces else ()


class _DiceThatRefuseToRoll(random.Random):
    """A source of dice that refuses to roll, so that only typed dice are known."""

    def randint(self, a: int, b: int) -> int:
        del a, b
        raise Refused(
            "No dice are rolled for odds. Leave out `r`, and type only dice that you have rolled."
        )


def forecast_rest_of_open_action(
    game: Game,
    budget: OddsBudget = USUAL,
    *,
    typed: tuple[int, ...] = (),
    result: tuple[int, ...] = (),
) -> Forecast | None:
    """Forecast the rest of the open action, given its dice so far.

    ``typed`` contains the first dice of the open roll, and ``result`` the total of the roll. Return
    None if no action is open, or if another action interrupts. Raises ``Refused`` if only some dice
    are typed and the odds are too complex.
    """
    if game.pending is None or len(game.state.current_values.open) != 1:
        return None
    partly = (PartialRoll(typed, result),) if typed or result else ()
    return _forecast_rest_of_action(game, game.state.current_values.open[0], budget, partly)


def _forecast_rest_of_action(
    game: Game, first: ev.Version, budget: OddsBudget, partly: tuple[PartialRoll, ...] = ()
) -> Forecast | None:
    """Forecast the rest of an action, given its answers so far. Return None if another action
    interrupts.
    """
    path = game.history.path
    taken, *after = path[game.history.count_path_events_up_to(first) - 1 :]
    assert isinstance(taken.event, ev.ActionTaken)

    def is_within(line: RecordedEvent) -> bool:
        return not isinstance(line.event, ev.ActionEnded) or line.event.action != first

    within = list(takewhile(is_within, after))
    if any(isinstance(line.event, ev.ActionTaken) for line in within):
        return None
    said = tuple(
        line.event
        for line in within
        if isinstance(line.event, (ev.Rolled, ev.Chosen)) and line.event.key
    )
    before = game.history.get_state_before(first)
    return _compute_forecast(game, before, taken.event, (*said, *partly), budget)


@pause_garbage_collection()
def _compute_forecast(
    game: Game, before: State, taken: ActionOrCommand, said: Answers | None, budget: OddsBudget
) -> Forecast:
    ruleset = game.ruleset
    action = ruleset.actions[taken.action]
    args = (taken.side, action.decode_params(taken.params))
    ends = ActionEndReader(ruleset, before, action.find_actors_and_targets(taken.params))
    together = ForecastBuilder(ends)
    runs, further, wanted = budget
    stage, paths, pure = action.stage, BUDGET, None
    if action.foretold is not None:
        stage, paths, pure = action.foretold, further, FORETOLD_PURE
        runs = min(runs, FORETOLD_RUNS)
    runner = OddsRunner(ruleset, before, earlier_answers=said, wanted=wanted)
    rng = random.Random(game.version)
    known = [one for one in said or () if not isinstance(one, PartialRoll)]
    partly = len(known) < len(said or ())
    odds, done = compute_or_sample_odds_with_run_count(
        runner, (stage, args), (paths, pure), 0 if partly else runs, rng
    )
    if odds is None and partly:
        raise Refused(
            "The odds cannot be calculated from only some of the dice. Type all the dice of this"
            " roll, or none."
        )
    if odds is None:
        odds, done = sample_odds(ruleset, before, stage, args, runs, rng, known, wanted), runs
    found = together.build_forecast(
        odds.compute_end_state_chances(ends.read_end_state),
        ReportedResultChances(odds.reported_results),
        (*runner.assumptions, *odds.assumptions),
    )
    return replace(found, runs=done, off_by=estimate_sampling_error(odds, done)) if done else found


def estimate_sampling_error(odds: Odds, runs: int) -> float:
    """Estimate the error of a sample's chances at 95 % confidence."""
    return CERTAINTY * math.sqrt(odds.random * WORST_SHARE * (1 - WORST_SHARE) / runs)


def compute_or_sample_odds_with_run_count(
    runner: OddsRunner,
    stage: Stage,
    budget: tuple[int, int | None],
    runs: int,
    rng: random.Random,
) -> tuple[Odds | None, int]:
    """Compute exact odds, or sample them if there are too many paths.

    Return the odds and the number of runs. The number of runs is 0 for exact odds, and at most the
    last of ``CLOSER_RUNS``. The odds are None if even a sample has too many paths. If the paths of
    pure stages are limited, only part of the budget is used at first, to find out whether a sample
    is faster.
    """
    paths, pure = budget
    sample, used, growth = None, 0.0, GROWTH
    for part in (1,) if pure is None or not runs else (FIRST_PART, 1):
        runner.calculator.restart_with_budgets(
            paths // part, None if pure is None else pure // part
        )
        try:
            return runner.compute_odds(*stage), 0
        except (TooManyPaths, CycleError):
            if runs and sample is None:
                sample, used = _sample_and_measure_budget(runner, stage, runs, rng)
            if used > LARGE:
                break
    for n in CLOSER_RUNS:
        if sample is None or growth * used > 1:
            break
        if n > runs:
            closer, more = _sample_and_measure_budget(runner, stage, n, rng)
            if closer is None:
                break
            sample, runs, used, growth = closer, n, more, more / used
    return sample, runs


def _sample_and_measure_budget(
    runner: OddsRunner, stage: Stage, runs: int, rng: random.Random
) -> tuple[Odds | None, float]:
    """Sample the odds with the given number of runs.

    Return the odds (None if there are too many paths), and the share of the budget that was used.
    """
    runner.calculator.restart_with_budgets(BUDGET, FORETOLD_PURE)
    try:
        return runner.sample_odds(*stage, runs, rng), runner.calculator.used_budget_share
    except (TooManyPaths, CycleError):
        return None, 1.0
