"""Names with a slip: the game's title, a player, a unit and a figure are corrected by hand."""

from __future__ import annotations

import pytest

from tests.application.match_records.making import record
from tests.application.match_records.test_round_trip import brought
from tests.combat_zone import evening as figures_evening
from tests.deathzap2 import evening
from tests.saying import refused, say
from tracker.application.book import Book
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.match_summaries import summarise_match
from tracker.application.typed_lines.line_executor import NOTHING_CHANGED
from tracker.testing.random_games import check_game, check_undo
from tracker.vocabulary.subject_ids import make_figure_id, make_side_id, make_unit_id


def test_names_of_a_game_are_corrected_and_undone() -> None:
    game = evening.shooting()
    before = game.state.fork_state()
    say(game, 'fix game title "Winter battle" | fix red player Anna | fix r1 name Iron Wolves')
    assert game.state.info.title == "Winter battle"
    assert game.match.player_name(make_side_id("r")) == "Anna"
    assert game.match.player_name(make_side_id("b")) == before.info.sides[1].player
    assert game.match.unit(make_unit_id("r1")).name == "Iron Wolves"
    assert list_log_lines(game.history)[-1].text == (
        "the game is now called Winter battle, Red: the player is now Anna,"
        " R1 is now Iron Wolves, fixed by hand"
    )
    row = summarise_match("m1", game.state, game.version, 0, 0, path=game.history.path)
    assert row.title == "Winter battle"
    check_game(game)
    assert brought(record(game))[0].state.info.title == "Winter battle"
    game.undo()
    assert game.state == before
    game.redo()
    say(game, '"Iron Wolves" > b2 : 11111111')
    check_undo(game, 3)


def test_the_index_of_a_site_names_the_corrected_player() -> None:
    game = evening.shooting()
    book = Book(game.journal.store)
    say(game, "fix red player Anna")
    assert book.describe_forces_with_players(game.stream) == ["Iron Third (Anna)", "Red Dusk"]
    game.undo()
    assert book.describe_forces_with_players(game.stream) == ["Iron Third", "Red Dusk"]


def test_a_search_finds_the_corrected_names() -> None:
    game = evening.shooting()
    book = Book(game.journal.store)
    first = book.list_participant_names(game.stream)
    assert "Iron Wolves" not in first
    say(game, "fix red player Anna", "fix r1 name Iron Wolves")
    names = book.list_participant_names(game.stream)
    assert {"Anna", "Iron Wolves", "Iron Third", "Red Dusk"} <= {*names}
    game.undo()
    game.undo()
    assert book.list_participant_names(game.stream) == first


def test_a_name_that_is_already_so_changes_nothing() -> None:
    game = evening.shooting()
    lines = ("fix game title Winter", "fix red player Anna", "fix r1 name Iron Wolves")
    say(game, *lines)
    before = game.version
    for line in lines:
        assert say(game, line).messages == (NOTHING_CHANGED,)
    assert game.version == before
    say(game, "fix r1 name Wolves | fix red player Anna")
    assert list_log_lines(game.history)[-1].text == "R1 is now Wolves, fixed by hand"


def test_a_figure_on_its_own_and_its_unit_have_one_name() -> None:
    game = figures_evening.begin(*figures_evening.RED_ACTS)
    say(game, "fix red add Rook hero", "fix r3 name Raven")
    assert game.match.unit(make_unit_id("r3")).name == "Raven"
    assert game.state.figures[make_figure_id("r3", 1)].name == "Raven"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("fix red player", "Type the new player's name, such as Anna."),
        ('fix game title ""', 'Type the new title, such as "Winter battle".'),
        (f"fix r1 name {'w' * 61}", "The name can have at most 60 characters: shorten it."),
        (f"fix red player {'w' * 61}", "The player's name can have at most 60 characters"),
        ("fix green player Anna", "green"),
    ],
)
def test_a_name_that_cannot_be_is_refused(line: str, why: str) -> None:
    game = evening.shooting()
    before = game.version
    assert why in refused(game, line)
    assert game.version == before
