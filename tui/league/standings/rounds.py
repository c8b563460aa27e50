"""The rounds of the season, one at a time: pairings, results, reasons, who was not there."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content

from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.leagues.arranging import arranged
from tracker.application.leagues.league import League
from tracker.application.leagues.results import score
from tracker.application.leagues.round_text import absent_of, round_of, round_text
from tracker.leagues.rows import Fixture, Round
from tracker.leagues.spelled import BYE_WORDS
from tui.league.base import LeagueScreen
from tui.league.commands import ROUNDS
from tui.league.page import PageBody
from tui.text import Piece, cut, join, line, pad, wrap
from tui.widgets.rows import name_width


class RoundScreen(LeagueScreen):
    """``number`` None: the last round published, or the draft while there is none."""

    commands = ROUNDS

    def __init__(
        self,
        book: Book,
        league: League,
        number: int | None = None,
        season: int | None = None,
    ) -> None:
        super().__init__(book, league)
        self.season = season
        self.number = number or league.state.last_round(self.season_number) or 1
        foot = ("later", "standings", "copy", "down", "help", "leave")
        self.page = PageBody(self, self.lines, foot=foot, text=self.text)

    @property
    def season_number(self) -> int:
        return self.season or self.league.state.season.number

    @property
    def round(self) -> Round | None:
        try:
            return round_of(self.league.state, self.number, self.season)
        except Refused:
            return None

    def called(self) -> str:
        return f"round {self.number}"

    def heading(self) -> Iterable[Piece]:
        season = f" · season {self.season}" if self.season else ""
        return [(cut(self.league.title, 40), "bold"), f"{season} · round {self.number}"]

    def beside(self) -> Iterable[Piece]:
        one = self.round
        if one is None:
            return ["not drafted yet"]
        if not one.published:
            return [("draft, not published", "$warning")]
        ends = f" · games end {one.ends}" if one.ends else ""
        return [(self.league.days.written(one.on) if one.on else "") + ends]

    def lines(self, width: int) -> list[Content]:
        one, state = self.round, self.league.state
        if one is None:
            return [Content(""), join(["  No round is drafted yet; on the evening, d drafts one."])]
        fixtures = state.fixtures_of(one)
        names = name_width([state.name(p) for each in fixtures for p in each.players], width - 40)
        found = [text for each in fixtures for text in self._fixture(each, names, width)]
        absent = absent_of(self.league, one)
        if absent:
            found.append(Content(""))
        for how, name, why in absent:
            found.append(join([(f"  {how}: {name}{f' ({why})' if why else ''}", "$quiet")]))
        found += [Content(""), join([(f"  paired: {one.method or 'by hand'}", "$quiet")])]
        return found

    def _fixture(self, one: Fixture, names: int, width: int) -> list[Content]:
        state = self.league.state
        home = pad(state.name(one.home), names)
        number = (f" {one.table or '–':>2}  ", "$primary")
        if one.away is None:
            bye = BYE_WORDS[one.ended.kind if one.ended else one.bye]
            return [line(width, [number, (home, "bold"), "  ", (bye, "$quiet")])]
        away = pad(state.name(one.away), names)
        told: Piece = ("no result yet", "$warning")
        if one.ended is not None:
            told = score(state.name(one.ended.winner), one.ended)
        elif one.arranged is not None and one.arranged.on:
            told = (f"arranged for {arranged(one.arranged, self.league.days.today)}", "$secondary")
        lines = [line(width, [number, (home, "bold"), " – ", (away, "bold"), "  ", told])]
        notes = [one.why] if one.why else []
        if one.ended is not None:
            signed = [state.name(each) for each in one.signed]
            notes.append(f"signed by {' and '.join(signed)}" if signed else "not signed")
        notes += [
            f"it was {score(state.name(each.was.winner), each.was)}"
            + (f" ({each.why})" if each.why else "")
            for each in one.corrections
        ]
        texts = wrap(" · ".join(notes), width - 8)
        return [*lines, *(join([(f"      {each}", "$quiet")]) for each in texts)]

    def text(self) -> str:
        return round_text(self.league, self.number, self.season)

    # ------------------------------------------------------------------------------ commands

    def do_copy(self) -> None:
        if self.round is None:
            self.say(f"Round {self.number} is not drafted yet; nothing was written.", bad=True)
            return
        self.page.do_copy()

    def do_earlier(self) -> None:
        self._go(-1)

    def do_later(self) -> None:
        self._go(1)

    def _go(self, step: int) -> None:
        state = self.league.state
        numbers = [one.number for one in state.rounds_of(self.season_number)]
        if self.number + step not in numbers:
            self.say(f"There is no round {self.number + step}.", bad=True)
            return
        self.number += step
        self.page.top = 0
        self.show()

    def do_standings(self) -> None:
        published = self.number <= self.league.state.last_round(self.season_number)
        after = self.number if published else None
        self.open("standings", after, self.season)
