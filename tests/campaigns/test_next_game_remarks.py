"""What is to be said of a unit before the next game of its force."""

from __future__ import annotations

from tracker.application.campaigns.next_game_units import list_next_game_remarks
from tracker.leagues.campaign.campaign_units import CampaignForce, CampaignUnit, RosterEntryRef
from tracker.leagues.league_events import CareerStep, FixtureId
from tracker.leagues.results.standings_input_types import PlayerId

IRON = "name = 'Iron'"
OUTFIT = RosterEntryRef(IRON, 0)
GAME = FixtureId("f1")
RESTS = CareerStep(unit="u1", standing="resting", version=2)
TWO_WAIT = CareerStep(
    unit="u1", fixture=GAME, figures=-2, lost=2, rule="recover", origin="rule", version=1
)


def list_notes(
    *steps: CareerStep,
    roster: str = IRON,
    outfit: RosterEntryRef | None = OUTFIT,
    unpriced: tuple[str, ...] = (),
) -> list[str]:
    unit = CampaignUnit("u1", "w1", "Alpha", 8, steps=steps, outfit=outfit)
    force = CampaignForce("w1", PlayerId("p1"), "Iron Third", roster=roster, unpriced=unpriced)
    return [*list_next_game_remarks(force, unit)]


def lose_captives(count: int) -> CareerStep:
    return CareerStep(
        unit="u1", fixture=GAME, figures=-count, captives=count, origin="rule", version=1
    )


def test_why_somebody_does_not_come() -> None:
    assert list_notes() == []
    assert list_notes(TWO_WAIT, RESTS) == ["2 waiting for recovery"]
    assert list_notes(RESTS) == ["resting"]
    assert list_notes(lose_captives(1)) == ["1 captive"]
    assert list_notes(lose_captives(2)) == ["2 captives"]
    plain_figures = "plays as plain figures, because no roster gives its profile"
    assert list_notes(outfit=None) == [plain_figures]
    assert list_notes(outfit=None, roster="") == []
    unpriced = "its points are unknown, so the force's points do not include them"
    assert list_notes(unpriced=("u1",)) == [unpriced]
    assert list_notes(unpriced=("u2",)) == []
