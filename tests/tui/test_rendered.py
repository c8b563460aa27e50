"""A report on the screen: what its Markdown says, without its signs, in the cells there are."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from exports.battle_report_content import build_battle_report
from exports.markdown_reports import EMPTY_CONTENT, escape_markdown, render_battle_report_markdown
from tests.tui.kit import VOLLEY, Stage, at_table, begin, book
from tui.widgets.text_export_dialogs import render_markdown_lines

WRITTEN = """# Iron \\*Third\\* v Dusk

**Red wins** (by far)

_as it stood_

## Forces

- 27 · R1 Alpha fires at B2 Dusk rifles
  told the day after

| unit | left | at the end |
|---|---|---|
| R1 a\\|b | 8 | hunted by all |
| B2 | 11 |  |
"""


def plain(text: str, width: int) -> list[str]:
    return [each.plain.rstrip() for each in render_markdown_lines(text, width)]


def test_each_sign_becomes_what_it_means() -> None:
    assert plain(WRITTEN, 30) == [
        "Iron *Third* v Dusk",
        "",
        "Red wins",
        "(by far)",
        "",
        "as it stood",
        "",
        "─ Forces ─────────────────────",
        "",
        "• 27 · R1 Alpha fires at B2",
        "  Dusk rifles",
        "  told the day after",
        "",
        "unit    left  at the end",
        "R1 a|b     8  hunted by all",
        "B2        11",
    ]


def test_a_table_is_wrapped_in_its_widest_column() -> None:
    # 24 cells: 6 + 4 + two gaps of two leave 10 for the last of them.
    assert plain(WRITTEN, 24)[-4:] == [
        "unit    left  at the end",
        "R1 a|b     8  hunted by",
        "              all",
        "B2        11",
    ]


def test_no_word_is_broken_while_another_column_can_be_wrapped_between_words() -> None:
    # The longest words have 5, 7, 3 and 4 cells: with three gaps of two that are 25.
    table = "| after turn | Stalker | Red VP | Blue VP |\n|---|---|---|---|\n| 1 | 8 P1 | 0 | 4 |\n"
    assert plain(table, 25) == [
        "after  Stalker  Red  Blue",
        " turn            VP    VP",
        "    1  8 P1       0     4",
    ]
    assert plain(table, 22) == [  # with gaps of one they are 22
        "after Stalker Red Blue",
        " turn          VP   VP",
        "    1 8 P1      0    4",
    ]


@given(st.text(min_size=1).filter(str.strip), st.integers(20, 90))
def test_what_people_wrote_stays_as_it_is(name: str, width: int) -> None:
    words = " ".join(name.split())
    shown = plain(
        f"- {escape_markdown(words)}\n\n| {escape_markdown(words)} | b |\n|---|---|\n", width
    )
    assert all(cell_len(each) <= width for each in shown)
    told = "".join(shown[: shown.index("")]).removeprefix("•")
    assert [c for c in told if c.isalnum()] == [c for c in words if c.isalnum()]


@pytest.mark.parametrize("width", [40, 75, 107])
def test_a_battle_report_is_read_as_one(width: int) -> None:
    report = render_battle_report_markdown(build_battle_report(begin(book(), VOLLEY)))
    shown = plain(report, width)
    assert all(cell_len(each) <= width for each in shown)
    assert not any(each.startswith(("#", "|", "**", "_", "- ")) for each in shown)
    words = " ".join(" ".join(shown).split())
    for said in ("Iron Third v Red Dusk", "played by Anna", "Based on 6 of 6 recorded rolls."):
        assert said in words


def test_its_keys_offer_the_page_that_plays_the_game_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    async def story(stage: Stage) -> None:
        await stage.named("f4")
        assert "p a page that plays the game back" in stage.text
        await stage.press("p")

    at_table(story, VOLLEY)
    (written,) = tmp_path.iterdir()
    assert written.name.endswith("-playback.html")
    assert "<script>" in written.read_text(encoding="utf-8")


def test_it_is_copied_as_it_is_written() -> None:
    async def story(stage: Stage) -> None:
        await stage.named("f4")
        assert "─ Forces ─" in stage.text
        assert "| unit |" not in stage.text
        assert "Write your own story" not in stage.text
        await stage.press("c")
        assert stage.app.clipboard.startswith("# Iron Third v Red Dusk\n")
        assert EMPTY_CONTENT in stage.app.clipboard

    at_table(story, VOLLEY)
