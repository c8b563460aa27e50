"""What pages need so that everybody can read them: contrast, landmarks, headings in their order.

Contrast is that of WCAG 2: (L1 + 0.05) / (L2 + 0.05), 4.5 at least for text, 3 for lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.resources import files

import pytest

from exports.battle_report_content import build_battle_report
from exports.force_sheet_and_cards import build_force_cards, render_force_cards_html
from exports.html_reports import render_battle_report_html, render_league_html
from exports.league_report import build_league_report
from tests.campaigns.games import samples
from tests.exports.site_reading import ReadPage, unfit
from tests.leagues.club import league
from tests.leagues.test_core_campaign import campaign as karst
from tracker.application.match.game import Game
from tracker.procedures.installed_rulesets import load_playable_rulesets

STYLE = files("exports").joinpath("templates", "style.css").read_text(encoding="utf-8")
THEMES = dict(
    zip(("light", "dark"), re.findall(r":root \{(.*?)\}", STYLE, flags=re.DOTALL), strict=False)
)
TEXT = ("ink", "quiet", "mark", "one", "two", "three", "four")


def colours(theme: str) -> dict[str, str]:
    return dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", THEMES[theme]))


def luminance(colour: str) -> float:
    """Of ``#rrggbb``, 0 to 1."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_reckoned_as_it_is_defined() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)  # the known near miss


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", TEXT)
def test_text_can_be_read_on_the_page(theme: str, name: str) -> None:
    known = colours(theme)
    assert contrast(known[name], known["paper"]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", ["ink", "quiet", "mark"])
def test_text_can_be_read_on_a_game_that_was_won(theme: str, name: str) -> None:
    known = colours(theme)
    assert contrast(known[name], known["won"]) >= 4.5


def of_a_force() -> str:
    rules = load_playable_rulesets()["deathzap2"]
    assert rules.forces is not None
    return render_force_cards_html(
        build_force_cards(
            rules, rules.forces.read(samples()["iron-third.toml"], rules.map_options_to_defaults())
        )
    )


def of_a_campaign() -> str:
    found = karst()
    found.forces.record_past_game("Kestrel", "Ash", "7-4")
    return render_league_html(build_league_report(found))


@pytest.mark.parametrize(
    "page",
    [of_a_force, of_a_campaign, lambda: render_league_html(build_league_report(league()))],
    ids=["force", "campaign", "league"],
)
def test_pages_are_fit_for_readers(page: Callable[[], str]) -> None:
    assert unfit(ReadPage(page())) == []


@pytest.mark.thorough
def test_reports_of_games_are_fit_for_readers(six_turns: Game, half_played: Game) -> None:
    for game in (six_turns, half_played):
        assert unfit(ReadPage(render_battle_report_html(build_battle_report(game)))) == []
