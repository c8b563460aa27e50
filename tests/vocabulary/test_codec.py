"""Bodies of events as they are stored: a frozen sample of every kind, and older or newer forms."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from tracker.vocabulary import events as ev
from tracker.vocabulary import match_event_codec
from tracker.vocabulary.event_codec import UnknownKind
from tracker.vocabulary.subject_ids import FigureId, UnitId

# One line a kind: name, schema number, body as the first release wrote it. Lines are never changed.
SAMPLES = [
    line.split(" ", 2)
    for line in (Path(__file__).parent / "samples.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def test_every_kind_has_a_frozen_sample() -> None:
    assert {kind for kind, _, _ in SAMPLES} == set(match_event_codec.FORMS.kinds)
    assert len(match_event_codec.FORMS.kinds) == 27


@pytest.mark.parametrize(("kind", "schema", "body"), SAMPLES, ids=[s[0] for s in SAMPLES])
def test_a_stored_body_is_read_and_written_unchanged(kind: str, schema: str, body: str) -> None:
    event = match_event_codec.decode(kind, int(schema), body.encode())
    assert match_event_codec.kind_of(event) == kind
    if int(schema) == match_event_codec.SCHEMAS[kind]:
        assert match_event_codec.encode(event) == body.encode()
    assert match_event_codec.decode_all(kind, int(schema), f"[{body},{body}]".encode()) == [
        event,
        event,
    ]
    packed = msgspec.msgpack.encode([msgspec.json.decode(body)])
    assert match_event_codec.decode_all(kind, int(schema), packed, is_message_pack=True) == [event]


def test_a_sample_is_read_to_the_very_values() -> None:
    body = next(body for kind, _, body in SAMPLES if kind == "FiguresRemoved")
    assert match_event_codec.decode("FiguresRemoved", 1, body.encode()) == ev.FiguresRemoved(
        figures=(FigureId("f:b1.2"), FigureId("f:b1.3")), how="destroyed", by="u:r1"
    )


@pytest.mark.parametrize(("kind", "schema"), [("Teleported", 1), ("Moved", 2)])
def test_a_newer_program_is_named_with_what_to_do(kind: str, schema: int) -> None:
    with pytest.raises(UnknownKind, match="update the program"):
        match_event_codec.decode(kind, schema, b"{}")
    with pytest.raises(UnknownKind, match="update the program"):
        match_event_codec.decode_all(kind, schema, b"[{}]")


def test_an_older_body_is_brought_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    """Form 1 said inches; the program's form 2 counts hundredths of them."""
    monkeypatch.setitem(match_event_codec.SCHEMAS, "Moved", 2)
    monkeypatch.setitem(
        match_event_codec.UPCASTS,
        "Moved",
        {1: lambda old: {"unit": old["unit"], "length": old["inches"] * 100}},
    )
    moved = ev.Moved(unit=UnitId("u:r1"), length=400)
    body = b'{"unit":"u:r1","inches":4}'
    assert match_event_codec.decode("Moved", 1, body) == moved
    assert match_event_codec.decode_all("Moved", 1, b"[" + body + b"]") == [moved]
    packed = msgspec.msgpack.encode([msgspec.json.decode(body)])
    assert match_event_codec.decode_all("Moved", 1, packed, is_message_pack=True) == [moved]


def test_a_body_of_another_shape_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        match_event_codec.decode("Moved", 1, b'{"unit":7}')


def test_no_body_can_hold_a_float() -> None:
    with pytest.raises(msgspec.ValidationError):
        match_event_codec.decode("ActionTaken", 1, b'{"action":"shoot","params":{"range":0.1}}')


@pytest.mark.parametrize(("kind", "schema", "body"), SAMPLES, ids=[s[0] for s in SAMPLES])
def test_what_is_usual_is_left_out_wherever_the_word_is_from(
    kind: str, schema: str, body: str
) -> None:
    """A word that was read is equal to that of the program, and another object."""
    event = match_event_codec.decode(kind, int(schema), body.encode())
    for field in msgspec.structs.fields(match_event_codec.FORMS.kinds[kind]):
        if isinstance(field.default, str) and field.default:
            read = bytes(field.default, "ascii").decode()
            assert read is not field.default
            stored = msgspec.json.decode(
                match_event_codec.encode(replace(event, **{field.name: read}))
            )
            assert field.name not in stored
