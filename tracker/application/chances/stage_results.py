"""What dice come to on the way through an action, put together: hits, rounds won and lost."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping

from tracker.application.chances.forecast import Chance, Spread, Ways
from tracker.procedures.requests import Tell
from tracker.vocabulary.names import Subject

NEVER = 1e-12
SURE = 1 - NEVER
"""What a chance may be off because it was added up."""
Pair = tuple[str, Subject | None, Subject | None]
Called = Callable[[Subject], str]


def spread(
    by_number: Mapping[int, float], else_: int, whole: float
) -> tuple[tuple[Chance, ...], float]:
    """The chances of each number, what is left of the whole being of another; and their mean."""
    every = dict(by_number)
    left = whole - sum(by_number.values())
    if left > NEVER:
        every[else_] = every.get(else_, 0.0) + left
    chances = tuple(Chance(every[n], n) for n in sorted(every) if every[n] > 0)
    mean = sum(n * chance for n, chance in every.items())
    return chances, mean / sum(every.values())


class Tellings:
    """What was told (``Tell``), each with its chance."""

    def __init__(self, told: Mapping[Tell, float]) -> None:
        self.numbers: dict[Pair, dict[int, float]] = defaultdict(lambda: defaultdict(float))
        self.words: dict[Pair, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        self.among: dict[Pair, tuple[str, ...]] = {}
        for one, chance in told.items():
            pair = (one.what, one.subject, one.target)
            if isinstance(one.value, int):
                self.numbers[pair][one.value] += chance
            else:
                self.words[pair][one.value] += chance
                self.among[pair] = one.among

    def put_together(self, called: Called) -> tuple[tuple[Spread, ...], tuple[Ways, ...]]:
        """Numbers and words as they are told, in the order in which dice are rolled; what is not
        come to is none, of words nothing. What is sure is no news.
        """
        rolled = (
            Spread(_what(pair, called, "at"), *spread(by, 0, 1.0), pair[0])
            for pair, by in self.numbers.items()
        )
        ways = (
            Ways(
                _what(pair, called, "against"),
                tuple(Chance(by[word], what=word) for word in self.among[pair] if word in by),
                pair[0],
            )
            for pair, by in self.words.items()
        )
        return tuple(filter(_in_doubt, rolled)), tuple(filter(_in_doubt, ways))


def _in_doubt(one: Spread | Ways) -> bool:
    return all(each.chance < SURE for each in one.chances)


def _what(pair: Pair, called: Called, at: str) -> str:
    """``hits of R1 Alpha at B2 Dusk rifles``."""
    what, subject, target = pair
    who = f" of {called(subject)}" if subject else ""
    return f"{what}{who} {at} {called(target)}" if target else f"{what}{who}"
