"""The summary of a stream: the one read model, a row a stream for the home screen and lists."""

from __future__ import annotations

import msgspec


class Summary(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What lists show of a stream, true at ``version`` (its checkpoint).

    ``status`` is a word of the application ('running', 'ended'). ``sides`` and ``scores`` are JSON
    text. ``winner`` is None while nobody has won; ``waiting`` says what is waited for, or nothing.
    ``opened_at`` and ``updated_at`` are in microseconds since 1970 (UTC); ``played_on`` is the date
    on which people played, as YYYY-MM-DD, or nothing.
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


FIELDS: tuple[str, ...] = Summary.__struct_fields__


class Difference(msgspec.Struct, frozen=True):
    """A field of a summary that was not what the events say; ``None`` stands for no summary."""

    stream: str
    field: str
    was: str | int | None
    now: str | int | None


def differences(was: Summary | None, now: Summary | None) -> list[Difference]:
    """The fields in which two summaries of one stream differ, in their order."""
    if was == now:
        return []
    if was is None or now is None:
        stream = (was or now).stream if (was or now) else ""  # type: ignore[union-attr]
        return [Difference(stream, "summary", was and was.title, now and now.title)]
    return [
        Difference(now.stream, field, getattr(was, field), getattr(now, field))
        for field in FIELDS
        if getattr(was, field) != getattr(now, field)
    ]
