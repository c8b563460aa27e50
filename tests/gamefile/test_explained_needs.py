"""Needs made of several parts: each part is shown with the dice, in sums and tests, too."""

from __future__ import annotations

import random

import pytest
from textual.widgets import Static

from tests.saying import say
from tests.tui.kit import SET_UP, VOLLEY, begin, book
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.gamefile.expressions import (
    Constant,
    describe_expression,
    parse_expression,
    substitute_known_names,
)
from tracker.gamefile.ruleset_builder import build_ruleset
from tracker.testing.random_games import make_book
from tui.table.information_commands import build_needed_number_dialog
from tui.views.pending_question_view import PendingQuestionView, build_question_view

GAME = """\
warledger_game = 1
id = "parts"
title = "Parts"
[stats]
skill = [2, 6]
nerve = [2, 12]
[profiles.man]
skill = 4
nerve = 7
[markers.pinned]
counts = true
[[phases]]
id = "action"
[rolls.hits]
[rolls.charge]
[actions.fire]
at = "enemy"
phases = ["action"]
flags = { cover = "c" }
steps = [
  { roll = "hits", dice = "figures", need = "skill + 1 - cover" },
  { mark = "pinned", on = "target", amount = "hits" },
  { test = "nerve", of = "target" },
]
[actions.rush]
phases = ["action"]
flags = { hard = "h" }
steps = [{ roll = "charge", sum = "2d6", add = "figures - pinned", need = "9 + 2 * hard" }]
[tests.nerve]
dice = "2d6"
need = "nerve - pinned"
add = "1"
low = true
when = "action"
who = "pinned > 0"
[tests.panic]
dice = "2d6"
passes = "die1 * figures >= die2 * pinned"
when = "turn"
who = "pinned > 0"
"""


@pytest.fixture
def game() -> Game:
    book = make_book(build_ruleset(GAME), random.Random(1))
    return book.begin_match("parts", [Entrant("Red", "3 men"), Entrant("Blue", "4 men\n5 men")])


def question(game: Game) -> PendingQuestionView:
    """The open question, as the screens show it."""
    assert game.pending is not None
    return build_question_view(game.match, game.pending)


def test_a_sum_lists_the_parts_of_its_need_and_of_what_is_added(game: Game) -> None:
    say(game, "r1 rush hard")
    asked = question(game)
    assert (asked.need, asked.parts) == ("11+", ("base 9", "hard +2", "figures +3 to the roll"))


def test_a_plain_need_has_no_parts(game: Game) -> None:
    say(game, "r1 rush")
    assert question(game).parts == ("base 9", "figures +3 to the roll")


def test_a_plain_number_is_not_named_in_the_log(game: Game) -> None:
    say(game, "r1 fire b1 cover")
    assert question(game).parts == ("skill 4+", "+1", "cover -1")
    say(game, "answer : 664")
    assert question(game).parts == ("nerve 7", "pinned -3", "+1 to the roll")
    assert "(cover): 3 dice" in list_log_lines(game.history)[-1].text


def test_a_sheet_explains_the_need_of_each_unit(game: Game) -> None:
    say(game, "r1 fire b1 : 664 / 11")
    say(game, "r1 fire b2 : 611 / 11")
    say(game, "next")
    assert question(game).parts == (
        "B1 Men 5 or less: nerve 7, pinned -2, +1 to the roll",
        "B2 Men 2 6 or less: nerve 7, pinned -1, +1 to the roll",
    )
    say(game, "nerve : 1111")
    asked = question(game)
    assert asked.need == "die1 × figures is at least die2 × pinned"
    assert asked.parts == (
        "B1 Men: die1 × 4 is at least die2 × 2",
        "B2 Men 2: die1 × 5 is at least die2 × 1",
    )


def test_a_long_explanation_is_wrapped(game: Game) -> None:
    say(game, "r1 fire b1 : 664 / 11")
    say(game, "next")
    (page,) = build_needed_number_dialog(game, question(game)).compose_contents()
    assert isinstance(page, Static)
    text = " ".join(str(page.content).split())
    assert "B1 Men 5 or less: nerve 7, pinned -2, +1 to the PARTS-NERVE roll" in text


@pytest.mark.parametrize(("lines", "is_named"), [(SET_UP, False), (VOLLEY[:-1], True)])
def test_another_number_is_named_only_where_a_roll_needs_one(
    lines: tuple[str, ...], is_named: bool
) -> None:
    """Impetus is rolled off; a volley needs a number."""
    played = begin(book(), [*lines, *(["r1 > b2 soft"] if is_named else [])])
    (page,) = build_needed_number_dialog(played, question(played)).compose_contents()
    assert isinstance(page, Static)
    assert ("456 need 5" in str(page.content)) is is_named


@pytest.mark.parametrize(
    ("text", "words", "known"),
    [
        ("1", "", ""),
        (
            "die1 > 3 and not (foot and figures == 5)",
            "die1 is more than 3 and not(foot and figures is 5)",
            "",
        ),
        (
            "die1 < 3 or target.hurt_by < 2",
            "die1 is less than 3 or target's hurt by is less than 2",
            "die1 is less than 3",
        ),
        (
            "(die1 + 1) * 2 != max(die2, figures)",
            "(die1 + 1) × 2 is not max(die2, figures)",
            "(die1 + 1) × 2 is not max(die2, 5)",
        ),
        (
            "if(foot, die1, die2) > half(figures)",
            "if(foot, die1, die2) is more than half(figures)",
            "die1 is more than 3",
        ),
    ],
)
def test_an_expression_in_words(text: str, words: str, known: str) -> None:
    """Every name but those of the dice has the value 5."""
    expression = parse_expression(text)
    assert describe_expression(expression) == words
    found = substitute_known_names(expression, lambda _: 5, {"die1", "die2"}, {})
    assert describe_expression(found) == known
    assert known or isinstance(found, Constant)


def test_a_single_large_die_tells_rerolls_and_naturals() -> None:
    text = GAME.replace(
        "[rolls.hits]", "[rolls.hits]\none = 'hit'\nagain = 1\nnatural = 20\ndie = 20"
    )
    book = make_book(build_ruleset(text), random.Random(1))
    game = book.begin_match("parts", [Entrant("Red", "1 man"), Entrant("Blue", "4 men")])
    say(game, "r1 fire b1 : 1 / 20 / 1 1")
    told = list_log_lines(game.history)[-1].text
    assert ": 1 (5+): rolled again, 20 (5+): hit, natural (expected " in told, told
