"""What figures bear and how good they are, on a terminal with room for it."""

from __future__ import annotations

import pytest

from tests.tui.kit import RULES, TO_SHOOT, Stage, at_table, begin_figures, book, prompt_at
from tests.tui.test_groups import RED_ACTS
from tracker.vocabulary.names import FigureId, unit_id
from tui.text import in_whole


def test_a_wide_table_tells_the_weapons_of_every_kind_of_figure() -> None:
    """Iron Third: riflemen are regulars with rifles, Bravo has upgraded repeaters."""

    async def story(stage: Stage) -> None:
        assert "7 rifleman: rifle, regular" in stage.text
        assert "1 gunner: medium repeater" in stage.text
        assert "9 assault: upgraded repeater" in stage.text

    at_table(story, TO_SHOOT, size=(120, 40))


def test_a_gun_that_is_lost_is_borne_no_more() -> None:
    game = prompt_at((*TO_SHOOT, "fix r3 gun destroyer")).game
    kit, match = RULES["deathzap2"].kit, game.match
    (hammer,) = match.figures(unit_id("r3"))
    assert kit(match, hammer) == "advanced heavy repeater, elite, heavy shields"


def test_of_a_figure_that_acts_alone_quality_armour_and_blades_are_told() -> None:
    """Ox has a machine gun, which stands on his row, and a club; the Wardens flak jackets."""
    game = begin_figures(book("combat-zone"), RED_ACTS)
    found = {game.match.handle(one): one for one in game.match.all_figures()}
    kit = {name: game.ruleset.kit(game.match, FigureId(one)) for name, one in found.items()}
    assert kit["r15"] == "average, club"
    assert kit["b11"] == "average, flak jacket, club"


@pytest.mark.parametrize(
    ("width", "shown"),
    [(40, "rifle, regular, medium shields"), (20, "rifle, regular"), (10, "rifle"), (3, "rifle")],
)
def test_what_has_no_room_is_left_out_in_whole(width: int, shown: str) -> None:
    assert in_whole("rifle, regular, medium shields", width) == shown
