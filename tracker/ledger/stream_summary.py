"""The summary of a stream: the one read model, a row a stream for the home screen and lists."""

from __future__ import annotations

import msgspec

from tracker.ledger.errors import BrokenLedger

DAMAGED = "damaged"
"""The status of a stream of which neither summary nor events can be read."""


class Summary(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """What lists show of a stream, true at ``version`` (its checkpoint).

    ``status`` is a word of the application ('running', 'ended'). ``sides`` and ``scores`` are JSON
    text. ``winner`` is None while nobody has won; ``waiting`` says what is waited for, or nothing.
    ``opened_at`` and ``updated_at`` are in microseconds since 1970 (UTC); ``played_on`` is the date
    on which people played, as YYYY-MM-DD, or nothing. ``table`` is JSON text of what a stream
    holds besides (the standings of a league, what a match that is over comes to), or nothing.
    ``aside``: lists leave it out unless it is asked for. A stored field of another name is damage.
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


FIELDS: tuple[str, ...] = Summary.__struct_fields__
"""The names of a summary's fields, in their order."""


_encode = msgspec.json.Encoder().encode
_decoder = msgspec.json.Decoder(Summary)


def encode_summary(summary: Summary | None) -> str | None:
    """The JSON in which a summary is stored; fields added later have defaults."""
    return None if summary is None else _encode(summary).decode()


def decode_summary(text: str | None) -> Summary | None:
    """The summary in its JSON; raises ``BrokenLedger`` if it is none."""
    try:
        return None if text is None else _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeEncodeError, TypeError) as error:
        message = f"A summary cannot be read ({error}). Rebuild the summaries."
        raise BrokenLedger(message) from error


def make_placeholder_summary(stream: str, kind: str, version: int) -> Summary:
    """The summary of a stream whose own cannot be read or made anew."""
    return Summary(
        stream=stream,
        version=version,
        kind=kind,
        title=f"{stream}, which is damaged (run: warledger verify)",
        status=DAMAGED,
        opened_at=0,
        updated_at=0,
    )


class SummaryDifference(msgspec.Struct, frozen=True):
    """A field of a summary that was not what the events say; ``None`` stands for no summary."""

    stream: str
    field: str
    was: str | int | None
    now: str | int | None


def list_differences(
    stream: str, was: Summary | None, now: Summary | None
) -> list[SummaryDifference]:
    """The fields in which two summaries of one stream differ, in their order."""
    if was is None or now is None:
        if was is now:
            return []
        titles = [None if each is None else each.title for each in (was, now)]
        return [SummaryDifference(stream, "summary", *titles)]
    return [
        SummaryDifference(stream, field, getattr(was, field), getattr(now, field))
        for field in FIELDS
        if getattr(was, field) != getattr(now, field)
    ]
