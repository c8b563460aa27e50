"""Damage to vehicles and monsters: what each die does, when it bites, and enraged monsters."""

import pytest

from tests.deathzap2.skirmish import Skirmish, profile
from tracker.procedures.pieces.phase_flow import NextParams
from tracker.procedures.pieces.random_draw import draw_option
from tracker.procedures.requests import Confirm, Faces, Pick, Roll, Tally
from tracker.rulesets.deathzap2.data import markers, state_queries
from tracker.rulesets.deathzap2.data.rule_tables import DRAW
from tracker.rulesets.deathzap2.phases.movement import find_move_allowance
from tracker.testing.match_in_memory import BLUE, RED, f, u
from tracker.vocabulary.events import FiguresRemoved, GearChanged, Linked, Moved, ObjectiveSet

GUNS = "basic rifle + basic repeater + upgraded destroyer"
PROFILES = {
    "heavy": profile("elite infantry light", "advanced heavy-repeater"),
    "tank": profile("basic vehicle light", GUNS),
    "bare": profile("basic vehicle light"),
    "brute": profile("basic monster light", "basic rifle", "upgraded monstrous-jaws"),
    "plain": profile("basic infantry light"),
    "elite": profile("elite infantry medium"),
}
TANK = f("b1", 1)


def hit(
    prey: str, failed: int, options: dict[str, bool | str] | None = None, **marks: int
) -> Skirmish:
    """A volley that makes ``prey`` (b1, marked so before) fail so many saves; damage waits."""
    units = {"r1": {"heavy": 1}, "r2": {"plain": 5}, "b1": {prey: 1}, "b2": {"elite": 4}}
    game = Skirmish(PROFILES, units, options)
    for name, value in marks.items():
        game.mark(TANK, name, value)
    game.fire("r1", "b1")
    game.rolls("666666", "6" * failed + "1" * (6 - failed), "1" * failed)
    return game


def marks(game: Skirmish) -> dict[str, object]:
    names = (
        markers.HALVED,
        markers.WILL_HALVE,
        markers.IMMOBILE,
        markers.WILL_STOP,
        markers.WILL_LOSE,
        markers.TO_REMOVE,
    )
    return {name: game.match.mark(TANK, name) for name in names if game.match.has(TANK, name)}


@pytest.mark.rule("DZ-DMG-01", "DZ-T9", "DZ-G60")
def test_a_die_for_each_failed_save_one_at_a_time_by_the_attacker() -> None:
    game = hit("tank", 2)
    asked = game.asked
    assert isinstance(asked, Faces)
    assert (asked.what, asked.dice, asked.side, asked.target) == ("damage", (6,), RED, u("b1"))
    assert asked.need == "1-2 half speed, 3 a gun, 4-5 immobile, 6 explodes"
    game.roll("1")
    assert game.asked.what == "damage"
    game.roll("4")
    assert game.idle
    assert game.falls("b1") == 0


@pytest.mark.rule("DZ-W40", "DZ-T9", "DZ-DMG-02", "DZ-G29", "DZ-GEN-04")
@pytest.mark.parametrize(("repeat", "times"), [("stack", 2), ("once", 1)])
def test_halved_and_halved_again(repeat: str, times: int) -> None:
    game = hit("tank", 2, {"repeat_half": repeat})
    game.rolls("1", "2")
    assert marks(game) == {markers.WILL_HALVE: times}


@pytest.mark.rule("DZ-G29")
def test_a_speed_halved_in_an_earlier_phase_counts_for_once() -> None:
    game = hit("tank", 1, {"repeat_half": "once"}, halved=1)
    game.roll("1")
    assert marks(game) == {markers.HALVED: 1}


@pytest.mark.rule("DZ-G28", "DZ-DMG-01")
def test_immediate_damage_bites_at_once() -> None:
    game = hit("tank", 3, {"vehicle_damage_timing": "immediate"})
    game.rolls("1", "3")
    game.rolls("4", "5")  # the second of three guns; then the last die
    assert GearChanged(figure=TANK, lost=("g2",), why="damage") in game.facts
    assert marks(game) == {markers.HALVED: 1, markers.IMMOBILE: True}


@pytest.mark.rule("DZ-G28")
def test_immediate_removal() -> None:
    game = hit("tank", 1, {"vehicle_damage_timing": "immediate"})
    game.roll("6")
    assert FiguresRemoved(figures=(TANK,), how="destroyed", by=u("r1")) in game.facts


@pytest.mark.rule("DZ-G28", "DZ-WIN-05", "DZ-G51")
@pytest.mark.parametrize(("timing", "score"), [("phase_end", (3, 3)), ("immediate", (3, 0))])
def test_a_monster_removed_at_once_is_lost_before_the_next_one(
    timing: str, score: tuple[int, int]
) -> None:
    units = {"r1": {"heavy": 3}, "r2": {"brute": 1}, "b1": {"heavy": 3}, "b2": {"brute": 1}}
    game = Skirmish(PROFILES, units, {"vehicle_damage_timing": timing})
    kind = "hard-hitters"
    game.fix(ObjectiveSet(objective=kind, label="Hard Hitters", data={"kind": kind}))
    for shooter, prey in (("r1", "b2"), ("b1", "r2")):
        game.fire(shooter, prey)
        game.rolls("6" * 18, "6" + "1" * 17, "1", "6")
    for side in (RED, BLUE):
        game.do("next", side, NextParams())
    assert tuple(map(game.match.points, (RED, BLUE))) == score


@pytest.mark.rule("DZ-G28", "DZ-DMG-01", "DZ-SHOOT-01")
@pytest.mark.parametrize(
    ("timing", "dice", "inches"), [("phase_end", 3, 400), ("immediate", 1, 200)]
)
def test_what_is_lost_still_fires_and_moves_until_the_phase_ends(
    timing: str, dice: int, inches: int
) -> None:
    game = hit("tank", 2, {"vehicle_damage_timing": timing})
    game.rolls("1", "3", "4")  # half speed, and the repeater of two shots
    assert find_move_allowance(game.match, u("b1")) == inches
    game.fire("b1", "r2")
    assert game.dice() == ("to hit", dice, "4+")  # the rifle, and the repeater while it is there


@pytest.mark.rule("DZ-DMG-01", "DZ-DMG-06", "DZ-SHOOT-01")
def test_a_wreck_fires_everything_before_it_is_taken_off() -> None:
    game = hit("tank", 1)
    game.roll("6")
    game.roll("1")  # nobody is within an inch
    game.default()
    assert game.falls("b1") == 1
    game.fire("b1", "r2")
    assert game.dice() == ("to hit", 3, "4+")


@pytest.mark.rule("DZ-DMG-03", "DZ-T9", "DZ-GEN-03", "DZ-G31")
def test_a_gun_at_random_of_those_that_still_work() -> None:
    game = hit("tank", 3)
    game.roll("3")
    assert [label.text for label in game.request(Faces).labels] == [
        "1-2 rifle (g1), 3-4 repeater (g2), 5-6 destroyer (g3)"
    ]
    game.rolls("6", "3")
    assert [label.text for label in game.request(Faces).labels] == [
        "1-3 rifle (g1), 4-6 repeater (g2)"
    ]
    game.rolls("4", "3")  # one left: no die
    assert game.idle
    assert marks(game) == {markers.WILL_LOSE: "g1,g2,g3"}


@pytest.mark.rule("DZ-DMG-03", "DZ-G31")
def test_two_guns_lost_are_the_two_that_were_drawn() -> None:
    game = hit("tank", 2)
    game.rolls("3", "6", "3", "1")  # of three the last; of two the first
    assert marks(game) == {markers.WILL_LOSE: "g1,g3"}


@pytest.mark.rule("DZ-G30")
def test_no_gun_left_has_no_effect() -> None:
    game = hit("bare", 1)
    assert game.request(Faces).need == "1-2 half speed, 3 nothing, 4-5 immobile, 6 explodes"
    game.roll("3")
    assert game.idle
    assert marks(game) == {}


@pytest.mark.rule("DZ-G30")
def test_no_gun_left_may_be_rolled_again() -> None:
    game = hit("bare", 1, {"no_weapon_left": "reroll"})
    assert game.request(Faces).need == "1-2 half speed, 3 again, 4-5 immobile, 6 explodes"
    game.roll("3")
    assert game.asked.what == "damage"
    game.roll("4")
    assert marks(game) == {markers.WILL_STOP: True}
    assert game.idle


@pytest.mark.rule("DZ-W42", "DZ-T9", "DZ-DMG-04")
def test_immobilised_and_then_nothing_more() -> None:
    game = hit("tank", 4)
    game.rolls("5", "4", "1", "2")
    assert marks(game) == {markers.WILL_STOP: True}
    assert game.idle


@pytest.mark.rule("DZ-DMG-02", "DZ-DMG-04")
def test_what_is_immobile_already_takes_nothing_more() -> None:
    game = hit("tank", 2, immobile=1)
    game.rolls("1", "4")
    assert marks(game) == {markers.IMMOBILE: 1}


@pytest.mark.rule("DZ-DMG-02", "DZ-DMG-04", "DZ-DMG-06")
def test_what_was_done_to_a_vehicle_before_it_blew_up_stands() -> None:
    game = hit("tank", 4)
    game.rolls("1", "4", "2", "6")
    game.roll("1")  # the blast
    game.choose(())
    assert game.idle
    assert marks(game) == {
        markers.WILL_HALVE: 1,
        markers.WILL_STOP: True,
        markers.TO_REMOVE: "destroyed",
    }


@pytest.mark.rule("DZ-W45", "DZ-W44", "DZ-G69", "DZ-DMG-07", "DZ-G34")
def test_a_monster_destroyed_takes_no_third_roll_and_does_not_explode() -> None:
    game = hit("brute", 3)
    assert game.request(Faces).need == "1-2 half speed, 3 a gun, 4-5 enraged, 6 destroyed"
    game.rolls("2", "6")
    assert game.idle
    assert marks(game) == {markers.WILL_HALVE: 1, markers.TO_REMOVE: "destroyed"}


@pytest.mark.rule("DZ-DMG-05", "DZ-T9", "DZ-G32")
def test_an_enraged_monster_picks_the_nearest_and_reaches_it() -> None:
    game = hit("brute", 1)
    game.roll("4")
    asked = game.asked
    assert isinstance(asked, Pick)
    monster = game.match.unit(u("b1")).name
    assert asked.what == f"nearest unit to {monster}"
    assert (asked.side, asked.spatial) == (BLUE, True)
    # the enemy first, then its own side; itself never
    assert [option.id for option in asked.options] == [u("r1"), u("r2"), u("b2"), "tie"]
    game.choose(u("r2"))
    assert isinstance(game.asked, Confirm)
    assert '4"' in game.asked.what
    game.choose(True)
    assert [type(fact) for fact in game.facts] == [Moved, Linked]
    assert state_queries.list_opponents(game.match, u("b1")) == (u("r2"),)
    assert game.dice() == ("to hit", 8, "4+")  # monstrous jaws: 8, basic against basic
    assert game.request(Roll).made_of == "enraged: monstrous jaws of 8 dice"
    assert game.asked.side == BLUE
    game.roll("66666666")
    assert game.dice() == ("through", 8, "3+")  # upgraded against light
    game.roll("66661111")
    assert game.dice() == ("save", 4, "6")
    assert game.asked.side == RED
    game.roll("1116")
    assert game.falls("r2") == 3
    mark = game.match.marker(f("r2", 5), markers.TO_REMOVE)
    assert mark is not None
    assert (mark.value, mark.by) == ("enraged", u("b1"))
    assert not game.match.has(u("b1"), markers.FOUGHT)
    assert not game.match.has(u("b1"), markers.SECOND_MOVE)


@pytest.mark.rule("DZ-G32", "DZ-DMG-05")
def test_without_contact_there_is_no_attack() -> None:
    game = hit("brute", 1)
    game.roll("5")
    game.choose(u("r2"))
    game.choose(False)
    assert game.idle
    assert state_queries.list_opponents(game.match, u("b1")) == ()


@pytest.mark.rule("DZ-G32")
def test_unlimited_reach_asks_no_contact() -> None:
    game = hit("brute", 1, {"enraged_reach": "unlimited"})
    game.roll("5")
    game.choose(u("r2"))
    assert game.dice() == ("to hit", 8, "4+")


@pytest.mark.rule("DZ-G32", "DZ-DMG-05")
@pytest.mark.parametrize(("roller", "side"), [("owner", BLUE), ("opponent", RED)])
def test_a_friend_as_victim_and_no_lasting_melee(roller: str, side: str) -> None:
    game = hit("brute", 1, {"enraged_roller": roller})
    game.roll("5")
    game.choose(u("b2"))
    game.choose(True)
    assert state_queries.list_opponents(game.match, u("b1")) == ()
    assert game.dice() == ("to hit", 8, "6")  # basic against elite
    assert game.asked.side == side
    game.rolls("61111111", "6", "1")
    assert game.falls("b2") == 1
    assert game.idle


@pytest.mark.rule("DZ-DMG-05")
def test_an_engaged_monster_attacks_where_it_stands() -> None:
    units = {"r1": {"heavy": 1}, "r2": {"plain": 5}, "b1": {"brute": 1}, "b2": {"elite": 4}}
    game = Skirmish(PROFILES, units, phase="melee")
    game.engage("b1", "r1")
    game.fight("r1", "b1")
    game.rolls("6", "6", "1", "4")
    assert game.dice() == ("to hit", 8, "6")  # at r1, nothing asked: basic against elite


@pytest.mark.rule("DZ-DMG-05", "DZ-DMG-01")
def test_an_enraged_monster_may_damage_a_vehicle_before_the_volley_goes_on() -> None:
    units = {"r1": {"heavy": 1}, "r2": {"tank": 1}, "b1": {"brute": 1}}
    game = Skirmish(PROFILES, units)
    game.fire("r1", "b1")
    game.rolls("666666", "661111", "11", "4")  # two failed saves; the first enrages
    game.choose(u("r2"))
    game.choose(True)
    game.rolls("61111111", "6", "1")
    asked = game.request(Faces)
    assert (asked.what, asked.side, asked.target) == ("damage", BLUE, u("r2"))
    game.roll("5")
    assert game.match.has(f("r2", 1), markers.WILL_STOP)
    asked = game.request(Faces)  # then the second die of the volley
    assert (asked.what, asked.side, asked.target) == ("damage", RED, u("b1"))


@pytest.mark.rule("DZ-DMG-05", "DZ-GEN-03")
def test_a_tie_for_nearest_is_diced() -> None:
    game = hit("brute", 1)
    game.roll("4")
    game.choose("tie")
    assert game.request(Tally).spatial
    game.choose(((u("r1"), 1), (u("b2"), 1)))
    assert game.request(Faces).dice == (6,)
    game.roll("4")  # 4-6: the second
    assert "b2" in game.request(Confirm).what


@pytest.mark.rule("DZ-DMG-05", "DZ-G28")
def test_a_monster_destroyed_later_in_the_phase_has_still_made_its_attack() -> None:
    game = hit("brute", 2)
    game.roll("4")
    game.choose(u("r2"))
    game.choose(True)
    game.rolls("66666666", "66666666", "11111111")
    assert game.falls("r2") == 5
    assert game.asked.what == "damage"  # the second failed save
    game.roll("6")
    assert game.idle
    assert game.falls("r2") == 5
    assert game.falls("b1") == 1


def faces_to_index(options: int) -> dict[int, int | None]:
    """What each face of the die picks (None: rolled again)."""
    names = tuple(str(n) for n in range(options))
    found: dict[int, int | None] = {}
    for face in range(1, max(options, 6) + 1):
        generator = draw_option(DRAW, "x", names)
        next(generator)
        try:
            generator.send((face,))
        except StopIteration as stop:
            found[face] = stop.value if isinstance(stop.value, int) else None
    return found


@pytest.mark.rule("DZ-GEN-03")
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (2, [0, 0, 0, 1, 1, 1]),
        (3, [0, 0, 1, 1, 2, 2]),
        (4, [0, 1, 2, 3, None, None]),
        (5, [0, 1, 2, 3, 4, None]),
        (6, [0, 1, 2, 3, 4, 5]),
        (7, [0, 1, 2, 3, 4, 5, 6]),
    ],
)
def test_random_choice_by_die(options: int, expected: list[int | None]) -> None:
    assert list(faces_to_index(options).values()) == expected


@pytest.mark.rule("DZ-GEN-03", "DZ-DMG-03")
def test_high_numbers_are_rolled_again_at_the_table() -> None:
    four = profile("basic vehicle light", GUNS + " + basic rifle")
    game = Skirmish(PROFILES | {"tank": four}, {"r1": {"heavy": 1}, "b1": {"tank": 1}})
    game.fire("r1", "b1")
    game.rolls("666666", "611111", "1", "3")
    game.rolls("6", "5", "4")
    assert marks(game) == {markers.WILL_LOSE: "g4"}


@pytest.mark.rule("DZ-W40", "DZ-G28", "DZ-G29", "DZ-MOVE-08")
@pytest.mark.parametrize(("repeat", "inches"), [("stack", 1), ("once", 2)])
def test_what_is_halved_twice_crawls_from_the_end_of_the_phase(repeat: str, inches: int) -> None:
    game = hit("tank", 2, {"repeat_half": repeat})
    game.rolls("1", "2")
    assert find_move_allowance(game.match, u("b1")) == 400  # until then as ever
    game.clock(1, "shoot", BLUE)
    game.do("next", BLUE, NextParams())
    assert find_move_allowance(game.match, u("b1")) == inches * 100


@pytest.mark.rule("DZ-DMG-03", "DZ-G31")
def test_a_gun_lost_earlier_is_not_in_the_draw() -> None:
    game = hit("tank", 1)
    game.fix(GearChanged(figure=TANK, lost=("g1",), why="damage"))
    game.rolls("3", "1")  # two left: 1-3 the first of them
    assert marks(game) == {markers.WILL_LOSE: "g2"}
