"""Table rulings of Trial Assault in the words of the log."""

from __future__ import annotations

from tests.saying import say
from tests.trial_assault.evening import begin
from tracker.application.log.game_log_lines import list_log_lines


def test_what_belongs_elsewhere_is_said_by_its_phase_and_half_in_one_bracket() -> None:
    game = begin("deploy red", "deploy blue", "first red")
    say(game, "r1 charges b1", "b1 charges r1")
    line = list_log_lines(game.history)[-1]
    against = ("locked", "outside the charges phase", "in the other side's half")
    assert line.rulings == against
    assert line.text == f"B1 Troopers charges R1 Raiders (table ruling: {', '.join(against)})"
