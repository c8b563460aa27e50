"""What is said late in a game of halves and phases: put where it belongs, or marked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.deathzap2.evening import begin, shooting
from tests.saying import refused, say
from tracker.application.errors import LedgerError
from tracker.application.log.game_log_lines import expand_undone_line, list_log_lines
from tracker.application.log.log_line_types import LogLine
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_and_script_play import play_line, play_script
from tracker.ledger.ledger_errors import DiskFull
from tracker.ledger.memory_store import MemoryStore
from tracker.vocabulary import events as ev

RED_HALF = ("r1 > b2 soft : 45162346 / 42651 / 362", "r3 holds")
BLUE_HALF = ("b1,b2 holds",)


def over(bravo: str = "") -> Game:
    """Turn 1 is over: the two who fell of Dusk rifles are off, it is calm (1 v 1)."""
    game = shooting()
    # Red's half passes by itself once nobody is left to fire.
    say(game, *RED_HALF, *([bravo] if bravo else ["next"]))
    say(game, *BLUE_HALF, "next", "answer : 11", "impetus : 4 2", "skip orders")
    assert (game.match.turn, game.pending) == (2, None)
    return game


def taken(game: Game, who: str) -> ev.ActionTaken:
    found = (
        e.input for e in game.history.list_entries_on_path() if isinstance(e.input, ev.ActionTaken)
    )
    return next(event for event in found if event.params.get("unit") == f"u:{who}")


def marks(game: Game) -> object:
    return {key: mark.value for key, mark in game.state.markers.items()}


def test_a_shot_of_the_half_before_is_taken_as_it_is_and_marked() -> None:
    """Order within a simultaneous phase never warns: no objection, nothing retyped."""
    game = shooting()
    say(game, *RED_HALF, "next")
    assert game.match.clock.side == "s:b"
    done = say(game, "r2 > b1 open : 111111")
    assert done.messages == (
        "Red's half of shooting is over, so the action is entered as late. "
        "To remove the action, undo.",
    )
    assert taken(game, "r2").late is not None
    assert taken(game, "r2").overrides == ()
    assert "(late" in list_log_lines(game.history)[-1].text
    assert say(game, "b2 holds").messages == ()
    assert taken(game, "r1").late is None


def test_a_concession_belongs_to_no_half() -> None:
    game = shooting()
    say(game, *RED_HALF, "next")
    done = say(game, "end conceded red")
    assert (done.messages, done.late) == ((), ())
    ended = game.history.list_entries_on_path()[-1].input
    assert isinstance(ended, ev.ActionTaken)
    assert ended.late is None
    assert game.match.ended is not None


def test_a_script_tells_what_is_late_and_undone_as_its_lines_do() -> None:
    game, line_by_line = shooting(), shooting()
    lines = (*RED_HALF, "next", "r2 > b1 open : 111111", "undo", "redo")
    done = play_script(game, "\n".join(lines))
    assert done.late == ("Red's half of shooting is over, so the action is entered as late",)
    assert [step.back for step in done.steps] == [False, True]
    say(line_by_line, *lines)
    assert marks(game) == marks(line_by_line)
    assert game.state.figures == line_by_line.state.figures


def test_a_script_puts_a_late_line_where_it_belongs() -> None:
    late, in_time = over(), over("r2 > b1 open : 111111")
    assert play_script(late, "r2 > b1 open late : 111111").error is None
    assert (late.state.units, late.state.figures) == (in_time.state.units, in_time.state.figures)
    assert marks(late) == marks(in_time)


def test_a_shot_of_the_phase_before_is_put_where_it_belongs() -> None:
    """It misses, so that everything after it stays as it was: the same state as in time."""
    late, in_time = over(), over("r2 > b1 open : 111111")
    done = say(late, "r2 > b1 open late : 111111")
    assert done.messages[0].startswith("The action was inserted where it belongs: turn 1")
    assert (late.state.units, late.state.figures) == (in_time.state.units, in_time.state.figures)
    assert (marks(late), late.state.current_values.clock) == (
        marks(in_time),
        in_time.state.current_values.clock,
    )
    assert (late.pending is None) == (in_time.pending is None)
    line, other = bravo_in(late), bravo_in(in_time)
    assert line.text == f"{other.text} (late)"
    assert (line.turn, line.phase) == (other.turn, other.phase)


def bravo_in(game: Game) -> LogLine:
    return next(each for each in list_log_lines(game.history) if each.text.startswith("R2 Bravo"))


def test_a_shot_of_the_phase_before_is_undone_alone() -> None:
    late = over()
    before = (marks(late), late.state.current_values.clock, late.pending)
    say(late, "r2 > b1 open late : 111111")
    assert taken(late, "r2").late is not None
    say(late, "undo action")
    assert (marks(late), late.state.current_values.clock, late.pending) == before


def test_a_shot_that_would_change_what_came_after_is_taken_now_and_marked() -> None:
    """Two of Claw pack fall: it would have had to check for panic, with dice nobody rolled."""
    game = over()
    before = {e.version for e in game.history.list_entries_on_path()}
    done = say(game, "r2 > b1 open late : 666666 / 666666 / 111111")
    assert done.messages[0].startswith("Entered now and marked as late: before line")
    assert before <= {
        e.version for e in game.history.list_entries_on_path()
    }  # nothing was taken back
    assert taken(game, "r2").late is not None
    assert any("late, before line" in each.text for each in list_log_lines(game.history))


def _find_named_line(text: str) -> str:
    return text.partition("(late, before line ")[2].partition(")")[0]


def test_a_late_line_names_a_line_that_the_log_shows() -> None:
    """Nothing was removed when the phase ended, so the end of the phase has no line in the log."""
    game = shooting()
    say(game, "fix r3 melee b3", "r1 > b2 soft : 11111111", "next", "b1,b2 holds", "next")
    done = say(game, "r3 fights b3 : 1", "r2 > b1 open late : 666666 / 666666 / 111111")
    lines = list_log_lines(game.history)
    assert "(late, before line " in lines[-1].text
    assert (
        f"marked as late: before line {_find_named_line(lines[-1].text)} the action would"
        in done.messages[0]
    )
    assert int(_find_named_line(lines[-1].text)) in {line.number for line in lines}
    game.undo_action_or_correction()
    game.undo_action_or_correction()
    shown = list_log_lines(game.history)
    undone = expand_undone_line(game.history, shown, shown[-1])
    assert [line.text for line in undone] == [line.text for line in lines[-2:]]


def test_without_dice_it_is_put_where_it_belongs_and_waits_for_them() -> None:
    late, in_time = over(), over("r2 > b1 open : 111111")
    done = say(late, "r2 > b1 open late")
    assert done.messages[0].startswith("The action was inserted where it belongs: turn 1")
    assert len(done.messages) == 1  # a volley that misses changes nothing after it
    assert late.require_pending_question().request.what == "to hit"
    say(late, "answer : 111111")
    assert (late.state.units, late.state.figures) == (in_time.state.units, in_time.state.figures)
    assert (marks(late), late.state.current_values.clock) == (
        marks(in_time),
        in_time.state.current_values.clock,
    )


def test_without_dice_it_is_said_before_it_is_kept_what_would_not_fit() -> None:
    """R2 fires once in a phase: before its own volley there is no room for another."""
    game = shooting()
    say(game, *RED_HALF[:1], "r2 > b2 open : 111111")
    volley = next(
        e.number for e in game.history.list_entries_on_path() if e.input is taken(game, "r2")
    )
    before = {e.version for e in game.history.list_entries_on_path()}
    done = say(game, f"r2 > b1 open before {volley}")
    assert done.messages[0].startswith(
        "Entered now and marked as late: before line"
        f" {volley} the action would change later lines: "
        f"line {volley}, r2 > b2 open"
    )
    assert before <= {
        e.version for e in game.history.list_entries_on_path()
    }  # the first volley stands
    assert game.require_pending_question().request.target == "u:b1"


def test_where_nothing_earlier_fits_it_waits_for_its_dice_now() -> None:
    game = begin()
    say(game, "impetus : 4 2", "skip orders")
    done = say(game, "r1 > b2 open late")
    assert done.messages == (
        "The action was entered now and marked as late, because it does not fit earlier in this"
        " turn.",
    )
    assert game.require_pending_question().request.what == "to hit"


def test_a_move_forgotten_before_shooting() -> None:
    late, in_time = begin(), begin()
    say(in_time, "impetus : 4 2", "skip orders", "r1 moves", "next", "r2,r3 holds")
    say(late, "impetus : 4 2", "skip orders", "next", "r2,r3 holds", "r1 moves late")
    assert late.match.phase == in_time.match.phase
    assert marks(late) == marks(in_time)


def test_before_a_line_by_its_number() -> None:
    game = shooting()
    say(game, *RED_HALF)
    number = next(e.number for e in game.history.iterate_path_entries_backwards())
    say(game, f"r2 > b1 open before {number} : 111111")
    said = [
        e.input for e in game.history.list_entries_on_path() if isinstance(e.input, ev.ActionTaken)
    ]
    last = [event.params for event in said if event.source == "typed"][-2:]
    assert [each.get("unit") or each.get("units") for each in last] == ["u:r2", ("u:r3",)]


def test_what_cannot_be_read_changes_nothing() -> None:
    game = over()
    version = game.version
    assert "No unit is called" in refused(game, "r9 > b1 open late : 111111")
    assert "is not a line number" in refused(game, "r2 > b1 open before soon : 111111")
    assert refused(game, "r2 > b1 open before 999 : 111111") == (
        "Line 999 is not part of the current game, which has lines 1 to "
        f"{game.history.last_line_number}. To see them, run: warledger match log {game.stream}."
    )
    assert game.version == game.journal.store.get_version(game.stream) == version


class Failing(MemoryStore):
    """A ledger that fails at an append that is yet to come."""

    left = 10_000

    def append_entry(self, *args, **more):  # type: ignore[no-untyped-def]
        self.left -= 1
        if self.left < 0:
            raise DiskFull("The disk is full; make room and repeat the entry.")
        return super().append_entry(*args, **more)


@contextmanager
def failing(store: Failing, after: int) -> Iterator[None]:
    store.left = after
    yield
    store.left = 10_000


@pytest.mark.parametrize("after", range(5))
def test_all_of_it_is_written_or_none(after: int) -> None:
    store = Failing()
    game = begin(store)
    say(game, "impetus : 4 2", "skip orders", "fix phase shoot red", *RED_HALF, "next")
    say(game, *BLUE_HALF, "next", "answer : 11")
    before, version, asked = game.state.fork_state(), game.version, game.pending
    with failing(store, after):
        done = play_line(game, "r2 > b1 open late : 111111")
    assert isinstance(done.error, LedgerError)
    assert (game.state, game.version, game.pending) == (before, version, asked)
    assert store.get_version(game.stream) == version
    say(game, "r2 > b1 open late : 111111")
    assert store.get_version(game.stream) == game.version > version
