"""What fire does waits until its target has fired (XF-SHOOT-02)."""

from __future__ import annotations

import pytest

from tests.xenocide.table import B1, B2, R1, R2, Table, fire
from tracker.procedures.ruleset import SeveralUnitsParams
from tracker.rulesets.xenocide.attacks import delayed_losses
from tracker.rulesets.xenocide.data import markers, state_queries
from tracker.testing.match_in_memory import BLUE, RED
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary.events import Wounded


@pytest.mark.rule("XF-GEN-06", "XF-SHOOT-02", "XF-G99", "XF-W72")
def test_an_exchange_of_fire_is_simultaneous() -> None:
    # threshold 4, hit on 3, save on 3
    play = Table({"r1": {"rifle": 6}}, {"b1": {"rifle": 5}, "b2": {"rifle": 4}})
    fire(play, RED, R1, B1, range=1200)
    play.rolls("316290", "582")  # 3 hits, 2 wounds, 6/4 = 1 marker: all held
    assert play.stands("b1") == (5, 0)
    fire(play, BLUE, B1, R1, range=1200)
    play.rolls("42387", "91")  # 5 dice still; 2 hits, 1 lost; 5/4 = 1 marker
    assert play.stands("r1") == (5, 1)
    assert play.stands("b1") == (3, 1)
    fire(play, BLUE, B2, R1, range=1200)
    play.roll("9999")
    assert play.stands("r1") == (5, 2)  # 4/4 = 1 more, at once
    check_all_laws(play)


@pytest.mark.rule("XF-SHOOT-02")
def test_effects_apply_at_once_to_who_cannot_fire_in_this_phase() -> None:
    play = Table({"r1": {"rifle": 6}}, {"b1": {"rifle": 5}})
    play.orders(b1="opportunity")
    fire(play, RED, R1, B1)
    play.rolls("316290", "582")
    assert play.stands("b1") == (3, 1)


@pytest.mark.rule("XF-SHOOT-02")
def test_effects_apply_at_once_to_who_has_nothing_to_fire() -> None:
    play = Table({"r1": {"rifle": 6}}, {"b1": {"brute": 2}})
    fire(play, RED, R1, B1)
    play.rolls("222222", "999111")  # 6 hits on 3 + 1, saves on 6 - 1: three wounds, one falls
    assert play.stands("b1") == (1, 1)


@pytest.mark.rule("XF-SHOOT-02", "XF-G101")
def test_effects_apply_at_once_to_whose_hands_have_struck() -> None:
    play = Table({"r1": {"rifle": 6}}, {"b1": {"carbine": 5}}, phase="opportunity")
    play.orders(r1="opportunity", b1="run")
    play.fix(markers.STRUCK.set(B1))
    fire(play, RED, R1, B1)
    play.rolls("316290", "582")
    assert play.stands("b1") == (3, 1)


@pytest.mark.rule("XF-SHOOT-02")
def test_who_lets_its_fire_go_by_takes_what_was_held() -> None:
    play = Table({"r1": {"rifle": 6}}, {"b1": {"rifle": 5}})
    fire(play, RED, R1, B1)
    play.rolls("316290", "582")
    play.do("hold", BLUE, SeveralUnitsParams((B1,)))
    assert play.stands("b1") == (3, 1)
    check_all_laws(play)


@pytest.mark.rule("XF-G99")
def test_as_a_target_a_unit_is_what_will_be_left_of_it() -> None:
    # 10 one-wound figures add 1 to the threshold of 4; after two are to fall they do not
    play = Table({"r1": {"rifle": 5}, "r2": {"rifle": 4}}, {"b1": {"rifle": 10}})
    fire(play, RED, R1, B1)
    play.rolls("33999", "99")
    assert markers.HELD_MARKERS.number(play.match, B1) == 1  # 5 // 5
    fire(play, RED, R2, B1)
    play.roll("9999")
    assert markers.HELD_MARKERS.number(play.match, B1) == 2  # and 4 // 4


@pytest.mark.rule("XF-G99")
def test_by_house_rule_everything_waits_for_the_end_of_the_phase() -> None:
    play = Table(
        {"r1": {"rifle": 6}}, {"b1": {"rifle": 5}}, options={"return_fire": "end_of_phase"}
    )
    fire(play, RED, R1, B1)
    play.rolls("316290", "582")
    fire(play, BLUE, B1, R1)
    play.roll("99999")
    assert play.stands("b1") == (5, 0)


def test_what_is_held_without_a_number_is_put_down_as_nothing() -> None:
    play = Table({"r1": {"rifle": 1}}, {"b1": {"brute": 2}})
    figure = play.match.figures(B1)[0]
    play.fix(markers.HELD_WOUNDS.set(figure, value=0), markers.HELD_MARKERS.set(B1, value=0))
    play.do("hold", BLUE, SeveralUnitsParams((B1,)))
    assert play.idle
    assert (play.stands("b1"), play.carried("b1")) == ((2, 0), 0)
    assert not play.match.has(B1, markers.SUPPRESSED)
    assert not play.match.has(B1, markers.HELD_MARKERS)


@pytest.mark.rule("XF-SUPP-08", "XF-SHOOT-02")
@pytest.mark.parametrize(("waiting", "breaks"), [(1, False), (2, True)])
def test_what_waits_breaks_together_with_what_is_there(waiting: int, breaks: bool) -> None:
    play = Table({"r1": {"rifle": 6}}, {"b1": {"rifle": 6}})
    play.suppress("b1", 2)
    play.fix(markers.HELD_MARKERS.set(B1, value=waiting))  # four break it
    assert [
        (one.subject, one.marker)
        for one in delayed_losses.forecast_markers_of_delayed_losses(play.match)
    ] == ([(B1, markers.BROKEN)] if breaks else [])


@pytest.mark.rule("XF-SUPP-04")
def test_more_markers_on_the_firer_than_attacks_suppress_nobody() -> None:
    play = Table({"r1": {"rifle": 2}}, {"b1": {"rifle": 5}})
    play.suppress("r1", 3)
    play.orders(b1="run")
    fire(play, RED, R1, B1)
    play.roll("99")
    assert not play.match.has(B1, markers.SUPPRESSED)


@pytest.mark.rule("XF-SHOOT-02")
def test_where_only_losses_waited_no_markers_are_taken_off() -> None:
    play = Table({"r1": {"rifle": 1}}, {"b1": {"rifle": 5}})
    fire(play, RED, R1, B1)
    play.rolls("1", "9")
    assert markers.HELD_MARKERS.cleared(B1) not in play.do("hold", BLUE, SeveralUnitsParams((B1,)))
    assert play.stands("b1") == (4, 0)


@pytest.mark.rule("XF-VEH-14", "XF-VEH-15", "XF-SHOOT-02")
@pytest.mark.parametrize(
    ("waiting", "state"), [(1, []), (2, [markers.DISABLED]), (6, ["destroyed"])]
)
def test_what_waits_for_a_vehicle_counts_with_what_it_has(waiting: int, state: list[str]) -> None:
    """An apc with two markers: four disable it, eight destroy it."""
    play = Table({"r1": {"rifle": 6}}, {"b1": {"apc": 1}})
    play.fix(markers.DAMAGE.set(B1, value=2), markers.HELD_DAMAGE.set(B1, value=waiting))
    assert [
        one.marker for one in delayed_losses.forecast_markers_of_delayed_losses(play.match)
    ] == state


def test_what_has_come_true_is_told_no_more_as_to_come() -> None:
    play = Table({"r1": {"rifle": 6}}, {"b1": {"rifle": 6}})
    play.suppress("b1", 4)
    assert list(delayed_losses.forecast_markers_of_delayed_losses(play.match)) == []


@pytest.mark.rule("XF-G99")
def test_where_all_are_to_fall_nobody_is_suppressed() -> None:
    play = Table({"r1": {"rifle": 1}, "r2": {"rifle": 4}}, {"b1": {"rifle": 1}})
    fire(play, RED, R1, B1)
    play.rolls("1", "9")
    fire(play, RED, R2, B1)
    play.roll("1111")  # hits on nobody
    assert play.idle
    assert not play.match.has(B1, markers.HELD_MARKERS)


@pytest.mark.rule("XF-FORCE-03", "XF-G99")
def test_what_a_unit_can_bear_is_without_the_wounds_that_wait() -> None:
    """Two brutes of three wounds; one has one, and two more wait for the other."""
    play = Table({"r1": {"rifle": 6}}, {"b1": {"brute": 2}})
    one, other = play.match.figures(B1)
    play.fix(Wounded(subjects=(one,), wounds=1), markers.HELD_WOUNDS.set(other, value=2))
    assert state_queries.count_wounds_left_counting_delayed(play.match, B1) == 3
    assert state_queries.count_wounds_left_ignoring_delayed(play.match, B1) == 5


def test_who_is_to_fall_by_hand_is_killed() -> None:
    play = Table({"r1": {"rifle": 1}}, {"b1": {"rifle": 2}})
    figure = play.match.figures(B1)[0]
    play.fix(markers.FALLS.set(figure))
    play.do("hold", BLUE, SeveralUnitsParams((B1,)))
    assert play.match.figure(figure).gone == "killed"
