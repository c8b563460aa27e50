"""The rounds of a season, one at a time: pairings, results and absent players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partialmethod

from textual.content import Content

from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.pairing.round_columns_and_text import (
    describe_result_corrections,
    describe_result_or_arranged_date,
    find_round,
    format_round_text,
    list_absent_players,
)
from tracker.application.leagues.pairing.round_mission_commands import describe_round_mission
from tracker.application.leagues.results.results_reported_by_players import (
    describe_unconfirmed_report,
)
from tracker.leagues.league_state import Fixture, Round
from tracker.leagues.results.standings_explanations import BYE_WORDS
from tui.key_bindings import FOOTERS, KEYS
from tui.league.standings.round_result_commands import RoundResultCommands
from tui.screen_base_classes import ListItem, ListScreen, show_errors
from tui.terminal_text_fitting import (
    StyledText,
    cut_text,
    fill_line,
    join_styled,
    pad_text,
    wrap_styled,
)
from tui.widgets.list_rows import compute_name_width


class RoundScreen(ListScreen):
    commands = KEYS["rounds"]
    footer = FOOTERS["rounds"]

    def __init__(
        self, book: Book, league: League, number: int | None = None, season: int | None = None
    ) -> None:
        super().__init__(book, league)
        self.season = season
        last = league.state.get_last_published_round_number(self.season_number)
        self.number = number or last or 1
        self.parts = (RoundResultCommands(self, lambda: self.marked_fixture), *self.parts)

    @property
    def season_number(self) -> int:
        return self.season or self.league.state.season.number

    @property
    def is_season_closed(self) -> bool:
        return self.league.state.seasons[self.season_number].closed

    @property
    def shown_round(self) -> Round | None:
        try:
            return find_round(self.league.state, self.number, self.season)
        except Refused:
            return None

    def get_export_file_stem(self) -> str:
        return f"round {self.number}"

    def render_heading(self) -> Iterable[StyledText]:
        season = f" · season {self.season}" if self.season else ""
        return [(cut_text(self.league.title, 40), "bold"), f"{season} · round {self.number}"]

    def render_right_heading(self) -> Iterable[StyledText]:
        round_ = self.shown_round
        if round_ is None:
            return ["" if self.is_season_closed else "not drafted yet"]
        if not round_.published:
            return [("draft, not published", "$warning")]
        ends = f" · games end {round_.ends}" if round_.ends else ""
        return [self.league.calendar.format_day(round_.on) + ends]

    @property
    def marked_fixture(self) -> Fixture | None:
        fixtures = self.league.state.list_fixtures(self.shown_round) if self.shown_round else []
        return fixtures[min(self.cursor, len(fixtures) - 1)] if fixtures else None

    def build_list_items(self, width: int) -> Sequence[ListItem]:
        round_, state = self.shown_round, self.league.state
        if round_ is None:
            advice = " No round has been drafted yet. On the evening screen, press d to draft one."
            if self.is_season_closed:
                advice = f" Season {self.season_number} was closed without a round."
            return [ListItem(Content("")), ListItem(join_styled([advice]))]
        fixtures = state.list_fixtures(round_)
        players = [player for fixture in fixtures for player in fixture.players]
        name_width = compute_name_width(map(state.get_player_name, players), width - 46)
        return [
            *(self._make_fixture_item(fixture, name_width, width) for fixture in fixtures),
            *self._list_items_below(round_, width),
        ]

    def _list_items_below(self, round_: Round, width: int) -> Iterator[ListItem]:
        mission = describe_round_mission(self.league.state, round_.season, round_.number)
        if mission:
            yield ListItem(Content(""))
            yield from map(ListItem, wrap_styled(f"mission: {mission}", width - 4, head=" "))
        absent = list_absent_players(self.league, round_)
        if absent:
            yield ListItem(Content(""))
        for status, name, reason in absent:
            yield ListItem(
                join_styled([(f" {status}: {name}{f' ({reason})' if reason else ''}", "$quiet")])
            )
        yield ListItem(Content(""))
        yield ListItem(join_styled([(f" paired: {round_.method or 'by hand'}", "$quiet")]))

    def _make_fixture_item(self, fixture: Fixture, name_width: int, width: int) -> ListItem:
        state = self.league.state
        home = pad_text(state.get_player_name(fixture.home), name_width)
        number = (f"{fixture.table or '–':>2}  ", "$primary")
        left: list[StyledText] = [number, (home, "bold")]
        if fixture.away is None:
            kind = fixture.ended.kind if fixture.ended else fixture.bye
            left += ["  ", (BYE_WORDS[kind], "$quiet")]
        else:
            away = pad_text(state.get_player_name(fixture.away), name_width)
            left += [" – ", (away, "bold"), "  ", self._describe_result(fixture)]
        row = fill_line(width, left, [(f" {fixture.id} ", "$quiet")])
        notes = " · ".join(self._list_notes(fixture)) if fixture.away else ""
        details = wrap_styled(notes, width - 6, "$quiet", head="    ")
        return ListItem(row, lambda: None, extra_lines=tuple(details))

    def _describe_result(self, fixture: Fixture) -> StyledText:
        today = self.league.calendar.today
        result = describe_result_or_arranged_date(self.league.state, fixture, today)
        if result:
            return (result, "" if fixture.ended else "$secondary")
        return ("no result yet", "$warning")

    def _list_notes(self, fixture: Fixture) -> Iterator[str]:
        state = self.league.state
        if fixture.why:
            yield fixture.why
        if fixture.disputed_results:
            yield f"disputed: {describe_unconfirmed_report(state, fixture)}"
        elif fixture.ended is not None:
            signed = [state.get_player_name(player) for player in fixture.signed]
            yield f"signed by {' and '.join(signed)}" if signed else "not signed"
        yield from (f"it {text}" for text in describe_result_corrections(state, fixture))

    def do_copy_and_save_text(self) -> None:
        if self.shown_round is None:
            self.show_refusal(f"Round {self.number} is not drafted yet. Nothing was written.")
            return
        text = format_round_text(self.league, self.number, self.season)
        self.copy_and_save_text(self.get_export_file_stem(), text)

    def _show_neighbouring_round(self, step: int) -> None:
        state = self.league.state
        numbers = [round_.number for round_ in state.list_rounds_and_draft(self.season_number)]
        if self.number + step not in numbers:
            self.show_refusal(f"There is no round {self.number + step}.")
            return
        self.number += step
        self.cursor = 0
        self.redraw()

    do_show_earlier_round = partialmethod(_show_neighbouring_round, -1)
    do_show_later_round = partialmethod(_show_neighbouring_round, 1)

    def do_set_mission(self) -> None:
        mission = self.league.state.missions.get((self.season_number, self.number))
        parts = (mission.mission, mission.terrain, mission.rules) if mission else ()
        if self.season is not None:
            self.show_refusal("That season is over, so its missions can no longer change.")
            return
        with show_errors(self):
            self.league.missions.require_changeable_missions()
            self.ask_for_line(
                f"mission of round {self.number}?",
                self._set_mission,
                text="; ".join(parts).rstrip("; "),
                hint="mission; terrain; house rules",
            )

    def _set_mission(self, typed: str) -> LeagueEntry:
        mission, terrain, rules = (*typed.split(";", 2), "", "")[:3]
        return self.league.missions.set_mission(
            mission, terrain=terrain, rules=rules, round_number=self.number
        )

    def do_open_standings(self) -> None:
        last = self.league.state.get_last_published_round_number(self.season_number)
        after = self.number if self.number <= last else None
        self.open_screen("standings", after, self.season)
