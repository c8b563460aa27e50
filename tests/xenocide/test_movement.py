"""Movement: allowances, ground, contact, coherency, packs (XF-MOVE, XF-SPEC, XF-BRK)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.xenocide.table import B1, R1, R2, RIFLE, Table, brute, fire, needed, trooper
from tracker.input_parsing.line_syntax_tree import format_line
from tracker.procedures.requests import Interrupt
from tracker.rulesets.xenocide import RULESET
from tracker.rulesets.xenocide.attacks import weapon_selection
from tracker.rulesets.xenocide.attacks.weapon_selection import TargetedFire
from tracker.rulesets.xenocide.data import markers, state_queries
from tracker.rulesets.xenocide.data.profile_types import Gun
from tracker.rulesets.xenocide.phases import (
    broken_unit_tests,
    contact_and_coherency,
    movement,
    shooting_and_opportunity_fire,
)
from tracker.rulesets.xenocide.phases.contact_and_coherency import CoherencyLoss, ContactDeclaration
from tracker.rulesets.xenocide.phases.movement import Move
from tracker.rulesets.xenocide.phases.shooting_and_opportunity_fire import SnapShot
from tracker.rulesets.xenocide.phases.teleport import Teleport
from tracker.testing.match_in_memory import BLUE, RED, f, u
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary.events import FiguresRemoved, Moved


def moving(**more: object) -> Table:
    play = Table(
        {"r1": {"rifle": 4}, "r2": {"rifle": 4}},
        {"b1": {"rifle": 5}},
        **more,  # type: ignore[arg-type]
    )
    play.to("movement", RED, BLUE)
    return play


def limits(play: Table, **how: object) -> tuple[float, float]:
    """Least and most of a move of R1, in inches."""
    least, most = movement.find_move_limits(play.match, Move(R1, **how))  # type: ignore[arg-type]
    return least / 100, most / 100


@pytest.mark.rule("XF-MOVE-02", "XF-MOVE-03", "XF-FORCE-02")
def test_how_far_each_order_goes() -> None:
    play = moving()
    play.orders(r1="opportunity")
    assert limits(play) == (0, 4)
    assert play.against("move", RED, Move(R1, length=401)) == ("too-far",)
    assert play.against("move", RED, Move(R1, length=400)) == ()
    play.orders(r1="run")
    assert limits(play) == (4, 8)
    assert play.against("move", RED, Move(R1, length=801)) == ("too-far",)
    assert play.against("move", RED, Move(R1, length=399)) == ("too-short",)
    assert play.against("move", RED, Move(R1, length=400)) == ()


@pytest.mark.rule("XF-MOVE-09", "XF-W39", "XF-W40", "XF-G40", "XF-G106")
def test_markers_slow_who_goes_towards_the_enemy() -> None:
    play = moving()
    play.suppress("r1", 2)
    assert limits(play, towards=True) == (0, 2)
    assert limits(play) == (0, 4)
    play.orders(r1="run")
    assert limits(play, towards=True) == (4, 4)
    assert limits(play) == (4, 8)
    play.suppress("r1", 3)
    assert limits(play, towards=True) == (2, 2)  # 8 - 6, below the least of 4


@pytest.mark.rule("XF-MOVE-05", "XF-MOVE-06", "XF-G38")
def test_ground_takes_from_the_move() -> None:
    play = moving()
    play.orders(r1="run")
    assert limits(play, rough=300)[1] == 7  # one for each full two inches
    assert limits(play, very_rough=150)[1] == 6.5
    play = moving(options={"rough_rounding": "pro_rata"})
    play.orders(r1="run")
    assert limits(play, rough=300)[1] == 6.5
    assert limits(play, rough=199)[1] == 8  # less than two inches costs nothing


@pytest.mark.rule("XF-MOVE-10", "XF-G93", "XF-WPN-11")
def test_who_fired_a_big_gun_stays() -> None:
    play = Table({"r1": {"lmg": 2}, "r2": {"rifle": 2, "lmg": 1}}, {"b1": {"rifle": 5}})
    play.orders(b1="run")
    for unit in (R1, R2):
        fire(play, RED, unit, B1)
        play.roll("9" * play.asked.count)  # type: ignore[attr-defined]
    play.roll("9999")
    play.to("movement", RED, BLUE)
    assert play.against("move", RED, Move(R1)) == ("rooted",)
    assert play.against("move", RED, Move(R2)) == ()  # the riflemen may go
    (gunner,) = play.match.figures(R2)[2:]
    assert [play.match.mark(one, markers.ROOTED) for one in play.match.figures(R2)] == [
        None,
        None,
        True,
    ]
    play.do("move", RED, Move(R2, length=400))
    assert play.match.mark(gunner, markers.ROOTED) == "stays"


@pytest.mark.rule("XF-WPN-11", "XF-MOVE-10")
def test_as_many_are_rooted_as_fired_and_a_snap_shot_roots_too() -> None:
    play = Table({"r1": {"rifle": 4}}, {"b1": {"lmg": 3}}, phase="movement")
    play.orders(b1="opportunity")
    play.to("movement", RED, BLUE)
    play.do("snap", BLUE, SnapShot(B1, (TargetedFire(R1, weapons=2),)))
    play.roll("9" * 8)
    marks = [play.match.has(one, markers.ROOTED) for one in play.match.figures(B1)]
    assert marks == [True, True, False]


@pytest.mark.rule("XF-MOVE-01")
def test_one_side_moves_after_the_other() -> None:
    play = moving()
    assert play.against("move", BLUE, Move(B1)) == ("not-its-half",)


@pytest.mark.rule("XF-ORD-05", "XF-BRK-02")
def test_the_log_says_how_a_unit_moved() -> None:
    for order, marked, how in (
        ("standard", (), "move"),
        ("run", (), "run"),
        ("run", (markers.FLEEING.set(R1),), "fled"),
    ):
        play = moving()
        play.orders(r1=order)
        play.fix(*marked)
        facts = play.do("move", RED, Move(R1, length=400))
        assert Moved(unit=R1, length=400, how=how) in facts


@pytest.mark.rule("XF-MOVE-07", "XF-RES-05")
def test_contact_is_a_melee() -> None:
    play = moving()
    play.do("move", RED, Move(R1))
    play.do("contact", RED, ContactDeclaration(R1, (B1,), "light"))
    assert state_queries.list_opponents(play.match, B1) == (R1,)
    assert play.match.mark(B1, markers.DEFENDS) == "light"
    check_all_laws(play)


@pytest.mark.rule("XF-W80", "XF-MOVE-04", "XF-G37")
def test_who_cannot_close_up_is_lost() -> None:
    play = moving()
    facts = play.do("coherency", RED, CoherencyLoss(R2, lost=1))  # at once, and was never apart
    assert markers.APART.cleared(R2) not in facts
    play.do("coherency", RED, CoherencyLoss(R1))
    assert play.has("r1", markers.APART)
    play.do("coherency", RED, CoherencyLoss(R1, lost=1))
    assert play.stands("r1")[0] == 3
    assert play.match.figure(f("r1", 4)).gone == "lost"
    assert not play.has("r1", markers.APART)
    check_all_laws(play)


@pytest.mark.rule("XF-MOVE-08", "XF-W45", "XF-G39")
def test_who_leaves_a_melee_is_struck() -> None:
    play = Table({"r1": {"rifle": 4}}, {"b1": {"brute": 3}})
    play.engage("r1", "b1")
    play.to("movement", RED, BLUE)
    play.do("move", RED, Move(R1))
    play.roll("562")  # all three strike
    assert play.stands("r1") == (2, 0)  # power 6 against armour 4: none saves; 2 // 4 markers
    assert not state_queries.is_engaged(play.match, R1)


# ------------------------------------------------------------------------------------ snap shots


@pytest.mark.rule("XF-SNAP-01", "XF-SNAP-02", "XF-SNAP-03", "XF-W44", "XF-SNAP-04", "XF-G42")
def test_a_snap_shot_at_a_unit_that_moves() -> None:
    play = moving()
    play.orders(r1="run", b1="opportunity")
    play.do("move", RED, Move(R1, length=700, claimed=True))
    assert isinstance(play.asked, Interrupt)
    play.do("snap", BLUE, SnapShot(B1, (TargetedFire(R1, range=500),)))
    play.rolls("13806", "9")  # rifles have no point blank: 3 - 1 = 2, one hit
    assert play.stands("r1") == (3, 0)  # no marker


@pytest.mark.rule("XF-SNAP-04", "XF-OPP-01")
def test_who_took_a_snap_shot_does_not_fire_in_the_opportunity_fire_phase() -> None:
    play = moving()
    play.orders(b1="opportunity")
    play.do("move", RED, Move(R1))
    play.do("snap", BLUE, SnapShot(B1, (TargetedFire(R1),)))
    play.roll("99999")
    play.to("opportunity")
    assert play.has("b1", markers.FIRED)


@pytest.mark.rule("XF-BRK-05", "XF-ORD-05", "XF-G47")
def test_a_broken_unit_may_stop_at_cover_and_cannot_teleport_into_a_melee() -> None:
    play = moving(profiles={"rifle": trooper(RIFLE, packs=("teleporter",))})
    play.orders(r1="run")
    assert limits(play) == (4, 8)
    assert play.against("teleport", RED, Teleport(R1, melee=True)) == ()
    play.suppress("r1", 4)
    assert limits(play) == (0, 8)
    assert play.against("teleport", RED, Teleport(R1, melee=True)) == ("broken",)
    assert play.against("teleport", RED, Teleport(R1)) == ()


@pytest.mark.rule("XF-WPN-12", "XF-G91")
@pytest.mark.parametrize("option", ["two_and_strength", "strength_only"])
def test_who_is_left_of_a_crew_cannot_move_its_weapon(option: str) -> None:
    mortar = Gun("mortar", 4, normal=24)
    profiles = {"crew": trooper(mortar, strength=4), "mate": trooper()}
    play = Table(
        {"r1": {"crew": 1, "mate": 1}},
        {"b1": {"rifle": 5}},
        profiles=profiles,
        options={"heavy_weapon_move": option},
    )
    play.to("movement", RED, BLUE)
    assert play.against("move", RED, Move(R1)) == ()
    play.fix(FiguresRemoved(figures=(play.match.figures(R1)[-1],), how="killed"))
    assert play.against("move", RED, Move(R1)) == (
        ("too-heavy",) if option == "two_and_strength" else ()
    )


@pytest.mark.rule("XF-WPN-12", "XF-G91", "XF-G93")
def test_a_weapon_that_stays_with_its_crew_is_not_moved() -> None:
    profiles = {"crew": trooper(Gun("mortar", 9, normal=24), strength=4), "mate": trooper()}
    play = Table({"r1": {"crew": 1, "mate": 1}}, {"b1": {"rifle": 5}}, profiles=profiles)
    play.to("movement", RED, BLUE)
    assert play.against("move", RED, Move(R1)) == ("too-heavy",)
    play.fix(markers.ROOTED.set(play.match.figures(R1)[0]))
    assert play.against("move", RED, Move(R1)) == ()


# -------------------------------------------------------------------------------- packs, teleport


@pytest.mark.rule("XF-SPEC-01", "XF-SPEC-04", "XF-G45")
def test_packs_and_how_far_they_fly() -> None:
    play = moving(profiles={"rifle": trooper(RIFLE, packs=("flight",))})
    play.orders(r1="run")
    assert limits(play, flies=True) == (0, 4)  # taking off
    play.fix(markers.AIRBORNE.set(R1))
    assert limits(play, flies=True) == (0, 12)
    assert limits(play, flies=True, lands=True) == (0, 4)
    assert limits(play) == (0, 4)  # it lands
    assert play.against("move", RED, Move(R1, leaps=True)) == ("no-grav-pack",)
    play.orders(r1="opportunity")
    assert play.against("move", RED, Move(R1, flies=True)) == ("needs-run",)
    assert play.against("move", RED, Move(R1)) == ("needs-run",)


@pytest.mark.rule("XF-SPEC-03", "XF-SPEC-04")
def test_who_flies_is_in_the_air_until_it_lands_and_who_leaps_until_the_leap_is_over() -> None:
    play = moving(profiles={"rifle": trooper(RIFLE, packs=("flight", "grav"))})
    play.do("move", RED, Move(R2))
    assert not play.has("r2", markers.AIRBORNE)
    play.do("move", RED, Move(R1, flies=True))
    assert play.has("r1", markers.AIRBORNE)
    play.do("move", RED, Move(R1, flies=True, lands=True))
    assert not play.has("r1", markers.AIRBORNE)
    play.orders(b1="opportunity")
    play.do("move", RED, Move(R1, leaps=True, claimed=True))
    assert isinstance(play.asked, Interrupt)
    assert play.has("r1", markers.AIRBORNE)
    play.default()
    assert play.idle
    assert not play.has("r1", markers.AIRBORNE)


@pytest.mark.rule("XF-SPEC-01", "XF-SPEC-04")
@pytest.mark.parametrize(("pack", "how"), [("grav", "leaps"), ("flight", "flies")])
def test_all_of_a_unit_need_packs(pack: str, how: str) -> None:
    packed = trooper(RIFLE, packs=(pack,))
    for on_foot, expected in ((0, ()), (1, (f"no-{pack}-pack",))):
        figures = {"packed": 4 - on_foot, "rifle": on_foot}
        play = Table({"r1": figures}, {"b1": {"rifle": 5}}, profiles={"packed": packed})
        play.orders(r1="run")
        play.to("movement", RED, BLUE)
        assert play.against("move", RED, Move(R1, **{how: True})) == expected


@pytest.mark.rule("XF-W42", "XF-SPEC-06", "XF-G46")
@pytest.mark.parametrize(
    ("mishap", "dice", "left"),
    [("per_model", "30710", 3), ("per_unit", "0", 0), ("per_unit", "9", 5)],
)
def test_teleporting_into_melee(mishap: str, dice: str, left: int) -> None:
    play = Table(
        {"r1": {"jump": 5}, "r2": {"rifle": 1}},
        {"b1": {"rifle": 5}},
        profiles={"jump": brute(packs=("teleporter",))},
        options={"teleport_mishap": mishap},
    )
    play.orders(r1="run")
    play.to("movement", RED, BLUE)
    play.do("teleport", RED, Teleport(R1, length=1400, melee=True))
    play.roll(dice)
    assert play.stands("r1")[0] == left
    check_all_laws(play)


@pytest.mark.rule("XF-SPEC-05", "XF-SPEC-06", "XF-G47")
@pytest.mark.parametrize(("option", "most"), [("full", 20), ("minus_4_per_marker", 16)])
def test_how_far_a_teleporter_reaches(option: str, most: int) -> None:
    play = Table(
        {"r1": {"jump": 5}},
        {"b1": {"rifle": 5}},
        profiles={"jump": brute(packs=("teleporter",))},
        options={"teleport_when_suppressed": option},
    )
    play.orders(r1="run")
    play.suppress("r1", 1)
    play.to("movement", RED, BLUE)
    assert play.against("teleport", RED, Teleport(R1, most * 100)) == ()
    assert play.against("teleport", RED, Teleport(R1, most * 100 + 1)) == ("too-far",)
    assert play.against("teleport", RED, Teleport(R1, 1201, unseen=True)) == ("too-far",)
    facts = play.do("teleport", RED, Teleport(R1, most * 100))
    assert Moved(unit=R1, length=most * 100, how="teleport") in facts
    assert play.idle  # in view, into no melee: no mishap


@pytest.mark.rule("XF-SNAP-01", "XF-SPEC-05")
def test_who_teleports_is_shot_at() -> None:
    jump = brute(packs=("teleporter",))
    play = Table({"r1": {"jump": 2}}, {"b1": {"rifle": 1}}, profiles={"jump": jump})
    play.orders(r1="run", b1="opportunity")
    play.to("movement", RED, BLUE)
    play.do("teleport", RED, Teleport(R1, 1200, claimed=True))
    assert isinstance(play.asked, Interrupt)
    assert (play.asked.by, play.asked.target) == ((B1,), R1)


# ------------------------------------------------------------------------------ broken, recovery


@pytest.mark.rule("XF-BRK-02", "XF-BRK-04", "XF-G11")
@pytest.mark.parametrize(("option", "most"), [("by_order", 4), ("double", 8)])
def test_a_unit_flees_as_its_order_lets_it(option: str, most: int) -> None:
    play = moving(options={"flee_move": option})
    play.fix(markers.FLEEING.set(R1))
    assert limits(play) == (0, most)
    assert limits(play, very_rough=100) == (0, most - 1)
    play.do("move", RED, Move(R1, length=400, off=True))
    assert play.match.figure(f("r1", 1)).gone == "fled"
    check_all_laws(play)


@pytest.mark.rule("XF-BRK-02")
def test_who_flees_moves_before_the_others_of_its_side_and_is_not_passed_over() -> None:
    play = moving()
    assert not any(item.compulsory for item in RULESET.due(play.match))
    play.fix(markers.FLEEING.set(R2))
    first, *others = RULESET.due(play.match)
    assert (first.subject, first.compulsory) == (R2, True)
    keys = "2m4, or 2m4z off the table (in words: r2 flees 4in off)"
    assert first.why.endswith(f" flees: {keys}")
    assert R2 not in [item.subject for item in others]


@pytest.mark.rule("XF-MOVE-02", "XF-MOVE-09", "XF-T13")
def test_how_far_a_suppressed_unit_goes_toward_the_enemy_is_told() -> None:
    """Movement 4, an inch less for each of two markers."""
    play = moving()
    play.suppress("r1", 2)
    told = [one.text for one in play.objections("move", RED, Move(R1, length=900))]
    assert told == ['R1 moves at most 4", 2" of it towards a visible enemy']


@pytest.mark.rule("XF-BRK-02", "XF-BRK-05", "XF-G94")
def test_what_a_unit_that_flees_must_not_do_is_not_offered() -> None:
    """A fleeing unit moves no nearer to an enemy and makes no contact. It may leave the table."""
    play = moving()
    play.suppress("r1", 4)
    play.fix(markers.FLEEING.set(R1))
    told = [one.text for one in play.objections("move", RED, Move(R1, length=900))]
    assert told == ['R1 moves at most 4"']
    assert [
        bar.id for bar in contact_and_coherency.list_contact_blocking_reasons(play.match, R1)
    ] == ["flees"]
    lines = [
        format_line(movement.MOVE.make_line(play.match, RED, Move(R1, off=off)))
        for off in (False, True)
    ]
    assert lines == ["r1 flees", "r1 flees off"]


@pytest.mark.rule("XF-MOVE-07")
def test_contact_before_a_move_says_what_to_type() -> None:
    play = moving()
    told = [one.text for one in play.objections("contact", RED, ContactDeclaration(R2, (B1,)))]
    assert told == ["R2 has not moved: enter the move first, as in `2m3c2`"]


@pytest.mark.rule("XF-MOVE-03", "XF-BRK-05", "XF-G40", "XF-G45")
@pytest.mark.parametrize(
    ("order", "marker", "waits"),
    [
        ("run", None, True),
        ("standard", None, False),
        ("run", markers.MOVED.set(R2), False),
        ("run", markers.AIRBORNE.set(R2), False),
        ("run", markers.SUPPRESSED.set(R2, value=4), False),
    ],
)
def test_a_unit_on_run_orders_is_not_passed_over(order: str, marker: Any, waits: bool) -> None:
    """Movement 4: but who is broken may stay in cover, and in the air no least way holds."""
    play = moving()
    play.orders(r1="standard", r2=order)
    if marker is not None:
        play.fix(marker)
    told = [item.why for item in RULESET.due(play.match) if item.compulsory]
    assert told == ['r2 must move at least 4" on Run orders'] * waits


@pytest.mark.rule("XF-BRK-05")
def test_a_broken_unit_goes_no_nearer() -> None:
    play = moving()
    play.suppress("r1", 4)
    assert "broken" in play.against("move", RED, Move(R1, towards=True))
    assert u("r1") == R1


@pytest.mark.rule("XF-SPEC-03", "XF-G44")
@pytest.mark.parametrize(
    ("option", "packs", "airborne", "may"),
    [
        ("grav_pack_only", ("grav",), True, True),
        ("grav_pack_only", ("grav",), False, False),
        ("grav_pack_only", (), True, False),
        ("none", ("grav",), True, False),
        ("all", (), False, True),
    ],
)
def test_snap_shots_of_the_side_that_moves(
    option: str, packs: tuple[str, ...], airborne: bool, may: bool
) -> None:
    profiles = {"rifle": trooper(RIFLE, packs=packs)}
    play = moving(options={"mover_snap_shots": option}, profiles=profiles)
    play.orders(r1="opportunity")
    if airborne:
        play.fix(markers.AIRBORNE.set(R1))
    shot = SnapShot(R1, (TargetedFire(B1),))
    assert (play.against("snap", RED, shot) == ()) is may
    if may:
        play.do("snap", RED, shot)
        assert needed(play) == (1 if airborne else 2)  # 3 - 1, and 1 more in the air


@pytest.mark.rule("XF-G28", "XF-G43")
@pytest.mark.parametrize("counts", [False, True])
def test_the_nearest_need_not_be_the_target_of_a_snap_shot(counts: bool) -> None:
    play = moving(options={"nearest_rule_on_snap_shots": counts})
    play.orders(b1="opportunity")
    play.fix(markers.MOVED.set(R1))
    shot = SnapShot(B1, (TargetedFire(R1, nearest=(R2,)),))
    assert (play.against("snap", BLUE, shot) == ()) is not counts


@pytest.mark.rule("XF-G43", "XF-SNAP-02")
def test_several_units_may_snap_at_one_mover_each_once() -> None:
    play = Table({"r1": {"rifle": 6}}, {"b1": {"rifle": 1}, "b2": {"rifle": 1}})
    play.orders(r1="run", b1="opportunity", b2="opportunity")
    play.to("movement", RED, BLUE)
    play.do("move", RED, Move(R1, claimed=True))
    for unit in (B1, u("b2")):
        play.do("snap", BLUE, SnapShot(unit, (TargetedFire(R1),)))
        play.rolls("1", "9")
    assert play.stands("r1")[0] == 4
    assert "has-fired" in play.against("snap", BLUE, SnapShot(B1, (TargetedFire(R1),)))
    assert play.idle  # nobody is left who could come in between
    check_all_laws(play)


@pytest.mark.rule("XF-SPEC-02")
def test_a_leap_takes_no_account_of_the_ground() -> None:
    play = moving(profiles={"rifle": trooper(RIFLE, packs=("grav",))})
    assert limits(play, rough=400)[1] == 2
    assert limits(play, rough=400, leaps=True)[1] == 4


@pytest.mark.rule("XF-G95")
def test_who_is_engaged_need_not_run_far() -> None:
    play = moving()
    play.orders(r1="run")
    play.engage("r1", "b1")
    assert limits(play) == (0, 8)


@pytest.mark.rule("XF-G10")
def test_markers_do_not_change_a_test_of_morale() -> None:
    play = moving()
    play.suppress("r1", 4)
    assert broken_unit_tests.find_morale_test_number(play.match, R1) == 5
    play = moving(options={"morale_test_markers": "minus_one_each"})
    play.suppress("r1", 4)
    assert broken_unit_tests.find_morale_test_number(play.match, R1) == 1


@pytest.mark.rule("XF-SPEC-05", "XF-MOVE-01")
def test_nobody_teleports_in_the_half_of_another() -> None:
    jump = brute(packs=("teleporter",))
    play = Table({"r1": {"rifle": 2}}, {"b1": {"jump": 2}}, profiles={"jump": jump})
    play.to("movement", RED, BLUE)
    play.orders(b1="run")
    assert "not-its-half" in play.against("teleport", BLUE, Teleport(B1))


@pytest.mark.rule("XF-SPEC-05", "XF-GEN-05")
def test_nobody_teleports_outside_the_movement_phase() -> None:
    jump = brute(packs=("teleporter",))
    play = Table({"r1": {"jump": 2}}, {"b1": {"rifle": 2}}, profiles={"jump": jump})
    play.orders(r1="run")
    play.to("shooting")
    assert play.against("teleport", RED, Teleport(R1)) == ("not-movement",)
    play.to("movement", RED, BLUE)
    assert play.against("teleport", RED, Teleport(R1)) == ()


@pytest.mark.rule("XF-SNAP-04", "XF-FORCE-09")
def test_hands_that_snapped_are_busy_for_the_turn() -> None:
    play = moving()
    play.orders(b1="opportunity")
    play.do("move", RED, Move(R1))
    play.do("snap", BLUE, SnapShot(B1, (TargetedFire(R1),)))
    assert weapon_selection.count_guns_fired_by_name(play.match, B1) == {"rifle": 5}


@pytest.mark.rule("XF-SNAP-01", "XF-MOVE-01")
def test_nobody_comes_in_between_where_no_side_moves() -> None:
    play = moving()
    play.orders(r1="opportunity", r2="opportunity", b1="opportunity")
    assert shooting_and_opportunity_fire.list_possible_interrupters(play.match) == (B1,)
    play.clock(1, "movement")
    assert shooting_and_opportunity_fire.list_possible_interrupters(play.match) == ()
    play.clock(1, "shooting", RED)
    assert shooting_and_opportunity_fire.list_possible_interrupters(play.match) == ()


@pytest.mark.rule("XF-ORD-04", "XF-SNAP-01")
@pytest.mark.parametrize(("order", "ids"), [("opportunity", ()), ("standard", ("not-watching",))])
def test_only_who_is_on_opportunity_fire_snaps(order: str, ids: tuple[str, ...]) -> None:
    play = moving(options={"vehicle_snap_shots": True})
    play.orders(b1=order)
    play.fix(markers.MOVED.set(R1))
    assert play.against("snap", BLUE, SnapShot(B1, (TargetedFire(R1),))) == ids


@pytest.mark.rule("XF-SNAP-01", "XF-FIRM-03")
def test_a_snap_shot_comes_before_the_contact_that_its_target_makes() -> None:
    """No miss of B1 strikes B2, though all three are in contact by then."""
    play = Table({"r1": {"rifle": 4}}, {"b1": {"rifle": 2}, "b2": {"rifle": 2}})
    play.to("movement", RED, BLUE)
    play.orders(b1="opportunity")
    play.engage("r1", "b1")
    play.engage("r1", "b2")
    play.do("snap", BLUE, SnapShot(B1, (TargetedFire(R1),)))
    play.roll("99")
    assert play.idle


@pytest.mark.rule("XF-MOVE-08", "XF-SPEC-05")
def test_who_falls_to_the_last_man_teleports_nowhere() -> None:
    jump = trooper(packs=("teleporter",))
    play = Table({"r1": {"jump": 1}}, {"b1": {"brute": 3}}, profiles={"jump": jump})
    play.to("movement", RED, BLUE)
    play.orders(r1="run")
    play.engage("r1", "b1")
    play.do("teleport", RED, Teleport(R1, 800))
    facts = play.roll("111")  # power 6 against armour 4
    assert not play.match.exists(R1)
    assert not [fact for fact in facts if isinstance(fact, Moved)]
