"""The rows of the evening: the tables of the current round, then the pairings of the draft."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from tracker.application.errors import Refused
from tracker.application.leagues.fixture_result_entry import (
    format_result_score,
    format_victory_points,
)
from tracker.application.leagues.league import League
from tracker.application.leagues.league_event_descriptions import list_result_warnings
from tracker.leagues.league_state import Fixture
from tracker.vocabulary.typed_numbers import is_whole_number
from tui.views.league_evening_table import EveningTableRow, build_evening_table

Verb = Literal["result", "sign", "swap", "lock", "look"]
BEGINS = frozenset("0123456789-−cfgw")
"""The first characters of such a line; all other keys are commands."""

_PAIR = r"[-−]?\d{1,6}\s*[-–:/ ]\s*[-−]?\d{1,6}"
_WORD = r"[cfwld]\S*(?:\s.*)?"
_SWAP = re.compile(r"(\d{1,6})\s*s\s*(\d{1,6})")
_LOCK = re.compile(r"(\d{1,6})\s*l")
_SIGN = re.compile(r"(?:(\d{1,6})\s*)?g\s*([12]?)")
_AT_TABLE = re.compile(rf"(\d{{1,6}})(?:\s+({_PAIR}(?:\s*\S.*)?|{_WORD})|({_WORD}))")

TYPED = (
    ("10-7", "a result of the marked table, left player first"),
    ("2 10-7", "a result of table 2"),
    ("c1  c2", "the left (right) player conceded; 2c1: at table 2"),
    ("f1  f2", "the left (right) player did not come: forfeit; 2l1: left late at table 2"),
    ("w1  w0", "the left player won, or a draw, without points; 3w1, 3d: at table 3"),
    ("3a  3x  3k", "reschedule, delete or link the game of table 3"),
    ("g", "both players sign; g1, g2: one of them"),
    ("3s4", "in the draft: tables 3 and 4 change opponents"),
    ("3l", "in the draft: lock table 3 for the next draft"),
)
"""Examples of what can be typed, with their meaning."""


@dataclass(frozen=True)
class TypedEveningCommand:
    """A parsed line. If ``table`` is None the marked one is meant; ``text`` is the rest."""

    verb: Verb
    table: int | None = None
    text: str = ""


def parse_evening_line(typed: str) -> TypedEveningCommand:
    """Parse a typed line; anything else is a result."""
    line = typed.strip().lower()
    if is_whole_number(line):
        return TypedEveningCommand("look", int(line))
    if found := _SWAP.fullmatch(line):
        return TypedEveningCommand("swap", int(found[1]), found[2])
    if found := _LOCK.fullmatch(line):
        return TypedEveningCommand("lock", int(found[1]))
    if found := _SIGN.fullmatch(line):
        return TypedEveningCommand("sign", _number(found[1]), found[2])
    if found := _AT_TABLE.fullmatch(line):
        return TypedEveningCommand("result", int(found[1]), found[2] or found[3])
    return TypedEveningCommand("result", None, line)


def _number(text: str | None) -> int | None:
    return int(text) if text else None


class EveningRows:
    """The marked row, and the text typed on it."""

    def __init__(self, league: League) -> None:
        self.league = league
        self.typed = ""
        self.seen = build_evening_table(league)
        self.at = 0
        self.mark_next_open_table(-1)

    def reload(self) -> None:
        """Read the league again."""
        self.seen = build_evening_table(self.league)
        rows = len(self.seen.tables) + len(self.seen.drafted)
        self.at = max(0, min(self.at, rows - 1))

    @property
    def marked_row(self) -> EveningTableRow | None:
        """The marked table; None if a pairing of the draft is marked."""
        return self.seen.tables[self.at] if self.at < len(self.seen.tables) else None

    def find_marked_draft(self) -> str | None:
        """The marked pairing of the draft."""
        place = self.at - len(self.seen.tables)
        return self.seen.drafted[place].fixture if 0 <= place < len(self.seen.drafted) else None

    def find_fixture(self, table: int | None = None) -> Fixture:
        """The pairing of a table, or of the marked row. Raises ``Refused``."""
        if table is not None:
            return self.league.results.find_fixture(str(table))
        if self.marked_row is None:
            raise Refused("Mark a table of the round first, or type its number first.")
        return self.league.state.fixtures[self.marked_row.fixture]

    def mark_fixture(self, fixture: str) -> None:
        """Mark the row of a pairing."""
        for place, one in enumerate(self.seen.tables):
            if one.fixture == fixture:
                self.at = place

    def mark_next_open_table(self, after: int | None = None) -> None:
        """Mark the next table without a result, wrapping around; the same if all are in."""
        after = self.at if after is None else after
        tables = self.seen.tables
        order = [*range(after + 1, len(tables)), *range(min(after + 1, len(tables)))]
        still = [place for place in order if tables[place].how == "open"]
        live = [place for place in order if tables[place].how == "live"]
        self.at = next(iter((*still, *live, max(after, 0))))

    def name_table(self, one: Fixture) -> str:
        """``table 3``; ``table 3 of round 2`` for a game left over from it."""
        at_hand = self.league.state.round_number
        of = "" if one.round == at_hand else f"round {one.round}" if one.round else one.id
        table = f"table {one.table}" if one.table else ""
        return " of ".join(part for part in (table, of) if part) or f"round {one.round}"

    def describe_enter_effect(self) -> str:
        """What Enter does with the typed text; "" while that is unclear."""
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
