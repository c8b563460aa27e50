"""The laws of the book on games nobody would play: every input at every wrong moment."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.thin.combat_zone import RULESET, Fire, Move, Watch
from tracker.procedures.requests import Interrupt
from tracker.procedures.runners.request_answer_reading import InvalidAnswer
from tracker.testing.match_in_memory import BLUE, RED, Play, f
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary.events import Corrected, FiguresReturned, MarkerSet, Noted
from tracker.vocabulary.subject_ids import FigureId, SideId

PROFILES = {"trooper": {"points": 6, "toughness": 7, "damage": 2}}
FIGURES = {RED: (f("r1", 1), f("r1", 2)), BLUE: (f("b1", 1), f("b1", 2))}
SIDES = st.sampled_from([RED, BLUE])
KINDS = st.sampled_from(["move", "move", "watch", "watch", "fire", "fire", "note", "fix", "close"])
SAYINGS = st.tuples(KINDS, SIDES, st.integers(0, 1), st.integers(0, 1), st.integers(1, 3))
DICE = st.lists(st.integers(1, 6), min_size=6, max_size=6)


def say(play: Play, kind: str, side: SideId, own: FigureId, enemy: FigureId, number: int) -> None:
    """One input; what does not fit is refused, and then nothing has happened."""
    before, waits = play.table.state.fork_state(), play.table.pending
    try:
        if kind == "move":
            play.do("move", side, Move(own, number, claimed=True))
        elif kind == "watch":
            play.do("watch", side, Watch(own))
        elif kind == "fire":
            play.do("fire", side, Fire(own, enemy, number, hit=2))
    except InvalidAnswer:
        assert waits is not None
        assert (play.table.state, play.table.pending) == (before, waits)
    if kind == "note":
        play.feed_input(Noted(text="well", side=side))
    elif kind == "fix":
        play.fix(FiguresReturned(figures=(enemy,)), MarkerSet(subjects=(own,), marker="panic"))
    elif kind == "close":
        play.feed_input(Corrected(reason="enough", closes=True))


def answer(play: Play, faces: list[int], wait: bool) -> None:
    """Answer what waits, unless somebody is to come in between."""
    while not play.idle and not (wait and isinstance(play.asked, Interrupt)):
        dice = play.asked.dice_sizes
        if not dice:
            play.default()
            continue
        play.roll("".join(str(faces[n % len(faces)]) for n in range(len(dice))))
        faces = faces[1:] + faces[:1]


@pytest.mark.thorough
@given(st.lists(st.tuples(SAYINGS, DICE, st.sampled_from(["leave", "wait", "all"])), max_size=25))
def test_any_game_can_be_cut_continued_and_taken_back(
    said: list[tuple[tuple[str, SideId, int, int, int], list[int], str]],
) -> None:
    play = Play(RULESET)
    for side, unit in ((RED, "r1"), (BLUE, "b1")):
        play.muster(side, {unit: {"trooper": 2}}, PROFILES)
    for (kind, side, own, enemy, number), faces, then in said:
        other = BLUE if side == RED else RED
        say(play, kind, side, FIGURES[side][own], FIGURES[other][enemy], number)
        if then != "leave":
            answer(play, faces, wait=then == "wait")
    check_all_laws(play)
