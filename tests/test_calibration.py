"""The calibration of win probabilities: its formulas, and a small run."""

from __future__ import annotations

from math import isnan, sqrt

import pytest

from dev.benchmarks.win_chance_calibration import (
    Forecast,
    compute_brier,
    compute_brier_error,
    forecast_random_games,
    forecast_recorded_games,
    group_by_fifth,
    print_report,
)
from tests.tui.kit import RULES

FORECASTS = [
    Forecast(game=0, line=0, probability=0.8, won=True),
    Forecast(game=0, line=1, probability=1.0, won=True),
    Forecast(game=1, line=0, probability=0.3, won=False),
    Forecast(game=1, line=1, probability=0.1, won=False),
]


def test_the_brier_score_and_its_error() -> None:
    # 0.2² = 0.04, 0, 0.3² = 0.09, 0.1² = 0.01; the games have 0.02 and 0.05, with mean 0.035
    assert compute_brier(FORECASTS) == pytest.approx(0.035)
    # (0.05 - 0.02) / √2 is the standard deviation, / √2 again for the mean of two: 0.015
    assert compute_brier_error(FORECASTS) == pytest.approx(0.015)
    assert isnan(compute_brier_error(FORECASTS[:2]))


def test_a_forecast_of_always_50_percent_has_a_brier_score_of_a_quarter() -> None:
    halves = [Forecast(n, 0, 0.5, won=bool(n % 3)) for n in range(9)]
    assert compute_brier(halves) == 0.25


def test_forecasts_are_grouped_by_fifths() -> None:
    assert group_by_fifth(FORECASTS) == [
        (0, 1, 0.1, 0.0),
        (1, 1, 0.3, 0.0),
        (4, 2, 0.9, 1.0),
    ]


@pytest.mark.thorough
def test_forecasts_of_random_games(capsys: pytest.CaptureFixture[str]) -> None:
    rules = RULES["combat-zone"]
    forecasts = forecast_random_games(rules, games=2, lines=2, rollouts=4, careless=False)
    assert forecasts == forecast_random_games(rules, games=2, lines=2, rollouts=4, careless=False)
    assert [(each.game, each.line) for each in forecasts] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert all(each.probability in {0, 0.25, 0.5, 0.75, 1} for each in forecasts)
    assert forecasts != forecast_random_games(rules, games=2, lines=2, rollouts=4, careless=True)
    print_report("a few", FORECASTS)
    text = capsys.readouterr().out
    assert "a few: 4 forecasts in 2 games" in text
    assert "Brier 0.035 ± 0.015" in text
    # for two of two, the variance is taken as 1/8: √(1/8 / 2) = 0.25
    assert sqrt(0.25 / 2 / 2) == 0.25
    assert "forecast  80–100 %:    2, mean  90%, won 100% ± 25%" in text


@pytest.mark.thorough
def test_recorded_games_are_forecast() -> None:
    titles = [title for title, _ in forecast_recorded_games(lines=1, rollouts=1)]
    assert {title.partition(":")[0] for title in titles} >= {"Deathzap 2", "Combat Zone"}
