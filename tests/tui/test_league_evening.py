"""The evening of a league in keys: results, check-in, draft, publishing, the round sent round."""

from __future__ import annotations

import random
from itertools import permutations
from pathlib import Path

import pytest

from tests.kit import BLUE
from tests.tui.kit import Stage, act
from tests.tui.winter import at, club, evening, over, points, score, typed, winter
from tracker.application.book import Book
from tracker.application.leagues.league import League
from tracker.application.leagues.telling import log_of
from tracker.leagues.state import Fixture
from tui.league.evening import EveningScreen
from tui.league.outbox import Outbox

RESULT, DROPPED, PUBLISHED = 6, 10, 4  # the most keys each may take


def keys(text: str) -> int:
    """How many keys a text of keys is: each sign is one."""
    return len(text)


def opened(league: League, stage: Stage) -> EveningScreen:
    screen = stage.app.screen
    assert isinstance(screen, EveningScreen)
    return screen


def read(kept: Book) -> League:
    return kept.open_league("l1")


def table(league: League, number: int) -> Fixture:
    return league.results.of(str(number))


def vp(league: League, number: int) -> tuple[int, int] | None:
    ended = table(league, number).ended
    return None if ended is None else ended.vp


def test_a_whole_evening_in_no_more_keys_than_on_paper(tmp_path: Path) -> None:
    kept = club()
    league = evening(kept)
    pressed: list[str] = []

    async def story(stage: Stage) -> None:
        stage.app.outbox = Outbox(tmp_path)

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
        assert "kept now: turn 1, 4 : 3" in stage.text
        await say("p/dar⏎d⏎q", 9)
        game = kept.game("m1")
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
        assert not [*stage.app._notifications]  # nothing lies over the big screen
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
    for one in league.state.fixtures_of(league.state.round):  # type: ignore[arg-type]
        row = next(each for each in text.splitlines() if league.state.name(one.home) in each)
        assert league.state.name(one.away) in row
        assert str(one.table) in row
    assert "away: Priya" in text
    assert "dropped: Dario" in text


def drafted(league: League) -> list[Fixture]:
    draft = league.state.draft
    return league.state.fixtures_of(draft) if draft else []


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
        assert "entered 20:00" in stage.text

    act(story, kept, game=None)
    one = table(read(kept), 2)
    assert one.ended is not None
    assert (one.ended.kind, one.ended.vp) == (kind, points_)
    assert one.ended.winner == {"home": one.home, "away": one.away, None: None}[winner]


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
        assert "set right" in stage.text

    act(story, kept, game=None)
    one = table(read(kept), 2)
    assert vp(read(kept), 2) == (10, 8)
    assert [(each.was.vp, each.why) for each in one.corrections] == [((10, 7), "counted again")]
    words = [line.text for line in log_of(read(kept).story)]
    assert any("it was 10 : 7" in text and "counted again" in text for text in words)


def test_the_same_result_twice_changes_nothing_and_says_so() -> None:
    kept = club()
    evening(kept)

    async def story(stage: Stage) -> None:
        await stage.press("2" + "10-7⏎")
        version = read(kept).version
        await stage.press("2⎵10-7⏎")
        assert "has this result already: 10 : 7" in stage.text
        assert read(kept).version == version

    act(story, kept, game=None)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("9⎵1-0⏎", "There is no pairing '9' in this round"),
        ("10-⏎", "is no result"),
        ("c3⏎", "is no result"),
        ("7s8⏎", "There is no table 7"),
        ("g⏎", "has no result yet that could be signed"),
        ("3l⏎", "No round is drafted"),
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
    return [league.state.name(player) for player in table(league, number).players]


def test_a_game_is_arranged_for_later_and_a_bad_day_stays_to_be_mended() -> None:
    kept = club()
    evening(kept)

    async def story(stage: Stage) -> None:
        await stage.press("2" + "2a")
        await stage.press("soonish⏎")
        assert "'soonish' is no date" in " ".join(stage.text.split())
        assert "soonish" in stage.text.splitlines()[-1]
        await stage.press("⌫" * 7 + "fri⎵19:30⎵club⏎")
        assert "arranged Fri 20 Nov 19:30 club" in stage.text
        assert "▸ 3" in stage.text

    act(story, kept, game=None)
    arranged = table(read(kept), 2).arranged
    assert arranged is not None
    # It is Thursday 19 November: the Friday to come is the next day.
    assert (arranged.on, arranged.time, arranged.where) == ("2026-11-20", "19:30", "club")
    assert table(read(kept), 2).ended is None  # no result yet is no draw


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


@pytest.mark.parametrize("seed", range(4))
def test_drafts_hold_exactly_those_present_once_and_dropping_changes_no_result(seed: int) -> None:
    kept = club()
    league = winter(kept)
    chance = random.Random(seed)
    here = dict.fromkeys(points(league), True)
    before = points(league)
    results = [(one.id, one.ended) for one in league.state.fixtures.values()]
    names = [player.name for player in league.state.players.values()]

    async def story(stage: Stage) -> None:
        await stage.press("1p")
        for _ in range(8):
            name = chance.choice(names)
            say = chance.choice("aahdl")
            await stage.press(f"/{name.lower()[:4]}⏎")
            player = read(kept).people.of(name)
            if say == "d" and player.left is not None:
                continue
            await stage.press("d⏎" if say == "d" else say)
            if say in "ad":
                here[name] = False
            elif say == "h" or player.left is None:
                here[name] = True
        await stage.press("qd⏎")

    act(story, kept, game=None)
    league = read(kept)
    paired = [league.state.name(one) for each in drafted(league) for one in each.players]
    assert sorted(paired) == sorted(name for name, is_here in here.items() if is_here)
    assert points(league) == before
    assert [(one, league.state.fixtures[one].ended) for one, _ in results] == results


def test_a_ringer_plays_where_somebody_is_left_over_and_is_not_ranked() -> None:
    kept = club()
    winter(kept)

    async def story(stage: Stage) -> None:
        await stage.press("1p/dar⏎d⏎")  # nine are left
        await stage.press("nTheo⏎")
        assert "Theo" in stage.text
        await stage.press("r")
        assert "ringer, if one is needed" in stage.text
        await stage.press("qd⏎")

    act(story, kept, game=None)
    league = read(kept)
    paired = [league.state.name(one) for each in drafted(league) for one in each.players]
    assert len(paired) == 10
    assert "Theo" in paired
    assert "Theo" not in points(league)


def test_dropping_takes_ten_keys_and_dropped_now_is_another_key() -> None:
    kept = club()
    evening(kept)

    async def story(stage: Stage) -> None:
        await stage.press("2")
        line = "p/dar⏎d⏎q"
        assert keys(line) <= DROPPED
        await stage.press(line)
        await stage.press("p/eri⏎dnq")

    act(story, kept, game=None)
    people = read(kept).people
    assert people.of("Dario").left == 4  # plays round 4, which is at hand
    assert people.of("Erik").left == 4
    league = read(kept)
    words = [line.text for line in log_of(league.story)][-2:]
    assert words == ["Dario: drops after round 4", "Erik: dropped"]


def test_draft_and_publish_take_four_keys() -> None:
    kept = club()
    winter(kept)

    async def story(stage: Stage) -> None:
        await stage.press("1")
        line = "d⏎P⏎"
        assert keys(line) <= PUBLISHED
        await stage.press(line)

    act(story, kept, game=None)
    state = read(kept).state
    assert state.round_number == 5
    assert state.round is not None
    assert state.round.ends == "22:30"  # as the round before


def test_publishing_asks_once_and_a_bad_time_stays_to_be_mended() -> None:
    kept = club()
    winter(kept)

    async def story(stage: Stage) -> None:
        await stage.press("1d⏎P⎋")
        assert read(kept).state.round_number == 4
        await stage.press("P" + "⌫" * 5 + "late⏎")
        assert "'late' is no time of day" in stage.text
        assert read(kept).state.round_number == 4
        await stage.press("⌫" * 4 + "23:15⏎")

    act(story, kept, game=None)
    round_ = read(kept).state.round
    assert round_ is not None
    assert (round_.number, round_.ends) == (5, "23:15")


def test_locked_pairings_stay_when_the_round_is_drafted_again() -> None:
    kept = club()
    winter(kept)

    async def story(stage: Stage) -> None:
        await stage.press("1d⏎2s3⏎")
        swapped = {one.players for one in drafted(read(kept)) if one.table in (2, 3)}
        await stage.press("2l⏎3l⏎")
        assert stage.text.count("locked, by hand") == 2
        await stage.press("d⏎")
        assert swapped <= {one.players for one in drafted(read(kept))}

    act(story, kept, game=None)


def test_table_numbers_do_not_repeat_where_that_is_possible() -> None:
    kept = club()
    winter(kept)

    async def story(stage: Stage) -> None:
        await stage.press("1d⏎")

    act(story, kept, game=None)
    league = read(kept)
    sat: dict[str, set[int]] = {}
    for one in league.state.fixtures.values():
        if one.round <= 4:
            for player in one.players:
                sat.setdefault(player, set()).add(one.table)
    rows = drafted(league)
    assert sorted(one.table for one in rows) == [1, 2, 3, 4, 5]
    repeats = sum(one.table in sat[player] for one in rows for player in one.players)
    fewest = min(
        sum(number in sat[p] for one, number in zip(rows, order, strict=True) for p in one.players)
        for order in permutations(range(1, 6))
    )
    assert repeats == fewest


def test_an_open_table_is_drafted_with_a_question_mark_and_again_when_it_is_in() -> None:
    kept = club()
    league = evening(kept)
    for number in (2, 3, 5):
        league.results.enter(str(number), typed(league, number))

    async def story(stage: Stage) -> None:
        await stage.press("2d⏎")
        assert "table 1 is still open" in stage.text
        assert stage.text.count("9?") == 1  # Anna; Farid has 6?
        assert "6?" in stage.text
        await stage.press(f"1⎵{typed(league, 1)}⏎")
        assert "drafted again" in stage.text
        assert "?" not in stage.text.splitlines()[8]

    act(story, kept, game=None)
    assert drafted(read(kept))[0].season == 1
    assert read(kept).state.draft.waited_for == ()  # type: ignore[union-attr]


def test_a_draft_changed_by_hand_is_never_made_again_unasked() -> None:
    kept = club()
    league = evening(kept)

    async def story(stage: Stage) -> None:
        await stage.press("2d⏎2s3⏎")
        before = [one.players for one in drafted(read(kept))]
        await stage.press(f"2⎵{typed(league, 2)}⏎")
        assert [one.players for one in drafted(read(kept))] == before
        assert "has ended since the draft" in " ".join(stage.text.split())

    act(story, kept, game=None)


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
        await stage.press("12u")  # also while something is typed
        assert vp(read(kept), 2) is None
        assert "12▌" in stage.text

    act(story, kept, game=None)


def test_what_another_program_wrote_is_read_and_nothing_is_overwritten() -> None:
    kept = club()
    evening(kept)

    async def story(stage: Stage) -> None:
        await stage.press("2" + "10-")
        other = kept.open_league("l1")
        other.results.enter("2", "1-6")
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
        catch_up = screen.catch_up

        def late() -> bool:
            """Somebody else writes just after this screen has looked."""
            found = catch_up()
            if other.results.of("3").ended is None:
                other.results.enter("3", "2-2")
            return found

        screen.catch_up = late  # type: ignore[method-assign]
        screen.typed_text = "10-7"
        await stage.press("⏎")
        assert "Somebody else wrote in this league just now" in " ".join(stage.text.split())
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
        stage.app.outbox = Outbox(tmp_path / "sent")
        await stage.press("2y")
        # A long path goes over two lines.
        assert str(tmp_path / "sent" / "winter-league-round-4.txt") in "".join(stage.text.split())
        assert "Gwen – Ines" in " ".join(stage.app.clipboard.split())

    act(story, kept, game=None)
    text = (tmp_path / "sent" / "winter-league-round-4.txt").read_text(encoding="utf-8")
    for one in league.state.fixtures_of(league.state.round):  # type: ignore[arg-type]
        home, away = (league.state.name(player) for player in one.players)
        assert any(
            home in line and away in line and line.split()[0] == str(one.table)
            for line in text.splitlines()
        )


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    kept = club()
    evening(kept)
    (tmp_path / "file").write_text("in the way")

    async def story(stage: Stage) -> None:
        stage.app.outbox = Outbox(tmp_path / "file" / "sent")
        await stage.press("2y")
        assert "cannot be made" in " ".join(stage.text.split())

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
    assert league.state.round is None

    async def story(stage: Stage) -> None:
        await stage.press("1")
        assert "No round is published yet" in stage.text
        await stage.press("P")
        assert "No round is drafted" in stage.text
        await stage.press("y")
        assert "No round is drafted or published yet" in stage.text
        await stage.press("d⏎P⏎")
        assert "round 1 of 7" in stage.text

    act(story, kept, game=None)


def test_a_game_left_over_is_named_with_its_round_and_a_doubt_stands_by_publishing() -> None:
    kept = club()
    league = kept.begin_league("Cup", players=("Anna", "Bram", "Chloé", "Dario"), rounds=3)
    for _ in range(2):
        league.rounds.draft()
        league.rounds.publish()
    league.rounds.draft()
    league.people.enrol("Zoë")
    version = league.version

    async def story(stage: Stage) -> None:
        await stage.press("1")  # two tables of round 2, below them the two of round 1
        await stage.named("down", "down")
        await stage.press("g")
        assert "table 1 of round 1: both sign" in stage.text
        await stage.press("⎋x")
        assert "Table 1 of round 1 has no result to take away." in stage.text
        await stage.press("P")
        assert "Zoë is here and not paired. Publish round 3? games end" in stage.text
        await stage.press("⎋S2")
        assert "4 games have no result yet; closed, the season counts without." in stage.text
        await stage.press("⎋")
        assert kept.open_league("l1").version == version

    act(story, kept, game=None)
