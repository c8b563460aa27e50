"""The table is always right: another number needed, and settings right that name their line."""

from __future__ import annotations

from tests.deathzap2 import evening
from tests.deathzap2.test_silence import turn_two
from tests.saying import say
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.testing.match_in_memory import u
from tracker.vocabulary import events as ev


def shooting() -> Game:
    game = turn_two()
    for line in ("impetus : 42", "next", "next"):
        assert play_line(game, line).error is None
    return game


def test_another_number_needed_is_said_behind_the_dice() -> None:
    """Regular in soft cover needs 4+; the table says 6: of 4 5 1 6 2 3 4 6 two hit, not five."""
    game = shooting()
    done = play_line(game, "r1 > b2 soft : 45162346 need 6 / 42 # thick smoke")
    assert done.error is None
    rolled = [
        e.input for e in game.history.list_entries_on_path() if isinstance(e.input, ev.Rolled)
    ]
    hits, through = rolled[-2:]
    assert (hits.result, hits.need) == ((6, 2), "6")
    assert hits.asked is not None
    assert (hits.asked.need, hits.why) == ("4+", "thick smoke")
    assert len(through.dice) == 2


def test_a_ruled_deployment_says_whose_it_is() -> None:
    red = evening.RED.replace("gunner = 1 }", "hammer = 1 }")
    sides = [Entrant("Red", red), Entrant("Blue", evening.BLUE)]
    game = evening.book().begin_match("deathzap2", sides, options={"game": "basic"})
    say(game, "deployment : 52 / 1", "deploy red")
    texts = [line.text for line in list_log_lines(game.history)]
    assert "Red sets up (table ruling: mixed unit)" in texts


def test_a_needed_number_that_is_on_no_die_is_refused() -> None:
    game = shooting()
    done = play_line(game, "r1 > b2 soft : 45162346 need 9")
    assert done.error is not None
    assert "can be 2 to 6" in str(done.error)
    assert game.pending is not None
    assert game.pending.request.what == "to hit"


def test_what_is_set_right_names_the_line_it_goes_back_to() -> None:
    game = shooting()
    play_line(game, "r1 > b2 soft : =1 / =1 / -1")
    line = game.history.last_line_number
    before = len(game.match.figures(u("b1")))
    done = play_line(game, f"fix b1 figures +1 about {line} # one counted dead too often")
    assert done.error is None
    assert len(game.match.figures(u("b1"))) == before + 1
    corrected = game.history.list_entries_on_path()[-1].input
    assert isinstance(corrected, ev.Corrected)
    assert corrected.about is not None
    assert game.history.get_line_number(corrected.about) == line
    text = " ".join(str(entry.text) for entry in list_log_lines(game.history))
    assert f"Claw pack +1 figure, fixing line {line}: one counted dead" in text


def test_a_line_that_is_not_there_is_named() -> None:
    game = shooting()
    done = play_line(game, "fix b1 figures +1 about 9999")
    assert "no line 9999" in str(done.error)
    done = play_line(game, "fix b1 figures +1 about there")
    assert "is not a line number" in str(done.error)
