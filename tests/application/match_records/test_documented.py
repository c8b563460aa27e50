"""docs/match-record.md against the program: its example is real."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path

from tests.application.match_records.making import record
from tests.application.match_records.test_by_hand import samples
from tracker.application.book import Book
from tracker.application.match_records.record_importer import import_match_record
from tracker.application.match_records.record_row_replay import BEFORE_A_LINE, WORDS
from tracker.ledger.memory_store import MemoryStore

TEXT = (Path(__file__).parents[3] / "docs" / "match-record.md").read_text(encoding="utf-8")
BY_HAND, BY_PROGRAM = re.findall(r"```text\n(.*?)```", TEXT, flags=re.DOTALL)
HALF_PAST_SEVEN = 1_715_455_800_000_000  # 2024-05-11 19:30 UTC


def test_what_is_written_by_hand_is_written_by_the_program_like_this() -> None:
    ticks = count(HALF_PAST_SEVEN, 12_000_000)
    book = Book(MemoryStore(), clock=lambda: next(ticks))
    done = import_match_record(book, BY_HAND, samples)
    rows = record(book.open_game(done.match)).partition("\n---")[2]
    assert f"---{rows}" == BY_PROGRAM


def test_every_word_behind_the_sign_is_told() -> None:
    told = set(re.findall(r"`@([a-z]+)", TEXT))
    assert told == {*WORDS, *BEFORE_A_LINE, "end", "photo"}
