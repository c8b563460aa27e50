"""Broken tests and recovery (XF-BRK-01, XF-REC), and a unit that is broken for two turns."""

from __future__ import annotations

import pytest

from tests.saying import say
from tests.xenocide.evening import begin
from tests.xenocide.table import R1, RIFLE, Table, trooper
from tracker.procedures.pieces.first_side_selection import FirstSideRoll
from tracker.procedures.requests import Faces, Tally
from tracker.rulesets.xenocide import RULESET
from tracker.rulesets.xenocide.data import markers
from tracker.rulesets.xenocide.phases.broken_unit_tests import BrokenUnitTests
from tracker.rulesets.xenocide.phases.movement import Move
from tracker.rulesets.xenocide.phases.suppression_recovery import SuppressionRecovery
from tracker.testing.match_in_memory import BLUE, RED, Play, u
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary.events import MarkerSet, MatchOpened, Scalar, Side
from tracker.vocabulary.subject_ids import SideId, make_side_id

GREEN = make_side_id("g")


def shaken(n: int = 4, **more: object) -> Table:
    play = Table({"r1": {"rifle": 6}}, {"b1": {"rifle": 5}}, **more)  # type: ignore[arg-type]
    play.suppress("r1", n)
    return play


def none(play: Table) -> None:
    play.choose(())


@pytest.mark.rule("XF-BRK-01", "XF-BRK-02", "XF-G08", "XF-G09", "XF-FORCE-07", "XF-GEN-03")
@pytest.mark.parametrize(
    ("options", "die", "flees"),
    [
        ({}, "5", False),
        ({}, "6", True),
        ({"morale_test": "less_than"}, "5", True),
        ({"morale_test_markers": "minus_one_each"}, "2", True),
        ({"morale_test_markers": "minus_one_each"}, "1", False),
    ],
)
def test_a_broken_unit_that_sees_the_enemy_tests(
    options: dict[str, str], die: str, flees: bool
) -> None:
    play = shaken(options=options)
    play.to("initiative")
    play.do("broken", None, BrokenUnitTests())
    play.default()  # it sees an enemy
    play.roll(die)
    assert play.has("r1", markers.FLEEING) is flees
    told = [one.event for one in play.lines if isinstance(one.event, MarkerSet)]
    assert [one.marker for one in told if one.marker == markers.FLEEING] == ["fleeing"] * flees
    assert "broken" not in [one.action for one in RULESET.due(play.match)]  # nobody tests twice
    check_all_laws(play)


@pytest.mark.rule("XF-BRK-01", "XF-G08")
def test_out_of_sight_nobody_tests_unless_the_table_says_so() -> None:
    play = shaken()
    play.to("initiative")
    play.do("broken", None, BrokenUnitTests())
    none(play)
    assert play.idle
    assert not play.has("r1", markers.FLEEING)
    play = shaken(options={"broken_test_when": "always"})
    play.to("initiative")
    play.do("broken", None, BrokenUnitTests())
    assert play.asked.what == "broken tests"


@pytest.mark.rule("XF-FORCE-07", "XF-G09", "XF-G12")
def test_the_highest_morale_in_a_unit_tests() -> None:
    play = Table(
        {"r1": {"rifle": 4, "leader": 1}},
        {"b1": {"rifle": 5}},
        profiles={"leader": trooper(RIFLE, morale=8)},
    )
    play.suppress("r1", 4)
    play.to("initiative")
    play.do("broken", None, BrokenUnitTests((R1,)))
    play.roll("8")
    assert not play.has("r1", markers.FLEEING)


@pytest.mark.rule("XF-REC-01", "XF-G63")
@pytest.mark.parametrize(
    ("rule", "die", "left"), [("less_than", "5", 2), ("less_than", "4", 1), ("at_most", "5", 1)]
)
def test_a_marker_comes_off_strictly_under_the_morale(rule: str, die: str, left: int) -> None:
    play = shaken(2, options={"recovery_test": rule})
    play.to("recovery")
    play.do("recover", None, SuppressionRecovery())
    none(play)
    play.roll(die)
    assert play.stands("r1") == (6, left)
    check_all_laws(play)


@pytest.mark.rule("XF-REC-02", "XF-REC-03", "XF-G64", "XF-G107", "XF-FORCE-13", "XF-GEN-03")
def test_a_die_more_out_of_sight_and_with_a_commander() -> None:
    play = Table(
        {"r1": {"rifle": 6}, "r2": {"chief": 1}},
        {"b1": {"rifle": 5}},
        profiles={"chief": trooper(RIFLE, commander=True)},
    )
    play.suppress("r1", 3)
    play.suppress("b1", 2)
    play.to("recovery")
    play.do("recover", None, SuppressionRecovery())
    play.choose((("u:r1", 1),))  # out of sight
    assert [one.id for one in play.asked.shares] == ["u:r1"]  # type: ignore[attr-defined]
    play.choose((("u:r1", 1),))  # the commander is by it; Blue has none
    play.roll("4454")  # three dice of Red: 4, 4 and 5; one of Blue: 4
    assert (play.stands("r1")[1], play.stands("b1")[1]) == (1, 1)
    check_all_laws(play)


@pytest.mark.rule("XF-W75", "XF-SUPP-08", "XF-BRK-02")
def test_broken_for_two_turns() -> None:
    play = shaken()
    play.to("initiative")
    play.do("broken", None, BrokenUnitTests())
    play.default()
    play.roll("6")  # 6 > 5: it flees
    play.to("movement", RED, BLUE)
    assert play.against("move", RED, Move(R1, length=401)) == ("too-far",)
    play.do("move", RED, Move(R1, length=400))
    play.to("recovery")
    play.do("recover", None, SuppressionRecovery())
    none(play)
    play.roll("5")  # not under 5
    assert play.stands("r1")[1] == 4
    play.clock(2, "initiative")
    assert not play.has("r1", markers.FLEEING)
    play.do("broken", None, BrokenUnitTests())
    play.default()
    play.roll("5")
    assert not play.has("r1", markers.FLEEING)
    play.to("recovery")
    play.do("recover", None, SuppressionRecovery())
    play.choose((("u:r1", 1),))
    play.roll("34")
    assert play.stands("r1")[1] == 2
    assert not play.match.has(R1, markers.BROKEN)
    check_all_laws(play)


@pytest.mark.rule("XF-W70", "XF-MOVE-01", "XF-G36", "XF-GEN-03")
def test_the_low_roll_chooses_and_ties_are_rolled_again() -> None:
    play = Table({"r1": {"rifle": 6}}, {"b1": {"rifle": 5}}, phase="initiative")
    play.do("initiative", None, FirstSideRoll())
    assert isinstance(play.asked, Faces)
    assert play.asked.need == "the lower chooses"
    play.rolls("66", "38")  # level: again; then Red has the lower
    assert (play.asked.id, play.asked.side) == ("moves_first", RED)
    play.choose("second")
    assert play.match.clock.order == (BLUE, RED)
    check_all_laws(play)


@pytest.mark.rule("XF-G36")
def test_by_house_rule_the_choice_goes_round() -> None:
    options = {"initiative": "alternate"}
    play = Table({"r1": {"rifle": 6}}, {"b1": {"rifle": 5}}, phase="initiative", options=options)
    play.do("initiative", None, FirstSideRoll())
    play.roll("38")
    play.default()
    play.clock(2, "initiative")
    play.do("initiative", None, FirstSideRoll())
    assert (play.asked.id, play.asked.side) == ("moves_first", BLUE)


def three(**options: Scalar) -> Play:
    """Red, Blue and Green, as initiative is to be rolled."""
    sides = (Side(RED, "Red", "r"), Side(BLUE, "Blue", "b"), Side(GREEN, "Green", "g"))
    opened = MatchOpened(
        title="Test",
        ruleset=RULESET.id,
        ruleset_version=RULESET.version,
        sides=sides,
        options={**RULESET.map_options_to_defaults(), **options},
        words=RULESET.words,
    )
    play = Play(RULESET, opened=opened)
    play.clock(1, "initiative")
    return play


@pytest.mark.rule("XF-G98")
@pytest.mark.parametrize(
    ("choice", "order"), [("first", (GREEN, RED, BLUE)), ("second", (RED, GREEN, BLUE))]
)
def test_the_rolls_rank_more_than_two_sides(choice: str, order: tuple[SideId, ...]) -> None:
    play = three()
    play.do("initiative", None, FirstSideRoll())
    play.roll("582")
    play.choose(choice)
    assert play.match.clock.order == order


@pytest.mark.rule("XF-REC-02")
def test_who_is_in_melee_is_never_out_of_sight() -> None:
    play = Table({"r1": {"rifle": 5}, "r2": {"rifle": 5}}, {"b1": {"rifle": 5}}, phase="recovery")
    play.engage("r1", "b1")
    play.suppress("r1", 1)
    play.suppress("r2", 1)
    play.do("recover", None, SuppressionRecovery())
    assert isinstance(play.asked, Tally)
    assert [share.id for share in play.asked.shares] == [u("r2")]


@pytest.mark.rule("XF-REC-01", "XF-BRK-01")
def test_dice_behind_named_units_are_in_the_order_of_the_names() -> None:
    shaken_units = ("fix r1 suppressed 4", "fix r2 suppressed 4", "fix b1 suppressed 4")
    game = begin(*shaken_units, "orders red", "orders blue", "next", "broken b1 r1 : 6 1")
    fleeing = [unit for unit in ("r1", "b1") if game.match.has(u(unit), markers.FLEEING)]
    assert fleeing == ["b1"]
    say(game, "init : 47 / first")
    while game.match.phase != "recovery":
        say(game, "next")
    say(game, "recover b1 r2 r1 unseen r2 : 9 1 9 9")
    left = [markers.SUPPRESSED.number(game.match, u(unit)) for unit in ("r1", "r2", "b1")]
    assert left == [4, 3, 4]


@pytest.mark.rule("XF-REC-01", "XF-REC-02", "XF-REC-03")
def test_of_who_is_named_nothing_is_asked_and_each_has_his_dice() -> None:
    """R1 is out of sight, R2 its own commander, B1 neither: two dice, two, and one."""
    play = Table(
        {"r1": {"rifle": 6}, "r2": {"chief": 2}},
        {"b1": {"rifle": 5}},
        profiles={"chief": trooper(RIFLE, commander=True)},
    )
    for unit in ("r1", "r2", "b1"):
        play.suppress(unit, 1)
    play.to("recovery")
    play.do("recover", None, SuppressionRecovery((R1, u("r2"), u("b1")), unseen=(R1,)))
    play.roll("44591")  # under 5: both of R1, who has one to lose; none of R2's 5 and 9
    assert [play.stands(unit)[1] for unit in ("r1", "r2", "b1")] == [0, 1, 0]
    assert not play.match.has(R1, markers.SUPPRESSED)


@pytest.mark.rule("XF-MOVE-01")
def test_the_players_may_agree_who_moves_first() -> None:
    play = Table({"r1": {"rifle": 6}}, {"b1": {"rifle": 5}}, phase="initiative")
    play.do("initiative", None, FirstSideRoll(agreed=BLUE))
    assert play.idle
    assert play.match.clock.order == (BLUE, RED)


@pytest.mark.rule("XF-G36")
def test_by_house_rule_the_choice_goes_round_after_an_agreement_too() -> None:
    """In turn 1, Blue is agreed, so Red has the choice in turn 2, and Blue in turn 3."""
    options = {"initiative": "alternate"}
    play = Table({"r1": {"rifle": 6}}, {"b1": {"rifle": 5}}, phase="initiative", options=options)
    play.do("initiative", None, FirstSideRoll(agreed=BLUE))
    assert play.match.clock.order == (BLUE, RED)
    for turn, agreed, chooses in ((2, None, RED), (3, BLUE, BLUE), (4, None, RED)):
        play.clock(turn, "initiative")
        play.do("initiative", None, FirstSideRoll(agreed=agreed))
        if agreed is None:
            assert (play.asked.id, play.asked.side) == ("moves_first", chooses)
            play.default()
        assert play.match.marked(markers.CHOSE) == (chooses,)


@pytest.mark.rule("XF-G36", "XF-G98")
@pytest.mark.parametrize(("last", "chooses"), [(RED, BLUE), (BLUE, GREEN), (GREEN, RED)])
def test_by_house_rule_the_choice_goes_round_three_sides(last: SideId, chooses: SideId) -> None:
    play = three(initiative="alternate")
    play.fix(markers.CHOSE.set(last))
    play.do("initiative", None, FirstSideRoll())
    assert (play.asked.id, play.asked.side) == ("moves_first", chooses)
    assert play.match.marked(markers.CHOSE) == (chooses,)
