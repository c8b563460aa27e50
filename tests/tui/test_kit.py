"""What figures bear and how good they are, on a terminal with room for it."""

from __future__ import annotations

import pytest

from tests.tui.kit import (
    FROZEN,
    RULES,
    TO_SHOOT,
    Stage,
    at_table,
    begin_figures,
    book,
    key,
    prompt_at,
)
from tests.tui.test_groups import RED_ACTS
from tracker.vocabulary.subject_ids import FigureId, make_unit_id
from tui.table.panels.typed_dice_and_roll_sheet import draw_rolled_faces, render_typed_dice
from tui.terminal_text_fitting import cut_at_comma, cut_middle
from tui.views.game_list import format_day_and_time
from tui.views.roll_formatting import list_rolls_of_open_or_last_action


def test_a_wide_table_tells_the_weapons_of_every_kind_of_figure() -> None:
    """Iron Third: riflemen are regulars with rifles, Bravo has upgraded repeaters."""

    async def story(stage: Stage) -> None:
        assert "7 riflemen: rifle, regular" in stage.text
        assert "1 gunner: medium repeater" in stage.text
        assert "9 assault: upgraded repeater" in stage.text

    at_table(story, TO_SHOOT, size=(120, 40))


def test_a_gun_that_is_lost_is_borne_no_more() -> None:
    game = prompt_at((*TO_SHOOT, "fix r3 gun destroyer")).game
    kit, match = RULES["deathzap2"].kit, game.match
    (hammer,) = match.figures(make_unit_id("r3"))
    assert kit(match, hammer) == "advanced heavy repeater, elite, heavy shields"


def test_of_a_figure_that_acts_alone_quality_armour_and_blades_are_told() -> None:
    """Ox has a machine gun, which stands on his row, and a club; the Wardens flak jackets."""
    game = begin_figures(book("combat-zone"), RED_ACTS)
    found = {game.match.handle(one): one for one in game.match.all_figures()}
    kit = {name: game.ruleset.kit(game.match, FigureId(one)) for name, one in found.items()}
    assert kit["r15"] == "average, club"
    assert kit["b11"] == "average, flak jacket, club"


def test_with_room_dice_are_drawn_as_they_lie_there() -> None:
    """Ten dice of three cells: side by side in 30, without squares in 29."""
    prompt = key(prompt_at(TO_SHOOT), "12s⏎45")
    wide, narrow = (render_typed_dice(prompt, width, large=True) for width in (30, 29))
    assert wide[0].plain == "╭─╮" * 10
    assert wide[1].plain == "│4││5││▌│" + "│ │" * 7
    assert narrow[0].plain.startswith("4 5▌ _")


def test_hits_are_bright_among_dice_that_were_rolled() -> None:
    """3+ is needed: of 4 2 6 the first and the last."""
    roll = list_rolls_of_open_or_last_action(key(prompt_at(TO_SHOOT), "12s⏎4261111111⏎").game)[-1]
    shown = draw_rolled_faces(roll, "4 2 6 1 1 1 1 1 1 1")
    bright = [piece[0] for piece in shown if isinstance(piece, tuple) and "bold" in piece[1]]
    assert bright == ["4", "6"]


@pytest.mark.parametrize(
    ("width", "shown"),
    [(40, "rifle, regular, medium shields"), (20, "rifle, regular"), (10, "rifle"), (3, "rifle")],
)
def test_what_has_no_room_is_left_out_in_whole(width: int, shown: str) -> None:
    assert cut_at_comma("rifle, regular, medium shields", width) == shown


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (60, "Alpha at Claw pack: ten dice, six hit: four slain"),
        (40, "Alpha at Claw… dice, six hit: four slain"),
        (20, "Alpha at… four slain"),
        (12, "… four slain"),
    ],
)
def test_of_a_long_line_the_end_stays_in_sight(width: int, shown: str) -> None:
    """Two fifths of the width at most are the beginning's: 16 of 40 cells are `Alpha at Claw`,
    8 of 20 `Alpha at`, and 4 of 12 hold no word.
    """
    line = "Alpha at Claw pack: ten dice, six hit: four slain"
    assert cut_middle(line, width) == shown


def test_a_day_of_another_year_is_told_with_it() -> None:
    """11 May 2024, 19:34 UTC is 1,715,456,040 seconds after 1970; 9 October 2025 is FROZEN."""
    then = 1_715_456_040_000_000
    assert format_day_and_time(then, FROZEN) == "Sat 11 May 2024 19:34"
    assert format_day_and_time(then, then) == format_day_and_time(then) == "Sat 11 May 19:34"
