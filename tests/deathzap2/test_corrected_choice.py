"""A corrected choice of who falls: the preview shows that the hunted figure lives."""

from __future__ import annotations

from tests.saying import say
from tests.tui.kit import TO_SHOOT, begin, book
from tracker.application.correcting.correction_preview import preview_correction
from tracker.application.correcting.state_comparison import StateChange


def test_the_preview_tells_a_hunted_figure_that_falls_from_one_that_lives() -> None:
    """Bravo has nine alike, R2.2 is hunted. Two of 11 dice hit, go through and are not saved."""
    lines = [line.replace("falls r2.1", "falls r2.2") for line in TO_SHOOT]
    game = begin(book(), (*lines, "next"))
    say(game, "b2 > r2 10in open : 66111111111 / 66 / 11 / a 1 b 1")
    choice = game.history.list_entries_on_path()[-1].number
    preview = preview_correction(game, choice, "a 2")
    assert (preview.lines, preview.needs) == ((), ())
    before, after = "1 to remove, 1 to remove and hunted", "1 hunted, 2 to remove"
    change = StateChange("R2 Bravo", f"9/9, {before}, order 2", f"9/9, {after}, order 2")
    assert preview.units == (change,)
