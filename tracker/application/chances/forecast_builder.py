"""All ends of an action put together: what counts most first, as a forecast."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from tracker.application.chances.forecast import Chance, Forecast, Losses, Mark, Spread
from tracker.application.chances.outcomes import FIRST, WOUNDS, End, Key, Outcomes
from tracker.application.chances.stage_results import NEVER, SURE, Tellings, spread
from tracker.procedures.declared.markers import Worth
from tracker.vocabulary.names import FigureId, SideId, Subject, UnitId, is_figure, is_side, read_out

CLEAR = 0.995
"""From here on nobody asks: a nerve lost stays lost, but for those who are not there any more."""


class ForecastBuilder:
    """Adds up what ``ends`` were found, each with its chance."""

    def __init__(self, ends: Outcomes) -> None:
        self._ends = ends

    def forecast(
        self,
        found: Mapping[End, float],
        told: Tellings,
        assumptions: tuple[str, ...] = (),
    ) -> Forecast:
        """The distribution of the ends, what counts most first."""
        lost: dict[UnitId, dict[int, float]] = defaultdict(lambda: defaultdict(float))
        numbers: dict[Key, dict[int, float]] = defaultdict(lambda: defaultdict(float))
        left: dict[str, float] = defaultdict(float)
        marks: dict[tuple[str, str, str], float] = defaultdict(float)
        after: dict[str, float] = defaultdict(float)
        assumed = dict.fromkeys(map(read_out, assumptions))
        differs = (one for end in found for one in self._ends.later.symmetric_difference(end.later))
        in_doubt = {(one.subject, one.marker) for one in differs}
        for end, chance in found.items():
            for unit, n in end.lost:
                lost[unit][n] += chance
            for subject in end.out:
                left[subject] += chance
            for key, n in end.numbers:
                if key[0] not in end.out:
                    numbers[key][n] += chance
            for mark in self._marked(end):
                marks[mark] += chance
            for later in end.later:
                if (later.subject, later.marker) in in_doubt:
                    word = self._word(later.marker)
                    marks[later.subject, later.marker, word] += chance * later.chance
                    assumed[later.assumes] = None
            if end.aftermath:
                after[end.aftermath] += chance
        rolled, ways = told.put_together(self.called)
        dice_decide = bool(lost or rolled or ways)
        marks |= self._kept(found, left)
        for key, by in [*numbers.items()]:
            if not self._counts(key, by, left[key[0]], dice_decide=dice_decide):
                marks[*key, self._word(key[1])] += numbers.pop(key).get(1, 0.0)
        counts = (self._count(key, by, left[key[0]], lost) for key, by in sorted(numbers.items()))
        return Forecast(
            losses=tuple(self._losses(unit, lost[unit]) for unit in self._by_worth(lost)),
            marks=self._listed(marks),
            aftermaths=tuple(
                Chance(after[what], what=what) for what in sorted(after, key=lambda a: -after[a])
            ),
            counts=tuple(counts),
            rolled=rolled,
            ways=ways,
            assumptions=tuple(filter(None, assumed)),
        )

    def _counts(
        self, key: Key, by_number: Mapping[int, float], left: float, *, dice_decide: bool
    ) -> bool:
        """Whether a number is told as one, and not as a mark put on or not, where it comes to 1 or
        nothing, or not at all, where it is sure. Harm to whom it is done to is told even then.
        """
        sure = max(by_number.values()) + left >= SURE
        subject, marker = key
        if (
            sure
            and dice_decide
            and subject in self._ends.acts.whom
            and self._worth(marker) == Worth.HARM
        ):
            return True
        if not self._ends.numbers.get(key) and by_number.keys() <= {0, 1} and marker != WOUNDS:
            return False
        return not sure or left > 0

    def _marked(self, end: End) -> Iterator[tuple[str, str, str]]:
        """What an end puts on and takes off, with its word."""
        yield from end.on
        yield from ((*key, f"no longer {self._word(key[1])}") for key in end.off)
        if end.first is not None:
            yield end.first, FIRST, FIRST

    def _kept(
        self, found: Mapping[End, float], left: Mapping[str, float]
    ) -> dict[tuple[str, str, str], float]:
        """Nerve that stays lost, where that could be otherwise than by losses."""
        kept: dict[Key, float] = defaultdict(float)
        for end, chance in found.items():
            for key in end.kept:
                kept[key] += chance
        return {
            (*key, f"{self._word(key[1])} stays"): chance
            for key, chance in kept.items()
            if chance + left.get(key[0], 0.0) < CLEAR
        }

    def _by_worth(self, lost: Mapping[UnitId, Any]) -> list[UnitId]:
        """Those to whom it is done, other enemies, one's own."""
        at = {self.find_unit(whom) for whom in self._ends.acts.whom}
        own = {self._ends.match.side_of(who) for who in self._ends.acts.who}
        units = [unit for unit in self._ends.standing if unit in lost]
        return sorted(
            units, key=lambda unit: (unit not in at, self._ends.match.side_of(unit) in own)
        )

    def find_unit(self, subject: Subject) -> Subject:
        return self._ends.match.figure(FigureId(subject)).unit if is_figure(subject) else subject

    def _listed(self, marks: Mapping[tuple[str, str, str], float]) -> tuple[Mark, ...]:
        """Marks in doubt, what counts most first."""
        found: list[Mark] = []
        at = self._ends.acts.whom

        def sort_by_worth(mark: tuple[str, str, str]) -> tuple[Any, ...]:
            subject, marker, word = mark
            return -self._worth(marker), subject not in at, -round(marks[mark], 9), subject, word

        for subject, marker, word in sorted(marks, key=sort_by_worth):
            chance, kind = marks[subject, marker, word], self._word(marker)
            if not NEVER < chance < SURE:
                continue
            called = self.called(subject)
            who = called if is_side(subject) else self._ends.match.tag(subject)
            what = f"{called}: {word}"
            found.append(Mark(min(chance, 1.0), what, who, kind, word, self._worth(marker)))
        return tuple(found)

    def _losses(self, unit: UnitId, by_number: Mapping[int, float]) -> Losses:
        chances, expected = spread(by_number, 0, 1.0)
        name = self._ends.match.unit(unit).name
        return Losses(unit, name, len(self._ends.standing[unit]), chances, expected)

    def _count(
        self, key: Key, by_number: Mapping[int, float], left: float, lost: Collection[str]
    ) -> Spread:
        chances, expected = spread(by_number, self._ends.numbers.get(key, 0), 1.0 - left)
        subject, marker = key
        word = self._word(marker)
        survivors = " on those still standing" if marker == WOUNDS and subject in lost else ""
        return Spread(f"{self.called(subject)}: {word}{survivors}", chances, expected, word)

    def _worth(self, marker: str) -> Worth:
        return self._ends.kinds[marker].worth if marker in self._ends.kinds else Worth.NERVE

    def _word(self, marker: str) -> str:
        return self._ends.kinds[marker].word if marker in self._ends.kinds else marker

    def called(self, subject: Subject) -> str:
        """``b2 Dusk rifles``; a side by its name."""
        if is_side(subject):
            return self._ends.match.side_name(SideId(subject))
        figure = self._ends.match.figure(FigureId(subject)) if is_figure(subject) else None
        name = self._ends.match.unit(figure.unit if figure else UnitId(subject)).name
        if figure and figure.name and self._ends.by_figure:
            name = figure.name
        return f"{self._ends.match.tag(subject)} {name}".strip()
