"""Rounds and the page of a player without a terminal, line by line."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tui.quiet import NO_GAMES, pairing, plain, played, quiet, small, text_of
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.pairing.round_columns_and_text import format_round_text
from tracker.application.leagues.results.results_reported_by_players import make_result_fingerprint
from tui.league.standings.outlook_and_ratings_screens import RatingsScreen
from tui.league.standings.player_screen import PlayerScreen
from tui.league.standings.rounds_screen import RoundScreen


def rounds(league: League, number: int | None = None, season: int | None = None) -> Any:
    return quiet(RoundScreen(NO_GAMES, league, number, season))


def lines(screen: Any, width: int) -> list[str]:
    """Every line of the page, what stands below a pairing too."""
    return plain(
        [each for item in screen.build_list_items(width) for each in (item.row, *item.extra_lines)]
    )


def test_before_the_first_round_its_page_says_so() -> None:
    screen = rounds(small())
    assert lines(screen, 80) == [
        "",
        " No round has been drafted yet. On the evening screen, press d to draft one.",
    ]
    for say in (
        screen.parts[0].do_enter_result,
        screen.parts[0].do_withdraw_result,
        screen.parts[0].do_sign_result,
    ):
        say()
        assert screen.said.pop() == "× There is no pairing in this round."
    assert (text_of(screen.render_right_heading()), screen.get_export_file_stem()) == (
        "not drafted yet",
        "round 1",
    )
    assert text_of(screen.render_heading()) == "Small League · round 1"
    screen.do_copy_and_save_text()
    assert screen.said == ["× Round 1 is not drafted yet. Nothing was written."]
    screen.do_open_standings()
    assert screen.opened == [("standings", None, None)]
    screen.do_show_later_round()
    assert screen.said[-1] == "× There is no round 2."
    screen.do_show_earlier_round()
    assert screen.said[-1] == "× There is no round 0."


def test_a_closed_season_without_a_round_asks_for_none() -> None:
    league = small()
    league.seasons.close_season()
    screen = rounds(league)
    assert lines(screen, 80) == ["", " Season 1 was closed without a round."]
    assert text_of(screen.render_right_heading()) == ""


def test_a_draft_and_a_published_round_on_their_page() -> None:
    league = small("Anna", "Bram", "Chloé")
    league.rounds.draft_round("Swiss")
    screen = rounds(league)
    assert text_of(screen.render_right_heading()) == "draft, not published"
    league.rounds.publish_round(on="2026-11-19", ends="22:30")
    assert text_of(screen.render_right_heading()) == "Thu 19 Nov · games end 22:30"
    screen.do_open_standings()
    assert screen.opened == [("standings", 1, None)]
    home, away = pairing(league, 1)
    free = ({"Anna", "Bram", "Chloé"} - {home, away}).pop()
    told = lines(screen, 80)
    assert [each.split() for each in told[:1]] == [
        ["1", home, "–", away, "no", "result", "yet", "f1"]
    ]
    assert ["–", free, "bye", "f2"] in [each.split() for each in told]
    assert told[-2:] == ["", " paired: Swiss"]
    league.results.arrange_game("1", "2026-11-27", time="19:30", where="the attic")
    assert any("arranged for Fri 27 Nov 19:30, the attic" in each for each in lines(screen, 70))
    league.results.enter_result("1", "10-7")
    told = lines(screen, 80)
    assert f" 1  {home:<6} – {away:<6}  10 : 7, {home} won" in [each[:-2].rstrip() for each in told]
    assert any(each.endswith("not signed") for each in told)
    league.results.correct_result("1", "10-8", why="misread")
    league.results.sign_result("1")
    whole = " ".join(" ".join(lines(screen, 80)).split())
    assert f"signed by {home} and {away} · it was 10 : 7, {home} won (misread)" in whole
    screen.do_copy_and_save_text()
    (name, text) = screen.sent[0]
    assert name == "round 1"
    assert text == format_round_text(screen.league, screen.number, screen.season)
    assert text.startswith("Small League · round 1 · Thu 19 Nov · games end 22:30")


def test_a_disputed_result_names_both_reports() -> None:
    league = small("Anna", "Bram")
    league.rounds.draft_round("Swiss")
    league.rounds.publish_round()
    home, away = pairing(league, 1)
    game = league.results.find_fixture("1")
    for player, result in zip(game.players, ("10-7", "7-10"), strict=True):
        seen = make_result_fingerprint(league.state.fixtures[game.id])
        league.reports.report_result(player, game.id, result, seen)
    text = " ".join(" ".join(lines(rounds(league), 120)).split())
    assert f"disputed: {home} reported it, {away} says 7 : 10, {away} won" in text
    assert "not signed" not in text


def test_who_is_not_there_stands_below_the_round() -> None:
    league = small("Anna", "Bram", "Chloé", "Dario")
    league.people.mark_away(league.people.find_player("Anna").id, "train")
    league.people.drop_player(league.people.find_player("Dario").id)
    league.rounds.draft_round("Swiss")
    told = lines(rounds(league), 80)
    assert told[-5:-2] == ["", " away: Anna (train)", " dropped: Dario"]


def test_rounds_are_gone_through_one_by_one() -> None:
    league = played(small(), "10-7", "3-8")
    played(league, "10-7", "3-8")
    screen = rounds(league)
    screen.cursor = 1
    screen.do_show_earlier_round()
    assert (screen.number, screen.cursor, screen.shows) == (1, 0, 1)
    screen.do_show_later_round()
    assert screen.number == 2
    past = rounds(league, 1, 1)
    assert text_of(past.render_heading()) == "Small League · season 1 · round 1"


def player(league: League, name: str) -> Any:
    return quiet(PlayerScreen(NO_GAMES, league, league.people.find_player(name).id))


def test_the_page_of_somebody_tells_each_game_as_seen_from_there() -> None:
    league = played(small("Anna", "Bram", "Chloé"))
    home, away = pairing(league, 1)
    free = ({"Anna", "Bram", "Chloé"} - {home, away}).pop()

    def told(name: str) -> str:
        return " ".join(" ".join(plain(player(league, name).render_page_lines(120))).split())

    assert f"results round 1 v {away}: no result yet" in told(home)
    assert "results round 1: bye" in told(free)
    league.results.arrange_game("1", "2026-11-27", time="19:30")
    assert f"round 1 v {home}: arranged for Fri 27 Nov 19:30" in told(away)
    league.results.enter_result("1", "10-7")
    league.results.correct_result("1", "10-8", why="misread")
    league.results.sign_result("1", league.results.find_fixture("1").home)
    ends = f"{home} won · Thu 19 Nov · not signed by {away} · it was 10 : 7, {home} won (misread)"
    assert f"round 1 v {away}: 10 : 8, {ends}" in told(home)
    assert f"round 1 v {home}: 8 : 10, {ends}" in told(away)
    league.results.sign_result("1")
    assert f"round 1 v {home}: 8 : 10, {home} won · Thu 19 Nov · signed" in told(away)
    assert (
        f"standing place 1 with {league.table.compute_standings().rows[0].points.short} points"
        in told(league.table.compute_standings().rows[0].name)
    )
    assert "played 1: won 0, drawn 0, lost 1 · VP 8 : 10" in told(away)
    assert text_of(player(league, away).render_right_heading()) == "in the league"
    assert text_of(player(league, away).render_heading()) == f"{away} · Small League"


def test_who_is_not_ranked_or_came_too_late_has_no_place() -> None:
    league = small()
    league.people.enrol_players("Rita", ranked=False)
    told = plain(player(league, "Rita").render_page_lines(120))
    assert told[:2] == [
        " standing", "  not ranked: the games count for opponents only",
    ]  # fmt: skip
    assert told[3:5] == [" results", "  none yet"]
    assert text_of(player(league, "Rita").render_right_heading()) == "ringer, if one is needed"
    screen = player(league, "Rita")
    names = []
    for _ in range(5):
        screen.do_show_next_player()
        names.append(screen.get_export_file_stem())
    assert names == [row.name for row in league.table.compute_standings().rows] + ["Rita"]
    screen.do_show_previous_player()
    assert screen.get_export_file_stem() == names[3]
    assert (screen.panel.top, screen.shows) == (0, 6)


def test_points_beside_the_games_have_an_amount_and_a_reason() -> None:
    league = small()
    screen = player(league, "Anna")
    screen.do_give_bonus_points()
    label, give, more = screen.asked[0]
    assert (label, more["hint"]) == (
        "points for Anna", "2 full army painted · -1 came late · 1/2 …",
    )  # fmt: skip
    with pytest.raises(Refused, match="Type the points and the reason: 2 full army painted"):
        give("  ")
    give(" 2 full army ")
    assert "place 1 with 2 points" in " ".join(plain(screen.render_page_lines(120)))


def test_before_the_first_game_there_are_no_ratings() -> None:
    screen = quiet(RatingsScreen(NO_GAMES, small()))
    screen.load_screen_data()
    assert plain(screen.render_page_lines(80))[-2:] == ["", " Nobody has played yet."]
    assert screen.get_export_file_stem() == "ratings"


def test_a_result_without_points_is_told_as_it_is() -> None:
    league = played(small(), "f1", "10-7")
    home, away = pairing(league, 1)
    assert f"forfeit, {away} wins" in " ".join(lines(rounds(league), 90))
    told = " ".join(" ".join(plain(player(league, away).render_page_lines(120))).split())
    assert f"round 1 v {home}: forfeit, {away} wins" in told
