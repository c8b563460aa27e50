"""What is said of a table on the evening: its result, who signs, when it is played instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracker.application.errors import Refused
from tracker.application.leagues.arranging import agreed
from tracker.application.leagues.results import same, score
from tracker.application.leagues.round_text import round_text
from tracker.leagues.rows import Fixture
from tui.league.base import LeagueScreen
from tui.league.evening.view import by_hand

if TYPE_CHECKING:
    from tracker.application.leagues.story import Entry


class Resulting(LeagueScreen):
    """The part of the evening that has to do with the round at hand."""

    def fixture(self, table: int | None = None) -> Fixture:
        """The pairing of a table, or of the marked row. Raises ``Refused``."""
        raise NotImplementedError

    def called(self, one: Fixture) -> str:
        """What a pairing is called where the round at hand is."""
        return called(one, self.league.state.round_number)

    def jump(self) -> None:
        """Mark the next table that is open."""
        raise NotImplementedError

    def result(self, one: Fixture, text: str) -> bool:
        """Enter a result, or offer to set right the one there is."""
        results = self.league.results
        ended = results.read(one, text)
        if one.ended is not None and not same(one.ended, ended):
            self._offer(one, text)
            return False
        waiting = self.waiting()
        entry = self.enter(lambda: results.enter(one.id, text))
        if entry is None:
            return False
        self.go_to(one.id)
        self.jump()
        self.draft_again(waiting)
        return True

    def go_to(self, fixture: str) -> None:
        """Mark the row of a pairing."""
        raise NotImplementedError

    def waiting(self) -> set[str]:
        """The open games that the draft waits for."""
        state = self.league.state
        waited = state.draft.waited_for if state.draft else ()
        return {one for one in waited if one in state.fixtures and not state.fixtures[one].ended}

    def draft_again(self, waiting: set[str]) -> None:
        """One of these is in now: the draft is made again, unless somebody changed it by hand."""
        draft = self.league.state.draft
        ended = waiting - self.waiting()
        if draft is None or not ended:
            return
        if by_hand(self.league):
            return  # the screen says that it is not what it would be now
        again = self.enter(lambda: self.league.rounds.draft(draft.method))
        if again is not None:
            fixtures = self.league.state.fixtures
            names = ", ".join(self.called(fixtures[one]) for one in sorted(ended))
            self.say(f"{names} is in, and round {draft.number} is drafted again with it")

    def others_wrote(self, before: set[str]) -> None:
        self.draft_again(before)

    def _offer(self, one: Fixture, text: str) -> None:
        """Another result than the one there is: refused, and offered as a correction."""
        assert one.ended is not None
        names = self.league.state.name
        ended = self.league.results.read(one, text)
        was = score(names(one.ended.winner), one.ended)
        now = score(names(ended.winner), ended)
        correct = self.league.results.correct
        self.ask(
            f"{self.called(one)} has {was}. Set right to {now}? why",
            lambda why: correct(one.id, text, why=why),
            hint="Enter sets right, both are kept · Esc: as it was",
            then=self.do_clear,
        )

    def do_clear(self) -> None:
        """Drop what is typed."""
        raise NotImplementedError

    def sign(self, one: Fixture, who: str) -> bool:
        """One of the two signs, or both."""
        player = {"1": one.home, "2": one.away or ""}.get(who, "")
        done = self.enter(lambda: self.league.results.sign(one.id, player))
        return done is not None

    # ------------------------------------------------------------------------------ commands

    def do_later(self) -> None:
        one = self._marked()
        if one is None:
            return
        arrange = self.league.results.arrange

        def later(typed: str) -> Entry:
            when = agreed(typed, self.league.days)
            return arrange(one.id, when.on, time=when.time, where=when.where)

        self.ask(
            f"{self.called(one)} arranged for",
            later,
            hint="fri 19:30, tomorrow, 2026-11-27 · nothing: no longer",
            then=self.jump,
        )

    def do_withdraw(self) -> None:
        one = self._marked()
        if one is not None and one.ended is None:
            self.say(f"{self.called(one).capitalize()} has no result to take away.", bad=True)
        elif one is not None:
            withdraw = self.league.results.withdraw
            self.ask(
                f"no result at {self.called(one)} after all, why?",
                lambda why: withdraw(one.id, why=why),
            )

    def do_link(self) -> None:
        one = self._marked()
        if one is None:
            return
        running = self.book.games("running")[:3]
        names = " · ".join(f"{game.stream} {game.title}" for game in running) or "none is running"
        link, find = self.league.matches.link, self.book.find
        self.ask(
            f"which game is {self.called(one)}?",
            lambda typed: link(one.id, find(typed.strip())),
            hint=names,
        )

    def do_note(self) -> None:
        self.ask("note", self.league.points.tell)

    def _marked(self) -> Fixture | None:
        """The pairing that is marked; says so where none is."""
        try:
            return self.fixture()
        except Refused as refused:
            self.say(refused.message, bad=True)
            return None

    def do_copy(self) -> None:
        try:
            text = round_text(self.league)
        except Refused as refused:
            self.say(refused.message, bad=True)
            return
        number = self.league.state.draft or self.league.state.round
        self.copy_out(f"round {number.number if number else ''}", text)


def called(one: Fixture, at_hand: int) -> str:
    """``table 3``; ``table 3 of round 2`` for a game left over from it."""
    of = "" if one.round == at_hand else f"round {one.round}" if one.round else one.id
    table = f"table {one.table}" if one.table else ""
    return " of ".join(part for part in (table, of) if part) or f"round {one.round}"
