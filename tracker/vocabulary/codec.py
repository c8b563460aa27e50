"""Canonical bytes of event bodies: encode, decode, and bring old forms up to date.

Each kind has a stable name (never a Python path) and a schema version. A body written by an older
program is upcast step by step when it is read; one from a newer program is an error with advice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast, get_args

import msgspec

from tracker.vocabulary import events
from tracker.vocabulary.events import AnyEvent, Event

Upcast = Callable[[dict[str, Any]], dict[str, Any]]


class UnknownKind(Exception):
    """An event of a kind or schema that this program does not know."""


KINDS: dict[str, type[Event]] = {
    kind.__name__: kind for kind in (*get_args(events.AnyInput), *get_args(events.AnyFact))
}
NAMES: dict[type[Event], str] = {kind: name for name, kind in KINDS.items()}
INPUTS: frozenset[str] = frozenset(kind.__name__ for kind in get_args(events.AnyInput))

SCHEMAS: dict[str, int] = dict.fromkeys(KINDS, 1)
# UPCASTS[kind][n] turns a body of schema n into one of schema n + 1.
UPCASTS: dict[str, dict[int, Upcast]] = {}

_ENCODER = msgspec.json.Encoder(order="deterministic")
_READ: dict[str, Callable[[bytes], AnyEvent]] = {
    name: cast(Callable[[bytes], AnyEvent], msgspec.json.Decoder(kind).decode)
    for name, kind in KINDS.items()
}


def encode(event: AnyEvent) -> bytes:
    """The canonical JSON of an event body."""
    return _ENCODER.encode(event)


def kind_of(event: AnyEvent) -> str:
    """The stable name of an event's kind."""
    return NAMES[type(event)]


def decode(kind: str, schema: int, body: bytes) -> AnyEvent:
    """The event in a stored body.

    Raises ``UnknownKind`` for a kind or schema newer than this program, and
    ``msgspec.ValidationError`` for a body that is not of its kind.
    """
    if SCHEMAS.get(kind) == schema:
        return _READ[kind](body)
    if kind in SCHEMAS and schema < SCHEMAS[kind]:
        return _upcast(kind, schema, body)
    message = (
        f"this book holds {kind} (form {schema}), which a newer Warledger wrote:"
        " update the program, then open it again"
    )
    raise UnknownKind(message)


def _upcast(kind: str, schema: int, body: bytes) -> AnyEvent:
    raw = msgspec.json.decode(body)
    for step in range(schema, SCHEMAS[kind]):
        raw = UPCASTS[kind][step](raw)
    return cast(AnyEvent, msgspec.convert(raw, KINDS[kind]))


E = TypeVar("E", bound=AnyEvent)


def round_trip(event: E) -> E:
    """The event as it will be read back: live and resumed runs must see the same values."""
    return cast(E, _READ[kind_of(event)](encode(event)))
