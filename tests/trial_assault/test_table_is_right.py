"""What the table decides, and what the book only reminds of (TA-TURN-05, TA-CHG, TA-FALL)."""

from __future__ import annotations

import pytest

from tests.trial_assault.table import B1, R1, RED, Table
from tracker.rulesets.trial_assault.data import markers, rule_tables, state_queries
from tracker.rulesets.trial_assault.phases.charge_phase import ChargeDeclaration
from tracker.rulesets.trial_assault.phases.move_and_fire_reports import FireReport
from tracker.testing.match_in_memory import u
from tracker.vocabulary.events import FiguresRemoved

B2 = u("b2")


@pytest.mark.rule("TA-TURN-05", "TA-CHG-05")
def test_what_the_rules_are_against_is_done_all_the_same() -> None:
    play = Table({"r1": {"assault": 5}}, {"b1": {"guard": 5}})
    play.fix(markers.STOOD.set(R1))
    assert play.against("charge", RED, ChargeDeclaration((R1,), (B1,))) == ("stood",)
    play.charge("r1", "b1")
    assert play.is_locked("r1")


@pytest.mark.rule("TA-CHG-07")
def test_any_enemy_may_be_charged() -> None:
    play = Table({"r1": {"assault": 5}}, {"b1": {"guard": 5}, "b2": {"guard": 5}})
    for target in (B1, B2):
        assert play.against("charge", RED, ChargeDeclaration((R1,), (target,))) == ()


@pytest.mark.rule("TA-CHG-10", "TA-PILE-02", "TA-G17")
def test_contact_is_as_people_tell_it_and_is_fixed_as_the_fight_begins() -> None:
    play = Table({"r1": {"assault": 5}}, {"b1": {"guard": 5}})
    play.charge("r1", "b1")
    play.stand("r1", ("b1", 2, 1))
    play.fight()
    touching = [
        len(state_queries.list_touched_enemies(play.match, one)) for one in play.match.figures(R1)
    ]
    assert touching == [1, 1, 0, 0, 0]
    assert len(state_queries.list_models_out_of_contact(play.match, R1)) == 2


@pytest.mark.rule("TA-CHG-11", "TA-G37")
def test_whether_the_way_is_open_the_players_say() -> None:
    play = Table({"r1": {"assault": 5}}, {"b1": {"guard": 5}})
    play.do("charge", RED, ChargeDeclaration((R1,), (B1,), failed=True))
    assert not play.is_locked("r1")


@pytest.mark.rule("TA-G63")
def test_nobody_leaves_a_fight_by_choice() -> None:
    play = Table({"r1": {"assault": 5}}, {"b1": {"guard": 5}}, phase="movement")
    play.lock("r1", "b1")
    params = play.ruleset.actions["move"].params((R1,))
    assert play.against("move", RED, params) == ("locked",)


@pytest.mark.rule("TA-SHOOT-05")
def test_what_a_blast_costs_those_in_a_fight_counts_for_nobody() -> None:
    play = Table(
        {"r1": {"assault": 5}, "r2": {"assault": 5}}, {"b1": {"guard": 5}}, phase="shooting"
    )
    play.lock("r1", "b1")
    play.do("fire", RED, FireReport(u("r2"), (B1,)))
    play.choose(1)
    play.fix(FiguresRemoved(figures=play.match.figures(R1)[:1]))
    while play.match.phase != "fight":
        play.do("next", RED, play.ruleset.actions["next"].params())
    assert play.score("r1") == (0, 0)


@pytest.mark.rule("TA-FALL-02", "TA-FALL-04", "TA-G61", "TA-CAS-05")
@pytest.mark.parametrize(("trapped", "left", "far"), [(True, 0, None), (False, 6, 1200)])
def test_what_the_way_back_is_like_the_players_say(
    trapped: bool, left: int, far: int | None
) -> None:
    play = Table({"r1": {"elite": 5}}, {"b1": {"trooper": 6}})
    play.break_off("b1", "r1")
    play.flee("b1", "66", trapped=trapped)
    assert play.count("b1") == (left,)
    assert play.moved("b1") == far


@pytest.mark.rule("TA-T1", "TA-G01")
def test_to_hit() -> None:
    rows = {
        1: "4455555555",
        2: "3444555555",
        3: "3344445555",
        4: "3334444455",
        5: "3333444444",
        6: "3333344444",
        7: "3333334444",
        8: "3333333444",
        9: "3333333344",
        10: "3333333334",
    }
    for skill, row in rows.items():
        assert "".join(str(rule_tables.find_number_to_hit(skill, n)) for n in range(1, 11)) == row


@pytest.mark.rule("TA-T2", "TA-G02", "TA-W19")
def test_to_wound() -> None:
    rows = {
        1: "4566NNNNNN",
        2: "34566NNNNN",
        3: "234566NNNN",
        4: "2234566NNN",
        5: "22234566NN",
        6: "222234566N",
        7: "2222234566",
        8: "2222223456",
        9: "2222222345",
        10: "2222222234",
    }
    for strength, row in rows.items():
        found = (rule_tables.find_number_to_wound(strength, n) for n in range(1, 11))
        assert "".join("N" if one is None else str(one) for one in found) == row
