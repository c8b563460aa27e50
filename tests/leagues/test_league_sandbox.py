"""What is tried in a sandbox of a linked game is not told; what is kept is told once."""

from __future__ import annotations

import pytest

from tests.leagues.club import club
from tests.leagues.test_core_matches import end, first, linked
from tracker.application.match.game import Game
from tracker.leagues.league_events import FixtureResult
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.testing.match_in_memory import BLUE, RED
from tracker.vocabulary import events as ev

# Dario plays Red, Anna Blue; the row names Anna first.
SEVEN_FOUR = FixtureResult(winner=PlayerId("p4"), vp=(4, 7), played_on="2026-11-20")


def listening(playing: Game) -> list[str]:
    """The games the leagues were told of, as they are told."""
    told, tell = [], playing.journal.on_result_change
    assert tell is not None

    def listen(stream: str) -> str:
        told.append(stream)
        return tell(stream)

    playing.journal.on_result_change = listen
    return told


def test_an_end_in_a_sandbox_is_told_once_it_is_kept() -> None:
    found, playing = linked(club())
    told, sandbox = listening(playing), playing.make_sandbox()
    end(sandbox, 7, 4)
    sandbox.undo()
    sandbox.redo()
    assert (told, first(found).ended) == ([], None)
    playing.save_sandbox(sandbox)
    assert (told, first(found).ended) == (["m1"], SEVEN_FOUR)
    assert playing.journal.unreported == ""


def test_an_end_taken_back_in_a_sandbox() -> None:
    found, playing = linked(club())
    end(playing, 7, 4)
    told, sandbox = listening(playing), playing.make_sandbox()
    sandbox.undo()
    assert (told, first(found).ended) == ([], SEVEN_FOUR)
    playing.save_sandbox(sandbox)
    assert (told, first(found).ended) == (["m1"], None)


def test_another_end_than_before_is_told_once() -> None:
    """Set right in a sandbox: taken back, and ended otherwise, all in one."""
    found, playing = linked(club())
    end(playing, 7, 4)
    told, sandbox = listening(playing), playing.make_sandbox()
    sandbox.undo()
    end(sandbox, 2, 5, winner=BLUE)
    sandbox.add_note("counted again")
    playing.save_sandbox(sandbox)
    assert told == ["m1"]
    other = FixtureResult(winner=PlayerId("p1"), vp=(5, 2), played_on="2026-11-20")
    assert first(found).ended == other


def test_points_set_right_after_the_end_are_told_and_notes_are_not() -> None:
    found, playing = linked(club())
    end(playing, 7, 4)
    told = listening(playing)
    playing.add_note("a close one", star=True)
    assert told == []
    playing.adjust_by_hand((ev.PointsScored(side=RED, points=1, why="forgotten"),), "forgotten")
    assert told == ["m1"]
    after = first(found).ended
    assert after is not None
    assert after.vp == (4, 8)


@pytest.mark.parametrize("ended", [False, True])
def test_a_game_that_goes_on_is_not_told_of(ended: bool) -> None:
    _, playing = linked(club())
    told, sandbox = listening(playing), playing.make_sandbox()
    if ended:
        end(sandbox, 7, 4)
        sandbox.undo()
    sandbox.add_note("nothing yet")
    playing.save_sandbox(sandbox)
    playing.add_note("nor now")
    assert told == []
