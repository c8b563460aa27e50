"""Free rolls: who, what for, the number needed; written down, whatever else waits."""

from __future__ import annotations

import pytest

from tests.saying import begin_correction as correct
from tests.saying import say
from tests.tui.kit import TO_SHOOT, begin, book
from tracker.application.chances.game_luck import compute_luck
from tracker.application.log.game_log_lines import MatchLog
from tracker.application.match.free_rolls import (
    FreeRoll,
    describe_free_roll,
    describe_last_entry_if_free_roll,
    format_free_roll_line,
    parse_free_roll,
)
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.application.typed_lines.line_interpreter import interpret_parts_for_match
from tracker.application.typed_lines.line_parsing_with_suggestions import parse_line
from tracker.input_parsing.line_syntax_tree import format_line
from tracker.vocabulary.events import Rolled
from tracker.vocabulary.roll_needs import Need
from tui.prompt.table_prompt import Prompt

WAITING = (*TO_SHOOT, "r1 > b2 soft")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('roll 4+ "is it in cover?" : 5', "is it in cover? 5 (4+): yes"),
        ('roll 4+ "is it in cover?" : 3', "is it in cover? 3 (4+): no"),
        ("roll r1 2d6 how far : 34", "how far: 3 4, 7"),
        ("roll 3d6 5+ who hears it : 526", "who hears it: 5 2 6 (5+): 2 of 3"),
        ("roll off who begins? : 4 2", "who begins? Red 4, Blue 2: Red"),
        ("roll off who begins? : 2 v 5", "who begins? Red 2, Blue 5: Blue"),
        ("roll off : 3 3", "a free roll: Red 3, Blue 3: equal"),
        ("roll d10 8+ : 0", "a free roll: 10 (8+): yes"),
        ('roll off "red or blue begins" : 5 4', "red or blue begins: Red 5, Blue 4: Red"),
        ('roll off "red" : 5 4', "red: Red 5, Blue 4: Red"),
        ('roll "3+" 2d6 "morale" r1 : 45', "3+ morale: 4 5, 9"),
        ('roll "seen?" 4+ : 5', "seen? 5 (4+): yes"),
        ('roll 3 or less "red has 5 or less" : 4', "red has 5 or less: 4 (3 or less): no"),
    ],
)
def test_a_free_roll_is_written_down_and_what_waits_goes_on_waiting(line: str, words: str) -> None:
    game = begin(book(), WAITING)
    before = game.pending
    done = play_line(game, line)
    assert done.error is None
    rolled = done.entries[0].input
    assert isinstance(rolled, Rolled)
    assert describe_free_roll(rolled) == words
    assert game.pending == before
    game.reload()
    assert game.pending is not None
    assert game.pending.request.what == "to hit"
    log = MatchLog()
    log.update_and_find_first_change(game.history)
    assert any(words in each.text for each in log.lines)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("roll 7+ : 2", "2+ to 6+"),
        ("roll 4+ in cover", "after a colon"),
        ("roll off 4+ : 2 3", "the higher die wins"),
        ("roll off 2d6 : 45 66", "such as `roll red 2d6 : 45`."),
        ("roll 0d6 : 2", "1 to 100 dice"),
        ("roll 1d1 : 1", "with 2 to 100 sides"),
        (
            "roll 1d99999999999 : 1",
            "1d99999999999: roll 1 to 100 dice with 2 to 100 sides.",
        ),
        ("roll 1000000d6 : 1", "1000000d6: roll 1 to 100 dice"),
        ("roll 4+ : 7", "a D6 has no 7"),
        ("roll 2d6 : 3", "1 missing"),
    ],
)
def test_a_roll_that_cannot_be_is_refused(line: str, sentence: str) -> None:
    game = begin(book(), WAITING)
    before = game.version
    done = play_line(game, line)
    assert done.error is not None
    assert sentence in done.error.message
    assert game.version == before


def test_quoted_text_names_no_unit_at_the_prompt_and_keeps_its_quotes() -> None:
    game = begin(book(), WAITING)
    line = parse_line(game, 'roll 2d6 "r2" r1')
    assert format_line(line) == 'roll 2d6 "r2" r1'
    prompt = Prompt(game)
    prompt.dice_entry.begin_free_roll('2d6 "r2" r1')
    (typed,) = interpret_parts_for_match(game.ruleset, game.match, line.parts)
    for free in (typed.meaning, prompt.free_roll):
        assert isinstance(free, FreeRoll)
        assert (free.what, free.subject, free.dice) == ("r2", "u:r1", (6, 6))


def test_who_what_for_and_the_number_are_found_in_any_order() -> None:
    match = begin(book(), WAITING).match
    found = parse_free_roll(match, ("2d6", "r1", "5+", "jumps", "the", "gap"))
    assert (found.subject, found.side, found.dice) == ("u:r1", "s:r", (6, 6))
    assert found.need == Need(5, hit="yes", miss="no")
    assert found.what == "jumps the gap"
    assert format_free_roll_line(match, found) == 'roll r1 2d6 5+ "jumps the gap"'
    # Behind the first word of what it is for, nothing is a number or a name any more.
    assert parse_free_roll(match, ("is", "r1", "4+")).what == "is r1 4+"


def test_taking_back_takes_the_free_roll_alone() -> None:
    game = begin(book(), WAITING)
    play_line(game, "roll 4+ : 5")
    game.undo()
    assert game.pending is not None
    assert game.pending.request.what == "to hit"
    assert describe_last_entry_if_free_roll(game.history) == ""


def test_taking_back_the_action_before_anything_is_open_leaves_it_alone() -> None:
    game = begin(book(), TO_SHOOT)
    play_line(game, "roll 4+ : 5")
    game.undo_action_or_correction()
    assert game.match.phase == "shoot"
    assert describe_last_entry_if_free_roll(game.history) == ""


def test_luck_counts_only_what_the_rules_ask() -> None:
    game = begin(book(), WAITING)
    rolls = compute_luck(game.history).rolls
    play_line(game, "roll 4+ : 6")
    assert compute_luck(game.history).rolls == rolls


def test_a_correction_of_an_earlier_line_keeps_it() -> None:
    game = begin(book(), WAITING)
    number = game.history.last_line_number
    play_line(game, "roll 4+ in the open? : 6")
    correct(game, number, lambda sandbox: play_line(sandbox, "r1 > b2 hard"))
    said = [
        e.input.what for e in game.history.list_entries_on_path() if isinstance(e.input, Rolled)
    ]
    assert said[-1] == "in the open?"


def test_the_last_thing_written_may_be_a_reason() -> None:
    game = begin(book(), TO_SHOOT)
    play_line(game, "roll 4+ seen? : 5")
    assert describe_last_entry_if_free_roll(game.history) == "seen? 5 (4+): yes"
    play_line(game, "r1 holds")
    assert describe_last_entry_if_free_roll(game.history) == ""


@pytest.mark.parametrize("place", ["late before 5", "before 5 late"])
def test_a_free_roll_is_not_entered_late(place: str) -> None:
    game = begin(book(), TO_SHOOT)
    done = play_line(game, f"roll 3d6 4+ {place} : 555")
    assert done.error is not None
    assert done.error.message == (
        f"A free roll is always entered now: leave out `{place}`. If `{place}` is part of the "
        f'purpose, type the purpose in quotes, as in `roll 4+ "{place}" : 5`.'
    )
    say(game, f'roll 4+ "{place}" : 5')
    assert describe_last_entry_if_free_roll(game.history) == f"{place}: 5 (4+): yes"
