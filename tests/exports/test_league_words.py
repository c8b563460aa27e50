"""What a report of a league says of drafts, penalties, reasons and games outside the rounds, and
which columns are numbers, in words and numbers worked out by hand.

A league of four in Vienna, begun at 20:00 of Friday 20 November 2026 by a clock that goes on a
second a look; 3/1/0. Round 1: 1 Anna – Dario, 2 Bram – Chloé, games end at 22:30.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

import exports.league_csv
from exports import campaign_report_sections
from exports.html_reports import render_league_html
from exports.icalendar_export import render_icalendar
from exports.league_json import render_league_json
from exports.league_report import LeagueReport, LeagueReportRequest, build_league_report
from exports.markdown_reports import render_league_markdown
from exports.report_section_types import ReportSection
from tests.campaigns.test_mustering import campaign as mustered
from tests.exports.csv_texts import write_league_csv
from tests.exports.test_whole_season import rows
from tests.leagues.club import club, league
from tests.leagues.test_core_campaign import campaign as karst
from tracker.application.campaigns.campaign_luck import CampaignLuck, LuckRow
from tracker.application.campaigns.game_tally import RecordingCompleteness
from tracker.application.chances.luck_table_columns import WORSE_NOTE
from tracker.application.chances.success_count_rarity import PoolTally
from tracker.application.leagues.league import League
from tracker.application.leagues.seasons.season_commands import SeasonPlan


def standings_of(found: League, **wanted: Any) -> ReportSection:
    told = build_league_report(found, LeagueReportRequest(**wanted)).standings
    assert told is not None
    assert told.table is not None
    return told


def under_heads(report: LeagueReport) -> dict[str, str]:
    """By its first head and its last, the line of Markdown that says where columns stand."""
    lines = render_league_markdown(report).splitlines()
    return {
        f"{above.split('|')[1].strip()} {above.split('|')[-2].strip()}": line
        for above, line in pairwise(lines)
        if re.fullmatch(r"[|:-]+", line)
    }


def test_words_stand_on_the_left_and_numbers_on_the_right() -> None:
    found = league()
    found.results.enter_result("1", "10-7")
    # #, player, P, W, D, L, VP±, sched, points: all but the player; of the rounds the
    # table alone; of who met whom the points. The outlook: #, player, points, can end with, likely,
    # first, first 2, words.
    assert under_heads(build_league_report(found)) == {
        r"\# points": "|--:|---" + "|--:" * 7 + "|",
        r"\# what it takes": "|--:|---" + "|--:" * 5 + "|---|",
        r"\# 4": "|--:|---|--:" + "|---" * 4 + "|",
        "table remarks": "|--:" + "|---" * 6 + "|",
    }
    wars = karst()
    wars.forces.record_past_game("Kestrel", "Ash", "7-4")
    # unit, figures, games, W-D-L, kills, lost, nerve, exp, rank, removed by, stands
    assert under_heads(build_league_report(wars, LeagueReportRequest(["forces"]))) == {
        "unit stands": "|---" + "|--:" * 7 + "|---|---|---|"
    }


def test_a_draft_says_so_and_a_published_round_does_not() -> None:
    found = league()
    found.people.mark_away("Bram", "ill")
    found.results.enter_result("1", "10-7")
    found.results.enter_result("2", "1-6")
    found.rounds.draft_round()
    first, second = build_league_report(found).rounds
    assert first.about == "Fri 20 Nov 2026 · games end 22:30"
    assert second.about == "draft, not published"
    assert second.notes == ("away: Bram (ill)",)
    assert second.table is not None
    assert [row[4:] for row in second.table.rows] == [("", "", "")] * len(second.table.rows)


def test_the_absent_stand_together_by_how_they_are_absent() -> None:
    found = club().begin_league("Six", players=("Ann", "Bo", "Cy", "Di", "Ed", "Fay"), zone="UTC")
    found.rounds.draft_round()
    found.rounds.publish_round()
    for table in "123":
        found.results.enter_result(table, "1-1")
    found.people.mark_away("Ann")
    found.people.mark_away("Bo", "at sea")
    found.people.drop_player("Cy")
    found.rounds.draft_round()
    found.rounds.publish_round()
    first, second = build_league_report(found).rounds
    assert first.notes == ()
    assert sorted(second.notes) == ["away: Ann, Bo (at sea)", "dropped: Cy"]
    told = {row[1] for row in standings_of(found).table.rows}  # type: ignore[union-attr]
    assert "Cy (dropped)" in told


def test_the_report_says_as_of_which_line_it_stands() -> None:
    found = club().begin_league("Two", players=("Anna", "Bram"), zone="Europe/Vienna")
    begun = found.history.last_line_number
    found.points.add_note("Cold.")
    told = f"as it stood on Fri 20 Nov 2026, 20:00 (Europe/Vienna), line {begun + 1}"
    report = build_league_report(found)
    assert report.as_of == told
    assert (report.kind, report.title, report.about) == ("league", "Two", "league · 2 players")
    *_, last, _, anchor = re.sub(r"\\(.)", r"\1", render_league_markdown(report)).splitlines()
    assert (last, anchor) == (f"_{told}_", f"Anchor of this league: {report.anchor}")


@pytest.mark.parametrize("write", [render_league_markdown, render_league_html])
def test_a_report_carries_the_anchor_of_what_it_tells(write: Callable[[LeagueReport], str]) -> None:
    """The book says later that this past is still there, and that of another league is not."""
    book, other = club(), club()
    found = book.begin_league("Two", players=("Anna", "Bram"))
    (code,) = re.findall(
        r"Anchor of this league: (l1\.[-0-9A-Z]+)", write(build_league_report(found))
    )
    found.points.add_note("Cold.")
    assert book.explain_anchor_mismatch(code) == ""
    other.begin_league("Three", players=("Anna", "Bram"))
    assert "the two histories differ" in other.explain_anchor_mismatch(code)


def test_before_the_first_round_the_standings_are_after_none() -> None:
    found = club().begin_league("Two", players=("Anna", "Bram"), zone="UTC")
    assert standings_of(found).title == "Standings"
    assert standings_of(found, as_of="2026-11-19").title == "Standings on Thu 19 Nov 2026"


def test_a_campaign_has_standings_once_a_game_was_played_and_its_games_by_day() -> None:
    found = club().begin_league("Karst", what="campaign", players=("Anna", "Bram"), zone="UTC")
    found.forces.add_game_outside_rounds("Anna", "Bram", title="To come")
    found.forces.add_game_outside_rounds("Bram", "Anna", title="On a day", on="2026-09-20")
    report = build_league_report(found)
    assert (report.standings, report.about) == (None, "campaign · 2 players")
    assert "## Forces" not in render_league_markdown(report)
    found.forces.record_past_game("Anna", "Bram", "10-7", title="Late", on="2026-09-24")
    found.forces.record_past_game(
        "Anna", "Bram", "3-5", title="Early", on="2026-09-04", time="21:15"
    )
    report = build_league_report(found)
    assert report.standings is not None
    (games,) = report.rounds
    assert games.title == "Games"
    assert games.table is not None
    assert [*games.table.rows] == [
        ("", "Anna", "Bram", "3 : 5, Bram won", "Fri 4 Sep 2026 21:15", "", "Early"),
        ("", "Bram", "Anna", "", "Sun 20 Sep 2026", "", "On a day"),
        ("", "Anna", "Bram", "10 : 7, Anna won", "Thu 24 Sep 2026", "", "Late"),
        ("", "Anna", "Bram", "", "", "", "To come"),
    ]


def test_a_game_beside_the_rounds_of_a_league_stands_by_itself() -> None:
    found = league()
    found.forces.record_past_game("Anna", "Bram", "10-7", on="2026-11-20")
    assert [one.title for one in build_league_report(found).rounds] == [
        "Round 1",
        "Games outside the rounds",
    ]


def test_bonus_notes_have_their_sign_their_reason_and_only_rounds_that_are_asked() -> None:
    found = league()
    found.results.enter_result("1", "10-7")
    found.results.enter_result("2", "10-7")
    found.points.award_bonus_or_penalty("Anna", "-1", why="late")
    found.rounds.draft_round()
    found.rounds.publish_round()
    found.points.award_bonus_or_penalty("Bram", "3/2", column="paint", why="a banner")
    assert standings_of(found).notes[-2:] == ("Anna: −1 bonus, late", "Bram: +1.5 paint, a banner")
    assert standings_of(found, as_of="1").notes[-1] == "Anna: −1 bonus, late"


def test_a_change_in_mid_season_has_its_line_and_its_reason() -> None:
    found = league()
    found.results.enter_result("1", "10-7")
    found.results.enter_result("2", "10-7")
    found.seasons.save_season_plan(SeasonPlan(scheme="5/3/1", why="as the others"))
    assert standings_of(found).notes[-1] == "scheme changed after round 1: as the others"
    (change,) = json.loads(render_league_json(found))["seasons"][0]["changes"]
    last = found.history.last_line_number
    assert change == {"line": last, "what": "scheme", "why": "as the others", "round": 1}


def test_what_was_set_right_after_its_season_was_closed_is_told_below_its_standings() -> None:
    found = league()
    found.results.enter_result("1", "10-7")
    found.results.enter_result("2", "10-7")
    found.seasons.close_season()
    found.results.correct_result("1", "7-10", why="misread")
    told = "table 1, Anna v Dario: corrected after the season was closed: misread"
    assert told in standings_of(found).notes


def test_who_signed_is_named_until_both_have() -> None:
    found = league()
    found.results.enter_result("1", "10-7")
    found.results.enter_result("2", "1-6")
    found.results.sign_result("1", "Dario")
    found.results.sign_result("2", "Bram")
    found.results.sign_result("2", "Chloé")
    (only,) = build_league_report(found).rounds
    assert only.table is not None
    assert [row[5] for row in only.table.rows] == ["Dario", "both"]


def test_a_pairing_made_by_hand_says_so_with_its_reason() -> None:
    found = club().begin_league("Five", players=("Ann", "Bo", "Cy", "Di", "Ed"), zone="UTC")
    found.rounds.draft_round()
    found.rounds.give_bye("Bo", "half bye")
    found.rounds.publish_round()
    whole = json.loads(render_league_json(found))
    (bye,) = [one for one in whole["fixtures"] if one["away"] is None]
    assert (bye["home"], bye["why"]) == ("p2", "by hand, a half bye")
    by_hand = [one for one in whole["fixtures"] if one["why"].startswith("by hand")]
    assert {one["why"] for one in by_hand if one["away"]} <= {"by hand, not yet met"}


# ------------------------------------------------------------------------------------------ forces


def test_a_force_says_its_points_and_its_games_in_the_plural() -> None:
    found = karst()
    found.forces.record_past_game("Kestrel", "Ash", "7-4")
    found.forces.record_past_game("Ash", "Kestrel", "7-4")
    found.forces.record_past_game("Ash", "Kestrel", "4-4")
    kestrel, ash = build_league_report(found).forces
    assert kestrel.about == "played by Anna · 3 games: 1 won, 1 drawn, 1 lost"
    assert ash.about == "played by Bram · 3 games: 1 won, 1 drawn, 1 lost"
    assert kestrel.table is not None
    # Alpha: 3 games, 2 for the one won, 1 for the one drawn: 6, a veteran from 5 on.
    assert kestrel.table.rows[0] == (
        "Alpha", "8 of 8", "3", "1-1-1", "0", "0", "–", "6", "veteran", "", "ready",
    )  # fmt: skip
    assert "## Forces" in render_league_markdown(build_league_report(found)).splitlines()
    head, alpha, *_ = rows(write_league_csv(found, LeagueReportRequest(["forces"])))
    told = dict(zip(head, alpha, strict=True))
    assert (told["player"], told["force"], told["name"]) == ("Anna", "Kestrel", "Alpha")
    assert (told["games"], told["won"], told["drawn"], told["lost_games"]) == ("3", "1", "1", "1")
    assert (told["experience"], told["rank"], told["stands"]) == ("6", "veteran", "ready")


def test_csv_of_the_history_has_what_happened_by_its_day_and_line() -> None:
    found = karst()
    line = found.history.last_line_number + 1
    found.forces.record_past_game("Kestrel", "Ash", "7-4", title="The ford", on="2026-11-20")
    found.forces.change_unit_by_hand("Bravo", experience_change=2, why="held")
    head, *told = rows(write_league_csv(found, LeagueReportRequest(["history"])))
    games = [dict(zip(head, row, strict=True)) for row in told if "game" in row]
    assert len(games) == 1
    assert (games[0]["on"], games[0]["about"], games[0]["line"]) == ("2026-11-20", "f1", str(line))
    assert games[0]["text"] == "The ford: Anna v Bram, 7 : 4, Anna won"
    assert games[0]["depth"] == "result only"
    # Each: 1 game, and 2 for winning.
    assert games[0]["details"].split("; ")[:2] == [
        "Alpha +3 experience (+1 game, +2 won)",
        "Bravo +3 experience (+1 game, +2 won)",
    ]
    by_hand = [dict(zip(head, row, strict=True)) for row in told if "by hand" in row]
    assert [one["text"] for one in by_hand] == ["Bravo by hand: +2 experience (held)"]


def test_who_joined_without_known_points_is_named() -> None:
    """Without the rules nobody says what three figures cost."""
    _, found = mustered()
    found.forces.add_units("Iron Third", (("Few", 3),), equipped_like="Alpha")
    found.forces.add_units("Iron Third", (("More", 3),), equipped_like="Alpha")
    iron, _ = build_league_report(found).forces
    assert iron.about == "played by Anna · 588 points · points of Few, More unknown"
    assert iron.table is not None
    assert [row[:4] for row in iron.table.rows[3:]] == [
        ("Few", "3 of 3", "0", "0-0-0"),
        ("More", "3 of 3", "0", "0-0-0"),
    ]


def test_luck_has_its_dice_what_they_made_and_what_was_to_be_expected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Twelve dice on 4+ bring 6; seven were made, one more. Two on 6 bring a third; none was."""
    found = CampaignLuck(
        games=2,
        kept=1,
        whole=1,
        depth=RecordingCompleteness(),
        players=(LuckRow("Anna", "", "", PoolTally(2, 12, 7, 6.0, 0.8, 0.39, 0.71)),),
        kinds=(LuckRow("Anna", "", "save", PoolTally(1, 2, 0, 1 / 3, 25 / 36, 1, 0.002)),),
        units=(),
    )
    monkeypatch.setattr(campaign_report_sections, "compute_campaign_luck", lambda *_: found)
    monkeypatch.setattr(exports.league_csv, "compute_campaign_luck", lambda *_: found)
    report = build_league_report(league(), LeagueReportRequest(["luck"]))
    assert report.luck is not None
    assert report.luck.title == "Luck"
    rests = "1 of 2 games recorded here, 1 with every die; 0 of 0 recorded rolls"
    assert report.luck.about == (
        f"Based on {rests}. One season is too short to judge a player's dice. {WORSE_NOTE}"
    )
    assert report.luck.table is not None
    assert [*report.luck.table.rows] == [
        ("Anna", "", "all", "12", "7", "6.0", "+1.0", "71 %"),
        ("Anna", "", "save", "2", "0", "0.3", "-0.3", "under 1 %"),
    ]
    # player, unit, roll, dice, made, expected, difference, do worse
    assert under_heads(report) == {"player do worse": "|---|---|---" + "|--:" * 5 + "|"}
    assert "## Luck" in render_league_markdown(report).splitlines()
    _, *told = rows(write_league_csv(league(), LeagueReportRequest(["luck"])))
    assert [",".join(row) for row in told] == [
        "Anna,,,12,7,6.0,1.0,0.8,0.39,0.71",
        "Anna,,save,2,0,0.3333,-0.3333,0.694444,1,0.002",
    ]


def test_a_report_has_the_parts_that_were_asked_and_no_others() -> None:
    found = karst()
    found.forces.record_past_game("Kestrel", "Ash", "7-4")
    found.forces.change_unit_by_hand("Bravo", experience_change=2, why="held")

    def has(*parts: str) -> set[str]:
        report = build_league_report(found, LeagueReportRequest(parts))
        made = {"rounds": report.rounds, "forces": report.forces, "history": report.history}
        return {name for name, part in made.items() if part} | (
            {"standings"} if report.standings else set()
        )

    assert has() == {"standings", "rounds", "forces", "history"}
    for part in ("standings", "rounds", "forces", "history"):
        assert has(part) == {part}
    assert has("rounds", "forces") == {"rounds", "forces"}


def test_what_was_set_right_without_a_reason_has_no_brackets() -> None:
    found = league()
    found.results.enter_result("1", "10-7")
    found.results.correct_result("1", "7-10")
    (only,) = build_league_report(found).rounds
    assert only.table is not None
    assert only.table.rows[0][6] == "was 10 : 7, Anna won"


def test_every_row_of_a_table_is_closed_and_a_calendar_says_who_made_it() -> None:
    found = league()
    table = [
        line
        for line in render_league_markdown(build_league_report(found)).splitlines()
        if "|" in line
    ]
    # A head, its marks and a row each: four players, twice, two pairings.
    assert len(table) == (2 + 4) + (2 + 4) + (2 + 2)
    assert all(line.startswith("|") and line.endswith("|") for line in table)
    assert "PRODID:-//Warledger//Warledger//EN" in render_icalendar(found).splitlines()
