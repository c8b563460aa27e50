"""The time of every side, against a clock whose every tick the test sets."""

from __future__ import annotations

from tests.tui.kit import TO_MOVE, TO_SHOOT, Clock, begin, book
from tracker.application.log.side_playing_time import PlayingTimeMeter
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.vocabulary.subject_ids import make_side_id

RED, BLUE = make_side_id("r"), make_side_id("b")
MINUTE = 60_000_000


def later(game: Game, minutes: int, line: str = "") -> None:
    """So many minutes pass, then a line is entered."""
    clock = game.writer.clock
    assert isinstance(clock, Clock)
    clock.now += minutes * MINUTE
    if line:
        assert play_line(game, line).error is None, line


def minutes(game: Game, now: bool = False) -> tuple[int, int]:
    kept = PlayingTimeMeter().measure_side_times(game.history, game.writer.clock() if now else None)
    return kept.get_side_total(RED) // MINUTE, kept.get_side_total(BLUE) // MINUTE


def test_dice_and_saves_are_part_of_the_attack() -> None:
    game = begin(book(), TO_SHOOT)
    later(game, 3, "r1 > b2 soft : 4516234612")
    later(game, 2)
    game.answer_with_text("=3")  # through
    later(game, 1)
    game.answer_with_text("=1")  # Blue's saves belong to Red's volley
    assert minutes(game) == (3 + 2 + 1, 0)


def test_each_half_is_its_sides_own() -> None:
    game = begin(book(), TO_SHOOT)
    later(game, 4, "next")  # Red's half ends after four minutes
    later(game, 5, "next")  # Blue's after five
    assert minutes(game) == (4, 5)


def test_now_adds_what_passed_since_the_last_line() -> None:
    game = begin(book(), TO_SHOOT)
    later(game, 7)
    assert minutes(game) == (0, 0)
    assert minutes(game, now=True) == (7, 0)


def test_a_pause_is_nobodys_and_the_next_line_ends_it() -> None:
    game = begin(book(), TO_SHOOT)
    later(game, 2)
    game.add_note("", mark="pause")
    later(game, 30)
    assert PlayingTimeMeter().measure_side_times(game.history).paused
    game.add_note("", mark="on")
    later(game, 1, "next")
    assert minutes(game) == (2 + 1, 0)
    assert not PlayingTimeMeter().measure_side_times(game.history).paused


def test_time_after_the_table_was_left_is_nobodys() -> None:
    game = begin(book(), TO_SHOOT)
    later(game, 2)
    game.add_note("Alpha at the ford", mark="stands")
    later(game, 30, "next")
    assert minutes(game) == (2, 0)


def test_a_clock_that_stops_or_goes_on_is_nothing_to_take_back() -> None:
    game = begin(book(), (*TO_SHOOT, "next"))
    clock, shown = game.match.clock, game.history.tree.head
    for mark in ("pause", "on"):
        game.add_note("", mark=mark)
    game.undo()
    assert game.match.clock != clock
    game.redo()
    assert (game.match.clock, game.history.tree.head > shown) == (clock, True)


def test_an_absence_is_nobodys() -> None:
    """Three quarters of an hour are still thought over; a minute more is not."""
    game = begin(book(), TO_SHOOT)
    later(game, 46, "next")
    assert minutes(game) == (0, 0)
    game = begin(book(), TO_SHOOT)
    later(game, 45, "next")
    assert minutes(game) == (45, 0)


def test_taking_back_takes_time_and_returns_to_the_side_that_had_the_go() -> None:
    game = begin(book(), TO_SHOOT)
    later(game, 4, "next")
    later(game, 1)
    game.undo()  # a minute of Blue's half; then it is Red's again
    later(game, 2, "next")
    assert minutes(game) == (4 + 2, 1)


def test_time_between_an_end_and_its_undo_is_nobodys() -> None:
    game = begin(book(), TO_SHOOT)
    later(game, 4, "end time draw")
    later(game, 30)
    game.undo()
    later(game, 2, "next")
    assert minutes(game) == (4 + 2, 0)


def test_turns_are_told_apart_and_the_set_up_is_turn_0() -> None:
    game = begin(book(), TO_SHOOT)
    later(game, 4, "next")
    assert dict(PlayingTimeMeter().measure_side_times(game.history).turns) == {1: {RED: 4 * MINUTE}}


def test_heard_bit_by_bit_it_says_the_same() -> None:
    game = begin(book(), TO_SHOOT)
    glass = PlayingTimeMeter()
    for line in ("next", "next"):
        later(game, 3, line)
        glass.measure_side_times(game.history)
    assert glass.measure_side_times(game.history) == PlayingTimeMeter().measure_side_times(
        game.history
    )


def test_a_clock_that_stops_or_goes_on_leaves_what_can_be_redone() -> None:
    game = begin(book(), (*TO_SHOOT, "next"))
    last = game.history.tree.head
    game.undo()
    for mark in ("pause", "on"):
        game.add_note("", mark=mark)
    game.redo()
    assert game.history.tree.head == last
    game.undo()
    game.add_note("Alpha at the ford")
    assert not game.history.tree.redo


def test_time_in_which_neither_side_acts_alone_counts_only_in_the_total() -> None:
    game = begin(book())  # the initiative of both sides
    later(game, 5, TO_MOVE[0])
    later(game, 1, "end time draw")
    later(game, 30)
    game.add_note("after the end")
    assert minutes(game) == (0, 0)
    assert PlayingTimeMeter().measure_side_times(game.history).total == 6 * MINUTE
