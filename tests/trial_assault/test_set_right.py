"""What of a combat is set right by hand, and how links of two that differ stand at each of them."""

from __future__ import annotations

import pytest

from tests.saying import refused, say
from tests.trial_assault.evening import (
    beaten,
    begin,
    charged,
    sampled_in_movement,
    with_samples,
)
from tests.trial_assault.table import BLUE, Table
from tracker.application.correcting.correction_preview import preview_correction
from tracker.application.correcting.state_comparison import compare_states
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.projection.displayed_subject_status import list_visible_links
from tracker.rulesets.trial_assault.data import markers
from tracker.rulesets.trial_assault.data.markers import COMBATS
from tracker.rulesets.trial_assault.data.state_queries import is_locked
from tracker.testing.match_in_memory import RED, u
from tracker.vocabulary.events import PhaseBegan, Rolled, TurnBegan
from tracker.vocabulary.subject_ids import make_figure_id


def told(game: Game, line: str) -> str:
    say(game, line)
    return list_log_lines(game.history)[-1].text


@pytest.mark.rule("TA-TURN-05")
def test_the_wounds_a_side_has_inflicted_are_set_and_decide_the_combat() -> None:
    """Blue has slain two; said to be four, it wins against three."""
    game = charged("r1 charges b1")
    say(game, "b1 fights r1 : 124456 / 2456 / 362")
    said = told(game, "fix b1 inflicted 4")
    assert said == "wounds Red 0 · Blue 4, fixed by hand"
    say(game, f"r1 fights b1 : {'123456' * 4} / 112233445566 / 3326")
    combat = COMBATS.find_combat(game.match, u("r1"))
    assert combat is not None
    assert COMBATS.get_score(game.match, combat, RED) == 3
    assert game.match.has(u("r1"), markers.LOST)
    assert game.match.has(u("b1"), markers.WON)


def test_who_is_in_no_combat_has_inflicted_nothing_there() -> None:
    assert refused(begin(), "fix r2 inflicted 3") == "R2 is not in a combat."


@pytest.mark.rule("TA-TURN-05", "TA-FIGHT-01", "TA-FIGHT-03")
def test_units_locked_by_hand_before_the_fight_phase_is_set_form_a_combat() -> None:
    game = sampled_in_movement("fix r1 locked b1")
    said = told(game, "fix phase fight")
    assert said == ("close combat of Red, fixed by hand: not done: shooting of Red, charges of Red")
    assert game.match.phase == "fight"
    say(game, "r1 fights b1 : r", "fix r1 inflicted 2")


@pytest.mark.rule("TA-TURN-05", "TA-FIGHT-01")
def test_units_locked_by_hand_in_the_fight_phase_form_a_combat_or_join_one() -> None:
    game = with_samples("r2 charges b2")
    say(game, "fix r1 locked b1")
    combats = [COMBATS.find_combat(game.match, u(one)) for one in ("r1", "b1", "r2", "b2")]
    assert combats == ["c:2", "c:2", "c:1", "c:1"]
    say(game, "fix b3 locked r2")
    assert COMBATS.find_combat(game.match, u("b3")) == "c:1"
    say(game, "r2 fights b3 : r")


@pytest.mark.rule("TA-TURN-05", "TA-MULTI-01")
def test_two_combats_linked_by_hand_are_one_with_the_wounds_of_both() -> None:
    game = with_samples("r2 charges b2", "r1 charges b1")
    say(game, "fix r1 inflicted 2", "fix r2 inflicted 1", "fix r1 locked b1,b2")
    units = ("r1", "b1", "r2", "b2", "r3")
    assert {COMBATS.find_combat(game.match, u(one)) for one in units} == {"c:1"}
    assert COMBATS.get_score(game.match, "c:1", RED) == 3
    say(game, "r1 fights b2 : r")


@pytest.mark.rule("TA-TURN-05", "TA-CONS-02")
def test_who_consolidated_by_hand_does_not_fight_in_this_phase() -> None:
    game = beaten("b1 tests : 66", "b1 flees : 11", "r1 sweeps : no")
    say(game, "fix r1 locked b2")
    assert COMBATS.find_combat(game.match, u("b2")) is None


@pytest.mark.rule("TA-TURN-05", "TA-CHG-14")
def test_units_freed_by_hand_leave_their_combat_and_do_not_strike() -> None:
    game = with_samples("r2 charges b2", "r1 charges b1")
    say(game, "fix r2 free")
    assert [COMBATS.find_combat(game.match, u(one)) for one in ("r2", "b2")] == [None, None]
    say(game, "fix r1 free", "fix r3 free")
    assert game.match.phase != "fight"


@pytest.mark.rule("TA-TURN-05", "TA-RES-05")
def test_a_unit_that_already_falls_back_does_not_test_for_the_result() -> None:
    game = charged("r1 charges b1")
    say(game, "b1 fights r1 : 124456 / 2456 / 362", "fix b1 falling-back")
    say(game, f"r1 fights b1 : {'123456' * 4} / 112233445566 / 3326")
    assert game.match.has(u("r1"), markers.FOUGHT)
    assert not game.match.has(u("b1"), markers.LOST)


@pytest.mark.rule("TA-TURN-05", "TA-RES-01", "TA-MORALE-01")
def test_the_wounds_corrected_after_the_result_decide_it_again() -> None:
    """Blue lost with 2 to 3 and was about to test."""
    game = beaten("fix r1 inflicted 0")
    assert game.match.has(u("r1"), markers.LOST)
    assert game.match.has(u("b1"), markers.WON)
    assert not game.match.has(u("b1"), markers.LOST)
    say(game, "answer : 66")
    assert game.match.has(u("r1"), markers.BROKE)


@pytest.mark.rule("TA-TURN-05", "TA-RES-02")
def test_a_draw_is_decided_again_while_nobody_has_left() -> None:
    game = beaten("fix r1 inflicted 2")
    assert game.match.phase == "pile"
    say(game, "fix r1 inflicted 4")
    assert (game.match.phase, game.match.has(u("b1"), markers.LOST)) == ("fight", True)
    said = told(game, "fix r1 inflicted 5")  # the winner is the same
    assert "no longer" not in said
    say(game, "answer : 66", "b1 flees : 11", "r1 sweeps : no")
    assert refused(game, "fix r1 inflicted 0") == (
        "B1 has left the combat, so its result stands: undo back to its strikes."
    )


@pytest.mark.rule("TA-CAS-04", "TA-TURN-05")
def test_wounds_of_a_model_are_set_below_what_it_bears() -> None:
    """The character has three: he carries two at most."""
    game = with_samples()
    say(game, "fix r3 wounds 2")
    assert game.match.figure(make_figure_id("r3", 1)).wounds == 2
    say(game, "fix r3 wounds 0")
    assert game.match.figure(make_figure_id("r3", 1)).wounds == 0
    assert "from 0 to 2" in refused(game, "fix r3 wounds 3")


def test_a_charge_stands_at_each_of_the_two_as_it_is() -> None:
    game = charged("r1 charges b1", "cover b1 from r1")
    mine = {said: them for _, said, them in list_visible_links(game.state, u("r1"))}
    theirs = {said: them for _, said, them in list_visible_links(game.state, u("b1"))}
    assert mine == {"locked": ("u:b1",), "charges": ("u:b1",), "strikes into cover at": ("u:b1",)}
    assert theirs == {"locked": ("u:r1",), "charged by": ("u:r1",), "in cover against": ("u:r1",)}


def test_cover_is_set_for_each_of_two_by_itself() -> None:
    game = charged("r1 charges b1", "cover b1 from r1")
    say(game, "fix r1 in-cover-against b1")
    assert set(game.match.pairs(markers.COVERED)) == {("u:b1", "u:r1"), ("u:r1", "u:b1")}
    say(game, "fix b1 in-cover-against off")
    assert game.match.pairs(markers.COVERED) == ()


def test_a_character_joins_whichever_of_the_two_is_named_first() -> None:
    game = with_samples()
    say(game, "fix r3 alone")
    assert game.match.pairs(markers.JOINED) == ()
    say(game, "fix r2 joined r3")
    assert game.match.pairs(markers.JOINED) == (("u:r3", "u:r2"),)


@pytest.mark.rule("TA-SETUP-01", "TA-TURN-05")
def test_no_side_is_shown_as_first_before_it_is_decided() -> None:
    play = Table({"r1": {"trooper": 5}}, {"b1": {"guard": 4}})
    play.fix(TurnBegan(turn=0), PhaseBegan(phase="setup"))

    def list_shown() -> list[str]:
        rows = play.ruleset.setting_right.list_rows(play.match)
        return [row.value for row in rows if row.word == "acts first"]

    assert list_shown() == [""]
    play.fix(markers.FIRST.set(BLUE))
    assert list_shown() == ["Blue"]


@pytest.mark.rule("TA-MORALE-03", "TA-FALL-01")
def test_a_unit_that_holds_after_a_correction_does_not_fall_back() -> None:
    """Its test demanded the move, so the move is left out, and is no ruling."""
    game = beaten("b1 tests : 66", "b1 flees : 25")
    test = next(
        entry
        for entry in reversed(game.history.list_entries_on_path())
        if isinstance(entry.input, Rolled) and entry.input.result == (12,)
    )
    changes = preview_correction(game, test.number, "11")
    assert changes.breaches == ()
    left_out = [line.before for line in changes.lines if line.note.startswith("left out")]
    assert left_out == ["B1 Troopers falls back: 7", "R1 Raiders sweeps"]
    changes.save_correction()
    assert not game.match.has(u("b1"), markers.BROKE)
    assert not game.match.has(u("b1"), markers.FLEES)
    assert is_locked(game.match, u("b1"))


def test_what_changed_includes_the_wounds_that_a_unit_carries() -> None:
    game = sampled_in_movement()
    before = game.state.fork_state()
    say(game, "fix r3 wounds 2")
    (change,) = compare_states(before, game.state, game.ruleset)
    assert (change.before, change.after) == ("1/1", "1/1, 2 wounds")
