"""Player turns and what lasts until one's next; combats with members, a score and an order."""

from __future__ import annotations

import pytest

from tests.thin.trial_assault_turn import COMBATS, RULESET, Charge, Counts, Fight, Unit
from tracker.procedures.pieces.engagement import list_engaged_groups
from tracker.procedures.pieces.phase_flow import NextParams
from tracker.testing.match_in_memory import BLUE, RED, Play, u
from tracker.testing.ruleset_laws import assert_odds_agree, check_all_laws
from tracker.vocabulary.events import PhaseBegan

TROOPERS, RAIDERS, OTHERS = u("r1"), u("b1"), u("b2")
ROWS = {"skill": (4, 4), "strength": (4, 3), "toughness": (4, 4), "initiative": (4, 2)}
# the troopers' save of 3+ is capped to 4+ by the raiders' weapons
ROWS |= {"attacks": (1, 3), "save": (4, 6)}
PROFILES = {
    kind: {name: row[place] for name, row in ROWS.items()}
    for place, kind in enumerate(("trooper", "raider"))
}


def game(troopers: int = 6, raiders: int = 8) -> Play:
    play = Play(RULESET)
    play.muster(RED, {"r1": {"trooper": troopers}}, PROFILES)
    play.muster(BLUE, {"b1": {"raider": raiders}, "b2": {"raider": 2}}, PROFILES)
    return play


def on(play: Play, times: int = 1) -> None:
    for _ in range(times):
        play.do("next", None, NextParams())


def engage(play: Play, troopers: int, raiders: int) -> None:
    play.do("count", RED, Counts(TROOPERS, "trooper", RAIDERS, troopers))
    play.do("count", BLUE, Counts(RAIDERS, "raider", TROOPERS, raiders))


def test_one_side_has_movement_shooting_and_assault_before_the_other() -> None:
    play = game()
    found = []
    for _ in range(7):
        on(play)
        clock = play.match.clock
        found.append((clock.turn, clock.phase, clock.side))
    phases = ("movement", "shooting", "assault")
    assert found[:6] == [(1, phase, side) for side in (RED, BLUE) for phase in phases]
    assert found[6] == (2, "movement", RED)


def test_what_a_unit_did_is_known_until_its_side_has_the_next_turn() -> None:
    """TA-TURN-04: moved lapses with one's own next turn, a power used with every turn."""
    play = game()
    on(play)
    play.do("move", RED, Unit(TROOPERS))
    play.do("power", RED, Unit(TROOPERS))
    on(play, 2)
    assert (play.match.has(TROOPERS, "moved"), play.match.has(TROOPERS, "power")) == (True, True)
    on(play)  # Blue's turn
    assert (play.match.has(TROOPERS, "moved"), play.match.has(TROOPERS, "power")) == (True, False)
    play.do("move", BLUE, Unit(RAIDERS))
    on(play, 3)  # Red's turn
    assert (play.match.has(TROOPERS, "moved"), play.match.has(RAIDERS, "moved")) == (False, True)
    check_all_laws(play)


def test_a_combat_is_fought_in_order_of_initiative_and_keeps_its_score() -> None:
    # TA-W61: 4 hits, 3 wounds, one save; then 6 raiders x (2 + 1 + 1) = 24 dice: 12 hits, 4 wounds,
    # one save. 3 : 2 for the raiders
    play = game()
    on(play, 6)
    play.do("charge", BLUE, Charge(RAIDERS, TROOPERS))
    engage(play, 6, 8)
    play.do("fight", BLUE, Fight(RAIDERS))
    assert (play.match.clock.step, play.match.clock.subject) == ("4", "c:1")
    play.rolls("124456", "2456", "362")
    assert len(play.match.figures(RAIDERS)) == 6
    assert play.match.clock.step == "2"
    play.rolls("111122223333444455556666", "112233445566", "3326")
    assert len(play.match.figures(TROOPERS)) == 3
    assert [COMBATS.get_score(play.match, "c:1", side) for side in (RED, BLUE)] == [2, 3]
    assert COMBATS.find_winner(play.match, "c:1") == BLUE
    assert play.match.has("c:1", "fought")
    check_all_laws(play)


def test_a_combat_is_over_with_the_assault_and_fought_again_in_the_next_turn() -> None:
    play = game(2, 2)
    on(play, 3)
    play.do("charge", RED, Charge(TROOPERS, RAIDERS))
    engage(play, 2, 2)
    play.do("fight", RED, Fight(TROOPERS))
    play.rolls("1111", "111111")  # 2 x (1 + 1) dice of the chargers, 2 x 3 of the others
    on(play)
    assert not play.match.links("scored")
    assert play.match.links("locked", TROOPERS) == (RAIDERS,)
    on(play, 2)
    engage(play, 2, 2)
    play.do("fight", BLUE, Fight(TROOPERS))
    play.rolls("11", "111111")  # nobody charges now
    assert COMBATS.find_winner(play.match, "c:1") is None
    check_all_laws(play)


def test_units_with_common_enemies_are_in_one_combat() -> None:
    play = game()
    on(play, 3)
    play.do("charge", RED, Charge(TROOPERS, RAIDERS))
    assert (*list_engaged_groups(play.match, COMBATS.contact),) == ((TROOPERS, RAIDERS),)
    play.do("charge", BLUE, Charge(OTHERS, TROOPERS))
    assert (*list_engaged_groups(play.match, COMBATS.contact),) == ((TROOPERS, RAIDERS, OTHERS),)


def test_who_supports_strikes_once_and_falls_first() -> None:
    play = game(4, 3)
    on(play, 3)
    play.do("charge", RED, Charge(TROOPERS, RAIDERS))
    play.do("count", RED, Counts(TROOPERS, "trooper", RAIDERS, 2))
    play.do("count", BLUE, Counts(RAIDERS, "raider", TROOPERS, 2, 1))
    play.do("fight", RED, Fight(TROOPERS))
    play.rolls("4444", "4111", "1")  # one of three raiders falls: the one who supports
    assert play.asked.count == 6  # type: ignore[attr-defined]
    play.roll("111111")
    steps = [line.event for line in play.lines if isinstance(line.event, PhaseBegan)]
    assert [(fact.step, fact.subject) for fact in steps[-2:]] == [("4", "c:1"), ("2", "c:1")]


@pytest.mark.thorough
def test_odds_of_a_combat() -> None:
    play = game(1, 1)
    on(play, 3)
    play.do("charge", RED, Charge(TROOPERS, RAIDERS))
    engage(play, 1, 1)
    # the raider falls first and strikes no more, or he stands, and the trooper falls or not
    assert assert_odds_agree(play, "fight", RED, Fight(TROOPERS)) == 3
