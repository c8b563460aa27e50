"""Shooting: who may, how many dice, what they need, and the worked volleys of the register."""

from typing import get_args

import pytest

from tests.deathzap2.skirmish import Skirmish, profile
from tracker.input_parsing.line_syntax_tree import format_line
from tracker.procedures.requests import Roll
from tracker.rulesets.deathzap2.attacks import gun_allocation
from tracker.rulesets.deathzap2.attacks.gun_allocation import TargetedFire
from tracker.rulesets.deathzap2.data import markers
from tracker.rulesets.deathzap2.data.profile_types import GunKind
from tracker.rulesets.deathzap2.data.rule_tables import GUNS
from tracker.rulesets.deathzap2.phases.shooting_phase import SHOOT, Shoot
from tracker.testing.match_in_memory import BLUE, RED, f, u
from tracker.vocabulary.events import FiguresRemoved, GearChanged

REGULAR = profile("regular infantry medium", "basic rifle")
BASIC = profile("basic infantry light", "basic rifle")
PROFILES = {"regular": REGULAR, "basic": BASIC}


def volley(reds: int = 10, blues: int = 10, **options: bool | str) -> Skirmish:
    return Skirmish(PROFILES, {"r1": {"regular": reds}, "b1": {"basic": blues}}, options)


@pytest.mark.rule("DZ-W18", "DZ-SHOOT-05", "DZ-SHOOT-08", "DZ-SHOOT-09", "DZ-SHOOT-10", "DZ-T3")
def test_a_plain_volley_asks_three_rolls() -> None:
    game = volley()
    game.fire("r1", "b1", range=2000)
    assert game.dice() == ("to hit", 10, "3+")
    game.roll("1233445662")  # 3 3 4 4 5 6 6 hit
    assert game.dice() == ("through", 7, "4+")
    game.roll("1344562")  # 4 4 5 6
    assert game.dice() == ("save", 4, "6")
    assert game.asked.side == BLUE
    game.roll("6513")  # one saved
    assert game.idle
    assert game.falls("b1") == 3
    assert len(game.standing("b1")) == 7


@pytest.mark.rule("DZ-SHOOT-01")
def test_the_last_of_equal_figures_are_marked_with_who_did_it_and_stay_on_the_table() -> None:
    game = volley()
    game.fire("r1", "b1")
    game.rolls("1233445662", "1344562", "6513")
    lost = (f("b1", 8), f("b1", 9), f("b1", 10))
    assert [figure for figure in lost if game.match.has(figure, markers.TO_REMOVE)] == list(lost)
    mark = game.match.marker(lost[0], markers.TO_REMOVE)
    assert mark is not None
    assert (mark.value, mark.by) == ("fire", u("r1"))
    assert markers.KILLED.number(game.match, u("b1")) == 3
    assert len(game.match.figures(u("b1"))) == 10


@pytest.mark.rule("DZ-W19", "DZ-SHOOT-04", "DZ-T3")
@pytest.mark.parametrize(
    ("gun", "distance", "dice"),
    [
        ("repeater", 1200, 2),
        ("repeater", 1250, 0),
        ("heavy-repeater", 3600, 6),
        ("rifle", 2400, 1),
        ("rifle", 2401, 0),
        ("medium-repeater", 2400, 3),
        ("destroyer", 3600, 1),
    ],
)
def test_exactly_the_range_is_in_range(gun: str, distance: int, dice: int) -> None:
    arms = profile("regular infantry medium", f"basic {gun}")
    game = Skirmish({"x": arms, "basic": BASIC}, {"r1": {"x": 1}, "b1": {"basic": 5}})
    game.fire("r1", "b1", range=distance)
    assert game.idle if dice == 0 else game.dice()[:2] == ("to hit", dice)


@pytest.mark.rule("DZ-W20", "DZ-UNIT-03")
def test_mixed_arms_roll_together_where_they_need_the_same() -> None:
    arms = {
        "rifle": REGULAR,
        "medium": profile("regular infantry medium", "basic medium-repeater"),
        "heavy": profile("regular infantry medium", "basic heavy-repeater"),
        "basic": BASIC,
    }
    units = {"r1": {"rifle": 6, "medium": 1, "heavy": 1}, "b1": {"basic": 9}}
    game = Skirmish(arms, units)
    game.fire("r1", "b1", range=2400)
    assert game.dice() == ("to hit", 15, "3+")  # 6 + 3 + 6
    guns = "6 rifles, 1 medium repeater of 3 shots, 1 heavy repeater of 6 shots"
    request = game.asked
    assert isinstance(request, Roll)
    assert request.made_of == guns
    game = Skirmish(arms, units)
    game.fire("r1", "b1", range=3000)
    assert game.dice() == ("to hit", 6, "3+")


@pytest.mark.rule("DZ-UNIT-03", "DZ-SHOOT-05")
def test_different_needs_and_grades_are_rolls_of_their_own_and_all_hits_come_first() -> None:
    arms = {
        "elite": profile("elite infantry medium", "basic rifle"),
        "plain": REGULAR,
        "better": profile("regular infantry medium", "upgraded rifle"),
        "basic": BASIC,
    }
    game = Skirmish(arms, {"r1": {"elite": 2, "plain": 3, "better": 4}, "b1": {"basic": 9}})
    game.fire("r1", "b1")
    asked = []
    for faces in ("66", "666", "6666", "66666", "6666", "111111111"):
        asked.append(game.dice())
        game.roll(faces)
    assert asked == [
        ("to hit", 2, "2+"),
        ("to hit", 3, "3+"),
        ("to hit", 4, "3+"),
        ("through", 5, "4+"),  # basic grade of both qualities: one roll
        ("through", 4, "3+"),
        ("save", 9, "6"),
    ]
    assert game.falls("b1") == 9


@pytest.mark.rule("DZ-W22", "DZ-T4")
def test_basic_shooters_at_hard_cover() -> None:
    arms = {"gunner": profile("basic infantry light", "basic heavy-repeater"), "basic": BASIC}
    arms["mate"] = profile("basic infantry light")  # alone, the gunner would be panicked
    game = Skirmish(arms, {"r1": {"gunner": 1, "mate": 1}, "b1": {"basic": 5}})
    game.fire("r1", "b1", "hard")
    assert not game.match.has(u("r1"), markers.PANICKED)
    assert game.dice() == ("to hit", 6, "6")
    game.roll("556416")
    assert game.dice() == ("through", 2, "4+")


@pytest.mark.rule("DZ-T4", "DZ-SHOOT-05", "DZ-G22", "DZ-G62")
@pytest.mark.parametrize(
    ("quality", "needs"),
    [("basic", "4+ 5+ 6"), ("regular", "3+ 4+ 5+"), ("elite", "2+ 3+ 4+")],
)
def test_to_hit_by_quality_and_cover(quality: str, needs: str) -> None:
    arms = {"x": profile(f"{quality} infantry medium", "basic rifle"), "basic": BASIC}
    for cover, need in zip(("open", "soft", "hard"), needs.split(), strict=True):
        game = Skirmish(arms, {"r1": {"x": 2}, "b1": {"basic": 5}})
        game.fire("r1", "b1", cover)
        assert game.dice() == ("to hit", 2, need)


@pytest.mark.rule("DZ-SHOOT-06")
@pytest.mark.parametrize("cover", ["open", "soft", "hard"])
def test_panicked_shooters_need_a_six_in_any_cover(cover: str) -> None:
    arms = {"x": profile("elite infantry medium", "basic rifle"), "basic": BASIC}
    game = Skirmish(arms, {"r1": {"x": 3}, "b1": {"basic": 5}}, {"orders_table": "starter"})
    game.panic("r1")
    game.order("r1", 3)  # +1 to hit does not help
    game.fire("r1", "b1", cover)
    assert game.dice() == ("to hit", 3, "6")


@pytest.mark.rule("DZ-W24", "DZ-SHOOT-10")
def test_no_more_casualties_than_figures() -> None:
    arms = {"gunner": profile("elite infantry light", "advanced heavy-repeater"), "basic": BASIC}
    game = Skirmish(arms, {"r1": {"gunner": 2}, "b1": {"basic": 5}})
    game.fire("r1", "b1")
    assert game.dice() == ("to hit", 12, "2+")
    game.roll("234562345611")
    assert game.dice() == ("through", 10, "2+")
    game.roll("2345623456")
    game.roll("1234554362")  # 9 failed
    assert game.falls("b1") == 5
    assert markers.KILLED.number(game.match, u("b1")) == 5


@pytest.mark.rule("DZ-W25", "DZ-SHOOT-01")
def test_marked_figures_fire_back_with_full_dice() -> None:
    arms = {
        "red": profile("regular infantry medium", "basic rifle"),
        "blue": profile("basic infantry light", "basic rifle"),
    }
    game = Skirmish(arms, {"r1": {"red": 8}, "b1": {"blue": 10}})
    game.fire("r1", "b1")
    game.rolls("33456122", "44563", "1234")
    assert game.falls("b1") == 4
    game.fire("b1", "r1", "soft")
    assert game.dice() == ("to hit", 10, "5+")
    game.roll("5561234426")
    assert game.dice() == ("through", 4, "5+")
    game.roll("5642")
    assert game.dice() == ("save", 2, "5+")
    game.roll("46")
    assert (len(game.standing("b1")), len(game.standing("r1"))) == (6, 7)


@pytest.mark.rule("DZ-W30", "DZ-SHOOT-03", "DZ-T5", "DZ-T6")
def test_split_fire_goes_gun_by_gun() -> None:
    arms = {
        "medium": profile("regular infantry light", "upgraded medium-repeater"),
        "heavy": profile("regular infantry light", "basic heavy-repeater"),
        "foot": REGULAR,
        "tank": profile("regular vehicle heavy"),
    }
    units = {"r1": {"medium": 1, "heavy": 1}, "b1": {"foot": 5}, "b2": {"tank": 1}}
    game = Skirmish(arms, units)
    game.shoot(
        "r1",
        TargetedFire(u("b1"), "soft", guns=("medium-repeater",)),
        TargetedFire(u("b2"), guns=("heavy-repeater",)),
    )
    asked = []
    for faces in ("441", "42", "4", "356234", "61432", "1"):
        asked.append(game.dice())
        game.roll(faces)
    assert asked == [
        ("to hit", 3, "4+"),
        ("through", 2, "4+"),
        ("save", 1, "5+"),
        ("to hit", 6, "3+"),
        ("through", 5, "6"),
        ("save", 1, "3+"),
    ]
    assert game.falls("b1") == 1
    assert game.asked.what == "damage"
    assert game.asked.side == RED


@pytest.mark.rule("DZ-G23", "DZ-SHOOT-03")
def test_guns_named_by_kind_and_number_and_the_rest_elsewhere() -> None:
    units = {"r1": {"regular": 8}, "b1": {"basic": 5}, "b2": {"basic": 5}}
    game = Skirmish(PROFILES, units)
    shares = (TargetedFire(u("b1")), TargetedFire(u("b2"), guns=(("rifle", 3),)))
    game.shoot("r1", *shares)
    assert game.dice()[1] == 5  # declared before the first die: three rifles are spoken for
    game.roll("11111")
    assert game.dice()[1] == 3


@pytest.mark.rule("DZ-G23", "DZ-SHOOT-03")
@pytest.mark.parametrize(("how", "dice"), [("gun", (6, 0)), ("shot", (4, 2))])
def test_split_by_gun_or_by_shot(how: str, dice: tuple[int, int]) -> None:
    arms = {"gunner": profile("regular infantry light", "basic heavy-repeater"), "basic": BASIC}
    units = {"r1": {"gunner": 1}, "b1": {"basic": 5}, "b2": {"basic": 5}}
    game = Skirmish(arms, units, {"split_unit": how})
    shares = (TargetedFire(u("b1"), guns=(("heavy-repeater", 4),)), TargetedFire(u("b2")))
    dealt = gun_allocation.assign_guns_in_range(game.match, u("r1"), shares)
    assert tuple(sum(piece.dice for piece in share) for share in dealt) == dice


@pytest.mark.rule("DZ-G24")
@pytest.mark.parametrize(
    ("rule", "foot", "tank"),
    [("all", 4, 4), ("all_for_vehicles_and_monsters_else_one", 1, 4)],
)
def test_every_gun_or_one_a_figure(rule: str, foot: int, tank: int) -> None:
    two = "basic rifle + basic medium-repeater"
    arms = {
        "foot": profile("regular infantry light", two),
        "tank": profile("regular vehicle light", two),
        "basic": BASIC,
    }
    units = {"r1": {"foot": 1}, "r2": {"tank": 1}, "b1": {"basic": 9}}
    for who, dice in (("r1", foot), ("r2", tank)):
        game = Skirmish(arms, units, {"guns_per_figure": rule})
        game.fire(who, "b1")
        assert game.dice()[1] == dice


@pytest.mark.rule("DZ-G24", "DZ-SHOOT-04")
@pytest.mark.parametrize(("inches", "dice"), [(12, 6), (20, 3)])
def test_a_figure_with_one_gun_to_fire_takes_one_that_reaches(inches: int, dice: int) -> None:
    arms = {"two": profile("regular infantry light", "basic repeater + basic rifle")}
    options = {"guns_per_figure": "all_for_vehicles_and_monsters_else_one"}
    game = Skirmish(arms, {"r1": {"two": 3}, "b1": {"two": 3}}, options)
    game.fire("r1", "b1", range=inches * 100)
    assert game.dice()[1] == dice  # three repeaters with 2 shots at 12", three rifles at 20"


@pytest.mark.rule("DZ-SHOOT-04", "DZ-G21")
def test_the_table_may_say_how_many_guns_bear() -> None:
    game = volley()
    game.fire("r1", "b1", in_range=4)
    assert game.dice()[1] == 4


@pytest.mark.rule("DZ-SHOOT-04")
@pytest.mark.parametrize(
    ("share", "against"),
    [
        (TargetedFire(u("b1"), in_range=3), ""),
        (TargetedFire(u("b1"), in_range=9), "r1 can fire only 3 of these guns at b1, not 9"),
        (TargetedFire(u("b1"), guns=("rifle",)), ""),
        (TargetedFire(u("b1"), guns=(("rifle", 3),)), ""),
        (
            TargetedFire(u("b1"), guns=(("rifle", 4),)),
            "r1 can fire only 3 of these guns at b1, not 4",
        ),
    ],
)
def test_more_guns_than_a_unit_has_are_objected_to(share: TargetedFire, against: str) -> None:
    game = volley(reds=3)
    said = game.objections("shoot", RED, Shoot(u("r1"), (share,)))
    assert [(o.rule, o.text) for o in said] == [("DZ-SHOOT-04", against)] * bool(against)


@pytest.mark.rule("DZ-G17")
@pytest.mark.parametrize(
    ("doubled", "dice"), [("moves", 0), ("moves_and_ranges", 10), ("all_distances", 10)]
)
def test_ranges_on_a_large_board(doubled: str, dice: int) -> None:
    game = volley(board="large", large_board_doubles=doubled)
    game.fire("r1", "b1", range=4800)
    assert game.idle if dice == 0 else game.dice()[1] == dice


@pytest.mark.rule("DZ-SHOOT-04", "DZ-G31")
def test_a_lost_gun_does_not_fire() -> None:
    game = volley(reds=3)
    game.fix(GearChanged(figure=f("r1", 2), lost=("g1",)))
    game.fire("r1", "b1")
    assert game.dice()[1] == 2


@pytest.mark.rule("DZ-SHOOT-05", "DZ-GEN-02", "DZ-ORD-03")
@pytest.mark.parametrize(
    ("orders", "cover", "need"),
    [
        ({"hit_shooting": 1}, "soft", 3),  # 3 + 1 - 1
        ({"hit_shooting": 3}, "open", 2),  # 3 - 3 = 0: a 1 still fails
        ({"hit_shooting": -4}, "hard", 6),  # 5 + 4 = 9: a 6 still hits
    ],
)
def test_parts_add_up_to_the_need_and_ones_and_sixes_stand(
    orders: dict[str, int], cover: str, need: int
) -> None:
    game = Skirmish(
        PROFILES,
        {"r1": {"regular": 4}, "b1": {"basic": 4}},
        {"orders_table": "custom"},
        {"orders": {"2": {"text": "aim", **orders}}},
    )
    game.order("r1", 2)
    game.fire("r1", "b1", cover)
    for faces in ("6666", "6666", "6666"):
        request = game.asked
        assert isinstance(request, Roll)
        low = next(band.low for band in request.bands if band.success)
        assert sum(part.value for part in request.modifiers) == low
        assert all(part.rule for part in request.modifiers)
        if request.what == "to hit":
            assert low == need
        game.roll(faces)


@pytest.mark.rule("DZ-ORD-03", "DZ-T17", "DZ-GEN-02")
def test_orders_change_penetration_and_saves_and_reroll_ones() -> None:
    rows = {
        "1": {"penetrate": 1, "reroll_hits": True},
        "2": {"save": 2, "reroll_saves": True},
    }
    game = Skirmish(
        PROFILES,
        {"r1": {"regular": 4}, "b1": {"basic": 4}},
        {"orders_table": "custom"},
        {"orders": rows},  # type: ignore[dict-item]
    )
    game.order("r1", 1)
    game.order("b1", 2)
    game.fire("r1", "b1")
    asked = []
    for faces in ("1126", "16", "66", "12", "3"):
        asked.append(game.dice())
        game.roll(faces)
    assert asked == [
        ("to hit", 4, "3+"),  # two ones, a 2 and a 6
        ("to hit, ones again", 2, "3+"),  # one of the two hits now
        ("through", 2, "3+"),  # 4+ less 1
        ("save", 2, "4+"),  # 6+ less 2; a one and a failure
        ("save, ones again", 1, "4+"),
    ]
    assert game.falls("b1") == 2


def at(who: str, whom: str) -> Shoot:
    return Shoot(u(who), (TargetedFire(u(whom)),))


def ids(game: Skirmish, params: Shoot) -> list[str]:
    return [objection.id for objection in game.objections("shoot", RED, params)]


@pytest.mark.rule("DZ-SHOOT-01", "DZ-SHOOT-02", "DZ-MOVE-07", "DZ-SHOOT-10")
def test_objections_name_their_rule_and_block_nothing() -> None:
    units = {"r1": {"regular": 3}, "r2": {"regular": 3}, "b1": {"basic": 3}, "b2": {"basic": 3}}
    game = Skirmish(PROFILES, units)
    assert ids(game, at("r1", "b1")) == []
    assert ids(game, at("r1", "r2")) == ["own-side"]
    assert ids(game, Shoot(u("r1"), (TargetedFire(u("b1"), range=9900),))) == ["no-gun"]
    game.engage("r2", "b2")
    assert ids(game, at("r2", "b1")) == ["in-melee"]
    assert ids(game, at("r1", "b2")) == ["target-in-melee"]
    game.mark(u("r1"), markers.SECOND_MOVE)
    assert ids(game, at("r1", "b1")) == ["moved-twice"]
    for number in (1, 2, 3):
        game.mark(f("b1", number), markers.TO_REMOVE, "fire")
    assert ids(game, at("r1", "b1")) == ["moved-twice", "all-to-remove"]
    game.fire("r1", "b1")
    assert game.idle  # nobody can be hit: no dice
    assert ids(game, at("r1", "b1")) == ["has-fired", "moved-twice", "all-to-remove"]
    rules = {o.rule for o in game.objections("shoot", RED, at("r1", "b1"))}
    assert rules == {"DZ-SHOOT-01", "DZ-MOVE-07", "DZ-SHOOT-10"}


@pytest.mark.rule("DZ-SHOOT-01")
def test_having_fired_is_written_before_the_first_die() -> None:
    game = volley()
    game.fire("r1", "b1")
    assert game.match.has(u("r1"), markers.FIRED)


def test_candidates_begin_with_plain_fire_and_leave_out_who_cannot() -> None:
    units = {"r1": {"regular": 3}, "r2": {"regular": 3}, "b1": {"basic": 3}, "b2": {"basic": 3}}
    game = Skirmish(PROFILES, units)
    game.engage("r2", "b2")
    found = list(SHOOT.candidates(game.match))
    assert found[0] == (RED, Shoot(u("r1"), (TargetedFire(u("b1")),)))
    shooters = {params.unit for _, params in found}
    assert shooters == {u("r1")}
    assert all(not ids(game, params) for _, params in found)


@pytest.mark.rule("DZ-SHOOT-01", "DZ-TURN-02")
def test_fire_may_come_before_its_half_but_not_in_another_phase() -> None:
    """Both halves count at once: the other side may roll before this one is done."""
    game = Skirmish(PROFILES, {"r1": {"regular": 3}, "b1": {"basic": 3}})
    assert ids(game, at("b1", "r1")) == []
    game.clock(1, "shoot", BLUE)
    assert ids(game, at("b1", "r1")) == []
    game.clock(1, "move", BLUE)
    (said,) = SHOOT.list_objections(game.match, BLUE, at("b1", "r1"))
    assert (said.rule, said.text) == ("DZ-TURN-02", "units fire only in the Shooting phase")


def test_the_line_of_a_volley() -> None:
    game = Skirmish(PROFILES, {"r1": {"regular": 3}, "b1": {"basic": 3}, "b2": {"basic": 3}})
    fire = (
        TargetedFire(u("b1"), "soft", guns=("rifle",), range=1850),
        TargetedFire(u("b2"), guns=(("destroyer", 2),)),
    )
    line = format_line(SHOOT.make_line(game.match, RED, Shoot(u("r1"), fire)))
    assert line == "r1 > b1 soft 18.5in with rifle | r1 > b2 open with destroyer guns 2"


def test_losses_alone_close_a_volley() -> None:
    game = volley()
    game.fire("r1", "b1")
    assert SHOOT.outcome is not None
    facts = SHOOT.outcome(game.match, RED, Shoot(u("r1"), (TargetedFire(u("b1")),)), 2)
    game.fix(*facts)
    assert game.falls("b1") == 2
    assert markers.KILLED.number(game.match, u("b1")) == 2


def test_one_loss_alone_destroys_a_vehicle() -> None:
    arms = {"red": REGULAR, "tank": profile("regular vehicle heavy")}
    game = Skirmish(arms, {"r1": {"red": 3}, "b1": {"tank": 1}})
    assert SHOOT.outcome is not None
    game.fix(*SHOOT.outcome(game.match, RED, Shoot(u("r1"), (TargetedFire(u("b1")),)), 1))
    assert game.match.mark(f("b1", 1), markers.TO_REMOVE) == "destroyed"


@pytest.mark.rule("DZ-W59")
def test_both_sides_collapse_together_as_far_as_the_dice_go() -> None:
    arms = {
        "red": profile("regular infantry light", "upgraded rifle"),
        "blue": profile("basic infantry light", "basic rifle"),
    }
    game = Skirmish(arms, {"r1": {"red": 5}, "b1": {"blue": 4}})
    game.fire("r1", "b1")
    asked = [game.dice()]
    game.roll("34566")
    asked.append(game.dice())
    game.rolls("34562", "1234")
    game.fire("b1", "r1")
    asked.append(game.dice())
    game.rolls("4564", "4561")
    asked.append(game.dice())
    game.roll("125")
    assert asked == [
        ("to hit", 5, "3+"),
        ("through", 5, "3+"),
        ("to hit", 4, "4+"),
        ("save", 3, "5+"),
    ]
    assert (game.falls("b1"), game.falls("r1")) == (4, 2)


@pytest.mark.rule("DZ-W55")
def test_the_volleys_of_a_panicked_unit() -> None:
    arms = {
        "red": profile("regular infantry light", "basic rifle"),
        "blue": profile("basic infantry light", "basic rifle"),
        "prey": profile("basic infantry light"),
    }
    game = Skirmish(arms, {"r1": {"red": 8}, "r2": {"prey": 5}, "b1": {"blue": 7}})
    game.panic("b1", 1)
    game.fire("r1", "b1", "soft")
    assert game.dice() == ("to hit", 8, "4+")
    game.rolls("45213632", "461", "25")  # 4 5 6 hit; 4 6 through; none saved
    assert game.falls("b1") == 2
    game.fire("b1", "r2")
    assert game.dice() == ("to hit", 7, "6")  # with all 7
    game.rolls("6453216", "42", "3")
    assert game.falls("r2") == 1


def test_a_target_that_has_left_the_table_is_not_rolled_for() -> None:
    game = volley(blues=1)
    game.fix(FiguresRemoved(figures=(f("b1", 1),)))
    game.fire("r1", "b1")
    assert game.idle


def test_tables_of_range_and_shots_cover_every_gun() -> None:
    assert tuple(GUNS) == get_args(GunKind)
