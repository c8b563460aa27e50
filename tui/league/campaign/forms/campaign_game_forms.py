"""The forms for the games of a campaign and their forces."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.application.book import Book
from tracker.application.campaigns.fixture_game_start_and_linking import (
    add_and_link_recorded_game,
    begin_and_link_game_between_forces,
    begin_and_link_game_of_pairing,
    list_pairings_without_result_or_game,
    list_unlinked_games,
)
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.results.linked_match_outcomes import parse_typed_unit_stats
from tracker.application.leagues.results.typed_result_parser import parse_typed_result
from tracker.application.match.game import Game
from tracker.application.match_setup import GameSettings
from tracker.leagues.league_state import Fixture
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary.events import Scalar
from tui.league.campaign.forms.campaign_form_screen import CampaignForm
from tui.widgets.questionnaire_form import ChoiceRow, FormRow, HouseRuleRow, HouseTableRows, TextRow


def list_possible_opponent_ids(league: League) -> list[str]:
    """List the ids of all forces, and of all players who have no force."""
    state = league.state
    owners = {force.player for force in state.forces.values()}
    return [*state.forces, *(player for player in state.players if player not in owners)]


def get_force_or_player_name(league: League, force_or_player_id: str) -> str:
    state = league.state
    if force_or_player_id in state.forces:
        return state.forces[force_or_player_id].name
    return state.get_player_name(PlayerId(force_or_player_id))


def describe_opponents(league: League, fixture: Fixture) -> str:
    """Describe who plays a planned game, as in ``Iron Third against Dusk``."""
    return " against ".join(
        get_force_or_player_name(league, subject) for subject in fixture.forces or fixture.players
    )


def make_opponent_rows(
    league: League, label: str, opponents: Sequence[str]
) -> tuple[ChoiceRow[str], ChoiceRow[str]]:
    """Make two form rows that choose opponents. The proposed opponents have different players."""

    def describe_opponent(subject: str) -> str:
        force = league.state.forces.get(subject)
        if force is None:
            return league.state.get_player_name(PlayerId(subject))
        units = league.state.list_force_units(force)
        able_count = sum(bool(unit.figures_in_next_game) for unit in units)
        dice_due = ", dice due" if any(unit.figures_awaiting_recovery for unit in units) else ""
        player_name = league.state.get_player_name(force.player)
        ability = f"{able_count} of {len(units)} units can play"
        return f"{force.name} · {player_name} · {ability}{dice_due}"

    def find_player(subject: str) -> str:
        return league.state.forces[subject].player if subject in league.state.forces else subject

    def reset_second(first: str) -> None:
        if find_player(second.value) == find_player(first):
            others = (each for each in opponents if find_player(each) != find_player(first))
            second.value = next(others, second.value)

    def name_opponent(subject: str) -> str:
        return get_force_or_player_name(league, subject) if subject else "nobody yet"

    default = opponents[0] if opponents else ""
    first = ChoiceRow(
        label,
        lambda: opponents,
        default,
        describe_opponent,
        format_short=name_opponent,
        on_change=reset_second,
    )
    second = ChoiceRow(
        "Against", lambda: opponents, default, describe_opponent, format_short=name_opponent
    )
    reset_second(default)
    return first, second


NEW = ""


class BeginCampaignGameForm(CampaignForm):
    """The form that begins the next game. By default, this is the first planned game.

    If no game is planned, the form proposes the first two forces.
    """

    about = "the next game"
    hint = "Enter begins the game"
    saves_at_once = True

    def __init__(self, book: Book, league: League, fixture: str = "") -> None:
        super().__init__(book, league)
        forces = list(league.state.forces)
        pairings = [pairing.id for pairing in list_pairings_without_result_or_game(league)]
        games = [*pairings, NEW]
        self.pairing_row = ChoiceRow(
            "Which game?", lambda: games, fixture or games[0], self._describe_pairing
        )
        self.first, self.second = make_opponent_rows(league, "The first force", forces)
        self.title = TextRow("Title of the game", "the two forces")
        self.day = TextRow("Date of the game", "today")
        self.options: dict[str, Scalar] = {}
        self.tables = HouseTableRows(self.options)

    def _describe_pairing(self, fixture_id: str) -> str:
        if fixture_id == NEW:
            return "another one"
        fixture = self.league.state.fixtures[fixture_id]
        title = f"{fixture.title}: " if fixture.title else ""
        return title + describe_opponents(self.league, fixture)

    @property
    def rules(self) -> Ruleset | None:
        force = self.league.state.forces.get(self.first.value)
        return self.book.find_ruleset(force.ruleset) if force else None

    def list_rows(self) -> list[FormRow]:
        pairing_rows = [self.pairing_row] if len(self.pairing_row.values()) > 1 else []
        forces = [self.first, self.second] if self.pairing_row.value == NEW else []
        return [*pairing_rows, *forces, self.title, self.day, *self._list_house_rule_rows()]

    def _list_house_rule_rows(self) -> list[FormRow]:
        if self.rules is None:
            return []
        asked = [option for option in self.rules.options if option.question]
        rows = [HouseRuleRow(one, self.options, one.question, numbered=False) for one in asked]
        return self.tables.insert_table_rows(self.rules, rows)

    def save_answers(self) -> Game:
        """Begin the game. Raises ``Refused`` and ``LedgerError``."""
        rules = self.rules
        option_names = {option.name for option in (rules.options if rules else ())}
        options = {name: value for name, value in self.options.items() if name in option_names}
        day = self.league.calendar.parse_day(self.day.value)
        settings: GameSettings = {"title": self.title.text, "options": options, "played_on": day}
        if rules is not None:
            settings["tables"] = self.tables.collect_table_values(rules)
        if self.pairing_row.value != NEW:
            return begin_and_link_game_of_pairing(
                self.book, self.league, self.pairing_row.value, **settings
            )
        return begin_and_link_game_between_forces(
            self.book, self.league, self.first.value, self.second.value, **settings
        )


RESULT_HINT = (
    "10-7, w1 or w2 for a win, d for a draw, c2 if the second conceded; empty: still to be played"
)
UNIT_STATS_HINT = "kills/lost, and how many of those are captives: Alpha=3/2, Bravo=0/4/1"


class TwoOpponentsForm(CampaignForm):
    def __init__(self, book: Book, league: League) -> None:
        super().__init__(book, league)
        opponents = list_possible_opponent_ids(league)
        self.first, self.second = make_opponent_rows(league, "Who played?", opponents)


class PastGameForm(TwoOpponentsForm):
    """The form for a game that was played elsewhere, or for a planned game without a result."""

    about = "a game played elsewhere"

    def __init__(self, book: Book, league: League) -> None:
        super().__init__(book, league)
        self.result = TextRow(
            "Result", "none yet: a planned game", hint=RESULT_HINT, check=parse_typed_result
        )
        day_hint = "2026-10-03, yesterday; for a future game, tomorrow"
        self.day = TextRow("Day", "today", hint=day_hint, check=league.calendar.parse_day)
        self.time = TextRow("End time", "not known", hint="20:40", check=league.calendar.parse_time)
        self.title = TextRow("Title of the game", "none")
        self.unit_stats = TextRow("What each unit did", "not known", hint=UNIT_STATS_HINT)

    def list_rows(self) -> list[FormRow]:
        more_rows = [self.time, self.unit_stats] if self.result.text.strip() else []
        return [self.first, self.second, self.result, self.day, *more_rows, self.title]

    def save_answers(self) -> LeagueEntry:
        """Record the game with its result or, without a result, add the game as an open game.

        Raises ``Refused`` and ``LedgerError``.
        """
        first, second, forces = self.first.value, self.second.value, self.league.forces
        if not self.result.text.strip():
            title, day = self.title.text, self.day.text
            return forces.add_game_outside_rounds(first, second, title=title, on=day)
        stats = [text for text in self.unit_stats.text.split(",") if text.strip()]
        return forces.record_past_game(
            first,
            second,
            self.result.text,
            title=self.title.text,
            on=self.day.text,
            time=self.time.text,
            unit_stats=parse_typed_unit_stats(stats),
        )


class LinkGameForm(TwoOpponentsForm):
    about = "a game in this ledger"

    def __init__(self, book: Book, league: League) -> None:
        super().__init__(book, league)
        self.games = {game.stream: game.title for game in list_unlinked_games(book)}
        self.pairings = [pairing.id for pairing in list_pairings_without_result_or_game(league)]
        games = list(self.games)
        self.match = ChoiceRow(
            "Which game?",
            lambda: games,
            games[0] if games else "",
            lambda one: (
                f"{one} {self.games[one]}" if one else "every game in this ledger is already linked"
            ),
        )
        fixtures = [*self.pairings, NEW]
        self.fixture = ChoiceRow(
            "Was the game planned?", lambda: fixtures, fixtures[0], self._describe_pairing
        )
        self.side = TextRow("Whose side was first?", "by the names of the players")

    def _describe_pairing(self, fixture_id: str) -> str:
        if fixture_id == NEW:
            return "no"
        fixture = self.league.state.fixtures[fixture_id]
        return f"{fixture.id} {fixture.title or describe_opponents(self.league, fixture)}"

    def list_rows(self) -> list[FormRow]:
        pairing_rows = [self.fixture] if self.pairings else []
        forces = [self.first, self.second] if self.fixture.value == NEW else []
        return [self.match, *pairing_rows, *forces, self.side]

    def save_answers(self) -> LeagueEntry:
        """Link the game. Raises ``Refused`` and ``LedgerError``."""
        match, side = self.match.value, self.side.text.strip()
        if not match:
            raise Refused("All games in this ledger already belong to a league or campaign.")
        if self.fixture.value != NEW:
            return self.league.matches.link_match_and_enter_result(
                self.fixture.value, match, home=side
            )
        first, second = self.first.value, self.second.value
        return add_and_link_recorded_game(self.book, self.league, match, first, second, side)
