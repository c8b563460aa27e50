"""When a book and today's rules differ: where, and in what."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.vocabulary import events as ev


class Mismatch(Exception):
    """Recorded answers no longer fit what the rules ask; ``version`` is the first that differs."""

    def __init__(self, version: int, message: str) -> None:
        super().__init__(message)
        self.version = version


def explain_difference(
    event: ev.AnyEvent | None, expected: Sequence[tuple[ev.AnyEvent, int]]
) -> str:
    """Says how the book differs from what today's rules would write there."""
    now = expected[0][0] if expected else None
    if event is None or now is None or type(event) is not type(now):
        book, today = (_name(event), _name(now))
        return f"the record has {book} where today's rules have {today}"
    told = [
        f"{field} {getattr(event, field)!r}, today's rules have {getattr(now, field)!r}"
        for field in event.__struct_fields__
        if getattr(event, field) != getattr(now, field)
    ]
    what = "; ".join(told) or "the same inside another action"
    return f"the record has {type(event).__name__} with {what}"


def _name(event: ev.AnyEvent | None) -> str:
    return "nothing more" if event is None else type(event).__name__
