"""Who is here for the next round: away, dropped, late, back again, a ringer, somebody new."""

from __future__ import annotations

from collections.abc import Iterable

from textual import events
from textual.app import ComposeResult
from textual.content import Content

from tracker.application.book import Book
from tracker.application.leagues import round_draft, rounds
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import describe_line
from tracker.application.leagues.people import find_byes
from tracker.application.leagues.standings_text import make_heading
from tracker.leagues import league_events as ev
from tracker.leagues.league_events import Order
from tracker.leagues.league_state import Competitor
from tracker.leagues.results import Bye
from tracker.leagues.seeding import ORDER_WORDS
from tracker.vocabulary.spelling import name_key
from tui.commands import ENTER, KEYS, Key, select_commands
from tui.league.league_screen import LeagueScreen
from tui.league.undecided_game import ask_where, ask_which
from tui.routes import make_screen
from tui.screen_text import Piece, fill_line, join, pad_text
from tui.views.evening_table import describe_presence
from tui.views.standings_view import list_points
from tui.widgets.clicks import hint, make_marking
from tui.widgets.foot import CLOSED, Footer
from tui.widgets.frame import Edges, Panel
from tui.widgets.list_rows import draw_pointer, find_first_shown, name_width
from tui.widgets.notice import NoticeLine
from tui.widgets.paging import Paging


class CheckInList:
    """``sought`` is a name that is looked for; ``dropping`` asks when the marked one drops out;
    ``drafts``: Enter drafts the round, by ``method`` and in ``order`` or as is usual; ``again``:
    players of a round robin may meet more often than planned.
    """

    def __init__(self, league: League, *, drafts: bool) -> None:
        self.league = league
        self.drafts = drafts
        self.at = 0
        self.sought: str | None = None
        self.dropping = False
        self.method = ""
        self.order: Order = ""
        self.again = False
        self._usual: tuple[tuple[int, str], Order] = ((-1, ""), "")
        self.signed_up: list[str] = []  # a sign-up list that nobody of was enrolled yet

    @property
    def rows(self) -> list[Competitor]:
        return list(self.league.state.players.values())

    @property
    def marked(self) -> Competitor | None:
        rows = self.rows
        self.at = max(0, min(self.at, len(rows) - 1))
        return rows[self.at] if rows else None

    @property
    def number(self) -> int:
        """The round that is asked about."""
        return self.league.people.next_round

    @property
    def how(self) -> str:
        """How the round is going to be paired."""
        if self.method:
            return self.method
        draft = self.league.state.draft
        if draft is not None and draft.method in round_draft.METHODS:
            return draft.method
        present = self.league.people.list_present(self.number)
        return round_draft.describe_usual_methods(self.league.state, self.number, present)

    @property
    def stand(self) -> Order:
        """How players stand in the first round of a season; nothing for a later round."""
        if self.number > 1:
            return ""
        now = (self.league.version, self.how)
        if self._usual[0] != now:
            self._usual = (now, self.league.rounds.choose_usual_order(self.how))
        return self.order or self._usual[1]

    def describe_ways_to_drop(self, player: Competitor) -> str:
        """The keys that drop a player at once: n, w with the open game, x with all results."""
        leaves = self.league.people.check_leaving(player)
        return "n" + ("w" if leaves.open else "") + ("x" if leaves.may_annul else "")

    def describe_dropping(self, player: Competitor) -> str:
        """What the keys w and x do, where there is something to settle; else nothing."""
        state, leaves = self.league.state, self.league.people.check_leaving(player)
        told = []
        if leaves.open is not None:
            other = next(one for one in leaves.open.players if one != player.id)
            told.append(f"w: drop now; {state.name(other)} wins the open game.")
        if leaves.may_annul:
            told.append(
                f"{leaves.annulled()}. x: drop now and annul the results, so that none counts."
            )
        return " ".join(told)

    def place_of(self, wanted: str) -> int | None:
        """The first whose name begins with this, or has it in it."""
        names = [name_key(one.name) for one in self.rows]
        starts = [place for place, name in enumerate(names) if name.startswith(name_key(wanted))]
        within = [place for place, name in enumerate(names) if name_key(wanted) in name]
        found = [*starts, *within]
        return found[0] if found else None


class PlayersPanel(Panel):
    """Everybody with how it is with them tonight."""

    def __init__(self, screen: CheckInList) -> None:
        super().__init__(Edges("┌", "┐"))
        self.check_in = screen

    def title(self) -> Iterable[Piece]:
        return [("who is here", "bold"), f" for round {self.check_in.number}?"]

    def right_title(self) -> Iterable[Piece]:
        screen = self.check_in
        present = round_draft.choose_players(
            screen.league.state, screen.league.people.list_present(screen.number)
        )
        told = f"{len(present)} play"
        again = ", also again" if screen.again else ""
        if not screen.drafts:
            return [told]
        drafts = hint("Enter", f"drafts, {screen.how}{again}")
        return [told, " · ", drafts, " · ", hint("m", "other")]

    def body(self, width: int, height: int) -> list[Content]:
        screen = self.check_in
        rows = screen.rows
        if not rows:
            told = "  Nobody is enrolled yet. Press n to enrol a player, p to paste a list."
            return [Content(""), join([told])]
        marked = screen.at if screen.marked else None
        start = find_first_shown(len(rows), marked, height)
        names = name_width([one.name for one in rows], (width - 40) * 2)
        worth = list_points(screen.league)
        return [
            make_marking(
                _row(screen, one, worth.get(one.id, ""), names, width, marked=place == marked),
                place,
                marked,
            )
            for place, one in enumerate(rows[start : start + height], start)
        ]


PRESENCE = 24
"""Cells of how it is with somebody: ``away (asked), half a bye``."""


def _row(
    screen: CheckInList, one: Competitor, points: str, names: int, width: int, *, marked: bool
) -> Content:
    word, style = describe_presence(one, screen.number)
    division = screen.league.state.get_divisions().get_division(one.id)
    annulled = "results annulled" if one.id in screen.league.state.season.annulled else ""
    beside_name = (division and make_heading(division), annulled, one.why or one.about)
    more = " · ".join(filter(None, beside_name))
    noun = "point " if points == "1" else "points"
    sign = "·" if word else "✓"
    beside = f"{points} {noun}" if points else "" if one.ranked else "not ranked"
    return fill_line(
        width,
        [
            draw_pointer(marked=marked),
            (sign, "$success bold" if sign == "✓" else "$quiet"),
            " ",
            (pad_text(one.name, names), "bold" if marked else ""),
            "  ",
            (pad_text(word or "here", PRESENCE), style),
            "  ",
            (more, "$quiet"),
        ],
        [(f" {beside} ", "$quiet")],
    )


class FindLine(Panel):
    """The name that is looked for, or the question that is open."""

    DEFAULT_CSS = "FindLine { height: 1; }"

    def __init__(self, screen: CheckInList) -> None:
        super().__init__(CLOSED)
        self.check_in = screen

    def title(self) -> Iterable[Piece]:
        screen = self.check_in
        if screen.sought is not None:
            return ["find: ", (screen.sought, "bold"), ("▌", "$primary")]
        if screen.dropping and screen.marked is not None:
            number = screen.league.state.round_number
            after = f"after round {number}" if number else "from now on"
            others = screen.describe_ways_to_drop(screen.marked)[1:]
            ways = [("n", "now"), *((key, "") for key in others), ("Esc", "not")]
            name = f"{screen.marked.name} drops:"
            told = [hint(sign, words) for sign, words in (("Enter", after), *ways)]
            return [(name, "$warning"), " ", join(told, " · ")]
        return []

    def right_title(self) -> Iterable[Piece]:
        screen = self.check_in
        if not screen.drafts or not screen.stand or screen.sought is not None:
            return []
        order = (ORDER_WORDS[screen.stand], "bold")
        return ["first round ", order, " · ", hint("o", "other")]


NEEDS_SOMEBODY = ("away", "bye", "here", "drop", "annul", "late", "ringer", "name", "division")


class CheckIn(LeagueScreen):
    """Each row is a player; letters say how it is with the marked one."""

    commands = KEYS["check_in"]

    def __init__(self, book: Book, league: League, *, drafts: bool = False) -> None:
        super().__init__(book, league)
        self.list = CheckInList(league, drafts=drafts)
        self.parts = (Paging(self._go),)

    def compose(self) -> ComposeResult:
        yield PlayersPanel(self.list)
        yield FindLine(self.list)
        yield NoticeLine()
        first = ("accept",) if self.list.drafts else ()
        rest = (
            ("away", "drop", "here", "find", "leave")
            if self.list.drafts
            else ("away", "drop", "here", "find", "help", "leave")
        )
        yield Footer(select_commands(KEYS["check_in"], *first, *rest))

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
                self.say(f"No player's name contains {wanted!r}.", bad=True)
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
            self.say("Nobody has dropped out.")
            self.show()
            return event.key == "escape"
        later = not now and self.league.state.round is not None
        drop = self.league.people.drop
        self.enter(lambda: drop(player, after_round=later, settle=key == "w", annul=key == "x"))
        return True

    # ------------------------------------------------------------------------------ commands

    def run(self, command: Key) -> None:
        if self.list.marked is None and command.id in NEEDS_SOMEBODY:
            self.say("Nobody is enrolled yet. Press n to enrol a player.", bad=True)
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
            self.say(f"{player.name} is not away. Press a to set that first.", bad=True)
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
            self.enter(lambda: self.league.people.reinstate(player))

    def do_drop(self) -> None:
        player = self.list.marked
        if player is None:
            return
        if player.left is not None:
            self.say(
                f"{player.name} has already dropped out. Press h to bring them back.", bad=True
            )
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
                f"{self.list.rows[-1].name} plays from round {self.list.number} on. On the "
                f"evening, press i to pair them with {name}, who has the bye in round "
                f"{round_.number}."
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
            self.say(
                "Only the first round has an order; later rounds are paired by results.", bad=True
            )
            return
        every = rounds.open_to(self.league.state)
        self.list.order = every[(every.index(now) + 1) % len(every)]
        self.show()
