"""The summary of a stream, which is its row on the home screen and in lists."""

from __future__ import annotations

import msgspec

from tracker.ledger.ledger_errors import BrokenLedger

DAMAGED = "damaged"
"""The status of a stream whose summary and events are both unreadable."""


class StreamSummary(
    msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True
):
    """A stream's row in lists, computed from the events up to ``version``.

    ``status`` is a word that the application defines ('running', 'ended'). ``sides`` and ``scores``
    are JSON text. ``winner`` is None until somebody has won. ``waiting`` describes the open
    question, or is empty. ``opened_at`` and ``updated_at`` are in microseconds since 1970 (UTC).
    ``played_on`` is the date of play (YYYY-MM-DD), or empty. ``table`` is JSON text of other data
    (a league's standings, a finished match's tally), or empty. If ``aside`` is true, the stream is
    archived, and lists leave it out by default. A stored field with any other name is treated as
    damage.
    """

    stream: str
    version: int
    kind: str
    title: str
    ruleset: str = ""
    status: str = "running"
    turn: int = 0
    phase: str = ""
    sides: str = "[]"
    scores: str = "{}"
    winner: str | None = None
    waiting: str = ""
    opened_at: int
    updated_at: int
    played_on: str = ""
    table: str = ""
    aside: bool = False


FIELDS: tuple[str, ...] = StreamSummary.__struct_fields__


_encode = msgspec.json.Encoder().encode
_decoder = msgspec.json.Decoder(StreamSummary)


def encode_summary(summary: StreamSummary | None) -> str | None:
    """Encode a summary as JSON, or return None if there is no summary."""
    return None if summary is None else _encode(summary).decode()


def decode_summary(text: str | None) -> StreamSummary | None:
    """Parse a summary's JSON, or return None for None. Raises ``BrokenLedger`` if it is invalid."""
    try:
        return None if text is None else _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeEncodeError, TypeError) as error:
        raise BrokenLedger(f"A summary cannot be read ({error}). Rebuild the summaries.") from error


def make_placeholder_summary(stream: str, kind: str, version: int) -> StreamSummary:
    """Make a replacement for a summary that can be neither read nor recomputed."""
    return StreamSummary(
        stream=stream,
        version=version,
        kind=kind,
        title=f"{stream}, which is damaged (run: warledger verify)",
        status=DAMAGED,
        opened_at=0,
        updated_at=0,
    )


class SummaryDifference(msgspec.Struct, frozen=True):
    """A summary's field that differs from the events. ``None`` means that there is no summary."""

    stream: str
    field: str
    was: str | int | None
    now: str | int | None


def list_summary_differences(
    stream: str, stored: StreamSummary | None, computed: StreamSummary | None
) -> list[SummaryDifference]:
    """List the fields in which two summaries of one stream differ, in order."""
    if stored is None or computed is None:
        if stored is computed:
            return []
        titles = [None if each is None else each.title for each in (stored, computed)]
        return [SummaryDifference(stream, "summary", *titles)]
    return [
        SummaryDifference(stream, field, getattr(stored, field), getattr(computed, field))
        for field in FIELDS
        if getattr(stored, field) != getattr(computed, field)
    ]


def list_encoded_summary_differences(
    stream: str, stored: str | None, computed: str | None
) -> list[SummaryDifference]:
    """List the differences between two summaries in JSON. ``stored`` may be damaged."""
    try:
        old = decode_summary(stored)
    except BrokenLedger:
        return [SummaryDifference(stream, "summary", stored, computed)]
    return list_summary_differences(stream, old, decode_summary(computed))
