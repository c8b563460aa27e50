"""Matches that were cut off, kept by other rules, or named by people with a sense of humour."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from msgspec.structs import replace as with_other

from tests.application.match_records.making import NOTES, kept_game, record
from tests.application.match_records.test_round_trip import RULESETS, SEEDS, no_file
from tests.application.toy import TOY
from tests.combat_zone.test_late import KILLS, SHOT, after
from tests.deathzap2.evening import shooting
from tests.exports.conftest import HOSTILE
from tests.profiles import examples
from tests.saying import say
from tracker.application.book import Book
from tracker.application.correcting import action_edit_after_dice
from tracker.application.correcting.correction_preview import preview_correction
from tracker.application.match.match_history import MatchHistory
from tracker.application.match_records.match_record_file_check import check_match_record
from tracker.application.match_records.match_record_writer import compose_match_record
from tracker.application.match_records.record_importer import import_match_record
from tracker.application.match_setup import Entrant
from tracker.ledger.memory_store import MemoryStore
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.projection.undo_history_tree import RecordedEvent
from tracker.vocabulary import events as ev


def story_of(lines: list[RecordedEvent]) -> MatchHistory:
    return MatchHistory(lines)


def comes_back(name: str, story: MatchHistory) -> str:
    """The record of a story, after it came back as it was."""
    rules = load_playable_rulesets()[name]
    text = compose_match_record(rules, story)
    book = Book(MemoryStore())
    again = book.open_game(import_match_record(book, text, no_file).match)
    assert again.history.lines == story.lines
    assert compose_match_record(rules, again.history) == text
    return text


@pytest.mark.parametrize("name", RULESETS)
@examples(6)
@given(SEEDS, st.data())
def test_a_program_stopped_after_any_entry(name: str, seed: int, data: st.DataObject) -> None:
    """Also between an entry and what the book does by itself, and in the opening."""
    lines = kept_game(load_playable_rulesets()[name], random.Random(seed), 50).history.lines
    ends = [
        one.version for one, following in pairwise(lines) if following.version == following.entry
    ]
    comes_back(name, story_of(lines[: data.draw(st.sampled_from(ends))]))


def test_a_line_that_other_rules_resolved_is_kept_as_it_was() -> None:
    """A fact that the rules of today do not say: the entry stands whole, the others as lines."""
    lines = kept_game(load_playable_rulesets()["deathzap2"], random.Random(1), 30).history.lines
    at = next(
        n for n, line in enumerate(lines)
        if isinstance(line.event, ev.PhaseBegan) and line.event.phase == "impetus"
    )  # fmt: skip
    event = lines[at].event
    assert isinstance(event, ev.PhaseBegan)
    other = [*lines]
    other[at] = replace(lines[at], event=replace(event, step="dawn"))
    text = comes_back("deathzap2", story_of(other))
    whole = [row for row in text.splitlines() if row.startswith("@entry ")]
    assert sum('"step":"dawn"' in row for row in whole) == 1
    assert len(whole) <= 2  # the roll-off that goes on from there, too
    assert "deployment : " in text
    assert check_match_record(text, no_file).is_sound


def test_words_of_other_rules_are_kept() -> None:
    lines = kept_game(load_playable_rulesets()["deathzap2"], random.Random(1), 20).history.lines
    opened = lines[0].event
    assert isinstance(opened, ev.MatchOpened)
    words = replace(opened.words, figure="fighter")
    other = [replace(lines[0], event=replace(opened, words=words)), *lines[1:]]
    assert "\nwords = " in comes_back("deathzap2", story_of(other))


@pytest.mark.thorough
def test_other_defaults_of_a_later_program_change_no_old_record() -> None:
    rules = load_playable_rulesets()["deathzap2"]
    text = record(kept_game(rules, random.Random(2), 20))
    turned = tuple(
        replace(option, values=option.values[::-1]) if option.name == "overkill" else option
        for option in rules.options
    )
    later = with_other(rules, options=turned)
    book = Book(MemoryStore(), rulesets={rules.id: later})
    game = book.open_game(import_match_record(book, text, no_file).match)
    assert game.state.info.options["overkill"] == "spill"
    assert rules.map_options_to_defaults()["overkill"] == "spill"
    assert later.map_options_to_defaults()["overkill"] != "spill"


NAMES = st.text(min_size=1, max_size=30).filter(str.strip)


@pytest.mark.thorough
@examples(25)
@given(NAMES, NAMES, NAMES, NAMES)
def test_any_name_survives(title: str, red: str, player: str, note: str) -> None:
    for each in (HOSTILE, '"""', "[x]\n---\n# y", "--- ;1 12:00:00 abcdef"):
        book = Book(MemoryStore(), rulesets={"toy": TOY}, author=player, clock=lambda: 5)
        entrants = [Entrant(f"R{red}{each}", "Red 3 2", player), Entrant(each, "Blue 3 2")]
        game = book.begin_match("toy", entrants, title=f"{title}{each}")
        game.add_note(f"{note}{each}")
        game.add_note(each, about=1, star=True)
        text = compose_match_record(TOY, game.history)
        other = Book(MemoryStore(), rulesets={"toy": TOY})
        again = other.open_game(import_match_record(other, text, no_file).match)
        assert again.history.lines == game.history.lines
        assert check_match_record(text, no_file, other).is_sound


@pytest.mark.thorough
@pytest.mark.parametrize(
    "lines",
    [
        ("r11 moves 2ap", "r12 moves 1ap", "r13 moves 2ap", SHOT.replace(" :", " late :")),
        ("r11 moves 2ap", KILLS),
        ("r11 > b11 20cm open : 111", "r12 moves 2ap", KILLS.replace(" :", " late :"), "undo"),
    ],
    ids=["looked for", "behind the action", "taken back again"],
)
def test_what_was_said_late_comes_back(lines: tuple[str, ...]) -> None:
    story = after(*lines).history
    text = comes_back("combat-zone", story)
    assert "\n@before " in text
    assert "\n@late " in text
    assert "@input" not in text
    assert check_match_record(text, no_file).is_sound


@pytest.mark.parametrize("text", NOTES)
def test_any_note_comes_back(text: str) -> None:
    game = kept_game(load_playable_rulesets()["deathzap2"], random.Random(1), 3)
    game.add_note(text)
    game.add_note(text, about=1, star=True)
    game.adjust_by_hand((), text)
    comes_back("deathzap2", game.history)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "lines",
    [
        ("r11 moves 2ap", "r12 moves 1ap", "b12 shoots r11 20cm open late", "answer : 611 / 666"),
        ("r11 moves 2ap", "r12 moves 1ap", "b12 shoots r11 20cm open late", "undo action", "redo"),
        ("r11 moves 2ap", SHOT, "undo", "undo", "undo", "redo", "redo", "redo"),
    ],
    ids=["dice later", "let be and returned", "taken back one by one"],
)
def test_what_was_said_late_and_taken_back_comes_back(lines: tuple[str, ...]) -> None:
    text = comes_back("combat-zone", after(*lines).history)
    assert "@input" not in text
    assert check_match_record(text, no_file).is_sound


def test_a_slip_that_was_looked_at_and_kept_comes_back() -> None:
    """The dice of b12's shot were read wrong: 4 5 6 for 6 1 1; what came after is said again."""
    game = after("r11 moves 2ap | b12 shoots r11 20cm : 611 / 231", "r12 moves 1ap")
    line = next(
        e.number
        for e in game.history.iterate_path_entries_backwards()
        if isinstance(e.input, ev.Rolled)
    )
    preview_correction(game, line, "1 1 2").save_correction()
    text = comes_back("combat-zone", game.history)
    assert "\n@amend " in text
    assert "@input" not in text
    game.undo()  # the whole of it: the game is as it was before
    comes_back("combat-zone", game.history)


@pytest.mark.parametrize("typed", ["", "6661", "r"])
def test_an_action_changed_after_its_dice_comes_back(typed: str) -> None:
    """With the first of the dice that lie there, with new ones, with those of the app."""
    game = shooting()
    say(game, "r1 > b2 soft : 45162346 *p3 5 / 426513")
    edit = action_edit_after_dice.preview_action_edit(game, "r1 > b2 hard")
    if typed:
        edit.with_new_dice.answer_with_text(typed)
        edit.save_with_new_dice()
    else:
        edit.save_with_old_dice()
    text = comes_back("deathzap2", game.history)
    assert "\n@amend " in text
    assert check_match_record(text, no_file).is_sound
