"""Drafting and publishing a round in keys: who is present, locks, tables, what others change."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from tests.tui.kit import Stage, act
from tests.tui.winter import club, drafted, evening, keys, points, read, typed, winter
from tracker.application.leagues.league_log import list_league_log_lines

DROPPED, PUBLISHED = 10, 4  # the most keys each may take


@pytest.mark.thorough
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
            player = read(kept).people.find_player(name)
            if say == "d" and player.left_after is not None:
                continue
            await stage.press("d⏎" if say == "d" else say)
            if say in "ad":
                here[name] = False
            elif say == "h" or player.left_after is None:
                here[name] = True
        await stage.press("qd⏎")

    act(story, kept, game=None)
    league = read(kept)
    paired = [league.state.get_player_name(one) for each in drafted(league) for one in each.players]
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
    paired = [league.state.get_player_name(one) for each in drafted(league) for one in each.players]
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
    assert people.find_player("Dario").left_after == 4  # plays round 4, which is at hand
    assert people.find_player("Erik").left_after == 4
    league = read(kept)
    words = [line.text for line in list_league_log_lines(league.history)][-2:]
    assert words == ["Dario: drops after round 4", "Erik: dropped"]


@pytest.mark.thorough
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
    assert state.current_round is not None
    assert state.current_round.ends == ""  # the round before was today: its end is no proposal


@pytest.mark.thorough
def test_publishing_asks_once_and_a_bad_time_stays_to_be_mended() -> None:
    kept = club()
    winter(kept)

    async def story(stage: Stage) -> None:
        await stage.press("1d⏎P⎋")
        assert read(kept).state.round_number == 4
        await stage.press("P" + "⌫" * 5 + "late⏎")
        assert "'late' is not a time" in stage.text
        assert read(kept).state.round_number == 4
        await stage.press("⌫" * 4 + "23:15⏎")

    act(story, kept, game=None)
    round_ = read(kept).state.current_round
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


@pytest.mark.thorough
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


@pytest.mark.thorough
def test_an_open_table_is_drafted_with_a_question_mark_and_again_when_it_is_in() -> None:
    kept = club()
    league = evening(kept)
    for number in (2, 3, 5):
        league.results.enter_result(str(number), typed(league, number))

    async def story(stage: Stage) -> None:
        await stage.press("2d⏎")
        assert "table 1 has no result yet" in stage.text
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
