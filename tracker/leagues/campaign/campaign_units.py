"""Campaign forces and units, and the changes that they carry over between games."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from tracker.leagues.league_events import CareerStep, CarriedDamage, FixtureId, ForceId, WarUnitId
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.vocabulary.events import Version


class CampaignForce(Struct, frozen=True):
    """A campaign force. ``points`` is the cost of its roster and later units, or 0 if unknown.

    ``unpriced`` contains the units that joined later at an unknown cost.
    """

    id: ForceId
    player: PlayerId
    name: str
    ruleset: str = ""
    roster: str = ""
    points: int = 0
    units: tuple[WarUnitId, ...] = ()
    unpriced: tuple[WarUnitId, ...] = ()


class RosterEntryRef(Struct, frozen=True):
    """A reference to the roster entry that describes a unit's equipment.

    ``roster`` is TOML text, and ``place`` is the entry's index, from 0. If ``like`` is true, the
    entry belongs to another unit, so the entry's named figures are ignored.
    """

    roster: str
    place: int
    like: bool = False


ABSENT = ("destroyed", "resting")
"""The statuses of units that miss the next game."""


class NamedFigureChanges(Struct, frozen=True):
    """The named figures that a unit has lost (``gone``) and gained (``came``) since enrolment."""

    gone: tuple[str, ...] = ()
    came: tuple[str, ...] = ()


class CaptivesHeld(Struct, frozen=True):
    """The number and the names of a unit's figures that were captured in one game."""

    fixture: FixtureId
    figures: int
    names: tuple[str, ...] = ()


class CampaignUnit(Struct, frozen=True):
    """A unit with all changes since its enrolment, oldest first.

    ``named`` contains the names that figures had at enrolment. ``outfit`` is None if the figures
    are unknown. ``points`` is the cost if the unit joined later. ``removed`` contains the recovery
    dice and decisions after a result that has been removed. If they are entered again, they return
    to their earlier place.
    """

    id: WarUnitId
    force: ForceId
    name: str
    enlisted: int
    named: tuple[str, ...] = ()
    steps: tuple[CareerStep, ...] = ()
    outfit: RosterEntryRef | None = None
    points: int = 0
    removed: tuple[CareerStep, ...] = ()

    @property
    def figures(self) -> int:
        return self.enlisted + sum(step.figures for step in self.steps)

    @property
    def experience(self) -> int:
        return sum(step.experience for step in self.steps)

    @property
    def status(self) -> str:
        """The unit's status: "" for ready, or a word such as "resting" or "destroyed"."""
        statuses = (step.standing for step in reversed(self.steps) if step.standing is not None)
        return next(statuses, "")

    @property
    def carried_damage(self) -> CarriedDamage:
        damage = (step.harm for step in reversed(self.steps) if step.harm is not None)
        return next(damage, CarriedDamage())

    @property
    def captives_by_game(self) -> tuple[CaptivesHeld, ...]:
        """The unit's figures that are still captives, grouped by the game of their capture."""
        held: dict[FixtureId, CaptivesHeld] = {}
        for step in self.steps:
            if step.captives:
                fixture = step.fixture
                before = held.get(fixture, CaptivesHeld(fixture, 0))
                names = [*before.names, *(step.taken if step.captives > 0 else ())]
                for name in step.names if step.captives < 0 else ():
                    if name in names:
                        names.remove(name)
                figures = before.figures + step.captives
                held[fixture] = CaptivesHeld(fixture, figures, tuple(names))
        return tuple(one for one in held.values() if one.figures > 0)

    @property
    def captive_count(self) -> int:
        return sum(one.figures for one in self.captives_by_game)

    def with_career_step(self, step: CareerStep) -> CampaignUnit:
        """Return a copy of the unit with one more change. Changes are sorted by version.

        A repeated change is restored from ``removed`` at its earlier place.
        """
        removed = list(self.removed)
        for index, one in enumerate(removed):
            if one == replace(step, version=one.version):
                step = removed.pop(index)
                break
        steps = sorted((*self.steps, step), key=lambda one: one.version)
        return replace(self, steps=tuple(steps), removed=tuple(removed))

    def without_changes_from_game(self, fixture: FixtureId) -> CampaignUnit:
        """Return a copy without a game's changes. Later dice and decisions move to ``removed``."""
        others = tuple(one for one in self.steps if one.fixture != fixture)
        by_hand = (one for one in self.steps if one.fixture == fixture and not one.is_from_game)
        return replace(self, steps=others, removed=(*self.removed, *by_hand))

    def copy_with_changes_before(self, version: Version) -> CampaignUnit:
        return replace(self, steps=tuple(one for one in self.steps if one.version < version))

    @property
    def games_with_rolled_recovery_dice(self) -> set[FixtureId]:
        return {step.fixture for step in self.steps if step.faces}

    @property
    def changes_awaiting_recovery_dice(self) -> list[CareerStep]:
        diced = self.games_with_rolled_recovery_dice
        recoverable = (one for one in self.steps if one.is_from_game and one.rule == "recover")
        return [one for one in recoverable if one.lost > one.captives and one.fixture not in diced]

    @property
    def figures_awaiting_recovery(self) -> int:
        return sum(step.lost - step.captives for step in self.changes_awaiting_recovery_dice)

    @property
    def absence_reason(self) -> str:
        """Why no figures take part in the next game, such as "resting", or ""."""
        if self.status in ABSENT:
            return self.status
        if self.figures > self.figures_awaiting_recovery:
            return ""
        if self.figures_awaiting_recovery:
            return "all are waiting for recovery"
        return "all are captives" if self.captive_count else "nobody is left"

    @property
    def figures_in_next_game(self) -> int:
        """The number of figures that take part in the next game."""
        return 0 if self.absence_reason else self.figures - self.figures_awaiting_recovery

    @property
    def names_in_next_game(self) -> tuple[str, ...]:
        """The named figures that take part in the next game."""
        return () if self.absence_reason else self.available_figure_names

    @property
    def named_figure_changes(self) -> NamedFigureChanges:
        gone: list[str] = []
        came: list[str] = []
        for step in self.steps:
            is_undecided = step.rule == "recover" and not step.faces
            settled = is_undecided and step.fixture in self.games_with_rolled_recovery_dice
            for name in step.taken if settled else step.lost_figure_names:
                (came.remove if name in came else gone.append)(name)
            for name in step.gained_figure_names:
                (gone.remove if name in gone else came.append)(name)
        return NamedFigureChanges(tuple(gone), tuple(came))

    @property
    def available_figure_names(self) -> tuple[str, ...]:
        """The named figures that can take part in the next game."""
        left, names = list(self.named_figure_changes.gone), []
        for name in self.named:
            if name in left:
                left.remove(name)
            else:
                names.append(name)
        return (*names, *self.named_figure_changes.came)


def list_pending_recoveries(
    units: Iterable[CampaignUnit],
) -> list[tuple[CampaignUnit, FixtureId, int]]:
    """List each unit that still needs recovery dice, with the game and the number of dice."""
    return [
        (unit, step.fixture, step.lost - step.captives)
        for unit in units
        for step in unit.changes_awaiting_recovery_dice
    ]
