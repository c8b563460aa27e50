"""The structure checks, run on small trees of modules."""

from __future__ import annotations

from pathlib import Path

import pytest

from dev.checks import code_metrics, code_structure, retired_words, ruleset_word_mentions
from dev.checks.__main__ import check_structure, main
from dev.checks.syntax_trees import Module, parse_modules


def write_modules(root: Path, **files: str) -> dict[str, Module]:
    """Write and parse modules; ``tracker_a_b`` is ``tracker/a/b.py``."""
    for name, text in files.items():
        path = root.joinpath(*name.split("_")).with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return parse_modules(root)


@pytest.mark.parametrize(
    "back",
    [
        "from tracker.a import A",
        "import tracker.a",
        "def f():\n    from tracker import a",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from tracker.a import A",
    ],
)
def test_import_cycles_of_any_kind_are_found(tmp_path: Path, back: str) -> None:
    known = write_modules(
        tmp_path, tracker_a="from tracker import b", tracker_b=back, tui_c="import tui.c"
    )
    assert code_structure.find_import_cycles(known) == [["tracker.a", "tracker.b"]]


def test_sentences_over_thirty_words_are_found_on_each_page(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    page = "{}.\n\nShort. Short.\n"
    (tmp_path / "README.md").write_text(page.format("word " * 29 + "word"))
    (tmp_path / "docs" / "odds.md").write_text(page.format("word " * 30 + "word"))
    (message,) = (each for each in check_structure(tmp_path) if "words, at most" in each)
    assert message.startswith("docs/odds.md: 31 words, at most 30: word word")


def test_an_import_in_one_direction_is_no_cycle(tmp_path: Path) -> None:
    known = write_modules(tmp_path, tracker_a="from tracker import b", tracker_b="", tui_c="")
    assert code_structure.find_import_cycles(known) == []


def test_duplicate_public_class_names_are_found(tmp_path: Path) -> None:
    text = "class Row: pass\nclass _Own: pass\nclass Only{}: pass"
    known = write_modules(tmp_path, tracker_a=text.format("A"), tui_b=text.format("B"))
    assert code_structure.find_duplicate_class_names(known) == {"Row": ["tracker.a", "tui.b"]}


def test_duplicate_file_names_are_found_except_in_parallel_packages(tmp_path: Path) -> None:
    for package in ("tracker", "tui"):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").touch()
    known = write_modules(
        tmp_path,
        tracker_a_rows="",
        tui_rows="",
        tui_errors="",
        tracker_errors="",
        tracker_rulesets_x_flow="",
        tracker_rulesets_y_flow="",
        tracker_rulesets_x_a_arms="",
        tracker_rulesets_x_b_arms="",
        tracker_ledger_store="",
        tracker_ledger_sqlite_store="",
        tracker_ledger_sqlite_pages="",
        tracker_ledger_postgres_pages="",
    )
    assert code_structure.find_duplicate_file_names(known) == {
        "arms": ["tracker.rulesets.x.a.arms", "tracker.rulesets.x.b.arms"],
        "errors": ["tracker.errors", "tui.errors"],
        "rows": ["tracker.a.rows", "tui.rows"],
        "store": ["tracker.ledger.sqlite.store", "tracker.ledger.store"],
    }


def test_public_functions_with_one_word_names_are_found(tmp_path: Path) -> None:
    text = """
def told(): ...
def tell_it(): ...
def _own(): ...
class A:
    async def keep(self): ...
    @property
    def title(self): ...
    @cached_property
    def rows(self): ...
"""
    known = write_modules(tmp_path, tracker_a=text)
    assert code_structure.find_one_word_functions(known) == ["tracker.a.told", "tracker.a.keep"]


def test_retired_words_are_found_in_names_texts_and_pages(tmp_path: Path) -> None:
    known = write_modules(
        tmp_path,
        tracker_a='def make_twin(): """On a twin."""\nHALF_TYPED = HalfTyped\nTWINS = OldTwins',
        tracker_b='"""Between half typed dice; battlescribe, BattleScribe, indoors."""',
        tracker_rulesets_x='"""A door of a vehicle."""',
    )
    (tmp_path / "README.md").write_text("One.\nClose this door.", encoding="utf-8")
    assert list(retired_words.find_retired_words(tmp_path, known.values())) == [
        "README.md:2 says “door”; write: access token or link",
        "tracker/a.py:1 says “twin”; write: sandbox",
        "tracker/a.py:1 says “twin”; write: sandbox",
        "tracker/a.py:3 says “TWINS”; write: sandbox",
        "tracker/a.py:3 says “Twins”; write: sandbox",
        "tracker/a.py:2 says “HALF_TYPED”; write: draft input",
        "tracker/a.py:2 says “HalfTyped”; write: draft input",
    ]


def test_the_files_of_a_class_and_its_bases_count_once(tmp_path: Path) -> None:
    known = write_modules(
        tmp_path,
        tui_base="class Base: pass\nclass More(Base): pass",
        tui_part="from tui import base\nclass Part(base.More): pass\nclass Also(base.Base): pass",
        tui_whole="from tui.part import Part, Also\nclass Whole(Part, Also): pass",
    )
    assert code_structure.list_inheritance_files(known)[0] == ("tui.whole", "tui.part", "tui.base")


def test_direct_use_of_the_store_is_found(tmp_path: Path) -> None:
    text = "def f(game):\n    return game.store.read()\n"
    known = write_modules(tmp_path, tui_a=text, tracker_application_b=text)
    assert [
        place.removeprefix(str(tmp_path)) for place in code_structure.find_store_access(known)
    ] == ["/tui/a.py:2"]


def test_mentions_of_a_marker_are_found(tmp_path: Path) -> None:
    """A declaration, a list and a set with a duration are mentions. A query is not."""
    known = write_modules(
        tmp_path,
        tracker_rulesets_x_markers='FIRED = "fired"\nON = Marker("on")',
        tracker_rulesets_x_fixes="import m\nSWITCHES = ((m.FIRED, 1),)",
        tracker_rulesets_x_shoot='import m\ndef f(r): r(MarkerSet(marker=m.FIRED, until="phase"))',
        tracker_rulesets_x_flow="import m\ndef f(match): return match.has(1, m.FIRED)",
    )
    found = ruleset_word_mentions.find_mentions(("fired", "on"), known, "tracker.rulesets.x")
    assert {word: [name.rsplit(".", 1)[1] for name in where] for word, where in found.items()} == {
        "fired": ["fixes", "markers", "shoot"],
        "on": ["markers"],
    }


def test_rules_are_counted_without_gaps_tables_and_worked_cases(tmp_path: Path) -> None:
    file = tmp_path / "x.txt"
    file.write_text("# X\nX-GEN-01\nX-G01\nX-T2\nX-W3\nX-SHOOT-02\n", encoding="utf-8")
    assert code_metrics.read_rule_ids(file) == ["X-GEN-01", "X-SHOOT-02"]


def test_a_figure_above_its_limit_is_reported() -> None:
    assert code_metrics.Figure("modules", 36, 36).violation == ""
    assert code_metrics.Figure("lines", 1234.5, 1200, " (all)").violation == (
        "lines: 1,234.5 (all), above the limit of 1,200."
    )
    assert code_metrics.Figure("names", 2, 1, names=["a", "b"]).violation == (
        "names: 2, above the limit of 1: a, b"
    )


def test_a_limit_must_follow_its_figure_down() -> None:
    assert code_metrics.Figure("names", 20, 30, slack=10).violation == ""
    assert code_metrics.Figure("names", 19, 30, slack=10).violation == (
        "names: the value is down to 19. Lower the limit in dev/checks/code_metrics.py."
    )


def test_numbers_fails_if_a_figure_is_above_its_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_modules(tmp_path, tracker_a="class A: pass\n", tui_b="import tracker.a\n")
    monkeypatch.setattr("sys.argv", ["checks", "numbers", str(tmp_path)])
    monkeypatch.setattr(code_metrics, "LIMIT_SLACK", 10_000)
    assert main() == 0
    monkeypatch.setattr(code_metrics, "MAX_LINES", 1)
    assert main() == 1
    assert "product lines: 2, above the limit of 1." in capsys.readouterr().out
