"""A new league or campaign. Enter through all of it is a standard one."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult

from tracker.application.book import Book
from tracker.application.errors import LedgerError, Refused
from tracker.application.leagues import schemes
from tracker.application.leagues.dates import Days, checked_zone
from tracker.leagues.events import Way, What
from tracker.leagues.round_robin import suggested_method
from tracker.vocabulary.typed import is_number
from tui.commands import Command, named
from tui.league.commands import NEW_LEAGUE
from tui.league.season.new_panels import Questions
from tui.league.season.ways import WAYS
from tui.routes import league_screen
from tui.widgets.dialogs import Failure
from tui.widgets.foot import Closing, Footer
from tui.widgets.help import help_dialog
from tui.widgets.keyed import KeyedScreen
from tui.widgets.notice import NoticeLine

SEASONS = ("Winter", "Spring", "Summer", "Autumn")
MOST_ROUNDS = 99
LONGEST = 200
STEPS: dict[What, tuple[str, ...]] = {
    "league": ("name", "players", "scheme", "rounds", "pairing"),
    "campaign": ("name", "players"),
}


class NewLeague(KeyedScreen[None]):
    """One question a row; what was typed stays when something is refused."""

    commands = NEW_LEAGUE
    DEFAULT_CSS = "NewLeague { layout: vertical; }"

    def __init__(self, book: Book, what: What = "league") -> None:
        super().__init__()
        self.book = book
        self.what: What = what
        self.steps = STEPS[what]
        self.at = 0
        self.title_typed = ""
        self.players: list[str] = []
        self.typing = ""
        self.scheme = schemes.DEFAULT
        self.rounds_typed = ""
        self.rounds_stand = True  # what stands there is proposed: a digit takes its place
        self.pairing: Way = ""

    def compose(self) -> ComposeResult:
        yield Questions(self)
        yield Closing()
        yield NoticeLine()
        yield Footer(named(NEW_LEAGUE, "accept", "up", "down", "change", "help", "leave"))

    def on_resize(self, event: events.Resize) -> None:
        del event
        self._draw()

    def _draw(self) -> None:
        self.query_one(Questions).refresh()

    # ------------------------------------------------------------------------------- answers

    @property
    def step(self) -> str:
        return self.steps[self.at]

    @property
    def proposed_title(self) -> str:
        now = Days(checked_zone(""), self.book.clock).now
        word = "Campaign" if self.what == "campaign" else "League"
        return f"{SEASONS[now.month % 12 // 3]} {word} {now.year}"

    @property
    def league_title(self) -> str:
        return self.title_typed or self.proposed_title

    @property
    def proposed_rounds(self) -> int:
        """Everybody meets everybody up to eight players; beyond, enough rounds for one winner."""
        count = len(self.players)
        if count < 2:
            return 0
        if count <= 8:
            return count - 1 + count % 2
        return (count - 1).bit_length() + 1

    @property
    def rounds(self) -> int:
        return int(self.rounds_typed) if self.rounds_typed else self.proposed_rounds

    @property
    def way(self) -> str:
        """What suits the field as it is."""
        if len(self.players) < 2:
            return "is seen round by round"
        return f"is {suggested_method(len(self.players), self.rounds or 1)}"

    # --------------------------------------------------------------------------------- keys

    def typed(self, character: str) -> bool:
        notice = self.query_one(NoticeLine)
        notice.say("")
        if self.step == "name":
            self.title_typed = (self.title_typed + character)[:LONGEST]
        elif self.step == "players":
            self.typing = (self.typing + character)[:LONGEST]
        elif self.step == "rounds" and is_number(character):
            before = "" if self.rounds_stand else self.rounds_typed
            self.rounds_typed = str(min(int(before + character), MOST_ROUNDS))
            self.rounds_stand = False
        elif self.step == "scheme" and is_number(character):
            known = schemes.names()
            if 1 <= int(character) <= len(known):
                self.scheme = known[int(character) - 1]
        elif self.step == "pairing" and character in "123":
            self.pairing = tuple(WAYS)[int(character) - 1]
        elif character == "?":
            return False
        else:
            notice.say("Here a number answers, or ← →; ↑ goes back to the names.", bad=True)
        self._draw()
        return True

    def run(self, command: Command) -> None:
        self.query_one(NoticeLine).say("")
        super().run(command)

    def do_erase(self) -> None:
        if self.step == "name":
            self.title_typed = self.title_typed[:-1]
        elif self.step == "players" and self.typing:
            self.typing = self.typing[:-1]
        elif self.step == "players" and self.players:
            self.typing = self.players.pop()
        elif self.step == "rounds":
            self.rounds_typed = self.rounds_typed[:-1]
            self.rounds_stand = not self.rounds_typed
        self._draw()

    def do_accept(self) -> None:
        if self.step == "players" and self.typing.strip():
            self._enrol()
        elif self.at + 1 < len(self.steps):
            self.at += 1
        else:
            self._begin()
            return
        self._draw()

    def _enrol(self) -> bool:
        name = " ".join(self.typing.split())
        if name.casefold() in {one.casefold() for one in self.players}:
            self.query_one(NoticeLine).say(
                f"{name} is there already; give the second another name.", bad=True
            )
            return False
        self.players.append(name)
        self.typing = ""
        return True

    def _begin(self) -> None:
        if self.typing.strip() and not self._enrol():
            self.at = self.steps.index("players")
            self._draw()
            return
        try:
            league = self.book.begin_league(
                self.league_title,
                what=self.what,
                scheme=self.scheme,
                rounds=self.rounds if self.what == "league" else 0,
                players=self.players,
                pairing=self.pairing,
            )
        except Refused as refused:
            self.query_one(NoticeLine).say(refused.message, bad=True)
        except LedgerError as error:
            self.app.push_screen(Failure(str(error)))
        else:
            self.app.switch_screen(league_screen(self.book, league))

    def do_up(self) -> None:
        self.at = max(0, self.at - 1)
        self._draw()

    def do_down(self) -> None:
        self.at = min(len(self.steps) - 1, self.at + 1)
        self._draw()

    def do_change(self) -> None:
        self._change(1)

    def do_change_back(self) -> None:
        self._change(-1)

    def _change(self, step: int) -> None:
        if self.step == "scheme":
            known = schemes.names()
            self.scheme = known[(known.index(self.scheme) + step) % len(known)]
        elif self.step == "rounds":
            self.rounds_typed = str(max(1, min(MOST_ROUNDS, self.rounds + step)))
            self.rounds_stand = True
        elif self.step == "pairing":
            ways = tuple(WAYS)
            self.pairing = ways[(ways.index(self.pairing) + step) % len(ways)]
        self._draw()

    def do_help(self) -> None:
        self.app.push_screen(help_dialog(NEW_LEAGUE))

    def do_leave(self) -> None:
        self.dismiss(None)
