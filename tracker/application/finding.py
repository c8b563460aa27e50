"""What a person calls a game, a league or a campaign."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.application.errors import Refused
from tracker.ledger.summary import Summary


def stream_meant(every: Sequence[Summary], name: str, word: str, letter: str) -> str:
    """As ``stream_of``; what was put aside is meant only where nothing else fits, never as last."""
    rows = [one for one in every if not one.aside]
    if name == "last" and not rows:
        raise Refused(f"Every {word} is put aside; name one of those that list --all shows.")
    try:
        return stream_of(rows, name, word, letter)
    except Refused:
        return stream_of(every, name, word, letter)


def stream_of(rows: Sequence[Summary], name: str, word: str, letter: str) -> str:
    """The stream meant among rows, the newest first: ``m3``, ``3``, ``last``, part of a title.

    ``letter`` begins the ids of this kind. Raises ``Refused`` where none or several fit.
    """
    if name == "last":
        return rows[0].stream
    for one in rows:
        if one.stream in (name, f"{letter}{name}"):
            return one.stream
    wanted = name.casefold()
    close = [one for one in rows if one.title.casefold() == wanted]
    close = close or [one for one in rows if wanted in one.title.casefold()]
    if len(close) == 1:
        return close[0].stream
    known = ", ".join(f"{one.stream} {one.title}" for one in (close or rows)[:6])
    raise Refused(f"Which {word} is {name!r}? There are {known}.")
