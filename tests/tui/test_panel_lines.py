"""A line of a panel that stays as it was is not drawn again, and nobody sees a difference."""

from __future__ import annotations

from textual.geometry import Offset
from textual.selection import SELECT_ALL

from tests.tui.colours import coloured
from tests.tui.kit import TO_SHOOT, Stage, at_table
from tui.table.panels.prompt_panel import PromptPanel
from tui.widgets.panel import Panel

VOLLEY = (*TO_SHOOT, "r1 > b2 soft")


def shown(stage: Stage) -> list[str]:
    return [stage.text, *coloured(stage)]


def test_after_every_key_the_screen_is_the_one_drawn_anew() -> None:
    async def story(stage: Stage) -> None:
        for key in "45⌫16?⎋u12s⌫":
            await stage.press(key)
            seen = shown(stage)
            for panel in stage.app.screen.query(Panel):
                panel.notify_style_update()
                panel.refresh()
            await stage.settle()
            assert shown(stage) == seen

    at_table(story, VOLLEY)


def test_the_other_theme_colours_every_line() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("45")
        colours = [*coloured(stage)]
        assert "p" in "".join(colours).lower()
        stage.app.switch_theme()
        await stage.settle()
        assert [*coloured(stage)] == colours

    at_table(story, VOLLEY)


def test_a_place_on_the_screen_is_a_place_in_the_text_of_its_panel() -> None:
    """So text can be selected with the mouse, also in a line that was drawn for an earlier key."""

    async def story(stage: Stage) -> None:
        await stage.press("45")
        panel = stage.table.query_one(PromptPanel)
        begins = panel.region.offset
        for place in (Offset(x, y) for y in range(panel.size.height) for x in (0, 7, 40)):
            at = begins + place
            assert stage.app.screen.get_widget_and_offset_at(at.x, at.y) == (panel, place)

    at_table(story, VOLLEY)


def test_selected_text_is_marked_and_can_be_copied() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("45")
        screen, panel = stage.app.screen, stage.table.query_one(PromptPanel)
        text, plain = stage.text, {segment.style for segment in panel.render_line(1)}
        screen.selections = {panel: SELECT_ALL}
        panel.refresh()
        await stage.settle()
        assert stage.text == text
        assert plain.isdisjoint(segment.style for segment in panel.render_line(1))
        copied = screen.get_selected_text()
        assert copied is not None
        assert "TO HIT" in copied.splitlines()[1]
        assert all(line in stage.text for line in copied.splitlines())

    at_table(story, VOLLEY)
