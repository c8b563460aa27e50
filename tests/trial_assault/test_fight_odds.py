"""Odds of blows and of whole combats, against the table driven through every answer."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from tests.trial_assault.table import AXE, B1, B2, R1, RED, Table, guard, model
from tracker.procedures.match_view import Match
from tracker.procedures.runners.exact_and_sampled_odds import Outcome, make_read_only_match
from tracker.rulesets.trial_assault import RULESET
from tracker.rulesets.trial_assault.data import markers
from tracker.rulesets.trial_assault.phases.fight_phase import StrikeDeclaration
from tracker.testing import odds_oracle
from tracker.testing.ruleset_laws import assert_odds_agree

Found = dict[Outcome, Fraction]


def chances(play: Table, params: StrikeDeclaration) -> Found:
    stage = RULESET.actions["strikes"].stage
    return odds_oracle.check_agreed_odds(RULESET, play.table.state, stage, (RED, params))


def of(play: Table, found: Found, question: Callable[[Match], Any]) -> dict[Any, Fraction]:
    """The distribution of what is asked of the match after each outcome."""
    counts: dict[Any, Fraction] = {}
    for outcome, chance in found.items():
        match = make_read_only_match(play.table.state.make_overlay((*outcome.changes, frozenset())))
        answer = question(match)
        counts[answer] = counts.get(answer, Fraction(0)) + chance
    return counts


def locked(red: dict[str, int], blue: dict[str, int], **profiles: Any) -> Table:
    play = Table({"r1": red}, {"b1": blue}, profiles=profiles)
    play.lock("r1", "b1")
    play.fight()
    return play


def fallen(match: Match) -> int:
    return sum(1 for one in match.all_figures() if match.figure(one).gone)


@pytest.mark.rule("TA-HIT-01", "TA-WND-01", "TA-SAVE-01")
def test_one_trooper_at_guards() -> None:
    """Hits on 3, wounds on 3, saved on 5: 4/6 x 4/6 x 4/6."""
    play = locked({"trooper": 1}, {"guard": 2})
    found = of(play, chances(play, StrikeDeclaration(R1, B1)), fallen)
    assert found == {1: Fraction(8, 27), 0: Fraction(19, 27)}


@pytest.mark.rule("TA-SPEC-03")
def test_claws() -> None:
    """Each of three attacks: hits on 4 in 1/2, wounds on 4 with one more try in 3/4, no save."""
    play = locked({"claws": 1}, {"trooper": 4})
    slain = of(play, chances(play, StrikeDeclaration(R1, B1)), _slain)
    p = Fraction(3, 8)
    assert slain[3] == p**3
    assert slain[0] == (1 - p) ** 3


def _slain(match: Match) -> int:
    return sum(
        match.has(one, markers.FALLS) or match.figure(one).gone is not None
        for one in match.all_figures()
    )


@pytest.mark.rule("TA-SPEC-08")
def test_rending() -> None:
    """A six (1/6) goes through; a 4 or 5 (2/6) wounds on 4 (1/2) and fails its save (1/3)."""
    play = locked({"render": 1}, {"trooper": 2})
    found = of(play, chances(play, StrikeDeclaration(R1, B1)), _slain)
    assert found[1] == Fraction(1, 6) + Fraction(2, 6) * Fraction(1, 2) * Fraction(1, 3)


SMALL: dict[str, Callable[[], tuple[Table, StrikeDeclaration]]] = {
    "mixed armour": lambda: (
        locked({"trooper": 2}, {"neophyte": 2, "initiate": 1}),
        StrikeDeclaration(R1, B1),
    ),
    "three kinds of wound": lambda: (
        locked({"axe": 1, "raider": 1}, {"initiate": 1, "neophyte": 1}, axe=model(AXE, i=2)),
        StrikeDeclaration(R1, B1),
    ),
    "a force weapon": lambda: (locked({"psyker": 1}, {"brute": 1}), StrikeDeclaration(R1, B1)),
    "a shield": lambda: (
        locked({"axe": 2}, {"trooper": 1, "shield": 1}, axe=model(AXE), shield=model(inv=4)),
        StrikeDeclaration(R1, B1),
    ),
    "a whole combat": lambda: (locked({"trooper": 1}, {"guard": 1}), StrikeDeclaration(R1)),
    "both at once": lambda: (locked({"grot": 1}, {"grot": 1}), StrikeDeclaration(R1)),
}


@pytest.mark.parametrize("case", list(SMALL))
def test_merged_unmerged_and_at_the_table(case: str) -> None:
    play, params = SMALL[case]()
    assert assert_odds_agree(play, "strikes", RED, params) > 1


@pytest.mark.rule("TA-CHAR-04")
def test_a_character_between_two() -> None:
    play = Table(
        {"r1": {"hero": 1}},
        {"b1": {"guard": 1}, "b2": {"grot": 1}},
        profiles={"hero": model(ws=5, a=2, i=9, independent=True)},
    )
    play.lock("r1", "b1", "b2")
    play.fix(markers.TOLD.set(R1), markers.ENGAGED.set(*play.match.figures(R1), value="b1 b2"))
    play.fight()
    assert assert_odds_agree(play, "strikes", RED, StrikeDeclaration(R1, B1)) > 1
    assert play.match.exists(B2)


@pytest.mark.rule("TA-FIGHT-05")
def test_a_whole_combat_by_hand() -> None:
    """Two alike at the same step, each kills in 1/2 x 2/6 unsaved: both, one, the other, nobody."""
    plain = guard(ws=2, s=2, t=3, i=2, sv=0)
    play = locked({"plain": 1}, {"plain": 1}, plain=plain)
    found = of(
        play,
        chances(play, StrikeDeclaration(R1)),
        lambda match: (match.exists(R1), match.exists(B1)),
    )
    p = Fraction(1, 2) * Fraction(2, 6)
    assert found == {
        (True, True): (1 - p) ** 2,
        (True, False): p * (1 - p),
        (False, True): p * (1 - p),
        (False, False): p * p,
    }
