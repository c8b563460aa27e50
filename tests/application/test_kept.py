"""Dice that lie on the table, read again where another number of them is asked."""

from __future__ import annotations

import random

from msgspec.structs import replace

from tests.deathzap2.evening import shooting
from tests.saying import say
from tracker.application.correcting.reused_answers import (
    reuse_answer_if_it_fits,
    reuse_roll_if_it_fits,
)
from tracker.application.match import dice_input
from tracker.application.match.game import Game
from tracker.procedures.requests import Roll
from tracker.procedures.runners.live_table_runner import PendingQuestion
from tracker.vocabulary import events as ev


def hits(game: Game | None = None) -> PendingQuestion:
    """The roll of Alpha's eight dice at Dusk rifles in soft cover: 4 or more hits."""
    game = game or shooting()
    say(game, "r1 > b2 soft")
    return game.require_pending_question()


def fewer(pending: PendingQuestion, count: int) -> PendingQuestion:
    assert isinstance(pending.request, Roll)
    return PendingQuestion(pending.key, replace(pending.request, count=count), pending.action)


def rolled(pending: PendingQuestion, text: str, by_app: frozenset[int] = frozenset()) -> ev.Rolled:
    return dice_input.parse_or_roll_dice(pending, text, random.Random(1), app_dice_places=by_app)


def fields(event: ev.Rolled) -> tuple[object, ...]:
    return (event.faces, event.first, event.again, event.app, event.app_at, event.source)


def test_the_first_dice_stay_with_how_they_fell_before() -> None:
    """4 5 1 6 2 3 4 6, the 1 and the 2 rolled again: 6 and 5. Of the first four only the 1 was."""
    pending = hits()
    event = rolled(pending, "45162346 *p3,5 65")
    assert (event.faces, event.first, event.again) == (
        (4, 5, 6, 6, 5, 3, 4, 6), (4, 5, 1, 6, 2, 3, 4, 6), (2, 4)
    )  # fmt: skip
    found = reuse_roll_if_it_fits(fewer(pending, 4), event)
    assert found is not None
    assert fields(found) == ((4, 5, 6, 6), (4, 5, 1, 6), (2,), 0, (), "typed")
    assert (found.dice, found.result) == ((6,) * 4, (0, 4))


def test_where_none_of_those_that_stay_was_rolled_again_nothing_says_so() -> None:
    pending = hits()
    found = reuse_roll_if_it_fits(fewer(pending, 2), rolled(pending, "45162346 *p3,5 65"))
    assert found is not None
    assert fields(found) == ((4, 5), (), (), 0, (), "typed")


def test_the_dice_of_the_app_are_known_by_their_places() -> None:
    """The app rolled the third and the fifth again; of the first four one is the app's, of the
    first three it is the last, of the first two none.
    """
    pending = hits()
    event = rolled(pending, "45162346 *p3,5 65", frozenset({2, 4}))
    assert fields(event)[3:] == (2, (2, 4), "mixed")
    four, three, two = (reuse_roll_if_it_fits(fewer(pending, n), event) for n in (4, 3, 2))
    assert four is not None
    assert three is not None
    assert two is not None
    assert fields(four)[3:] == (1, (2,), "mixed")
    assert fields(three)[3:] == (1, (), "mixed")
    assert fields(two)[3:] == (0, (), "typed")


def test_the_dice_of_the_app_stand_last_in_a_pool() -> None:
    """Typed 4 5 1, the app rolled five more: of the first four one is the app's."""
    pending = hits()
    event = rolled(pending, "45162346", frozenset(range(3, 8)))
    assert fields(event)[3:] == (5, (), "mixed")
    found = reuse_roll_if_it_fits(fewer(pending, 4), event)
    assert found is not None
    assert fields(found) == ((4, 5, 1, 6), (), (), 1, (), "mixed")
    all_app = rolled(pending, "45162346", frozenset(range(8)))
    found = reuse_roll_if_it_fits(fewer(pending, 4), all_app)
    assert found is not None
    assert fields(found)[3:] == (4, (), "app")


def test_as_many_dice_stay_as_they_are() -> None:
    pending = hits()
    for event in (
        rolled(pending, "45162346 *p3,5 65", frozenset({2, 4})),
        rolled(pending, "45162346", frozenset({1})),
        rolled(pending, "3x6 5x1"),
    ):
        assert reuse_answer_if_it_fits(pending, event) == event
        assert reuse_roll_if_it_fits(pending, event) == event


def test_more_dice_or_successes_alone_are_no_answer() -> None:
    pending = hits()
    assert reuse_roll_if_it_fits(fewer(pending, 9), rolled(pending, "45162346")) is None
    assert reuse_roll_if_it_fits(fewer(pending, 4), rolled(pending, "=5")) is None
