"""Whose rows were answered, and who is left to act."""

from __future__ import annotations

import pytest

from tests.tui.kit import TO_SHOOT, begin, book
from tracker.application.match.acting_sides_and_absent_actors import have_all_left_table
from tracker.application.typed_lines.named_question_replies import check_and_sort_answers
from tracker.procedures.ruleset import Reply
from tracker.vocabulary.subject_ids import make_unit_id


def test_rows_named_in_another_order_are_put_right_and_later_answers_stay() -> None:
    """Two of the Claw pack and two of the Dusk rifles fell: their checks wait, b1 before b2."""
    game = begin(book(), (*TO_SHOOT, "r1 > b2 open !-2", "r2 > b1 open !-2", "next", "next"))
    assert game.pending is not None
    named = Reply(asks=(), subjects=(make_unit_id("b2"), make_unit_id("b1")), name="panic")
    words = game.state.info.words
    assert check_and_sort_answers(game.pending, named, ("42 31", "6 5", "x"), words) == (
        "3 1 4 2",
        "6 5",
        "x",
    )
    assert check_and_sort_answers(game.pending, named, (), words) == ()


@pytest.mark.parametrize(("lost", "gone"), [("figures -1", True), ("half", False)])
def test_who_has_no_figures_left_is_gone(lost: str, gone: bool) -> None:
    game = begin(book(), (*TO_SHOOT, f"fix r3 {lost}"))
    assert have_all_left_table(game.state, (make_unit_id("r3"),)) is gone
    assert not have_all_left_table(game.state, (make_unit_id("r3"), make_unit_id("r1")))
    assert have_all_left_table(game.state, (make_unit_id("r9"),))
