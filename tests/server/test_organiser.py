"""What an organiser does from a phone besides results: players, rounds, taking back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.server.evening_kit import HERE, Evening, tokens_at
from tracker.application.book import open_book
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.server.ledger_worker import LedgerWorker
from tracker.server.server_runner import build_application

FOUR = ("Anna", "Bram", "Chloé", "Dario")


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """Round 1 of three in a round robin of four is published; nothing is played."""
    ledger = tmp_path / "club.db"
    tokens = tokens_at(tmp_path)
    with open_book(ledger) as book:
        league = book.begin_league("Thursday", players=FOUR, rounds=3)
        league.rounds.draft_round("round robin", order="sign-up")
        league.rounds.publish_round(ends="23:30")
        with TestClient(build_application(LedgerWorker(ledger), tokens, {"testserver"})) as phones:
            yield Evening(book, league, phones, tokens)


def does(evening: Evening, deed: str, **said: str) -> str:
    """Something the organiser sends, which is done; what the page then says of it."""
    sent = evening.phones.post(
        f"{evening.path('organiser')}/{deed}", data=said, headers={**HERE, "x-part": "1"}
    )
    evening.league.reload()
    assert sent.status_code == 200, sent.text
    return sent.text


def latest(evening: Evening, **said: str) -> dict[str, str]:
    return {"version": str(evening.league.version), **said}


def byes_of_draft(evening: Evening) -> list[PlayerId]:
    state = evening.league.state
    assert state.draft is not None
    return [one.home for one in state.list_fixtures(state.draft) if one.away is None]


def told(text: str) -> str:
    """What stands in the alert of a page."""
    return text.partition('role="alert">')[2].partition("<")[0]


def test_enrolled_away_and_back(evening: Evening) -> None:
    page = does(evening, "enrol", name="Esther", view="players")
    assert "Esther enrolled" in told(page)
    assert "<h2>Who is here for round 2?</h2>" in page
    esther, anna = evening.player("Esther"), evening.player("Anna")
    assert "not ranked" in told(does(evening, "enrol", name="Fynn", ringer="1"))
    does(evening, "presence", player=anna, how="zero bye")
    assert evening.league.state.players[anna].away == (2,)
    page = does(evening, "presence", player=anna, how="half bye", view="players")
    assert "Anna: away in round 2, a half bye" in told(page)
    does(evening, "presence", player=anna, how="here")
    assert evening.league.state.players[anna].get_absence_reason(2) == ""
    does(evening, "presence", player=esther, how="late")
    assert evening.league.state.players[esther].late == (2,)
    does(evening, "presence", player=esther, how="ringer")
    assert not evening.league.state.players[esther].ranked
    page = does(evening, "presence", player=esther, how="ranked", view="players")
    assert "Esther is ranked" in told(page)
    assert evening.league.state.players[esther].ranked
    does(evening, "rename", player=esther, name="Estelle")
    assert evening.league.state.get_player_name(esther) == "Estelle"


@pytest.mark.parametrize(
    ("deed", "said", "why"),
    [
        ("enrol", {"name": " "}, "Type the player"),
        ("enrol", {"name": "anna"}, "already enrolled. Choose another name"),
        ("presence", {"player": "p1", "how": "asleep"}, "Press one of the buttons"),
        ("presence", {"player": "p77", "how": "here"}, "no longer in the league"),
        ("pair", {}, "Choose the player to pair."),
        ("pair", {"one": "p1", "other": "p1"}, "Name two different players"),
        ("step-in", {"name": "Esther"}, "Nobody has the bye"),
        (
            "arrange",
            {"game": "f1", "when": "next friday"},
            "next friday&#39; does not begin with a day",
        ),
        ("decide", {"game": "f1", "who": "p1"}, "bracket"),
        ("draft", {"method": "dice"}, "no pairing system called"),
    ],
)
def test_what_is_refused_says_why_and_writes_nothing(
    evening: Evening, deed: str, said: dict[str, str], why: str
) -> None:
    before = evening.league.version
    status, text = evening.send("organiser", deed, **said)
    assert (status, why in text) == (422, True)
    assert evening.league.version == before


def test_who_drops_settles_what_is_offered(evening: Evening) -> None:
    game = evening.games()[0]
    away = evening.names(game)[1]
    page = evening.shown("organiser", "/players")
    assert f"Now; {away} wins the open game</button>" in page
    assert "results are annulled" not in page  # nothing is played, so nothing can be annulled
    text = does(evening, "drop", player=game.home, how="opponent wins", why="ill")
    assert "(ill)" in told(text)
    ended = evening.games()[0].ended
    assert ended is not None
    assert (ended.kind, ended.winner) == ("late withdrawal", game.away)
    assert evening.league.state.players[game.home].left_after == 1
    does(evening, "presence", player=game.home, how="here")
    assert evening.league.state.players[game.home].left_after is None
    assert "The results are annulled" not in evening.shown("organiser", "/players")
    does(evening, "drop", player=game.home, how="after")
    assert evening.league.state.players[game.home].left_after == 1


def test_results_of_who_drops_are_annulled_where_that_is_offered(evening: Evening) -> None:
    game = evening.games()[0]
    evening.league.results.enter_result(game.id, "10-7")
    page = evening.shown("organiser", "/players")  # one of three games: less than half
    assert page.count("Now; the results are annulled (1 of 3 games played)</button>") == 2
    does(evening, "drop", player=game.home, how="annul")
    assert list(evening.league.state.season.annulled) == [game.home]
    assert "Count the results again</button>" in evening.shown("organiser", "/players")
    does(evening, "annul", player=game.home)
    assert list(evening.league.state.season.annulled) == []
    page = evening.shown("organiser", "/players")
    assert page.count(" · 1 of 3 games played: results can be annulled") == 1


def test_a_round_beyond_the_plan_says_so_before_and_after(evening: Evening) -> None:
    for number in (2, 3):
        assert "beyond" not in evening.shown("organiser")
        does(evening, "draft")
        evening.league.rounds.publish_round()
        assert evening.league.state.round_number == number
    assert "Round 4 is beyond the 3 planned rounds." in evening.shown("organiser")
    status, text = evening.send("organiser", "draft")
    assert (status, "All present players have already met." in text) == (422, True)
    assert 'name="again"' in text
    assert "beyond the 3 planned rounds" in told(does(evening, "draft", again="1"))
    assert evening.league.state.draft is not None


def test_a_draft_and_a_round_nobody_played_are_cancelled(evening: Evening) -> None:
    does(evening, "draft")
    assert "Cancel the draft of round 2" in evening.shown("organiser")
    text = does(evening, "cancel", **latest(evening, why="the hall is flooded"))
    assert "round 2 cancelled (the hall is flooded)" in told(text)
    assert evening.league.state.draft is None
    page = evening.shown("organiser")
    assert "Cancel round 1" in page
    does(evening, "cancel", **latest(evening))
    assert evening.league.state.current_round is None
    assert evening.league.state.fixtures == {}
    assert "No round has been published yet" in evening.shown("Anna")
    does(evening, "undo", **latest(evening))
    assert len(evening.games()) == 2
    assert "Cancel round 1" in evening.shown("organiser")
    evening.league.results.enter_result("1", "10-7")
    assert "Cancel round 1" not in evening.shown("organiser")
    status, text = evening.send("organiser", "cancel", **latest(evening))
    assert (status, "has begun. Delete its result first" in text) == (422, True)
    evening.league.results.withdraw_result("1")
    assert "Cancel round 1" in evening.shown("organiser")


def test_undo_and_redo_are_of_the_line_that_was_seen(evening: Evening) -> None:
    does(evening, "enrol", name="Esther")
    assert "Esther enrolled</p>" in evening.shown("organiser")
    seen = latest(evening)
    assert "Esther enrolled" in told(does(evening, "undo", **seen))
    assert "Esther" not in [one.name for one in evening.league.state.players.values()]
    status, text = evening.send("organiser", "undo", **seen)  # sent again
    assert (status, "The league has changed since you opened this page" in text) == (409, True)
    does(evening, "redo", **latest(evening))
    assert evening.player("Esther")
    assert evening.send("organiser", "redo", **latest(evening))[0] == 422


def test_pairings_are_changed_by_hand(evening: Evening) -> None:
    does(evening, "draft")
    draft = evening.league.state.draft
    assert draft is not None
    first, second = evening.league.state.list_fixtures(draft)
    does(evening, "pair", one=first.home, other=second.home)
    meets = {frozenset(one.players) for one in evening.league.state.list_fixtures(draft)}
    assert frozenset((first.home, second.home)) in meets
    does(evening, "lock", game=first.id)
    assert evening.league.state.fixtures[first.id].locked
    assert ">Unlock</button>" in evening.shown("organiser")
    does(evening, "lock", game=first.id)
    assert not evening.league.state.fixtures[first.id].locked
    does(evening, "enrol", name="Esther")
    does(evening, "draft")
    page = evening.shown("organiser")
    assert "Who steps in against" in page
    assert " in the draft of round 2?" in page
    does(evening, "step-in", name="Fynn", ringer="1")
    assert byes_of_draft(evening) == []
    anna = evening.player("Anna")
    does(evening, "pair", one=anna, round="2")
    assert anna in byes_of_draft(evening)


def test_a_game_is_played_on_another_day(evening: Evening) -> None:
    does(evening, "arrange", game="f1", when="tomorrow 19:30 the attic")
    arranged = evening.league.state.fixtures["f1"].arranged
    assert arranged is not None
    assert (arranged.time, arranged.where) == ("19:30", "the attic")
    assert "19:30, the attic" in evening.shown("organiser")


@pytest.mark.thorough
def test_points_that_speak_against_the_winner_need_a_reason(evening: Evening) -> None:
    game, other = evening.games()
    home, away = evening.names(game)
    said = {"game": game.id, "seen": evening.seen(game.id), "how": "w1", "home": "1", "away": "9"}
    status, text = evening.send("organiser", "settle", **said)
    assert status == 422
    assert f"1 : 9 means that {away} won, not {home}. Correct the result, or give a reason." in text
    assert 'name="why" value=""' in text
    assert 'name="home" value="1"' in text
    page = does(evening, "settle", **said, why="the mission was his")
    assert "(the mission was his)" in told(page)
    ended = evening.games()[0].ended
    assert ended is not None
    assert (ended.winner, ended.vp) == (game.home, (1, 9))
    said = {"game": other.id, "seen": evening.seen(other.id), "how": "d", "home": "4", "away": "2"}
    first, second = evening.names(other)
    status, text = evening.send(first, "report", **said)
    assert (status, f"{first} won, not nobody" in text, 'name="why"' in text) == (422, True, True)
    assert evening.send(first, "report", **said, why="a draw by the mission")[0] == 200
    ended = evening.games()[1].ended
    assert ended is not None
    assert (ended.winner, ended.vp) == (None, (4, 2))
    assert evening.confirm(second, other.id)[0] == 200  # who agrees need not say it again


def test_as_the_other_says_keeps_a_winner_with_fewer_points(evening: Evening) -> None:
    game = evening.games()[0]
    home, away = evening.names(game)
    evening.report(home, game.id, "9-1")
    assert evening.report(away, game.id, "w2 9-1", why="the mission")[0] == 200
    page = evening.shown("organiser")
    assert f"9 : 1, {away} won, as {away} says</button>" in page
    assert 'name="text" value="w2 9-1"' in page
    seen = {"game": game.id, "seen": evening.seen(game.id)}
    page = does(evening, "settle", **seen, text="w2 9-1", why=f"as {away} says")
    assert re.search(rf"<small>{away} won, corrected \d\d:\d\d</small>", page)
    assert "<small>entered" not in page
    ended = evening.games()[0].ended
    assert ended is not None
    assert ended.winner == game.away


def test_points_of_a_draft_are_no_result(evening: Evening) -> None:
    evening.league.results.enter_result("1", "10-7")
    does(evening, "draft")
    page = evening.shown("organiser")
    assert '<span class="quiet">(0? points)</span>' in page  # the game at table 2 is open
    assert re.search(r'<span class="quiet">\([1-9] points?\)</span>', page)


def test_nobody_still_plays_a_game_of_an_earlier_round(evening: Evening) -> None:
    for game in evening.games():
        evening.league.results.enter_result(game.id, "10-7")
    does(evening, "draft")
    evening.league.rounds.publish_round()
    evening.league.results.withdraw_result("f1", why="wrong game")
    page = evening.shown("organiser")
    assert "<small>no result yet</small>" in page
    assert "still playing" not in page


@pytest.mark.thorough
def test_what_is_missing_stands_on_the_organisers_page(evening: Evening) -> None:
    one, other = evening.games()
    page = evening.shown("organiser")
    assert f"No result: table {one.table}, table {other.table}</p>" in page
    evening.report(evening.names(one)[0], one.id, "10-7")
    page = evening.shown("organiser")
    assert f"No result: table {other.table}</p>" in page
    assert f"Not confirmed: table {one.table}</p>" in page
    does(evening, "draft")
    evening.league.rounds.publish_round()
    home, away = evening.names(one)
    assert evening.report(away, one.id, "7-10")[0] == 200
    assert f"The players disagree: {home} – {away} (round 1)</p>" in evening.shown("organiser")


def test_a_new_league_says_what_to_do_first_and_how_many_are_in(evening: Evening) -> None:
    league = evening.book.begin_league("Friday", players=(), rounds=0)
    new = Evening(evening.book, league, evening.phones, evening.tokens)
    page = new.shown("organiser")
    assert "<h2>Nobody has joined yet</h2>" in page
    assert f'<a class="to" href="{new.path("organiser")}/codes">Show the joining code' in page
    assert "<h2>Standings" not in page
    assert ">Draft round 1</button>" not in page
    does(new, "enrol", name="Anna")
    page = does(new, "enrol", name="Bram")
    assert "2 players are in for round 1." in page
    does(new, "presence", player=new.player("Bram"), how="zero bye")
    page = new.shown("organiser")
    assert "1 player is in for round 1." in page
    assert ">Draft round 1</button>" in page
    assert "Nobody has joined" not in page


def test_players_are_the_organisers_page_alone(evening: Evening) -> None:
    for name in ("Anna", "everybody"):
        assert evening.phones.get(f"{evening.path(name)}/players").status_code == 404
        for deed in ("enrol", "drop", "undo", "cancel", "pair", "presence", "redo", "lock"):
            status, text = evening.send(name, deed, name="Eve", player="p1", **latest(evening))
            assert (status, "Only the organiser can do this" in text) == (422, True)
    assert len(evening.league.state.players) == len(FOUR)
    assert PlayerId("p1") in evening.league.state.players
