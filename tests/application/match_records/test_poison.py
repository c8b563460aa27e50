"""Records that would be in the way for ever are refused, with the row; nothing of them is kept."""

from __future__ import annotations

import re

import pytest

from exports.game_export_formats import list_game_renderers
from tests.application.match_records.test_by_hand import samples
from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.match_records.match_record_writer import compose_match_record
from tracker.application.match_records.record_importer import import_match_record
from tracker.ledger.memory_store import MemoryStore

PROFILE = '{ cost = 10, guns = [], id = "x", melee = [], quality = "basic", type = "infantry" }'


@pytest.fixture(scope="module")
def text() -> str:
    """A record as a program wrote it, without its checks: two samples, and the first dice."""
    book = Book(MemoryStore(), clock=lambda: 1_700_000_000_000_000)
    by_hand = (
        'rules = "deathzap2"\nplayed = 2026-10-03\n[[side]]\nname = "Red"\nroster = "iron-third"\n'
        '[[side]]\nname = "Blue"\nroster = "red-dusk"\n---\nobjectives : 34\n'
    )
    game = book.open_game(import_match_record(book, by_hand, samples).match)
    return re.sub(
        r" [0-9a-f]{6}$", "", compose_match_record(game.ruleset, game.history), flags=re.MULTILINE
    )


def refusal(text: str) -> str:
    book = Book(MemoryStore())
    with pytest.raises(Refused) as refused:
        import_match_record(book, text, samples, allow_changed=True, readers=list_game_renderers())
    assert book.list_streams() == []
    assert "\x1b" not in refused.value.message
    return refused.value.message


def test_as_it_was_written_it_is_taken(text: str) -> None:
    import_match_record(
        Book(MemoryStore()), text, samples, allow_changed=True, readers=list_game_renderers()
    )


BAD = (
    ("a time without end", r";1 \S+( \+\S+)*", r";1 2026-10-03T12:00:00 +999999999999", "years"),
    ("a time before all", r";1 \S+( \+\S+)*", r";1 2026-10-03T12:00:00 -99999999999", "years"),
    ("year 9999", r";1 \S+( \+\S+)*", r";1 9999-10-03T12:00:00", "years 1970 and 9998"),
    ("no shields", r', shields = "\w+"', "", "shields"),
    ("a cost in words", r"cost = \d+", 'cost = "x"', "cost"),
    ("two units r1", r'unit = "r2"', 'unit = "r1"', "two units are r1"),
    ("a unit b1 of Red", r'unit = "r1"', 'unit = "b9"', "a unit of Red must be like r1"),
    ("no figures", r'(unit = "r1", .*, figures = \[)[^\]]*', r"\1", "r1 has no figures"),
    ("an unknown profile", r'figures = \["(\d+) \w+', r'figures = ["\1 nobody', "profile 'nobody'"),
    ("a long title", r'title = "[^"]*"', f'title = "{"x" * 5000}"', "5000 characters"),
    ("a title with ESC", r'title = "', r'title = "\\u001b[31m', "the title contains control"),
    ("an author with ESC", r'^mode = ', 'author = "A\\\\u001bB"\nmode = ', "the author contains"),
    ("an author with C1", r'^mode = ', 'author = "A\\\\u009bB"\nmode = ', "the author contains"),
    ("30 sides", r"\[\[force\]\]", "[[side]]\nname = 'More'\n" * 28 + "[[force]]", "two sides"),
    (
        "two sides r",
        r'letter = "b"([\s\S]*?)side = "b"',
        r'id = "s:b"\nletter = "r"\1side = "blue"',
        "two sides have the letter r",
    ),
    ("no such day", r'played = "[^"]*"', 'played = "2026-13-77"', "does not exist"),
    ("no such option", r'board = "small"', 'board = "endless"', "option board cannot be"),
)  # fmt: skip


@pytest.mark.parametrize(("what", "pattern", "instead", "why"), BAD, ids=[one[0] for one in BAD])
def test_what_would_be_in_the_way_for_ever(
    text: str, what: str, pattern: str, instead: str, why: str
) -> None:
    changed = re.sub(pattern, instead, text, count=1, flags=re.MULTILINE)
    assert changed != text, what
    told = refusal(changed)
    assert why in told, told
    assert told.count(". ") <= 1, "what is wrong, and what to do"


def test_the_row_is_named(text: str) -> None:
    rows = text.splitlines()
    rule = next(n for n, row in enumerate(rows, 1) if row.startswith("---"))
    assert refusal(text.replace('unit = "r2"', 'unit = "r1"')).startswith(f"line {rule}: ")
    changed = "\n".join(
        (*rows[:-1], '@input noted {"text":"x","about":[]} ;99 2026-10-03T12:00:00')
    )
    assert refusal(changed).startswith(f"line {len(rows)}: ")


@pytest.mark.parametrize(
    "row",
    [
        '@entry ["noted",0,{"text":"x"},[["moved",0,{"unit":"u:zz","distance":1}]]]',
        '@entry ["noted",0,{"text":"x"},[["figures-removed",0,{"figures":["f:zz"]}]]]',
        '@input action-taken {"action":"nothing"}',
    ],
)
def test_a_fact_about_nobody_is_refused_at_its_row(text: str, row: str) -> None:
    rows = text.splitlines()
    assert refusal("\n".join((*rows[:-1], row))).startswith(f"line {len(rows)}: ")


def test_a_reader_that_fails_keeps_it_out(text: str) -> None:
    def fails(_: object) -> None:
        raise KeyError("s:x")

    book = Book(MemoryStore())
    with pytest.raises(Refused, match=r"opened after the import \(KeyError"):
        import_match_record(book, text, samples, allow_changed=True, readers=(fails,))
    assert book.list_streams() == []
