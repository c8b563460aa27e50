"""The stored forms of a match's events: canonical bytes, and old forms brought up to date."""

from __future__ import annotations

from typing import cast, get_args

from tracker.vocabulary import events
from tracker.vocabulary.events import AnyEvent, Event
from tracker.vocabulary.forms import Forms, UnknownKind, Upcast

__all__ = [
    "INPUTS",
    "KINDS",
    "SCHEMAS",
    "UPCASTS",
    "UnknownKind",
    "Upcast",
    "decode",
    "decode_all",
    "encode",
    "kind_of",
    "round_trip",
]

_FORMS: Forms[AnyEvent] = Forms(
    cast(tuple[type[AnyEvent], ...], (*get_args(events.AnyInput), *get_args(events.AnyFact)))
)
KINDS: dict[str, type[Event]] = {**_FORMS.kinds}
INPUTS: frozenset[str] = frozenset(kind.__name__ for kind in get_args(events.AnyInput))
SCHEMAS = _FORMS.schemas
UPCASTS = _FORMS.upcasts

encode = _FORMS.encode
kind_of = _FORMS.kind_of
decode = _FORMS.decode
decode_all = _FORMS.decode_all
round_trip = _FORMS.round_trip
