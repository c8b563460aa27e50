"""Figures lost in a game, and the dice that decide whether they are back for the next."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.application.errors import Refused
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.league_names import find_war_unit
from tracker.application.leagues.league_writer import LeagueWriter
from tracker.leagues import league_events as ev
from tracker.leagues.lasting import WarUnit, list_in_doubt
from tracker.vocabulary.counts import count_of


class Recovering:
    """Units are named by id or by name."""

    def __init__(self, league: LeagueWriter) -> None:
        self._league = league

    def unit(self, typed: str) -> WarUnit:
        """The unit meant. Raises ``Refused``."""
        return find_war_unit(self._league.state, typed)

    def recover(
        self, unit: str, faces: Sequence[int] | None = None, *, game: str = ""
    ) -> LeagueEntry:
        """The dice for figures lost in a game; those below what is needed are gone for good.

        The first dice are for those with names, in the order of ``waiting``.
        None: the app rolls them. Either way they are written down with who rolled them.
        """
        known, rules = self.unit(unit), self._league.state.info.rules
        doubtful = [one for one in self.list_in_doubt() if one[0].id == known.id]
        if game:
            doubtful = [one for one in doubtful if one[1] == game]
        if not doubtful:
            raise Refused(f"No dice are due for {known.name}.")
        _, fixture, lost = doubtful[0]
        rolled: ev.Drawn = "app" if faces is None else "typed"
        if faces is None:
            faces = [self._league.dice.randint(1, rules.recovery.die) for _ in range(lost)]
        if len(faces) != lost:
            raise Refused(
                f"{known.name} lost {lost} in {fixture}: roll {count_of(lost, 'die', 'dice')}."
            )
        if any(not 1 <= face <= rules.recovery.die for face in faces):
            raise Refused(f"These are dice with {rules.recovery.die} faces.")
        fails = [face < rules.recovery.needs for face in faces]
        gone, named = sum(fails), self.waiting(known, fixture)
        lost_names = tuple(name for name, failed in zip(named, fails, strict=False) if failed)
        back = [name for name, failed in zip(named, fails, strict=False) if not failed]
        who = f": {', '.join(back)}" if back else ""
        return self._league.enter(
            ev.UnitChanged(
                unit=known.id,
                figures=-gone,
                standing="destroyed" if _nobody_left(known, gone) else None,
                why=f"{lost - gone} of {lost} back on {rules.recovery.needs}+{who}",
                origin="rule",
                rule="recover",
                fixture=fixture,
                faces=tuple(faces),
                rolled=rolled,
                names=lost_names,
            )
        )

    def list_in_doubt(self) -> list[tuple[WarUnit, ev.FixtureId, int]]:
        """Units that wait for their dice of recovery: of which game, and how many figures."""
        return list_in_doubt(self._league.state.units.values())

    @staticmethod
    def waiting(unit: WarUnit, game: ev.FixtureId) -> tuple[str, ...]:
        """Who of a unit waits for a die after a game, by name; the others have none."""
        return next(
            (one.names for one in unit.steps if one.fixture == game and one.lost and one.of_a_game),
            (),
        )


def _nobody_left(unit: WarUnit, gone: int) -> bool:
    return bool(gone) and gone == unit.figures and not unit.captives
