"""What an organiser does from a phone with the season: closed, divided, cut, lists of players."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.server.evening_kit import Evening, field, tokens_at
from tests.server.test_organiser import does, latest, told
from tracker.application.book import open_book
from tracker.leagues.pairing.knockout_bracket import build_season_bracket
from tracker.server.ledger_worker import LedgerWorker
from tracker.server.server_runner import build_application

FOUR = ("Anna", "Bram", "Chloé", "Dario")


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """Round 1 of three is played at table 1, where Anna has won, and not at table 2."""
    ledger = tmp_path / "club.db"
    tokens = tokens_at(tmp_path)
    with open_book(ledger) as book:
        league = book.begin_league("Thursday", players=FOUR, rounds=3)
        league.rounds.draft_round("round robin", order="sign-up")
        league.rounds.publish_round()
        league.results.enter_result("1", "10-7")
        with TestClient(build_application(LedgerWorker(ledger), tokens, {"testserver"})) as phones:
            yield Evening(book, league, phones, tokens)


def page(evening: Evening) -> str:
    return evening.shown("organiser", "/season")


def test_a_season_is_closed_and_the_next_one_begun(evening: Evening) -> None:
    assert f'href="{evening.path("organiser")}/season"' in evening.shown("organiser")
    assert "1 game has no result yet; closing the season leaves it out.</p>" in page(evening)
    seen = latest(evening, step="closed", view="season")
    shown = does(evening, "season", **seen)
    assert "season 1 closed" in told(shown)
    assert "<h2>Season 1 is closed</h2>" in shown
    assert evening.league.state.season.closed
    assert evening.send("organiser", "season", **seen)[0] == 409  # sent again
    assert "Begin the next season" in evening.shown("organiser")
    shown = does(evening, "season", **latest(evening, step="next", name="Spring", view="season"))
    state = evening.league.state
    assert (state.season.number, state.season.name, state.season.closed) == (2, "Spring", False)
    assert "<h2>Season 2</h2>" in shown
    does(evening, "undo", **latest(evening))
    assert evening.league.state.season.number == 1


def test_a_season_is_closed_and_the_next_one_begun_at_once(evening: Evening) -> None:
    does(evening, "season", **latest(evening, step="next"))
    state = evening.league.state
    assert (state.seasons[1].closed, state.season.number) == (True, 2)


def test_what_holds_for_a_season_is_changed(evening: Evening) -> None:
    shown = page(evening)
    plan = {
        "step": "goes on", "view": "season", "rounds": "4", "pairing": "Swiss",
        "scheme": field_chosen(shown, "scheme"), "ties": field(shown, "ties"),
    }  # fmt: skip
    does(evening, "season", **latest(evening, **plan))
    season = evening.league.state.season
    assert (season.planned, season.pairing) == (4, "Swiss")
    status, text = evening.send("organiser", "season", **latest(evening, **plan))
    assert (status, "Nothing was changed" in text) == (422, True)
    other = {**plan, "scheme": "2/1/0"}
    status, text = evening.send("organiser", "season", **latest(evening, **other))
    assert (status, "Give a reason for a change in mid-season" in text) == (422, True)
    assert "<option selected>2/1/0</option>" in text
    does(evening, "season", **latest(evening, **other, why="as agreed"))
    assert evening.league.state.info.scheme.name == "2/1/0"
    for wrong in ({"step": "over"}, {**plan, "rounds": "many"}, {**plan, "ties": "luck"}):
        assert evening.send("organiser", "season", **latest(evening, **wrong))[0] == 422


def field_chosen(text: str, name: str) -> str:
    """What is chosen of a list whose options have no other value."""
    found = re.search(rf'name="{name}">.*?<option selected>([^<]*)<', text)
    assert found is not None
    return found[1]


def test_the_top_cut_names_the_rounds_and_results_that_are_missing(evening: Evening) -> None:
    section = page(evening).partition('aria-label="Top cut"')[2]
    missing = "1 of 3 planned rounds is published. 1 game has no result."
    assert f'<p class="missing">{missing}</p>' in section
    evening.league.results.enter_result("2", "3-1")
    section = page(evening).partition('aria-label="Top cut"')[2]
    assert '<p class="missing">1 of 3 planned rounds is published.</p>' in section


def test_the_best_play_on(evening: Evening) -> None:
    for wrong in ({}, {"best": "2", "players": "Anna, Bram"}, {"best": "two"}, {"best": "9"}):
        assert evening.send("organiser", "cut", **latest(evening, **wrong))[0] == 422
    shown = does(evening, "cut", **latest(evening, best="2", view="season"))
    assert "top 2 advance to the bracket" in told(shown)
    bracket = build_season_bracket(evening.league.state, 1)
    assert bracket is not None
    assert next(evening.league.state.get_player_name(one) for one in bracket.seeds) == "Anna"
    assert "Undecided in the bracket: final.</p>" in page(evening)
    assert "<li>1 Anna v 2 " in shown
    assert "Pairing settings" not in evening.shown("organiser")
    assert "2 players play in round 2, final." in evening.shown("organiser")
    does(evening, "undo", **latest(evening))
    does(evening, "cut", **latest(evening, players="Dario, Chloé, Bram, Anna", third="1"))
    shown = page(evening)
    assert "<li>1 Dario v 4 Anna</li>" in shown
    assert "third" in shown


@pytest.mark.parametrize(
    "mistyped", ["x up", "down", "1000 up", "-1 up", "1.5 up", "up 2", "two up"]
)
def test_a_mistyped_number_is_no_division(evening: Evening, mistyped: str) -> None:
    divisions = f"A, B · {mistyped}"
    status, shown = evening.send("organiser", "divide", divisions=divisions, view="season")
    assert status == 422
    assert "is not a number of players. Type it as in `1 up · 2 down`." in shown
    assert not evening.league.state.get_divisions()


def test_divisions_can_be_called_line_up_and_countdown(evening: Evening) -> None:
    divisions = "Line up, Top down, Countdown · 2 up"
    shown = does(evening, "divide", divisions=divisions, view="season")
    assert "divisions Line up, Top down, Countdown: 2 up, 1 down" in told(shown)


def test_the_league_is_divided_and_players_moved(evening: Evening) -> None:
    shown = does(evening, "divide", divisions="A, B · 1up · 1 down", view="season")
    assert "divisions A, B: 1 up, 1 down" in told(shown)
    assert 'value="A, B · 1 up · 1 down"' in shown
    names = {"Anna": "B", "Bram": "A", "Chloé": "A", "Dario": "B"}
    for name, division in names.items():
        does(evening, "division", player=evening.player(name), division=division)
    assert evening.league.state.get_divisions().get_division(evening.player("Chloé")) == "A"
    assert "<option selected>B</option>" in evening.shown("organiser", "/players")
    # Anna has won, so she leads B; who of A has lost or not played follows from the table there.
    shown = page(evening)
    assert "Anna goes up to A: not this time</label>" in shown
    anna = f"stay {evening.player('Anna')}"
    assert f'name="{anna}"' in shown
    does(evening, "season", **latest(evening, step="next", **{anna: "1"}))
    assert evening.league.state.get_divisions().get_division(evening.player("Anna")) == "B"
    assert evening.send("organiser", "division", player="p1", division="Z")[0] == 422


def test_a_list_is_enrolled_once_its_lines_were_seen(evening: Evening) -> None:
    text = "Esther\nanna\nBramm\nEsther\nFynn"
    status, shown = evening.send("organiser", "sign-up", list=text, view="players")
    told = '<p class="done" role="alert">Check each line, then press “Enrol them”.</p>'
    assert (status, told in shown) == (422, True)
    assert len(evening.league.state.players) == 4
    for words in (
        "<span>Esther <small>joins</small></span>", 'aria-label="leave out Esther"',
        "<span>anna <small>is already enrolled</small></span></li>",
        "<span>Bramm <small>joins; same person as Bram?</small></span>",
        "Esther <small>is on this list twice</small>",
    ):  # fmt: skip
        assert words in shown
    consent = field(shown, "consent")
    evening.league.people.enrol_players("Fynn")
    said = {"list": text, "consent": consent, "out 3": "1", "view": "players"}
    status, shown = evening.send("organiser", "sign-up", **said)
    assert (status, "The list has changed. Check each line" in shown) == (422, True)
    said["consent"] = field(evening.send("organiser", "sign-up", **said)[1], "consent")
    does(evening, "sign-up", **said)
    names = [one.name for one in evening.league.state.players.values()]
    assert names == [*FOUR, "Fynn", "Esther"]


def test_most_lines_of_a_long_list_can_be_left_out(evening: Evening) -> None:
    said = {"list": "\n".join(f"Guest {n}" for n in range(1, 61)), "view": "players"}
    said |= {f"out {line}": "1" for line in range(1, 59)}
    said["consent"] = field(evening.send("organiser", "sign-up", **said)[1], "consent")
    does(evening, "sign-up", **said)
    names = [one.name for one in evening.league.state.players.values()]
    assert names == [*FOUR, "Guest 59", "Guest 60"]


def test_a_list_with_columns_asks_which_has_the_names(evening: Evening) -> None:
    text = "Esther;Jackals;Porto\nFynn;Wardens;Lyon"
    shown = evening.send("organiser", "sign-up", list=text, view="players")[1]
    assert '<select name="column">' in shown
    said = {"list": text, "column": "2", "consent": field(shown, "consent"), "view": "players"}
    status, shown = evening.send("organiser", "sign-up", **said)  # other names than were seen
    assert (status, "leave out Jackals" in shown) == (422, True)
    assert len(evening.league.state.players) == 4
    for wrong in ({"column": "9"}, {"list": " "}, {"list": "a\n" * 1001}):
        assert evening.send("organiser", "sign-up", **{**said, **wrong})[0] == 422


def test_a_list_with_split_names_and_a_title_gives_its_people(evening: Evening) -> None:
    text = "Winter Cup,,\nFirst,Last,Army\nEsther,Berger,Orks\nFynn,Jong,Elves"
    shown = evening.send("organiser", "sign-up", list=text, view="players")[1]
    assert "Winter Cup <small>is a heading, not a player</small>" in shown
    assert '<option value="1 2" selected>columns 1 and 2, First + Last</option>' in shown
    does(
        evening, "sign-up", list=text, column="1 2", consent=field(shown, "consent"), view="players"
    )
    names = [one.name for one in evening.league.state.players.values()]
    assert names == [*FOUR, "Esther Berger", "Fynn Jong"]


def test_the_page_is_the_organisers_alone(evening: Evening) -> None:
    for name in ("Anna", "everybody"):
        assert evening.phones.get(f"{evening.path(name)}/season").status_code == 404
        for deed in ("season", "cut", "divide", "division", "sign-up"):
            said = latest(evening, step="closed", best="2", list="Eve", view="season")
            status, text = evening.send(name, deed, **said)
            assert (status, "Only the organiser can do this" in text) == (422, True)
    assert not evening.league.state.season.closed
