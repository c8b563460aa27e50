"""Encodes the events of a match as canonical bytes, and decodes stored events of every schema."""

from __future__ import annotations

import re
from typing import Any, Final, cast, get_args

import msgspec
from msgspec.structs import replace

from tracker.vocabulary import events
from tracker.vocabulary.die_labels import Label
from tracker.vocabulary.event_codec import EventCodec
from tracker.vocabulary.events import AnyEvent
from tracker.vocabulary.ruleset_display_names import RollWord
from tracker.vocabulary.subject_ids import Subject

ROLLS: Final = (
    RollWord("volley", "to hit", "hit", "hits"),
    RollWord("to_hit", "to hit", "hit", "hits"),
    RollWord("through", "through", "through", "through"),
    RollWord("save", "save", "saved", "saved"),
    RollWord("dice", "reaction test", together="reaction tests"),
    RollWord("panic_dice", "panic checks", stakes="panicked"),
)
"""The display names of rolls in older matches, which do not store the names."""

_HANDLE = r"([a-z][0-9]{1,4})(?:\.([0-9]{1,4}))?(?![\w.])"
_BONUS = r" ([+-][0-9]+)$"
_TIMES = r"([0-9]+) [a-z]+$"


def upcast_label(text: str) -> Label:
    """Convert a label that was stored as text into a ``Label``.

    The text identifies a side only by its name. If dice are added up, it states no purpose.
    """
    if text[:1].isdigit():
        return Label(what=text, times=_parse_times(text))
    who, _, what = text.partition(": ")
    bonus = None if what else re.search(_BONUS, who)
    subject = _parse_subject(who, figure=bonus is not None)
    if bonus is not None:
        return Label(who[: bonus.start()], subject=subject, adds=int(bonus[1]))
    return Label(who, what, subject, _parse_times(what), 0 if what and subject is None else None)


def _parse_times(what: str) -> int:
    found = re.match(_TIMES, what)
    return 0 if found is None else int(found[1])


def _parse_subject(who: str, *, figure: bool) -> Subject | None:
    """Return the id of a unit (``r1`` becomes ``u:r1``) or figure (``r13`` becomes ``f:r1.3``)."""
    found = re.match(_HANDLE, who)
    if found is None:
        return None
    handle, number = found.groups()
    if figure and number is None and len(handle) == 3:
        handle, number = handle[:2], handle[2:]
    return f"u:{handle}" if number is None else f"f:{handle}.{number}"


FORMS: EventCodec[AnyEvent] = EventCodec(
    cast(tuple[type[AnyEvent], ...], (*get_args(events.AnyInput), *get_args(events.AnyFact)))
)
INPUTS: frozenset[str] = frozenset(kind.__name__ for kind in get_args(events.AnyInput))
SCHEMAS = FORMS.schemas
UPCASTS = FORMS.upcasts


def _upcast_labels(body: dict[str, Any]) -> dict[str, Any]:
    said = body.get("labels", ())
    told = [upcast_label(each) if isinstance(each, str) else each for each in said]
    return {**body, "labels": msgspec.to_builtins(told)} if told else body


SCHEMAS["Rolled"] = 2
UPCASTS["Rolled"] = {1: _upcast_labels}


def encode_as_first_version(event: AnyEvent) -> bytes:
    """Encode an event as Warledger's first version did.

    The digests of match records use this form.
    """
    if isinstance(event, events.Rolled):
        texts: Any = tuple(label.text for label in event.labels)
        need = event.first_need or event.need
        later: Any = {"first_need": "", "versus": (), "harms_roller": False}
        event = replace(event, labels=texts, need=need, **later)
    elif isinstance(event, events.Chosen):
        event = replace(event, whole=False)
    elif isinstance(event, events.ActionTaken) and any(one.legal for one in event.overrides):
        event = replace(event, overrides=tuple(replace(o, legal=False) for o in event.overrides))
    return encode(event)


encode = FORMS.encode
kind_of = FORMS.get_kind
decode = FORMS.decode
decode_all = FORMS.decode_all
round_trip = FORMS.encode_and_decode
