"""The forms for a campaign's games, their forces and their rules."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tracker.application.book import Book
from tracker.application.campaigns.campaign_games import (
    GameSettings,
    begin_game_between_forces,
    begin_game_of_pairing,
    link_campaign_game,
    list_linkable_games,
    list_unplayed_pairings,
    parse_typed_unit_stats,
)
from tracker.application.campaigns.next_game_units import list_returning_units
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.seasons import scoring_scheme_choice
from tracker.application.match.game import Game
from tracker.application.roster_files import read_roster_file
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary.events import Scalar
from tui.league.campaign.forms.screen import CampaignForm
from tui.league.season.season_form_rows import CarryOverRow
from tui.widgets.house_table_form_rows import HouseTableRows
from tui.widgets.questionnaire_form import ChoiceRow, FormRow, OptionRow, TextRow


def list_eligible_opponents(league: League) -> list[str]:
    """List the ids of all forces, and of all players without a force."""
    state = league.state
    owners = {one.player for one in state.forces.values()}
    return [*state.forces, *(one for one in state.players if one not in owners)]


def name_force_or_player(league: League, who: str) -> str:
    """Return the name of a force or player."""
    state = league.state
    return state.forces[who].name if who in state.forces else state.get_player_name(PlayerId(who))


def make_opponent_rows(
    league: League, label: str, places: Sequence[str]
) -> tuple[ChoiceRow[str], ChoiceRow[str]]:
    """Make two rows that choose opponents. Changing the first player resets the second."""

    def words(who: str) -> str:
        force = league.state.forces.get(who)
        if force is None:
            return league.state.get_player_name(PlayerId(who))
        units = list_returning_units(league.state, force)
        come = sum(bool(one.comes) for one in units)
        waits = ", dice due" if any(one.waits for one in units) else ""
        whose = league.state.get_player_name(force.player)
        return f"{force.name} · {whose} · {come} of {len(units)} units can play{waits}"

    def player(who: str) -> str:
        return league.state.forces[who].player if who in league.state.forces else who

    def against(first: str) -> None:
        if player(second.value) == player(first):
            others = (one for one in places if player(one) != player(first))
            second.value = next(others, second.value)

    def short(who: str) -> str:
        return name_force_or_player(league, who) if who else "nobody yet"

    begins = places[0] if places else ""
    first = ChoiceRow(label, lambda: places, begins, words, short=short, then=against)
    second = ChoiceRow("Against", lambda: places, begins, words, short=short)
    against(begins)
    return first, second


NEW = ""


class BeginCampaignGameForm(CampaignForm):
    """The form for the next game. By default, the first two forces play by standard rules."""

    about = "the next game"
    says = "Enter begins the game"
    at_once = True

    def __init__(self, book: Book, league: League, fixture: str = "") -> None:
        super().__init__(book, league)
        forces = list(league.state.forces)
        agreed = [one.id for one in list_unplayed_pairings(league)]
        games = [*agreed, NEW]
        self.agreed = ChoiceRow("Which game?", lambda: games, fixture or games[0], self._words)
        self.first, self.second = make_opponent_rows(league, "The first force", forces)
        self.title = TextRow("Title of the game", "the two forces")
        self.day = TextRow("Day of the game", "today")
        self.options: dict[str, Scalar] = {}
        self.tables = HouseTableRows(self.options)

    def _words(self, fixture: str) -> str:
        if fixture == NEW:
            return "another one"
        one = self.league.state.fixtures[fixture]
        called = f"{one.title}: " if one.title else ""
        sides = [name_force_or_player(self.league, each) for each in (one.forces or one.players)]
        return called + " against ".join(sides)

    @property
    def rules(self) -> Ruleset | None:
        force = self.league.state.forces.get(self.first.value)
        return self.book.find_rules(force.ruleset) if force else None

    def list_rows(self) -> list[FormRow]:
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
        return self.tables.add_table_rows(self.rules, rows)

    def save_answers(self) -> Game:
        """Start the game. Raises ``Refused`` and ``LedgerError``."""
        rules = self.rules
        of_these = {one.name for one in (rules.options if rules else ())}
        options = {name: value for name, value in self.options.items() if name in of_these}
        day = self.league.calendar.parse_day(self.day.value)
        how: GameSettings = {"title": self.title.text, "options": options, "played_on": day}
        if rules is not None:
            how["tables"] = self.tables.collect_table_values(rules)
        if self.agreed.value != NEW:
            return begin_game_of_pairing(self.book, self.league, self.agreed.value, **how)
        return begin_game_between_forces(
            self.book, self.league, self.first.value, self.second.value, **how
        )


NOT_PLAYED = "none yet: still to be played"
RESULTS = (
    "10-7, w1 or w2 for a win, d for a draw, c2 if the second conceded; empty: still to be played"
)
DEEDS = "kills/lost, and how many of those are captives: Alpha=3/2, Bravo=0/4/1"


class TwoOpponentsForm(CampaignForm):
    """The base class of forms that choose two opponents."""

    def __init__(self, book: Book, league: League) -> None:
        super().__init__(book, league)
        self.first, self.second = make_opponent_rows(
            league, "Who played?", list_eligible_opponents(league)
        )


class PastGameForm(TwoOpponentsForm):
    """The form for a game not recorded here: its result and date, or none if not yet played."""

    about = "a game that was not kept here"

    def __init__(self, book: Book, league: League) -> None:
        super().__init__(book, league)
        self.result = TextRow("Result", NOT_PLAYED, hint=RESULTS)
        self.day = TextRow(
            "Day", "today", hint="2026-10-03, yesterday; for a future game, tomorrow"
        )
        self.time = TextRow("When it ended", "not known", hint="20:40")
        self.title = TextRow("Title of the game", "none")
        self.deeds = TextRow("What each unit did", "not known", hint=DEEDS)

    def list_rows(self) -> list[FormRow]:
        known = [self.time, self.deeds] if self.result.text.strip() else []
        return [self.first, self.second, self.result, self.day, *known, self.title]

    def save_answers(self) -> LeagueEntry:
        """Enter the game. Raises ``Refused`` and ``LedgerError``."""
        first, second, forces = self.first.value, self.second.value, self.league.forces
        if not self.result.text.strip():
            return forces.add_game(first, second, title=self.title.text, on=self.day.text)
        deeds = [one for one in self.deeds.text.split(",") if one.strip()]
        return forces.record_past_game(
            first,
            second,
            self.result.text,
            title=self.title.text,
            on=self.day.text,
            time=self.time.text,
            unit_stats=parse_typed_unit_stats(deeds),
        )


class LinkGameForm(TwoOpponentsForm):
    """The form that links a game from this ledger to the campaign."""

    about = "a game kept here"

    def __init__(self, book: Book, league: League) -> None:
        super().__init__(book, league)
        self.games = {one.stream: one.title for one in list_linkable_games(book)}
        self.agreed = [one.id for one in list_unplayed_pairings(league)]
        games = list(self.games)
        self.match = ChoiceRow(
            "Which game?",
            lambda: games,
            games[0] if games else "",
            lambda one: (
                f"{one} {self.games[one]}" if one else "every game kept here is already linked"
            ),
        )
        fixtures = [*self.agreed, NEW]
        self.fixture = ChoiceRow(
            "Was it arranged before?", lambda: fixtures, fixtures[0], self._words
        )
        self.side = TextRow("Whose side was first?", "by the names of the players")

    def _words(self, fixture: str) -> str:
        if fixture == NEW:
            return "no"
        one = self.league.state.fixtures[fixture]
        sides = [name_force_or_player(self.league, each) for each in (one.forces or one.players)]
        return f"{one.id} {one.title or ' against '.join(sides)}"

    def list_rows(self) -> list[FormRow]:
        agreed = [self.fixture] if self.agreed else []
        forces = [self.first, self.second] if self.fixture.value == NEW else []
        return [self.match, *agreed, *forces, self.side]

    def save_answers(self) -> LeagueEntry:
        """Link the game. Raises ``Refused`` and ``LedgerError``."""
        match, side = self.match.value, self.side.text.strip()
        if not match:
            raise Refused("All games kept here already belong to a league or campaign.")
        if self.fixture.value != NEW:
            return self.league.matches.link_match(self.fixture.value, match, home=side)
        first, second = self.first.value, self.second.value
        return link_campaign_game(self.book, self.league, match, first, second, side)


OWN = "your own rules"


class CarryOverForm(CampaignForm):
    """The form that sets what units carry over from the next game on, from rules or a file."""

    about = "between games"

    def __init__(self, book: Book, league: League) -> None:
        super().__init__(book, league)
        self.rules = CarryOverRow("What units carry over", league.state.info.rules, OWN)
        self.file = TextRow("Rules file (TOML)")
        self.why = TextRow("Reason for the change", "no reason")

    def list_rows(self) -> list[FormRow]:
        file = [self.file] if self.rules.value == OWN else []
        return [self.rules, *file, self.why]

    def save_answers(self) -> LeagueEntry:
        """Change the rules about what units carry over. Raises ``Refused`` and ``LedgerError``."""
        text = self.rules.value
        if text == OWN:
            if not self.file.text.strip():
                raise Refused("Type the name of the rules file.")
            text = read_roster_file(Path(self.file.text.strip()).expanduser()) + "\n"
        return self.league.forces.set_carry_over_rules(
            scoring_scheme_choice.resolve_carry_over_rules(text), why=self.why.text
        )
