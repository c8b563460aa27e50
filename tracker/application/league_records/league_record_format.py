"""The league record: a JSON file with one row and one digest on each line.

As in the ledger, the digests form a chain. They cover the rows as they were originally written, so
that later versions of Warledger can still verify them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import groupby, zip_longest
from operator import attrgetter

import msgspec
from msgspec import Raw, Struct

from tracker.application.errors import Refused
from tracker.application.leagues.league_history import RecordedLeagueEvent
from tracker.application.recorded_event_storage import encode_event
from tracker.application.text_cleaning import strip_control_characters
from tracker.leagues.league_events import LEAGUE, LeagueKind
from tracker.ledger.digest_chain import compute_event_digest, compute_genesis_digest
from tracker.projection.undo_history_tree import Recorded
from tracker.vocabulary.event_codec import UnknownKind

FORM = 1
SEED = compute_genesis_digest("record", "league")
HEAD = 2
"""The number of rows in the file before the league's first line."""
DIGITS = 12  # the number of hexadecimal digits of the chain on each row
FIRST_YEAR, LAST_YEAR = 1970, 9998
NEW_COPY = "Ask the sender for a new copy."
_YEAR = 31_556_952 * 1_000_000  # a mean Gregorian year, in microseconds
_IS_ONE = re.compile(r'\s*\{\s*"record"\s*:\s*"league"')


class LeagueRecordLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the league: one input and the events that follow from it.

    ``at`` is the time of the line in microseconds since 1970 (UTC). Each event has a kind, a schema
    version and a body.
    """

    at: int
    author: str
    events: tuple[tuple[str, int, Raw], ...]
    check: str = ""


class LeagueRecordGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A linked game under its name in the league record. ``record`` is the game's match record.

    ``digest`` covers all events of the game. ``record`` and ``digest`` are empty if the game no
    longer exists. If the game's rules are not installed, only ``record`` is empty.
    """

    name: str
    digest: str = ""
    record: str = ""


class LeagueRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A league record with all lines and games of the league.

    ``digest`` covers all lines and games.
    """

    record: str
    form: int
    what: LeagueKind
    title: str
    lines: tuple[LeagueRecordLine, ...]
    games: tuple[LeagueRecordGame, ...]
    digest: str


class _RecordHead(Struct, frozen=True):
    record: str
    form: int


class BrokenRecord(Refused):
    """Raised for a damaged league record. ``row`` is the first damaged row of the file, or None."""

    def __init__(self, message: str, row: int | None = None) -> None:
        super().__init__(message)
        self.row = row


def is_league_record(text: str) -> bool:
    return _IS_ONE.match(text) is not None


def encode_league_record(
    kind: LeagueKind,
    title: str,
    lines: Sequence[RecordedLeagueEvent],
    games: Sequence[LeagueRecordGame],
) -> str:
    """Encode a league record as text. The same lines and games always produce the same text."""
    entries = groupby(lines, attrgetter("entry"))
    return _compose_text(kind, title, [_encode_row(list(each)) for _, each in entries], games)


def decode_league_record(text: str) -> tuple[LeagueRecord, list[RecordedLeagueEvent]]:
    """Parse a league record and verify its digests.

    Raises ``BrokenRecord``, which names the first damaged row, if the text is not valid.
    """
    try:
        head = msgspec.json.decode(text, type=_RecordHead)
        if head.form > FORM:
            raise BrokenRecord(
                "A newer Warledger wrote this record. Update the program, then try again."
            )
        sheet = msgspec.json.decode(text, type=LeagueRecord)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
        raise BrokenRecord(
            "This is not a league record, or part of it is missing"
            f" ({strip_control_characters(str(error))[:120]})."
            f" {NEW_COPY}"
        ) from error
    lines = _decode_lines(sheet)
    written = _compose_text(sheet.what, sheet.title, sheet.lines, sheet.games)
    for number, (one, other) in enumerate(zip_longest(text.split("\n"), written.split("\n")), 1):
        if one != other:
            raise BrokenRecord(
                f"Row {number} of the file has been changed since it was written. {NEW_COPY}",
                number,
            )
    return sheet, lines


def _encode_row(entry: Sequence[RecordedLeagueEvent]) -> LeagueRecordLine:
    events = [encode_event(line, LEAGUE) for line in entry]
    told = tuple((event.kind, event.schema, Raw(event.body)) for event in events)
    return LeagueRecordLine(entry[0].at, entry[0].author, told)


def _compose_text(
    kind: LeagueKind,
    title: str,
    rows: Sequence[LeagueRecordLine],
    games: Sequence[LeagueRecordGame],
) -> str:
    chain = _compute_chain(rows)
    told = [
        msgspec.json.encode(LeagueRecordLine(row.at, row.author, row.events, found.hex()[:DIGITS]))
        for row, found in zip(rows, chain, strict=True)
    ]
    kept = [msgspec.json.encode(game) for game in games]
    head = msgspec.json.encode({"record": "league", "form": FORM, "what": kind, "title": title})
    seal = _compute_seal([head, *([chain[-1]] if chain else []), *kept])
    lines_part = f'"lines":[\n{_join_rows(told)}\n]'
    games_part = '"games":[' + (f"\n{_join_rows(kept)}\n" if kept else "") + "]"
    return ",\n".join((head[:-1].decode(), lines_part, games_part, f'"digest":"{seal}"}}\n'))


def _join_rows(found: Iterable[bytes]) -> str:
    return ",\n".join(one.decode() for one in found)


def _compute_chain(rows: Sequence[LeagueRecordLine]) -> list[bytes]:
    found, last, version = [], SEED, 0
    for row in rows:
        entry = version + 1
        for kind, form, body in row.events:
            version += 1
            fields = (version, kind, form, entry, 0, row.at, row.author, bytes(body), None)
            last = compute_event_digest(last, fields)
        found.append(last)
    return found


def _compute_seal(parts: Iterable[bytes]) -> str:
    found = sha256()
    for part in parts:
        found.update(sha256(part).digest())
    return found.hexdigest()


def _decode_lines(sheet: LeagueRecord) -> list[RecordedLeagueEvent]:
    found: list[RecordedLeagueEvent] = []
    for number, row in enumerate(sheet.lines, 1):
        if not row.events:
            raise BrokenRecord(f"Line {number} of the league is empty.")
        if not 0 <= row.at < (LAST_YEAR - FIRST_YEAR) * _YEAR:
            raise BrokenRecord(
                f"Line {number} has a date outside the years {FIRST_YEAR} to {LAST_YEAR}."
            )
        if strip_control_characters(row.author) != row.author:
            raise BrokenRecord(f"The author of line {number} contains control characters.")
        entry = len(found) + 1
        for kind, form, body in row.events:
            try:
                event = LEAGUE.decode(kind, form, bytes(body))
            except UnknownKind as error:
                raise BrokenRecord(f"Line {number} of the league: {error}") from error
            except (msgspec.MsgspecError, RecursionError, TypeError, KeyError) as error:
                why = strip_control_characters(str(error))[:120]
                raise BrokenRecord(f"Line {number} of the league cannot be read: {why}.") from error
            found.append(Recorded(len(found) + 1, entry, 0, event, row.at, row.author))
    if not found:
        raise BrokenRecord("The record has no lines.")
    changed = _find_first_damaged_line(sheet)
    if changed is not None:
        raise BrokenRecord(
            f"Line {changed} of the league has been changed since it was written. {NEW_COPY}",
            changed + HEAD,
        )
    return found


def _find_first_damaged_line(record: LeagueRecord) -> int | None:
    pairs = zip(record.lines, _compute_chain(record.lines), strict=True)
    changed = (n for n, (row, found) in enumerate(pairs, 1) if row.check != found.hex()[:DIGITS])
    return next(changed, None)
