"""The mouse: keys of the footer, rows of lists and units are clicked as if they were typed."""

from __future__ import annotations

from rich.cells import cell_len

from tests.tui.kit import TO_SHOOT, Stage, act, at_table, begin, begin_figures, book
from tests.tui.test_groups import RED_ACTS
from tui.table.table_screen import TableScreen


async def _click(stage: Stage, words: str, *, shift: bool = False) -> None:
    """Click where these words begin, the last time they stand on the screen."""
    rows = [strip.text for strip in stage.strips()]
    row = max(place for place, text in enumerate(rows) if words in text)
    column = cell_len(rows[row][: rows[row].index(words)])
    await stage.pilot.click(offset=(column, row), shift=shift)
    await stage.settle()


def _typed(stage: Stage) -> str:
    screen = stage.app.screen
    assert isinstance(screen, TableScreen)
    return screen.prompt.typed_text


def test_units_are_typed_by_their_numbers() -> None:
    async def story(stage: Stage) -> None:
        await _click(stage, "Bravo    9/9")
        assert _typed(stage) == "2"
        await _click(stage, "Dusk rifles   11/11")
        assert _typed(stage) == "22"
        await _click(stage, "Esc cancel")
        assert _typed(stage) == ""

    at_table(story, TO_SHOOT)


def test_an_enemy_alone_is_asked_who() -> None:
    async def story(stage: Stage) -> None:
        await _click(stage, "Dusk rifles   11/11")
        assert _typed(stage) == ""
        assert any("First click a unit of Red" in s.text for s in stage.strips())

    at_table(story, TO_SHOOT)


def test_with_shift_the_mouse_is_the_terminals() -> None:
    async def story(stage: Stage) -> None:
        await _click(stage, "Bravo    9/9", shift=True)
        assert _typed(stage) == ""

    at_table(story, TO_SHOOT)


def test_figures_are_typed_as_their_keys() -> None:
    async def story(stage: Stage) -> None:
        await _click(stage, "12 Sorrel")
        assert _typed(stage) == "2"
        await _click(stage, "15 Tarn")
        assert _typed(stage) == "215"

    kept = book("combat-zone")
    begin_figures(kept, RED_ACTS)
    act(story, kept, game="m1")


def test_keys_of_the_footer() -> None:
    async def story(stage: Stage) -> None:
        before = stage.app.screen
        await _click(stage, "? keys")
        assert stage.app.screen is not before

    at_table(story, TO_SHOOT)


def test_a_row_is_marked_and_the_marked_one_opened() -> None:
    async def story(stage: Stage) -> None:
        home = stage.app.screen
        await _click(stage, "First night")
        assert stage.app.screen is home
        await _click(stage, "First night")
        table: object = stage.app.screen
        assert isinstance(table, TableScreen)
        assert table.game.state.info.title == "First night"

    kept = book()
    begin(kept, title="First night")
    begin(kept, title="Second night")
    act(story, kept, game=None)


def test_keys_in_the_hints_of_practice() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("p")
        await _click(stage, "=5 for five hits")
        assert _typed(stage) == "=5"
        await _click(stage, "Backspace deletes the last")
        assert _typed(stage) == "="
        await _click(stage, "Esc quits")
        assert "begin a game" in stage.text

    act(story, book(), game=None)
