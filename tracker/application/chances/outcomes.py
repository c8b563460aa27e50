"""What is asked of every way an action can end: who is lost, what marks and numbers changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from tracker.application.chances.forecast import Chance, Forecast, Losses, Mark, Spread
from tracker.application.chances.telling import NEVER, SURE, Tellings, spread
from tracker.procedures.declared.forms import Acts
from tracker.procedures.declared.markers import Worth
from tracker.procedures.ruleset import Later, Ruleset
from tracker.procedures.runners.odds import read
from tracker.procedures.view import Match
from tracker.projection.state import State
from tracker.vocabulary.names import (
    FigureId,
    SideId,
    Subject,
    UnitId,
    is_figure,
    is_side,
    is_unit,
    read_out,
)

Key = tuple[str, str]
"""Who carries what: a subject and the id of a marker."""
WOUNDS = "wounds"
FIRST = "acts first"


class End(NamedTuple):
    """What one end of an action comes to; equal ends are one."""

    lost: tuple[tuple[UnitId, int], ...]
    on: frozenset[tuple[str, str, str]]
    off: frozenset[Key]
    kept: frozenset[Key]
    numbers: tuple[tuple[Key, int], ...]
    out: frozenset[str]
    first: SideId | None
    later: tuple[Later, ...]
    aftermath: str


class Outcomes:
    """Asks a match how it stands after an action, and puts the answers together.

    ``acts`` are those who act and those it is done to: whose losses come first, and of whom it is
    told that a loss of nerve stays.
    """

    def __init__(self, ruleset: Ruleset, before: State, acts: Acts) -> None:
        self.ruleset, self.acts = ruleset, acts
        self.match = read(before)
        self.by_figure = before.info.words.by_figure
        self.kinds = {m.id: m for m in ruleset.markers if m.worth is not Worth.BOOKKEEPING}
        self.counting = {m.id for m in self.kinds.values() if m.shown in ("value", "times")}
        self.standing = {
            unit: frozenset(ruleset.standing(self.match, unit)) for unit in self.match.all_units()
        }
        self.up = self._up(self.match)
        self.marks, self.numbers = self._marks(self.match, self.up)
        self.carriers = {subject for subject, _ in self.numbers}
        self.shaken = frozenset(self._shaken())
        self.later = frozenset(ruleset.later(self.match))

    def __call__(self, match: Match, aftermath: str) -> End:
        up = self._up(match)
        lost = tuple((unit, len(was - up)) for unit, was in self.standing.items() if not was <= up)
        marks, numbers = self._marks(match, up)
        changed = {key for key, _ in numbers.items() ^ self.numbers.items()}
        now = tuple(sorted((key, numbers.get(key, 0)) for key in changed))
        first = match.clock.order[:1]
        return End(
            lost,
            frozenset(self._put_on(match, marks)),
            self._gone(marks, up),
            self.shaken & marks,
            now,
            self._left(up) if now or lost else frozenset(),
            first[0] if first and first != self.match.clock.order[:1] else None,
            tuple(self.ruleset.later(match)),
            aftermath,
        )

    # ------------------------------------------------------------------------ one way it can end

    def _up(self, match: Match) -> frozenset[str]:
        """Every figure that is not lost, of whatever unit."""
        return frozenset(
            figure for unit in match.all_units() for figure in self.ruleset.standing(match, unit)
        )

    def _left(self, up: frozenset[str]) -> frozenset[str]:
        """Who is there no more: units with nobody standing, figures that act one by one or carry
        a number.
        """
        units = {unit for unit, was in self.standing.items() if was and not was & up}
        gone = self.up - up
        return frozenset(units | (gone if self.by_figure else gone & self.carriers))

    def _marks(self, match: Match, up: frozenset[str]) -> tuple[frozenset[Key], dict[Key, int]]:
        """Marks on sides, units with somebody standing and figures that stand; those that count,
        and wounds, with their number.
        """
        marks: set[Key] = set()
        numbers: dict[Key, int] = {}
        for marker in self.kinds:
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
        if is_unit(subject):
            return not up.isdisjoint(match.figures(UnitId(subject)))
        return is_side(subject)

    def _put_on(self, match: Match, marks: frozenset[Key]) -> Iterator[tuple[str, str, str]]:
        """Marks that are new, with their word; of those with news, what came of a change."""
        for subject, marker in marks:
            kind = self.kinds[marker]
            if kind.news is not None:
                had, has = (str(m.mark(subject, marker) or "") for m in (self.match, match))
                if had != has:
                    yield from ((subject, marker, word) for word in kind.news(had, has))
            elif (subject, marker) not in self.marks:
                yield subject, marker, kind.word

    def _gone(self, marks: frozenset[Key], up: frozenset[str]) -> frozenset[Key]:
        """Marks taken off somebody who still stands."""
        return frozenset(
            (subject, marker)
            for subject, marker in self.marks - marks
            if not is_unit(subject) or self.standing[UnitId(subject)] & up
            if not is_figure(subject) or subject in up
        )

    def _shaken(self) -> Iterator[Key]:
        """Nerve that those to whom it is done have lost already."""
        for subject, marker in self.marks:
            if self.kinds[marker].nerve and subject in self.acts.whom:
                yield subject, marker

    # -------------------------------------------------------------------------- all put together

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
        differs = (one for end in found for one in self.later.symmetric_difference(end.later))
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
        for key, by in [*numbers.items()]:
            if not self._counts(key, by, left[key[0]], dice_decide=dice_decide):
                marks[*key, self._word(key[1])] += numbers.pop(key).get(1, 0.0)
        counts = (self._count(key, by, left[key[0]]) for key, by in sorted(numbers.items()))
        return Forecast(
            losses=tuple(self._losses(unit, lost[unit]) for unit in self._by_worth(lost)),
            marks=self._listed(marks, stays=dice_decide),
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
        if sure and dice_decide and subject in self.acts.whom and self._worth(marker) == Worth.HARM:
            return True
        if not self.numbers.get(key) and by_number.keys() <= {0, 1} and marker != WOUNDS:
            return False
        return not sure or left > 0

    def _marked(self, end: End) -> Iterator[tuple[str, str, str]]:
        """What an end puts on, takes off and leaves, with its word."""
        yield from end.on
        yield from ((*key, f"no longer {self._word(key[1])}") for key in end.off)
        yield from ((*key, self._stays(key[1])) for key in end.kept)
        if end.first is not None:
            yield end.first, FIRST, FIRST

    def _by_worth(self, lost: Mapping[UnitId, Any]) -> list[UnitId]:
        """Those to whom it is done, other enemies, one's own."""
        at = {self.unit_of(whom) for whom in self.acts.whom}
        own = {self.match.side_of(who) for who in self.acts.who}
        units = [unit for unit in self.standing if unit in lost]
        return sorted(units, key=lambda unit: (unit not in at, self.match.side_of(unit) in own))

    def unit_of(self, subject: Subject) -> Subject:
        return self.match.figure(FigureId(subject)).unit if is_figure(subject) else subject

    def _listed(
        self, marks: Mapping[tuple[str, str, str], float], *, stays: bool
    ) -> tuple[Mark, ...]:
        """Marks in doubt; also nerve of which it is sure that it stays lost, if ``stays``."""
        found: list[Mark] = []
        at = self.acts.whom

        def by_worth(mark: tuple[str, str, str]) -> tuple[Any, ...]:
            subject, marker, word = mark
            return -self._worth(marker), subject not in at, -round(marks[mark], 9), subject, word

        for subject, marker, word in sorted(marks, key=by_worth):
            chance, kind = marks[subject, marker, word], self._word(marker)
            told = chance < SURE or (stays and word == self._stays(marker))
            if chance <= NEVER or not told:
                continue
            called = self.called(subject)
            who = called if is_side(subject) else self.match.tag(subject)
            what = f"{called}: {word}"
            found.append(Mark(min(chance, 1.0), what, who, kind, word, self._worth(marker)))
        return tuple(found)

    def _losses(self, unit: UnitId, by_number: Mapping[int, float]) -> Losses:
        chances, expected = spread(by_number, 0, 1.0)
        name = self.match.unit(unit).name
        return Losses(unit, name, len(self.standing[unit]), chances, expected)

    def _count(self, key: Key, by_number: Mapping[int, float], left: float) -> Spread:
        chances, expected = spread(by_number, self.numbers.get(key, 0), 1.0 - left)
        word = self._word(key[1])
        return Spread(f"{self.called(key[0])}: {word}", chances, expected, word)

    def _worth(self, marker: str) -> Worth:
        return self.kinds[marker].worth if marker in self.kinds else Worth.NERVE

    def _word(self, marker: str) -> str:
        return self.kinds[marker].word if marker in self.kinds else marker

    def _stays(self, marker: str) -> str:
        return f"{self._word(marker)} stays"

    def called(self, subject: Subject) -> str:
        """``b2 Dusk rifles``; a side by its name."""
        if is_side(subject):
            return self.match.side_name(SideId(subject))
        figure = self.match.figure(FigureId(subject)) if is_figure(subject) else None
        name = self.match.unit(figure.unit if figure else UnitId(subject)).name
        if figure and figure.name and self.by_figure:
            name = figure.name
        return f"{self.match.tag(subject)} {name}".strip()
