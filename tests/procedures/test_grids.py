"""The tables shown at the table: which of their cells the waiting roll was read from."""

from __future__ import annotations

import pytest

from tests.tui.kit import TO_MOVE, TO_SHOOT, begin, begin_figures, book
from tests.xenocide import evening as xenocide_evening
from tracker.application.book import Book
from tracker.application.demo import demo_games
from tracker.application.demo.demo_games import find_demo_game
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.procedures.declared.printed_tables import PrintedTable, fill_cells, find_used_cells
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tui.table.panels.luck_objectives_and_tables_panels import render_printed_table
from tui.widgets.dialogs import WIDTH

RIDGE = "Down from the ridge"


def marked(game: Game) -> dict[str, list[tuple[str, str]]]:
    """The cells in use by table: label of the row, and what stands in the column."""
    assert game.pending is not None
    found = {}
    for grid in game.ruleset.grids(game.match, game.match.phase):
        here = find_used_cells(grid, game.pending.request)
        if here.rows:
            found[grid.rule] = [(grid.rows[r][0], grid.rows[r][here.column]) for r in here.rows]
    return found


@pytest.mark.rule("DZ-T4", "DZ-T5", "DZ-T6")
def test_a_volley_marks_the_cell_of_each_of_its_rolls() -> None:
    game = begin(book(), TO_SHOOT)
    play_line(game, "r1 > b2 soft")
    # Regular riflemen at soft cover: DZ-T4 says 4+.
    assert marked(game) == {"DZ-T4": [("Regular", "4+")]}
    game.answer_with_text("=6")
    # Basic rifles against light shields: DZ-T5 says 4+.
    assert marked(game) == {"DZ-T5": [("Basic", "4+")]}
    game.answer_with_text("=3")
    # Basic infantry: DZ-T6 says 6+, of which no smaller number is needed.
    assert marked(game) == {"DZ-T6": [("Basic", "6")]}


def test_in_the_open_the_first_column_is_the_one() -> None:
    game = begin(book(), TO_SHOOT)
    play_line(game, "r1 > b2 open")
    assert marked(game) == {"DZ-T4": [("Regular", "3+")]}


@pytest.mark.rule("DZ-SHOOT-06", "DZ-G37")
def test_panicked_units_need_a_six_in_every_column() -> None:
    """DZ-T4 and DZ-T8: any panicked shooter or attacker needs a 6."""
    game = begin(book(), TO_SHOOT)
    play_line(game, "fix r1 panic 1")
    play_line(game, "r1 > b2 soft")
    assert marked(game) == {"DZ-T4": [("panicked", "panicked")]}
    game = begin(book(), TO_MOVE)
    for line in ("r1 contacts b1", "fix r1 panic 1", "fix phase melee red", "r1 fights b1"):
        assert play_line(game, line).error is None
    assert marked(game) == {"DZ-T8": [("panicked", "panicked")]}


def test_what_is_added_up_has_a_row_for_every_part() -> None:
    game = begin_figures(book("combat-zone"))
    while game.match.phase != "actions":
        if game.pending is None:
            play_line(game, "next")
        elif game.pending.request.what.startswith("init"):
            game.answer_with_app_roll()
        else:
            game.answer_with_default_choice()
    side = game.match.clock.side or game.state.clock.order[0]
    mine, theirs = ("r", "b") if side == "s:r" else ("b", "r")
    play_line(game, f"{mine}1 activates")
    assert play_line(game, f"{mine}12 > {theirs}12 18cm soft").error is None
    cells = marked(game)["CZ-T11"]
    assert ("short", "+1") in cells
    assert all(label in {"short", "average", "green", "veteran", "elite"} for label, _ in cells)
    assert len(cells) == 2


def test_no_roll_marks_nothing() -> None:
    grid = PrintedTable("to hit", "X-1", ("a", "b"), (("c", "d"),))
    assert find_used_cells(grid, None).rows == ()


def test_the_longest_label_is_the_one_that_is_meant() -> None:
    game = begin(book(), TO_SHOOT)
    play_line(game, "b2 > r3 open : 2x6 . / =1")
    # Hammer is an elite vehicle, and no light one: column 3 of DZ-T6 says 2+.
    (cell,) = marked(game)["DZ-T6"]
    assert cell == ("Elite", "2+")


def begun(kept: Book, ruleset: str) -> Game:
    if ruleset == "xenocide":
        return xenocide_evening.begin()
    if ruleset == "trial-assault":
        return demo_games.begin_demo_game(kept, RIDGE, find_demo_game(RIDGE))
    return begin(kept, TO_SHOOT) if ruleset == "deathzap2" else begin_figures(kept)


@pytest.mark.parametrize("ruleset", sorted(load_playable_rulesets()))
def test_every_row_has_a_cell_for_every_head(ruleset: str) -> None:
    kept = book(ruleset)
    rules = kept.get_ruleset(ruleset)
    game = begun(kept, ruleset)
    shown = [grid for phase in rules.phases for grid in rules.grids(game.match, phase.id)]
    assert shown
    for grid in shown:
        assert {len(row) for row in grid.rows} == {len(grid.head)}, grid.title
        assert grid.rule in rules.rules() or "-T" in grid.rule


@pytest.mark.parametrize("ruleset", sorted(load_playable_rulesets()))
def test_no_table_is_cut_at_eighty_columns(ruleset: str) -> None:
    kept = book(ruleset)
    game = begun(kept, ruleset)
    for phase in kept.get_ruleset(ruleset).phases:
        for grid in game.ruleset.grids(game.match, phase.id):
            lines = render_printed_table(game, grid, WIDTH)
            assert not [text.plain for text in lines if "…" in text.plain], grid.title


@pytest.mark.parametrize("ruleset", sorted(load_playable_rulesets()))
def test_the_glossary_speaks_the_words_of_the_hobby(ruleset: str) -> None:
    words = load_playable_rulesets()[ruleset].glossary()
    assert len(words) >= 15
    text = " ".join((*words, *words.values())).casefold()
    for banned in ("projection", "stream", "branch", "amend", "override", "rewind", "player a"):
        assert banned not in text


def test_names_in_braces_are_filled_in() -> None:
    one = PrintedTable("to hit", "XX-1", ("for", ""), (("long {a}", "{b[0]}"), ("near", "0")))
    assert fill_cells(one, a="range", b=["−2"]).rows == (("long range", "−2"), ("near", "0"))
    with pytest.raises(KeyError):
        fill_cells(one, a="range")
