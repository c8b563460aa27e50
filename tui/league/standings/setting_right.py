"""What is set right on the page of a round: results of any round, and who has signed them."""

from __future__ import annotations

from collections.abc import Callable

from tracker.application.leagues import saying
from tracker.application.leagues.naming import told
from tracker.application.leagues.results import same, score
from tracker.application.leagues.story import LeagueEntry
from tracker.leagues.events import Ended
from tracker.leagues.rows import Fixture
from tui.league.asked import StaysOpen
from tui.league.base import LeagueScreen

NOTHING = "There is no pairing in this round."
RESULT_WAYS = "10-7 · w1 won · d drawn · c1 conceded · f1 forfeits"
BYE_WAYS = "full, half, none"


class RoundSetRight:
    """The part of a round's page that writes; ``marked`` is the pairing meant."""

    def __init__(self, screen: LeagueScreen, marked: Callable[[], Fixture | None]) -> None:
        self.screen = screen
        self.league = screen.league
        self.marked = marked

    def do_open(self) -> None:
        one = self._meant()
        if one is None:
            return
        was = one.ended
        ways = RESULT_WAYS if one.away else BYE_WAYS
        if was is None:
            enter = self.league.results.enter
            self.screen.ask(
                f"the result of {self._called(one)}", lambda text: enter(one.id, text), hint=ways
            )
            return
        field = StaysOpen(
            f"{self._called(one)} has {self._score(was)}; what holds?",
            lambda text: self._try(one, text),
            self._as_typed(one, was),
            hint=ways,
        )
        self.screen.app.push_screen(field, lambda text: self._ask_why(one, text))

    def _try(self, one: Fixture, text: str) -> None:
        """Raises ``Refused`` for what is no result of it."""
        self.league.results.read(one, text)

    def _ask_why(self, one: Fixture, text: str | None) -> None:
        """Ask why it is set right, unless it was left or says what stands there."""
        if text is None or one.ended is None:
            return
        ended = self.league.results.read(one, text)
        if same(one.ended, ended):
            self.screen.say("It stands so already; nothing was changed.")
            return
        correct = self.league.results.correct
        was, now = self._score(one.ended), self._score(ended)
        self.screen.ask(
            f"{self._called(one)} has {was}. Set right to {now}? why",
            lambda why: correct(one.id, text, why=why),
            hint="Enter sets right, both are kept · Esc: as it was",
        )

    def do_withdraw(self) -> None:
        one = self._meant()
        if one is None:
            return
        if one.ended is None or one.away is None:
            self.screen.say(
                f"{_first_large(self._called(one))} has no result to take away.", bad=True
            )
            return
        withdraw = self.league.results.withdraw
        self.screen.ask(
            f"no result after all, {self._called(one)}, why?", lambda why: withdraw(one.id, why=why)
        )

    def do_sign(self) -> None:
        one = self._meant()
        if one is None:
            return
        if one.ended is None or one.away is None:
            self.screen.say(f"{_first_large(self._called(one))} has no result to sign.", bad=True)
            return
        names = [self.league.state.name(each) for each in one.players]
        players = dict(zip("12", one.players, strict=True))

        def sign(text: str) -> LeagueEntry:
            return self.league.results.sign(one.id, players.get(text.strip(), text.strip()))

        self.screen.ask(
            f"{self._called(one)}, {self._score(one.ended)}: who signs?",
            sign,
            hint=f"Enter both · 1 {names[0]} · 2 {names[1]}",
        )

    def _meant(self) -> Fixture | None:
        one = self.marked()
        if one is None:
            self.screen.say(NOTHING, bad=True)
        return one

    def _called(self, one: Fixture) -> str:
        return f"{one.id}, {told(self.league.state, one)}"

    def _score(self, ended: Ended) -> str:
        return score(self.league.state.name(ended.winner), ended)

    def _as_typed(self, one: Fixture, ended: Ended) -> str:
        """The result that stands, to be mended."""
        winner = 0 if ended.winner is None else 1 + (ended.winner == one.away)
        text = saying.typed(ended.kind, winner, ended.vp)
        if same(self.league.results.read(one, text), ended):
            return text
        return f"{saying.typed('played', winner, None)} {text}"  # won, whatever the points say


def _first_large(text: str) -> str:
    return text[:1].upper() + text[1:]
