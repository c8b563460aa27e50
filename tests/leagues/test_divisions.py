"""Divisions: drafted, ranked and foretold apart; who goes up and down; taken back; kept."""

from __future__ import annotations

import pytest

from exports.league_json import render_league_json
from exports.league_report import LeagueReportRequest, build_league_report
from exports.markdown_reports import render_league_markdown
from tests.exports.csv_texts import write_league_csv
from tests.leagues.club import club, meetings, row
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import describe_league_entry
from tracker.application.leagues.seasons.division_commands import describe_proposed_moves
from tracker.application.leagues.seasons.standings_columns_and_text import render_standings_text

SEVEN = ("Anna", "Bram", "Chloé", "Dario", "Erik", "Farid", "Gwen")


def divided() -> League:
    """A: Anna, Bram, Chloé, Dario. B: Erik, Farid, Gwen."""
    found = club().begin_league("Winter League", players=SEVEN, zone="UTC", rounds=3)
    found.divisions.set_divisions("A", "B")
    found.divisions.move_players("A", *SEVEN[:4])
    found.divisions.move_players("b", *SEVEN[4:])
    return found


def pairs(found: League) -> list[str]:
    state = found.state
    return [
        "".join(state.get_player_name(player)[0] for player in (one.home, one.away) if player)
        for one in meetings(found)
    ]


def table(found: League, as_of: str = "") -> str:
    rows = found.table.compute_standings(as_of).rows
    return " ".join(f"{row.division}{row.place}{row.name[0]}{row.points.short}" for row in rows)


def played(found: League) -> League:
    """The whole season by the circle; the first of the alphabet wins each game, 10 to 2.

    A: Anna beats all (9), Bram all but Anna (6), Chloé Dario (3), Dario nobody (0).
    B: Erik beats both and has a bye (9), Farid Gwen and a bye (6), Gwen a bye (3).
    """
    for _ in range(3):
        found.rounds.draft_round()
        found.rounds.publish_round()
        for one in meetings(found):
            if one.away is not None:
                found.results.enter_result(one.id, "10-2" if one.home < one.away else "2-10")
    return found


def test_a_round_is_drafted_within_divisions() -> None:
    """By the Berger tables of four: 1–4 2–3; of three with a bye: 2–3, the first has it."""
    found = divided()
    found.rounds.draft_round()
    assert pairs(found) == ["AD", "BC", "FG", "E"]
    assert [one.table for one in meetings(found)] == [1, 2, 3, 0]
    assert found.rounds.list_redraft_reasons() == []
    found.rounds.publish_round()
    found.rounds.draft_round()
    assert {frozenset(one) for one in pairs(found)} == {
        frozenset(one) for one in ("DC", "AB", "EF", "G")
    }


def test_standings_are_of_each_division() -> None:
    found = played(divided())
    assert table(found) == "A1A9 A2B6 A3C3 A4D0 B1E9 B2F6 B3G3"
    assert table(found, "1") == "A1A3 A1B3 A3C0 A3D0 B1F3 B2E3 B3G0"
    row_now = row(found).standings.rows
    assert [one.division for one in row_now] == list("AAAABBB")
    text = render_standings_text(found).splitlines()
    assert [line for line in text if line.startswith("Division")] == ["Division A", "Division B"]
    erik = found.table.compute_player_breakdown("Erik")
    assert erik.above is None
    assert erik.below is not None
    assert erik.below.player == "p6"
    assert erik.not_met == ()


def test_each_division_is_paired_in_its_own_way() -> None:
    found = club().begin_league("Winter League", players=SEVEN, zone="UTC", rounds=3)
    found.divisions.set_divisions("Gold", "Silver", pairing={"Silver": "Swiss"})
    found.divisions.move_players("Gold", *SEVEN[:4])
    found.divisions.move_players("Sil", *SEVEN[4:])
    found.rounds.draft_round()
    draft = found.state.draft
    assert draft is not None
    assert draft.method == "by division"
    gold = {"p1", "p2", "p3", "p4"}
    assert all(len(gold & set(one.players)) in (0, len(one.players)) for one in meetings(found))
    found.rounds.draft_round(draft.method)
    assert found.rounds.list_redraft_reasons() == []


def test_a_player_who_goes_down_is_named_with_those_who_are_level() -> None:
    """Chloé and Dario draw, and lose to Anna and Bram alike: 1 point each, 16 VP behind."""
    found = played(divided())
    (game,) = [
        one
        for one in found.state.fixtures.values()
        if {found.state.get_player_name(player) for player in one.players} == {"Chloé", "Dario"}
    ]
    found.results.correct_result(game.id, "6-6", why="misread")
    moves = found.divisions.propose_division_moves()
    assert describe_proposed_moves(found.state, moves) == [
        "Dario goes down to B, level with Chloé",
        "Erik goes up to A",
    ]
    found.seasons.close_season()
    entry = found.seasons.begin_season("Spring", round_count=3)
    assert "Dario goes down to B (place 3 of A, level with Chloé)" in describe_league_entry(
        found.history, entry
    )


def test_who_goes_up_and_who_down() -> None:
    """A sends its last down, B its first up; who stays is said."""
    found = played(divided())
    assert [
        (found.state.get_player_name(one.player), one.old_division, one.new_division)
        for one in found.divisions.propose_division_moves()
    ] == [("Dario", "A", "B"), ("Erik", "B", "A")]
    found.seasons.close_season()
    entry = found.seasons.begin_season("Spring", round_count=3)
    assert describe_league_entry(found.history, entry) == (
        "season 2 began: Spring; Dario goes down to B (place 4 of A);"
        " Erik goes up to A (place 1 of B)"
    )
    assert [found.state.get_divisions().get_division(one) for one in found.state.players] == list(
        "AAABABB"
    )
    assert [found.state.get_divisions(1).get_division(one) for one in found.state.players] == list(
        "AAAABBB"
    )
    rows = found.table.compute_standings(season=1).rows
    assert [(one.name, one.division) for one in rows[:2]] == [("Anna", "A"), ("Bram", "A")]
    found.undo()
    assert found.state.season.closed
    found.seasons.begin_season("Spring", staying_players=["Erik"])
    assert [found.state.get_divisions().get_division(one) for one in found.state.players] == list(
        "AAABBBB"
    )


def test_two_up_one_down_of_three_divisions() -> None:
    """Of the middle division the first two go up, and of those left the last goes down."""
    found = club().begin_league("L", players=[*SEVEN, "Hugo", "Ines"], zone="UTC")
    found.divisions.set_divisions("A", "B", "C", promoted_count=2, relegated_count=1)
    for name, start in (("A", 0), ("B", 3), ("C", 6)):
        found.divisions.move_players(name, *(f"p{start + one}" for one in (1, 2, 3)))
    played(found)
    told = {
        found.state.get_player_name(one.player)[0]: one.new_division
        for one in found.divisions.propose_division_moves()
    }
    assert told == {"C": "B", "D": "A", "E": "A", "F": "C", "G": "B", "H": "B"}


def test_the_best_of_a_division_play_on() -> None:
    found = played(divided())
    with pytest.raises(Refused, match="2 to 3"):
        found.top_cut.make_top_cut(4, division="B")
    found.top_cut.make_top_cut(2, division="B")
    assert list(found.state.cuts[1].players) == ["p5", "p6"]
    found.undo()
    found.top_cut.make_top_cut(4)
    assert list(found.state.cuts[1].players) == ["p1", "p2", "p3", "p4"]
    assert table(found) == "A1A9 A2B6 A3C3 A4D0 B1E9 B2F6 B3G3"


def test_who_can_still_win_is_told_of_each_division() -> None:
    """After a round of three: in B Farid has won, Erik had the bye; Gwen has nothing."""
    found = divided()
    found.rounds.draft_round()
    found.rounds.publish_round()
    for one in meetings(found):
        if one.away is not None:
            found.results.enter_result(one.id, "10-2")
    told = {name: found.table.forecast_season(division=name) for name in ("A", "B")}
    assert {state.player for state in told["B"].prospects} == {"p5", "p6", "p7"}
    assert told["A"].remaining.game_count == 4
    assert told["B"].remaining.game_count == 2
    assert sum(one.first for one in told["B"].prospects) == pytest.approx(1)
    assert [one.max_points.short for one in told["A"].prospects[:1]] == ["9"]


def test_those_in_no_division_have_an_outlook_of_their_own() -> None:
    found = divided()
    found.people.enrol_players("Hugo", "Ines")
    alone = found.table.forecast_season()
    assert {one.player for one in alone.prospects} == {"p8", "p9"}
    told = render_league_markdown(build_league_report(found, LeagueReportRequest(["outlook"])))
    assert told.count("Hugo") == 1
    assert [line for line in told.splitlines() if line.startswith("### ")] == [
        *("### Division A", "### Division B", "### no division")
    ]
    rows = write_league_csv(found, LeagueReportRequest(["outlook"])).splitlines()[1:]
    assert [line.rpartition(",")[2] for line in rows] == [*"AAAABBB", *["no division"] * 2]


def test_a_league_in_whose_first_division_nobody_plays_yet_is_reported() -> None:
    found = club().begin_league("Winter League", players=("Anna", "Bram"), zone="UTC", rounds=3)
    found.divisions.set_divisions("A", "B")
    told = render_league_markdown(build_league_report(found, LeagueReportRequest(["outlook"])))
    assert told.count("Anna") == 1


def test_somebody_moved_takes_points_along() -> None:
    found = played(divided())
    entry = found.divisions.move_players("B", "Anna", why="by lot")
    assert describe_league_entry(found.history, entry) == "Anna is now in division B (by lot)"
    assert table(found) == "A1B6 A2C3 A3D0 B1A9 B2E9 B3F6 B4G3"
    found.undo()
    assert table(found).startswith("A1A9")


def test_a_draft_across_divisions_is_stale() -> None:
    found = divided()
    found.rounds.draft_round()
    found.divisions.move_players("B", "Dario")
    assert "Anna and Dario are now in different divisions." in found.rounds.list_redraft_reasons()
    found.rounds.draft_round()
    assert found.rounds.list_redraft_reasons() == []


def test_one_field_again() -> None:
    found = played(divided())
    found.divisions.set_divisions()
    assert [row.place for row in found.table.compute_standings().rows][-1] == 7
    assert all(not isinstance(row.division, str) for row in found.table.compute_standings().rows)


@pytest.mark.parametrize(
    ("names", "says"),
    [(("A",), "2 to 20"), (("A", "a"), "same name."), (("A", "none"), "a name other than none")],
)
def test_no_divisions(names: tuple[str, ...], says: str) -> None:
    found = club().begin_league("L", players=SEVEN, zone="UTC")
    with pytest.raises(Refused, match=says):
        found.divisions.set_divisions(*names)


def test_no_such_division() -> None:
    found = divided()
    with pytest.raises(Refused, match="Choose one of: A, B"):
        found.divisions.move_players("C", "Anna")
    with pytest.raises(Refused, match="already"):
        found.divisions.move_players("A", "Anna")
    with pytest.raises(Refused, match="already has these divisions"):
        found.divisions.set_divisions("A", "B")


def test_reports_have_a_table_for_each() -> None:
    found = played(divided())
    told = render_league_markdown(build_league_report(found, LeagueReportRequest()))
    assert "### Division A\n" in told
    assert told.index("### Division A") < told.index("### Division B")
    lines = write_league_csv(found, LeagueReportRequest(["standings"])).splitlines()
    at = lines[0].split(",").index("division")
    assert [line.split(",")[at] for line in lines[1:]] == list("AAAABBB")
    assert '"division":"B"' in render_league_json(found).replace(" ", "")
