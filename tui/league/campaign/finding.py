"""Finding a force or unit of a campaign by what it is called, from any of its pages."""

from __future__ import annotations

from textual.app import ComposeResult

from tracker.application.errors import Refused
from tracker.application.leagues.naming import force_of, unit_of
from tracker.leagues.events import ForceId, WarUnitId
from tui.league.asked import Asked
from tui.league.base import LeagueScreen


class Reading(LeagueScreen):
    """Give ``read``: it is called before the first drawing, and whenever the book has changed."""

    _as_of = -1

    def read(self) -> None:
        """Work out what is shown from the league as it stands."""
        raise NotImplementedError

    def is_there(self) -> bool:
        """Whether what the page is about is still in the book."""
        return True

    def compose(self) -> ComposeResult:
        self._read_again()
        yield from super().compose()

    def show(self) -> None:
        if not self.is_there():  # it was taken back meanwhile
            self.dismiss(None)
            return
        self._read_again()
        super().show()

    def _read_again(self) -> None:
        if self._as_of != self.league.version:
            self.read()
            self._as_of = self.league.version


class Finding(Reading):
    """Opens pages of forces and units over this one."""

    def do_find(self) -> None:
        hint = "a unit or force, or the beginning of its name · Enter opens it"
        self.app.push_screen(Asked("/", self._take, hint=hint))

    def _take(self, typed: str) -> None:
        """Where to go for what was typed. Raises ``Refused``."""
        if not typed.strip():
            raise Refused("Type a part of a name; Esc leaves.")
        state = self.league.state
        try:
            force = force_of(state, typed).id
        except Refused:
            unit = unit_of(state, typed).id
            self.call_later(self.open_unit, unit)
        else:
            self.call_later(self.open_force, force)

    def open_force(self, force: ForceId) -> None:
        """The page of a force."""
        from tui.league.campaign.force import ForceScreen

        self.app.push_screen(ForceScreen(self.book, self.league, force))

    def open_unit(self, unit: WarUnitId) -> None:
        """The page of a unit."""
        from tui.league.campaign.unit import UnitScreen

        self.app.push_screen(UnitScreen(self.book, self.league, unit))
