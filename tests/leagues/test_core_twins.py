"""What is tried on a twin of a linked game is not told; what is kept is told once."""

from __future__ import annotations

import pytest

from tests.leagues.club import club
from tests.leagues.test_core_matches import end, first, linked
from tracker.application.match.game import Game
from tracker.leagues.league_events import Ended
from tracker.leagues.results import PlayerId
from tracker.testing.play import BLUE, RED
from tracker.vocabulary import events as ev

# Dario plays Red, Anna Blue; the row names Anna first.
SEVEN_FOUR = Ended(winner=PlayerId("p4"), vp=(4, 7), played_on="2026-11-20")


def listening(playing: Game) -> list[str]:
    """The games the leagues were told of, as they are told."""
    told, tell = [], playing.journal.tell
    assert tell is not None

    def listen(stream: str) -> str:
        told.append(stream)
        return tell(stream)

    playing.journal.tell = listen
    return told


def test_an_end_on_a_twin_is_told_once_it_is_kept() -> None:
    found, playing = linked(club())
    told, twin = listening(playing), playing.make_twin()
    end(twin, 7, 4)
    twin.undo()
    twin.redo()
    assert (told, first(found).ended) == ([], None)
    playing.keep(twin)
    assert (told, first(found).ended) == (["m1"], SEVEN_FOUR)
    assert playing.journal.unreported == ""


def test_an_end_taken_back_on_a_twin() -> None:
    found, playing = linked(club())
    end(playing, 7, 4)
    told, twin = listening(playing), playing.make_twin()
    twin.undo()
    assert (told, first(found).ended) == ([], SEVEN_FOUR)
    playing.keep(twin)
    assert (told, first(found).ended) == (["m1"], None)


def test_another_end_than_before_is_told_once() -> None:
    """Set right on a twin: taken back, and ended otherwise, all in one."""
    found, playing = linked(club())
    end(playing, 7, 4)
    told, twin = listening(playing), playing.make_twin()
    twin.undo()
    end(twin, 2, 5, winner=BLUE)
    twin.note("counted again")
    playing.keep(twin)
    assert told == ["m1"]
    other = Ended(winner=PlayerId("p1"), vp=(5, 2), played_on="2026-11-20")
    assert first(found).ended == other


def test_points_set_right_after_the_end_are_told_and_notes_are_not() -> None:
    found, playing = linked(club())
    end(playing, 7, 4)
    told = listening(playing)
    playing.note("a close one", star=True)
    assert told == []
    playing.set_right((ev.PointsScored(side=RED, points=1, why="forgotten"),), "forgotten")
    assert told == ["m1"]
    after = first(found).ended
    assert after is not None
    assert after.vp == (4, 8)


@pytest.mark.parametrize("ended", [False, True])
def test_a_game_that_goes_on_is_not_told_of(ended: bool) -> None:
    _, playing = linked(club())
    told, twin = listening(playing), playing.make_twin()
    if ended:
        end(twin, 7, 4)
        twin.undo()
    twin.note("nothing yet")
    playing.keep(twin)
    playing.note("nor now")
    assert told == []
