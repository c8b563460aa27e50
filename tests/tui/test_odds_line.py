"""The odds in a line: whose losses the dice still decide."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.profiles import some
from tests.tui.kit import TO_SHOOT, Stage, act, at_table, begin, begin_figures, book, key
from tests.tui.test_groups import DEPLOYED
from tracker.application.chances.action_forecast_types import Forecast
from tracker.application.match.game import Game
from tui.prompt.table_prompt import Prompt
from tui.table import forecast_updater
from tui.table.panels.forecast_panel import ForecastCache
from tui.views.background_forecast import (
    ForecastRequest,
    build_forecast_request,
    compute_forecast,
    copy_game_at_forecast_start,
)
from tui.views.forecast_wording import describe_forecast, format_forecast_percent


def test_the_second_target_is_shown_once_the_first_has_its_losses() -> None:
    game = begin(book(), TO_SHOOT)
    key(Prompt(game), "31o/2s⏎231564⏎31562⏎5216⏎")
    want = build_forecast_request(game, "")
    assert want is not None
    found = compute_forecast(copy_game_at_forecast_start(game, want), want)
    assert found is not None
    # One die: Elite hits on 2+, soft cover makes that 3+ (4/6); upgraded against light shields
    # goes through on 3+ (4/6); Basic infantry saves on a 6. 4/6 x 4/6 x 5/6 = 0.37.
    assert describe_forecast(found, 76).startswith("Dusk rifles 1 lost 37% · B1 PANIC 6%")
    assert (
        compute_forecast(copy_game_at_forecast_start(game, want), want, lambda: False) is None
    )  # nobody waits for it


def test_lost_nerve_stays_in_a_full_line_in_which_fewer_numbers_are_listed() -> None:
    game = begin(book(), TO_SHOOT)
    want = build_forecast_request(game, "r2 > b1 open")
    assert want is not None
    found = compute_forecast(copy_game_at_forecast_start(game, want), want)
    assert found is not None
    assert describe_forecast(found, 120).startswith("B1 lost  ≤3 17%  4 17%  5 20%  6 19%  7+")
    for width in (64, 70, 76):
        assert "· B1 PANIC 50%" in describe_forecast(found, width)
        assert len(describe_forecast(found, width)) <= width
    assert describe_forecast(found, 64).startswith("B1 lost  ≤4 35%  5 20%  6+ 45%   expected 5")
    assert describe_forecast(found, 50).startswith("B1 lost  ≤3 17%")  # it fits nowhere


def test_results_that_do_not_fit_are_marked() -> None:
    """Two targets: in 36 characters, the losses of one of them are left out."""
    game = begin(book(), TO_SHOOT)
    key(Prompt(game), "31o/2s⏎231564⏎31562⏎5216⏎")
    want = build_forecast_request(game, "")
    assert want is not None
    found = compute_forecast(copy_game_at_forecast_start(game, want), want)
    assert found is not None
    whole = describe_forecast(found, 400)
    assert "expected" in whole
    assert "…" not in whole
    results = whole.partition(" · expected")[0]
    assert describe_forecast(found, len(results)) == results
    cut = describe_forecast(found, len(results) - 1)
    assert cut.endswith(" …")
    assert len(cut) < len(results)


def test_what_was_added_up_is_certain_in_spite_of_its_last_digit() -> None:
    assert format_forecast_percent(1 - 1e-16) == "100%"
    assert format_forecast_percent(1e-17) == "0%"
    assert format_forecast_percent(0.001) == "<1%"
    assert format_forecast_percent(0.999) == ">99%"


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("typed", "told", "gone"),
    some(
        [
            # One die is left: it hits (2/3), goes through (1/2), is not saved (5/6): 5/18.
            ("111111111", "B2 lost  0 72%  1 28%   expected 0.3", "5+"),
            ("1111111111", "0 hits", "lost"),  # nothing is left to be decided
            ("11111111.", "0 hits", "lost"),  # the other two missed, whatever they showed
            # One hit: it goes through (1/2) and is not saved (5/6): 5/12.
            ("=1", "B2 lost  0 58%  1 42%   expected 0.4", "2.8"),
            ("-9", "B2 lost  0 58%  1 42%   expected 0.4", "2.8"),
            ("61111111.", "B2 lost  0 58%  1 42%   expected 0.4", "2.8"),
            ("111111111⌫⌫⌫⌫⌫⌫⌫⌫⌫", "expected 2.8", "1 28%"),
        ],
        3,
    ),
)
def test_dice_that_are_typed_count_in_the_odds(typed: str, told: str, gone: str) -> None:
    async def story(stage: Stage) -> None:
        await stage.press(typed)
        assert told in stage.text
        assert gone not in stage.text.replace("expected 2.8", "")

    at_table(story, (*TO_SHOOT, "r1 > b2 soft"))


def test_dice_that_are_rolled_again_count_in_the_odds() -> None:
    """A hit costs 1/2 x 5/6 of a figure; two of ten dice hit again on 3 or more."""

    async def story(stage: Stage) -> None:
        await stage.press("6666666611*1")
        assert "expected 3.9" in stage.text  # (8 + 2 x 2/3) x 5/12
        await stage.press("6")
        assert "expected 4.0" in stage.text  # (9 + 2/3) x 5/12
        await stage.press("6")
        assert "expected 4.2" in stage.text  # 10 x 5/12
        await stage.press("⌫⌫=1")
        assert "B2 lost" not in stage.text

    at_table(story, (*TO_SHOOT, "r1 > b2 soft"))


@pytest.mark.thorough
def test_initiative_that_is_half_typed_is_half_decided() -> None:
    """5 + D8 + 3 is 9 or more, D6 + 3 at most 9; at 9 to 9 (one way of 48) Blue has the higher die
    (CZ-INIT-05): Red is first in 47 of 48.
    """
    kept = book("combat-zone")
    begin_figures(kept, DEPLOYED)

    async def story(stage: Stage) -> None:
        assert "Red acts first 88%" in stage.text
        await stage.press("5")
        assert "Red acts first 98%" in stage.text
        await stage.press("45")
        assert "Red acts first" not in stage.text  # 12 against 8: decided

    act(story, kept, game="m1")


def test_what_was_known_of_the_proposal_is_not_that_of_dice_which_are_told() -> None:
    seen = ForecastCache()
    proposed, begun = (
        ForecastRequest(1, "r1 > b2", False, 0, False),
        ForecastRequest(3, "r1 > b2", True, 0, False),
    )
    seen.wanted = proposed
    seen.store_and_show_forecast(proposed, None)
    seen.wanted = begun
    assert seen.is_current
    for told in (
        replace(begun, rest_only=True, typed_faces=(4,)),
        replace(begun, rest_only=True, typed_result=(4,)),
    ):
        seen.wanted = told
        assert not seen.is_current


def test_a_die_that_is_taken_back_needs_no_forecast_to_be_worked_out_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Once a line is written, what was known no longer counts."""
    worked_out: list[ForecastRequest] = []

    def compute(sandbox: Game, want: ForecastRequest, wanted: Any) -> Forecast | None:
        worked_out.append(want)
        return compute_forecast(sandbox, want, wanted)

    monkeypatch.setattr(forecast_updater, "compute_forecast", compute)

    async def story(stage: Stage) -> None:
        monkeypatch.setattr(forecast_updater, "MAX_DELAY_SECONDS", 60.0)
        before = stage.text
        await stage.press("16")
        # Of ten dice eight are left, and one has hit: (8 x 2/3 + 1) x 1/2 x 5/6 = 2.6 are lost.
        assert "expected 2.6" in stage.text
        worked_out.clear()
        await stage.press("⌫⌫")
        assert stage.text == before
        await stage.press("16")
        assert "expected 2.6" in stage.text
        assert not worked_out
        stage.table.game.add_note("somebody looks on")
        await stage.press("⌫")
        assert [each.typed_faces for each in worked_out] == [(1,)]

    at_table(story, (*TO_SHOOT, "r1 > b2 soft"))


def test_a_wide_table_tells_who_wins_the_round_before_who_else_may_lose_his_nerve() -> None:
    """PANIC and ROUT of either come to four rows of nerve, which would fill the box alone."""
    kept = book("combat-zone")
    begin_figures(kept, (*DEPLOYED, "init : 645 / first", "r1 activates"))

    async def story(stage: Stage) -> None:
        await stage.press("2c13")
        rows = [row.split("│")[1] for row in stage.text.splitlines() if "close combat of" in row]
        assert len(rows) == 1
        assert "won 7" in rows[0]

    act(story, kept, game="m1", size=(120, 40))


def test_odds_that_leave_out_the_attack_of_an_enraged_monster_say_so() -> None:
    game = begin(book(), TO_SHOOT)
    want = build_forecast_request(game, "r3 > b3 open with destroyer")
    assert want is not None
    found = compute_forecast(copy_game_at_forecast_start(game, want), want)
    assert found is not None
    assert found.aftermaths[0].what == "enraged"
    chance = format_forecast_percent(found.aftermaths[0].chance)
    told = f"enraged {chance} (effects not included)"
    assert told in describe_forecast(found, 200)
