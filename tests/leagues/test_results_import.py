"""Results from a list: entered where they belong, all in one line, or none of them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from exports.league_report import LeagueReportRequest
from tests.exports.csv_texts import write_league_csv
from tests.leagues.club import club, league
from tracker.application.errors import NothingToChange, Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import list_league_log_lines
from tracker.application.leagues.results.results_import import ResultsImport, parse_results_list
from tracker.leagues.league_events import FixtureId

NO_COLUMNS: Mapping[str, int] = {}


def listed(found: League, text: str, *left_out: int, why: str = "") -> ResultsImport:
    return ResultsImport(
        found, parse_results_list(found, text, NO_COLUMNS), left_out=left_out, why=why
    )


def told(found: League, text: str, *left_out: int) -> list[tuple[int, str, str]]:
    rows = listed(found, text, *left_out).result_rows
    return [(one.line, one.verdict, one.text) for one in rows]


EARLY = " – is that right? played before the season began (2026-11-20)"


def test_a_day_before_the_season_is_queried_as_in_the_log() -> None:
    """The log queries the first such game alone: a season may be entered afterwards."""
    found = league()
    found_list = listed(
        found, "Home,Away,Result,Date\nAnna,Dario,11-4,2026-11-18\nBram,Chloé,7-10,2026-11-19\n"
    )
    found_list.enter_all_rounds_and_results()
    assert [one.text for one in found_list.result_rows] == [
        f"table 1, Anna v Dario: 11 : 4, Anna won{EARLY}",
        "table 2, Bram v Chloé: 7 : 10, Chloé won",
    ]
    assert list_league_log_lines(found.history)[-1].text == "; ".join(
        one.text for one in found_list.result_rows
    )


def results(found: League) -> list[tuple[int, str, str | None, tuple[int, int] | None, str]]:
    """Round, both players, and how it ended, of every pairing in its order."""
    state = found.state
    return [
        (
            one.round,
            " v ".join(map(state.get_player_name, one.players)),
            state.get_player_name(one.ended.winner) if one.ended else None,
            one.ended.vp if one.ended else None,
            one.ended.played_on if one.ended else "",
        )
        for one in sorted(state.fixtures.values(), key=lambda one: int(one.id[1:]))
    ]


def test_results_go_to_their_pairings_whoever_stands_first() -> None:
    """In the circle Anna meets Dario and Bram meets Chloé."""
    found = league()
    text = "Heim;Gast;Ergebnis;Datum\nDario;Anna;4-11;19.11.2026\nBram;Chloé;c1;\n"
    assert told(found, text) == [
        (2, "enters", f"table 1, Anna v Dario: 11 : 4, Anna won{EARLY}"),
        (3, "enters", "table 2, Bram v Chloé: conceded to Chloé"),
    ]
    before = len(found.history.list_all_entries())
    listed(found, text).enter_all_rounds_and_results()
    assert len(found.history.list_all_entries()) == before + 1
    assert results(found) == [
        (1, "Anna v Dario", "Anna", (11, 4), "2026-11-19"),
        (1, "Bram v Chloé", "Chloé", None, "2026-11-20"),
    ]
    with pytest.raises(NothingToChange, match="has already been entered"):
        listed(found, text).enter_all_rounds_and_results()
    found.undo()
    assert [one[2] for one in results(found)] == [None, None]


def test_a_list_without_headings_is_known_by_names_and_scores() -> None:
    found = league()
    assert told(found, "Table 4,chloé,Bram,7-10\n") == [
        (1, "enters", "table 2, Bram v Chloé: 10 : 7, Bram won"),
    ]


def test_every_form_of_a_result_is_known_without_headings_but_none_of_two_columns() -> None:
    """A column of times looks like scores."""
    assert [one for *_, one in told(league(), "Anna;Dario;11-4\nBram;Chloé;w1\n")] == [
        "table 1, Anna v Dario: 11 : 4, Anna won",
        "table 2, Bram v Chloé: Bram won",
    ]
    with pytest.raises(Refused, match="Which columns have the players and the result"):
        listed(league(), "Anna;Dario;w1;20:40\nBram;Chloé;w2;20:45\n")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("mine,theirs,pts\nAnna,Dario,11-4\n", 2),  # no heading is known, but names stand below
        ("Anna,Dario,11-4\nBram,Chloé,7-10\n", 1),
        (
            "Ana,Daro,11-4\nBram,Chloé,7-10\nAnna,Dario,1-1\n",
            1,
        ),  # misspelled: numbers are no heading
        ("Ana,Daro,draw\nBram,Chloé,7-10\n", 1),
        ("Ana,Daro,D\nBram,Chloé,7-10\n", 1),
        ("Ana,Daro,dl\nBram,Chloé,7-10\n", 1),
        ("Ana,Daro, Late withdrawal\nBram,Chloé,7-10\n", 1),
    ],
)
def test_words_above_the_names_are_headings(text: str, line: int) -> None:
    found = league()
    said = {"home": 1, "away": 2, "result": 3}
    read = parse_results_list(found, text, said)
    assert read.heading_line == line - 1
    first, *_ = ResultsImport(found, read).result_rows
    assert first.line == line


def test_one_line_that_is_not_read_keeps_all_out() -> None:
    found = league()
    text = "home,away,result\nAnna,Dario,11-4\nBram,Xeno,1-2\nBram,Anna,1-2\nBram,Chloé,soon\n"
    verdicts = [(one.line, one.verdict) for one in listed(found, text).result_rows]
    assert verdicts == [(2, "enters"), (3, "not read"), (4, "not read"), (5, "not read")]
    with pytest.raises(Refused) as refused:
        listed(found, text).enter_all_rounds_and_results()
    said = refused.value.message
    assert said.startswith("Nothing was entered: 3 lines do not fit. Line 3: No player is")
    assert "Line 4: Bram and Anna are not paired in this season. Pair the players first" in said
    assert "'soon' is not a result" in said
    assert said.endswith("add --leave-out 3 --leave-out 4 --leave-out 5 to the command.")
    assert [one[2] for one in results(found)] == [None, None]
    listed(found, text, 3, 4, 5).enter_all_rounds_and_results()
    assert [one[2] for one in results(found)] == ["Anna", None]


def test_more_lines_than_are_named_are_to_be_seen_with_a_check() -> None:
    found = league()
    with pytest.raises(Refused) as refused:
        listed(found, "home,away,result\n" + "Nobody,Anna,1-0\n" * 7).enter_all_rounds_and_results()
    said = refused.value.message
    assert said.startswith("Nothing was entered: 7 lines do not fit. Line 2: ")
    assert "Line 7: " in said
    assert "Line 8: " not in said
    assert said.endswith(" Correct the list. To see all of these lines, add --check.")
    assert "--leave-out" not in said


def test_another_result_than_the_one_that_stands_is_refused() -> None:
    found = league()
    found.results.enter_result("1", "10-7")
    assert told(found, "home,away,result\nAnna,Dario,10-7\nAnna,Dario,9-7\n")[0] == (
        2, "stands", "Table 1, Anna v Dario already has this result: 10 : 7, Anna won.",
    )  # fmt: skip
    ((_, verdict, text),) = told(found, "home,away,result\nAnna,Dario,9-7\n")
    assert verdict == "not read"
    assert text == (
        "Table 1, Anna v Dario already has another result: 10 : 7, Anna won. If that result is"
        f" wrong, correct it. Run: warledger league correct {found.stream} f1 9-7."
    )


@pytest.mark.parametrize(
    "heads",
    [
        "home,away,home vp,away vp",
        "Player A,Player B,Score A,Score B",
        "Heim,Gast,Punkte Heim,Punkte Gast",
        "Joueur 1,Joueur 2,Points joueur 1,Points joueur 2",
    ],
)
def test_points_stand_in_columns_of_their_own(heads: str) -> None:
    found = league()
    listed(found, f"{heads}\nAnna,Dario,10,7\n").enter_all_rounds_and_results()
    assert results(found)[0][2:4] == ("Anna", (10, 7))


def test_a_cell_that_is_no_number_of_points_is_named_with_its_column() -> None:
    found = league()
    rows = told(
        found,
        "Round;Player 1;Player 2;VP 1;VP 2\n1;Anna;Dario;3,5;2\n1;Bram;Chloé;3;\n",
    )
    assert rows == [
        (2, "not read", "VP 1: 3,5 is not a whole number."),
        (3, "not read", "VP 2 is empty. Enter the points of each player."),
    ]
    said = {"home": 1, "away": 2, "home-points": 3, "away-points": 4}
    text = "Anna;Dario;ten;7\n"
    row = ResultsImport(found, parse_results_list(found, text, said)).result_rows[0]
    assert row.text == "column 3: ten is not a whole number."
    (large,) = told(found, "Player 1;Player 2;VP 1;VP 2\nAnna;Dario;10000000;2\n")
    assert large[2] == "VP 1: 10000000 is too large."


def test_points_that_speak_against_the_winner_need_a_reason() -> None:
    found = league()
    text = "home,away,home vp,away vp,winner\nAnna,Dario,3,9,Anna\n"
    ((_, verdict, said),) = told(found, text)
    assert (verdict, said) == (
        "not read",
        "3 : 9 means that Dario won, not Anna. Correct the result, or give a reason with --why.",
    )
    listed(found, text, why="Dario gave up").enter_all_rounds_and_results()
    assert results(found)[0][2:4] == ("Anna", (3, 9))


@pytest.mark.parametrize(
    ("heads", "row", "text"),
    [
        ("winner", "10-7,Anna", "10 : 7, Anna won"),
        ("how", "10-7,played", "10 : 7, Anna won"),
        ("how,winner", "10-7,forfeit,Dario", "10 : 7, forfeit, Dario wins"),
        ("how,winner", "w2,conceded,Dario", "conceded to Dario"),
        ("how,winner", ",double loss,", "double loss"),
        ("how", "f1,", "forfeit, Dario wins"),
        ("vp 1", "10-7,9", "10 : 7, Anna won"),
    ],
)
def test_a_result_is_read_together_with_the_columns_beside_it(
    heads: str, row: str, text: str
) -> None:
    rows = told(league(), f"home,away,result,{heads}\nAnna,Dario,{row}\n")
    assert rows == [(2, "enters", f"table 1, Anna v Dario: {text}")]


@pytest.mark.parametrize(
    ("row", "text"),
    [
        (
            "10-7,,Dario",
            "10 : 7 means that Anna won, not Dario. Correct the result, or give a reason with"
            " --why.",
        ),
        ("w1,,Dario", "w1 does not agree with Dario. Correct the row."),
        ("c1,forfeit,", "c1 does not agree with forfeit. Correct the row."),
        ("w1,double loss,", "w1 does not agree with double loss. Correct the row."),
        ("10-7,forfeit,", "A game that ended as forfeit needs a winner. Name the winner."),
        ("10-7,double loss,Anna", "Nobody wins a double loss. Leave the winner empty."),
        ("10-7,,Chloé", "Chloé does not play in this game."),
        ("10-7,lost,", "'lost' is not a kind of result. Choose one of: played, conceded, forfeit,"
         " late withdrawal, double loss."),
    ],
)  # fmt: skip
def test_a_result_that_the_columns_beside_it_contradict_is_refused(row: str, text: str) -> None:
    rows = told(league(), f"home,away,result,how,winner\nAnna,Dario,{row}\n")
    assert rows == [(2, "not read", text)]


def test_a_result_typed_into_the_column_for_people_of_an_exported_list_is_read() -> None:
    """The row of Anna is as exported, in that of Bram only the column ``result`` is filled."""
    found = league()
    found.results.enter_result("1", "f1")
    text = write_league_csv(found, LeagueReportRequest(["rounds"], None, "", ""))
    head, first, second = text.splitlines()
    cells = second.split(",")
    cells[head.split(",").index("result")] = "3 : 9"
    listed(found, "\n".join((head, first, ",".join(cells)))).enter_all_rounds_and_results()
    assert results(found)[1][2:4] == ("Chloé", (3, 9))
    cells[head.split(",").index("result")] = "soon"
    (_, row) = told(found, "\n".join((head, first, ",".join(cells))))
    assert row[1:] == ("not read", row[2])
    assert row[2].startswith("'soon' is not a result")


def test_a_score_edited_beside_columns_of_points_is_told() -> None:
    found = league()
    found.results.enter_result("1", "10-7")
    head, first, second = write_league_csv(found, LeagueReportRequest(["rounds"])).splitlines()
    edited = first.replace("10 : 7,", "9 : 7,")
    assert [text for _, _, text in told(found, f"{head}\n{edited}\n{second}\n")] == [
        "Table 1, Anna v Dario already has this result: 10 : 7, Anna won."
        " – is that right? the result column has 9 : 7",
        "table 2, Bram v Chloé: no result yet",
    ]
    rows = told(found, "home,away,vp 1,vp 2,result\nBram,Chloé,3,5,3-6\n")
    assert rows == [
        (
            2,
            "enters",
            "table 2, Bram v Chloé: 3 : 5, Chloé won – is that right? the result column has 3 : 6",
        )
    ]


def test_a_time_beside_columns_of_points_is_no_result() -> None:
    """Without points the row is a game that is not played yet."""
    rows = told(league(), "home,away,vp 1,vp 2,begins\nAnna,Dario,,,19:30\n")
    assert rows == [(2, "stands", "table 1, Anna v Dario: no result yet")]


def test_titles_above_the_headings_are_left_out() -> None:
    text = "Bezirksliga Süd Runde 1;;\n;;\n{}\nAnna;Dario;10-7\n"
    for heads in ("Heim;Gast;Ergebnis", "mine;theirs;pts"):
        read = parse_results_list(league(), text.format(heads), {"home": 1, "away": 2, "result": 3})
        assert read.heading_line == 3
        assert told(league(), text.format("Heim;Gast;Ergebnis")) == [
            (1, "left out", "Bezirksliga Süd Runde 1"),
            (4, "enters", "table 1, Anna v Dario: 10 : 7, Anna won"),
        ]


def test_rows_of_unknown_players_are_no_titles() -> None:
    text = "Ana,Daro,\nBrom,Chloe,\nAnna,Dario,1-1\n"
    columns = {"home": 1, "away": 2, "result": 3}
    for rows in (text, f"Anna,Dario,1-1\nhome,away,result\n{text}"):
        assert parse_results_list(league(), rows, columns).heading_line == 0


def test_names_that_an_export_quotes_are_read() -> None:
    """A spreadsheet would take them for formulas."""
    found = league(club(), "=1+1", "@x", "-y")
    text = write_league_csv(found, LeagueReportRequest(["rounds"], None, "", ""))
    assert "'=1+1" in text
    assert {verdict for _, verdict, _ in told(found, text)} == {"stands"}
    assert told(found, "'@x,'-y,3-1\n")[0][1] == "enters"


def test_new_rounds_are_described_with_the_players_who_are_not_in_them() -> None:
    """The first round has paired Anna with Dario, and the season has three rounds."""
    found = league()
    text = "round,home,away,result\n2,Anna,Dario,1-2\n3,Anna,Bram,1-2\n3,Chloé,Dario,2-2\n"
    text += "4,Anna,Chloé,1-1\n4,Dario,,\n"
    assert listed(found, text).new_rounds == (
        "; round 2 is created and published: 1 table, 1 of them a rematch; without a game: Bram,"
        " Chloé"
        "; round 3 is created and published: 2 tables"
        "; round 4 is created and published: 1 table, beyond the 3 planned rounds; without a game:"
        " Bram"
    )
    listed(found, text).enter_all_rounds_and_results()
    assert list_league_log_lines(found.history)[-1].text.startswith(
        "round 2 drafted, by hand: 1 table, 1 of them a rematch; without a game: Bram, Chloé;"
        " round 2 published; "
    )


def test_a_second_line_of_a_game_names_the_first() -> None:
    rows = told(league(), "home,away,result\nAnna,Dario,11-4\nDario,Anna,4-11\n")
    assert rows[1] == (3, "not read", "This game is already in line 2 of the list.")


def test_rounds_behind_the_last_are_made_of_the_list() -> None:
    found = league()
    listed(
        found,
        "round,player 1,player 2,vp 1,vp 2\n3,Anna,Chloé,,\n2,Dario,Bram,6,6\n2,Chloé,,,\n"
        "1,Bram,Chloé,8,1\n",
    ).enter_all_rounds_and_results()
    assert results(found) == [
        (1, "Anna v Dario", None, None, ""),
        (1, "Bram v Chloé", "Bram", (8, 1), "2026-11-20"),
        (2, "Dario v Bram", "", (6, 6), "2026-11-20"),
        (2, "Chloé", "", None, "2026-11-20"),
        (3, "Anna v Chloé", None, None, ""),
    ]
    assert found.state.round_number == 3


@pytest.mark.parametrize(
    ("cells", "time"),
    [
        ("2026-11-19 20:15,", "20:15"),
        ("19.11.26 20:15:30,", "20:15"),
        ("2026-11-19 00:00:00,", ""),
        ("2026-11-19 20:15,21:00", "21:00"),
        ("2026-11-19,20:15:30", "20:15"),
        ("19-Nov-26,20:15", "20:15"),
    ],
)
def test_a_day_may_be_written_with_its_time(cells: str, time: str) -> None:
    found = league()
    listed(
        found, f"Home,Away,Result,Date,Time\nAnna,Dario,10-7,{cells}\n"
    ).enter_all_rounds_and_results()
    ended = found.state.fixtures[FixtureId("f1")].ended
    assert ended is not None
    assert (ended.played_on, ended.time) == ("2026-11-19", time)


def test_a_named_column_is_not_also_that_of_its_heading() -> None:
    text = "Home,Away,Result\nAnna,Dario,10-7\n"
    read = parse_results_list(league(), text, {"home": 2})
    assert read.places == {"home": 2, "away": 1, "result": 3}
    with pytest.raises(Refused, match=r"^Column 2 cannot be both home and result\.$"):
        parse_results_list(league(), text, {"home": 2, "result": 2})


@pytest.mark.parametrize(
    ("number", "text"),
    [
        ("final", "'final' is not a round number."),
        (
            "0",
            "Anna and Dario are not paired in round 0. Check the round, or pair the players first.",
        ),
        ("Round 1", "table 1, Anna v Dario: 10 : 7, Anna won"),
        ("", "table 1, Anna v Dario: 10 : 7, Anna won"),
    ],
)
def test_a_result_enters_only_the_round_that_its_row_names(number: str, text: str) -> None:
    ((_, _, said),) = told(league(), f"Round;Home;Away;Result\n{number};Anna;Dario;10-7\n")
    assert said == text


def league_of_three() -> League:
    """In the circle Bram meets Chloé, and Anna has the bye."""
    return league(None, "Anna", "Bram", "Chloé")


@pytest.mark.parametrize(
    "text",
    ["Result\nAnna,,12-3", "VP 1,VP 2\nAnna,,12,3", "Winner,How\nAnna,,,played", "Winner\nAnna,,1"],
)
def test_a_result_without_a_second_player_is_not_dropped(text: str) -> None:
    ((_, verdict, said),) = told(league_of_three(), f"Home,Away,{text}\n")
    assert (verdict, said) == (
        "not read",
        "There is a result but no second player. Name the player, or write BYE for a bye.",
    )


@pytest.mark.parametrize(
    "row", ["Anna,,", "Anna,BYE,", "Freilos,Anna,", "Anna,(bye),10-0", "Anna,,bye"]
)
def test_a_bye_is_told_by_its_word_or_by_nothing(row: str) -> None:
    assert told(league_of_three(), f"Home,Away,Result\n{row}\n") == [(2, "stands", "Anna, bye")]


def test_a_bye_in_a_list_without_headings_counts_as_a_player() -> None:
    rows = told(league_of_three(), "Chloé,Bram,7-3\nAnna,BYE,\n")
    assert rows[1] == (2, "stands", "Anna, bye")


def test_a_player_may_be_called_bye() -> None:
    found = league(None, "Anna", "Bye")
    assert told(found, "Home,Away,Result\nAnna,Bye,12-3\n") == [
        (2, "enters", "table 1, Anna v Bye: 12 : 3, Anna won"),
    ]


def test_a_round_that_is_missing_and_a_draft_are_named() -> None:
    found = league()
    ((_, _, text),) = told(found, "round,home,away,result\n3,Anna,Bram,1-2\n")
    assert text == "Round 3 cannot be created: round 2 is missing."
    rows = told(found, "round,home,away,result\n2,Anna,Bram,1-2\n2,Bram,Chloé,1-2\n")
    assert rows[1] == (3, "not read", "Bram is listed twice in round 2.")
    found.rounds.draft_round()
    ((_, _, text),) = told(found, "round,home,away,result\n2,Anna,Bram,1-2\n")
    assert text == "Round 2 is a draft. Publish or cancel it first."


def test_what_a_league_writes_out_comes_to_the_same_in_another() -> None:
    found = league()
    found.results.enter_result("1", "w2 10-7", why="time ran out")
    found.results.enter_result("2", "f1")
    found.rounds.draft_round()
    found.rounds.publish_round()
    found.results.enter_result("1", "dl")
    text = write_league_csv(found, LeagueReportRequest(["rounds"], None, "", ""))
    copy = club().begin_league("Copy", players=("Anna", "Bram", "Chloé", "Dario"))
    listed(copy, text, why="as it was").enter_all_rounds_and_results()
    assert sorted(results(copy)) == sorted(results(found))
    kinds = [[one.ended and one.ended.kind for one in each.state.fixtures.values()]
             for each in (found, copy)]  # fmt: skip
    assert kinds[0] == kinds[1] == ["played", "forfeit", "double loss", None]


def test_extra_columns_and_dates_of_rounds_come_to_the_same_in_another_league() -> None:
    found = league()
    found.results.enter_result("1", "3-4", extra={"casualties": (12, 7), "quarters": (1, 0)})
    found.results.enter_result("2", "10-7", extra={"casualties": (-5, 3)})
    text = write_league_csv(found, LeagueReportRequest(["rounds"]))
    head, first, second = text.replace("1,1,1,2026-11-20,", "1,1,1,2026-11-19,").splitlines()
    columns = head.split(",")
    assert columns[-4:] == ["casualties home", "casualties away", "quarters home", "quarters away"]
    assert second.endswith(",-5,3,,")
    copy = club().begin_league("Copy", players=("Anna", "Bram", "Chloé", "Dario"))
    listed(copy, "\n".join((head, first, second))).enter_all_rounds_and_results()
    assert [one.ended and one.ended.extra for one in copy.state.fixtures.values()] == [
        {"casualties": (12, 7), "quarters": (1, 0)},
        {"casualties": (-5, 3)},
    ]
    assert copy.state.rounds[1, 1].on == "2026-11-19"
    assert {one for _, one, _ in told(copy, text)} == {"stands"}


LIST_WITH_CASUALTIES = "home,away,result,Casualties home,casualties_away,Casualties away\n"


def test_points_of_extra_columns_go_to_their_players_or_the_row_is_refused() -> None:
    """Columns belong together if their headings agree. Words are no points."""
    found = league()
    listed(found, f"{LIST_WITH_CASUALTIES}Dario,Anna,4-11,2,,5\n").enter_all_rounds_and_results()
    (anna, _) = found.state.fixtures.values()
    assert anna.ended is not None
    assert anna.ended.extra == {"Casualties": (5, 2)}
    rows = told(found, f"{LIST_WITH_CASUALTIES}Anna,Dario,11-4,6,,2\nBram,Chloé,7-10,,,3\n")
    assert rows == [
        (
            2,
            "not read",
            "Table 1, Anna v Dario already has this result: 11 : 4, Anna won. To change its"
            " Casualties, correct the result. Run: warledger league correct l1 f1 11-4 --extra"
            " Casualties=6-2.",
        ),
        (3, "not read", "Casualties home is empty. Enter the Casualties of each player."),
    ]
    ((_, verdict, text),) = told(found, f"{LIST_WITH_CASUALTIES}Bram,Chloé,,1,,3\n")
    assert (verdict, text) == (
        "not read",
        "There are Casualties but no result. Add the result.",
    )
    read = parse_results_list(
        found, "home,away,result,army home,army away\nBram,Chloé,7-1,Orks,3\n", {}
    )
    assert read.extra_columns == []


def test_a_draw_is_read_in_other_languages_unless_a_player_has_this_name() -> None:
    heads = "Heim;Gast;Sieger;Punkte Heim;Punkte Gast\n"
    rows = told(league(), f"{heads}Anna;Dario;Unentschieden;8;8\n")
    assert rows == [(2, "enters", "table 1, Anna v Dario: 8 : 8, drawn")]
    found = club().begin_league("Remis", players=("Anna", "Remis"))
    row = "Runde;Heim;Gast;Sieger\n1;Anna;Remis;Remis\n"
    assert told(found, row)[0][2] == "Anna v Remis: Remis won"


def test_rows_of_another_season_are_refused() -> None:
    """They were once entered as games of the season that runs."""
    found = league()
    found.results.enter_result("1", "10-7")
    found.results.enter_result("2", "9-8")
    text = write_league_csv(found, LeagueReportRequest(["rounds"], None, "", ""))
    found.seasons.close_season()
    found.seasons.begin_season()
    refused = "It belongs to season 1, but season 2 is in progress."
    assert [row[1:] for row in told(found, text)] == [("not read", refused)] * 2
    other = club().begin_league("Copy", players=("Anna", "Bram", "Chloé", "Dario"))
    rows = "Saison;Runde;Heim;Gast;Ergebnis\n2;1;Anna;Bram;10-7\n2026/27;1;Dario;Chloé;9-8\n"
    assert [verdict for _, verdict, _ in told(other, rows)] == ["enters"] * 2


def test_columns_that_are_not_clear_are_asked_for_and_can_be_named() -> None:
    found = league()
    text = "Eka,Toka,A,B\nAnna,Dario,11,4\n"
    with pytest.raises(
        Refused,
        match=r"The columns are: 1 Eka \(Anna\), 2 Toka .* 4 B \(4\)\. Add"
        r" --column home=1",
    ):
        parse_results_list(found, text, NO_COLUMNS)
    with pytest.raises(Refused, match="Add --column home=1"):  # a time of day, or a result?
        parse_results_list(found, "Anna,Dario,19:30,11:4\n", NO_COLUMNS)
    with pytest.raises(Refused, match="away=9: the list has only 4 columns"):
        parse_results_list(found, text, {"home": 1, "away": 9, "result": 3})
    said = {"home": 1, "away": 2, "home-points": 3, "away-points": 4}
    rows = ResultsImport(found, parse_results_list(found, text, said), left_out=[1]).result_rows
    assert [(one.line, one.verdict) for one in rows] == [(2, "enters")]
