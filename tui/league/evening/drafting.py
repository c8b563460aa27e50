"""The next round on the evening: who is here, the draft, its changes by hand, publishing."""

from __future__ import annotations

from tracker.application.errors import Refused
from tui.league.base import LeagueScreen
from tui.league.evening.check_in import CheckIn


class Drafting(LeagueScreen):
    """The part of the evening that has to do with the round to come."""

    def do_players(self) -> None:
        self.app.push_screen(CheckIn(self.book, self.league))

    def do_draft(self) -> None:
        try:
            self.league.rounds.must_be_open()
        except Refused as refused:
            self.say(f"{refused.message.removesuffix('.')}: S does that.", bad=True)
            return
        self.app.push_screen(CheckIn(self.book, self.league, drafts=True), self._drafted)

    def do_season(self) -> None:
        from tui.league.season.screen import SeasonScreen

        self.app.push_screen(SeasonScreen(self.book, self.league), self._drafted)

    def _drafted(self, said: str | None) -> None:
        self.show()
        if said:
            self.say(said)

    def lock_table(self, table: str) -> bool:
        """A pairing of the draft stays when it is drafted again, or no longer."""
        state = self.league.state
        rows = state.fixtures_of(state.draft) if state.draft else []
        locked = any(one.locked for one in rows if str(one.table) == table)
        return self.enter(lambda: self.league.rounds.lock(table, not locked)) is not None

    def do_lock(self) -> None:
        place = self.draft_row()
        if place is None:
            self.say("Mark a pairing of the draft first, or type 3l for its table 3.", bad=True)
            return
        fixture = self.league.state.fixtures[place]
        if fixture.table:
            self.lock_table(str(fixture.table))
        else:
            name = self.league.state.name(fixture.home)
            self.enter(lambda: self.league.rounds.lock(name, not fixture.locked))

    def draft_row(self) -> str | None:
        """The pairing of the draft that is marked."""
        raise NotImplementedError

    def do_number(self) -> None:
        self.enter(self.league.rounds.number_tables)

    def do_publish(self) -> None:
        draft = self.league.state.draft
        if draft is None:
            self.say("No round is drafted; d drafts the next one.", bad=True)
            return
        last = self.league.state.round
        self._ask_until(draft.number, last.ends if last else "")

    def _ask_until(self, number: int, ends: str) -> None:
        asked = f"publish round {number}? games end"
        doubts = self.league.rounds.stale()
        self.ask(
            f"{doubts[0]} {asked.capitalize()}" if doubts else asked,
            lambda until: self.league.rounds.publish(ends=until),
            text=ends,
            hint="Enter publishes · 22:30, or nothing · Esc: not yet",
            then=self.published,
        )

    def published(self) -> None:
        """The round at hand is another one."""
        raise NotImplementedError
