"""What rulesets build with: needs from parts, roll-offs, tests of one or many, casualties."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.procedures.small import R1, mark, playing, small, take
from tracker.procedures.declared.marker_and_link_kinds import MarkerKind
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.casualties import choose_fallen_figures, make_wound_facts
from tracker.procedures.pieces.dice_tests import TotalRoller, roll_totals
from tracker.procedures.pieces.needed_numbers import Limits, compute_need
from tracker.procedures.pieces.roll_offs import RollOff, RollOffPool, roll_and_rank_totals
from tracker.procedures.requests import Asking, Faces, Score, Share, Split, call_pure_stage
from tracker.testing.match_in_memory import BLUE, RED
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary.dice_bands import Modifier
from tracker.vocabulary.die_labels import Label

SIXES = Limits(2, 6, "a 1 always fails", "a 6 always succeeds", "R-1")


@pytest.mark.parametrize(
    ("values", "number", "held"),
    [((3, 1), 4, 0), ((2, -1), 2, 1), ((5, 3), 6, -2)],
)
def test_a_number_from_its_parts(values: tuple[int, ...], number: int, held: int) -> None:
    found = compute_need(*(Modifier("part", value) for value in values), limits=SIXES)
    assert found.number == number
    assert sum(part.value for part in found.parts) == number
    assert (found.parts[-1].rule == "R-1") == bool(held)
    if held:
        assert found.parts[-1].value == held


@pytest.mark.parametrize(
    ("values", "number", "held"),
    # 6 in all is needed: +2 and -1 leave a 5; +5 would be a 1, and -1 a 7
    [((2, -1), 5, 0), ((5,), 2, -1), ((-1,), 6, 1)],
)
def test_a_number_that_dice_and_what_is_added_come_to(
    values: tuple[int, ...], number: int, held: int
) -> None:
    found = compute_need(*(Modifier("part", value) for value in values), limits=SIXES, base=6)
    assert found.number == number
    assert sum(part.value for part in found.parts) == 6 - number
    assert (found.parts[-1].value if held else 0) == held


LOW = RollOff(
    "low",
    "initiative",
    "XF-MOVE-01",
    lambda match: tuple(
        RollOffPool(side, (10,), (Label(match.side_name(side), subject=side),))
        for side in match.sides
    ),
    need="the lower chooses",
    lowest_wins=True,
)


def low(match: Match) -> Asking[None]:
    order, scores = yield from call_pure_stage({}, roll_and_rank_totals, LOW, LOW.pools(match))
    match.record(mark("a", value=order[0] * 100 + scores[order[0]]))


def test_a_roll_off_that_the_lower_wins() -> None:
    # XF-W70: 6 and 6 are rolled again; of 3 and 8 the 3 chooses
    play = playing(small(go=low))
    take(play, "go")
    play.rolls("66", "83")
    assert play.match.mark(R1, "a") == 103  # the second side, with its 3
    check_all_laws(play)


def test_one_adds_up_and_several_roll_in_one_go() -> None:
    kind = RollKind("tested", "test", together="tests")
    both = tuple(
        TotalRoller(side, side, name, (Modifier("brave", more),))
        for side, name, more in ((RED, "Red", 1), (BLUE, "Blue", -1))
    )

    def go(match: Match, who: tuple[TotalRoller, ...]) -> Asking[None]:
        found = yield from roll_totals(kind, who, "8+ passes")
        match.record(MarkerKind("a", "a").set(R1, value=",".join(map(str, found))))

    play = playing(small(go=lambda match: go(match, both[:1])))
    take(play, "go")
    assert isinstance(play.asked, Score)
    assert (play.asked.what, play.asked.bonus) == ("test", 1)
    play.roll("34")
    assert play.match.mark(R1, "a") == "8"
    play = playing(small(go=lambda match: go(match, both)))
    take(play, "go")
    assert isinstance(play.asked, Faces)
    assert play.asked.what == "tests"
    play.roll("3465")
    assert play.match.mark(R1, "a") == "8,10"  # 3 + 4 + 1 and 6 + 5 - 1


def test_a_split_fills_its_groups_in_order_unless_it_says_otherwise() -> None:
    shares = (Share("a", "a", 2), Share("b", "b", 0), Share("c", "c", 3))
    assert Split(total=4, shares=shares).default == (("a", 2), ("c", 2))
    assert Split(total=1, shares=shares, default=(("c", 1),)).default == (("c", 1),)


def test_wounds_are_carried_by_the_one_that_falls_next() -> None:
    # XF-W09: 7 wounds on models of 3: two lost, one carried. Two more: the third, none carried
    def hit(wounds: int) -> Callable[[Match], None]:
        return lambda match: match.record(*make_wound_facts(match, match.figures(R1), wounds, 3))

    play = playing(small(seven=hit(7), two=hit(2), many=hit(9)), figures=4)
    take(play, "seven")
    left = play.match.figures(R1)
    assert [play.match.figure(figure).wounds for figure in left] == [0, 1]
    take(play, "two")
    (last,) = play.match.figures(R1)
    assert play.match.figure(last).wounds == 0
    take(play, "many")
    assert not play.match.exists(R1)
    check_all_laws(play)


def test_who_falls_is_asked_only_of_unlike_figures() -> None:
    def go(match: Match) -> Asking[None]:
        first, *others = match.figures(R1)
        groups = (("the leader", (first,)), ("the others", tuple(others)))
        fallen = yield from choose_fallen_figures(match, R1, groups, 1, question_id="fall")
        match.record(MarkerKind("a", "a").set(R1, value=fallen[0]))

    play = playing(small(go=go))
    take(play, "go")
    assert play.asked.side == RED
    play.choose((("1", 1),))
    assert play.match.mark(R1, "a") == play.match.figures(R1)[-1]
