"""The game of a pairing begun from the evening and from the page of a round."""

from __future__ import annotations

import random

from tests.tui.kit import Stage, act
from tests.tui.winter import Clock
from tracker.application.book import Book
from tracker.ledger.memory_store import MemoryStore
from tracker.rulesets.deathzap2 import RULESET
from tui.home.new_game_screen import NewGameScreen
from tui.league.standings.rounds_screen import RoundScreen
from tui.table.table_screen import TableScreen


def shown(stage: Stage) -> type:
    return type(stage.app.screen)


def kept() -> Book:
    """Anna meets Dario at table 1, Bram meets Chloé at table 2."""
    book = Book(MemoryStore(), clock=Clock(), dice=random.Random(7), rulesets={RULESET.id: RULESET})
    league = book.begin_league(
        "Winter League", players=("Anna", "Bram", "Chloé", "Dario"), zone="UTC", rounds=3
    )
    league.missions.set_mission("Take and hold", round_number=1)
    league.rounds.draft_round()
    league.rounds.publish_round()
    return book


def test_n_on_a_table_of_the_evening_begins_its_game_and_goes_on_with_it() -> None:
    book = kept()

    async def story(stage: Stage) -> None:
        await stage.press("1n")
        assert shown(stage) is NewGameScreen
        await stage.press("⏎")
        assert "Who plays Red?" in stage.text
        assert "Anna v Dario, round 1" in stage.text
        await stage.press("⏎")
        assert shown(stage) is TableScreen
        assert "Take and hold" in stage.text
        await stage.press("q⏎")
        assert "Winter League" in stage.text
        await stage.press("n")
        assert shown(stage) is TableScreen
        assert [one.stream for one in book.list_games()] == ["m1"]

    act(story, book, game=None)
    league = book.open_league("l1")
    link = league.results.find_fixture("1").link
    assert link is not None
    assert [league.state.get_player_name(one.player) for one in link.sides] == ["Anna", "Dario"]


def test_n_on_a_pairing_of_a_round() -> None:
    book = kept()

    async def story(stage: Stage) -> None:
        await stage.press("1rjn")
        await stage.press("⎋")
        assert shown(stage) is RoundScreen
        assert book.list_games() == []
        await stage.press("n⏎⏎")
        assert shown(stage) is TableScreen

    act(story, book, game=None)
    assert book.open_league("l1").results.find_fixture("2").link is not None
