"""Who is here for the next round: away, dropped, late, back again, a ringer, somebody new."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult

from tracker.application.book import Book
from tracker.application.leagues import ordering, round_draft
from tracker.application.leagues.late_entry import find_byes
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import describe_line
from tracker.leagues import league_events as ev
from tracker.leagues.results import Bye
from tui.commands import ENTER, Key, select_commands
from tui.league.commands import CHECK_IN
from tui.league.dividing import ask_where, ask_which
from tui.league.evening.check_in_list import CheckInList
from tui.league.evening.check_in_panels import FindLine, Players
from tui.league.league_screen import LeagueScreen
from tui.routes import make_screen
from tui.widgets.foot import Footer
from tui.widgets.notice import NoticeLine
from tui.widgets.paging import Paging

NEEDS_SOMEBODY = ("away", "bye", "here", "drop", "annul", "late", "ringer", "name", "division")


class CheckIn(LeagueScreen):
    """Each row is a player; letters say how it is with the marked one."""

    commands = CHECK_IN

    def __init__(self, book: Book, league: League, *, drafts: bool = False) -> None:
        super().__init__(book, league)
        self.list = CheckInList(league, drafts=drafts)
        self.parts = (Paging(self._go),)

    def compose(self) -> ComposeResult:
        yield Players(self.list)
        yield FindLine(self.list)
        yield NoticeLine()
        first = ("accept",) if self.list.drafts else ()
        rest = (
            ("away", "drop", "here", "find", "leave")
            if self.list.drafts
            else ("away", "drop", "here", "find", "help", "leave")
        )
        yield Footer(select_commands(CHECK_IN, *first, *rest))

    # --------------------------------------------------------------------------------- keys

    def press(self, event: events.Key) -> None:
        if self.list.sought is not None and self._seek(event):
            event.stop()
            return
        if self.list.dropping and self._drop_key(event):
            event.stop()
            return
        super().press(event)

    def _seek(self, event: events.Key) -> bool:
        """A key while a name is looked for; Enter and Escape end it."""
        sought = self.list.sought or ""
        if event.key in ENTER or event.key == "escape":
            self.list.sought = None
        elif event.key == "backspace":
            self.list.sought = sought[:-1]
        elif event.is_printable and event.character is not None:
            wanted = (sought + event.character).casefold()
            found = self.list.place_of(wanted)
            if found is None:
                self.say(f"Nobody's name has {wanted!r} in it.", bad=True)
            else:
                self.say("")
                self.list.sought, self.list.at = sought + event.character, found
        else:
            return False
        self.show()
        return True

    def _drop_key(self, event: events.Key) -> bool:
        """After ``d``: Enter drops after the round at hand, n now, anything else not at all.

        Where they are offered, w gives the open game away and x annuls the results.
        """
        self.list.dropping = False
        player, key = self.list.marked, event.character or ""
        now = player is not None and key != "" and key in self.list.describe_ways_to_drop(player)
        if player is None or not (now or event.key in ENTER):
            self.say("Nobody is dropped.")
            self.show()
            return event.key == "escape"
        later = not now and self.league.state.round is not None
        drop = self.league.people.drop
        self.enter(lambda: drop(player, after_round=later, settle=key == "w", annul=key == "x"))
        return True

    # ------------------------------------------------------------------------------ commands

    def run(self, command: Key) -> None:
        if self.list.marked is None and command.id in NEEDS_SOMEBODY:
            self.say("Nobody is enrolled yet: n enrols a player.", bad=True)
            return
        super().run(command)

    def do_accept(self) -> None:
        if not self.list.drafts:
            self.dismiss(None)
            return
        how, order, again = self.list.how, self.list.stand, self.list.again
        entry = self.enter(lambda: self.league.rounds.draft(how, order=order, again=again))
        if entry is not None:
            self.dismiss(f"line {entry.number}: {describe_line(self.league.story, entry)}")

    def _go(self, step: int) -> None:
        self.list.at = max(0, self.list.at + step)
        self.show()

    def do_find(self) -> None:
        self.list.sought = ""
        self.show()

    def _say_of(self, presence: ev.Presence) -> None:
        player = self.list.marked
        if player is not None:
            self.enter(lambda: self.league.people.check_in(player, presence))

    def do_away(self) -> None:
        self._say_of("away")

    def do_bye(self) -> None:
        """Half a bye for somebody who is away, or none again."""
        player = self.list.marked
        if player is None:
            return
        if player.absence(self.list.number) != "away":
            self.say(f"{player.name} is not away; a says so.", bad=True)
            return
        wanted: Bye = "half bye" if player.bye(self.list.number) == "zero bye" else "zero bye"
        self.enter(lambda: self.league.people.away(player, player.why, wanted))

    def do_late(self) -> None:
        self._say_of("late")

    def do_ringer(self) -> None:
        self._say_of("ringer")

    def do_here(self) -> None:
        player = self.list.marked
        if player is not None:
            self.enter(lambda: self.league.people.back(player))

    def do_drop(self) -> None:
        player = self.list.marked
        if player is None:
            return
        if player.left is not None:
            self.say(f"{player.name} has dropped already; h: back again.", bad=True)
            return
        self.list.dropping = True
        self.say(self.list.describe_dropping(player))
        self.show()

    def do_annul(self) -> None:
        player = self.list.marked
        if player is None:
            return
        annulled = player.id in self.league.state.season.annulled
        self.enter(lambda: self.league.people.annul(player, annulled=not annulled))

    def do_again(self) -> None:
        self.list.again = not self.list.again
        self.show()

    def do_new(self) -> None:
        enrol = self.league.people.enrol
        self.ask("a new player is called", enrol, then=self._joined)

    def _joined(self) -> None:
        """The newcomer plays from the next round on; where somebody has the bye, in this one."""
        self._to_the_last()
        found = find_byes(self.league.state)
        if found is not None and found[0].published:
            round_, (bye, *_) = found
            name = self.league.state.name(bye.home)
            self.say(
                f"{self.list.rows[-1].name} plays from round {self.list.number} on; i on the"
                f" evening lets them meet {name}, who has the bye in round {round_.number}."
            )

    def _to_the_last(self) -> None:
        self.list.at = len(self.list.rows) - 1
        self.show()

    def do_list(self) -> None:
        self.app.push_screen(
            make_screen("sign-up", self.book, self.league, self.list.signed_up), self._signed_up
        )

    def _signed_up(self, said: str | None) -> None:
        if said:
            self._to_the_last()
            self.say(said)

    def do_name(self) -> None:
        player = self.list.marked
        if player is None:
            return
        change = self.league.people.change
        self.ask("the player is called", lambda name: change(player, name=name), text=player.name)

    def do_division(self) -> None:
        player = self.list.marked
        if player is not None:
            ask_where(self, player.id)

    def do_divisions(self) -> None:
        ask_which(self)

    def do_method(self) -> None:
        self.list.method = next(one for one in round_draft.METHODS if one != self.list.how)
        self.show()

    def do_order(self) -> None:
        now = self.list.stand
        if not now:
            self.say("Only a first round has an order; later ones go by what was played.", bad=True)
            return
        every = ordering.open_to(self.league.state)
        self.list.order = every[(every.index(now) + 1) % len(every)]
        self.show()
