"""Luck against numbers worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from exports.game_course_and_ending import describe_actual_and_expected_result
from tests.application.success_chances import sum_success_tails
from tests.application.telling import Telling, pool
from tests.application.test_righting import volley
from tracker.application.book import Book
from tracker.application.chances.game_luck import compute_luck
from tracker.application.chances.success_count_rarity import (
    compute_success_tails,
    format_difference,
    tally_dice_pools,
)
from tracker.application.demo.demo_games import (
    begin_demo_game,
    load_demo_games,
    play_all_demo_lines,
)
from tracker.application.log import attack_roll_chains
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.ledger.memory_store import MemoryStore
from tracker.testing.match_in_memory import BLUE, RED
from tracker.vocabulary import dice_bands
from tracker.vocabulary import events as ev
from tracker.vocabulary.match_event_codec import upcast_label

HALF, SIXTH = Fraction(1, 2), Fraction(1, 6)


def test_figures_that_act_one_by_one_are_named_as_in_the_log() -> None:
    show = next(one for one in load_demo_games() if one.setting.ruleset == "combat-zone")
    game = play_all_demo_lines(begin_demo_game(Book(MemoryStore()), "figures", show), show)
    named = {row.unit for row in compute_luck(game.history).units}
    assert {"R11 Brakk", "B11 Halden"} <= named
    assert not any("." in unit for unit in named)


def test_two_dice_at_four_or_more() -> None:
    # 0, 1, 2 successes: 1/4, 1/2, 1/4. One success: at most 3/4, at least 3/4, worse 1/4 + 1/4.
    found = tally_dice_pools([pool("to hit", "43", 4)])
    assert (found.rolls, found.dice, found.made, found.expected) == (1, 2, 1, 1.0)
    assert (found.at_most, found.at_least, found.worse) == (0.75, 0.75, 0.5)
    assert found.difference == 0


def test_dice_of_different_need_are_convolved() -> None:
    # One die at 4+ (1/2) and one at 6 (1/6): both 1/12, none 5/12, one 6/12. Two made:
    # at most 1, at least 1/12, worse 11/12 + 1/24 = 23/24. Expected 1/2 + 1/6 = 2/3.
    found = tally_dice_pools([pool("to hit", "5", 4), pool("to hit", "6", 6)])
    assert found.expected == pytest.approx(2 / 3)
    assert found.at_most == pytest.approx(1)
    assert found.at_least == pytest.approx(1 / 12)
    assert found.worse == pytest.approx(23 / 24)


def test_eight_dice_at_four_or_more_against_the_binomial_table() -> None:
    # C(8, k) = 1 8 28 56 70 …, of 256. Two made: at most (1 + 8 + 28) / 256 = 37 / 256.
    found = tally_dice_pools([pool("to hit", "45111111", 4)])
    assert found.at_most == 37 / 256
    assert found.at_least == (256 - 9) / 256
    assert found.worse == (9 + 14) / 256


@given(
    st.dictionaries(
        st.sampled_from([SIXTH, Fraction(1, 3), HALF, Fraction(7, 10)]),
        st.integers(1, 40),
        min_size=1,
    ),
    st.data(),
)
def test_chances_are_those_of_one_die_after_the_other(
    counts: dict[Fraction, int], data: st.DataObject
) -> None:
    made = data.draw(st.integers(0, sum(counts.values())))
    assert compute_success_tails(counts, made) == pytest.approx(
        sum_success_tails(counts, made), abs=1e-12
    )


def test_a_thousand_rolls_stay_exact_in_the_tail() -> None:
    # No six in 300 dice: (5/6)^300, far below what a plain sum of floats would keep apart.
    found = tally_dice_pools([pool("to hit", "1" * 30, 6)] * 10)
    assert found.at_most == pytest.approx(float(Fraction(5, 6) ** 300), rel=1e-12)


def shot(telling: Telling, *rolls: ev.Rolled) -> None:
    telling.act("shoot", unit="u:r1", target="u:b1")
    for roll in rolls[:-1]:
        telling.say(roll)
    telling.end(rolls[-1])


def test_by_side_kind_and_unit() -> None:
    telling = Telling()
    shot(
        telling,
        pool("to hit", "45162346", 4),  # 5 of 8, 4 expected
        pool("through", "42651", 4),  # 3 of 5, 2.5 expected
        pool("save", "362", 6, BLUE, "u:b1", "u:r1"),  # 1 of 3, 0.5 expected
    )
    found = compute_luck(telling.history)
    sides = {row.side_name: (row.tally.made, row.tally.expected) for row in found.sides}
    assert sides == {"Red": (8, 6.5), "Blue": (1, 0.5)}
    kinds = {(row.side_name, row.what): row.tally.made for row in found.kinds}
    assert kinds == {("Red", "to hit"): 5, ("Red", "through"): 3, ("Blue", "save"): 1}
    assert {(row.unit, row.tally.dice) for row in found.units} == {
        ("R1 Alpha", 13),
        ("B1 Claws", 3),
    }


def test_dice_of_a_side_belong_to_no_unit() -> None:
    telling = Telling()
    telling.say(ev.ActionTaken(action="shoot"))
    telling.end(pool("through", "61", 4, RED, "s:r", None))
    found = compute_luck(telling.history)
    assert [(row.side_name, row.tally.dice) for row in found.sides] == [("Red", 2)]
    assert found.units == ()


def test_an_attack_against_its_own_chance() -> None:
    # Each of 2 dice goes all the way with 1/2 × 1/2 × 1/2 = 1/8. One did.
    # none 49/64, one 14/64, two 1/64: worse 49/64 + 7/64 = 56/64.
    telling = Telling()
    shot(
        telling,
        pool("to hit", "44", 4),
        pool("through", "41", 4),
        pool("save", "1", 4, BLUE, "u:b1", "u:r1"),
    )
    (attack,) = compute_luck(telling.history).attacks
    assert (attack.who, attack.whom) == ("R1 Alpha", "B1 Claws")
    assert (attack.step, attack.saved) == ("save", True)
    assert (attack.dice, attack.result, attack.expected) == (2, 1, 0.25)
    assert attack.worse == pytest.approx(56 / 64)


def test_an_attack_that_stopped_early_is_measured_as_far_as_it_went() -> None:
    telling = Telling()
    shot(telling, pool("to hit", "1111", 4))
    (attack,) = compute_luck(telling.history).attacks
    assert (attack.step, attack.saved, attack.result, attack.expected) == ("to hit", False, 0, 2.0)
    assert attack.worse == 1 / 32  # half of the 1/16 that all four miss


def test_rolls_that_do_not_follow_one_another_are_no_attack() -> None:
    assert (
        attack_roll_chains.build_attack_chain([pool("to hit", "4444", 4), pool("through", "44", 4)])
        is None
    )


def test_pools_of_one_step_are_one_throw() -> None:
    # Two basic rifles and an advanced one hit on 3 or more: 3 × 2/3 = 2.0 expected. One of the two
    # hit, and the third die was rolled for the other rifle, not for that hit.
    (first, second) = (pool("to hit", "61", 3), pool("to hit", "1", 3))
    found = attack_roll_chains.build_attack_chain([first, second])
    assert found is not None
    assert (found.dice, found.result) == ({Fraction(2, 3): 3}, 1)
    assert found.expected_successes == 2
    # What comes after goes its own way for each of them: 1 hit, and 1 die that gets through.
    assert attack_roll_chains.build_attack_chain([first, second, pool("through", "5", 4)]) is None


def test_dice_rolled_again_are_no_next_step() -> None:
    # 4 dice: two ones, which are rolled again, and two hits; 2 dice are not those hits going on.
    ones = replace(pool("to hit, ones again", "63", 4), key="to hit:to hit, ones again:u:r1#1")
    assert attack_roll_chains.build_attack_chain([pool("to hit", "1155", 4), ones]) is None


def test_failed_dice_rolled_again_are_part_of_their_step() -> None:
    # 4 dice hit on 4+ and wound on 4+ with a reroll: 4 × 1/2 × (1/2 + 1/2 × 1/2) = 3/2.
    # One of two hits wounds. The other is rolled again and fails, which leaves the one wound.
    again = replace(pool("to wound, failed again", "1", 4), key="wound_again:u:r1#1")
    rolls = [pool("to hit", "4411", 4), pool("to wound", "41", 4), again]
    found = attack_roll_chains.build_attack_chain(rolls)
    assert found is not None
    assert (found.dice, found.result, found.steps) == ({Fraction(3, 8): 4}, 1, 2)
    assert found.expected_successes == Fraction(3, 2)
    # The save of that wound follows: 4+ saves half of all wounds.
    saved = attack_roll_chains.build_attack_chain([*rolls, pool("save", "1", 4, BLUE)])
    assert saved is not None
    assert (saved.dice, saved.result, saved.saved) == ({Fraction(3, 16): 4}, 1, True)


def test_weapons_with_different_needs_are_one_volley() -> None:
    # 3 dice hit on 4+ and 2 on 5+. There are 2 hits and 1 hit, and 3 saves on 5+ together:
    # 3 × 1/2 × 2/3 + 2 × 1/3 × 2/3 = 1 + 4/9. Two saves fail.
    telling = Telling()
    shot(
        telling,
        pool("to hit", "441", 4),
        pool("to hit", "51", 5),
        pool("save", "511", 5, BLUE, "u:b1", "u:r1"),
    )
    (attack,) = compute_luck(telling.history).attacks
    assert (attack.roll, attack.saved, attack.dice, attack.result) == ("", True, 5, 2)
    assert attack.expected == pytest.approx(13 / 9)


def test_each_weapon_with_its_own_rolls_is_part_of_one_volley() -> None:
    # 4 dice at 4+ and 4+: 4 × 1/4 = 1. Then 2 dice at 6 and 4+: 2 × 1/12 = 1/6. 2 + 1 get through.
    telling = Telling()
    shot(
        telling,
        pool("to hit", "4441", 4),
        pool("through", "441", 4),
        pool("to hit", "61", 6),
        pool("through", "4", 4),
    )
    (attack,) = compute_luck(telling.history).attacks
    assert (attack.roll, attack.step, attack.dice, attack.result) == ("", "through", 6, 3)
    assert attack.expected == pytest.approx(7 / 6)


def test_where_rolls_do_not_follow_the_most_unusual_roll_is_named() -> None:
    # 4 hits, but only 2 of them are rolled: 4 of 4 hit at 4+ (2 expected), 1 of 2 through (1).
    telling = Telling()
    shot(telling, pool("to hit", "4444", 4), pool("through", "41", 4))
    (attack,) = compute_luck(telling.history).attacks
    assert (attack.roll, attack.dice, attack.result, attack.expected) == ("to hit", 4, 4, 2.0)
    assert attack.at_least == 1 / 16
    assert describe_actual_and_expected_result(attack) == "B1 Claws, to hit: 4 hit, expected 2.0"


def test_special_failures_that_may_reach_the_next_step_keep_the_rolls_apart() -> None:
    # A partial hit on 4 or 5 is saved against too, so 1 unsaved is no 1/6 × 1/6.
    telling = Telling()
    near = dice_bands.Band("partial hit", 4, 5, told=True)
    low, six = dice_bands.Band("miss", 1, 3), dice_bands.Band("hit", 6, 6, success=True)
    hit = replace(pool("to hit", "6", 6), bands=(low, near, six), result=(0, 0, 1))
    shot(telling, hit, pool("save", "1", 2, BLUE, "u:b1", "u:r1"))
    (attack,) = compute_luck(telling.history).attacks
    assert (attack.roll, attack.dice, attack.result) == ("to hit", 1, 1)
    assert attack.at_least == pytest.approx(1 / 6)


def test_dice_that_strike_others_never_reach_the_saves() -> None:
    # The 10 strikes friends, so 1 unsaved of 1 die is 1/10 × 1/2, with saves of 6 or more.
    telling = Telling()
    low, nine = dice_bands.Band("miss", 1, 8), dice_bands.Band("hit", 9, 9, success=True)
    ten = dice_bands.Band(dice_bands.ELSEWHERE, 10, 10, told=True)
    hit = replace(
        pool("to hit", "6", 6), dice=(10,), faces=(9,), bands=(low, nine, ten), result=(0, 1, 0)
    )
    shot(telling, hit, pool("save", "1", 4, BLUE, "u:b1", "u:r1"))
    (attack,) = compute_luck(telling.history).attacks
    assert (attack.dice, attack.result) == (1, 1)
    assert attack.at_least == pytest.approx(1 / 20)


def test_successes_called_out_count_as_much_as_faces() -> None:
    read, called = Telling(), Telling()
    shot(read, pool("to hit", "45162346", 4))
    shot(called, pool("to hit", "45162346", 4, counted=5))
    assert compute_luck(read.history).sides == compute_luck(called.history).sides


def test_what_the_table_changed_counts_as_it_was_rolled() -> None:
    # Asked: 8 dice at 4+; rolled: 3 dice at 5+, 1/3 each.
    asked = ev.AskedRollRecord(dice=(6,) * 8, bands=dice_bands.make_at_least_bands(4), need="4+")
    telling = Telling()
    shot(telling, replace(pool("to hit", "562", 5), asked=asked))
    (row,) = compute_luck(telling.history).sides
    assert (row.tally.dice, row.tally.made, row.tally.expected) == (3, 2, 1.0)


def test_what_was_taken_back_does_not_count() -> None:
    telling = Telling()
    before = telling.history.version
    shot(telling, pool("to hit", "66666666", 4))
    telling.say(ev.Rewound(to=before))
    assert compute_luck(telling.history).rolls == 0


def test_what_was_left_undone_was_not_told_by_its_outcome() -> None:
    """``end`` over the dice of a save: nobody said how many fell."""
    game = volley()
    play_line(game, "undo")
    done = play_line(game, "end time draw")
    assert done.error is None
    found = compute_luck(game.history)
    assert found.by_hand == 0
    assert "told by the outcome" not in found.rests_on


def test_it_says_what_it_rests_on() -> None:
    telling = Telling()
    shot(telling, pool("to hit", "45162346", 4))
    telling.act("shoot", unit="u:r1", target="u:b1")
    telling.end(ev.Corrected(reason="not seen", closes=True))
    begun = ev.ActionTaken(action="next", source="default")
    telling.say(begun)
    telling.end(ev.Corrected(reason="skipped", closes=True))
    found = compute_luck(telling.history)
    assert (found.rolls, found.pools, found.by_hand) == (1, 1, 1)
    assert found.rests_on == (
        "1 of 1 recorded rolls; 1 action was entered as an outcome, without dice"
    )


def faces(what: str, read: tuple[int, ...], labels: tuple[str, ...], side: str = "") -> ev.Rolled:
    return ev.Rolled(
        key=what, what=what, form="faces", dice=(6,) * len(read), result=read, faces=read,
        labels=tuple(map(upcast_label, labels)), side=RED if side else None,
    )  # fmt: skip


def test_sums_go_to_those_whose_dice_they_are() -> None:
    # 3.5 a die. The sheet was rolled in Red's half; the dice for b1 are Blue's all the same.
    telling = Telling()
    telling.act("next")
    telling.say(faces("impetus", (6, 2), ("Red", "Blue")))
    labels = ("r1 Alpha: 3 left", "r1 Alpha: 2 killed", "b1 Claws: 4 left", "b1 Claws: 1 killed")
    telling.say(faces("panic", (1, 2, 3, 6), labels, "r"))
    telling.end(
        ev.Rolled(key="s", what="sweep", form="score", dice=(6, 6), result=(9,), bonus=1, side=RED)
    )
    found = {(one.side_name, one.what): one for one in compute_luck(telling.history).sums}
    assert {key: (one.dice, one.total, one.expected) for key, one in found.items()} == {
        ("Red", "impetus"): (1, 6, 3.5),
        ("Blue", "impetus"): (1, 2, 3.5),
        ("Red", "panic"): (2, 3, 7.0),
        ("Blue", "panic"): (2, 9, 7.0),
        ("Red", "sweep"): (2, 8, 7.0),
    }
    assert {one.rolls for one in found.values()} == {1}


def test_dice_that_were_rolled_again_count_as_often_as_they_were_thrown() -> None:
    from tests.tui.kit import TO_SHOOT, begin, book

    # Ten dice for 3+: 4 5 6 3 4 6 make it. Both ones again: 6 and 2, of which one makes it.
    game = begin(book(), (*TO_SHOOT, "r1 > b2 soft", "answer : 4516234612 *1 62"))
    luck = compute_luck(game.history)
    row = next(row for row in luck.kinds if row.what == "to hit")
    # Twelve dice thrown, two in three of them good: 8 expected, 7 made.
    assert (row.tally.dice, row.tally.made, round(row.tally.expected, 6)) == (12, 7, 8.0)
    assert luck.attacks == ()


@given(
    st.dictionaries(
        st.builds(Fraction, st.integers(1, 6), st.just(6)), st.integers(1, 9), max_size=4
    ),
    st.data(),
)
def test_the_ends_are_those_of_all_chances_spread_out(
    dice: dict[Fraction, int], data: st.DataObject
) -> None:
    """Only the ends are worked out; spread out as fractions, pool by pool, they are the same."""
    spread = [Fraction(1)]
    for share, n in dice.items():
        for _ in range(n):
            fails = [p * (1 - share) for p in spread] + [Fraction(0)]
            makes = [Fraction(0)] + [p * share for p in spread]
            spread = [one + other for one, other in zip(fails, makes, strict=True)]
    made = data.draw(st.integers(0, len(spread) - 1))
    found = compute_success_tails(dice, made)
    assert found["at_most"] == pytest.approx(float(sum(spread[: made + 1])), rel=1e-12)
    assert found["at_least"] == pytest.approx(float(sum(spread[made:])), rel=1e-12)
    assert found["worse"] == pytest.approx(float(sum(spread[:made]) + spread[made] / 2), rel=1e-12)


@pytest.mark.parametrize(
    ("difference", "text"), [(-0.04, "0.0"), (0.0, "0.0"), (-0.06, "-0.1"), (1.26, "+1.3")]
)
def test_a_difference_that_rounds_to_nothing_has_no_sign(difference: float, text: str) -> None:
    assert format_difference(difference) == text
