"""The evening on the screen: first rounds in an order, drafts made again, late entries."""

from __future__ import annotations

import pytest
from textual import events

from tests.tui.kit import Stage, act
from tests.tui.winter import club, drafted, evening, read, typed, winter
from tracker.application.book import Book
from tracker.application.leagues.league_log import list_league_log_lines
from tracker.application.leagues.results.results_reported_by_players import make_result_fingerprint


def begun(count: int, pairing: str = "Swiss") -> Book:
    kept = club()
    names = [f"Player {letter}" for letter in "ABCDEFGHIJ"[:count]]
    kept.begin_league("Club Night", players=names, pairing=pairing, zone="Europe/Vienna")
    return kept


def test_a_first_round_asks_for_its_order_where_it_is_drafted() -> None:
    kept = begun(9)

    async def story(stage: Stage) -> None:
        await stage.press("1d")
        assert "first round by lot · o other" in stage.text
        await stage.press("o")
        assert "first round as signed up · o other" in stage.text
        await stage.press("o")
        assert "first round by lot · o other" in stage.text  # there is no season before
        await stage.press("⏎")
        assert "round 1 drafted, Swiss, by lot: 4 tables" in " ".join(stage.text.split())

    act(story, kept, game=None)
    league = read(kept)
    assert league.state.draft is not None
    assert len(league.state.draft.drawn) == 9
    assert [one.away for one in drafted(league)].count(None) == 1


def test_a_second_season_proposes_how_the_first_ended_and_knows_ratings() -> None:
    kept = club()
    league = winter(kept)
    league.seasons.close_season()
    league.seasons.begin_season()

    async def story(stage: Stage) -> None:
        await stage.press("1d")
        seen = []
        for _ in range(4):
            (line,) = [each for each in stage.text.splitlines() if "first round" in each]
            seen.append(line.split("first round ")[1].split(" · ")[0])
            await stage.press("o")
        assert seen == ["as last season ended", "as signed up", "by lot", "seeded by rating"]

    act(story, kept, game=None)


def test_later_rounds_have_no_order() -> None:
    kept = club()
    winter(kept)

    async def story(stage: Stage) -> None:
        await stage.press("1d")
        assert "first round" not in stage.text
        await stage.press("o")
        assert "Only the first round has an order" in stage.text

    act(story, kept, game=None)


def test_a_draft_that_a_correction_made_stale_is_made_again_by_one_key() -> None:
    kept = club()
    winter(kept)

    async def story(stage: Stage) -> None:
        await stage.press("1d⏎")
        before = {one.players for one in drafted(read(kept))}
        await stage.press("rjj⏎" + "⌫" * 4 + "7-10⏎misread⏎q")
        shown = " ".join(stage.text.split())
        assert "has been corrected since the draft. D drafts" in shown
        await stage.press("D")
        assert "as before (changed: " in " ".join(stage.text.split())
        assert "set right since" not in stage.text
        assert {one.players for one in drafted(read(kept))} & before

    act(story, kept, game=None)


def test_in_a_closed_season_without_rounds_no_draft_is_advised() -> None:
    kept = club()
    kept.begin_league("Short", players=("Anna", "Bram")).seasons.close_season()

    async def story(stage: Stage) -> None:
        await stage.press("1C")
        assert "Season 1 is closed. Begin the next season: press S." in stage.text

    act(story, kept, game=None)


def test_there_is_nothing_to_draft_again_before_a_draft() -> None:
    kept = club()
    winter(kept)

    async def story(stage: Stage) -> None:
        await stage.press("1D")
        assert "No round has been drafted. Press d to draft the next round." in stage.text

    act(story, kept, game=None)


@pytest.mark.thorough
@pytest.mark.parametrize("ringer", [False, True])
def test_who_comes_late_meets_the_bye_of_the_published_round(ringer: bool) -> None:
    kept = begun(5)

    async def story(stage: Stage) -> None:
        await stage.press("1do⏎P⏎")
        await stage.named("down", "down")
        assert "i pair a stand-in with the bye player" in stage.text
        await stage.press("i")
        asked = "who steps in against Player E, with the bye in round 1?"
        assert asked in " ".join(stage.text.split())
        await stage.press("Player A⏎")
        assert "Player A is already paired in round 1." in stage.text
        await stage.press("⌫" * 8 + ("Otto, ringer⏎" if ringer else "Otto⏎"))
        told = "Otto enrolled, not ranked" if ringer else "Otto enrolled"
        said = f"{told}; round 1: Player E and Otto meet, paired by hand"
        assert said in " ".join(stage.text.split())
        await stage.press("i")
        assert "Nobody has the bye. Enrol the newcomer (p," in stage.text

    act(story, kept, game=None)
    league = read(kept)
    assert league.people.find_player("Otto").ranked is not ringer
    last = league.state.list_fixtures(league.state.current_round)[-1]  # type: ignore[arg-type]
    assert [league.state.get_player_name(one) for one in last.players] == ["Player E", "Otto"]


@pytest.mark.thorough
def test_a_bye_is_asked_for_before_the_draft_and_pays_half() -> None:
    """3/1/0: a half bye pays as a draw."""
    kept = begun(5)

    async def story(stage: Stage) -> None:
        await stage.press("1d/player c⏎ab")
        assert "away, a half bye" in stage.text
        await stage.press("o⏎P⏎")

    act(story, kept, game=None)
    league = read(kept)
    worth = {row.name: row.points.short for row in league.table.compute_standings().rows}
    assert worth["Player C"] == "1"
    assert "Player C: away in round 1, a half bye" in [
        one.text for one in list_league_log_lines(league.history)
    ]


def test_a_league_that_waits_for_a_table_still_drafts_by_itself() -> None:
    kept = club()
    league = evening(kept)
    for number in (2, 3, 5):
        league.results.enter_result(str(number), typed(league, number))

    async def story(stage: Stage) -> None:
        await stage.press("2d⏎")
        await stage.press(f"1⎵{typed(league, 1)}⏎")
        shown = " ".join(stage.text.split())
        assert ": table 1, Anna v Farid: 4 : 9, Farid won; round 5 is drafted again" in shown
        await stage.press("u")

    act(story, kept, game=None)
    found = read(kept)
    assert found.results.find_fixture("1").ended is None  # one undo: the result and the redraft
    assert len(drafted(found)) == 5
    found.undo()
    assert found.state.draft is None


def test_an_undo_removes_a_report_of_a_player_with_its_automatic_redraft() -> None:
    league = evening(club())
    for number in (2, 3, 5):
        league.results.enter_result(str(number), typed(league, number))
    league.rounds.draft_round()
    awaited = league.results.find_fixture("1")
    seen = make_result_fingerprint(awaited)
    report = league.reports.report_result(awaited.home, awaited.id, "10-7", seen)
    league.rounds.draft_round()
    assert league.last_entry_or_redraft_cause == report
    league.undo(league.last_entry_or_redraft_cause)
    assert league.results.find_fixture("1").ended is None


def test_who_joins_while_somebody_has_the_bye_is_told_of_it() -> None:
    kept = begun(5)

    async def story(stage: Stage) -> None:
        await stage.press("1do⏎P⏎pnOtto⏎")
        told = "press i to pair the player with Player E, who has the bye in round 1."
        assert told in " ".join(stage.text.split())

    act(story, kept, game=None)


def test_a_strange_score_is_asked_about_before_it_is_entered() -> None:
    kept = club()
    league = evening(kept)

    async def story(stage: Stage) -> None:
        await stage.press("2999-1")
        assert "the highest earlier score was 20?" in " ".join(stage.text.split())

    act(story, kept, game=None)
    assert league.results.find_fixture("2").ended is None


def test_a_list_is_pasted_where_a_league_begins() -> None:
    kept = club()

    async def story(stage: Stage) -> None:
        await stage.press("lnCup⏎")
        stage.app.screen.post_message(
            events.Paste("1. Anna; Iron Guard\n2. Bram;\n3. anna\n4. Chloé; Red Dusk\n")
        )
        await stage.settle()
        assert "Listed more than once: anna." in stage.text
        await stage.press("⏎" * 6)

    act(story, kept, game=None)
    league = read(kept)
    people = [(one.name, one.about) for one in league.state.players.values()]
    assert people == [("Anna", "Iron Guard"), ("Bram", ""), ("Chloé", "Red Dusk")]


def test_a_pasted_list_that_does_not_say_who_is_not_taken_where_a_league_begins() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("lnCup⏎")
        stage.app.screen.post_message(events.Paste("Berger;Anna\nJong;Bram\n"))
        await stage.settle()
        text = " ".join(stage.text.split())
        assert "The list does not show which column has the names." in text
        assert "Berger" not in text

    act(story, club(), game=None)


def test_two_meet_in_the_round_at_hand_while_the_next_one_is_drafted() -> None:
    kept = begun(4)

    async def story(stage: Stage) -> None:
        await stage.press("1do⏎P⏎d⏎")
        await stage.press("pnOlga⏎q")
        await stage.press("m")
        text = " ".join(stage.text.split())
        assert "who meets whom, in the draft of round 2?" in text
        assert "Paula, Karim, r1" in text
        await stage.press("Olga, Player A, r1⏎")
        assert "round 1: Olga and Player A meet, paired by hand" in " ".join(stage.text.split())

    act(story, kept, game=None)
    league = read(kept)
    fixtures = league.state.list_fixtures(league.state.current_round)  # type: ignore[arg-type]
    met = [{league.state.get_player_name(one) for one in each.players} for each in fixtures]
    assert {"Olga", "Player A"} in met
    assert sum(len(each) == 1 for each in met) == 1
