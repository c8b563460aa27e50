"""What is to be said of a unit before the next game of its force."""

from __future__ import annotations

from typing import Any

from tracker.application.campaigns.next_game_units import ReturningUnit, list_next_game_remarks
from tracker.leagues.campaign.campaign_units import CampaignForce
from tracker.leagues.results.standings_input_types import PlayerId


def list_notes(
    *, roster: str = "name = 'Iron'", unpriced: tuple[str, ...] = (), **said: Any
) -> Any:
    found: dict[str, Any] = {
        "unit": "u1", "name": "Alpha", "comes": 8, "enlisted": 8, "waits": 0, "why": "",
        "experience": 0, "rank": "", "listed": True,
    }  # fmt: skip
    force = CampaignForce("w1", PlayerId("p1"), "Iron Third", roster=roster, unpriced=unpriced)
    return [*list_next_game_remarks(force, ReturningUnit(**(found | said)))]


def test_why_somebody_does_not_come() -> None:
    assert list_notes() == []
    assert list_notes(waits=2, why="resting") == ["2 waiting for recovery"]
    assert list_notes(why="resting") == ["resting"]
    assert list_notes(captives=1) == ["1 captive"]
    assert list_notes(captives=2) == ["2 captives"]
    plain_figures = "plays as plain figures, because no roster gives its profile"
    assert list_notes(listed=False) == [plain_figures]
    assert list_notes(listed=False, roster="") == []
    unpriced = "its points are unknown, so the force's points do not include them"
    assert list_notes(unpriced=("u1",)) == [unpriced]
    assert list_notes(unpriced=("u2",)) == []
