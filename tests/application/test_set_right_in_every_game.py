"""Set right by hand, in every ruleset: what it counts as, what comes of it, what it says."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from tests.combat_zone import evening as combat_zone
from tests.deathzap2 import evening as deathzap2
from tests.saying import say
from tests.trial_assault import evening as trial_assault
from tests.xenocide import evening as xenocide
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.procedures.pieces.manual_adjustments.adjustable_property import AdjustmentRow
from tracker.rulesets.deathzap2.data import markers as deathzap2_markers
from tracker.rulesets.trial_assault.data import markers as trial_assault_markers
from tracker.rulesets.xenocide.data import markers
from tracker.testing.match_in_memory import f, u

NOTHING = "Nothing was changed: the game already has that value."
BEGIN: tuple[Callable[[], Game], ...] = (
    combat_zone.begin,
    deathzap2.begin,
    trial_assault.begin,
    xenocide.begin,
)
CHANGES = {"figures", "to-remove", "add", "gun", "group", "unit", "phase"}
"""What is said as a change, or begins something anew."""


def last(game: Game) -> str:
    return list_log_lines(game.history)[-1].text


def list_values(rows: Iterable[AdjustmentRow]) -> list[str]:
    """The lines of up to three values of each kind of row, without those said as a change."""
    found: dict[tuple[str, str], str] = {}
    for row in rows:
        for value, line in row.ways[:3]:
            if line.startswith("fix") and not CHANGES & {*line.split()}:
                found.setdefault((row.word.partition(",")[0], value), line)
    return list(found.values())


@pytest.mark.parametrize("begin", BEGIN)
def test_what_stands_so_is_not_written_again(begin: Callable[[], Game]) -> None:
    """Every kind of value that a form offers: said a second time it changes nothing."""
    game = begin()
    for line in list_values(game.ruleset.setting_right.list_rows(game.match)):
        sandbox = game.make_sandbox()
        say(sandbox, line)
        before = sandbox.version
        assert say(sandbox, line).messages == (NOTHING,), line
        assert sandbox.version == before, line


@pytest.mark.parametrize(
    ("begin", "line"),
    [
        (xenocide.begin, "fix r2 suppressed 0"),
        (xenocide.begin, "fix r2 suppression-held 0"),
        (xenocide.begin, "fix b5 damage 0"),
        (deathzap2.begin, "fix r1.2 to-remove off"),
        (trial_assault.begin, "fix r1.2 slain off"),
        (combat_zone.begin, "fix r11 panic off"),
    ],
)
def test_none_of_what_is_not_there_changes_nothing(begin: Callable[[], Game], line: str) -> None:
    game = begin()
    before = game.version
    assert say(game, line).messages == (NOTHING,)
    assert game.version == before


def test_a_figure_to_remove_is_not_counted_twice() -> None:
    game = deathzap2.shooting()
    say(game, "fix r1.2 to-remove")
    assert say(game, "fix r1.2 to-remove").messages == (NOTHING,)
    assert game.match.mark(u("r1"), deathzap2_markers.KILLED) == 1


@pytest.mark.parametrize("begin", [deathzap2.begin, trial_assault.begin, xenocide.begin])
def test_figures_taken_off_by_hand_are_killed(begin: Callable[[], Game]) -> None:
    game = begin()
    say(game, "fix r2 figures -1")
    assert {value.gone for value in game.state.figures.values() if value.gone} == {"killed"}


def test_a_walker_taken_off_by_hand_is_destroyed() -> None:
    """TA-T13."""
    game = trial_assault.with_samples()
    say(game, "fix r4 figures -1")
    assert game.match.figure(f("r4", 1)).gone == "destroyed"


@pytest.mark.parametrize("line", ["fix b5 figures -1", "fix b5.1 figures -1", "fix b5 damage 6"])
def test_a_vehicle_taken_off_or_damaged_twice_its_threshold_is_a_wreck(line: str) -> None:
    """XF-T16, XF-VEH-15: the Raider has a threshold of 3, and its wreck smokes."""
    game = xenocide.begin()
    say(game, line)
    status = dict(game.ruleset.status(game.match))
    assert status["Lost, destroyed"] == "Red 0 · Blue 1"
    assert status["Strayed"] == "Red 0 · Blue 0"
    assert status["Smoke"] == "1 · B5"
    assert not game.match.exists(u("b5"))
    say(game, "fix b5 damage 2", "fix b5 figures +1")
    assert game.match.exists(u("b5"))
    assert "Smoke" not in dict(game.ruleset.status(game.match))


def test_damage_by_hand_says_which_hits_are_left_to_roll() -> None:
    """XF-VEH-15, XF-VEH-16: half of Strength 5, rounded up, is Power 3."""
    game = xenocide.begin("fix b2 aboard b5")
    say(game, "fix b5 damage 6")
    assert "not done: a hit of Power 3 on each passenger of B5, " in last(game)
    assert 'a hit of Power 3 on each model within 3" of B5' in last(game)
    game = xenocide.begin("fix b2 aboard b5")
    say(game, "fix b5 damage 3")
    assert game.match.exists(u("b5"))
    assert "not done: a hit of Weak 2 on each passenger of B5" in last(game)


@pytest.mark.parametrize("line", ["fix phase movement red", "fix phase melee", "fix turn 3"])
def test_what_is_held_of_a_phase_has_happened_when_it_is_changed_by_hand(line: str) -> None:
    """XF-SHOOT-02."""
    game = xenocide.begin("fix phase shooting", "fix r2.2 to-fall", "fix r2 suppression-held 2")
    say(game, "fix b5 damage-held 6")
    say(game, line)
    assert game.match.figure(f("r2", 2)).gone == "killed"
    assert markers.SUPPRESSED.number(game.match, u("r2")) == 2
    assert not game.match.marked(markers.HELD_MARKERS)
    assert not game.match.marked(markers.FALLS)
    assert not game.match.exists(u("b5"))
    assert last(game).startswith(
        "R2 Rifles −1 (4 left), R2 Rifles suppression 2, B5 Raider damage 6, B5 Raider destroyed, "
    )


def test_the_phase_said_again_leaves_what_is_held() -> None:
    game = xenocide.begin("fix phase shooting", "fix r2 suppression-held 2", "fix phase shooting")
    assert markers.HELD_MARKERS.number(game.match, u("r2")) == 2


def test_figures_to_remove_come_off_when_the_phase_is_changed_by_hand() -> None:
    """DZ-SHOOT-12."""
    game = deathzap2.shooting()
    say(game, "fix r1.2 to-remove", "fix phase melee")
    assert game.match.figure(f("r1", 2)).gone == "killed"
    assert not game.match.marked(deathzap2_markers.TO_REMOVE)


def test_the_slain_come_off_when_the_phase_is_changed_by_hand() -> None:
    """TA-FIGHT-05."""
    game = trial_assault.begin("fix r1.2 slain", "fix phase shooting red")
    assert game.match.figure(f("r1", 2)).gone == "killed"
    assert not game.match.marked(trial_assault_markers.FALLS)


@pytest.mark.parametrize("begin", BEGIN)
def test_every_phase_can_be_typed_as_it_is_called(begin: Callable[[], Game]) -> None:
    game = begin()
    clock = game.ruleset.setting_right.clock
    assert clock is not None
    for phase in clock.phases:
        for called in (phase.word, phase.word.replace(" ", "-"), phase.id):
            for side in ("", " blue"):
                sandbox = game.make_sandbox()
                facts, _ = clock.interpret_clock_fix(
                    sandbox.match, "phase", tuple(f"{called}{side}".split())
                )
                assert facts[-1].phase == phase.id  # type: ignore[union-attr]
