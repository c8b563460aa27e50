"""The evening of a league in keys: results, check-in, draft, publishing, the round sent round."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.kit import Stage, act
from tests.tui.winter import (
    at,
    club,
    drafted,
    evening,
    keys,
    opened,
    over,
    points,
    read,
    score,
    table,
    typed,
    vp,
    winter,
)
from tracker.application.book import Book
from tracker.application.leagues.league_log import list_league_log_lines
from tracker.testing.match_in_memory import BLUE
from tui.key_bindings import KEYS


@pytest.mark.thorough
def test_a_whole_evening_in_no_more_keys_than_on_paper(tmp_path: Path) -> None:
    kept = club()
    league = evening(kept)
    pressed: list[str] = []

    async def story(stage: Stage) -> None:
        stage.app.outgoing_text_folder = tmp_path

        async def say(text: str, most: int) -> None:
            pressed.append(text)
            assert keys(text) <= most, text
            await stage.press(text)

        # Home: the game that goes on is 1, the league 2.
        await say("2", 1)
        await say(f"2⎵{typed(league, 2)}⏎", RESULT)
        assert "▸ 3" in stage.text  # the next open table
        await say(f"{typed(league, 3)}⏎", RESULT)
        assert "▸ 5" in stage.text  # table 4 has the result of its game
        await say(f"{typed(league, 5)}⏎", RESULT)
        await say("1⏎q", 3)
        assert "in play: turn 1, 4 : 3" in stage.text
        await say("p/dar⏎d⏎q", 9)
        game = kept.open_game("m1")
        score(game, 0, 6)  # 4 : 3 becomes 4 : 9
        over(game, BLUE)
        await say("d", 1)
        await say("/pri⏎a⏎", 7)
        before = [one.players for one in drafted(read(kept))]
        await say("3s4⏎", 4)
        assert [one.players for one in drafted(read(kept))] != before
        await say("u", 1)
        assert [one.players for one in drafted(read(kept))] == before
        await say("P⏎", 2)
        await say("Fq", 3)
        assert not stage.notifications  # nothing lies over the big screen
        await say("y", 1)
        assert str(tmp_path) in stage.text

    act(story, kept, game=None)
    assert sum(keys(each) for each in pressed) <= 48
    league = read(kept)
    assert league.state.round_number == 5
    # By hand, from the table as published: 3/1/0 over four rounds.
    assert points(league) == {
        "Anna": "9", "Chloé": "9", "Gwen": "9", "Farid": "9", "Ines": "6",
        "Hugo": "6", "Bram": "6", "Erik": "3", "Priya": "3", "Dario": "0",
    }  # fmt: skip
    text = next(tmp_path.glob("*.txt")).read_text(encoding="utf-8")
    for one in league.state.list_fixtures(league.state.current_round):  # type: ignore[arg-type]
        if one.is_requested_bye:  # Priya is away
            continue
        row = next(
            each for each in text.splitlines() if league.state.get_player_name(one.home) in each
        )
        assert league.state.get_player_name(one.away) in row
        assert str(one.table) in row
    assert "away: Priya" in text
    assert "dropped: Dario" in text


RESULT = 6  # the most keys a result may take


@pytest.mark.parametrize(
    ("line", "kind", "winner", "points_"),
    [
        ("10-7⏎", "played", "home", (10, 7)),
        ("7:10⏎", "played", "away", (7, 10)),
        ("c1⏎", "conceded", "away", None),
        ("2⎵c2⏎", "conceded", "home", None),
        ("2c2⏎", "conceded", "home", None),
        ("f2⏎", "forfeit", "home", None),
        ("2f1⏎", "forfeit", "away", None),
        ("w1⏎", "played", "home", None),
        ("2d⏎", "played", None, None),
        ("w0⏎", "played", None, None),
        ("2l1⏎", "late withdrawal", "away", None),
        ("12-12⏎", "played", None, (12, 12)),
    ],
)
def test_a_result_is_typed_on_its_row(
    line: str, kind: str, winner: str | None, points_: tuple[int, int] | None
) -> None:
    kept = club()
    evening(kept)

    async def story(stage: Stage) -> None:
        assert keys(line) <= RESULT
        await stage.press("2")  # the row of table 2 is marked: table 1 is being kept
        await stage.press(line)
        verb = {"conceded": "conceded", "forfeit": "forfeits", "late withdrawal": "left"}.get(kind)
        assert (f"{verb}, 20:00" if verb else "entered 20:00") in stage.text

    act(story, kept, game=None)
    one = table(read(kept), 2)
    assert one.ended is not None
    assert (one.ended.kind, one.ended.vp) == (kind, points_)
    assert one.ended.winner == {"home": one.home, "away": one.away, None: None}[winner]


@pytest.mark.thorough
def test_a_second_different_result_is_offered_as_a_correction_and_both_are_kept() -> None:
    kept = club()
    evening(kept)

    async def story(stage: Stage) -> None:
        await stage.press("2" + "10-7⏎")
        assert "10 : 7" in stage.text
        await stage.press("2⎵10-8⏎")
        assert "table 2 has 10 : 7" in stage.text
        await stage.press("⎋")
        assert vp(read(kept), 2) == (10, 7)
        assert "2 10-8" in stage.text  # nothing typed is lost
        await stage.press("⏎")
        await stage.press("counted again⏎")
        assert "correct" in stage.text

    act(story, kept, game=None)
    one = table(read(kept), 2)
    assert vp(read(kept), 2) == (10, 8)
    assert [(each.was.vp, each.why) for each in one.corrections] == [((10, 7), "counted again")]
    words = [line.text for line in list_league_log_lines(read(kept).history)]
    assert any("it was 10 : 7" in text and "counted again" in text for text in words)


def test_points_that_speak_against_the_winner_ask_for_a_reason() -> None:
    kept = club()
    league = evening(kept)
    home, away = map(league.state.get_player_name, table(league, 2).players)

    async def story(stage: Stage) -> None:
        await stage.press("2" + "w1 1-9⏎".replace(" ", "⎵"))
        asked = " ".join(stage.text.split())
        assert f"1 : 9 means that {away} won, not {home}." in asked
        await stage.press("⏎")
        assert table(read(kept), 2).ended is None
        await stage.press("the⎵mission⏎")
        assert "(the mission)" in stage.text

    act(story, kept, game=None)
    one = table(read(kept), 2)
    assert one.ended is not None
    assert (one.ended.winner, one.ended.vp) == (one.home, (1, 9))


def test_a_finished_game_cannot_be_rescheduled() -> None:
    kept = club()
    league = evening(kept)
    league.results.enter_result("2", "10-7")
    names = " v ".join(map(league.state.get_player_name, table(league, 2).players))

    async def story(stage: Stage) -> None:
        await stage.press("22a")
        assert f"Table 2, {names}, already has a result." in stage.text

    act(story, kept, game=None)


def test_further_columns_are_asked_where_the_season_has_them() -> None:
    kept = club()
    league = evening(kept)
    league.results.enter_result("3", "10-7", extra={"casualties": (3, 4), "objectives": (1, 2)})

    async def story(stage: Stage) -> None:
        await stage.press("2" + "8-5⏎")
        assert "casualties, " in stage.text
        await stage.press("many⏎")
        assert "Write casualties as two numbers: 12-7" in stage.text
        await stage.press("⌫⌫⌫⌫" + "2-9⏎")
        assert "objectives, " in stage.text
        await stage.press("⏎")
        assert "8 : 5" in stage.text

    act(story, kept, game=None)
    ended = table(read(kept), 2).ended
    assert ended is not None
    assert (ended.vp, ended.extra) == ((8, 5), {"casualties": (2, 9)})


def test_a_draft_is_cancelled_and_a_round_that_is_played_is_not() -> None:
    kept = club()
    evening(kept)
    read(kept).rounds.draft_round()
    number = read(kept).state.round_number

    async def story(stage: Stage) -> None:
        await stage.press("2" + "C")
        assert f"why cancel the draft of round {number + 1}?" in stage.text
        assert "Enter cancels the draft · Esc keeps it" in stage.text
        await stage.press("too⎵late⏎")
        assert f"round {number + 1} cancelled (too late)" in stage.text
        await stage.press("C")
        assert "why cancel" not in stage.text
        assert "Delete its result first" in " ".join(stage.text.split())

    act(story, kept, game=None)
    assert read(kept).state.draft is None
    assert read(kept).state.round_number == number


def test_the_same_result_twice_changes_nothing_and_says_so() -> None:
    kept = club()
    evening(kept)

    async def story(stage: Stage) -> None:
        await stage.press("2" + "10-7⏎")
        version = read(kept).version
        await stage.press("2⎵10-7⏎")
        assert "already has this result: 10 : 7" in stage.text
        assert read(kept).version == version

    act(story, kept, game=None)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("9⎵1-0⏎", "There is no pairing '9' in this round"),
        ("10-⏎", "is not a result"),
        ("c3⏎", "is not a result: type 10-7, or w1 (1 won), w0 (drawn), c1"),
        ("7s8⏎", "There is no table 7"),
        ("g⏎", "has no result to sign yet."),
        ("3l⏎", "No round has been drafted"),
    ],
)
def test_what_is_typed_wrongly_is_said_in_a_sentence_and_stays(line: str, sentence: str) -> None:
    kept = club()
    evening(kept)

    async def story(stage: Stage) -> None:
        await stage.press("2")
        before = read(kept).version
        await stage.press(line)
        assert sentence in " ".join(stage.text.split())
        assert f"{line.replace('⎵', ' ').replace('⏎', '')}▌" in stage.text
        assert read(kept).version == before

    act(story, kept, game=None)


@pytest.mark.thorough
def test_both_sign_or_one_and_the_row_shows_who() -> None:
    kept = club()
    evening(kept)

    async def story(stage: Stage) -> None:
        await stage.press("2" + "10-7⏎2g1⏎")
        home = kept_names(kept, 2)[0]
        assert table(read(kept), 2).signed == (table(read(kept), 2).home,)
        row = next(line for line in stage.text.splitlines() if "10 : 7" in line)
        assert row.rstrip("│ ").endswith(f"{home[0]} ·")
        await stage.press("4g⏎")
        one = table(read(kept), 4)
        assert set(one.signed) == {one.home, one.away}

    act(story, kept, game=None)


def kept_names(kept: Book, number: int) -> list[str]:
    league = read(kept)
    return [league.state.get_player_name(player) for player in table(league, number).players]


def test_a_game_is_arranged_for_later_and_a_bad_day_stays_to_be_mended() -> None:
    kept = club()
    evening(kept)

    async def story(stage: Stage) -> None:
        await stage.press("2" + "2a")
        await stage.press("soonish⏎")
        assert "'soonish' does not begin with a day" in " ".join(stage.text.split())
        assert "soonish" in stage.text.splitlines()[-2]
        await stage.press("⌫" * 7 + "fri⎵19:30⎵club⏎")
        assert "for Fri 20 Nov 19:30, club" in stage.text
        assert "▸ 3" in stage.text

    act(story, kept, game=None)
    arranged = table(read(kept), 2).arranged
    assert arranged is not None
    # It is Thursday 19 November: the Friday to come is the next day.
    assert (arranged.on, arranged.time, arranged.where) == ("2026-11-20", "19:30", "club")
    assert table(read(kept), 2).ended is None  # no result yet is no draw


@pytest.mark.thorough
def test_after_the_closing_time_what_is_not_in_is_late() -> None:
    kept = club()
    evening(kept)

    async def story(stage: Stage) -> None:
        await stage.press("2")
        assert late(stage) == []
        at(kept).pass_minutes(149)
        await stage.named("down")
        assert "22:29 now" in stage.text
        assert late(stage) == []
        at(kept).pass_minutes(2)
        await stage.named("down")
        # Table 1 is being kept, 2, 3 and 5 are open; table 4 is in.
        assert late(stage) == ["1", "2", "3", "5"]
        assert "22:31 now" in stage.text

    act(story, kept, game=None)


def late(stage: Stage) -> list[str]:
    """The tables that are marked as late."""
    rows = [line.rstrip("│ ") for line in stage.text.splitlines()]
    return [row[3] for row in rows if row.endswith(" late")]


@pytest.mark.thorough
def test_games_left_over_from_a_round_stay_to_be_entered() -> None:
    kept = club()
    evening(kept)

    async def story(stage: Stage) -> None:
        await stage.press("2d⏎P⏎")
        rows = [line for line in stage.text.splitlines() if "│ r4" in line or "▸r4" in line]
        assert len(rows) == 4  # tables 1, 2, 3 and 5 of round 4
        for _ in range(6):
            await stage.named("down")
        await stage.press("3-1⏎")
        assert sum("r4" in line for line in stage.text.splitlines()[:14]) == 3

    act(story, kept, game=None)
    ended = [one for one in read(kept).state.fixtures.values() if one.round == 4 and one.ended]
    assert len(ended) == 2


def test_undo_and_return_are_the_keys_of_the_table() -> None:
    kept = club()
    evening(kept)

    async def story(stage: Stage) -> None:
        await stage.press("2" + "10-7⏎")
        assert vp(read(kept), 2) == (10, 7)
        await stage.press("u")
        assert vp(read(kept), 2) is None
        await stage.press("U")
        assert vp(read(kept), 2) == (10, 7)
        await stage.press("u")
        assert vp(read(kept), 2) is None

    act(story, kept, game=None)


@pytest.mark.thorough
def test_while_a_line_is_typed_every_key_belongs_to_it() -> None:
    kept = club()
    evening(kept)
    commands = [key for one in KEYS["evening"] for key in one.keys if len(key) == 1]
    assert {"u", "U", "d", "P", "q", "S"} <= set(commands)

    async def story(stage: Stage) -> None:
        await stage.press("2" + "10-7⏎")
        version = read(kept).version
        for key in (*commands, "'"):
            await stage.press(f"2⎵{key}")
            assert f"2 {key}▌" in stage.text
            await stage.press("⎋")
        await stage.press("c?")  # help is no part of any line, and changes nothing
        assert "─ keys ─" in stage.text
        await stage.press("⎋")
        assert "c▌" in stage.text
        assert read(kept).version == version
        await stage.press("⎋u")
        assert vp(read(kept), 2) is None

    act(story, kept, game=None)


def test_what_another_program_wrote_is_read_and_nothing_is_overwritten() -> None:
    kept = club()
    evening(kept)

    async def story(stage: Stage) -> None:
        await stage.press("2" + "10-")
        other = kept.open_league("l1")
        other.results.enter_result("2", "1-6")
        await stage.press("7⏎")
        assert "table 2 has 1 : 6" in stage.text
        await stage.press("⎋")
        assert vp(read(kept), 2) == (1, 6)

    act(story, kept, game=None)


def test_a_line_written_in_the_same_moment_is_refused_and_said() -> None:
    kept = club()
    evening(kept)

    async def story(stage: Stage) -> None:
        await stage.press("2")
        screen = opened(read(kept), stage)
        other = kept.open_league("l1")
        catch_up = screen.reload_and_redraw_if_changed

        def late() -> bool:
            """Somebody else writes just after this screen has looked."""
            found = catch_up()
            if other.results.find_fixture("3").ended is None:
                other.results.enter_result("3", "2-2")
            return found

        screen.reload_and_redraw_if_changed = late  # type: ignore[method-assign]
        screen.rows.typed = "10-7"
        await stage.press("⏎")
        assert "Somebody else just changed this league, so" in " ".join(stage.text.split())
        assert "10-7▌" in stage.text  # nothing typed is lost
        assert vp(read(kept), 2) is None
        assert "2 : 2" in stage.text
        await stage.press("⏎")
        assert vp(read(kept), 2) == (10, 7)

    act(story, kept, game=None)


def test_the_round_is_always_written_to_a_file_whose_path_is_shown(tmp_path: Path) -> None:
    kept = club()
    league = evening(kept)

    async def story(stage: Stage) -> None:
        stage.app.outgoing_text_folder = tmp_path / "sent"
        await stage.press("2y")
        # A long path goes over two lines.
        assert str(tmp_path / "sent" / "winter-league-round-4.txt") in "".join(stage.text.split())
        assert "Gwen Ines" in " ".join(stage.app.clipboard.split())

    act(story, kept, game=None)
    text = (tmp_path / "sent" / "winter-league-round-4.txt").read_text(encoding="utf-8")
    for one in league.state.list_fixtures(league.state.current_round):  # type: ignore[arg-type]
        home, away = (league.state.get_player_name(player) for player in one.players)
        assert any(
            home in line and away in line and line.split()[0] == str(one.table)
            for line in text.splitlines()
        )


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    kept = club()
    evening(kept)
    (tmp_path / "file").write_text("in the way")

    async def story(stage: Stage) -> None:
        stage.app.outgoing_text_folder = tmp_path / "file" / "sent"
        await stage.press("2y")
        assert "cannot be created:" in " ".join(stage.text.split())

    act(story, kept, game=None)


def test_nothing_is_written_by_looking() -> None:
    kept = club()
    evening(kept)
    before = read(kept).version

    async def story(stage: Stage) -> None:
        await stage.press("2" + "1⏎qsFqR⎋rqL⎋qp⎋r⎋?⎋")

    act(story, kept, game=None)
    assert read(kept).version == before


def test_every_round_is_there_from_the_first_published_on() -> None:
    kept = club()
    league = winter(kept, entered=0)
    assert league.state.current_round is None

    async def story(stage: Stage) -> None:
        await stage.press("1")
        assert "No round has been published yet." in stage.text
        await stage.press("P")
        assert "No round has been drafted" in stage.text
        await stage.press("y")
        assert "No round has been drafted or published yet." in stage.text
        await stage.press("d⏎P⏎")
        assert "round 1 of 7" in stage.text

    act(story, kept, game=None)


def test_a_league_without_players_says_how_to_enrol_them() -> None:
    kept = club()
    kept.begin_league("Cup", players=(), rounds=3)

    async def story(stage: Stage) -> None:
        await stage.press("1")
        shown = " ".join(stage.text.replace("│", " ").split())
        assert "F6 shows the QR code for joining, p enrols players." in shown

    act(story, kept, game=None)


def test_a_season_whose_rounds_are_all_published_leads_to_its_end() -> None:
    kept = club()
    league = kept.begin_league("Cup", players=("Anna", "Bram", "Chloé", "Dario"), rounds=1)
    league.rounds.draft_round()
    league.rounds.publish_round()

    async def story(stage: Stage) -> None:
        await stage.press("1")
        assert (
            "All rounds are published. S closes the season once all results are in." in stage.text
        )
        await stage.press("1")
        await stage.press("7-5⏎2")
        await stage.press("7-5⏎d⏎")
        assert "round 2 is beyond the 1 planned round" in stage.text

    act(story, kept, game=None)


def test_a_draft_with_an_absent_player_is_refused_before_the_question() -> None:
    kept = club()
    league = kept.begin_league("Cup", players=("Anna", "Bram", "Chloé", "Dario"), rounds=3)
    league.rounds.draft_round()
    league.people.drop_player("Anna")

    async def story(stage: Stage) -> None:
        await stage.press("1P")
        assert "× Anna is paired but not present. Draft the round again," in stage.text
        assert "Publish round" not in stage.text

    act(story, kept, game=None)


@pytest.mark.thorough
def test_a_game_left_over_is_named_with_its_round_and_a_doubt_stands_by_publishing() -> None:
    kept = club()
    league = kept.begin_league("Cup", players=("Anna", "Bram", "Chloé", "Dario"), rounds=3)
    for _ in range(2):
        league.rounds.draft_round()
        league.rounds.publish_round()
    league.rounds.draft_round()
    league.people.enrol_players("Zoë")
    version = league.version

    async def story(stage: Stage) -> None:
        await stage.press("1")  # two tables of round 2, below them the two of round 1
        await stage.named("down", "down")
        await stage.press("g")
        assert "table 1 of round 1: both sign" in stage.text
        await stage.press("⎋x")
        assert "Table 1 of round 1 has no result to delete." in stage.text
        await stage.press("P")
        assert "Zoë is present but not paired. Publish round 3? games end" in stage.text
        await stage.press("⎋S2")
        assert "4 games have no result yet; closing the season leaves them out." in stage.text
        await stage.press("⎋")
        assert kept.open_league("l1").version == version

    act(story, kept, game=None)
