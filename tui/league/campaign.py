"""A campaign: its games in the order they were played, its story, who plays."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content

from tracker.application.leagues.results import score
from tracker.leagues.state import Fixture
from tui.league.commands import CAMPAIGN
from tui.league.page import Page
from tui.text import Piece, cut, join, line, wrap


class CampaignScreen(Page):
    """The newest game first."""

    commands = CAMPAIGN
    foot = ("note", "standings", "log", "undo", "help", "leave")

    def called(self) -> str:
        return "campaign"

    def heading(self) -> Iterable[Piece]:
        return [(cut(self.league.title, 50), "bold"), " · campaign"]

    def beside(self) -> Iterable[Piece]:
        games = len(self._games())
        return [f"{games} game{'' if games == 1 else 's'}"]

    def _games(self) -> list[Fixture]:
        state = self.league.state
        games = [one for one in state.fixtures.values() if one.away and state.is_published(one)]
        return sorted(games, key=_day, reverse=True)

    def lines(self, width: int) -> list[Content]:
        state = self.league.state
        found = [join([(" games", "$primary bold")])]
        games = self._games()
        for one in games:
            title = f"{one.title}: " if one.title else ""
            who = f"  {title}{state.name(one.home)} v {state.name(one.away)}"
            told = "no result yet"
            if one.ended is not None:
                told = score(state.name(one.ended.winner), one.ended)
            day = self.league.days.written(_day(one)) if _day(one) else ""
            right = f" {cut(told, width // 2)}  {day} "
            found.append(line(width, [who], [(right, "$quiet")]))
        if not games:
            text = "None yet. warledger campaign game says that one was played, or links one."
            found += [join([f"  {each}"]) for each in wrap(text, width - 4)]
        found += self._story(width)
        forces = [f"{one.name} ({state.name(one.player)})" for one in state.forces.values()]
        players = [one.name for one in state.players.values()]
        for heading, names in (("forces", forces), ("players", players)):
            found += [Content(""), join([(f" {heading}", "$primary bold")])]
            texts = wrap(", ".join(names) or "none yet", width - 4)
            found += [join([f"  {each}"]) for each in texts]
        return found

    def _story(self, width: int) -> list[Content]:
        story = self.league.state.story
        if not story:
            return []
        found = [Content(""), join([(" story", "$primary bold")])]
        for one in reversed(story):
            day = f"{self.league.days.written(one.on)}: " if one.on else ""
            found += [join([f"  {each}"]) for each in wrap(day + one.text, width - 4)]
        return found

    def do_note(self) -> None:
        self.ask("note", self.league.points.tell)

    def do_standings(self) -> None:
        from tui.league.standings import StandingsScreen

        self.app.push_screen(StandingsScreen(self.book, self.league))


def _day(one: Fixture) -> str:
    return one.ended.played_on if one.ended is not None else one.on
