"""Lists and pages that fill a screen of a league: what is in sight, marked, sent."""

from __future__ import annotations

from typing import Any

from textual.content import Content
from textual.geometry import Size

from tests.tui.quiet import plain, quiet, standin, text_of
from tui.screen_base_classes import ListItem, ListPanel, ListScreen, PageScreen
from tui.terminal_text_fitting import render_sections
from tui.widgets.panel import ScrollingPanel


class Headed:
    """The heading of a screen that a list or a page fills."""

    page_name = "log"

    def render_heading(self) -> Any:
        return ["Winter"]

    def render_right_heading(self) -> Any:
        return ["round 4"]


class Listed(Headed, ListScreen):
    items: list[ListItem]

    def build_list_items(self, width: int) -> list[ListItem]:
        return self.items


class Paged(Headed, PageScreen):
    count = 0

    def render_page_lines(self, width: int) -> list[Content]:
        return [Content(f"{n} ") for n in range(self.count)]


def listed(count: int = 9) -> Any:
    """A list of a title and so many rows, each with a line below while it is marked."""
    screen: Any = quiet(Listed(standin(), standin()))
    opened: list[int] = []
    items = [ListItem(Content("title"), extra_lines=(Content("of it"),))]
    items += [
        ListItem(Content(f"row {n}"), lambda n=n: opened.append(n), (Content(f"below {n}"),))  # type: ignore[misc]
        for n in range(count)
    ]
    screen.items = items
    panel: Any = screen.panel
    panel.__class__ = type("Sized", (ListPanel,), {"size": Size(20, 8)})
    return standin(screen=screen, keys=screen.parts[0], panel=panel, opened=opened)


def test_a_list_shows_the_marked_row_with_what_is_below_it() -> None:
    page = listed()
    assert plain(page.panel.render_body(18, 7)) == [
        " title", " of it", "▸row 0", " below 0", " row 1", " row 2", " row 3",
    ]  # fmt: skip
    for _ in range(4):
        page.keys.do_down()
    # It is the seventh line of twelve; two of the seven stand above it.
    assert plain(page.panel.render_body(18, 7)) == [
        " row 2", " row 3", "▸row 4", " below 4", " row 5", " row 6", " row 7",
    ]  # fmt: skip
    page.keys.do_page_down()
    assert page.screen.cursor == 8
    assert plain(page.panel.render_body(18, 7))[-2:] == ["▸row 8", " below 8"]
    page.screen.do_open_row()
    page.keys.do_up()
    page.screen.do_open_row()
    page.keys.do_page_up()
    assert page.screen.cursor == 0
    page.screen.do_open_row()
    assert page.opened == [8, 7, 0]
    assert page.screen.shows == 7
    assert page.panel.inner_width == 17
    assert (
        text_of(page.panel.render_title()) + text_of(page.panel.render_right_title())
        == "Winterround 4"
    )


def test_what_is_below_a_row_is_shown_whole_where_it_fits() -> None:
    page = listed(3)
    page.screen.items = [
        ListItem(Content(f"row {n}"), page.opened.append, tuple(map(Content, "abcdef")))
        for n in range(6)
    ]
    page.screen.cursor = 3
    # Lines 3 to 10 of twelve are the row and what is below it: seven lines end with the last.
    assert plain(page.panel.render_body(18, 7)) == ["▸row 3", " a", " b", " c", " d", " e", " f"]
    assert plain(page.panel.render_body(18, 8)) == [
        " row 2", "▸row 3", " a", " b", " c", " d", " e", " f",
    ]  # fmt: skip
    assert plain(page.panel.render_body(18, 4)) == ["▸row 3", " a", " b", " c"]


def test_a_list_goes_out_with_all_that_is_below_its_rows() -> None:
    page = listed(2)
    page.screen.do_copy_and_save_text()
    assert page.screen.sent == [("log", "title\nof it\nrow 0\nbelow 0\nrow 1\nbelow 1\n")]
    empty = listed(0)
    empty.keys.do_down()
    empty.screen.do_open_row()
    assert (empty.screen.cursor, empty.opened) == (0, [])


def paged(count: int = 20) -> Any:
    screen: Any = quiet(Paged(standin(), standin()))
    screen.count = count
    panel: Any = screen.panel
    panel.__class__ = type("Sized", (ScrollingPanel,), {"size": Size(20, 8)})
    return standin(screen=screen, keys=screen.parts[0], panel=panel)


def test_a_page_scrolls_by_lines_and_screens() -> None:
    page = paged()
    tops = []
    for move in ("up", "down", "page_down", "page_down", "page_down", "page_up", "up"):
        getattr(page.keys, f"do_{move}")()
        tops.append(page.panel.top)
    # Seven lines are in sight: a screen is six, and the last begins with the fourteenth.
    assert tops == [0, 1, 7, 13, 13, 7, 6]
    assert text_of(page.panel.render_right_title()) == "round 4 · 7–13 of 20"
    assert plain(page.panel.render_body(18, 7)) == [str(n) for n in range(6, 13)]
    page.keys.do_go_to_last()
    assert text_of(page.panel.render_right_title()) == "round 4 · 14–20 of 20"
    page.panel.top = 19  # there were more lines
    assert plain(page.panel.render_body(18, 7))[0] == "13"
    page.panel.render_right_heading = list
    assert text_of(page.panel.render_right_title()) == "14–20 of 20"
    seven = paged(7)
    assert text_of(seven.panel.render_right_title()) == "round 4"
    assert text_of(seven.panel.render_title()) == "Winter"
    assert (seven.panel.inner_width, seven.panel.visible_line_count) == (18, 7)


def test_a_page_goes_out_as_it_is() -> None:
    page = paged(2)
    page.screen.do_copy_and_save_text()
    assert page.screen.sent == [("log", "0\n1\n")]


def test_texts_under_their_headings() -> None:
    parts = [("one", ["alpha beta gamma", ""]), ("two", ["x"])]
    assert plain(render_sections(parts, 14)) == [
        " one", "  alpha beta", "    gamma", "", "", " two", "  x",
    ]  # fmt: skip
