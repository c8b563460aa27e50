"""Record, import, record: the same bytes, the same game, whatever was done in it."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.application.match_records.making import kept_game, record
from tests.combat_zone.evening import begin as zone
from tests.deathzap2.evening import begin, shooting, undeployed
from tests.deathzap2.evening import book as make_platoon_book
from tests.profiles import examples, some
from tests.saying import begin_correction, say
from tests.trial_assault.evening import begin as assault
from tests.xenocide.evening import begin as firefight
from tests.xenocide.test_lines import RED_MOVED
from tracker.application.book import Book
from tracker.application.correcting.log_line_replacement import make_line_replacer
from tracker.application.errors import Refused
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.correction_replay import EVERY_REPLAY, ReplayRules
from tracker.application.match.game import Game
from tracker.application.match.rules_replay_check import find_first_replay_difference
from tracker.application.match_records.match_record_file_check import check_match_record
from tracker.application.match_records.record_importer import ImportResult, import_match_record
from tracker.ledger.memory_store import MemoryStore
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary.events import ActionTaken

RULESETS = sorted(load_playable_rulesets())
SEEDS = st.integers(0, 1_000_000)
REPLAY_IDS = [
    *(
        "today",
        "offered late",
        "undue kept",
        "swapped late",
        "conceded late",
        "ended twice",
        "out of order",
        "notes first",
        "continued",
    ),
    *("undone", "since the rules", "first"),
]


def initiative() -> Game:
    """The dice for initiative wait."""
    return zone("coherent r1,b1")


def no_file(rules: Ruleset, name: str) -> str:
    raise Refused(f"{name} is not here.")


def brought(text: str, book: Book | None = None) -> tuple[Game, ImportResult]:
    kept = book or Book(MemoryStore(), author="somebody else")
    done = import_match_record(kept, text, no_file)
    return kept.open_game(done.match), done


@pytest.mark.parametrize("name", RULESETS)
@examples(4)
@given(SEEDS, st.integers(1, 160))
def test_a_record_comes_back_to_the_byte(name: str, seed: int, steps: int) -> None:
    game = kept_game(load_playable_rulesets()[name], random.Random(seed), steps)
    text = record(game)
    again, _ = brought(text)
    assert record(again) == text
    assert again.history.lines == game.history.lines  # events, entries, actions, times and authors
    assert (again.state, again.pending) == (game.state, game.pending)
    assert list_log_lines(again.history) == list_log_lines(game.history)
    assert again.journal.store.verify_streams().is_sound


def anew(game: Game) -> None:
    line = game.history.last_line_number - 3
    how = make_line_replacer(game.history.find_line(line), "r1 > b2 hard : 66666666 / 42651234")
    begin_correction(game, line, how)


SAID_AT_ANY_MOMENT = [
    (shooting, ("r1 > b2 soft : 45162346", "end time draw", "undo", "redo")),
    (begin, ("skip impetus", "undo", "impetus blue", "undo", "skip impetus")),
    (shooting, ("fix b1 to-remove +6", "next", "next", "skip shoot", "undo", "skip shoot")),
    (
        shooting,
        ("r1 > b2 soft : 45162346 / 42651 / 362", "anew", "answer : 1111", "undo to 20", "redo"),
    ),
    (initiative, ("init : 465", "init blue", "undo", "skip initiative")),
    (initiative, ("init : 465 / first", "r2 activates", "end time red", "fix r1 began 9")),
    (zone, ("init red", "fix phase actions blue", "fix r13 group r2", "fix r12 opp assault-rifle")),
]


@pytest.mark.thorough
@pytest.mark.parametrize(("begun", "lines"), some(SAID_AT_ANY_MOMENT, 3))
def test_what_is_said_at_any_moment_comes_back_to_the_byte(
    begun: Callable[[], Game], lines: tuple[str, ...]
) -> None:
    game = begun()
    for line in lines:
        if line == "anew":
            anew(game)
        else:
            say(game, line)
    text = record(game)
    again, _ = brought(text)
    assert record(again) == text
    assert again.history.lines == game.history.lines
    assert (again.state, again.pending) == (game.state, game.pending)
    assert find_first_replay_difference(again) is None


def test_an_earlier_record_of_a_game_in_the_ledger_changes_nothing() -> None:
    game = shooting()
    text = record(game)
    game.add_note("hi")
    book = Book(MemoryStore())
    brought(record(game), book)
    _, earlier = brought(text, book)
    assert (earlier.match, earlier.was_there) == ("m1", True)
    assert len(book.list_games()) == 1


def test_a_timed_record_is_compared_only_with_games_begun_at_its_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, book = undeployed(make_platoon_book(), {"game": "basic"}), Book(MemoryStore())
    text = record(game)
    brought(text, book)
    hour_later = Book(book.store, clock=lambda: 3_600_000_000)
    undeployed(hour_later, {"game": "basic"})
    read: list[str] = []
    pages = book.store.read_event_pages

    def watch(stream: str) -> object:
        read.append(stream)
        return pages(stream)

    monkeypatch.setattr(book.store, "read_event_pages", watch)
    brought(text, book)
    assert {*read} == {"m1"}


@pytest.mark.thorough
@pytest.mark.parametrize("name", RULESETS)
@examples(4)
@given(SEEDS)
def test_the_second_time_nothing_changes(name: str, seed: int) -> None:
    text = record(kept_game(load_playable_rulesets()[name], random.Random(seed), 30))
    book = Book(MemoryStore())
    _, first = brought(text, book)
    _, second = brought(text, book)
    assert (first.match, first.was_there) == ("m1", False)
    assert (second.match, second.was_there) == ("m1", True)
    assert len(book.list_games()) == 1


@pytest.mark.thorough
@pytest.mark.parametrize("name", some(RULESETS))
@examples(3)
@given(SEEDS)
def test_a_record_is_sound_as_it_was_written(name: str, seed: int) -> None:
    found = check_match_record(
        record(kept_game(load_playable_rulesets()[name], random.Random(seed), 60)), no_file
    )
    assert (found.is_sound, found.checked) == (True, True)


@pytest.mark.parametrize("replay_rules", EVERY_REPLAY, ids=REPLAY_IDS)
def test_a_correction_that_has_a_later_line_break_a_rule_comes_back(
    replay_rules: ReplayRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Earlier programs said later lines again without asking the rules."""
    game = shooting()
    say(game, "r1 holds", "r2 holds")
    first = game.history.list_entries_on_path()[-2].number
    with monkeypatch.context() as patch:
        patch.setattr(Game, "replay", replay_rules)
        begin_correction(game, first, make_line_replacer(game.history.find_line(first), "r2 holds"))
        text = record(game)
    again, _ = brought(text)
    assert again.history.lines == game.history.lines
    assert ("table ruling" in list_log_lines(game.history)[-1].text) is replay_rules.asks_rules


@pytest.mark.parametrize("replay_rules", EVERY_REPLAY[:5], ids=REPLAY_IDS[:5])
def test_a_concession_in_the_other_half_comes_back(
    replay_rules: ReplayRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Earlier programs marked it late."""
    game = shooting()
    with monkeypatch.context() as patch:
        patch.setattr(Game, "replay", replay_rules)
        say(game, "next", "end conceded red")
        text = record(game)
    taken = [one.event for one in game.history.lines if isinstance(one.event, ActionTaken)]
    assert (taken[-1].late is None) is replay_rules.has_timeless_actions
    again, _ = brought(text)
    assert again.history.lines == game.history.lines


@pytest.mark.parametrize("replay_rules", EVERY_REPLAY[:4], ids=REPLAY_IDS[:4])
def test_a_swap_of_order_dice_after_the_other_side_has_rolled_comes_back(
    replay_rules: ReplayRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both sides swap their dice when both have rolled. Earlier programs marked the first late."""
    game = begin(orders_sequence="all_roll_then_assign")
    with monkeypatch.context() as patch:
        patch.setattr(Game, "replay", replay_rules)
        say(game, "impetus : 4 2", "r", "r", "swap r1 r2")
        text = record(game)
    taken = [one.event for one in game.history.lines if isinstance(one.event, ActionTaken)]
    assert (taken[-1].late is None) is replay_rules.has_common_actions
    again, _ = brought(text)
    assert again.history.lines == game.history.lines


@pytest.mark.rule("TA-CONS-01", "TA-SWEEP-04")
@pytest.mark.parametrize("replay_rules", EVERY_REPLAY[:2], ids=REPLAY_IDS[:2])
def test_a_consolidation_in_the_other_sides_turn_comes_back(
    replay_rules: ReplayRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red wins a combat in Blue's turn, so it may consolidate. Earlier programs marked it late."""
    game = assault(*["next"] * 5, "b1 charges r1", "next")
    with monkeypatch.context() as patch:
        patch.setattr(Game, "replay", replay_rules)
        say(game, "b1 fights r1 : =0", "r1 fights b1 : =4 / =4 / =0", "b1 tests : 66")
        say(game, "b1 flees : 66", "no")
        done = say(game, "r1 consolidates 2in")
        text = record(game)
    taken = [one.event for one in game.history.lines if isinstance(one.event, ActionTaken)]
    late = [one.late is not None for one in taken if one.action == "consolidate"]
    assert late == [not replay_rules.has_offered_actions]
    assert done.late == ()
    assert record(game) == text  # as the earlier program wrote it
    again, _ = brought(text)
    assert again.history.lines == game.history.lines


@pytest.mark.thorough
@pytest.mark.parametrize("replay_rules", EVERY_REPLAY, ids=REPLAY_IDS)
def test_a_correction_behind_which_somebody_may_still_fire_comes_back(
    replay_rules: ReplayRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Earlier programs did not end the phase where it had ended by itself."""
    game = firefight(*RED_MOVED)
    orders = list_log_lines(game.history)[5].number
    with monkeypatch.context() as patch:
        patch.setattr(Game, "replay", replay_rules)
        begin_correction(
            game, orders, make_line_replacer(game.history.find_line(orders), "orders blue")
        )
        text = record(game)
    again, _ = brought(text)
    assert again.history.lines == game.history.lines
    assert (game.match.phase == "movement") is replay_rules.ends_steps
