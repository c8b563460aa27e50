"""Record, import, record: the same bytes, the same game, whatever was done in it."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.application.records.making import kept_game, record
from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.log.reader import log_of
from tracker.application.match.game import Game
from tracker.application.records.bringing_in import BroughtIn, bring_in
from tracker.application.records.checking import check
from tracker.ledger.memory import MemoryStore
from tracker.procedures.installed import registered
from tracker.procedures.ruleset import Ruleset

RULESETS = sorted(registered())
SEEDS = st.integers(0, 1_000_000)


def no_file(rules: Ruleset, name: str) -> str:
    raise Refused(f"{name} is not here.")


def brought(text: str, book: Book | None = None) -> tuple[Game, BroughtIn]:
    kept = book or Book(MemoryStore(), author="somebody else")
    done = bring_in(kept, text, no_file)
    return kept.game(done.match), done


@pytest.mark.parametrize("name", RULESETS)
@settings(max_examples=4)
@given(SEEDS, st.integers(1, 160))
def test_a_record_comes_back_to_the_byte(name: str, seed: int, steps: int) -> None:
    game = kept_game(registered()[name], random.Random(seed), steps)
    text = record(game)
    again, _ = brought(text)
    assert record(again) == text
    assert again.story.lines == game.story.lines  # events, entries, actions, times and authors
    assert (again.state, again.pending) == (game.state, game.pending)
    assert log_of(again.story) == log_of(game.story)
    assert again.journal.store.verify().sound


@pytest.mark.parametrize("name", RULESETS)
@settings(max_examples=4)
@given(SEEDS)
def test_the_second_time_nothing_changes(name: str, seed: int) -> None:
    text = record(kept_game(registered()[name], random.Random(seed), 30))
    book = Book(MemoryStore())
    _, first = brought(text, book)
    _, second = brought(text, book)
    assert (first.match, first.was_there) == ("m1", False)
    assert (second.match, second.was_there) == ("m1", True)
    assert len(book.games()) == 1


@pytest.mark.parametrize("name", RULESETS)
@settings(max_examples=3)
@given(SEEDS)
def test_a_record_is_sound_as_it_was_written(name: str, seed: int) -> None:
    found = check(record(kept_game(registered()[name], random.Random(seed), 60)), no_file)
    assert (found.sound, found.checked) == (True, True)
