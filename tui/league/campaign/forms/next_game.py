"""The next game of a campaign: between which forces, and how it is played."""

from __future__ import annotations

from tracker.application.book import Book
from tracker.application.campaigns.campaign_games import (
    GameWanted,
    begin_agreed,
    begin_between,
    list_agreed_games,
)
from tracker.application.leagues.league import League
from tracker.application.match.game import Game
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary.events import Scalar
from tui.league.campaign.forms.screen import CampaignAsked
from tui.league.campaign.forms.who import name_member, pair_of_rows
from tui.widgets.form import ChoiceRow, FormRow, OptionRow, TextRow
from tui.widgets.house_table_rows import HouseTableRows

NEW = ""


class NextGame(CampaignAsked):
    """Enter begins it with what stands there: the first two forces, under standard rules."""

    about = "the next game"
    says = "Enter begins it with what stands here"
    at_once = True

    def __init__(self, book: Book, league: League, fixture: str = "") -> None:
        super().__init__(book, league)
        forces = list(league.state.forces)
        agreed = [one.id for one in list_agreed_games(league)]
        games = [*agreed, NEW]
        self.agreed = ChoiceRow("Which game?", lambda: games, fixture or games[0], self._words)
        self.first, self.second = pair_of_rows(league, "The first force", forces)
        self.title = TextRow("What is it called?", "by its forces")
        self.day = TextRow("The day it is played", "today")
        self.options: dict[str, Scalar] = {}
        self.tables = HouseTableRows(self.options)

    def _words(self, fixture: str) -> str:
        if fixture == NEW:
            return "another one"
        one = self.league.state.fixtures[fixture]
        called = f"{one.title}: " if one.title else ""
        sides = [name_member(self.league, each) for each in (one.forces or one.players)]
        return called + " against ".join(sides)

    @property
    def rules(self) -> Ruleset | None:
        force = self.league.state.forces.get(self.first.value)
        return self.book.find_rules(force.ruleset) if force else None

    def rows(self) -> list[FormRow]:
        agreed = [self.agreed] if len(self.agreed.values()) > 1 else []
        forces = [self.first, self.second] if self.agreed.value == NEW else []
        return [*agreed, *forces, self.title, self.day, *self._house_rules()]

    def _house_rules(self) -> list[FormRow]:
        if self.rules is None:
            return []
        rows = [
            OptionRow(one, self.options, one.question, numbered=False)
            for one in self.rules.options
            if one.question
        ]
        return self.tables.add_tables(self.rules, rows)

    def keep(self) -> Game:
        """Begin it. Raises ``Refused`` and ``LedgerError``."""
        rules = self.rules
        of_these = {one.name for one in (rules.options if rules else ())}
        options = {name: value for name, value in self.options.items() if name in of_these}
        day = self.league.days.day(self.day.value)
        how: GameWanted = {"title": self.title.text, "options": options, "played_on": day}
        if rules is not None:
            how["tables"] = self.tables.tables(rules)
        if self.agreed.value != NEW:
            return begin_agreed(self.book, self.league, self.agreed.value, **how)
        return begin_between(self.book, self.league, self.first.value, self.second.value, **how)
