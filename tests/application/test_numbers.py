"""Lines keep their numbers: what is said again because something before it was corrected is the
same line; what is new has a number of its own.
"""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.application.table import begin, duel
from tests.application.telling import Telling
from tests.combat_zone.evening import begin as figures
from tests.combat_zone.test_lines import WATCHED
from tests.deathzap2.evening import shooting
from tests.profiles import examples
from tests.saying import begin_correction, say
from tests.saying import say as say_figures
from tracker.application.correcting.correction_preview import CorrectionPreview, preview_correction
from tracker.application.errors import Refused
from tracker.application.log.game_log_lines import (
    compute_state_after_line,
    expand_undone_line,
    list_log_lines,
)
from tracker.application.log.log_line_types import LogLine
from tracker.application.match.game import Game
from tracker.application.match.undo_steps_and_branches import list_branches
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.testing.random_games import begin_random_game, play_random_input, reopen_game
from tracker.vocabulary import events as ev
from tracker.vocabulary.events import Version


def played() -> Game:
    """Lines 5 to 12: r1 shoots b1 and hits once, b1 misses, r2 shoots b2 and misses.

    Line 1 opens the match, 2 and 3 are the forces, 4 the first turn.
    """
    game = begin()
    game.take_action_and_automatic_steps(duel("r1", "b1"))  # 5
    game.answer_with_text("4 1 1")  # 6
    game.answer_with_default_choice()  # 7
    game.take_action_and_automatic_steps(duel("b1", "r1"))  # 8
    game.answer_with_text("1 2")  # 9
    game.take_action_and_automatic_steps(duel("r2", "b2"))  # 10
    game.answer_with_text("1 1")  # 11
    game.add_note("what a shot", about=game.history.find_line_version(10), star=True)  # 12
    return game


def said(game: Game) -> list[tuple[int, str]]:
    """Every line that counts: its number, and what it says in short."""
    found = []
    for entry in game.history.list_entries_on_path()[4:]:
        event = entry.input
        match event:
            case ev.ActionTaken(params=params):
                text = f"{params['unit']}-{params['target']}".replace("u:", "")
            case ev.Rolled(faces=faces):
                text = " ".join(map(str, faces))
            case ev.Noted(text=text):
                pass
            case _:
                text = type(event).__name__
        found.append((entry.number, text))
    return found


BEFORE = [
    (5, "r1-b1"),
    (6, "4 1 1"),
    (7, "Chosen"),
    (8, "b1-r1"),
    (9, "1 2"),
    (10, "r2-b2"),
    (11, "1 1"),
    (12, "what a shot"),
]


def test_a_line_set_right_and_all_after_it_keep_their_numbers() -> None:
    game = played()
    assert said(game) == BEFORE
    begin_correction(game, 6, lambda g: g.answer_with_text("5 1 1"))
    assert said(game) == [(n, "5 1 1" if n == 6 else text) for n, text in BEFORE]


def test_and_again_when_a_line_said_again_is_set_right_by_its_number() -> None:
    game = played()
    begin_correction(game, 6, lambda g: g.answer_with_text("5 1 1"))
    begin_correction(game, 9, lambda g: g.answer_with_text("2 2"))
    begin_correction(game, 9, lambda g: g.answer_with_text("3 2"))
    changed = {6: "5 1 1", 9: "3 2"}
    assert said(game) == [(n, changed.get(n, text)) for n, text in BEFORE]


def test_lines_that_are_new_have_numbers_of_their_own_where_they_were_said() -> None:
    """None hit after all: nobody falls (7), and b1 has three dice, not two (9). The book goes back
    in row 13, says 5 and 6 … again in rows 14 to 15; the three dice are written in row 16.
    """
    game = played()
    begin_correction(game, 6, lambda g: g.answer_with_text("1 1 1"))
    assert said(game) == [(5, "r1-b1"), (6, "1 1 1"), (8, "b1-r1")]
    game.answer_with_text("1 2 3")
    after = said(game)
    assert [n for n, _ in after] == [5, 6, 8, 16, 10, 11, 12]
    assert after[3] == (16, "1 2 3")
    assert game.history.find_line_version(7) is not None  # a gap, still to be named
    with pytest.raises(Refused, match="Line 7 was undone"):
        compute_state_after_line(game.history, 7)


def test_taking_the_correction_back_gives_the_lines_as_they_were() -> None:
    game = played()
    entries, log = game.history.list_entries_on_path(), list_log_lines(game.history)
    begin_correction(game, 6, lambda g: g.answer_with_text("5 1 1"))
    game.undo()
    assert game.history.list_entries_on_path() == entries
    *lines, fold = list_log_lines(game.history)
    assert lines == log
    assert fold.text == "a correction undone, lines 6–12 as before it"
    game.redo()
    assert said(game)[1] == (6, "5 1 1")


def test_a_number_means_the_line_that_counts_then_the_one_a_return_leads_to() -> None:
    game = played()
    first = game.history.find_line_version(9)
    assert first is not None
    begin_correction(game, 6, lambda g: g.answer_with_text("5 1 1"))
    again = game.history.find_line_version(9)
    assert again is not None
    assert again > first
    game.rewind_to_line(5)
    assert game.history.find_line_version(9) == again
    game.redo()
    game.undo()
    game.rewind_to_line(5)
    assert game.history.find_line_version(9) == first
    game.rewind_to_line(9)
    assert said(game) == BEFORE[:5]


def test_the_row_of_a_line_said_again_is_no_number() -> None:
    game = played()
    begin_correction(game, 6, lambda g: g.answer_with_text("5 1 1"))
    assert game.history.entry_count == 20  # 12, the way back, and 6 to 12 again
    assert [game.history.find_line_version(n) for n in (15, 20, 21)] == [None, None, None]
    with pytest.raises(Refused, match="There is no line 15"):
        game.rewind_to_line(15)


def test_as_it_stood_before_is_a_way_of_its_own() -> None:
    """Both ways end with line 12; each is reached by its place among the ways."""
    game = played()
    begin_correction(game, 6, lambda g: g.answer_with_text("5 1 1"))
    game.add_note("on we go")
    assert [(one.way, one.line, one.current) for one in list_branches(game)] == [
        (1, 12, False),
        (2, 21, True),
    ]
    game.switch_branch(1)
    assert said(game) == BEFORE
    with pytest.raises(Refused, match=r"Branch 3 does not exist\. Choose 1 to 2\."):
        game.switch_branch(3)


def test_what_stood_there_before_is_folded_and_says_so() -> None:
    game = played()
    begin_correction(game, 8, lambda g: g.take_action_and_automatic_steps(duel("b1", "r2")))
    lines = list_log_lines(game.history)
    fold = next(line for line in lines if line.kind == "taken back")
    assert fold.text == "lines 8–12 before line 8 was corrected"
    assert fold.taken_back == (8, 9, 10, 11, 12)
    stood = [line.number for line in expand_undone_line(game.history, lines, fold)]
    assert stood == [8, 10, 12]


def test_a_line_set_right_and_then_taken_back_is_told_as_both() -> None:
    game = played()
    begin_correction(game, 8, lambda g: g.take_action_and_automatic_steps(duel("b1", "r2")))
    game.rewind_to_line(7)
    lines = list_log_lines(game.history)
    assert lines[-1].text == "lines 8–12 before line 8 was corrected; lines 8–12 undone"
    undone = expand_undone_line(game.history, lines, lines[-1])
    assert [line.number for line in undone] == [8, 10, 12, 8, 10, 12]


def test_a_correction_taken_back_is_not_why_lines_stood_otherwise() -> None:
    """Line 6 was set right (6 to 12 were said again) and put back; then line 8 was set right."""
    game = played()
    begin_correction(game, 6, lambda g: g.answer_with_text("5 1 1"))
    game.undo()
    begin_correction(game, 8, lambda g: g.take_action_and_automatic_steps(duel("b1", "r2")))
    (fold,) = [line for line in list_log_lines(game.history) if line.kind == "taken back"]
    assert fold.text.split("; ") == [
        "lines 8–12 before line 8 was corrected",
        "a correction undone, lines 6–7 as before it",
        "lines 8–12 undone",
    ]


def test_what_was_taken_back_before_is_told_beside_it() -> None:
    """Line 13 was taken back before the note in line 12 was set right."""
    game = played()
    game.add_note("no")
    game.undo()
    begin_correction(game, 12, lambda g: g.add_note("what a miss"))
    fold = next(line for line in list_log_lines(game.history) if line.kind == "taken back")
    assert fold.text == "line 12 before it was corrected; line 13 undone"


def test_a_line_said_twice_without_going_back_has_two_numbers() -> None:
    """No game writes that; a record made by hand may."""
    telling = Telling()
    first = telling.say(ev.Noted(text="one"))
    second = telling.say(ev.Noted(text="one", repeats=first))
    story = telling.history
    assert (story.get_line_number(first), story.get_line_number(second)) == (4, 5)
    telling.say(ev.Rewound(to=first))
    third = telling.say(ev.Noted(text="one", repeats=first))
    assert story.get_line_number(third) == 7


def test_a_late_shot_leaves_every_other_line_its_number() -> None:
    """Red's half is over when r2's shot is remembered: it misses, and goes in before that line."""
    game = shooting()
    say(game, "r1 > b2 soft : 45162346 / 42651 / 362", "r3 holds", "next", "b1,b2 holds", "next")
    before = {entry.number: entry.input for entry in game.history.list_entries_on_path()}
    last = game.history.last_line_number
    say(game, "r2 > b1 open late : 111111")
    after = [entry.number for entry in game.history.list_entries_on_path()]
    assert [n for n in after if n <= last] == list(before)
    new = [n for n in after if n > last]
    assert len(new) == 2  # who at whom, and the dice
    assert after[-1] in before, "they are told where they belong, not at the end"
    (line,) = [line for line in list_log_lines(game.history) if "(late" in line.text]
    assert line.number == new[0]


@pytest.mark.thorough
def test_where_a_late_line_belongs_is_told_only_where_it_is_not_there() -> None:
    """b12 comes in between r11's move (line N), also while its dice are awaited; line N is said
    again with its number. A shot that would change what came after it is entered now, before a
    line that keeps its number when Alpha's dice are typed again.
    """
    game = figures(*WATCHED, "r11 moves 2ap")
    number = next(
        e.number
        for e in game.history.iterate_path_entries_backwards()
        if isinstance(e.input, ev.ActionTaken)
    )
    say_figures(game, "b12 shoots r11 20cm")
    assert game.pending is not None
    assert _late_in(game) == (number, "(late)")
    say_figures(game, "answer : 611 / 231")
    assert _late_in(game) == (number, "(late)")

    game = shooting()
    say(game, "r1 > b2 soft : 45162346 / 42651 / 362", "r3 holds", "next", "b1,b2 holds", "next")
    say(game, "answer : 11", "impetus : 4 2", "skip orders")
    say(game, "r2 > b1 open late : 666666 / 666666 / 111111")
    line, words = _late_in(game)
    assert words.startswith("(late, before line ")
    entries = game.history.list_entries_on_path()
    rolled = next(e for e in entries if isinstance(e.input, ev.Rolled) and e.input.what == "to hit")
    assert isinstance(rolled.input, ev.Rolled)
    faces = " ".join(map(str, rolled.input.faces))
    before = game.history.version
    begin_correction(game, rolled.number, lambda g: g.answer_with_text(faces))
    assert game.history.version > before
    assert _late_in(game) == (line, words)


def _late_in(game: Game) -> tuple[int, str]:
    (line,) = [line for line in list_log_lines(game.history) if "(late" in line.text]
    return line.number, line.text[line.text.index("(late") :].split(" (")[0]


@examples(8)
@given(
    name=st.sampled_from(sorted(load_playable_rulesets())),
    seed=st.integers(0, 100_000),
    more=st.integers(5, 60),
)
def test_numbers_in_any_game(name: str, seed: int, more: int) -> None:
    """Corrected four times over, every line that still stands has the number it had."""
    rng = random.Random(seed)
    game = begin_random_game(load_playable_rulesets()[name], rng)
    for _ in range(more):
        play_random_input(game, rng)
    for _ in range(4):
        with suppress(Refused):
            _corrected(game, rng)
        play_random_input(game, rng)


def _corrected(game: Game, rng: random.Random) -> None:
    rolls = [
        e
        for e in game.history.list_entries_on_path()
        if isinstance(e.input, ev.Rolled) and e.input.key
    ]
    if not rolls:
        return
    entry = rng.choice(rolls)
    assert isinstance(entry.input, ev.Rolled)
    faces = " ".join(str(rng.randint(1, sides)) for sides in entry.input.dice)
    shown = preview_correction(game, entry.number, faces)
    entries, log = game.history.list_entries_on_path(), list_log_lines(game.history)
    numbers = {one.version: one.number for one in entries}
    words = _words(game)
    shown.save_correction()
    _unique(game)
    _kept(game, numbers)
    if not shown.needs:
        _worded(game, words, shown)
    if rng.random() < 0.5:
        if game.pending is not None and shown.needs:
            game.undo_action_or_correction()
        else:
            game.undo()
        if game.history.tree.head == entries[-1].end:
            assert game.history.list_entries_on_path() == entries
            assert _read(list_log_lines(game.history)) == _read(log)
        game.redo()


def _read(lines: list[LogLine]) -> list[tuple[int, int, str]]:
    """The lines that count, as they are read."""
    return [
        (one.number, one.last, one.text_without_undone_notes)
        for one in lines
        if one.kind != "taken back"
    ]


def _unique(game: Game) -> None:
    """No two lines that count have the same number, and a number typed finds its line."""
    story = game.history
    numbers = [entry.number for entry in story.list_entries_on_path()]
    assert len(set(numbers)) == len(numbers)
    for entry in story.list_entries_on_path():
        assert story.find_line_version(entry.number) == entry.version
        assert {story.get_line_number(v) for v in range(entry.version, entry.end + 1)} == {
            entry.number
        }
    assert [entry.number for entry in reopen_game(game).history.list_entries_on_path()] == numbers
    assert [entry.number for entry in game.make_sandbox().history.list_entries_on_path()] == numbers


def _kept(game: Game, numbers: dict[Version, int]) -> None:
    """What says an old line again has its number; what is new has one that no line had."""
    for entry in game.history.list_entries_on_path():
        repeats: Version = getattr(entry.input, "repeats", None) or 0
        old = numbers.get(entry.version, numbers.get(repeats))
        if old is not None:
            assert entry.number == old
        else:
            assert entry.number == entry.row
            assert entry.number > max(numbers.values())


def _worded(game: Game, words: dict[tuple[int, str], str], shown: CorrectionPreview) -> None:
    """Only the lines shown beforehand read differently. What the book does by itself may come of
    another line than before, in the same words.
    """
    changed = {each.number for each in shown.lines}
    now = _words(game)
    for (number, kind), text in words.items():
        if number not in changed:
            assert now.get((number, kind), text) == text
            assert text in now.values()


def _words(game: Game) -> dict[tuple[int, str], str]:
    lines = (line for line in list_log_lines(game.history) if line.kind != "taken back")
    return {(line.number, line.kind): line.text_without_undone_notes for line in lines}
