"""Melee: who strikes with how many dice, what they need, several enemies, and the house rules."""

import pytest

from tests.deathzap2.skirmish import Skirmish, profile
from tracker.input_parsing.line_syntax_tree import format_line
from tracker.procedures.requests import Number
from tracker.rulesets.deathzap2.attacks.strike_allocation import TargetedStrikes
from tracker.rulesets.deathzap2.data import markers
from tracker.rulesets.deathzap2.phases.melee_phase import FIGHT, Fight
from tracker.testing.match_in_memory import BLUE, RED, f, u
from tracker.vocabulary.events import FiguresRemoved

PROFILES = {
    "foot": profile("basic infantry light"),
    "regular": profile("regular infantry medium"),
    "elite": profile("elite infantry light"),
    "beast": profile("regular beast light", "", "basic jaws"),
    "big": profile("elite big-beast light", "", "upgraded big-jaws"),
    "two": profile("regular infantry light", "", "advanced basic + basic jaws"),
    "brute": profile("regular monster heavy", "", "upgraded monstrous-jaws + basic jaws"),
    "rich": profile("regular infantry light", "", "advanced basic"),
}


def melee(
    reds: dict[str, int],
    blues: dict[str, int],
    options: dict[str, bool | str] | None = None,
    tables: dict[str, dict[str, object]] | None = None,
) -> Skirmish:
    units = {"r1": reds, "b1": blues}
    game = Skirmish(PROFILES, units, options, tables, phase="melee")  # type: ignore[arg-type]
    game.engage("r1", "b1")
    return game


@pytest.mark.rule("DZ-W35", "DZ-MELEE-02", "DZ-MELEE-03", "DZ-MELEE-04", "DZ-T7", "DZ-G41")
def test_free_attacks() -> None:
    game = melee({"foot": 5}, {"elite": 3})
    game.fight("r1", "b1")
    asked = []
    for faces in ("65436", "43", "3"):
        asked.append(game.dice())
        game.roll(faces)
    assert asked == [("to hit", 5, "6"), ("through", 2, "4+"), ("save", 1, "4+")]
    assert game.falls("b1") == 1
    assert game.match.mark(f("b1", 3), markers.TO_REMOVE) == "melee"


@pytest.mark.rule("DZ-W37", "DZ-G37")
@pytest.mark.parametrize(("how", "need"), [("sixes", "6"), ("normal", "3+")])
def test_panicked_in_melee(how: str, need: str) -> None:
    game = melee({"beast": 6}, {"foot": 5}, {"panicked_melee": how})
    game.panic("r1")
    game.fight("r1", "b1")
    assert game.dice() == ("to hit", 12, need)
    game.roll("655436215432")
    if how == "sixes":
        assert game.dice()[:2] == ("through", 2)


@pytest.mark.rule("DZ-T8", "DZ-MELEE-03", "DZ-G62")
@pytest.mark.parametrize(
    ("quality", "needs"),
    [("basic", "4+ 5+ 6"), ("regular", "3+ 4+ 5+"), ("elite", "2+ 3+ 4+")],
)
def test_to_hit_by_quality_against_quality(quality: str, needs: str) -> None:
    for prey, need in zip(("basic", "regular", "elite"), needs.split(), strict=True):
        arms = {
            "x": profile(f"{quality} infantry light"),
            "y": profile(f"{prey} infantry light"),
        }
        game = Skirmish(arms, {"r1": {"x": 2}, "b1": {"y": 2}}, phase="melee")
        game.engage("r1", "b1")
        game.fight("r1", "b1")
        assert game.dice() == ("to hit", 2, need)


@pytest.mark.rule("DZ-T7", "DZ-MELEE-02")
@pytest.mark.parametrize(
    ("weapon", "dice"), [("basic", 1), ("jaws", 2), ("big-jaws", 4), ("monstrous-jaws", 8)]
)
def test_attacks_of_a_weapon(weapon: str, dice: int) -> None:
    arms = {"x": profile("regular beast light", "", f"basic {weapon}"), "y": PROFILES["foot"]}
    game = Skirmish(arms, {"r1": {"x": 3}, "b1": {"y": 3}}, phase="melee")
    game.engage("r1", "b1")
    game.fight("r1", "b1")
    assert game.dice()[1] == 3 * dice


@pytest.mark.rule("DZ-W57", "DZ-MELEE-01", "DZ-G40")
def test_marked_figures_strike_back() -> None:
    game = melee({"regular": 6}, {"big": 4})
    game.fight("b1", "r1")
    asked = []
    for faces in ("1122333445566621", "4456123321", "5432"):
        asked.append(game.dice())
        game.roll(faces)
    assert asked == [("to hit", 16, "3+"), ("through", 10, "4+"), ("save", 4, "5+")]
    assert game.falls("r1") == 3
    asked = []
    game.fight("r1", "b1")
    for faces in ("561234", "42", "2"):
        asked.append(game.dice())
        game.roll(faces)
    assert asked == [("to hit", 6, "5+"), ("through", 2, "4+"), ("save", 1, "3+")]
    assert game.falls("b1") == 1


@pytest.mark.rule("DZ-W57")
def test_the_second_round_with_a_panicked_unit() -> None:
    game = melee({"regular": 3}, {"big": 3})
    game.panic("r1", 3)
    game.fight("r1", "b1")
    assert game.dice() == ("to hit", 3, "6")
    game.rolls("654", "3")
    assert game.idle
    game.fight("b1", "r1")
    assert game.dice() == ("to hit", 12, "3+")
    game.roll("334112212121")
    assert game.dice() == ("through", 3, "4+")
    game.roll("412")
    game.roll("5")
    assert (game.falls("r1"), game.falls("b1")) == (0, 0)


@pytest.mark.rule("DZ-G39")
def test_mixed_quality_takes_the_commonest_and_ties_the_better() -> None:
    for blues, need in (({"foot": 2, "elite": 1}, "3+"), ({"foot": 2, "elite": 2}, "5+")):
        game = melee({"regular": 2}, blues)
        game.fight("r1", "b1")
        assert game.dice() == ("to hit", 2, need)
    game = melee({"regular": 2}, {"foot": 2, "elite": 1})
    game.fight("r1", TargetedStrikes(u("b1"), quality="elite"))
    assert game.dice() == ("to hit", 2, "5+")


@pytest.mark.rule("DZ-G42", "DZ-MELEE-02")
@pytest.mark.parametrize(("how", "pools"), [("all", [1, 2]), ("one", [2])])
def test_several_weapons_a_figure(how: str, pools: list[int]) -> None:
    game = melee({"two": 1}, {"foot": 3}, {"melee_weapons_per_figure": how})
    game.fight("r1", "b1")
    seen = []
    while game.asked.what == "to hit":
        seen.append(game.dice()[1])
        game.roll("6" * seen[-1])
    assert seen == pools


@pytest.mark.rule("DZ-G41", "DZ-MELEE-04", "DZ-T5")
def test_a_bought_basic_weapon_raises_the_grade_of_the_one_attack() -> None:
    game = melee({"rich": 3}, {"foot": 3})
    game.fight("r1", "b1")
    assert game.dice()[1] == 3
    game.roll("666")
    assert game.dice() == ("through", 3, "2+")


@pytest.mark.rule("DZ-G38")
def test_everybody_fights_or_those_in_contact() -> None:
    game = melee({"foot": 5}, {"foot": 3})
    game.fight("r1", "b1")
    assert game.dice()[1] == 5
    game = melee({"foot": 5}, {"foot": 3}, {"melee_reach": "base_contact"})
    game.fight("r1", "b1")
    assert isinstance(game.asked, Number)
    assert (game.asked.low, game.asked.high, game.asked.default) == (1, 5, 5)
    game.choose(2)
    assert game.dice()[1] == 2
    game = melee({"foot": 5}, {"foot": 3}, {"melee_reach": "base_contact"})
    game.fight("r1", TargetedStrikes(u("b1"), figures=3))
    assert game.dice()[1] == 3


def surrounded() -> Skirmish:
    units = {"r1": {"foot": 5}, "r2": {"brute": 1}, "b1": {"foot": 3}, "b2": {"foot": 3}}
    game = Skirmish(PROFILES, units, phase="melee")
    for red in ("r1", "r2"):
        for blue in ("b1", "b2"):
            game.engage(red, blue)
    return game


@pytest.mark.rule("DZ-MELEE-05")
def test_attackers_divide_figure_by_figure() -> None:
    game = surrounded()
    game.fight("r1", TargetedStrikes(u("b1")), TargetedStrikes(u("b2"), figures=2))
    assert (game.dice()[1], game.asked.target) == (3, u("b1"))
    game.roll("111")
    assert (game.dice()[1], game.asked.target) == (2, u("b2"))


@pytest.mark.rule("DZ-MELEE-02", "DZ-MELEE-05")
def test_no_more_figures_strike_than_there_are() -> None:
    game = surrounded()
    for many, against in ((2, []), (3, ["so-many"])):
        parts = (TargetedStrikes(u("b1"), figures=3), TargetedStrikes(u("b2"), figures=many))
        assert ids(game, Fight(u("r1"), parts)) == against


@pytest.mark.rule("DZ-MELEE-05")
def test_a_monster_divides_weapon_by_weapon() -> None:
    game = surrounded()
    game.fight("r2", TargetedStrikes(u("b1"), weapons=("jaws",)), TargetedStrikes(u("b2")))
    assert (game.dice()[1], game.asked.target) == (2, u("b1"))
    game.roll("11")
    assert (game.dice()[1], game.asked.target) == (8, u("b2"))


@pytest.mark.rule("DZ-MELEE-05", "DZ-MELEE-01")
def test_without_a_word_the_only_enemy_is_fought() -> None:
    game = melee({"foot": 5}, {"foot": 3})
    game.do("fight", RED, Fight(u("r1")))
    assert game.asked.target == u("b1")


@pytest.mark.rule("DZ-ORD-03", "DZ-MELEE-03")
def test_orders_add_attacks_and_help_to_hit() -> None:
    game = melee(
        {"beast": 3},
        {"foot": 3},
        {"orders_table": "custom"},
        {"orders": {"5": {"text": "fury", "attacks": 1, "hit_melee": 1}}},
    )
    game.order("r1", 5)
    game.fight("r1", "b1")
    assert game.dice() == ("to hit", 9, "2+")  # (2 + 1) × 3 dice; 3+ less 1


@pytest.mark.rule("DZ-ORD-03", "DZ-G42")
def test_more_attacks_come_once_a_figure() -> None:
    rows: dict[str, dict[str, object]] = {"orders": {"5": {"attacks": 1}}}
    game = melee({"two": 2}, {"foot": 3}, {"orders_table": "custom"}, rows)
    game.order("r1", 5)
    game.fight("r1", "b1")
    seen = []
    while game.asked.what == "to hit":
        seen.append(game.dice()[1])
        game.roll("6" * seen[-1])
    assert seen == [4, 4]  # two figures: (1 + 1) with the first weapon, 2 with the jaws


@pytest.mark.rule("DZ-G40")
def test_charger_first_and_casualties_at_once() -> None:
    options: dict[str, bool | str] = {"melee_order": "charger_first_casualties_at_once"}
    game = melee({"foot": 3}, {"foot": 3}, options)
    # r1 made contact this turn
    reds = [o.id for o in game.objections("fight", RED, Fight(u("r1")))]
    blues = [o.id for o in game.objections("fight", BLUE, Fight(u("b1")))]
    assert (reds, blues) == ([], ["strikes-second"])
    game.fight("r1", "b1")
    game.rolls("666", "666", "116")
    lost = FiguresRemoved(figures=(f("b1", 2), f("b1", 3)), how="killed", by=u("r1"))
    assert lost in game.facts
    assert markers.KILLED.number(game.match, u("b1")) == 2
    assert [o.id for o in game.objections("fight", BLUE, Fight(u("b1")))] == []
    game.fight("b1", "r1")
    assert game.dice()[1] == 1  # only the one left strikes


@pytest.mark.rule("DZ-G40")
def test_where_nobody_made_contact_this_turn_the_first_side_strikes_first() -> None:
    options: dict[str, bool | str] = {"melee_order": "charger_first_casualties_at_once"}
    game = melee({"foot": 3}, {"foot": 3}, options)
    game.clock(2, "melee", BLUE, BLUE, RED)
    assert [o.id for o in game.objections("fight", RED, Fight(u("r1")))] == ["strikes-second"]
    assert [o.id for o in game.objections("fight", BLUE, Fight(u("b1")))] == []


def ids(game: Skirmish, params: Fight) -> list[str]:
    return [objection.id for objection in game.objections("fight", RED, params)]


@pytest.mark.rule("DZ-MELEE-01", "DZ-MELEE-05", "DZ-MELEE-04")
def test_objections() -> None:
    game = surrounded()
    assert ids(game, Fight(u("r1"), (TargetedStrikes(u("b1")),))) == []
    game.fight("r1", "b1")
    game.rolls("11111")
    assert ids(game, Fight(u("r1"), (TargetedStrikes(u("b1")),))) == ["has-fought"]
    for number in (1, 2, 3):
        game.mark(f("b1", number), markers.TO_REMOVE, "melee")
    assert ids(game, Fight(u("r2"), (TargetedStrikes(u("b1")),))) == ["all-to-remove"]
    units = {"r1": {"foot": 2}, "r2": {"foot": 2}, "b1": {"foot": 2}, "b2": {"foot": 2}}
    game = Skirmish(PROFILES, units, phase="melee")
    assert ids(game, Fight(u("r1"), (TargetedStrikes(u("b1")),))) == ["not-in-melee"]
    game.engage("r1", "b1")
    assert ids(game, Fight(u("r1"), (TargetedStrikes(u("b2")),))) == ["no-contact"]


def test_candidates_and_lines() -> None:
    game = surrounded()
    found = [params for _, params in FIGHT.candidates(game.match)]
    assert found[0] == Fight(u("r1"), (TargetedStrikes(u("b1")),))
    assert {params.unit for params in found} == {u("r1"), u("r2")}, "Red's half"
    split = next(params for params in found if len(params.against) == 2)
    assert (
        format_line(FIGHT.make_line(game.match, RED, split))
        == "r1 fights b1 figures 2 | r1 fights b2"
    )


def test_losses_alone_close_a_round() -> None:
    game = melee({"foot": 5}, {"foot": 3})
    game.fight("r1", "b1")
    assert FIGHT.outcome is not None
    game.fix(*FIGHT.outcome(game.match, RED, Fight(u("r1")), 2))
    assert game.falls("b1") == 2
    assert game.match.mark(f("b1", 3), markers.TO_REMOVE) == "melee"


@pytest.mark.rule("DZ-MELEE-05")
def test_weapons_of_one_kind_may_strike_at_different_enemies() -> None:
    twice = profile("regular monster heavy", "", "basic jaws + advanced jaws + basic big-jaws")
    units = {"r1": {"twice": 1}, "b1": {"foot": 5}, "b2": {"foot": 5}}
    game = Skirmish({**PROFILES, "twice": twice}, units, phase="melee")
    game.engage("r1", "b1")
    game.engage("r1", "b2")
    one = TargetedStrikes(u("b1"), weapons=("jaws",))
    game.fight("r1", one, TargetedStrikes(u("b2"), weapons=("jaws", "big-jaws")))
    asked = []
    for faces in ("66", "11", "66", "1111", "11"):
        asked.append(game.dice())
        game.roll(faces)
    assert asked == [
        ("to hit", 2, "3+"),  # the first jaws, of Basic grade
        ("through", 2, "4+"),
        ("to hit", 2, "3+"),  # the second, Advanced
        ("to hit", 4, "3+"),  # and the big ones, Basic
        ("through", 2, "2+"),
    ]
    assert game.idle


@pytest.mark.rule("DZ-MELEE-05")
def test_weapons_of_a_kind_named_once_go_together() -> None:
    twice = profile("regular monster heavy", "", "basic jaws + basic jaws + basic big-jaws")
    units = {"r1": {"twice": 1}, "b1": {"foot": 5}, "b2": {"foot": 5}}
    game = Skirmish({**PROFILES, "twice": twice}, units, phase="melee")
    game.engage("r1", "b1")
    game.engage("r1", "b2")
    game.fight("r1", TargetedStrikes(u("b1"), weapons=("jaws",)), TargetedStrikes(u("b2")))
    dice = []
    for _ in range(2):
        dice.append(game.dice()[1])
        game.roll("1" * dice[-1])
    assert dice == [4, 4]  # two jaws with 2 each; what is left, 4


@pytest.mark.rule("DZ-MELEE-04", "DZ-SHOOT-10")
def test_nobody_named_is_an_enemy_that_can_still_be_hit() -> None:
    game = Skirmish(PROFILES, {"r1": {"foot": 3}, "b1": {"foot": 1}, "b2": {"elite": 2}})
    game.engage("r1", "b1")
    game.engage("r1", "b2")
    game.mark(f("b1", 1), markers.TO_REMOVE, "melee")
    game.fight("r1")
    assert game.dice() == ("to hit", 3, "6")  # basic against elite


@pytest.mark.rule("DZ-MELEE-01", "DZ-TURN-02", "DZ-G40")
def test_blows_may_come_before_their_half_but_not_in_another_phase() -> None:
    """Both halves count at once: those of the other side may be rolled before this one is done."""
    game = melee({"foot": 3}, {"foot": 3})
    assert list(FIGHT.list_objections(game.match, BLUE, Fight(u("b1")))) == []
    assert list(FIGHT.list_objections(game.match, RED, Fight(u("r1")))) == []
    game.clock(1, "shoot", RED)
    (said,) = FIGHT.list_objections(game.match, RED, Fight(u("r1")))
    assert (said.rule, said.text) == ("DZ-TURN-02", "units strike only in the Melee phase")


@pytest.mark.rule("DZ-MELEE-02", "DZ-G42")
@pytest.mark.parametrize(
    ("who", "use", "weapon", "against"),
    [
        ("foot", "all", "basic", []),  # the free attack
        ("foot", "all", "jaws", [("no-weapon", "DZ-MELEE-02")]),
        ("two", "all", "jaws", []),
        ("two", "one", "jaws", []),  # jaws of two dice are the better of both
        ("two", "one", "basic", [("no-weapon", "DZ-G42")]),
        ("brute", "all", "big-jaws", [("no-weapon", "DZ-MELEE-02")]),
    ],
)
def test_a_weapon_nobody_strikes_with_is_objected_to(
    who: str, use: str, weapon: str, against: list[tuple[str, str]]
) -> None:
    game = melee({who: 1}, {"foot": 5}, {"melee_weapons_per_figure": use})
    fight = Fight(u("r1"), (TargetedStrikes(u("b1"), weapons=(weapon,)),))
    found = [(one.id, one.rule) for one in game.objections("fight", RED, fight)]
    assert found == against


@pytest.mark.rule("DZ-MELEE-05")
def test_a_part_for_which_nobody_is_left_is_objected_to() -> None:
    game = melee({"foot": 3}, {"foot": 5})
    for first in (
        TargetedStrikes(u("b1"), 3),
        TargetedStrikes(u("b1")),
    ):  # all three, by number or as they are
        fight = Fight(u("r1"), (first, TargetedStrikes(u("b1"))))
        assert [one.id for one in game.objections("fight", RED, fight)] == ["nobody-left"]
