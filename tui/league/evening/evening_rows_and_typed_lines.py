"""The evening's rows (the round's tables, then the draft), and the lines typed for them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.results.implausible_result_warnings import list_result_warnings
from tracker.application.leagues.results.result_descriptions import (
    format_result_score,
    format_victory_points,
)
from tracker.leagues.league_state import Fixture
from tracker.vocabulary.typed_numbers import is_whole_number
from tui.views.league_evening_table import EveningTableRow, build_evening_table
from tui.widgets.help_dialog import KeyRow

LINE_STARTS = frozenset(
    "0123456789-−cfgw"
)  # the keys that begin a typed line; all other keys are commands

_PAIR = r"[-−]?\d{1,6}\s*[-–:/ ]\s*[-−]?\d{1,6}"
_WORD = r"[cfwld]\S*(?:\s.*)?"
_SWAP = re.compile(r"(\d{1,6})\s*s\s*(\d{1,6})")
_LOCK = re.compile(r"(\d{1,6})\s*l")
_SIGN = re.compile(r"(?:(\d{1,6})\s*)?g\s*([12]?)")
SPACED_NUMBERS = re.compile(r"(\d{1,6})\s+(\d{1,6})(|\s.*)")  # a score, or a table and a score
_AT_TABLE = re.compile(rf"(\d{{1,6}})(?:\s+({_PAIR}(?:\s*\S.*)?|{_WORD})|({_WORD}))")

LINE_EXAMPLES = (
    KeyRow("10-7", "the marked table's result, left player first"),
    KeyRow("2 10-7", "the result at table 2"),
    KeyRow("c1  c2", "the left or right player conceded; 2c1: at table 2"),
    KeyRow("f1  f2", "the left or right player forfeits; 2f1: at table 2"),
    KeyRow("2l1  2l2", "at table 2, the left or right player left after publication"),
    KeyRow("w1  w0", "the left player won, or a draw, without points; 3d: at table 3"),
    KeyRow("3a  3x  3k", "reschedule, delete or link the game of table 3"),
    KeyRow("g", "both players sign; g1, g2: one player signs"),
    KeyRow("3s4", "in the draft: tables 3 and 4 change opponents"),
    KeyRow("3l", "in the draft: lock table 3 for the next draft"),
)


@dataclass(frozen=True)
class TypedEveningCommand:
    """A parsed evening command. ``text`` is the line without the table number.

    If no table was typed, ``table`` is None, and the command applies to the marked table.
    """

    verb: Literal["result", "sign", "swap", "lock", "look"]
    table: int | None = None
    text: str = ""


def parse_evening_line(typed: str) -> TypedEveningCommand:
    """Parse a typed line. A line that matches no other form is read as a result."""
    line = typed.strip().lower()
    if is_whole_number(line):
        return TypedEveningCommand("look", int(line))
    if match := _SWAP.fullmatch(line):
        return TypedEveningCommand("swap", int(match[1]), match[2])
    if match := _LOCK.fullmatch(line):
        return TypedEveningCommand("lock", int(match[1]))
    if match := _SIGN.fullmatch(line):
        return TypedEveningCommand("sign", int(match[1]) if match[1] else None, match[2])
    if match := _AT_TABLE.fullmatch(line):
        return TypedEveningCommand("result", int(match[1]), match[2] or match[3])
    return TypedEveningCommand("result", None, line)


class EveningRows:
    def __init__(self, league: League) -> None:
        self.league = league
        self.typed = ""
        self.table = build_evening_table(league)
        self.cursor = 0
        self.mark_next_unfinished_table(-1)

    def reload(self) -> None:
        self.table = build_evening_table(self.league)
        rows = len(self.table.rows) + len(self.table.draft_rows)
        self.cursor = max(0, min(self.cursor, rows - 1))

    @property
    def marked_row(self) -> EveningTableRow | None:
        """The marked table, or None if a pairing of the draft is marked."""
        return self.table.rows[self.cursor] if self.cursor < len(self.table.rows) else None

    def find_marked_draft_fixture_id(self) -> str | None:
        """Return the id of the draft's marked pairing, or None if a table is marked."""
        index = self.cursor - len(self.table.rows)
        if 0 <= index < len(self.table.draft_rows):
            return self.table.draft_rows[index].fixture
        return None

    def parse_typed_line(self) -> TypedEveningCommand:
        """Parse the typed line. Raises ``Refused`` if a number may mean a table or points."""
        line = parse_evening_line(self.typed)
        spaced = SPACED_NUMBERS.fullmatch(line.text)
        if line.verb != "result" or line.table is not None or spaced is None:
            return line
        first, second, rest = spaced.groups()
        state = self.league.state
        current = state.list_fixtures(state.current_round) if state.current_round else ()
        tables = {fixture.table for fixture in current}
        if int(first) not in tables:
            return line
        half = (len(second) + 1) // 2
        at_table = f"{first} {second[:half]}-{second[half:] or 0}{rest}"
        raise Refused(
            f"`{line.text}` could be table {first} or a result of {first} : {second}. Type"
            f" {at_table} for table {first}, or {first}-{second}{rest} for"
            f" {self.format_table_name(self.find_fixture_at_table_or_mark())}."
        )

    def find_fixture_at_table_or_mark(self, table: int | None = None) -> Fixture:
        """Return the pairing at a table, by default at the marked one. Raises ``Refused``."""
        state = self.league.state
        if state.current_round is None and state.draft is not None:
            raise Refused(
                f"Round {state.draft.number} has not been published yet. Press P on an empty line"
                " first."
            )
        if table is not None:
            return self.league.results.find_fixture(str(table))
        if self.marked_row is None:
            raise Refused("Mark a table of the round first, or type its number first.")
        return state.fixtures[self.marked_row.fixture]

    def mark_fixture(self, fixture_id: str) -> None:
        for index, row in enumerate(self.table.rows):
            if row.fixture == fixture_id:
                self.cursor = index

    def mark_next_unfinished_table(self, after_index: int | None = None) -> None:
        """Mark the next table without a result. After the last table, continue with the first.

        If there is none, do not move the mark.
        """
        after_index = self.cursor if after_index is None else after_index
        tables = self.table.rows
        order = [*range(after_index + 1, len(tables)), *range(min(after_index + 1, len(tables)))]
        open_indexes = [index for index in order if tables[index].status == "open"]
        live_indexes = [index for index in order if tables[index].status == "live"]
        self.cursor = next(iter((*open_indexes, *live_indexes, max(after_index, 0))))

    def format_table_name(self, fixture: Fixture) -> str:
        """Format a table's name: ``table 3``, or ``table 3 of round 2`` for an earlier round."""
        origin = f"round {fixture.round}" if fixture.round else fixture.id
        if fixture.round == self.league.state.round_number:
            origin = ""
        table = f"table {fixture.table}" if fixture.table else ""
        return " of ".join(part for part in (table, origin) if part) or f"round {fixture.round}"

    def describe_enter_effect(self) -> str:
        """Describe what Enter would do with the typed text, or return "" if it cannot be read."""
        try:
            line = self.parse_typed_line()
            match line.verb:
                case "result":
                    return self._describe_result(line)
                case "sign":
                    fixture = self.find_fixture_at_table_or_mark(line.table)
                    signer = {"1": fixture.home, "2": fixture.away}.get(line.text)
                    name = "both sign"
                    if signer:
                        name = f"{self.league.state.get_player_name(signer)} signs"
                    return f"{self.format_table_name(fixture)}: {name}"
                case "look":
                    return f"go to table {line.table}; type Space and a result to enter it"
                case "swap":
                    return f"draft: tables {line.table} and {line.text} change opponents"
                case _:
                    return f"draft: table {line.table} stays"
        except Refused:
            return ""

    def _describe_result(self, line: TypedEveningCommand) -> str:
        fixture = self.find_fixture_at_table_or_mark(line.table)
        result = self.league.results.parse_result(fixture, line.text)
        points = format_victory_points(result.vp) if result.vp else "–"
        outcome = format_result_score(self.league.state, replace(result, vp=None))
        warnings = list_result_warnings(self.league.state, fixture, result)
        doubts = "".join(f" · {warning}?" for warning in warnings)
        name_player = self.league.state.get_player_name
        home, away = name_player(fixture.home), name_player(fixture.away)
        return f"{self.format_table_name(fixture)}: {home} {points} {away}, {outcome}{doubts}"
