"""The rows of the evening: the current round's tables, then the draft's pairings."""

from __future__ import annotations

from msgspec.structs import replace

from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_event_descriptions import list_result_warnings
from tracker.application.leagues.results.fixture_result_entry import (
    format_result_score,
    format_victory_points,
)
from tracker.leagues.league_state import Fixture
from tui.league.evening.evening_line_parser import TypedEveningCommand, parse_evening_line
from tui.views.league_evening_table import EveningTableRow, build_evening_table


class EveningRows:
    """The rows of the evening, with the marked row and the text typed on it."""

    def __init__(self, league: League) -> None:
        self.league = league
        self.typed = ""
        self.seen = build_evening_table(league)
        self.at = 0
        self.mark_next_open_table(-1)

    def reload(self) -> None:
        """Rebuild the rows from the league."""
        self.seen = build_evening_table(self.league)
        rows = len(self.seen.tables) + len(self.seen.drafted)
        self.at = max(0, min(self.at, rows - 1))

    @property
    def marked_row(self) -> EveningTableRow | None:
        """Return the marked table, or None if a pairing of the draft is marked."""
        return self.seen.tables[self.at] if self.at < len(self.seen.tables) else None

    def find_marked_draft(self) -> str | None:
        """Return the marked pairing of the draft, or None."""
        place = self.at - len(self.seen.tables)
        return self.seen.drafted[place].fixture if 0 <= place < len(self.seen.drafted) else None

    def find_fixture(self, table: int | None = None) -> Fixture:
        """Return the pairing at a table, or on the marked row. Raises ``Refused``."""
        if table is not None:
            return self.league.results.find_fixture(str(table))
        if self.marked_row is None:
            raise Refused("Mark a table of the round first, or type its number first.")
        return self.league.state.fixtures[self.marked_row.fixture]

    def mark_fixture(self, fixture: str) -> None:
        """Mark a pairing's row."""
        for place, one in enumerate(self.seen.tables):
            if one.fixture == fixture:
                self.at = place

    def mark_next_open_table(self, after: int | None = None) -> None:
        """Mark the next table without a result, wrapping around, or stay if all have one."""
        after = self.at if after is None else after
        tables = self.seen.tables
        order = [*range(after + 1, len(tables)), *range(min(after + 1, len(tables)))]
        still = [place for place in order if tables[place].how == "open"]
        live = [place for place in order if tables[place].how == "live"]
        self.at = next(iter((*still, *live, max(after, 0))))

    def name_table(self, one: Fixture) -> str:
        """Name a table, such as ``table 3``, or ``table 3 of round 2`` for an earlier round."""
        at_hand = self.league.state.round_number
        of = "" if one.round == at_hand else f"round {one.round}" if one.round else one.id
        table = f"table {one.table}" if one.table else ""
        return " of ".join(part for part in (table, of) if part) or f"round {one.round}"

    def describe_enter_effect(self) -> str:
        """Describe what Enter does with the typed text, or return "" while that is unclear."""
        line = parse_evening_line(self.typed)
        try:
            match line.verb:
                case "result":
                    return self._result(line)
                case "sign":
                    one = self.find_fixture(line.table)
                    who = {"1": one.home, "2": one.away}.get(line.text)
                    name = f"{self.league.state.get_player_name(who)} signs" if who else "both sign"
                    return f"{self.name_table(one)}: {name}"
                case "look":
                    return f"go to table {line.table}; Space and a result enters it there"
                case "swap":
                    return f"draft: tables {line.table} and {line.text} change opponents"
                case _:
                    return f"draft: table {line.table} stays"
        except Refused:
            return ""

    def _result(self, line: TypedEveningCommand) -> str:
        one = self.find_fixture(line.table)
        ended = self.league.results.parse_result(one, line.text)
        names = self.league.state.get_player_name
        points = format_victory_points(ended.vp) if ended.vp else "–"
        told = format_result_score(names(ended.winner), replace(ended, vp=None))
        doubt = "".join(
            f" · {each}?" for each in list_result_warnings(self.league.state, one, ended)
        )
        return (
            f"{self.name_table(one)}: {names(one.home)} {points} {names(one.away)}, {told}{doubt}"
        )
