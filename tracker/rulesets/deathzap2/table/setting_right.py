"""What of Deathzap 2 can be set right by hand: ``fix b1 figures +1``, ``fix r3 half``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from tracker.procedures.declared.markers import Carrier
from tracker.procedures.pieces.flow import passed_over
from tracker.procedures.pieces.naming import unit_named
from tracker.procedures.pieces.setting_right.clock import TheClock
from tracker.procedures.pieces.setting_right.figures import (
    Began,
    Belongs,
    Gear,
    Himself,
    HowMany,
    formed,
    least,
    said_number,
)
from tracker.procedures.pieces.setting_right.marks import Mark, Met, marks
from tracker.procedures.pieces.setting_right.rows import StateRow, number, said
from tracker.procedures.pieces.setting_right.whole import SettingRight
from tracker.procedures.view import Match, UnknownName
from tracker.rulesets.deathzap2.attacks.targets import plainness
from tracker.rulesets.deathzap2.data import markers, tables
from tracker.rulesets.deathzap2.phases import flow, phase_end
from tracker.vocabulary.events import AnyFact, MarkerSet
from tracker.vocabulary.names import FigureId, Subject, UnitId, handle


def _worth(match: Match, figure: FigureId) -> tuple[Any, ...]:
    """The plainest are lost first, whatever their place in the roster."""
    return plainness(match, figure)[:-1]


def _guns(match: Match, figure: FigureId) -> Mapping[str, str]:
    return {gun.id: gun.kind for gun in markers.profile(match, figure).guns}


@dataclass(frozen=True)
class ToRemove:
    """Figures that come off when the phase ends, which counts for panic: ``to-remove +2``."""

    words: ClassVar = ("to-remove",)
    on: ClassVar[Carrier] = "unit"
    most: ClassVar = 1
    gone: ClassVar = False

    def rows(self, match: Match, unit: Subject) -> tuple[StateRow, ...]:
        count, falling = len(match.figures(UnitId(unit))), len(_falling(match, UnitId(unit)))

        def say(n: int) -> str:
            return said(match, unit, "to-remove", f"{n - falling:+d}")

        return (number(unit, "to remove", falling, count, say, "remove"),)

    def facts(
        self, match: Match, subject: Subject, word: str, more: tuple[str, ...]
    ) -> tuple[AnyFact, ...]:
        unit, change = UnitId(subject), said_number(match, subject, word, more)
        if not change:
            return ()
        if change > 0:
            standing = markers.standing(match, unit)
            fallen = least(match, standing, change, unit, _worth)
            mark: AnyFact = markers.TO_REMOVE.set(*fallen, value="by hand")
        else:
            spared = least(match, _falling(match, unit), -change, unit, _worth)
            mark = markers.TO_REMOVE.cleared(*spared)
        return (mark, _killed(match, unit, change))


@dataclass(frozen=True)
class FallsHimself(Mark):
    """The same of a given figure: ``fix r1.4 to-remove``."""

    def rows(self, _: Match, __: Subject) -> Iterator[StateRow]:
        yield from ()

    def facts(
        self, match: Match, subject: Subject, word: str, more: tuple[str, ...]
    ) -> tuple[AnyFact, ...]:
        (mark,) = super().facts(match, subject, word, more)
        had = match.has(subject, markers.TO_REMOVE)
        change = int(isinstance(mark, MarkerSet)) - int(had)
        return (mark, _killed(match, match.figure(FigureId(subject)).unit, change))


def _falling(match: Match, unit: UnitId) -> tuple[FigureId, ...]:
    return tuple(f for f in match.figures(unit) if match.has(f, markers.TO_REMOVE))


def _killed(match: Match, unit: UnitId, change: int) -> AnyFact:
    tally = markers.KILLED.number(match, unit)
    return markers.KILLED.set(unit, value=max(0, tally + change))


@dataclass(frozen=True)
class OneUnit:
    """Squads that set up as one unit (DZ-SETUP-06): ``fix r1 unit r2``."""

    words: ClassVar = ("unit",)
    on: ClassVar[Carrier] = "unit"
    most: ClassVar = 1
    gone: ClassVar = False

    def rows(self, _: Match, __: Subject) -> tuple[StateRow, ...]:
        return ()

    def facts(
        self, match: Match, subject: Subject, _: str, more: tuple[str, ...]
    ) -> tuple[AnyFact, ...]:
        """Fright of before the game was loneliness, which is over."""
        unit = UnitId(subject)
        if not more:
            message = f"which unit does it belong to? fix {handle(unit)} unit r2"
            raise UnknownName(message)
        into = unit_named(match, more[0])
        if into == unit or match.side_of(into) != match.side_of(unit):
            message = f"{handle(unit)} becomes part of another unit of its own side"
            raise UnknownName(message)
        frights = tuple(
            one
            for one in (into, unit)
            if markers.is_panicked(match, one)
            and (one == unit or not markers.panicked_since(match, one))
        )
        figures = (*match.figures(into), *match.figures(unit))
        whole = formed(match, into, figures, out_of=(unit,))
        return (whole, markers.PANICKED.cleared(*frights)) if frights else (whole,)


SETTING_RIGHT: Final = SettingRight(
    things=(
        HowMany(_worth),
        Himself(),
        ToRemove(),
        FallsHimself(markers.TO_REMOVE),
        *marks(marker for marker in markers.MARKERS if marker != markers.TO_REMOVE),
        Gear(_guns),
        *(Met(link) for link in markers.LINKS),
        Began(),
        OneUnit(),
        Belongs("unit"),
    ),
    clock=TheClock(flow.TURN, tables.TURNS, passed_over(flow.FLOW, flow.due, phase_end.to_check)),
    points="VP",
    such_as="fix b1 figures +1, fix r3 half, fix phase shoot red",
)
