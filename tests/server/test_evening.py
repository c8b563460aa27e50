"""The evening of a league over HTTP: what each role sees and may say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.server.evening_kit import EIGHT, HERE, Evening, field, tokens_at
from tracker.application.book import open_book
from tracker.application.leagues.league_log import list_league_log_lines
from tracker.application.leagues.results.results_reported_by_players import (
    describe_unconfirmed_report,
)
from tracker.application.leagues.seasons.season_commands import SeasonPlan
from tracker.server.league_evening.evening_view import split_into_pages
from tracker.server.ledger_worker import LedgerWorker
from tracker.server.server_runner import build_application
from tui.views.league_evening_table import build_evening_table


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    ledger = tmp_path / "club.db"
    tokens = tokens_at(tmp_path)
    with open_book(ledger) as book:
        league = book.begin_league("Thursday <i>Night</i>", players=EIGHT, rounds=3)
        league.rounds.draft_round("Swiss", order="sign-up")
        league.rounds.publish_round(ends="23:30")
        with TestClient(build_application(LedgerWorker(ledger), tokens, {"testserver"})) as phones:
            yield Evening(book, league, phones, tokens)


def test_one_reports_the_other_confirms_and_all_see_it(evening: Evening) -> None:
    game = evening.games()[0]
    home, away = evening.names(game)
    assert evening.report(home, game.id, "10-7")[0] == 200
    state = evening.league.state
    assert describe_unconfirmed_report(state, state.fixtures[game.id]).endswith("has not confirmed")
    signs = f"{home} is right: 10 : 7, {home} won</button>"
    assert signs in evening.shown(away)
    assert signs not in evening.shown(home)
    assert "has not confirmed" in evening.shown("organiser")
    assert "not confirmed yet" in evening.shown("everybody")
    assert evening.confirm(away, game.id)[0] == 200
    assert evening.games()[0].signed == (game.home, game.away)
    assert "Both players have signed it." in evening.shown(home)
    authors = [line.author for line in list_league_log_lines(evening.league.history)][-2:]
    assert authors == [f"phone {home}", f"phone {away}"]


def test_the_fields_of_the_page_say_the_same_as_a_line(evening: Evening) -> None:
    one, other, *_ = evening.games()
    said = {"game": one.id, "seen": evening.seen(one.id), "how": "c2", "home": "10", "away": "7"}
    assert evening.send(evening.names(one)[0], "report", **said)[0] == 200
    ended = evening.games()[0].ended
    assert ended is not None
    assert (ended.kind, ended.winner, ended.vp) == ("conceded", one.home, (10, 7))
    said = {"game": other.id, "seen": evening.seen(other.id), "home": "12", "away": "4"}
    said["extra casualties"] = "3-9"
    assert evening.send(evening.names(other)[1], "report", **said)[0] == 200
    ended = evening.games()[1].ended
    assert ended is not None
    assert (ended.vp, ended.extra) == ((12, 4), {"casualties": (3, 9)})


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"text": "ten to seven"}, "is not a result"),
        ({"home": "10"}, "Enter the points of each player, or leave both fields empty."),
        ({"home": "ten", "away": "7"}, "is not a number. Enter points as digits, such as 10."),
        (
            {"home": "9999999", "away": "0"},
            "9999999-0 is too high for a score; the limit is 99999.",
        ),
        ({}, "Enter the points of each player, or choose how the game ended."),
        ({"how": "x9"}, "Choose from the list how the game ended."),
        ({"text": "1" * 400}, "Shorten it to 300 characters"),
        (
            {"text": "10-7", "extra casualties": "many"},
            "Write casualties as two numbers: 12-7",
        ),
    ],
)
def test_what_is_no_result_is_refused_and_kept(
    evening: Evening, said: dict[str, str], why: str
) -> None:
    game = evening.games()[0]
    more = {"game": game.id, "seen": evening.seen(game.id)}
    status, text = evening.send(evening.names(game)[0], "report", **more, **said)
    assert status == 422
    assert why in text
    assert evening.games()[0].ended is None
    if "home" in said:
        assert f'name="home" value="{said["home"]}"' in text


@pytest.mark.thorough
def test_a_result_with_all_its_columns_stands_on_the_button_that_signs_it(
    evening: Evening,
) -> None:
    one, other, *_ = evening.games()
    more = {"extra casualties": "3-9"}
    home, away = evening.names(one)
    assert evening.report(away, one.id, "c1 4-12", **more)[0] == 200
    told = f"{away} is right: 4 : 12, conceded to {away}, casualties 3 : 9</button>"
    assert told in evening.shown(home)
    assert "The organiser entered this result." not in evening.shown(home)
    seen = {"game": other.id, "seen": evening.seen(other.id)}
    assert evening.send("organiser", "settle", **seen, text="8-8")[0] == 200
    page = evening.shown(evening.names(other)[0])
    assert "That is right: 8 : 8, drawn</button>" in page
    assert "The organiser entered this result." in page


def test_a_result_that_is_filled_in_twice_is_refused(evening: Evening) -> None:
    game = evening.games()[0]
    said = {"game": game.id, "seen": evening.seen(game.id), "text": "10-7", "home": "7"}
    status, text = evening.send("organiser", "settle", **said)
    assert (status, "Clear one of them." in text) == (422, True)
    assert evening.games()[0].ended is None


@pytest.mark.thorough
def test_the_page_says_whose_it_is_and_whether_that_player_is_in(evening: Evening) -> None:
    page = evening.shown("Anna")
    assert "You are <b>Anna</b>" in page
    assert "<h2>You are in for round 2</h2>" in page
    assert "You are <b>&lt;b&gt;Ines&lt;/b&gt;</b>" in evening.shown("<b>Ines</b>")
    for name in ("everybody", "organiser"):
        assert "You are <b>" not in evening.shown(name)
    evening.send("Anna", "check-in", how="away")
    assert "<h2>You are away in round 2</h2>" in evening.shown("Anna")
    chloe = evening.player("Chloé")
    evening.send("organiser", "presence", player=chloe, how="half bye")
    assert "<h2>You are away in round 2, with a half bye</h2>" in evening.shown("Chloé")
    evening.send("Bram", "check-in", how="drop")
    page = evening.shown("Bram")
    assert "<h2>You dropped out after round 1</h2>" in page
    assert "<summary>This is not me</summary>" in page
    evening.league.rounds.draft_round()
    evening.league.rounds.publish_round()
    for name in ("everybody", "organiser"):
        assert '<p class="quiet">away: Anna, Chloé</p>' in evening.shown(name)
    assert "You are away this round." in evening.shown("Anna")
    for name in ("Anna", "Bram"):
        assert "No game for you yet." not in evening.shown(name)


def test_nobody_is_asked_about_a_round_that_is_not_planned(evening: Evening) -> None:
    evening.league.seasons.save_season_plan(SeasonPlan(rounds=1))
    page = evening.shown("Anna")
    assert "<h2>This is the last round planned</h2>" in page
    assert "I am away in round" not in page
    assert "I drop out after round 1" in page


def test_a_result_that_is_corrected_stands_in_its_fields(evening: Evening) -> None:
    game = evening.games()[0]
    home, away = evening.names(game)
    evening.report(home, game.id, "c1 4-12", **{"extra casualties": "3-9"})
    page = evening.shown("organiser")
    for name, value in (("home", "4"), ("away", "12"), ("extra casualties", "3-9")):
        assert f'name="{name}" value="{value}"' in page
    assert f'<option value="c1" selected>{home} conceded</option>' in page
    assert f'<option value="l1">{home} left after the round was published</option>' in page
    assert page.count("reason for the correction <input") == 1
    assert 'name="home" value="4"' not in evening.shown(away)
    said = {"game": game.id, "seen": evening.seen(game.id), "how": "dl", "home": "", "away": ""}
    assert evening.send("organiser", "settle", **said)[0] == 200
    ended = evening.games()[0].ended
    assert ended is not None
    assert (ended.kind, ended.extra) == ("double loss", {"casualties": (3, 9)})


def test_the_end_of_a_round_is_proposed_from_one_of_another_day(evening: Evening) -> None:
    evening.send("organiser", "draft")
    assert 'name="ends" type="time" value=""' in evening.shown("organiser")
    evening.league.rounds.publish_round(on="2025-10-09", ends="22:30")
    evening.send("organiser", "draft")
    assert 'name="ends" type="time" value="22:30"' in evening.shown("organiser")


def test_a_link_that_opens_nothing_answers_with_a_page_for_phones(evening: Evening) -> None:
    for path in ("/league/l1/p1/old", "/m1/old", "/nowhere"):
        opened = evening.phones.get(path, headers={"accept": "text/html,*/*;q=0.8"})
        assert opened.status_code == 404
        assert 'content="width=device-width, initial-scale=1"' in opened.text
        assert "Ask for a new link." in opened.text
        assert "Scan your code again" in opened.text
        assert evening.phones.get(path).text.startswith("This link was revoked")  # for scripts


def test_a_code_is_revoked_after_it_was_asked_and_the_page_says_so(evening: Evening) -> None:
    codes = f"{evening.path('organiser')}/codes"
    page = evening.phones.get(codes).text
    assert page.count("<details><summary>New code</summary>") == page.count(
        "Revoke the old link and make"
    )
    assert "has been revoked" not in page
    old = evening.path("Anna")
    said = {"role": evening.player("Anna")}
    sent = evening.phones.post(f"{evening.path('organiser')}/renew", data=said, headers=HERE)
    assert sent.url.path == codes
    assert (
        "The old link for Anna has been revoked. The QR code page shows the new link." in sent.text
    )
    assert evening.phones.get(old).status_code == 404
    sent = evening.phones.post(
        f"{evening.path('organiser')}/renew", data={"role": "join"}, headers=HERE
    )
    assert "The old link for joining has been revoked." in sent.text
    assert "has been revoked" not in evening.phones.get(f"{codes}?renewed=<b>").text


def test_of_two_at_once_the_first_counts_and_the_second_reads_it(evening: Evening) -> None:
    game = evening.games()[0]
    home, away = evening.names(game)
    seen = evening.seen(game.id)
    assert evening.report(home, game.id, "10-7", seen=seen)[0] == 200
    status, text = evening.report(away, game.id, "7-10", seen=seen)
    assert status == 409
    assert f"{home} has reported in the meantime: 10 : 7, {home} won" in text
    assert evening.confirm(away, game.id, seen)[0] == 409
    assert evening.games()[0].signed == (game.home,)
    status, text = evening.report(away, game.id, "7-10")
    assert status == 200
    assert "The organiser sees both" in evening.shown(away)
    assert f"{away} says 7 : 10, {away} won" in evening.shown("organiser")
    assert '<button class="go" name="text" value="7-10">' in evening.shown(home)
    assert '<button class="go" name="text" value="7-10">' in evening.shown("organiser")


@pytest.mark.thorough
def test_a_request_sent_again_changes_nothing(evening: Evening) -> None:
    game = evening.games()[0]
    home, away = evening.names(game)
    first = {"seen": evening.seen(game.id)}
    evening.report(home, game.id, "10-7", **first)
    confirmed = evening.seen(game.id)
    evening.confirm(away, game.id)
    stands = evening.league.version
    assert evening.report(home, game.id, "10-7", **first)[0] == 409
    assert evening.confirm(away, game.id, confirmed)[0] == 409
    assert evening.report(home, game.id, "0-99", **first)[0] == 409
    assert evening.league.version == stands


@pytest.mark.thorough
def test_a_player_reports_his_own_game_alone(evening: Evening) -> None:
    one, other, *_ = evening.games()
    stranger = evening.names(other)[0]
    for fixture in (one.id, "f99", "", "l1"):
        known = evening.seen(one.id) if fixture == one.id else "0-0-0"
        said = {"game": fixture, "seen": known}
        assert evening.send(stranger, "report", text="10-7", **said)[0] == 422
        assert evening.send(stranger, "confirm", **said)[0] == 422
    assert evening.games()[0].ended is None


@pytest.mark.parametrize("deed", ["settle", "sign", "withdraw", "publish", "draft"])
@pytest.mark.parametrize("name", ["everybody", "Anna"])
def test_only_the_organiser_settles_drafts_and_publishes(
    evening: Evening, name: str, deed: str
) -> None:
    before = evening.league.version
    said = {"game": "f1", "seen": evening.seen("f1"), "text": "10-7", "draft": ""}
    status, text = evening.send(name, deed, **said)
    assert (status, "Only the organiser can do this" in text) == (422, True)
    assert evening.league.version == before


@pytest.mark.parametrize("name", ["everybody", "organiser"])
def test_who_plays_no_game_reports_none(evening: Evening, name: str) -> None:
    status, text = evening.report(name, "f1", "10-7")
    assert (status, "You can report only your own games" in text) == (422, True)
    assert evening.send(name, "confirm", game="f1", seen=evening.seen("f1"))[0] == 422


def test_the_big_screen_has_the_address_of_everybody(evening: Evening) -> None:
    screen = f"{evening.path('everybody')}/screen"
    for name in ("everybody", "organiser"):
        assert f'href="{screen}"' in evening.shown(name)
    for name in ("organiser", "Anna"):
        led = evening.phones.get(f"{evening.path(name)}/screen", follow_redirects=False)
        assert (led.status_code, led.headers["location"]) == (303, screen)
    token = evening.path("organiser").rpartition("/")[2]
    assert token not in evening.shown("organiser", "/screen")


def test_links_are_of_one_role_at_one_league_and_revoked_one_by_one(evening: Evening) -> None:
    anna, bram = evening.path("Anna"), evening.path("Bram")
    token = anna.rpartition("/")[2]
    wrong = [
        anna.replace(f"/{evening.player('Anna')}/", f"/{name}/")
        for name in (evening.player("Bram"), "organiser", "spectator", "p99", "keeper", "..")
    ]
    wrong += [anna[:-1], anna + "a", anna.replace("/l1/", "/l2/"), anna.replace("/l1/", "/m1/")]
    wrong += [f"/l1/{token}", "/league/l1", "/league/l1/organiser/"]
    assert [evening.phones.get(each).status_code for each in wrong] == [404] * len(wrong)
    sent = evening.phones.post(
        f"{evening.path('organiser')}/renew", data={"role": evening.player("Anna")}, headers=HERE
    )
    assert sent.status_code == 200
    assert evening.phones.get(anna).status_code == 404
    assert evening.phones.get(bram).status_code == 200
    assert evening.path("Anna") != anna
    assert evening.phones.get(evening.path("Anna")).status_code == 200


def test_codes_are_the_organisers_alone(evening: Evening) -> None:
    text = evening.shown("organiser", "/codes")
    assert text.count("<svg") == len(EIGHT) + 2  # and for all who join, all who look on
    assert evening.path("Anna") in text
    for name in ("Anna", "everybody"):
        assert evening.phones.get(f"{evening.path(name)}/codes").status_code == 404
        sent = evening.phones.post(
            f"{evening.path(name)}/renew", data={"role": "organiser"}, headers=HERE
        )
        assert sent.status_code == 404


def test_the_organiser_settles_drafts_and_publishes(evening: Evening) -> None:
    for place, game in enumerate(evening.games()):
        said = {"game": game.id, "seen": evening.seen(game.id), "text": f"{10 + place}-7"}
        assert evening.send("organiser", "settle", **said)[0] == 200
    game = evening.games()[0]
    said = {"game": game.id, "seen": evening.seen(game.id), "text": "7-10", "why": "read wrong"}
    assert evening.send("organiser", "settle", **said)[0] == 200
    assert evening.games()[0].corrections[0].why == "read wrong"
    assert evening.send("organiser", "settle", **said)[0] == 409  # sent again
    assert evening.send("organiser", "draft")[0] == 200
    draft = field(evening.shown("organiser"), "draft")
    assert evening.send("organiser", "publish", draft="another", ends="23:45")[0] == 409
    assert evening.send("organiser", "publish", draft=draft, ends="late")[0] == 422
    assert evening.league.state.round_number == 1
    assert evening.send("organiser", "publish", draft=draft, ends="23:45")[0] == 200
    assert evening.league.state.round_number == 2
    assert evening.send("organiser", "publish", draft=draft)[0] == 409  # sent again
    assert "Round 2" in evening.shown("Anna")


def test_a_result_is_in_even_if_the_draft_that_waited_for_it_cannot_be_made_again(
    evening: Evening,
) -> None:
    evening.send("organiser", "draft")
    for player in list(evening.league.state.players)[1:]:
        evening.league.people.drop_player(player)
    said = {"game": "f1", "seen": evening.seen("f1"), "text": "10-7"}
    path, headers = f"{evening.path('organiser')}/settle", {**HERE, "x-part": "1"}
    sent = evening.phones.post(path, data=said, headers=headers)
    assert sent.status_code == 200
    evening.league.reload()
    assert evening.league.state.fixtures["f1"].ended is not None
    assert "Round 2 has not been drafted again. Fewer than two players are present." in sent.text


def test_a_draft_that_waited_for_a_result_is_made_again_with_it(evening: Evening) -> None:
    evening.send("organiser", "draft")
    drafted = evening.league.state.draft
    assert drafted is not None
    assert len(drafted.waited_for) == 4
    said = {"game": "f1", "seen": evening.seen("f1"), "text": "10-7"}
    evening.send("organiser", "settle", **said)
    again = evening.league.state.draft
    assert again is not None
    assert len(again.waited_for) == 3
    evening.send("organiser", "undo", version=str(evening.league.version))
    first = evening.league.state.draft
    assert first is not None
    assert (len(first.waited_for), evening.league.state.fixtures["f1"].ended) == (4, None)


def differ(evening: Evening, fixture: str) -> tuple[str, str]:
    """Two who say different things of their game: 10 to 7, and 7 to 10."""
    one = next(game for game in evening.games() if game.id == fixture)
    home, away = evening.names(one)
    evening.report(home, fixture, "10-7")
    evening.report(away, fixture, "7-10")
    return home, away


def next_round(evening: Evening) -> None:
    evening.league.rounds.draft_round("Swiss")
    evening.league.rounds.publish_round(ends="23:45")


def test_who_asked_to_be_away_and_plays_after_all_is_not_called_away(evening: Evening) -> None:
    """Anna comes to round 2 after it is published, and so does Zed, who is new."""
    league = evening.league
    for one in evening.games():
        league.results.enter_result(one.id, "10-7")
    league.people.mark_away("Anna")
    league.rounds.draft_round("Swiss")
    league.rounds.publish_round()
    assert "away: Anna" in evening.shown("everybody")
    assert "You are away this round." in evening.shown("Anna")
    league.people.enrol_players("Zed")
    league.rounds.pair_players("Anna", "Zed")
    assert "away: Anna" not in evening.shown("everybody")
    assert "You are away this round." not in evening.shown("Anna")


def test_the_big_screen_marks_a_disputed_result(evening: Evening) -> None:
    """In its row, and among the latest results, until the organiser has settled it."""
    mark = '<em title="the players disagree">?</em>'
    evening.report(evening.names(evening.games()[1])[0], "f2", "8-5")
    assert mark not in evening.shown("everybody", "/screen")
    differ(evening, "f1")
    shown = evening.shown("everybody", "/screen")
    assert f"10<i>:</i>7{mark}</b>" in shown
    assert f"10 : 7{mark} <b>" in shown
    assert shown.count(mark) == 2
    evening.send("organiser", "sign", game="f1", seen=evening.seen("f1"))
    assert mark not in evening.shown("everybody", "/screen")


def test_who_conceded_or_did_not_come_stands_next_to_the_score(evening: Evening) -> None:
    one, other, *_ = evening.games()
    home, away = evening.names(one)
    evening.league.results.enter_result(one.id, "10-7 c1")
    evening.league.results.enter_result(other.id, "f2")
    absent = evening.names(other)[1]
    shown = evening.shown("everybody", "/screen")
    assert f"10<i>:</i>7<small>{home} conceded</small></b>" in shown
    assert f"won<i>:</i>–<small>{absent} forfeits</small></b>" in shown
    assert f"<b>{home}</b> 10 : 7 <b>{away}</b>, {home} conceded</span>" in shown
    spectators = evening.shown("everybody")
    assert f"<small>{home} conceded</small>" in spectators
    assert f"<small>{absent} forfeits</small>" in spectators
    third = evening.games()[2]
    winner, loser = evening.names(third)
    evening.report(winner, third.id, "12-3 c2")
    note = build_evening_table(evening.league).rows[2].note
    assert note == f"{loser} conceded, {loser} has not confirmed"


def test_the_winner_of_level_points_stands_next_to_the_score(evening: Evening) -> None:
    one = evening.games()[0]
    home, away = evening.names(one)
    evening.league.results.enter_result(one.id, "9-9 w1")
    shown = evening.shown("everybody", "/screen")
    assert f"9<i>:</i>9<small>{home} won</small></b>" in shown
    assert f"<b>{home}</b> 9 : 9 <b>{away}</b>, {home} won</span>" in shown
    assert f"<small>{home} won</small>" in evening.shown("everybody")


def test_a_dispute_outlives_its_round(evening: Evening) -> None:
    home, away = differ(evening, "f1")
    next_round(evening)
    assert f"{away} says: 7 : 10" in evening.shown(home)
    assert "You say: 7 : 10" in evening.shown(away)
    assert f"{away} says" not in evening.shown(away)
    assert f"{away} says 7 : 10" in evening.shown("organiser")
    assert "the players disagree" in evening.shown("everybody")
    seen = evening.seen("f1")
    assert evening.send("organiser", "sign", game="f1", seen=seen)[0] == 200
    settled = evening.league.state.fixtures["f1"]
    assert (settled.disputed_results, len(settled.signed), settled.ended and settled.ended.vp) == (
        (), 2, (10, 7),
    )  # fmt: skip
    for name in (home, away, "organiser", "everybody"):
        assert "says" not in evening.shown(name)


@pytest.mark.parametrize(("theirs", "settling"), [("5-5", "organiser"), ("5-6", "reporter")])
def test_as_somebody_says_takes_the_further_columns_too(
    evening: Evening, theirs: str, settling: str
) -> None:
    game = evening.games()[0]
    home, away = evening.names(game)
    evening.report(home, game.id, "5-5", **{"extra casualties": "2-2"})
    evening.report(away, game.id, theirs, **{"extra casualties": "2-9"})
    said = "5 : 6, " + away + " won" if theirs == "5-6" else "5 : 5, drawn"
    name, deed = (home, "report") if settling == "reporter" else (settling, "settle")
    page = evening.shown(name)
    assert f"{said}, casualties 2 : 9" in page
    assert "5 : 5, drawn, casualties 2 : 2: confirm" in evening.shown("organiser")
    last = list_league_log_lines(evening.league.history)[-1].text
    assert (
        f"says {said}, casualties 2 : 9; the result entered is 5 : 5, drawn, casualties 2 : 2"
        in last
    )
    sent = {"game": game.id, "seen": evening.seen(game.id), "text": theirs}
    more = {"extra casualties": field(page, "extra casualties")}
    assert evening.send(name, deed, **sent, **more)[0] == 200
    settled = evening.games()[0]
    assert settled.ended is not None
    assert settled.ended.extra == {"casualties": (2, 9)}
    assert settled.ended.vp == ((5, 6) if theirs == "5-6" else (5, 5))
    assert settled.disputed_results == ()


@pytest.mark.thorough
def test_a_result_of_an_earlier_round_is_still_confirmed_or_denied(evening: Evening) -> None:
    one, other, *_ = evening.games()
    home, away = evening.names(one)
    evening.report(home, one.id, "10-7")
    second, opponent = evening.names(other)
    evening.report(second, other.id, "12-3")
    next_round(evening)
    assert "10 : 7" in evening.shown(away)
    assert evening.confirm(away, one.id)[0] == 200
    assert len(evening.league.state.fixtures[one.id].signed) == 2
    assert "12 : 3" in evening.shown(opponent)
    assert evening.report(opponent, other.id, "3-12")[0] == 200
    assert f"{opponent} says 3 : 12" in evening.shown("organiser")


def test_earlier_rounds_name_who_had_a_bye_or_was_away(evening: Evening) -> None:
    for game in evening.games():
        evening.league.results.enter_result(game.id, "10-7")
    evening.league.people.mark_away("Anna")
    next_round(evening)
    byes = [one for one in evening.league.state.fixtures.values() if one.away is None]
    assert [one.is_requested_bye for one in byes].count(False) == 1
    player = next(one.home for one in byes if not one.is_requested_bye)
    bye_name = evening.league.state.get_player_name(player).split(">")[-1]
    next_round(evening)
    page = evening.shown("everybody", "/rounds")
    assert "away: Anna" in page
    assert f"bye: {bye_name}" in page


def test_earlier_rounds_are_read_by_all_and_set_right_by_the_organiser(evening: Evening) -> None:
    for game in evening.games():
        evening.league.results.enter_result(game.id, "10-7")
    home, _ = evening.names(evening.games()[0])
    assert "/rounds" not in evening.shown("everybody")
    next_round(evening)
    for name in (home, "everybody", "organiser"):
        assert f'{evening.path(name)}/rounds"' in evening.shown(name)
        assert evening.shown(name, "/rounds").count("<h2>Round 1</h2>") == 1
    assert "<form" not in evening.shown("everybody", "/rounds")
    assert evening.shown(home, "/rounds").count('class="own ') == 1
    said = {"game": "f1", "seen": evening.seen("f1"), "view": "rounds"}
    sent = evening.phones.post(
        f"{evening.path('organiser')}/settle",
        data={**said, "text": "7-10", "why": "read wrong"},
        headers=HERE,
        follow_redirects=False,
    )
    assert (sent.status_code, sent.headers["location"]) == (
        303,
        f"{evening.path('organiser')}/rounds",
    )
    evening.league.reload()
    ended = evening.league.state.fixtures["f1"].ended
    assert ended is not None
    assert ended.vp == (7, 10)
    status, text = evening.send("organiser", "withdraw", **said)  # as it was seen before
    assert (status, "<h2>Round 1</h2>" in text) == (409, True)
    said["seen"] = evening.seen("f1")
    assert evening.send("organiser", "withdraw", why="never played", **said)[0] == 200
    assert evening.league.state.fixtures["f1"].ended is None


@pytest.mark.thorough
def test_names_are_text_wherever_they_stand(evening: Evening) -> None:
    pages = [evening.shown(name) for name in ("Anna", "<b>Ines</b>", "everybody", "organiser")]
    pages += [evening.shown("everybody", "/screen"), evening.shown("organiser", "/codes")]
    for text in pages:
        assert "<b>Ines" not in text
        assert "<i>Night" not in text
        assert "&lt;b&gt;Ines" in text


@pytest.mark.parametrize("headers", [{}, {"origin": "http://elsewhere"}, {"origin": "null"}])
def test_only_pages_of_the_server_write(evening: Evening, headers: dict[str, str]) -> None:
    game = evening.games()[0]
    said = {"game": game.id, "seen": evening.seen(game.id), "text": "10-7"}
    path = evening.path(evening.names(game)[0])
    assert evening.phones.post(f"{path}/report", data=said, headers=headers).status_code == 403
    evening.league.reload()
    assert evening.games()[0].ended is None


def test_the_big_screen_has_tables_standings_the_clock_and_a_code(evening: Evening) -> None:
    evening.report(evening.names(evening.games()[0])[0], "f1", "10-7")
    text = evening.shown("everybody", "/screen")
    assert 'data-ends="0"' not in text
    assert text.count('<section class="leaf') == 3  # tables, standings, the code
    assert "1 of 4 results in" in text
    assert "<svg" in text
    assert evening.path("organiser") not in text


def test_divisions_stand_apart(evening: Evening) -> None:
    league = evening.book.begin_league("Two", players=EIGHT, rounds=3)
    league.divisions.set_divisions("A", "B")
    league.divisions.move_players("A", *EIGHT[:4])
    league.divisions.move_players("B", *EIGHT[4:])
    evening.league = league
    text = evening.shown("everybody")
    assert text.count('<table class="standings">') == 2
    assert "<h3>Division A</h3>" in text
    assert evening.shown("everybody", "/screen").count("Division ") == 2


def test_a_campaign_has_no_evening(evening: Evening) -> None:
    war = evening.book.begin_league("The Pass", what="campaign", players=("A", "B"))
    path = evening.path("organiser").replace("/l1/", f"/{war.stream}/")
    assert evening.phones.get(path).status_code == 404


@pytest.mark.thorough
def test_standings_say_how_many_games_they_wait_for(evening: Evening) -> None:
    evening.league.results.enter_result("1", "10-7")
    for page in (evening.shown("Anna"), evening.shown("everybody", "/screen")):
        assert "after round 1 (3 games open)" in page


@pytest.mark.parametrize(
    ("rows", "pages"),
    [(0, []), (1, [1]), (8, [8]), (9, [5, 4]), (16, [8, 8]), (17, [6, 6, 5]), (25, [7, 6, 6, 6])],
)
def test_no_page_of_the_big_screen_has_a_row_alone(rows: int, pages: list[int]) -> None:
    found = split_into_pages(range(rows), 8)
    assert [len(one) for one in found] == pages
    assert [each for one in found for each in one] == list(range(rows))


def test_browsers_find_a_picture_for_pages_that_name_none(evening: Evening) -> None:
    answered = evening.phones.get("/favicon.ico")
    assert (answered.status_code, answered.headers["content-type"]) == (200, "image/svg+xml")
