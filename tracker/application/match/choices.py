"""What a choice offers, and what a text says to it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from tracker.application.errors import Refused
from tracker.procedures.requests import Confirm, Interrupt, Number, Pick, Request, Split, Tally
from tracker.procedures.runners.answers import default_of
from tracker.scribe.lexicon import HANDLE
from tracker.vocabulary.events import Value
from tracker.vocabulary.names import handle
from tracker.vocabulary.typed import is_number

YES = frozenset(("yes", "y", "ja", "true"))
NO = frozenset(("no", "n", "false"))


class Offer(Struct, frozen=True):
    """One thing that can be typed: its key (a digit or letter), its value, its words."""

    key: str
    value: Value
    text: str


def offers(request: Request[Any]) -> tuple[Offer, ...]:
    """What can be typed at a choice, in order; the default is not marked here."""
    match request:
        case Pick(options=options):
            return tuple(Offer(str(i), o.id, o.text) for i, o in enumerate(options, start=1))
        case Confirm():
            return (Offer("y", True, "yes"), Offer("n", False, "no"))
        case Number(low=low, high=high):
            return (Offer(f"{low}–{high}", None, "a number"),)
        case Split(shares=shares) | Tally(shares=shares):
            return tuple(
                Offer(str(i), share.id, f"{share.text} (at most {share.most})")
                for i, share in enumerate(shares, start=1)
            )
        case _:
            return ()


def example(request: Request[Any]) -> str:
    """What could be said to a choice."""
    match request:
        case Pick(options=options):
            return options[0].text
        case Confirm():
            return "yes"
        case Number(low=low):
            return str(low)
        case Interrupt():
            return "no"
    return "how many of each, in order"


def value_of(request: Request[Any], text: str) -> Value:
    """The value a text says; an empty text takes the default.

    A division is said group by group: ``1 3`` are one of the first and three of the second, or
    by name: ``b1 2 b2 1``. Raises ``Refused`` with what would do.
    """
    text = text.strip()
    if not text:
        return default_of(request)
    match request:
        case Pick():
            return _picked(request, text)
        case Confirm():
            return _confirmed(request, text)
        case Number(low=low, high=high):
            word = text.removeprefix("in").strip()
            if is_number(word) and low <= int(word) <= high:
                return int(word)
            raise Refused(f"{request.what}: type a number from {low} to {high}.")
        case Split() | Tally():
            return _divided(request, text)
        case Interrupt():
            if text.lower() in NO | {"-", "nobody"}:
                return False
    raise Refused(f"{request.what}: dice are asked; type them, or r lets the app roll.")


def _picked(request: Pick, text: str) -> Value:
    word = text.removeprefix("falls").strip().strip('"').lower()
    for number, option in enumerate(request.options, start=1):
        if word in (str(number), option.id.lower(), handle(option.id).lower(), option.text.lower()):
            return option.id
    close = [o for o in request.options if o.text.lower().startswith(word)]
    if len(close) == 1:
        return close[0].id
    names = ", ".join(f"{i} {o.text}" for i, o in enumerate(request.options, start=1))
    raise Refused(f"{request.what}: type one of {names}.")


def _confirmed(request: Confirm, text: str) -> bool:
    word = text.lower()
    if word in YES:
        return True
    if word in NO:
        return False
    raise Refused(f"{request.what}: type yes or no.")


def _divided(request: Split | Tally, text: str) -> Value:
    words = text.replace(",", " ").split()
    while words and words[0] in ("in", "falls"):
        words.pop(0)
    ids = [share.id for share in request.shares]
    names: dict[str, str] = {}
    for share in request.shares:
        for name in _names(share.id, share.text):
            names.setdefault(name, share.id)
    parts: dict[str, int] = {}
    place = 0
    while words:
        word = words.pop(0)
        if word.lower() in names and words and is_number(words[0]):
            parts[names[word.lower()]] = int(words.pop(0))
        elif word.lower() in names:
            parts[names[word.lower()]] = parts.get(names[word.lower()], 0) + 1
        elif is_number(word) and place < len(ids):
            parts[ids[place]] = int(word)
            place += 1
        else:
            raise Refused(_how_to_divide(request))
    return tuple((group, n) for group, n in parts.items() if n)


def _names(group: str, text: str) -> tuple[str, ...]:
    """What a group may be called; a bare number is always how many, never which."""
    short = text.partition(":")[0].partition(",")[0]
    first = text.split(maxsplit=1)[0].lower() if text.strip() else ""
    unit = handle(group.partition("=")[0])
    names = [group.lower(), handle(group).lower(), unit.lower(), text.lower(), short.lower()]
    if HANDLE.fullmatch(first):  # R13 Ditch
        names.append(first)
    return tuple(name for name in names if not name.isdigit())


def _how_to_divide(request: Split | Tally) -> str:
    groups = ", ".join(f"{share.text} (at most {share.most})" for share in request.shares)
    total = f" {request.total}" if isinstance(request, Split) else ""
    return f"{request.what}: say how many{total}, in this order: {groups}."
