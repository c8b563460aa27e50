"""What was changed since it was written is found, named, and not let in unseen."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.application.match_records.making import kept_game, record
from tests.application.match_records.test_round_trip import RULESETS, brought, no_file
from tests.profiles import examples, some
from tracker.application.book import Book
from tracker.application.errors import LedgerError, Refused
from tracker.application.match_records.match_record_file_check import check_match_record
from tracker.application.match_records.record_importer import import_match_record
from tracker.ledger.memory_store import MemoryStore
from tracker.ledger.store_interface import Store, StoredEvent
from tracker.ledger.store_opening_and_copying import open_store
from tracker.procedures.installed_rulesets import load_playable_rulesets


@cache
def text_of(name: str) -> str:
    """The record of a game by chance of a ruleset."""
    return record(kept_game(load_playable_rulesets()[name], random.Random(3), 40))


@pytest.mark.thorough
@pytest.mark.parametrize("name", RULESETS)
@examples(30)
@given(st.data())
def test_a_byte_changed_below_the_head_is_found_in_its_line(name: str, data: st.DataObject) -> None:
    raw = bytearray(text_of(name).encode())
    at = data.draw(st.integers(raw.index(b"\n---") + 1, len(raw) - 1))
    raw[at] ^= data.draw(st.sampled_from((1, 2, 4, 8, 16, 32, 64, 128)))
    text = raw.decode("utf-8", "replace")
    line = text_of(name).encode()[:at].count(b"\n") + 1
    try:
        found = check_match_record(text, no_file)
    except Refused:
        assert text_of(name).splitlines()[line - 1].startswith("---")  # no rule, no record
        return
    assert not found.is_sound
    # A break that went joins two lines, which is seen in the first; one more is seen in either.
    assert found.line in (line, line + 1)
    if raw[at] != 10 and text_of(name).encode()[at] != 10:
        assert found.line == line


@pytest.mark.parametrize("name", RULESETS)
def test_a_change_in_the_head_is_found_there(name: str) -> None:
    text = text_of(name).replace('mode = "warn"', 'mode = "free"')
    found = check_match_record(text, no_file)
    rule = next(n for n, row in enumerate(text.splitlines(), 1) if row.startswith("---"))
    assert (found.is_sound, found.line) == (False, rule)
    assert "head" in found.why


@pytest.mark.parametrize("name", some(RULESETS))
def test_lines_taken_out_or_swapped_are_found(name: str) -> None:
    rows = text_of(name).splitlines()
    at = next(n for n, row in enumerate(rows) if row.startswith("---")) + 6
    gone = "\n".join([*rows[:at], *rows[at + 1 :]]) + "\n"
    swapped = "\n".join([*rows[:at], rows[at + 1], rows[at], *rows[at + 2 :]]) + "\n"
    cut = "\n".join(rows[:-1]) + "\n"
    for text in (gone, swapped, cut):
        assert not check_match_record(text, no_file).is_sound


def test_a_changed_record_comes_in_only_when_told() -> None:
    text = text_of("deathzap2")
    row = next(row for row in text.splitlines() if row.startswith("deployment : "))
    dice = row.removeprefix("deployment : ")[:2]
    other = dice[::-1] if dice != dice[::-1] else "12"
    changed = text.replace(row, row.replace(f": {dice}", f": {other}"))
    line = text.splitlines().index(row) + 1
    book = Book(MemoryStore())
    with pytest.raises(Refused, match=f"Line {line} of the record was changed"):
        import_match_record(book, changed, no_file)
    assert book.list_games() == []


def test_what_no_longer_fits_names_its_line_and_leaves_nothing() -> None:
    rows = text_of("deathzap2").splitlines()
    at = next(n for n, row in enumerate(rows) if row.startswith("objectives : "))
    rows[at] = "objectives : 2 9 3"
    book = Book(MemoryStore())
    line = f"Line {at + 1}"
    with pytest.raises(Refused, match=f"^{line} of the record was changed .* {line}: "):
        import_match_record(book, "\n".join(rows), no_file)
    assert book.list_games() == []
    assert book.store.list_streams() == []


def fails_after(store: Store, entries: int, patch: pytest.MonkeyPatch) -> None:
    """The disk is full after so many entries."""
    append, left = store.append_entry, iter(range(entries))

    def failing(*given: Any, **named: Any) -> list[StoredEvent]:
        if next(left, None) is None:
            raise LedgerError("The disk is full.")
        return append(*given, **named)

    patch.setattr(store, "append_entry", failing)


@pytest.mark.thorough
@pytest.mark.parametrize("entries", [0, 1, 2, 9])
@pytest.mark.parametrize("kind", ["memory", "file"])
def test_a_failure_in_the_middle_leaves_nothing(
    entries: int, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.db"
    store = open_store("memory://" if kind == "memory" else path)
    with monkeypatch.context() as patch:
        fails_after(store, entries, patch)
        with pytest.raises(LedgerError, match="full"):
            import_match_record(Book(store), text_of("deathzap2"), no_file)
    assert store.list_streams() == []
    done = import_match_record(Book(store), text_of("deathzap2"), no_file)
    assert (done.match, done.was_there) == ("m1", False)
    store.close()
    if kind == "file":
        with open_store(path) as again:
            assert again.verify_streams().is_sound
            assert Book(again).list_games()[0].version == done.events


NONSENSE = st.one_of(
    st.text(max_size=60),
    st.sampled_from(
        ("@", "@input X {}", "@input Noted {", "@entry []", '@entry ["Rewound",0,{"to":999}]',
         "@anew 3", "@anew 99999 next", "@to 0", "@to 999999", "@amend 1", "@fix [] # x",
         '@fix [{"fact":"Moved","unit":"u:zz"}] # x', "@note about 9999 # x", "@because 3",
         '@input Rewound {"to":-4}', '@entry ["Moved",0,{"unit":"u:r1"}]', "@mark never",
         '@because "x" ' * 40 + "next", '@author "\\ud800"',
         '@entry ["Noted",7,{"text":"x"},[["ActionEnded",7,{"fact":"ActionEnded","action":7}]]]')
    ),
)  # fmt: skip


def _below(text: str) -> Iterator[str]:
    for row in text.splitlines():
        yield row
        if row.startswith("---"):
            return


@pytest.mark.thorough
@examples(120)
@given(NONSENSE)
def test_nonsense_is_one_sentence(row: str) -> None:
    text = "\n".join([*_below(text_of("deathzap2")), row, "next"])
    book = Book(MemoryStore())
    said = refusal(text, book)
    assert "\n" not in said
    assert not said or book.store.list_streams() == []


@pytest.mark.parametrize(
    ("row", "form"),
    [
        ("@note without its sign", "@note about 41 # the text of the note"),
        ("@author Anna", '@author "Anna"'),
        ("@because it rained next", '@because "reason", followed by the line'),
        ("@anew next", "@anew 38, followed by the line as it should have been"),
        ("@late next", "@late 19, followed by the line that was entered late"),
        ("@to the end", "@to 41"),
        ("@amend it", "@amend 38"),
        ("@before it", "@before 19"),
        ("@fix r1 half", "@fix about 38 [FACTS] # reason"),
        ("@input Noted", "@input Noted {BODY}"),
    ],
)
def test_a_row_that_is_written_otherwise_is_told_how(row: str, form: str) -> None:
    text = "\n".join([*_below(text_of("deathzap2")), row, "next"])
    assert f"Write this line as {form}." in refusal(text, Book(MemoryStore()))


def refusal(text: str, book: Book) -> str:
    """The sentence with which a record is refused, or nothing."""
    try:
        brought(text, book)
    except (Refused, LedgerError) as error:
        return error.message
    return ""


@pytest.mark.thorough
@examples(60)
@given(st.text(max_size=80))
def test_a_nonsense_head_is_one_sentence(head: str) -> None:
    for text in (head, f"{head}\n---\nnext", f'rules = "deathzap2"\n{head}\n---\n'):
        with pytest.raises(Refused):
            import_match_record(Book(MemoryStore()), text, no_file)
