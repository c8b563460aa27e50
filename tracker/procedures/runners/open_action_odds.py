"""Odds of an action in progress. Earlier answers are fixed, and all later answers are possible."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from operator import add
from typing import Any, NamedTuple

from msgspec.structs import replace

from tracker.procedures.requests import Faces, ReportedResult, Request, Roll, Score
from tracker.procedures.runners.chance_graph import Ways
from tracker.procedures.runners.request_answer_reading import (
    read_choice_answer,
    read_roll_answer,
    read_total_answer,
)
from tracker.procedures.runners.stage_chance_calculator import (
    ChanceCalculator,
    Number,
    always_wanted,
)
from tracker.vocabulary import dice_bands, dice_distributions
from tracker.vocabulary.events import Chosen, Rolled


class PartialRoll(NamedTuple):
    """The first faces of an incomplete roll, or a roll's result in stored form."""

    faces: tuple[int, ...] = ()
    result: tuple[int, ...] = ()


KnownAnswer = Rolled | Chosen | PartialRoll


class ConditionalChanceCalculator(ChanceCalculator):
    """A calculator of chances, given the answers to the first questions.

    These answers lead along a single path. Results that depend on them are not cached. All possible
    answers to later questions are taken into account.
    """

    def __init__(
        self,
        number: Number,
        budget: int,
        *,
        merge: bool,
        earlier_answers: Sequence[KnownAnswer],
        pure: int | None = None,
        wanted: Callable[[], bool] = always_wanted,
    ) -> None:
        super().__init__(number, budget, merge=merge, pure=pure, wanted=wanted)
        self._all_earlier_answers = earlier_answers
        self._restart_known_answers()

    def _restart_known_answers(self) -> None:
        self.under_way = True
        self._answers_left = list(self._all_earlier_answers)

    def restart_with_budgets(self, budget: int, pure_budget: int | None) -> None:
        super().restart_with_budgets(budget, pure_budget)
        self._restart_known_answers()

    def list_answers_with_chances(self, request: Request[Any]) -> Iterator[tuple[Any, Any]]:
        if not self._answers_left:
            self.under_way = False
            yield from super().list_answers_with_chances(request)
            return
        event = self._answers_left.pop(0)
        if isinstance(event, PartialRoll):
            self.under_way = False
            if isinstance(request, Score) and event.result:
                total = read_total_answer(request, event.result[0], request.bands)
                yield total, self.number(Fraction(1))
            elif event.result:
                yield event.result, self.number(Fraction(1))
            else:
                yield from self._list_completed_rolls(request, event.faces)
            return
        if isinstance(event, Rolled):
            value = read_roll_answer(request, event)
        else:
            value = read_choice_answer(request, event.value)
        yield value, self.number(Fraction(1))

    def _list_completed_rolls(
        self, request: Request[Any], faces: tuple[int, ...]
    ) -> Iterator[tuple[Any, Any]]:
        n = len(faces)
        match request:
            case Roll(bands=bands):
                known = dice_bands.count_by_band(faces, bands)
                for counts, chance in super().list_answers_with_chances(
                    replace(request, count=request.count - n)
                ):
                    yield tuple(map(add, known, counts)), chance
            case Score():
                for total, chance in dice_distributions.compute_sum_distribution(
                    request.dice[n:], request.bonus + sum(faces)
                ):
                    yield read_total_answer(request, total, request.bands), self.number(chance)
            case Faces():
                yield from self.list_representative_faces(request, faces)

    def compute_stage_result_chances(
        self, fn: Callable[..., Any], args: tuple[Any, ...]
    ) -> dict[Any, Any]:
        told: Ways = []
        while self._answers_left:
            ways = self._list_stage_ways(fn, args)
            ahead = [way for way in ways if type(way[1]) is not ReportedResult]
            if len(ahead) > 1 or not ahead[0][2]:
                return self._compute_joined_chances([*told, *ways])
            told += [way for way in ways if way not in ahead]
            fn, args = ahead[0][1]
        return self._compute_joined_chances([*told, (self.number(Fraction(1)), (fn, args), True)])

    def _compute_joined_chances(self, ways: Ways) -> dict[Any, Any]:
        found: dict[Any, Any] = {}
        for chance, value, ahead in ways:
            ends = (
                super().compute_stage_result_chances(*value)
                if ahead
                else {value: self.number(Fraction(1))}
            )
            for end, more in ends.items():
                found[end] = found.get(end, 0) + chance * more
        return found
