"""Games begun for a pairing: who plays, what it is called, its note, its link, its result."""

from __future__ import annotations

import pytest

from tests.leagues.club import BLUE, RED, club, league
from tests.leagues.test_core_matches import end
from tracker.application.campaigns.fixture_game_start_and_linking import FixtureGameStarter
from tracker.application.errors import Refused
from tracker.application.match_setup import Entrant
from tracker.testing.match_in_memory import RED as RED_SIDE
from tracker.vocabulary.events import Noted


def sides(paired: FixtureGameStarter) -> list[Entrant]:
    return [
        Entrant(name, roster, player)
        for name, roster, player in zip(("Red", "Blue"), (RED, BLUE), paired.players, strict=True)
    ]


def test_a_game_begun_for_a_pairing_is_linked_and_reports() -> None:
    book = club()
    found = league(book)
    found.missions.set_mission("Take and hold", rules="no dusk")
    paired = FixtureGameStarter(book, found, "1")
    assert (paired.players, paired.title) == (["Anna", "Dario"], "Anna v Dario, round 1")
    playing = paired.begin_and_link_game("toy", sides(paired))
    assert [one.title for one in book.list_games()] == ["Anna v Dario, round 1"]
    notes = [line.event.text for line in playing.history.lines if isinstance(line.event, Noted)]
    assert notes == ["Take and hold · rules: no dusk"]
    fixture = found.results.find_fixture("1")
    assert fixture.link is not None
    assert [one.player for one in fixture.link.sides] == [fixture.home, fixture.away]
    end(playing, 12, 5, RED_SIDE)
    found.reload()
    ended = found.results.find_fixture("1").ended
    assert ended is not None
    assert (ended.vp, ended.winner) == ((12, 5), fixture.home)
    with pytest.raises(Refused, match="already has game m1"):
        FixtureGameStarter(book, found, "1")


def test_nothing_is_kept_of_a_game_that_cannot_begin() -> None:
    book = club()
    found = league(book)
    paired = FixtureGameStarter(book, found, "1")
    with pytest.raises(Refused):
        paired.begin_and_link_game("chess", sides(paired))
    assert book.list_games() == []
    assert found.results.find_fixture("1").link is None
    assert found.version == league(club()).version


def test_a_draft_has_no_games() -> None:
    book = club()
    found = league(book)
    found.results.enter_result("1", "10-0")
    found.results.enter_result("2", "5-0")
    found.rounds.draft_round()
    draft = found.state.draft
    assert draft is not None
    with pytest.raises(Refused, match="Publish the round first"):
        FixtureGameStarter(book, found, draft.fixtures[0])
