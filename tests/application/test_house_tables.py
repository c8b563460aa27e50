"""House tables of a match are looked at before it begins."""

from __future__ import annotations

import pytest

from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.match_setup import Entrant
from tracker.ledger.memory_store import MemoryStore
from tracker.rulesets.deathzap2 import RULESET
from tracker.vocabulary.events import Json


def entrants() -> list[Entrant]:
    assert RULESET.forces is not None
    return [Entrant(sample.title, sample.text) for sample in RULESET.forces.samples()[:2]]


@pytest.mark.rule("DZ-G01")
def test_a_bad_row_of_the_order_table_is_refused_and_nothing_is_kept() -> None:
    book = Book(MemoryStore())
    rows: dict[str, Json] = {"3": {"mvoe": 2}}
    with pytest.raises(Refused, match=r"Order 3: .* is unknown"):
        book.begin_match("deathzap2", entrants(), tables={"orders": rows})
    assert book.store.list_streams("match") == []


@pytest.mark.rule("DZ-G01")
def test_a_good_order_table_goes_into_the_match() -> None:
    book = Book(MemoryStore())
    rows: dict[str, Json] = {"3": {"text": "on the double", "move": 2}}
    game = book.begin_match(
        "deathzap2", entrants(), options={"orders_table": "custom"}, tables={"orders": rows}
    )
    assert game.match.table("orders") == rows
