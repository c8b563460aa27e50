"""What JSON says of questions in numbers is what the rules do with the answers.

Games by chance in every ruleset. Each kind of question is answered on copies of the game: at the
number needed and next to it, at both ends of every band, with every key, with a die too many.
"""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from exports.shapes.game_command_json_types import BandShape, NeedShape, PendingQuestionShape
from tests.drawn import any_game
from tracker.application.errors import Refused
from tracker.application.log.attack_roll_chains import count_successes
from tracker.application.match.game import Game
from tracker.cli.game_output import build_log_row_shapes
from tracker.cli.open_question_output import build_question_shape
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.ruleset import Ruleset
from tracker.procedures.runners.request_answer_reading import get_default_answer
from tracker.testing.random_games import MAX_LINES, make_book, play_random_input
from tracker.vocabulary import events as ev

TRIED = 2
"""How often a kind of question is tried in a game."""
SEED = os.environ["WARLEDGER_SEED"]
RULES = load_playable_rulesets()
by_ruleset = pytest.mark.parametrize("rules", RULES.values(), ids=list(RULES))


@pytest.mark.thorough
@by_ruleset
def test_questions_of_a_game(rules: Ruleset) -> None:
    tried = check_game(rules, random.Random(11))
    assert {"faces", "choice"} <= {kind for _, kind, _ in tried}


@pytest.mark.thorough
@by_ruleset
def test_questions_of_many_games(rules: Ruleset) -> None:
    for number in range(25):
        check_game(rules, random.Random(f"{SEED} {number}"))


def check_game(rules: Ruleset, rng: random.Random) -> Counter[tuple[str, str, str]]:
    """A whole game by chance; returns how often each kind of question was tried."""
    game = any_game(rules, rng, make_book(rules, rng))
    tried: Counter[tuple[str, str, str]] = Counter()
    for _ in range(MAX_LINES):
        asked = build_question_shape(game)
        if asked is not None:
            kind = (game.require_pending_question().request.id, asked.kind, asked.rule)
            tried[kind] += 1
            if tried[kind] <= TRIED:
                check_question(game, asked)
        if not play_random_input(game, rng):
            return tried
    raise AssertionError("the game does not end")


def check_question(game: Game, asked: PendingQuestionShape) -> None:
    match asked.kind:
        case "dice":
            check_pool(game, asked)
        case "total":
            check_total(game, asked)
        case "faces":
            check_rows(game, asked)
        case _:
            check_keys(game, asked)
    if asked.dice:
        assert not fits(game, [*asked.dice, asked.dice[-1]]), f"{asked.text}: a die too many"


# -------------------------------------------------------------------------------------- answers

Came = tuple[list[Sequence[ev.AnyFact]], Any]


def fits(game: Game, faces: Sequence[int]) -> bool:
    return not refused(game, " ".join(map(str, faces)))


def answered(game: Game, faces: Sequence[int] | str) -> tuple[ev.AnyInput, Came, Game]:
    """The answer as it is kept, what follows from it and is asked then, on a copy of the game."""
    sandbox = game.make_sandbox()
    first, *more = sandbox.answer_with_text(
        faces if isinstance(faces, str) else " ".join(map(str, faces))
    )
    then = sandbox.pending and sandbox.pending.request
    return first.input, ([one.facts for one in (first, *more)], then), sandbox


def rolled(game: Game, faces: Sequence[int]) -> ev.Rolled:
    event, _, _ = answered(game, faces)
    assert isinstance(event, ev.Rolled)
    return event


def next_to(needs: NeedShape) -> int:
    """The number next to the one needed, which is none too many or too few."""
    return needs.value + (1 if needs.direction == "at_most" else -1)


def spread(total: int, sizes: Sequence[int]) -> list[int]:
    """Faces of these dice that add up to a total."""
    faces, left = [], total - len(sizes)
    for size in sizes:
        faces.append(1 + min(left, size - 1))
        left -= faces[-1] - 1
    assert left == 0, f"{sizes} never come to {total}"
    return faces


# ----------------------------------------------------------------------------------------- dice


def check_words(asked: PendingQuestionShape, needs: NeedShape) -> None:
    """``4+``, ``3 or less``, or the last number there is, ``6``, say the same as the numbers."""
    found = re.match(r"(\d+)(\+| or less)?$", asked.need)
    assert found is not None, asked.need
    assert int(found[1]) == needs.value, asked.text
    if found[2]:
        assert (found[2] == "+") == (needs.direction == "at_least"), asked.text


def check_pool(game: Game, asked: PendingQuestionShape) -> None:
    size = len(asked.dice)
    for at, band in enumerate(asked.bands):
        for face in (band.low, band.high):
            event = rolled(game, [face] * size)
            assert event.result[at] == size, f"{asked.text}: {face} is {band.what}"
            if band.success is not None:
                assert count_successes(event) == band.success * size, f"{asked.text}: {face}"
    if asked.needs is not None:
        check_words(asked, asked.needs)
        assert {asked.needs.sides} == {*asked.dice}
        assert count_successes(rolled(game, [asked.needs.value] * size)) == size, asked.text
        assert count_successes(rolled(game, [next_to(asked.needs)] * size)) == 0, asked.text


def check_total(game: Game, asked: PendingQuestionShape) -> None:
    assert sum(part.value for part in asked.why) in {asked.bonus, sum_of_need(asked)}
    if asked.needs is not None:
        check_words(asked, asked.needs)
        for total, won in ((asked.needs.value, 1), (next_to(asked.needs), 0)):
            faces = spread(total - asked.bonus, asked.dice)
            assert count_successes(rolled(game, faces)) == won, f"{asked.text}: {total}"
    for band in asked.bands:
        came = [answered(game, spread(n - asked.bonus, asked.dice)) for n in (band.low, band.high)]
        (_, low, sandbox), (_, high, other) = came
        asks = [each.pending and each.pending.request.id for each in (sandbox, other)]
        # What is asked only where it changes the result (who touches a Leader) is asked of some.
        assert low == high or asks[0] != asks[1], f"{asked.text}: {band}"
        (roll,) = [one for row in build_log_row_shapes(sandbox, game.version) for one in row.rolls][
            -1:
        ]
        assert (roll.comes_to, roll.result) == (band.what, [band.low])


def sum_of_need(asked: PendingQuestionShape) -> int:
    """What the parts of a need that is made of them come to, with what is added to the dice."""
    return asked.bonus + (asked.needs.value if asked.needs else 0)


def check_rows(game: Game, asked: PendingQuestionShape) -> None:
    sizes = [die.sides for row in asked.rows for die in row.dice]
    assert not asked.rows or sizes == asked.dice
    place = 0
    for row in asked.rows:
        for die in row.dice:
            if die.needs is not None and 1 <= die.needs.value < die.sides:
                assert die.needs.direction == "at_most"
                check_die(game, asked, place, die.needs)
            place += 1
        if row.bands and len(row.dice) == 1:
            check_bands(game, asked, place - 1, row.bands)


def check_die(game: Game, asked: PendingQuestionShape, place: int, needs: NeedShape) -> None:
    """Others show their highest: what comes is otherwise just where the number is passed."""
    came = {}
    for face in {1, needs.value, needs.value + 1}:
        faces = [*asked.dice[:place], face, *asked.dice[place + 1 :]]
        came[face] = answered(game, faces)[1]
    assert came[1] == came[needs.value] != came[needs.value + 1], f"{asked.text}: {needs}"


def check_bands(
    game: Game, asked: PendingQuestionShape, place: int, bands: list[BandShape]
) -> None:
    assert [band.low for band in bands] == [1, *(band.high + 1 for band in bands[:-1])]
    assert bands[-1].high == asked.dice[place]


# -------------------------------------------------------------------------------------- choices


def check_keys(game: Game, asked: PendingQuestionShape) -> None:
    for key in asked.keys:
        if asked.kind == "choice" and asked.low is None:
            answered(game, key.key)
        elif asked.kind == "counts":
            assert key.most is not None
            assert refused(game, f"{key.most + 1} {key.key}"), f"{asked.text}: {key}"
            if asked.total is None and key.most:
                answered(game, f"{key.most} {key.key}")
    if asked.low is not None and asked.high is not None:
        for number in (asked.low, asked.high):
            answered(game, str(number))
        for number in (asked.low - 1, asked.high + 1):
            assert refused(game, str(number)), f"{asked.text}: {number}"
    if asked.default is not None:
        event, _, _ = answered(game, asked.default)
        assert isinstance(event, ev.Chosen)
        assert event.value == get_default_answer(game.require_pending_question().request)


def refused(game: Game, text: str) -> bool:
    try:
        answered(game, text)
    except Refused:
        return True
    return False
