"""What holds for a season, changed by its organiser: standings then and now before it is kept."""

from __future__ import annotations

from textual.app import ComposeResult

from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.leagues import schemes
from tracker.application.leagues.league import League
from tracker.application.leagues.seasons import Plan, Step
from tracker.application.leagues.telling import line_in_words
from tracker.leagues.events import Way
from tracker.leagues.schemes import TieBreak
from tracker.leagues.standings import Standings
from tracker.vocabulary.typed import is_number
from tui.commands import named
from tui.league.base import LeagueScreen
from tui.league.commands import SEASON
from tui.league.season.panels import Answers, ThenAndNow
from tui.league.season.ways import WAYS
from tui.widgets.foot import Closing, Footer
from tui.widgets.help import help_dialog
from tui.widgets.notice import NoticeLine

MOST_ROUNDS = 99
LONGEST = 200
TIES = schemes.TIE_BREAKS
LETTERS = "abcdefghijklmnopqrstuvwxyz"[: len(TIES)]
PREVIEW = 6  # lines for the standings, their frame among them
BELOW = 3


class SeasonScreen(LeagueScreen):
    """One question a line. Nothing is kept before Enter on the last; ``u`` takes all of it back."""

    commands = SEASON

    def __init__(self, book: Book, league: League) -> None:
        super().__init__(book, league)
        self.at = 0
        self.step: Step = "goes on"
        self.name_typed = ""
        self.why = ""
        self._asked_anew()

    def _asked_anew(self) -> None:
        """Every answer as it stands in the league."""
        scheme, season = self.league.state.info.scheme, self.league.state.season
        known = schemes.names()
        self.schemes = (*([] if scheme.name in known else [scheme.name]), *known)
        self.scheme = self.was_scheme = scheme.name
        self.ties: tuple[TieBreak, ...] = scheme.tie_breaks
        self.rounds_typed = ""
        self.rounds_stand = True  # what stands there was chosen: a digit takes its place
        self.pairing: Way = season.pairing

    def compose(self) -> ComposeResult:
        yield Answers(self)
        yield ThenAndNow(self)
        yield Closing()
        yield NoticeLine()
        yield Footer(named(SEASON, "accept", "up", "down", "change", "help", "leave"))

    def show(self) -> None:
        """Draw the form, and the standings with the room that is left."""
        self.at = min(self.at, len(self.questions) - 1)
        form = self.query_one(Answers)
        most = self.size.height - PREVIEW - BELOW
        form.styles.height = min(most, form.wanted + 1)
        super().show()

    # ------------------------------------------------------------------------------- answers

    @property
    def questions(self) -> tuple[str, ...]:
        """The questions there are now; a season that is closed has no rounds to plan."""
        name = ("name",) if self.step == "next" else ()
        closed = self.league.state.season.closed and self.step != "next"
        rounds = () if closed or self.step == "closed" else ("rounds", "pairing")
        return ("season", *name, "scheme", "ties", *rounds, "why", "keep")

    @property
    def question(self) -> str:
        return self.questions[self.at]

    @property
    def rounds(self) -> int:
        """How many are planned: what was typed, else what holds."""
        return int(self.rounds_typed or self.league.state.season.planned)

    @property
    def steps(self) -> tuple[Step, ...]:
        """What can become of the season at hand."""
        closed = self.league.state.season.closed
        return ("goes on", "next") if closed else ("goes on", "closed", "next")

    @property
    def plan(self) -> Plan:
        """What was answered."""
        asked = "rounds" in self.questions
        changed = self.scheme != self.was_scheme
        return Plan(
            step=self.step,
            name=self.name_typed,
            scheme=self.scheme if changed else "",
            tie_breaks=self.ties,
            rounds=self.rounds if asked else None,
            pairing=self.pairing if asked else None,
            why=self.why,
        )

    def preview(self) -> tuple[Standings, Standings]:
        """The standings as they are and as they would be. Raises ``Refused``."""
        return self.league.seasons.preview(self.plan)

    # --------------------------------------------------------------------------------- keys

    def typed(self, character: str) -> bool:
        self.say("")
        match self.question:
            case "name":
                self.name_typed = (self.name_typed + character)[:LONGEST]
            case "why":
                self.why = (self.why + character)[:LONGEST]
            case "rounds" if is_number(character):
                before = "" if self.rounds_stand else self.rounds_typed
                self.rounds_typed = str(min(int(before + character), MOST_ROUNDS))
                self.rounds_stand = False
            case "ties" if character in LETTERS:
                self._tie(TIES[LETTERS.index(character)])
            case "season" | "scheme" | "pairing" if is_number(character):
                self._choose(int(character) - 1)
            case _ if character == "?":
                return False
            case _:
                pass
        self.show()
        return True

    def _tie(self, one: TieBreak) -> None:
        """Put a tie-break last, or take it out of the order."""
        if one in self.ties:
            self.ties = tuple(each for each in self.ties if each != one)
        else:
            self.ties = (*self.ties, one)

    def _choose(self, place: int) -> None:
        match self.question:
            case "season" if 0 <= place < len(self.steps):
                self.step = self.steps[place]
            case "pairing" if 0 <= place < len(WAYS):
                self.pairing = tuple(WAYS)[place]
            case "scheme" if 0 <= place < len(self.schemes):
                self.scheme = self.schemes[place]
                unchanged = self.scheme == self.was_scheme
                kept = self.league.state.info.scheme
                self.ties = (kept if unchanged else schemes.chosen(self.scheme)).tie_breaks
            case _:
                pass

    def _chosen(self) -> tuple[int, int]:
        """The place of the answer at hand, and how many there are."""
        match self.question:
            case "season":
                return self.steps.index(self.step), len(self.steps)
            case "pairing":
                return tuple(WAYS).index(self.pairing), len(WAYS)
            case _:
                return self.schemes.index(self.scheme), len(self.schemes)

    def do_erase(self) -> None:
        match self.question:
            case "name":
                self.name_typed = self.name_typed[:-1]
            case "why":
                self.why = self.why[:-1]
            case "rounds":
                self.rounds_typed = self.rounds_typed[:-1]
                self.rounds_stand = not self.rounds_typed
            case "ties":
                self.ties = self.ties[:-1]
            case _:
                pass
        self.show()

    def do_change(self) -> None:
        self._change(1)

    def do_change_back(self) -> None:
        self._change(-1)

    def _change(self, step: int) -> None:
        if self.question in ("season", "pairing", "scheme"):
            place, count = self._chosen()
            self._choose((place + step) % count)
        elif self.question == "rounds":
            self.rounds_typed = str(max(0, min(MOST_ROUNDS, self.rounds + step)))
            self.rounds_stand = True
        self.show()

    def do_accept(self) -> None:
        if self.question != "keep":
            self.at += 1
            self.show()
            return
        if not self.ties:
            self.at = self.questions.index("ties")
            self.show()
            self.say("Name what decides between equals: one letter at least.", bad=True)
            return
        entry = self.enter(lambda: self.league.seasons.keep(self.plan))
        if entry is not None:
            words = line_in_words(self.league.story, entry)
            self.dismiss(f"line {entry.number}: {words} · u takes it back")
        elif not self.why and self._needs_reason():
            self.at = self.questions.index("why")
            self.show()

    def _needs_reason(self) -> bool:
        try:
            self.league.seasons.events(self.plan, unsaid=True)
        except Refused:
            return False
        return True

    def do_up(self) -> None:
        self.at = max(0, self.at - 1)
        self.show()

    def do_down(self) -> None:
        self.at = min(len(self.questions) - 1, self.at + 1)
        self.show()

    def do_leave(self) -> None:
        self.dismiss(None)

    def do_help(self) -> None:
        self.app.push_screen(help_dialog(SEASON))
