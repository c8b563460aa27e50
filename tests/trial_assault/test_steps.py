"""Initiative steps, cover and grenades (TA-T5, TA-FIGHT-04 to 07, TA-COVER)."""

from __future__ import annotations

import pytest

from tests.trial_assault.table import AXE, B1, BLUE, FIST, PISTOL, R1, R2, RED, SWORD, Table, model
from tracker.rulesets.trial_assault.combat import combat_contact, initiative_steps
from tracker.rulesets.trial_assault.data import markers
from tracker.rulesets.trial_assault.phases.charge_phase import CoverDeclaration
from tracker.rulesets.trial_assault.phases.fight_phase import StrikeDeclaration
from tracker.rulesets.trial_assault.phases.fighter_contact_sheet import WeaponDeclaration
from tracker.testing.match_in_memory import f, u
from tracker.vocabulary.events import PhaseBegan


def at(play: Table, unit: str, target: str) -> list[int]:
    """The steps at which the models of a unit strike a target, the highest first."""
    every = initiative_steps.list_remaining_unit_strikers(play.match, u(unit))
    return sorted({one.step for one in every if one.target == u(target)}, reverse=True)


def charged(
    chargers: dict[str, int], *, cover: bool = True, options: dict[str, str] | None = None
) -> Table:
    play = Table({"r1": chargers}, {"b1": {"guard": 5}}, options=options)
    play.charge("r1", "b1")
    play.fight()
    if cover:
        play.do("cover", BLUE, CoverDeclaration(B1, (R1,)))
    return play


@pytest.mark.rule("TA-W25", "TA-T5", "TA-T10", "TA-COVER-01", "TA-COVER-06", "TA-COVER-07")
@pytest.mark.parametrize(
    ("charger", "cover", "defends", "charges"),
    [
        ("trooper", True, 10, 4),
        ("assault", True, 10, 10),
        ("plasma", True, 3, 4),
        ("trooper", False, 3, 4),
        ("assault", False, 3, 4),
    ],
)
def test_cover_strikes_at_ten(charger: str, cover: bool, defends: int, charges: int) -> None:
    play = charged({charger: 5}, cover=cover)
    assert at(play, "b1", "r1") == [defends]
    assert at(play, "r1", "b1") == [charges]


@pytest.mark.rule("TA-W25", "TA-COVER-06", "TA-SPEC-02")
@pytest.mark.parametrize("charger", ["trooper", "assault", "plasma"])
def test_a_fist_strikes_at_one_whatever_grenades_there_are(charger: str) -> None:
    play = charged({charger: 4, "sergeant": 1})
    assert at(play, "r1", "b1")[-1] == 1


@pytest.mark.rule("TA-COVER-01")
def test_a_fist_in_cover_strikes_at_one() -> None:
    play = Table({"r1": {"trooper": 2}}, {"b1": {"sergeant": 1}})
    play.charge("r1", "b1")
    play.fight()
    play.do("cover", BLUE, CoverDeclaration(B1, (R1,)))
    assert at(play, "b1", "r1") == [1]


@pytest.mark.rule("TA-W13", "TA-COVER-03")
def test_cover_counts_against_those_who_charge_across_it() -> None:
    """TA-G32: against one is against all; from the clear side one strikes at one's own."""
    play = Table({"r1": {"trooper": 3}, "r2": {"trooper": 3}}, {"b1": {"guard": 6}})
    play.charge("r1", "b1")
    play.charge("r2", "b1")
    play.fight()
    assert at(play, "b1", "r2") == [3]
    play.do("cover", BLUE, CoverDeclaration(B1, (R1,)))
    assert at(play, "b1", "r1") == at(play, "b1", "r2") == [10]
    assert at(play, "r1", "b1") == at(play, "r2", "b1") == [4]


@pytest.mark.rule("TA-G32", "TA-G34")
def test_frag_helps_those_who_have_it_and_only_at_the_unit_in_cover() -> None:
    play = Table({"r1": {"assault": 2, "trooper": 2}}, {"b1": {"guard": 2}, "b2": {"guard": 2}})
    play.charge("r1", "b1", "b2")
    play.fight()
    play.do("cover", BLUE, CoverDeclaration(B1, (R1,)))
    play.fix(markers.ENGAGED.set(*play.match.figures(R1), value="b1 b2"))
    assert at(play, "r1", "b1") == [10, 4]
    assert at(play, "r1", "b2") == [4]


@pytest.mark.rule("TA-G35")
@pytest.mark.parametrize(
    ("scope", "against_r1"), [("any_charger", 3), ("only_against_bearers", 10)]
)
def test_plasma_of_one_charger(scope: str, against_r1: int) -> None:
    play = Table(
        {"r1": {"trooper": 3}, "r2": {"plasma": 3}},
        {"b1": {"guard": 6}},
        options={"plasma_scope": scope},
    )
    play.charge("r1", "b1")
    play.charge("r2", "b1")
    play.fight()
    play.do("cover", BLUE, CoverDeclaration(B1, (R1, R2)))
    assert at(play, "b1", "r1") == [against_r1]
    assert at(play, "b1", "r2") == [3]


@pytest.mark.rule("TA-G31")
@pytest.mark.parametrize(
    ("charger", "own"), [("trooper", 4), ("assault", 11)], ids=["plain", "frag"]
)
def test_cover_before_everyone(charger: str, own: int) -> None:
    quick = model(i=10)
    play = Table(
        {"r1": {charger: 1, "quick": 1}},
        {"b1": {"guard": 3}},
        options={"cover_strike": "before_everyone"},
        profiles={"quick": quick},
    )
    play.charge("r1", "b1")
    play.fight()
    play.do("cover", BLUE, CoverDeclaration(B1, (R1,)))
    assert at(play, "b1", "r1") == [11]
    assert at(play, "r1", "b1") == sorted({own, 10}, reverse=True)


@pytest.mark.rule("TA-W27", "TA-COVER-02", "TA-G33", "TA-G44")
def test_a_later_round_has_no_cover_not_even_from_a_new_charger() -> None:
    play = Table({"r1": {"trooper": 3}, "r2": {"trooper": 3}}, {"b1": {"guard": 6}})
    play.charge("r1", "b1")
    play.do("cover", BLUE, CoverDeclaration(B1, (R1,)))
    play.fix(PhaseBegan(phase="movement", side=BLUE, turn_of=BLUE))
    play.to("fight", BLUE)
    combat_contact.record_combats_and_default_contacts(play.match)
    assert at(play, "b1", "r1") == [3]
    play.fix(PhaseBegan(phase="movement", side=RED, turn_of=RED))
    play.to("charge")
    play.charge("r2", "b1")
    play.fight()
    assert play.against("cover", BLUE, CoverDeclaration(B1, (R2,))) == ("was-locked",)
    assert at(play, "b1", "r2") == [3]


@pytest.mark.rule("TA-COVER-02")
def test_without_a_charge_there_is_no_cover() -> None:
    play = Table({"r1": {"trooper": 3}}, {"b1": {"guard": 6}})
    play.lock("r1", "b1")
    play.fight()
    assert play.against("cover", BLUE, CoverDeclaration(B1, (R1,))) == ("no-charge", "was-locked")
    assert play.against("cover", RED, CoverDeclaration(R1, (B1,))) == ("no-charge", "was-locked")


@pytest.mark.rule("TA-COVER-04")
def test_who_is_always_in_cover_has_it_when_charged_only() -> None:
    hidden = model(i=3, concealed=True)
    play = Table({"r1": {"hidden": 3}}, {"b1": {"hidden": 3}}, profiles={"hidden": hidden})
    play.charge("r1", "b1")
    play.fight()
    assert at(play, "b1", "r1") == [10]
    assert at(play, "r1", "b1") == [3]


@pytest.mark.rule("TA-COVER-05")
def test_cover_changes_no_number() -> None:
    play = charged({"trooper": 1})
    play.strike("b1", "r1", "44444")
    assert play.asked.needs.number == 5  # type: ignore[attr-defined]  # S3 against T4
    play.roll("55511")
    assert play.asked.needs.number == 3  # type: ignore[attr-defined]
    play.roll("666")
    play.strike("r1", "b1")
    assert play.asked.needs.number == 3  # type: ignore[attr-defined]


@pytest.mark.rule("TA-FIGHT-04")
def test_steps_go_from_ten_down_and_a_unit_has_several() -> None:
    play = charged({"trooper": 4, "sergeant": 1})
    combat = markers.COMBATS.find_combat(play.match, R1)
    assert combat is not None
    assert initiative_steps.list_due_strikes(play.match, combat) == ((B1, R1),)
    assert play.against("strikes", RED, StrikeDeclaration(R1, B1)) == ("later-step",)
    play.strike("b1", "r1", "11111")
    assert initiative_steps.find_current_step(play.match, combat) == 4
    play.strike("r1", "b1", "11111111")
    assert initiative_steps.find_current_step(play.match, combat) == 1
    assert initiative_steps.list_due_strikes(play.match, combat) == ((R1, B1),)
    play.strike("r1", "b1", "1111")
    assert initiative_steps.find_current_step(play.match, combat) == 0


@pytest.mark.rule("TA-FIGHT-05")
def test_models_slain_in_a_step_strike_in_it_all_the_same() -> None:
    play = Table({"r1": {"grot": 3}}, {"b1": {"grot": 3}})
    play.charge("r1", "b1")
    play.fight()
    play.strike("r1", "b1", "666666", "555555")
    assert play.count("r1", "b1") == (3, 3)
    play.strike("b1", "r1")
    assert play.asked.count == 3  # type: ignore[attr-defined]
    play.rolls("666", "555")
    assert play.count("r1", "b1") == (0, 0)
    assert play.score("r1") == (3, 3)


@pytest.mark.rule("TA-FIGHT-06")
def test_models_slain_in_an_earlier_step_do_not_strike() -> None:
    play = Table({"r1": {"assault": 2}}, {"b1": {"guard": 5}})
    play.charge("r1", "b1")
    play.fight()
    play.strike("r1", "b1", "666611", "6666", "1111")
    play.strike("b1", "r1")
    assert play.asked.count == 1  # type: ignore[attr-defined]


@pytest.mark.rule("TA-W55", "TA-FIGHT-03", "TA-FIGHT-06")
def test_who_has_lost_its_opponent_strikes_the_rest_and_nobody_when_none_is_left() -> None:
    quick = model(AXE, i=5)
    play = Table(
        {"r1": {"quick": 1, "blade": 1}},
        {"b1": {"guard": 3}},
        profiles={"quick": quick, "blade": model(i=4, a=2)},
    )
    play.lock("r1", "b1")
    play.fight()
    play.strike("r1", "b1", "6", "6")
    assert play.count("b1") == (2,)
    play.strike("r1", "b1")
    assert play.asked.count == 2  # type: ignore[attr-defined]
    play.rolls("66", "66", "11")
    assert play.count("b1") == (0,)
    combat = markers.COMBATS.find_combat(play.match, R1)
    assert combat is not None
    assert not initiative_steps.find_current_step(play.match, combat)


@pytest.mark.rule("TA-FIGHT-07", "TA-G20", "TA-G53")
def test_a_special_weapon_may_be_left_aside_before_the_first_step() -> None:
    play = charged({"assault": 1, "sergeant": 1})
    assert at(play, "r1", "b1") == [10, 1]
    assert not play.against("arms", RED, WeaponDeclaration(R1, "normal"))
    play.do("arms", RED, WeaponDeclaration(R1, "normal"))
    assert at(play, "r1", "b1") == [10, 4]  # the sergeant of these has no frag grenades
    play.strike("b1", "r1", "11111")
    assert play.against("arms", RED, WeaponDeclaration(R1, "fist")) == ("late-weapon",)
    assert play.against("arms", RED, WeaponDeclaration(R1, "spoon")) == ("no-weapon",)
    play.do("arms", RED, WeaponDeclaration(R1, "fist"))
    assert at(play, "r1", "b1") == [10, 1]


@pytest.mark.rule("TA-FIGHT-07")
def test_a_weapon_is_taken_up_with_the_blows() -> None:
    play = Table(
        {"r1": {"two": 1}}, {"b1": {"guard": 3}}, profiles={"two": model(FIST, AXE, PISTOL, a=2)}
    )
    play.charge("r1", "b1")
    play.fight()
    play.strike("r1", "b1", weapon="power axe")
    assert play.asked.count == 4  # type: ignore[attr-defined]
    assert play.match.has(f("r1", 1), markers.STRUCK)
    assert SWORD.kind == "normal"
