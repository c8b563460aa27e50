"""Results of any round on its page: entered, set right, taken away, signed; and back again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tui.kit import Stage, act
from tests.tui.winter import club, evening, read, winter
from tracker.application.leagues.league_log import list_league_log_lines
from tracker.application.leagues.results import typed_result_parser
from tracker.leagues.results.standings_input_types import ResultKind


@pytest.mark.thorough
def test_a_result_of_an_earlier_round_is_set_right_with_a_reason() -> None:
    """Round 1: Anna 15, Hugo 4 is f1 at table 1; the last round on the page is the fourth."""
    kept = club()
    winter(kept)

    async def story(stage: Stage) -> None:
        await stage.press("1r<<<")
        assert "round 1" in stage.text.splitlines()[0]
        one = read(kept).results.find_fixture(first_of(kept, 1))
        await stage.press("⏎")
        assert (
            f"{one.id}, table 1 of round 1, Anna v Hugo has 15 : 4, Anna won. What is the correct"
            " result?" in " ".join(stage.text.split())
        )
        await stage.press("⌫" * 4 + "x⏎")
        assert "'x' is not a result" in " ".join(stage.text.split())
        await stage.press("⌫15-5⏎")
        assert "Correct it to 15 : 5, Anna won? Type the reason" in " ".join(stage.text.split())
        await stage.press("⏎")
        assert "A correction needs a reason." in stage.text
        await stage.press("misread⏎")
        assert "it was 15 : 4, Anna won (misread)" in stage.text
        await stage.press("u")
        assert "misread" not in stage.text.split("line")[0]

    act(story, kept, game=None)
    line = (
        "table 1 of round 1, Anna v Hugo: corrected, 15 : 5, Anna won; it was 15 : 4, Anna won"
        " (misread)"
    )
    assert line in [each.text for each in list_league_log_lines(read(kept).history)]


def first_of(kept: object, number: int) -> str:
    league = read(kept)  # type: ignore[arg-type]
    return league.state.rounds[1, number].fixtures[0]


@pytest.mark.thorough
def test_a_result_is_taken_away_entered_anew_and_signed_by_one_and_by_both() -> None:
    kept = club()
    winter(kept)

    async def story(stage: Stage) -> None:
        await stage.press("1r<<")  # round 2
        await stage.press("jxwrong table⏎")
        assert "no result yet" in stage.text
        await stage.press("g")
        assert "has no result to sign" in stage.text
        await stage.press("⏎d⏎⏎")
        assert "drawn. What is the correct result?" in stage.text
        assert "\n d" in stage.text  # it is offered as it stands
        await stage.press("⎋g")
        assert "drawn: who signs?" in stage.text
        assert "1 Erik · 2 Chloé · empty: both" in stage.text
        await stage.press("⎋xonce more⏎")
        await stage.press("x")
        assert "has no result to delete." in stage.text
        await stage.press("⏎0-14⏎g1⏎")
        assert "signed by Erik" in stage.text
        await stage.press("g⏎")
        assert "signed by Erik and Chloé" in stage.text
        await stage.press("g⏎")
        assert "is already signed." in stage.text

    act(story, kept, game=None)
    one = read(kept).state.fixtures[read(kept).state.rounds[1, 2].fixtures[1]]
    assert one.ended is not None
    assert one.ended.vp in ((0, 14), (14, 0))


def test_a_bye_is_no_game_and_no_draw_and_seven_players_are_no_eight() -> None:
    kept = club()
    players = ("Anna", "Bram", "Chloé", "Dario", "Erik", "Farid", "Gwen")
    league = kept.begin_league("Seven", players=players, zone="Europe/Vienna")
    league.rounds.draft_round("Swiss")
    league.rounds.publish_round()
    (bye,) = [one for one in league.state.fixtures.values() if one.away is None]
    name = league.state.get_player_name(bye.home)

    async def story(stage: Stage) -> None:
        await stage.press("1")
        await stage.named("down", "down", "down")
        await stage.press("⏎")
        assert f"{name} has no opponent in this round, so there is no game." in stage.text
        await stage.press("15-12⏎")
        told = " ".join(stage.text.split())
        assert "bye. Correct it to 15 : 12, bye? Type the reason" in told
        await stage.press("⎋⎋sb")
        assert "4 · 4 third (with a game for third place)" in stage.text

    act(story, kept, game=None)


def test_what_stands_already_changes_nothing_and_a_bye_is_of_a_kind() -> None:
    kept = club()
    league = kept.begin_league("Three", players=("Anna", "Bram", "Chloé"), zone="Europe/Vienna")
    league.rounds.draft_round("Swiss")
    league.rounds.publish_round()
    league.results.enter_result("1", "10-7")
    lines = len(list_league_log_lines(league.history))

    async def story(stage: Stage) -> None:
        await stage.press("1r⏎⏎")
        assert "That is already the result. Nothing was changed." in stage.text
        await stage.press("j⏎")
        assert "full, half, none" in stage.text
        await stage.press("⌫" * 4 + "half⏎asked late⏎")
        assert "a half bye" in stage.text

    act(story, kept, game=None)
    found = read(kept)
    assert len(list_league_log_lines(found.history)) == lines + 1
    (bye,) = [one for one in found.state.fixtures.values() if one.away is None]
    assert bye.ended is not None
    assert bye.ended.kind == "half bye"


@pytest.mark.thorough
def test_a_day_is_said_with_the_result_or_set_right_alone() -> None:
    """Round 1 was played on 29 October; its first game was on the evening before."""
    kept = club()
    winter(kept)

    async def story(stage: Stage) -> None:
        await stage.press("1r<<<⏎ on 2026-10-28⏎")
        assert "Correct it to 15 : 4, Anna won, Wed 28 Oct? Type the reason" in " ".join(
            stage.text.split()
        )
        await stage.press("evening before⏎jxwrong⏎⏎12-10 on 2027-01-01⏎")
        assert "2027-01-01 is in the future" in " ".join(stage.text.split())
        await stage.press("⌫" * 10 + "yesterday⏎")

    act(story, kept, game=None)
    league = read(kept)
    first, second, *_ = league.state.list_fixtures(league.state.rounds[1, 1])
    assert first.ended is not None
    assert second.ended is not None
    assert (first.ended.vp, first.ended.played_on) == ((15, 4), "2026-10-28")
    assert second.ended.played_on == "2026-11-18"


@pytest.mark.thorough
def test_a_closed_season_wants_a_reason_here_too() -> None:
    kept = club()
    league = winter(kept)
    league.seasons.close_season()

    async def story(stage: Stage) -> None:
        await stage.press("1r⏎" + "⌫" * 4 + "1-1⏎⏎")
        assert "Season 1 is closed. Give a reason to change its standings" in stage.text
        await stage.press("miscounted⏎")
        assert "(miscounted)" in stage.text

    act(story, kept, game=None)


@pytest.mark.thorough
def test_a_game_that_was_won_at_level_points_stays_so() -> None:
    """A kept game may be won by what a scheme of wins does not count: it is offered as it was."""
    kept = club()
    league = evening(kept)
    league.results.enter_result("3", "w1 7-7")

    async def story(stage: Stage) -> None:
        await stage.press("2rjj⏎")
        assert "w1 7-7" in stage.text
        await stage.press("⏎")
        assert "That is already the" in stage.text

    act(story, kept, game=None)


KINDS: tuple[ResultKind, ...] = ("conceded", "forfeit", "late withdrawal")
POINTS = st.none() | st.tuples(st.integers(-99, 9999), st.integers(-99, 9999))


@given(kind=st.sampled_from(KINDS), winner=st.integers(1, 2), vp=POINTS)
def test_what_somebody_gave_up_is_read_as_it_is_shown(
    kind: ResultKind, winner: int, vp: tuple[int, int] | None
) -> None:
    said = typed_result_parser.parse_typed_result(
        typed_result_parser.format_typed_result(kind, winner, vp)
    )
    assert (said.kind, said.winner, said.vp) == (kind, winner, vp)


@given(winner=st.integers(0, 2), vp=POINTS)
def test_a_played_game_is_read_as_it_is_shown(winner: int, vp: tuple[int, int] | None) -> None:
    said = typed_result_parser.parse_typed_result(
        typed_result_parser.format_typed_result("played", winner, vp)
    )
    assert (said.kind, said.winner, said.vp) == ("played", None if vp else winner, vp)


@pytest.mark.parametrize("text", ["full", "half", "none"])
def test_a_bye_is_read_as_it_is_shown(text: str) -> None:
    assert (
        typed_result_parser.format_typed_result(typed_result_parser.parse_bye_kind(text), 0, None)
        == text
    )


def test_both_lost() -> None:
    assert typed_result_parser.format_typed_result("double loss", 0, (3, 4)) == "dl 3-4"
    assert typed_result_parser.parse_typed_result("dl 3-4") == typed_result_parser.TypedResult(
        "double loss", 0, (3, 4)
    )
