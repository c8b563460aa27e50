"""Records that people write, mail and change by hand."""

from __future__ import annotations

import random
import re

import pytest

from tests.application.match_records.making import kept_game, record
from tests.application.match_records.test_round_trip import brought, no_file
from tests.deathzap2.evening import shooting
from tests.gamefile.kit import shipped
from tests.profiles import some
from tests.saying import say
from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.match.game import Game
from tracker.application.match_records.match_record_file_check import check_match_record
from tracker.application.match_records.record_importer import import_match_record
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.outcomes_without_dice import NOT_SEEN
from tracker.ledger.memory_store import MemoryStore
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.ruleset import Ruleset
from tracker.testing.random_games import make_book
from tracker.vocabulary import events as ev

BY_HAND = """\
Rules = "deathzap2"
title = "On the kitchen table"
played = 2024-05-11
weather = "rain"

[options]
game = "basic"
orders_table = "blank"

[[side]]
name = "Red"
player = "Anna"
roster = "iron-third"

[[side]]
name = "Blue"
roster = "red-dusk.toml"

---
# set up on the table in the kitchen
deployment : 52 / 1

IMPETUS : 4 2
r2 moves
next
next
R1 > B2 soft : =5 / =3 / -2   # shouted across the table
"""


def samples(rules: Ruleset, name: str) -> str:
    assert rules.forces is not None
    found = {one.file.removesuffix(".toml"): one.text for one in rules.forces.samples()}
    if name.removesuffix(".toml") not in found:
        raise Refused(f"{name} is not here.")
    return found[name.removesuffix(".toml")]


def test_a_record_written_by_hand_comes_in() -> None:
    book = Book(MemoryStore(), author="Bo")
    done = import_match_record(book, BY_HAND, samples)
    game = book.open_game(done.match)
    info = game.state.info
    assert (info.title, info.played_on) == ("On the kitchen table", "2024-05-11")
    assert info.options["game"] == "basic"
    assert [(side.letter, side.name, side.player) for side in info.sides] == [
        ("r", "Red", "Anna"), ("b", "Blue", ""),
    ]  # fmt: skip
    assert [force.name for force in game.state.forces.values()] == ["Iron Third", "Red Dusk"]
    rolls = [line.event for line in game.history.path if isinstance(line.event, ev.Rolled)]
    assert [roll.result[-1] for roll in rolls[-3:-1]] == [5, 3]
    assert rolls[-1].result == (2, 1)  # three saves, two failed
    notes = [line.event.text for line in game.history.path if isinstance(line.event, ev.Noted)]
    assert notes == ["shouted across the table"]
    assert {line.author for line in game.history.lines} == {"Bo"}
    assert any("weather" in warning for warning in done.warnings)


@pytest.mark.thorough
def test_what_came_in_by_hand_is_sound_and_goes_out_canonical() -> None:
    assert check_match_record(BY_HAND, samples).is_sound
    game, _ = brought_by_hand()
    text = record(game)
    again, _ = brought(text)
    assert record(again) == text
    assert check_match_record(text, no_file).checked


def brought_by_hand(book: Book | None = None):  # type: ignore[no-untyped-def]
    kept = book or Book(MemoryStore())
    done = import_match_record(kept, BY_HAND, samples)
    return kept.open_game(done.match), done


def test_a_record_without_times_is_known_again() -> None:
    """Nobody wrote when it was said, so the clock of the reader does not make another match."""
    book = Book(MemoryStore())
    brought_by_hand(book)
    _, done = brought_by_hand(book)
    assert done.was_there
    assert len(book.list_games()) == 1


def kept() -> str:
    """A record in which no note ends like what stands at the right of a row."""
    rules = load_playable_rulesets()["deathzap2"]
    texts = (record(kept_game(rules, random.Random(seed), 40)) for seed in range(40))
    return next(text for text in texts if "impetus : " in text and "# a # b" not in text)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "mail",
    some(
        [
            lambda text: "\ufeff" + text.replace("\n", "\r\n"),
            lambda text: text.replace("\n", "\n\n"),
            lambda text: text.replace("\n", "   \n"),
            lambda text: re.sub(r"  +;", "\t;", text),
        ]
    ),
    ids=["breaks of another system", "blank lines", "spaces at the end", "tabs"],
)
def test_what_mail_does_to_a_text_does_no_harm(mail) -> None:  # type: ignore[no-untyped-def]
    text = kept()
    game, done = brought(mail(text))
    assert record(game) == text
    assert not done.warnings


@pytest.mark.thorough
def test_without_its_checks_it_is_a_record_still() -> None:
    text = kept()
    game, _ = brought(without_checks(text))
    first, _ = brought(text)
    assert_same_game(game, first)


def without_checks(text: str) -> str:
    bare = re.sub(r" +;.*$", "", text, flags=re.MULTILINE)
    return "\n".join(row for row in bare.splitlines() if not row.startswith("@end"))


def assert_same_game(game: Game, first: Game) -> None:
    assert game.state == first.state
    assert [line.event for line in game.history.lines] == [
        line.event for line in first.history.lines
    ]


VOLLEY = "r1 > b2 soft : 45162346"


@pytest.mark.parametrize("reason", ["left undone: 5 dice to save", NOT_SEEN, "the cat came"])
def test_an_action_that_people_ended_ends_nothing_else_without_checks(reason: str) -> None:
    """One that another line closed, one of which people knew the outcome, and one of a reason."""
    game = shooting()
    say(game, VOLLEY)
    with game.entry_context.pause_automatic_steps():
        game.adjust_by_hand((), reason, ends_action=True)
    say(game, "r3 > b1 open")
    again, _ = brought(without_checks(record(game)))
    assert_same_game(again, game)


@pytest.mark.parametrize(
    "lines",
    [
        (VOLLEY, "end time blue # late"),
        (VOLLEY, "skip shoot"),
        ("skip shoot # late", "impetus : 46"),
    ],
)
def test_a_line_that_closes_a_question_is_the_same_without_checks(lines: tuple[str, ...]) -> None:
    game = shooting()
    for line in lines:
        say(game, line)
    again, _ = brought(without_checks(record(game)))
    assert_same_game(again, game)


def test_a_question_at_the_end_of_a_game_is_the_same_without_checks() -> None:
    """The row that was always written: a line of this form at the table would begin turn 2."""
    entrants = [Entrant("Red", "6 men"), Entrant("Blue", "5 men")]
    game = make_book(shipped("free"), random.Random(1)).begin_match("free", entrants)
    say(game, "next")
    say(game, "end blue # late")
    bare = without_checks(record(game))
    assert "\nskip play # left undone: points of this turn\nend Blue\n" in bare
    again, _ = brought(bare)
    assert_same_game(again, game)


@pytest.mark.thorough
def test_capitals_are_only_a_warning() -> None:
    text = kept()
    row = next(row for row in text.splitlines() if row.startswith("impetus : "))
    game, done = brought(text.replace(row, row.replace("impetus", "Impetus")))
    assert record(game) == text
    assert done.warnings == (
        f"Line {text.splitlines().index(row) + 1} was changed, but the game is the same.",
    )


@pytest.mark.thorough
def test_a_line_put_in_by_hand_is_taken_with_the_word() -> None:
    """A note behind the line that is there: --changed takes it, at the time of the line above."""
    text = kept()
    rows = text.splitlines()
    at = next(n for n, row in enumerate(rows) if row.startswith("impetus : "))
    changed = "\n".join([*rows[: at + 1], "@note # it was raining", *rows[at + 1 :]])
    with pytest.raises(Refused, match=f"Line {at + 2} of the record was changed"):
        brought(changed)
    book = Book(MemoryStore())
    done = import_match_record(book, changed, no_file, allow_changed=True)
    lines = book.open_game(done.match).history.lines
    noted = [n for n, line in enumerate(lines) if line.event == ev.Noted(text="it was raining")]
    assert len(noted) == 1
    assert lines[noted[0]].at == lines[noted[0] - 1].at


SIDES = '[[side]]\nname = "Red"\nroster = "iron-third"\n[[side]]\nname = "Blue"\n'

BAD_HEADS = {
    'title = "x"\n': "two sides",
    SIDES: "Blue has no force",
    SIDES + 'roster = "nowhere"\n': "nowhere is not here",
    SIDES + 'roster = """\nname = 3\n"""\n': "the roster of Blue, line",
    SIDES + '[[force]]\nside = "z"\nunits = []\n': "no side with that letter",
    SIDES + '[[force]]\nside = "b"\nunits = [{ unit = "b1", figures = ["many"] }]\n': "6 rifleman",
    'rules = "chess"\n': "no rules called 'chess'",
    "title = 3\n": "header of the record",
    "record = 2\n": "newer version of Warledger",
    "rules = deathzap2\n": "cannot be read",
}


@pytest.mark.parametrize("head", BAD_HEADS)
def test_a_bad_head_is_one_sentence(head: str) -> None:
    text = ('rules = "deathzap2"\n' if "rules" not in head else "") + head + "---\n"
    with pytest.raises(Refused, match=BAD_HEADS[head]):
        import_match_record(Book(MemoryStore()), text, samples)


def test_a_text_without_the_rule_is_no_record() -> None:
    with pytest.raises(Refused, match="three dashes"):
        import_match_record(Book(MemoryStore()), "r1 > b2 soft : 45\n", no_file)
