"""How a match ends and who has won it (CZ-WIN, CZ-G01)."""

from __future__ import annotations

import pytest

from tests.combat_zone.table import BLUE, RED, Zone, ids
from tracker.procedures.requests import Confirm, Pick
from tracker.rulesets.combat_zone.data import markers
from tracker.rulesets.combat_zone.phases.match_end_and_winner import EndMatch
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary.events import Scalar
from tracker.vocabulary.subject_ids import SideId

RED_FIVE = ("r11", "r12", "r13", "r14", "r15")
BLUE_FIVE = ("b11", "b12", "b13", "b14", "b15")


def ended(zone: Zone) -> tuple[str, SideId | None] | None:
    end = zone.match.ended
    return None if end is None else (end.how, end.winner)


@pytest.mark.rule("CZ-WIN-01", "CZ-WIN-02", "CZ-G01", "CZ-COMP-03")
def test_the_last_side_on_the_table_wins_at_the_end_of_any_action() -> None:
    zone = Zone()
    zone.active("r1")
    zone.lose(*BLUE_FIVE[:3])
    zone.automatic()
    assert zone.idle
    zone.lose(*BLUE_FIVE[3:], how="fled")  # who left is not on the table either
    zone.automatic()
    assert isinstance(zone.asked, Confirm)
    zone.default()
    assert ended(zone) == ("last side", RED)
    check_all_laws(zone)


@pytest.mark.rule("CZ-WIN-01")
def test_the_table_may_play_on_and_is_not_asked_again() -> None:
    zone = Zone()
    zone.active("r1")
    zone.lose(*BLUE_FIVE)
    zone.automatic()
    zone.choose(False)
    zone.automatic()
    assert ended(zone) is None
    assert zone.idle
    zone.do("end", None, EndMatch("conceded", RED))
    assert ended(zone) == ("conceded", RED)


@pytest.mark.rule("CZ-WIN-01")
def test_nobody_left_is_a_draw() -> None:
    zone = Zone()
    zone.active("r1")
    zone.lose(*RED_FIVE, *BLUE_FIVE)
    zone.automatic()
    zone.default()
    assert ended(zone) == ("nobody", None)


@pytest.mark.rule("CZ-G01", "CZ-WIN-01")
def test_by_hand_only() -> None:
    zone = Zone({"victory": "manual"})
    zone.active("r1")
    zone.lose(*BLUE_FIVE)
    assert zone.ruleset.automatic(zone.match) is None


@pytest.mark.rule("CZ-G01", "CZ-WIN-01", "CZ-WIN-02")
@pytest.mark.parametrize(("limit", "turn", "over"), [(4, 3, False), (4, 4, True), (6, 4, False)])
def test_a_turn_limit(limit: Scalar, turn: int, over: bool) -> None:
    zone = Zone({"victory": "turn_limit", "turn_limit": limit})
    zone.clock(turn, "actions")
    zone.go_on()
    if over:
        assert isinstance(zone.asked, Pick)  # the players name the winner
        zone.choose(BLUE)
    assert ended(zone) == (("turns", BLUE) if over else None)


@pytest.mark.rule("CZ-WIN-02")
@pytest.mark.parametrize(("said", "winner"), [("draw", None), ("s:r", RED)])
def test_when_the_players_say_so_they_name_the_winner(said: str, winner: SideId | None) -> None:
    zone = Zone()
    zone.active("r1")
    zone.do("end", None, EndMatch("time"))
    zone.choose(said)
    assert ended(zone) == ("time", winner)
    assert ids(zone.objections("end", None, EndMatch())) == ["ended"]


@pytest.mark.rule("CZ-WIN-02")
@pytest.mark.parametrize(("is_red_alone", "winner"), [(True, RED), (False, None)])
def test_the_only_side_left_is_proposed_as_the_winner(
    winner: SideId | None, *, is_red_alone: bool
) -> None:
    zone = Zone({"victory": "manual"})
    zone.active("r1")
    if is_red_alone:
        zone.lose(*BLUE_FIVE)
    zone.do("end", None, EndMatch("time"))
    zone.default()
    assert ended(zone) == ("time", winner)


@pytest.mark.rule("CZ-WIN-02", "CZ-COMP-03")
def test_losses_of_each_side_are_shown() -> None:
    zone = Zone()
    zone.lose("r11", "r12", "b11")
    zone.lose("b12", how="fled")
    zone.panic("b13")
    zone.set(markers.OPPORTUNITY, "b14", value="any")
    assert dict(zone.ruleset.status(zone.match)) == {
        "Out of action": "Red 2 · Blue 1",
        "Left the table": "Red 0 · Blue 1",
        "Opportunity fire": "B14",
        "Reaction tests": "B13",
    }
