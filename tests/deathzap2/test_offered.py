"""What a menu offers in each phase: every way that is open, and nothing that is barred."""

from __future__ import annotations

from tests.deathzap2.turns import BLUE, RED, Turns
from tests.declared import offered, rows_of
from tracker.procedures.pieces.phase_flow import NextParams
from tracker.rulesets.deathzap2.data import markers
from tracker.rulesets.deathzap2.phases.match_end_and_winner import EndMatch
from tracker.testing.match_in_memory import u
from tracker.vocabulary.events import Scalar


def table(**options: Scalar) -> Turns:
    """Red: five troopers, a tank that nobody joins, two troopers. Blue: hounds and troopers."""
    return Turns(options, r1="5 trooper", r2="1 tank", r3="2 trooper", b1="3 hound", b2="2 hound")


def test_moves_contacts_joins_and_splits_in_the_movement_phase() -> None:
    play = table()
    assert offered(play) == [
        *("r1 moves", "r2 moves", "r3 moves"),
        *("r1 contacts b1", "r1 contacts b2", "r2 contacts b1", "r2 contacts b2"),
        *("r3 contacts b1", "r3 contacts b2"),
        *("r1 joins r3", "r3 joins r1"),  # no tank is joined (DZ-UNIT-04)
        *("r1 splits r1.4,r1.5", "r3 splits r3.2"),  # the rear half, the smaller of two
    ]
    play.move("r1")
    play.engage("r3", "b1")
    # A unit moves once (DZ-MOVE-01), and not out of melee (DZ-MOVE-04).
    assert offered(play) == [
        "r2 moves",
        *("r1 contacts b1", "r1 contacts b2", "r2 contacts b1", "r2 contacts b2"),
        *("r1 joins r3", "r1 splits r1.4,r1.5"),
    ]
    play.at_phase("move", BLUE)
    assert offered(play, "contact") == ["b2 moves", "b2 joins b1", "b2 splits b2.2"]


def test_fixed_squads_offer_neither_joins_nor_splits() -> None:
    """DZ-G10: but panicked friends are joined."""
    play = table(units="fixed_squads")
    assert offered(play, "move", "contact") == []
    play.panic("r3")
    assert offered(play, "move", "contact") == ["r1 joins r3", "r3 joins r1"]


def test_order_dice_in_their_phase_and_swaps_of_those_that_lie() -> None:
    play = table(orders_table="starter").at(1, "orders", RED)
    assert offered(play) == ["orders"]
    for unit, die in (("r1", 2), ("r2", 5), ("r3", 6)):
        play.order(unit, die)
    assert offered(play, "orders") == ["swap r1 r2", "swap r1 r3", "swap r2 r3"]
    play.at_phase("shoot", RED)
    assert offered(play, "shoot", "second", "hold", "join") == []


def test_fire_second_moves_and_silence_in_the_shooting_phase() -> None:
    play = table().at(1, "shoot", RED)
    covers = [f"r2 > {whom} {cover}" for whom in ("b1", "b2") for cover in ("soft", "hard")]
    assert [line for line in offered(play, "join") if line.startswith("r2")] == [
        *("r2 > b1 open", "r2 > b2 open", *covers),
        *("r2 again", "r2 again b1", "r2 again b2"),
        "r2 holds",
    ]
    play.engage("r3", "b1")  # DZ-SHOOT-02: neither fires nor is fired at
    play.mark(u("r1"), markers.FIRED)  # DZ-MOVE-07
    assert offered(play, "join") == [
        *("r2 > b2 open", "r2 > b2 soft", "r2 > b2 hard"),
        *("r2 again", "r2 again b1", "r2 again b2"),
        "r2 holds",
    ]


def test_without_contact_second_moves_name_no_enemy() -> None:
    play = table(second_move_contact=False).at(1, "shoot", RED)
    assert offered(play, "shoot", "join", "hold") == ["r1 again", "r2 again", "r3 again"]


def test_guns_of_two_kinds_are_offered_apart_at_two_enemies() -> None:
    play = Turns(phase="shoot", r1="1 tank, 1 trooper", b1="3 hound", b2="2 hound")
    assert "r1 > b1 open with heavy-repeater | r1 > b2 open" in offered(play)


def test_blows_in_the_melee_phase_together_and_apart() -> None:
    play = table()
    for foe in ("b1", "b2"):
        play.engage("r1", foe)
    play.at_phase("melee", RED)
    assert offered(play) == [
        *("r1 fights b1", "r1 fights b2"),
        "r1 fights b1 figures 2 | r1 fights b2",
    ]


def test_lost_contact_is_offered_where_figures_fell() -> None:
    play = table().at_phase("melee", RED)
    play.engage("r1", "b1")
    assert offered(play, "fight") == []
    play.remove(play.match.figures(u("b1"))[-1])
    assert offered(play, "fight") == ["r1 parts b1"]


def test_who_fled_over_obstacles_and_whom_it_joins_in_the_morale_phase() -> None:
    play = table().at(2, "morale")
    play.panic("r3")
    assert offered(play) == []
    play.fix(markers.FLED.set(u("r3"), value=400))
    assert offered(play) == ["r3 joins r1", "r3 flees obstacles=1"]


def test_going_on_is_offered_until_the_game_is_over() -> None:
    play = table()
    go_on = play.ruleset.actions["next"]
    assert list(go_on.candidates(play.match)) == [(RED, NextParams())]
    play.do("end", None, EndMatch(draw=True))
    assert list(go_on.candidates(play.match)) == []


def test_who_can_carry_what_when_it_is_set_right() -> None:
    """DZ-T9: damage is of vehicles and monsters; DZ-G50: they are not hunted."""
    damage = ("half speed, times", "immobile", "gun lost at phase end", "immobile at phase end")
    found = rows_of(table(), *damage, "base edge", "PANIC since turn")
    assert found == {
        **{word: ["r2"] for word in damage},
        "base edge": ["r", "b"],
        "PANIC since turn": ["r1", "r2", "r3", "b1", "b2"],
    }
