"""What is measured of the chances to win: the arithmetic by hand, and a small run of it."""

from __future__ import annotations

from math import isnan, sqrt

import pytest

from dev.benchmarks.win_chance_calibration import (
    Forecast,
    brier,
    brier_error,
    by_chance,
    fifths,
    in_recorded,
    told,
)
from tests.tui.kit import RULES

SAID = [
    Forecast(game=0, line=0, chance=0.8, won=True),
    Forecast(game=0, line=1, chance=1.0, won=True),
    Forecast(game=1, line=0, chance=0.3, won=False),
    Forecast(game=1, line=1, chance=0.1, won=False),
]


def test_how_far_off_forecasts_were() -> None:
    # 0.2² = 0.04, 0, 0.3² = 0.09, 0.1² = 0.01; of the games 0.02 and 0.05, their mean 0.035
    assert brier(SAID) == pytest.approx(0.035)
    # (0.05 - 0.02) / √2 is what the two differ by, once more / √2 for the mean of two: 0.015
    assert brier_error(SAID) == pytest.approx(0.015)
    assert isnan(brier_error(SAID[:2]))


def test_who_always_says_half_is_off_by_a_quarter() -> None:
    halves = [Forecast(n, 0, 0.5, won=bool(n % 3)) for n in range(9)]
    assert brier(halves) == 0.25


def test_what_was_said_and_what_happened() -> None:
    assert fifths(SAID) == [
        (0, 1, 0.1, 0.0),
        (1, 1, 0.3, 0.0),
        (4, 2, 0.9, 1.0),
    ]


@pytest.mark.thorough
def test_forecasts_of_games_by_chance(capsys: pytest.CaptureFixture[str]) -> None:
    rules = RULES["combat-zone"]
    found = by_chance(rules, games=2, lines=2, on=4, careless=False)
    assert found == by_chance(rules, games=2, lines=2, on=4, careless=False)
    assert [(one.game, one.line) for one in found] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert all(one.chance in {0, 0.25, 0.5, 0.75, 1} for one in found)
    assert found != by_chance(rules, games=2, lines=2, on=4, careless=True)
    told("a few", SAID)
    text = capsys.readouterr().out
    assert "a few: 4 forecasts in 2 games" in text
    assert "Brier 0.035 ± 0.015" in text
    # two of two: an error from a quarter, √(1/8 / 2) = 0.25
    assert sqrt(0.25 / 2 / 2) == 0.25
    assert "said  80–100 %:    2, mean  90%, happened 100% ± 25%" in text


@pytest.mark.thorough
def test_recorded_games_are_measured_as_well() -> None:
    titles = [title for title, _ in in_recorded(lines=1, on=1)]
    assert {title.partition(":")[0] for title in titles} >= {"Deathzap 2", "Combat Zone"}
