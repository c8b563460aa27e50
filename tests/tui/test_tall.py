"""On a tall terminal rosters take what they need, and the log has the rest."""

from __future__ import annotations

from tests.tui.kit import TO_SHOOT, Stage, at_table


def test_the_log_is_as_tall_as_there_is_room() -> None:
    """60 lines: 2 at the top, 14 of rosters (3 units of 4 lines at most fit), 10 below them,
    the last 3; so 31 are the log's, its title among them.
    """

    async def story(stage: Stage) -> None:
        shown = [strip.text for strip in stage.strips()]
        title = next(place for place, text in enumerate(shown) if "├─ log ─" in text)
        assert len(shown) - 3 - title == 31
        assert any("Hammer" in text for text in shown[:16])

    at_table(story, TO_SHOOT, size=(200, 60))
