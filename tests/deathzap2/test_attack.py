"""Dealing hits to mixed units, saves by type, who falls, and overkill."""

import pytest

from tests.deathzap2.skirmish import Skirmish, profile
from tracker.procedures.requests import Number, Split
from tracker.rulesets.deathzap2.data import markers
from tracker.testing.match_in_memory import BLUE, RED, f, u

SHOOTER = profile("regular infantry medium", "basic rifle")
PLAIN = profile("basic infantry light", cost=20)
SERGEANT = profile("elite infantry heavy", cost=40)
GUNNER = profile("basic infantry light", "basic heavy-repeater", cost=35)
PROFILES = {"shooter": SHOOTER, "plain": PLAIN, "sergeant": SERGEANT, "gunner": GUNNER}


def mixed(shooters: int, options: dict[str, bool | str] | None = None, **blues: int) -> Skirmish:
    return Skirmish(PROFILES, {"r1": {"shooter": shooters}, "b1": blues}, options)


def split(game: Skirmish) -> Split:
    assert isinstance(game.asked, Split)
    return game.asked


@pytest.mark.rule("DZ-SHOOT-07", "DZ-G67")
def test_the_owner_deals_hits_to_kinds_and_each_rolls_its_own_shields_and_saves() -> None:
    game = mixed(4, plain=3, sergeant=1)
    game.fire("r1", "b1")
    game.roll("6666")
    asked = split(game)
    assert (asked.what, asked.side, asked.total) == ("hits on", BLUE, 4)
    plain, sergeant = (share.id for share in asked.shares)
    assert asked.default == ((plain, 4),)  # the plainest first, as many as the owner likes
    game.choose(((plain, 2), (sergeant, 2)))
    seen = []
    for faces in ("66", "66", "11", "11"):
        seen.append(game.dice())
        game.roll(faces)
    assert seen == [
        ("through", 2, "4+"),
        ("through", 2, "6"),
        ("save", 2, "6"),
        ("save", 2, "4+"),
    ]
    # two plain figures and the sergeant fell; his second failure passes to the last plain one
    assert game.falls("b1") == 4


@pytest.mark.rule("DZ-SHOOT-07", "DZ-SHOOT-10", "DZ-G25", "DZ-G26")
def test_stacking_on_one_kind_passes_the_surplus_on() -> None:
    game = mixed(4, plain=3, sergeant=1)
    game.fire("r1", "b1")
    game.roll("6666")
    sergeant = split(game).shares[1].id
    game.choose(((sergeant, 4),))
    game.rolls("6666", "1111")
    assert game.idle
    assert game.falls("b1") == 4


@pytest.mark.rule("DZ-G25")
def test_spread_evenly_leaves_only_the_remainder_to_choose() -> None:
    game = mixed(6, {"hit_allocation": "spread_evenly"}, plain=3, sergeant=1)
    game.fire("r1", "b1")
    game.roll("666666")  # one each, then two more
    asked = split(game)
    assert asked.total == 2
    assert [share.most for share in asked.shares] == [2, 1]
    game.default()
    assert game.dice() == ("through", 5, "4+")
    game.roll("111111"[:5])
    assert game.dice() == ("through", 1, "6")


@pytest.mark.rule("DZ-G25")
def test_spread_evenly_asks_nothing_where_everybody_gets_the_same() -> None:
    game = mixed(4, {"hit_allocation": "spread_evenly"}, plain=3, sergeant=1)
    game.fire("r1", "b1")
    game.roll("6666")
    assert game.dice() == ("through", 3, "4+")


@pytest.mark.rule("DZ-G67")
def test_by_majority_nothing_is_dealt() -> None:
    game = mixed(4, {"mixed_defence": "majority"}, plain=3, sergeant=1)
    game.fire("r1", "b1")
    game.roll("6666")
    assert game.dice() == ("through", 4, "4+")
    game.roll("6666")
    assert game.dice() == ("save", 4, "6")
    game.roll("6611")
    asked = split(game)  # any of them may fall: the owner's choice
    assert (asked.what, asked.total) == ("falls", 2)
    assert [share.most for share in asked.shares] == [2, 1]


@pytest.mark.rule("DZ-G67")
def test_a_tie_of_values_goes_to_the_better() -> None:
    game = mixed(2, {"mixed_defence": "majority"}, plain=1, sergeant=1)
    game.fire("r1", "b1")
    game.roll("66")
    assert game.dice() == ("through", 2, "6")  # heavy
    game.roll("66")
    assert game.dice() == ("save", 2, "4+")  # elite


@pytest.mark.rule("DZ-W29", "DZ-G26", "DZ-SHOOT-10")
def test_spill_and_who_falls_is_asked_where_arms_differ() -> None:
    game = mixed(2, plain=2, gunner=1)
    game.fire("r1", "b1")
    game.rolls("66", "66", "11")
    asked = split(game)
    assert (asked.what, asked.side, asked.total) == ("falls", BLUE, 2)
    assert asked.default == (("0", 2),)  # the gunner falls last
    game.choose((("0", 1), ("1", 1)))
    assert game.match.has(f("b1", 3), markers.TO_REMOVE)
    assert game.match.has(f("b1", 2), markers.TO_REMOVE)
    assert len(game.standing("b1")) == 1


@pytest.mark.rule("DZ-SHOOT-07")
def test_marked_figures_cannot_be_chosen_again() -> None:
    game = mixed(2, plain=2, gunner=1)
    game.mark(f("b1", 2), markers.TO_REMOVE, "fire")
    game.fire("r1", "b1")
    game.rolls("66", "66", "61")
    assert [share.most for share in split(game).shares] == [1, 1]
    game.default()
    assert game.standing("b1") == (f("b1", 3),)


@pytest.mark.rule("DZ-SHOOT-07", "DZ-SHOOT-10")
def test_hits_cannot_be_dealt_to_a_kind_that_is_all_to_be_removed() -> None:
    game = mixed(4, plain=2, sergeant=1)
    game.mark(f("b1", 3), markers.TO_REMOVE, "fire")
    game.fire("r1", "b1")
    game.roll("6666")
    assert game.dice() == ("through", 4, "4+"), "all hits are on plain figures, without a choice"


@pytest.mark.rule("DZ-SHOOT-07")
def test_the_hunted_figure_falls_last_by_default() -> None:
    game = mixed(2, plain=3)
    game.mark(f("b1", 3), markers.TARGET)
    game.fire("r1", "b1")
    game.rolls("66", "66", "11")
    assert "hunted" in split(game).shares[1].text
    game.default()
    assert game.standing("b1") == (f("b1", 3),)


@pytest.mark.rule("DZ-G26", "DZ-G25")
def test_wasted_overkill_rolls_figures_with_several_hits_apart() -> None:
    game = mixed(5, {"overkill": "wasted"}, plain=3)
    game.fire("r1", "b1")
    game.roll("66666")
    assert isinstance(game.asked, Number)  # the owner may heap hits on fewer figures
    assert (game.asked.low, game.asked.high, game.asked.default) == (1, 3, 3)
    game.default()
    # five hits over three figures: 2 + 2 + 1
    seen = []
    for faces in ("6", "66", "66", "1", "11", "11"):
        seen.append(game.dice()[:2])
        game.roll(faces)
    assert seen == [
        ("through", 1),
        ("through", 2),
        ("through", 2),
        ("save", 1),
        ("save", 2),
        ("save", 2),
    ]
    assert game.falls("b1") == 3


@pytest.mark.rule("DZ-G26", "DZ-G25")
def test_wasted_overkill_on_one_figure_kills_one() -> None:
    game = mixed(5, {"overkill": "wasted"}, plain=3)
    game.fire("r1", "b1")
    game.roll("66666")
    game.choose(1)
    game.rolls("66666", "11111")
    assert game.falls("b1") == 1


@pytest.mark.rule("DZ-G26", "DZ-G25")
def test_wasted_and_spread_asks_nothing_of_like_figures() -> None:
    game = mixed(4, {"overkill": "wasted", "hit_allocation": "spread_evenly"}, plain=3)
    game.fire("r1", "b1")
    game.roll("6666")
    assert game.dice()[:2] == ("through", 2)  # two figures with one hit each
    game.roll("66")
    assert game.dice()[:2] == ("through", 2)  # one figure with two hits
    game.rolls("66", "11", "11")
    assert game.falls("b1") == 3


@pytest.mark.rule("DZ-W39", "DZ-T2", "DZ-T6", "DZ-G07")
@pytest.mark.parametrize(
    ("kind", "needs"),
    [
        ("infantry", "6 5+ 4+"),
        ("heavy-infantry", "6 5+ 4+"),
        ("beast", "6 5+ 4+"),
        ("light-vehicle", "5+ 4+ 3+"),
        ("big-beast", "5+ 4+ 3+"),
        ("vehicle", "4+ 3+ 2+"),
        ("monster", "4+ 3+ 2+"),
    ],
)
def test_saves_by_type_and_quality(kind: str, needs: str) -> None:
    for quality, need in zip(("basic", "regular", "elite"), needs.split(), strict=True):
        arms = {"shooter": SHOOTER, "prey": profile(f"{quality} {kind} light")}
        game = Skirmish(arms, {"r1": {"shooter": 1}, "b1": {"prey": 1}})
        game.fire("r1", "b1")
        game.rolls("6", "6")
        assert game.dice() == ("save", 1, need)


@pytest.mark.rule("DZ-T5", "DZ-SHOOT-08")
@pytest.mark.parametrize(
    ("grade", "needs"),
    [("basic", "4+ 5+ 6"), ("upgraded", "3+ 4+ 5+"), ("advanced", "2+ 3+ 4+")],
)
def test_through_by_grade_and_shields(grade: str, needs: str) -> None:
    for shields, need in zip(("light", "medium", "heavy"), needs.split(), strict=True):
        arms = {
            "shooter": profile("elite infantry light", f"{grade} rifle"),
            "prey": profile(f"basic infantry {shields}"),
        }
        game = Skirmish(arms, {"r1": {"shooter": 2}, "b1": {"prey": 5}})
        game.fire("r1", "b1")
        game.roll("66")
        assert game.dice() == ("through", 2, need)
        assert game.asked.side == RED, "by the attacker"


@pytest.mark.rule("DZ-SHOOT-10")
def test_several_volleys_of_a_phase_add_up() -> None:
    units = {"r1": {"shooter": 2}, "r2": {"shooter": 2}, "b1": {"plain": 5}}
    game = Skirmish(PROFILES, units)
    for who in ("r1", "r2"):
        game.fire(who, "b1")
        game.rolls("66", "66", "11")
    assert markers.KILLED.number(game.match, u("b1")) == 4
    assert game.standing("b1") == (f("b1", 1),)
