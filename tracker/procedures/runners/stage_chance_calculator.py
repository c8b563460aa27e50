"""Computes the chances of answers and of the results of pure stages, exactly or from samples."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from fractions import Fraction
from functools import lru_cache
from itertools import chain, islice, product
from math import ceil, prod
from random import Random
from types import GeneratorType
from typing import Any

from tracker.procedures.requests import (
    CHOICES,
    Confirm,
    DiceRows,
    Faces,
    Interrupt,
    NextStage,
    Pick,
    PureStageCall,
    ReportedResult,
    Request,
    Roll,
    Score,
    Split,
    Tally,
    run_stage_then_function,
)
from tracker.procedures.runners.chance_graph import ChanceGraph, Ways
from tracker.procedures.runners.request_answer_reading import find_only_answer, get_default_answer
from tracker.vocabulary import dice_bands, dice_distributions

ROUNDING = 1e-9
PATHS_PER_VALUE = 3
"""The number of paths that take as much time as one value of a pure stage."""

Number = Callable[[Fraction], Any]
Shares = list[tuple[Any, Any]]
"""Answers, each with its chance or its number of runs."""


def scale_shares(factor: Any, shares: Shares) -> Shares:
    return [(answer, factor * each) for answer, each in shares]


class RunSharing:
    """The division of a sample's runs among answers.

    An answer whose share is one run or more keeps its exact share. The other answers, in order, are
    cut into as many equal parts as runs are left. One answer is drawn at random from each part.
    Neighbouring answers are thus sampled evenly, but without a fixed step that could coincide with
    a pattern in the answers.
    """

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self.small = 0.0
        """The total number of runs that were assigned at random."""

    def divide_runs_drawing_small_shares(self, runs: float, answers: Shares) -> Shares:
        """Divide runs among answers by their chances. Shares below one run are drawn at random."""
        shares = scale_shares(runs, answers)
        small = [(answer, n) for answer, n in shares if n < 1]
        if len(small) < 2:
            return shares
        rest = sum([n for _, n in small])
        self.small += rest
        parts = max(ceil(rest - ROUNDING), 1)
        each = rest / parts
        shares = [(answer, n) for answer, n in shares if n >= 1]
        done, passed, point = 0, 0.0, self._rng.random() * each
        for answer, n in small:
            passed, before = passed + n, done
            while point < passed and done < parts:
                done += 1
                point = (done + self._rng.random()) * each
            if done > before:
                shares.append((answer, (done - before) * each))
        return shares

    def follow_runs_to_ends(
        self, first: Any, runs: float, list_ways: Callable[[Any, float], Ways]
    ) -> dict[Any, float]:
        """Follow runs from node to node, and return the number of runs that reach each end."""
        left, ends = {first: runs}, dict[Any, float]()
        while left:
            now, left = self.divide_runs_drawing_small_shares(1, list(left.items())), {}
            for node, n in now:
                for share, end, ahead in list_ways(node, n):
                    reached = left if ahead else ends
                    reached[end] = reached.get(end, 0) + share
        return ends


class TooManyPaths(Exception):
    """An action has more paths than the budget allows. Its odds can only be sampled."""


class OddsNotWanted(Exception):
    """The computation was stopped because its odds are no longer needed."""


def always_wanted() -> bool:
    return True


class ChanceCalculator:
    """A calculator of chances within a budget of paths. ``number`` makes floats or exact fractions.

    ``pure`` is a separate budget for the paths of pure stages.
    """

    def __init__(
        self,
        number: Number,
        budget: int,
        *,
        merge: bool,
        pure: int | None = None,
        wanted: Callable[[], bool] = always_wanted,
    ) -> None:
        self.number = number
        self.budget = budget
        self.wanted = wanted
        self._pure_budget, self._pure_paths, self._followed = pure, 0, 0
        self.merge = merge
        self.paths = 0
        self.under_way = False  # whether all answers so far were given at the table
        self.assumed: dict[str, None] = {}
        self._known: dict[tuple[Any, Any], dict[Any, Any]] = {}
        self._graph = self._make_graph()

    def restart_with_budgets(self, budget: int, pure_budget: int | None) -> None:
        """Restart from the first stage with these budgets.

        Distributions that are already known are kept.
        """
        self.budget, self._pure_budget = budget, pure_budget
        self.paths = self._pure_paths = self._followed = 0

    @property
    def used_budget_share(self) -> float:
        """The share of the budgets that a sample has used. Cached distributions use no budget."""
        pure = PATHS_PER_VALUE * self._followed / (self._pure_budget or self.budget)
        return max(self.paths / self.budget, pure)

    def check_budget(self, additional_paths: int = 0) -> None:
        """Raise ``TooManyPaths`` if the paths so far and ``additional_paths`` exceed the budget."""
        if self.paths + additional_paths > self.budget:
            raise TooManyPaths

    def _count_pure_paths(self, more: int, done: int = 1) -> None:
        """Count paths of pure stages. Raises ``TooManyPaths`` or ``OddsNotWanted``."""
        if not self.wanted():
            raise OddsNotWanted
        if self._pure_budget is None:
            self.paths += 1
            self.check_budget(more)
            return
        self._pure_paths += done
        if self._pure_paths + more > self._pure_budget:
            raise TooManyPaths

    def list_answers_with_chances(self, request: Request[Any]) -> Iterator[tuple[Any, Any]]:
        """Yield every answer to a roll with its chance, or only the default of a choice.

        The default of a choice that depends on positions is noted as an assumption.
        """
        number = self.number
        match request:
            case Roll(count=count, die=die, bands=bands):
                widths = tuple(band.count_faces() for band in bands)
                yield from self._list_pool_results(count, die, widths)
            case Score(dice=sizes, bonus=bonus, bands=bands):
                for total, chance in dice_distributions.compute_sum_distribution(
                    sizes, bonus, bands
                ):
                    yield total, number(chance)
            case Faces():
                yield from self.list_representative_faces(request)
            case Interrupt():
                yield False, number(Fraction(1))
            case _ if isinstance(request, CHOICES):
                if getattr(request, "spatial", False):
                    self.assumed[f"{request.what}: {_describe_default(request)}"] = None
                yield get_default_answer(request), number(Fraction(1))
            case _:
                raise TypeError(f"no odds for {type(request).__name__}")

    def list_representative_faces(
        self, request: Faces, known: tuple[int, ...] = ()
    ) -> Iterator[tuple[tuple[int, ...], Any]]:
        """Yield each combination of row results as example faces, with its chance."""
        dice: list[tuple[int, ...]] = [(face,) for face in known]
        dice += [tuple(range(1, sides + 1)) for sides in request.dice[len(known) :]]
        rows = request.rows or DiceRows((1,) * len(dice), lambda _, faces: faces)
        left = iter(dice)
        found = [
            self._list_row_results_with_ways(rows, row, list(islice(left, size)))
            for row, size in enumerate(rows.sizes)
        ]
        self._check_combination_count(found)
        whole = prod(map(len, dice))
        for results in product(*found):
            faces = tuple(chain.from_iterable(example for example, _ in results))
            yield faces, self.number(Fraction(prod(ways for _, ways in results), whole))

    def _list_row_results_with_ways(
        self, rows: DiceRows, row: int, dice: Sequence[tuple[int, ...]]
    ) -> list[tuple[tuple[int, ...], int]]:
        """List the results of a row, each as example faces and the number of ways to roll it."""

        def merge(
            examples: Iterable[tuple[tuple[int, ...], int]],
        ) -> list[tuple[tuple[int, ...], int]]:
            found: dict[Any, tuple[tuple[int, ...], int]] = {}
            for faces, ways in examples:
                result = rows.read(row, faces)
                example, earlier_ways = found.get(result, (faces, 0))
                found[result] = example, earlier_ways + ways
            return list(found.values())

        if not rows.cumulative:
            self._check_combination_count(dice)
            return merge((faces, 1) for faces in product(*dice))
        examples: list[tuple[tuple[int, ...], int]] = [((), 1)]
        for faces in dice:
            examples = merge(
                ((*example, face), ways) for example, ways in examples for face in faces
            )
        return examples

    def _check_combination_count(self, parts: Sequence[Sized]) -> None:
        if prod(map(len, parts)) > self.budget:
            raise TooManyPaths

    def list_answers_or_values_with_chances(
        self, request: Request[Any], chance: Any, reported_ways: Ways
    ) -> list[tuple[Any, Any]]:
        """List every answer to a request, or every value of a pure stage, with its chance.

        ``chance`` is the chance of the request. Results that a pure stage reports are added to
        ``reported_ways``.
        """
        if type(request) is not PureStageCall:
            return list(self.list_answers_with_chances(request))
        ends = self.compute_stage_result_chances(request.fn, request.args)
        return _separate_reported_results(request, ends, chance, reported_ways)

    def _list_pool_results(
        self, count: int, die: int, widths: tuple[int, ...]
    ) -> tuple[tuple[Any, Any], ...]:
        if self.number is float:
            return _compute_pool_in_floats(count, die, widths)
        results = dice_distributions.compute_pool_distribution(count, die, widths)
        return tuple((c, self.number(chance)) for c, chance in results)

    def compute_stage_result_chances(
        self, fn: Callable[..., Any], args: tuple[Any, ...]
    ) -> dict[Any, Any]:
        key = (fn, args)
        if self.merge and key in self._known:
            return self._known[key]
        graph = self._graph if self.merge else self._make_graph()
        found = self._known[key] = graph.compute_end_chances(key, self.number(Fraction(1)))
        return found

    def sample_pure_stage_values(
        self, call: PureStageCall, runs: float, reported_ways: Ways, sharing: RunSharing
    ) -> Shares:
        """Sample the values of a pure stage, with their shares of ``runs``. Dice chances are exact.

        Reported results are added to ``reported_ways``.
        """

        def list_ways(stage: tuple[Callable[..., Any], tuple[Any, ...]], n: float) -> Ways:
            ways = self._list_stage_ways(*stage, n, sharing.divide_runs_drawing_small_shares)
            self._followed += len(ways)
            return ways

        ends = sharing.follow_runs_to_ends((call.fn, call.args), runs, list_ways)
        return _separate_reported_results(call, ends, 1, reported_ways)

    def _make_graph(self) -> ChanceGraph:
        return ChanceGraph(lambda call: self._list_stage_ways(*call))

    def _list_stage_ways(
        self,
        fn: Callable[..., Any],
        args: tuple[Any, ...],
        chance: Any = None,
        share_out_runs: Callable[[Any, Shares], Shares] = scale_shares,
    ) -> Ways:
        """List every way through one pure stage. A way leads to a value or to the next stage.

        Each way has a share of ``chance``, which is a chance (by default 1) or a number of runs.
        """
        found: Ways = []
        waiting: Shares = [((), self.number(Fraction(1)) if chance is None else chance)]
        while waiting:
            given, chance = waiting.pop()
            given, request, value, live = _start_pure_stage(fn, args, given)
            while request is not None:
                if type(request) is ReportedResult:
                    found.append((chance, request, False))
                    given = (*given, None)
                else:
                    # The stage continues with one answer. Later runs use the others.
                    answers = self.list_answers_or_values_with_chances(request, chance, found)
                    (answer, chance), *others = share_out_runs(chance, answers)
                    waiting.extend(((*given, other), less) for other, less in others)
                    given = (*given, answer)
                given, request, value, live = _send_answers(live, given, given[-1:])
            self._count_pure_paths(len(waiting))
            ends = [(value, chance)]
            if type(value) is NextStage and value.fn is run_stage_then_function:
                called, its_args, follow, more = value.args
                asked = PureStageCall(fn=called, args=its_args)
                answers = share_out_runs(
                    chance, self.list_answers_or_values_with_chances(asked, chance, found)
                )
                self._count_pure_paths(len(waiting), PATHS_PER_VALUE * len(answers))
                ends = [(follow(*more, answer), share) for answer, share in answers]
            for end, share in ends:
                ahead = type(end) is NextStage
                found.append((share, (end.fn, end.args) if ahead else end, ahead))
        return found


def _separate_reported_results(
    call: PureStageCall, ends: dict[Any, Any], chance: Any, found: Ways
) -> Shares:
    roles = {name: (side, who, whom) for name, side, who, whom in call.roles}
    values = []
    for end, share in ends.items():
        if type(end) is ReportedResult:
            found.append((chance * share, end.resolve_role(roles), False))
        else:
            values.append((end, share))
    return values


@lru_cache(maxsize=4096)
def _compute_pool_in_floats(
    count: int, die: int, widths: tuple[int, ...]
) -> tuple[tuple[dice_bands.Counts, float], ...]:
    results = dice_distributions.compute_pool_distribution(count, die, widths)
    return tuple((counts, float(chance)) for counts, chance in results)


def _describe_default(request: Request[Any]) -> str:
    value = get_default_answer(request)
    match request:
        case Pick(options=options):
            return next(option.text for option in options if option.id == value)
        case Split(shares=shares) | Tally(shares=shares):
            counts = dict(request.default)
            parts = [f"{share.text} {counts[share.id]}" for share in shares if share.id in counts]
            return ", ".join(parts) or "nobody"
        case Confirm():
            return "yes" if value else "no"
        case _:
            return str(value)


_Step = tuple[tuple[Any, ...], Request[Any] | None, Any, Any]
"""The answers so far, the next request (or None), the stage's value, and the stage's generator."""


def _start_pure_stage(
    fn: Callable[..., Any], args: tuple[Any, ...], given: tuple[Any, ...]
) -> _Step:
    stage = fn(*args)
    if type(stage) is not GeneratorType:
        return given, None, stage, None
    return _send_answers(stage, given, (None, *given))


_NEVER_TRIVIAL = (PureStageCall, ReportedResult)


def _send_answers(stage: Any, given: tuple[Any, ...], answers: tuple[Any, ...]) -> _Step:
    """Send these answers to a pure stage. Then answer the questions that have only one answer."""
    try:
        for answer in answers:
            request = stage.send(answer)
        while type(request) not in _NEVER_TRIVIAL and (only := find_only_answer(request)):
            given = (*given, *only)
            request = stage.send(only[0])
    except StopIteration as stop:
        return given, None, stop.value, None
    return given, request, None, stage
