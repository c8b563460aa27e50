"""The Destroyer's blast and the explosion of a vehicle."""

import pytest

from tests.deathzap2.skirmish import Skirmish, profile
from tracker.procedures.requests import Pick, Score, Split, Tally
from tracker.rulesets.deathzap2.attacks.gun_allocation import TargetedFire
from tracker.rulesets.deathzap2.data import markers
from tracker.testing.match_in_memory import BLUE, RED, f, u
from tracker.vocabulary.events import Json

PROFILES = {
    "destroyer": profile("regular infantry light", "upgraded destroyer", cost=30),
    "mate": profile("regular infantry light"),
    "two": profile("regular infantry light", "upgraded destroyer + basic destroyer"),
    "basic-destroyer": profile("basic infantry light", "basic destroyer"),
    "rifle": profile("regular infantry medium", "basic rifle", cost=29),
    "plain": profile("basic infantry light", cost=12),
    "sergeant": profile("elite infantry heavy", cost=40),
    "tank": profile("regular vehicle heavy"),
    "car": profile("basic vehicle light", "basic rifle"),
    "heavy": profile("elite infantry light", "advanced heavy-repeater"),
}


def tally(game: Skirmish) -> Tally:
    assert isinstance(game.asked, Tally)
    return game.asked


def shares(game: Skirmish) -> dict[str, int]:
    return {share.text: share.most for share in tally(game).shares}


def within(game: Skirmish, **units: int) -> None:
    """Answer who is near by the names of the units."""
    lines = {share.text: share.id for share in tally(game).shares}
    game.choose(tuple((lines[name], n) for name, n in units.items()))


@pytest.mark.rule("DZ-W27", "DZ-SHOOT-11")
def test_a_miss_has_no_blast() -> None:
    game = Skirmish(PROFILES, {"r1": {"basic-destroyer": 1, "plain": 1}, "b1": {"plain": 5}})
    game.fire("r1", "b1", "soft")
    assert game.dice() == ("to hit", 1, "5+")
    game.roll("4")
    assert game.idle
    assert game.falls("b1") == 0


@pytest.mark.rule("DZ-SHOOT-11", "DZ-G27")
def test_one_roll_to_penetrate_and_one_to_save_for_each_unit() -> None:
    reds = {"r1": {"destroyer": 1, "mate": 1}, "r2": {"rifle": 4}}
    game = Skirmish(PROFILES, {**reds, "b1": {"plain": 5}, "b2": {"plain": 5}})
    game.engage("r2", "b2")  # engaged figures are caught, too
    game.fire("r1", "b1")
    game.roll("3")
    assert tally(game).what == "others within 3 inches"
    assert tally(game).side == RED
    assert tally(game).spatial
    assert tally(game).default == ()
    # the target first and without the figure hit; then its side, then friends, the shooter too
    assert shares(game) == {"b1": 4, "b2": 5, "r1": 2, "r2": 4}
    assert list(shares(game))[:2] == ["b1", "b2"]
    within(game, b1=3, r2=1)
    asked = []
    for faces in ("4263", "156", "6", "1"):
        asked.append((*game.dice(), game.asked.side))
        game.roll(faces)
    assert asked == [
        ("through", 4, "3+", RED),  # upgraded against light: the figure hit and three more
        ("save", 3, "6", BLUE),
        ("through", 1, "4+", RED),  # upgraded against medium
        ("save", 1, "5+", RED),  # its own side saves
    ]
    assert (game.falls("b1"), game.falls("r2")) == (2, 1)
    mark = game.match.marker(f("r2", 4), markers.TO_REMOVE)
    assert mark is not None
    assert (mark.value, mark.by) == ("blast", u("r1"))


@pytest.mark.rule("DZ-G27")
@pytest.mark.parametrize(("friends", "names"), [(True, {"b1", "r1", "r2"}), (False, {"b1"})])
def test_blasts_catch_friends_or_not(friends: bool, names: set[str]) -> None:
    units = {"r1": {"destroyer": 1}, "r2": {"rifle": 4}, "b1": {"plain": 5}}
    game = Skirmish(PROFILES, units, {"blast_friends": friends})
    game.fire("r1", "b1")
    game.roll("6")
    assert set(shares(game)) == names


@pytest.mark.rule("DZ-G17", "DZ-SHOOT-11")
@pytest.mark.parametrize(("doubled", "inches"), [("moves", 3), ("all_distances", 6)])
def test_the_blast_on_a_large_board(doubled: str, inches: int) -> None:
    options = {"board": "large", "large_board_doubles": doubled}
    game = Skirmish(PROFILES, {"r1": {"destroyer": 1}, "b1": {"plain": 5}}, options)
    game.fire("r1", "b1")
    game.roll("6")
    assert tally(game).what == f"others within {inches} inches"


@pytest.mark.rule("DZ-SHOOT-07", "DZ-SHOOT-11")
def test_the_owner_picks_the_middle_of_a_mixed_unit_and_kinds_are_counted_apart() -> None:
    game = Skirmish(PROFILES, {"r1": {"destroyer": 1}, "b1": {"plain": 3, "sergeant": 1}})
    game.fire("r1", "b1")
    game.roll("6")
    assert isinstance(game.asked, Pick)
    assert game.asked.side == BLUE
    plain, sergeant = (option.id for option in game.asked.options)
    assert game.asked.default == plain
    game.choose(sergeant)
    assert shares(game) == {"b1, Basic infantry, Light shields": 3, "r1": 1}
    line = tally(game).shares[0].id
    game.choose(((line, 2),))
    assert game.dice() == ("through", 2, "3+")
    game.roll("66")
    assert game.dice() == ("through", 1, "5+")  # upgraded against heavy
    game.roll("1")
    game.roll("11")
    assert game.falls("b1") == 2  # no more than the blast caught


@pytest.mark.rule("DZ-SHOOT-11")
def test_two_destroyers_are_two_blasts_and_nobody_is_hit_twice() -> None:
    game = Skirmish(PROFILES, {"r1": {"destroyer": 2}, "b1": {"plain": 4}})
    game.fire("r1", "b1")
    assert game.dice()[:2] == ("to hit", 2)
    game.roll("66")
    within(game, b1=2)
    game.rolls("666", "111")
    assert game.falls("b1") == 3
    assert shares(game) == {"r1": 2}  # of the target only the figure hit is left
    game.default()
    game.rolls("6", "1")
    assert game.falls("b1") == 4


@pytest.mark.rule("DZ-SHOOT-11", "DZ-SHOOT-10")
def test_a_second_blast_finds_nobody_left_but_those_who_stand_near() -> None:
    game = Skirmish(PROFILES, {"r1": {"destroyer": 2}, "b1": {"plain": 1}, "b2": {"plain": 4}})
    game.fire("r1", "b1")
    game.roll("66")
    game.default()
    game.rolls("6", "1")
    assert shares(game) == {"b2": 4, "r1": 2}, "nobody of b1 is hit again"
    within(game, b2=2)
    assert game.dice() == ("through", 2, "3+")
    game.rolls("61", "1")
    assert game.idle
    assert (game.falls("b1"), game.falls("b2")) == (1, 1)


@pytest.mark.rule("DZ-SHOOT-11", "DZ-SHOOT-05")
def test_a_hit_blasts_on_where_other_guns_fell_the_whole_unit() -> None:
    both = profile("elite vehicle heavy", "advanced heavy-repeater + basic destroyer")
    units = {"r1": {"both": 1}, "b1": {"plain": 2}, "b2": {"plain": 4}}
    game = Skirmish({**PROFILES, "both": both}, units)
    game.fire("r1", "b1")
    assert game.dice() == ("to hit", 6, "2+")
    # 2+: two of six hit, then the Destroyer; 2+ through; no six saves: both of b1 fall.
    game.rolls("221111", "2", "22", "11")
    assert game.falls("b1") == 2
    within(game, b2=1)
    assert game.dice() == ("through", 1, "4+"), "the grade of the Destroyer"
    game.rolls("4", "5")
    assert game.idle
    assert game.falls("b2") == 1


@pytest.mark.rule("DZ-SHOOT-11", "DZ-SHOOT-05")
def test_other_guns_of_the_volley_come_before_the_blast_but_hit_with_it() -> None:
    game = Skirmish(PROFILES, {"r1": {"destroyer": 1, "rifle": 2}, "b1": {"plain": 9}})
    game.fire("r1", "b1")
    asked = []
    for faces in ("6", "66", "66", "11"):
        asked.append(game.dice()[:2])
        game.roll(faces)
    assert asked == [("to hit", 1), ("to hit", 2), ("through", 2), ("save", 2)]
    assert isinstance(game.asked, Tally)
    assert tally(game).shares[0].most == 6  # nine less two fallen less the figure hit


@pytest.mark.rule("DZ-DMG-06", "DZ-G33", "DZ-G34", "DZ-G60")
def test_an_explosion_hits_everybody_within_the_radius_with_basic_grade() -> None:
    units = {"r1": {"heavy": 1}, "b1": {"tank": 1}, "b2": {"plain": 3}, "b3": {"rifle": 2}}
    game = Skirmish(PROFILES, units)
    game.fire("r1", "b1")
    game.rolls("666666", "111116", "1")  # one failed save
    assert (game.asked.what, game.asked.side) == ("damage", RED)
    game.roll("6")
    assert isinstance(game.asked, Score)
    assert game.asked.side == RED
    assert game.match.mark(f("b1", 1), markers.TO_REMOVE) == "destroyed"
    game.roll("4")
    assert tally(game).what == "within 4 inches"
    assert shares(game) == {"b2": 3, "b3": 2, "r1": 1}  # not the wreck itself
    within(game, b2=2, b3=2, r1=1)
    asked = []
    for faces in ("66", "11", "11", "3"):
        asked.append((*game.dice(), game.asked.side))
        game.roll(faces)
    assert asked == [
        ("through", 2, "4+", RED),  # basic against light
        ("save", 2, "6", BLUE),
        ("through", 2, "5+", RED),  # basic against medium
        ("through", 1, "4+", RED),  # the shooter itself
    ]
    assert game.idle
    assert (game.falls("b2"), game.falls("b3"), game.falls("r1")) == (2, 0, 0)
    mark = game.match.marker(f("b2", 3), markers.TO_REMOVE)
    assert mark is not None
    assert (mark.value, mark.by) == ("explosion", u("r1"))


@pytest.mark.rule("DZ-DMG-06", "DZ-G69")
def test_a_chain_of_explosions_goes_blast_by_blast() -> None:
    units = {"r1": {"heavy": 1}, "b1": {"tank": 1}, "b2": {"car": 1}, "b3": {"plain": 4}}
    game = Skirmish(PROFILES, units)
    game.fire("r1", "b1")
    game.rolls("666666", "111116", "1", "6", "3")
    within(game, b2=1, b3=2)
    game.rolls("6", "1")  # the car fails its save against the first blast
    assert game.dice()[:2] == ("through", 2)  # but first the rest of the first blast
    game.rolls("66", "11")
    assert game.falls("b3") == 2
    assert game.asked.what == "damage"
    game.rolls("6", "2")  # the car explodes in turn
    assert shares(game) == {"b3": 2, "r1": 1}  # neither the tank nor figures marked already
    game.default()
    assert game.idle


@pytest.mark.rule("DZ-G17", "DZ-DMG-06")
@pytest.mark.parametrize(("doubled", "inches"), [("moves_and_ranges", 5), ("all_distances", 10)])
def test_the_radius_on_a_large_board(doubled: str, inches: int) -> None:
    options = {"board": "large", "large_board_doubles": doubled}
    game = Skirmish(PROFILES, {"r1": {"heavy": 1}, "b1": {"tank": 1}, "b2": {"plain": 1}}, options)
    game.fire("r1", "b1")
    game.rolls("666666", "111116", "1", "6", "5")
    assert tally(game).what == f"within {inches} inches"


@pytest.mark.rule("DZ-SHOOT-11", "DZ-SHOOT-03")
def test_guns_of_different_grade_blast_apart() -> None:
    game = Skirmish(PROFILES, {"r1": {"two": 1}, "b1": {"plain": 5}, "b2": {"plain": 5}})
    game.shoot("r1", TargetedFire(u("b1")))
    game.rolls("6", "6")
    needs = []
    for _ in range(2):
        game.default()
        needs.append(game.dice())
        game.roll("1")
    assert needs == [("through", 1, "3+"), ("through", 1, "4+")]


@pytest.mark.rule("DZ-DMG-06", "DZ-ORD-03")
@pytest.mark.parametrize(("shooter", "need"), [("destroyer", "2+"), ("heavy", "4+")])
def test_an_order_helps_the_weapon_but_not_the_wreck(shooter: str, need: str) -> None:
    options = {"orders_table": "custom"}
    rows: dict[str, dict[str, Json]] = {"orders": {"1": {"penetrate": 1}}}
    units = {"r1": {shooter: 1}, "b1": {"plain": 3}, "b2": {"car": 1}}
    game = Skirmish(PROFILES, units, options, rows)
    game.order("r1", 1)
    if shooter == "destroyer":
        game.fire("r1", "b1")
        game.roll("6")
        game.default()  # upgraded against light: 3+ less 1
    else:
        game.fire("r1", "b2")
        game.rolls("666666", "611111", "1", "6", "3")
        within(game, b1=1)  # basic against light: 4+ as it stands
    assert game.dice() == ("through", 1, need)


@pytest.mark.rule("DZ-DMG-06")
def test_a_blast_is_over_before_a_wreck_it_made_explodes() -> None:
    game = Skirmish(PROFILES, {"r1": {"heavy": 1}} | {f"b{n}": {"car": 1} for n in (1, 2, 3, 4)})
    game.fire("r1", "b1")
    game.rolls("666666", "611111", "1", "6", "3")
    within(game, b2=1, b3=1)
    game.rolls("6", "1", "6", "1")  # both cars fail their save against the first blast
    for wreck in ("b2", "b3"):
        assert game.asked.what == "damage"
        assert game.asked.target == u(wreck)
        game.roll("6")
    assert game.asked.target == u("b2")  # whose blast comes first, and spares b3, as good as gone
    game.roll("1")
    assert shares(game) == {"b4": 1, "r1": 1}
    game.default()
    assert game.asked.target == u("b3")
    game.roll("2")
    game.default()
    assert game.idle


@pytest.mark.rule("DZ-SHOOT-11")
def test_the_unit_hit_rolls_before_others_in_the_blast() -> None:
    game = Skirmish(PROFILES, {"r1": {"destroyer": 1}, "b1": {"rifle": 3}, "b2": {"plain": 3}})
    game.fire("r1", "b1")
    game.roll("6")
    within(game, b2=2)
    asked = []
    for faces in ("1", "11"):
        asked.append(game.dice())
        game.roll(faces)
    # upgraded against medium for the one hit, then against light
    assert asked == [("through", 1, "4+"), ("through", 2, "3+")]


@pytest.mark.rule("DZ-SHOOT-11", "DZ-WIN-04")
def test_a_blast_asks_the_table_who_stood_in_it_and_shields_nobody() -> None:
    game = Skirmish(PROFILES, {"r1": {"destroyer": 1}, "b1": {"plain": 5}})
    game.mark(f("b1", 2), markers.TARGET)
    game.fire("r1", "b1")
    game.roll("6")
    within(game, b1=1)
    game.rolls("66", "11")
    asked = game.request(Split)
    assert (asked.what, asked.rule, asked.spatial) == ("falls in the blast", "DZ-SHOOT-11", True)
    plain, hunted = (share.id for share in asked.shares)
    game.choose(((plain, 1), (hunted, 1)))
    assert game.match.has(f("b1", 2), markers.TO_REMOVE)
    assert game.falls("b1") == 2
