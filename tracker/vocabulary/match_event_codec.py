"""The codec that stores a match's events as canonical bytes, with the upcasts of old forms."""

from __future__ import annotations

from typing import Any, cast, get_args

import msgspec
from msgspec.structs import replace

from tracker.vocabulary import events
from tracker.vocabulary.event_upcasting import upcast_label
from tracker.vocabulary.event_vocabulary_codec import EventCodec
from tracker.vocabulary.events import AnyEvent, Event

FORMS: EventCodec[AnyEvent] = EventCodec(
    cast(tuple[type[AnyEvent], ...], (*get_args(events.AnyInput), *get_args(events.AnyFact)))
)
KINDS: dict[str, type[Event]] = {**FORMS.kinds}
INPUTS: frozenset[str] = frozenset(kind.__name__ for kind in get_args(events.AnyInput))
SCHEMAS = FORMS.schemas
UPCASTS = FORMS.upcasts


def _labels_as_data(body: dict[str, Any]) -> dict[str, Any]:
    """Upcast a body whose die labels were stored as texts."""
    said = body.get("labels", ())
    told = [upcast_label(each) if isinstance(each, str) else each for each in said]
    return {**body, "labels": msgspec.to_builtins(told)} if told else body


SCHEMAS["Rolled"] = 2
UPCASTS["Rolled"] = {1: _labels_as_data}


def encode_as_first_version(event: AnyEvent) -> bytes:
    """Encode an event as the first version of Warledger did. Record digests use this form."""
    if isinstance(event, events.Rolled):
        texts: Any = tuple(label.text for label in event.labels)
        need = event.first_need or event.need
        event = replace(event, labels=texts, need=need, first_need="", versus=())
    elif isinstance(event, events.ActionTaken) and any(one.legal for one in event.overrides):
        event = replace(event, overrides=tuple(replace(o, legal=False) for o in event.overrides))
    return encode(event)


encode = FORMS.encode
kind_of = FORMS.get_kind
decode = FORMS.decode
decode_all = FORMS.decode_all
round_trip = FORMS.encode_and_decode
