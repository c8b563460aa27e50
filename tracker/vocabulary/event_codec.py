"""Encodes events as canonical bytes, and decodes them.

Each kind of event has a stable name (never a Python path) and a schema number. A body of an older
schema is *upcast* (converted to the current schema) step by step when it is read. If a body is from
a newer program, an error asks users to update.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from types import GenericAlias
from typing import Any, Generic, TypeVar, cast

import msgspec
from msgspec.structs import replace

from tracker.vocabulary.events import Event

Upcast = Callable[[dict[str, Any]], dict[str, Any]]
E = TypeVar("E", bound=Event)
Kept = TypeVar("Kept", bound=Event)


def _encode_string_subclass(value: object) -> object:
    """Encode a string with attributes, such as a declared marker, as a plain string."""
    if isinstance(value, str):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} is not stored")


_ENCODER = msgspec.json.Encoder(order="deterministic", enc_hook=_encode_string_subclass)


def _list_text_defaults(kind: type[Event]) -> tuple[tuple[str, str], ...]:
    defaults = kind.__struct_defaults__
    fields = kind.__struct_fields__[-len(defaults) :] if defaults else ()
    said = zip(fields, defaults, strict=True)
    return tuple((name, word) for name, word in said if isinstance(word, str) and word)


class UnknownKind(Exception):
    """The error for an event of a kind or schema that this program does not know."""


class EventCodec(Generic[E]):
    """An encoder and decoder for a set of event kinds, such as the events of a match.

    ``upcasts[kind][n]`` converts a body from schema n to schema n + 1.
    """

    def __init__(self, kinds: Iterable[type[E]]) -> None:
        self.kinds: dict[str, type[E]] = {kind.__name__: kind for kind in kinds}
        self.schemas: dict[str, int] = dict.fromkeys(self.kinds, 1)
        self.upcasts: dict[str, dict[int, Upcast]] = {}
        self._names = {kind: name for name, kind in self.kinds.items()}
        self._usual = {
            kind: words for kind in self.kinds.values() if (words := _list_text_defaults(kind))
        }
        # Each decoder is made when it is first needed. A match uses few kinds.
        self._get_reader: Callable[[str], Callable[[bytes], E]] = cache(
            lambda kind: msgspec.json.Decoder(self.kinds[kind]).decode
        )
        self._get_list_reader: Callable[[str], Callable[[bytes], list[E]]] = cache(
            lambda kind: msgspec.json.Decoder(self._make_list_type(kind)).decode
        )
        self._get_packed_reader: Callable[[str], Callable[[bytes], list[E]]] = cache(
            lambda kind: msgspec.msgpack.Decoder(self._make_list_type(kind)).decode
        )

    def _make_list_type(self, name: str) -> Any:
        return GenericAlias(list, (self.kinds[name],))

    def get_kind(self, event: E) -> str:
        return self._names[type(event)]

    def encode(self, event: E) -> bytes:
        """Encode an event's body as canonical JSON without default values."""
        for field, usual in self._usual.get(type(event), ()):
            said = getattr(event, field)
            if said == usual and said is not usual:  # msgspec omits only the identical object
                event = replace(event, **{field: usual})
        return _ENCODER.encode(event)

    def decode(self, kind: str, schema: int, body: bytes) -> E:
        """Decode a stored body.

        Raises ``UnknownKind`` if the kind or schema is newer than this program, and
        ``msgspec.ValidationError`` if the body is invalid.
        """
        if self.schemas.get(kind) == schema:
            return self._get_reader(kind)(body)
        return self._upcast(kind, schema, msgspec.json.decode(body))

    def decode_all(
        self, kind: str, schema: int, bodies: bytes, *, is_message_pack: bool = False
    ) -> list[E]:
        """Decode an array of bodies of the same kind. Raises the same errors as ``decode``.

        The array is JSON, or MessagePack if ``is_message_pack`` is true.
        """
        if self.schemas.get(kind) == schema:
            get_reader = self._get_packed_reader if is_message_pack else self._get_list_reader
            return get_reader(kind)(bodies)
        raw = msgspec.msgpack.decode(bodies) if is_message_pack else msgspec.json.decode(bodies)
        return [self._upcast(kind, schema, each) for each in raw]

    def _upcast(self, kind: str, schema: int, raw: dict[str, Any]) -> E:
        """Upcast a body with an older schema, and decode it. Raises ``UnknownKind`` for a newer
        one.
        """
        if schema >= self.schemas.get(kind, 0):
            raise UnknownKind(
                f"this ledger has {kind} (form {schema}), which a newer Warledger wrote:"
                " update the program, then open it again"
            )
        for step in range(schema, self.schemas[kind]):
            raw = self.upcasts[kind][step](raw)
        return msgspec.convert(raw, self.kinds[kind])

    def encode_and_decode(self, event: Kept) -> Kept:
        """Return the event as it will later be read from the ledger."""
        name = self._names[type(event)]  # type: ignore[index]
        return cast(Kept, self._get_reader(name)(self.encode(event)))  # type: ignore[arg-type]
