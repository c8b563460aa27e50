"""Turns and phases: what passes by itself, what waits for people (DZ-TURN, DZ-T1)."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from msgspec import Struct

from tests.deathzap2.skirmish import profile
from tests.deathzap2.turns import BLUE, RED, Turns
from tests.drawn import play_match
from tests.profiles import some
from tracker.procedures.pieces.first_side_selection import FirstSideRoll
from tracker.procedures.pieces.phase_flow import NextParams
from tracker.procedures.runners.exact_and_sampled_odds import OddsRunner
from tracker.rulesets.deathzap2 import RULESET
from tracker.rulesets.deathzap2.data import markers, unit_profiles
from tracker.rulesets.deathzap2.phases import turn_sequence
from tracker.rulesets.deathzap2.phases.shooting_phase import explain_cannot_act
from tracker.rulesets.deathzap2.phases.unit_join_and_split import UnitJoin
from tracker.testing.match_in_memory import Play, f, u
from tracker.testing.ruleset_laws import assert_odds_agree, check_all_laws
from tracker.vocabulary.events import Moved
from tracker.vocabulary.subject_ids import FigureId, SideId, UnitId


def who_is_due(play: Turns) -> list[str]:
    return [due.subject[2:] for due in play.ruleset.due(play.match) if due.subject]


@pytest.mark.rule("DZ-T1", "DZ-TURN-02", "DZ-MOVE-01", "DZ-SHOOT-01", "DZ-MELEE-01")
def test_the_phases_of_a_turn_in_their_order_each_half_in_the_order_of_impetus() -> None:
    play = Turns({"orders_table": "starter"}, r1="5 trooper", b1="5 trooper", b2="3 trooper")
    play.panic("b2", 0)
    play.new_turn()
    seen = []

    def look() -> None:
        play.automatic()
        seen.append((play.match.phase, play.match.clock.side))

    look()
    play.roll("16")
    look()
    play.roll("1")  # Blue's order die, then Red's
    look()
    play.roll("1")
    look()
    play.contact("b1", "r1")
    play.do_next()
    look()
    play.hold("b2")
    look()  # r1 is in melee, so Red has nobody who fires
    play.fight("b1", "r1")
    play.rolls("11111")  # five misses
    look()
    play.fight("r1", "b1")
    play.rolls("11111")
    look()
    play.roll("4")
    look()
    assert seen == [
        ("impetus", None),
        ("orders", BLUE),
        ("orders", RED),
        ("move", BLUE),
        ("shoot", BLUE),
        ("melee", BLUE),
        ("melee", RED),
        ("morale", None),
        ("impetus", None),
    ]
    assert play.match.turn == 2


@pytest.mark.rule("DZ-TURN-02")
def test_phases_with_nothing_to_do_pass_by_themselves() -> None:
    play = Turns(phase="shoot", r1="5 trooper", b1="5 trooper").at(1, "shoot", BLUE)
    play.hold("b1")
    play.automatic()
    assert play.place() == (2, "impetus", None), "no melee, nobody panicked"


@pytest.mark.rule("DZ-TURN-02", "DZ-MOVE-01", "DZ-MOVE-04", "DZ-MOVE-08")
def test_movement_waits_for_people_unless_nobody_can_move() -> None:
    play = Turns(r1="5 trooper", r2="1 tank", b1="5 trooper", b2="5 trooper")
    play.automatic()
    assert play.place() == (1, "move", RED)
    assert who_is_due(play) == ["r1", "r2"]
    play.move("r1", "r2")
    play.automatic()
    assert play.place() == (1, "move", RED), "who has moved may still turn out to have met somebody"
    still = Turns(r1="5 trooper", r2="1 tank", b1="5 trooper")
    still.hold("r1", "r2")
    still.automatic()
    assert still.place() == (1, "move", BLUE), "all of Red stay where they are"
    stuck = Turns(r1="5 trooper", r2="1 tank", b1="5 trooper", b2="5 trooper")
    stuck.engage("r1", "b1")
    stuck.mark(f("r2", 1), markers.IMMOBILE)
    stuck.automatic()
    assert stuck.place() == (1, "move", BLUE), "Blue's second unit is free to move"


@pytest.mark.rule("DZ-SHOOT-01", "DZ-TURN-02")
def test_a_half_of_shooting_ends_when_every_unit_has_acted_or_cannot() -> None:
    play = Turns(
        phase="shoot", r1="3 trooper", r2="3 trooper", r3="3 trooper", r4="4 hound", b1="3 trooper"
    )
    play.engage("r2", "b1")
    play.automatic()
    assert who_is_due(play) == ["r1", "r3", "r4"], "r2 is in melee"
    play.mark(u("r1"), markers.FIRED)
    play.hold("r3")
    play.automatic()
    # Hounds have no guns, but may move again: the half waits for them.
    assert play.place() == (1, "shoot", RED)
    assert [(due.action, due.subject) for due in play.ruleset.due(play.match)] == [
        ("second", "u:r4")
    ]
    play.second("r4")
    play.automatic()
    assert play.place()[1] == "melee", "Blue's only unit is in melee, so its half passes"


@pytest.mark.rule("DZ-SHOOT-01")
def test_who_fires_before_its_half_is_not_waited_for() -> None:
    play = Turns(phase="shoot", r1="3 trooper", b1="3 trooper")
    play.fire("b1", "r1")
    play.rolls("111")
    play.automatic()
    assert play.place() == (1, "shoot", RED)
    play.hold("r1")
    play.automatic()
    assert play.place() == (2, "impetus", None)


@pytest.mark.rule("DZ-MELEE-01", "DZ-TURN-02")
def test_units_in_melee_have_to_strike_before_the_half_ends() -> None:
    play = Turns(phase="melee", r1="3 trooper", r2="3 trooper", b1="3 trooper", b2="3 trooper")
    play.engage("r1", "b1")
    play.automatic()
    assert who_is_due(play) == ["r1"]
    (said,) = play.objections("next", RED, NextParams())
    assert said.text == "r1 has not fought"
    play.mark(u("r1"), markers.FOUGHT)
    assert play.objections("next", RED, NextParams()) == []
    play.automatic()
    assert play.place() == (1, "melee", BLUE)


@pytest.mark.rule("DZ-SHOOT-12", "DZ-TURN-02")
def test_the_phase_ends_properly_when_its_last_half_passes_by_itself() -> None:
    # Blue's unit is in melee with r2, so its half of Shooting has nobody; b2 loses figures to r1.
    play = Turns(phase="shoot", r1="3 trooper", r2="3 trooper", b1="3 trooper", b2="5 ox")
    play.engage("r2", "b1")
    play.engage("r2", "b2")
    play.fell("b2", 2)
    play.hold("r1")
    play.do_next()
    assert play.size("b2") == 3
    assert play.rows() == ("b2: 3 left", "b2: 2 killed")


@pytest.mark.rule("DZ-MOVE-01", "DZ-SHOOT-02", "DZ-MELEE-01")
def test_units_that_cannot_act_say_why() -> None:
    play = Turns(r1="3 trooper", r2="1 tank", r3="1 giant", b1="3 trooper", b2="3 trooper")

    def why(who: str) -> str | None:
        return explain_cannot_act(play.match, u(who))

    play.engage("r1", "b1")
    play.mark(f("r3", 1), markers.IMMOBILE)
    assert [why(who) for who in ("r1", "r2", "r3")] == ["in melee", None, "cannot move"]
    play.move("r2")
    assert why("r2") == "has moved"
    play.at_phase("shoot", RED)
    play.mark(f("r2", 1), markers.IMMOBILE)  # which keeps no tank from firing
    assert [why(who) for who in ("r1", "r2", "r3")] == ["in melee", None, "no guns"]
    play.mark(u("r2"), markers.FIRED)
    play.second("b2")
    assert [why(who) for who in ("r2", "b2")] == ["has fired", "has moved again"]
    play.at_phase("melee", RED)
    assert [why(who) for who in ("r1", "r2", "b1")] == [None, "not in melee", None]
    play.fell("r1", 3)
    assert why("b1") == "no enemy left to strike"
    play.mark(u("r1"), markers.FOUGHT)
    assert why("r1") == "has fought"


@pytest.mark.rule("DZ-G40")
def test_melee_is_one_step_where_chargers_strike_first() -> None:
    for order, place in (
        ("a_then_b", (1, "melee", RED)),
        ("charger_first_casualties_at_once", (1, "melee", None)),
    ):
        play = Turns({"melee_order": order}, "shoot", r1="3 trooper", b1="3 trooper")
        play.engage("r1", "b1")
        play.at(1, "shoot", BLUE)
        play.automatic()
        assert play.place() == place
        if play.match.clock.side is None:
            assert who_is_due(play) == ["r1", "b1"]


@pytest.mark.rule("DZ-TURN-01")
def test_the_game_ends_after_the_sixth_turn() -> None:
    for turn in (5, 6):
        play = Turns({"game": "basic"}, "shoot", r1="5 trooper", b1="5 trooper")
        play.at(turn, "shoot", BLUE)
        play.hold("b1")
        play.automatic()
        over = turn == 6
        assert (play.match.ended is not None) is over
        assert play.idle is over, "in turn 6 impetus is rolled"
        if over:
            assert play.ruleset.automatic(play.match) is None
            assert play.ruleset.due(play.match) == ()


@pytest.mark.rule("DZ-TURN-02")
def test_a_declined_end_lets_the_turns_go_on() -> None:
    play = Turns({"game": "basic"}, "shoot", r1="5 trooper", b1="5 trooper").at(3, "shoot", BLUE)
    play.panic("b1", 1)
    play.hold("b1")
    play.automatic()
    play.choose(False)
    assert play.match.ended is None
    assert play.place() == (3, "morale", None)


@pytest.mark.rule("DZ-SETUP-03", "DZ-TURN-02")
def test_set_up_begins_when_both_forces_are_there_and_leads_to_the_first_turn() -> None:
    play = Play(RULESET, {"game": "basic"})
    profiles = {"trooper": profile("regular infantry medium", "basic rifle")}
    assert RULESET.automatic(play.match) is None
    play.muster(RED, {"r1": {"trooper": 5}}, profiles)
    assert RULESET.automatic(play.match) is None
    play.muster(BLUE, {"b1": {"trooper": 5}}, profiles)
    play.automatic()
    assert play.match.phase == "setup"
    for _ in range(20):
        if play.match.turn:
            break
        if play.asked.what == "deployment":
            play.roll("61")
        else:
            play.default()
        play.automatic()
    assert (play.match.turn, play.match.phase) == (1, "impetus")


def test_what_the_book_does_by_itself_depends_on_the_match_alone() -> None:
    play = Turns(r1="5 trooper", b1="5 trooper").new_turn()
    assert turn_sequence.choose_automatic_command(
        play.match
    ) == turn_sequence.choose_automatic_command(play.match)
    play.automatic()
    play.roll("61")
    first = turn_sequence.choose_automatic_command(play.match)
    assert first is not None
    assert first == turn_sequence.choose_automatic_command(play.match)


# ------------------------------------------------------------------------- three turns, register


def to_shooting(play: Turns) -> tuple[str, ...]:
    """Red acts first, every order die is a 1, nobody moves; the units Blue rolled orders for."""
    play.roll("61")
    play.automatic()
    play.roll("111")
    play.automatic()
    rows = play.rows()
    play.roll("1" * len(rows))
    play.automatic()
    play.go()
    play.go()
    return rows


@pytest.mark.rule("DZ-W55", "DZ-W18", "DZ-G35", "DZ-MORALE-04", "DZ-ORD-01")
def test_from_volley_to_rally() -> None:
    recruit = profile("basic infantry light", "basic rifle")
    regular = profile("regular infantry light", "basic rifle")
    play = Turns.of(
        {"recruit": recruit, "regular": regular},
        {"r1": "10 regular", "r2": "8 regular", "r3": "7 recruit", "b1": "10 recruit"}
        | {"b2": "6 regular"},
        {"orders_table": "starter"},
    )

    # Turn 1: ten rifles in the open: 7 hits, 4 through, 1 saved: 3 of 10 fall.
    play.fire("r1", "b1")
    play.rolls("1233445662", "1344562", "6513")
    play.hold("r2", "r3")
    play.automatic()
    play.hold("b1", "b2")
    play.automatic()
    assert play.rows() == ("b1: 7 left", "b1: 3 killed")
    play.roll("25")  # 14 against 15
    assert play.panicked("b1") == 1
    play.automatic()
    assert play.place() == (2, "impetus", None), "Morale of turn 1: no roll, no move"

    # Turn 2: no order die for b1.
    assert to_shooting(play) == ("b2",)
    # Eight rifles, soft cover 4+: 4 5 6 hit; 4 and 6 go through; 2 and 5 do not save.
    play.fire("r2", "b1", "soft")
    play.rolls("45213632", "461", "25")
    play.hold("r1", "r3")
    play.automatic()
    # All seven of b1 fire back, needing 6: two hits, one through, not saved.
    play.fire("b1", "r3")
    play.rolls("6453216", "42", "3")
    play.hold("b2")
    play.automatic()
    assert (play.size("b1"), play.size("r3")) == (5, 6)
    # b1 is panicked already and does not check; r3 has 6 left for 1 killed and cannot panic.
    assert play.place() == (2, "morale", None)
    assert play.rows() == ("b1",)
    play.roll("3")
    fled = [fact.length for fact in play.facts if isinstance(fact, Moved)]
    assert (fled, play.panicked("b1")) == ([600], 1)
    play.go()

    # Turn 3: no losses; a 4 rallies.
    to_shooting(play)
    play.hold("r1", "r2", "r3")
    play.automatic()
    play.hold("b1", "b2")
    play.automatic()
    play.roll("4")
    assert (play.panicked("b1"), play.size("b1")) == (None, 5)

    # Turn 4: it earns an order die again.
    play.automatic()
    assert to_shooting(play) == ("b1", "b2")
    check_all_laws(play)


@pytest.mark.rule("DZ-W57", "DZ-MELEE-06", "DZ-SHOOT-13", "DZ-G64", "DZ-MORALE-03")
def test_melee_panic_and_flight() -> None:
    play = Turns(r1="6 trooper", b1="4 ox").at(3, "move", BLUE, BLUE, RED)
    play.contact("b1", "r1")
    play.go()
    assert play.place() == (3, "melee", BLUE), "r1 neither moves nor shoots, nor does b1"
    # b1: 16 dice on 3+: 10; upgraded against medium 4+: 4; saves on 5+: one: 3 fall.
    play.fight("b1", "r1")
    play.rolls("1122333445566621", "4456123321", "5432")
    play.automatic()
    # r1 strikes with all six, 5+: 2; 4+: 1; an elite big beast saves on 3+: not with a 2.
    play.fight("r1", "b1")
    play.rolls("561234", "42", "2")
    play.automatic()
    assert (play.size("r1"), play.size("b1")) == (3, 3)
    assert play.rows() == ("b1: 3 left", "b1: 1 killed", "r1: 3 left", "r1: 3 killed")
    play.roll("3624")  # b1 9 against 6; r1 6 against 12
    assert (play.panicked("b1"), play.panicked("r1")) == (None, 3)
    play.automatic()
    assert play.place() == (4, "impetus", None), "r1 neither rolls nor moves"
    assert play.foes("r1") == (u("b1"),)

    play.roll("61")
    play.automatic()
    assert play.place() == (4, "melee", RED), "in melee nobody moves or shoots"
    play.fight("r1", "b1")
    play.rolls("654", "3")  # panicked: only the 6 hits; it does not go through
    play.automatic()
    play.fight("b1", "r1")
    play.rolls("334112212121", "412", "5")
    play.automatic()
    assert (play.size("r1"), play.size("b1")) == (3, 3)
    assert play.rows() == ("r1",), "no losses, no checks; Morale"
    play.roll("2")
    assert [fact.length for fact in play.facts if isinstance(fact, Moved)] == [400]
    assert (play.foes("r1"), play.panicked("r1")) == ((), 3)
    play.automatic()

    play.roll("61")
    play.automatic()
    assert play.place() == (5, "move", RED)
    assert play.against_move("r1") == []
    play.go()
    assert play.against_move("b1") == []
    play.go()
    play.fire("r1", "b1")
    assert play.dice() == ("to hit", 3, "6")
    check_all_laws(play)


# ------------------------------------------------------------------------------- odds, by chance


def chance_of(play: Turns, action: str, side: SideId, params: Struct, who: str) -> Fraction:
    """The exact chance that a unit is panicked after an action."""
    runner = OddsRunner(RULESET, play.table.state, number=Fraction)
    odds = runner.compute_odds(RULESET.actions[action].stage, (side, params))
    told = odds.compute_distribution(lambda match, _: match.has(u(who), markers.PANICKED))
    found: Fraction = told[True]
    return found


@pytest.mark.rule("DZ-MOVE-06", "DZ-G12", "DZ-T18")
def test_the_odds_of_a_join() -> None:
    # Panicked when 3p > 5c: p 2 needs c 1 (5 < 6); 3: c 1 (9); 4: c 1, 2 (12); 5: c 1, 2 (15, 15 is
    # a tie); 6: c 1, 2, 3 (18): 1 + 1 + 2 + 2 + 3 = 9 of 36, one tie.
    for tie, chance in (
        ("calm", Fraction(9, 36)),
        ("panicked", Fraction(10, 36)),
        ("reroll", Fraction(9, 35)),
    ):
        play = Turns({"join_tie": tie}, r1="5 trooper", r2="3 trooper", b1="5 trooper")
        play.panic("r2", 0)
        join = UnitJoin(u("r1"), u("r2"))
        assert chance_of(play, "join", RED, join, "r2") == chance
        if tie != "reroll":
            assert assert_odds_agree(play, "join", RED, join) == 2


@pytest.mark.rule("DZ-SHOOT-13", "DZ-T18")
def test_the_odds_of_a_panic_check() -> None:
    # 4 left, 2 killed: panic when 2k > 4r, so k > 2r: r 1: 3 to 6; r 2: 5, 6: 6 of 36.
    play = Turns(phase="shoot", r1="6 trooper", b1="9 trooper").at(3, "shoot", BLUE)
    play.fell("r1", 2)
    assert chance_of(play, "next", BLUE, NextParams(), "r1") == Fraction(6, 36)
    assert assert_odds_agree(play, "next", BLUE, NextParams()) == 2


@pytest.mark.rule("DZ-MORALE-02", "DZ-T16")
def test_the_odds_of_morale() -> None:
    play = Turns(phase="melee", r1="6 trooper", b1="9 trooper").at(3, "melee", BLUE)
    play.panic("r1", 1)
    play.panic("b1", 1)
    assert chance_of(play, "next", BLUE, NextParams(), "r1") == Fraction(1, 2)
    # Each unit rallies or flees 2, 4 or 6 inches: 4 x 4 ends.
    assert assert_odds_agree(play, "next", BLUE, NextParams()) == 16


@pytest.mark.rule("DZ-IMP-01", "DZ-G05")
def test_the_odds_of_impetus_are_even_for_all_the_ties() -> None:
    play = Turns(r1="6 trooper", b1="9 trooper").new_turn()
    runner = OddsRunner(RULESET, play.table.state, number=Fraction)
    odds = runner.compute_odds(RULESET.actions["impetus"].stage, (None, FirstSideRoll()))
    told = odds.compute_distribution(lambda match, _: match.clock.order)
    assert told == {(RED, BLUE): Fraction(1, 2), (BLUE, RED): Fraction(1, 2)}


@pytest.mark.parametrize("seed", some(range(12), 3))
def test_any_game_under_any_house_rules_comes_to_its_end(seed: int) -> None:
    rng = Random(seed)
    options = {option.name: rng.choice(option.values) for option in RULESET.options}
    play = Turns(
        options,
        r1="6 trooper",
        r2="5 trooper, 2 brute",
        r3="1 tank",
        r4="1 trooper",
        b1="6 hound, 2 buggy",
        b2="1 giant",
        b3="3 ox",
        b4="5 trooper",
    )
    mustered = set(play.match.all_figures())
    play.new_turn()
    for _ in range(4000):
        played = play_match(RULESET, play.table, rng, 1, version=play.version + 1)
        if not played:
            break
        play.version += 1 + len(played[0].facts)
        sound(play, mustered)
    assert play.match.ended is not None


def sound(play: Turns, mustered: set[FigureId]) -> None:
    """Nobody is lost or doubled; nobody fights what is gone; who is alone is panicked."""
    match = play.match
    standing = [figure for unit in match.units() for figure in match.figures(unit)]
    gone = [figure for figure in match.all_figures() if match.figure(figure).gone is not None]
    assert sorted((*standing, *gone)) == sorted(mustered)
    for a, b in match.pairs(markers.ENGAGED):
        assert match.exists(UnitId(a))
        assert match.exists(UnitId(b))
        assert match.side_of(a) != match.side_of(b)
    if match.option("lone_panic_from") == "always":
        assert all(
            match.has(unit, markers.PANICKED)
            for unit in match.units()
            if unit_profiles.is_single_foot_unit(match, unit)
        )
    if match.phase not in {"shoot", "melee"}:
        assert match.marked(markers.TO_REMOVE) == ()
