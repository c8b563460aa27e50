"""The text format of a record: its header, its rows with stamps, and its check digits.

The stamp to the right of a row contains the line number, the times of the row's entries, and the
first digits of a digest over everything up to this row. Trailing spaces, blank lines and the kind
of line breaks do not matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from tracker.application.errors import Refused
from tracker.input_parsing.line_syntax_tree import MAX_LINE_LENGTH

FIRST = "# Warledger match record"
RULE = "---"
COLUMN = 64
DIGITS = 6

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SECOND = 1_000_000
_RIGHT = re.compile(
    r"(?P<text>.*?\S)\s+;"
    r"(?:(?P<stamp>(?:[0-9]+ )?"
    r"(?:(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})[T ])?"
    r"(?P<at>[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?)"
    r"(?P<more>(?: [+-][0-9]{1,15}(?:\.[0-9]{1,6})?)*))"
    r"(?: (?P<check>[0-9a-f]{6}))?|(?P<only>[0-9a-f]{6}))"
)


@dataclass(frozen=True)
class RecordRow:
    """A row of a record. ``line`` is its line in the file. ``times`` are in microseconds since 1970
    (UTC).
    """

    line: int
    text: str
    stamp: str = ""
    times: tuple[int, ...] = ()
    check: str = ""

    @property
    def is_comment(self) -> bool:
        return self.text.startswith("#")


class NotARecord(Refused):
    """Raised for text that is not a match record."""

    why = "a line of three dashes (---) must separate the header from the game."

    def __init__(self) -> None:
        super().__init__(f"This is not a match record: {self.why}")


@dataclass(frozen=True)
class ParsedRecord:
    """A parsed record.

    ``head`` contains the lines of its header. The first of the ``rows`` is the line of dashes.
    """

    head: tuple[str, ...]
    rows: tuple[RecordRow, ...]

    @property
    def has_check_digits(self) -> bool:
        """Whether the record has check digits. Handwritten records have none."""
        return any(row.check for row in self.rows)

    def find_first_tampered_row(self) -> RecordRow | None:
        """Return the first row that has been changed, or None if there is none.

        If the header has been changed, return the line of dashes.
        """
        digest = _digest_head(self.head)
        for row in self.rows:
            digest = _chain_digest(digest, row.text, row.stamp)
            if row.check != digest.hex()[:DIGITS]:
                return row
        return None


def parse_record(text: str) -> ParsedRecord:
    """Parse a record. Raises ``NotARecord`` if there is no line of dashes below the header."""
    lines = [line.rstrip() for line in normalise_line_breaks(text).split("\n")]
    endless = next((n for n, line in enumerate(lines, 1) if len(line) > MAX_LINE_LENGTH), 0)
    if endless:
        raise Refused(
            f"Line {endless} of this record is longer than {MAX_LINE_LENGTH:,} characters."
        )
    start = next((n for n, line in enumerate(lines) if _parse_row(n, line, 0).text == RULE), None)
    if start is None:
        raise NotARecord
    rows: list[RecordRow] = []
    last = 0
    for number, line in enumerate(lines[start:], start + 1):
        if line.strip():
            row = _parse_row(number, line, last)
            last = row.times[-1] if row.times else last
            rows.append(row)
    return ParsedRecord(tuple(lines[:start]), tuple(rows))


def normalise_line_breaks(text: str) -> str:
    """Return text with uniform line breaks, and without a byte order mark.

    Mail programs may have changed the line breaks.
    """
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def format_match_record(head: str, rows: Iterable[tuple[str, str]]) -> str:
    """Format a record from its header and its rows. Each row has a text and a stamp."""
    lines = head.rstrip("\n").split("\n")
    digest = _digest_head(lines)
    lines.append("")
    for text, stamp in rows:
        if text.startswith("#"):
            lines.append("")
        digest = _chain_digest(digest, text, stamp)
        right = f"{stamp} {digest.hex()[:DIGITS]}".strip()
        lines.append(f"{text:<{COLUMN}} ;{right}")
    return "\n".join(lines) + "\n"


def format_row_stamp(
    first_entry_number: int, times: Sequence[int], previous_time: int | None
) -> str:
    """Format the stamp of a row: the number of its first entry, and the times of all its entries.

    ``previous_time`` is the time of the entry before it, or None at the beginning.
    """
    first, *later = times
    shown = _format_time(first)
    day = _get_moment(first).date()
    if previous_time is None or _get_moment(previous_time).date() != day:
        shown = f"{day}T{shown}"
    gaps = (after - before for before, after in zip(times, later, strict=False))
    return " ".join([str(first_entry_number), shown, *map(_format_gap, gaps)])


def _parse_row(number: int, line: str, last: int) -> RecordRow:
    found = _RIGHT.fullmatch(line.strip())
    if found is None:
        return RecordRow(number, line.strip())
    if found["only"]:
        return RecordRow(number, found["text"], check=found["only"])
    try:
        day = found["day"] or f"{_get_moment(last):%Y-%m-%d}"
        times = _parse_times(f"{day}T{found['at']}+00:00", found["more"].split())
    except (ValueError, OverflowError):
        return RecordRow(number, line.strip())
    return RecordRow(number, found["text"], found["stamp"], times, found["check"] or "")


def _parse_times(first: str, gaps: list[str]) -> tuple[int, ...]:
    times = [(datetime.fromisoformat(first) - _EPOCH) // timedelta(microseconds=1)]
    for gap in gaps:
        whole, _, part = gap[1:].partition(".")
        length = int(whole) * _SECOND + int(part.ljust(6, "0"))
        times.append(times[-1] + (length if gap[0] == "+" else -length))
    return tuple(times)


def _get_moment(at: int) -> datetime:
    return _EPOCH + timedelta(microseconds=at)


def _format_time(at: int) -> str:
    return f"{_get_moment(at):%H:%M:%S}{_format_fraction(at % _SECOND)}"


def _format_gap(gap: int) -> str:
    sign, length = ("-", -gap) if gap < 0 else ("+", gap)
    return f"{sign}{length // _SECOND}{_format_fraction(length % _SECOND)}"


def _format_fraction(microseconds: int) -> str:
    return f".{microseconds:06d}".rstrip("0") if microseconds else ""


def _digest_head(lines: Sequence[str]) -> bytes:
    said = "\n".join(line.rstrip() for line in lines if line.strip())
    return sha256(said.encode("utf-8", "replace")).digest()


def _chain_digest(digest: bytes, text: str, right: str) -> bytes:
    return sha256(digest + f"{text}\0{right}".encode("utf-8", "replace")).digest()
