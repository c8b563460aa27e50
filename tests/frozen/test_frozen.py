"""Lines, records and ledgers of an earlier program: read, resumed and replayed to the same."""

from __future__ import annotations

import json
import lzma
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from tests.profiles import some
from tracker.application.book import Book
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.match.rules_replay_check import find_first_replay_difference
from tracker.application.match_records.match_record_writer import compose_match_record
from tracker.application.match_records.record_importer import import_match_record
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.application.typed_lines.line_interpreter import interpret_parts_for_match
from tracker.input_parsing.line_parser import parse_typed_line
from tracker.input_parsing.line_syntax_tree import Line
from tracker.ledger.memory_store import MemoryStore
from tracker.ledger.store_opening_and_copying import open_store
from tracker.procedures.match_view import Match
from tracker.procedures.ruleset import Command, Reply, Ruleset
from tracker.procedures.runners.live_table_runner import TableRunner

HERE = Path(__file__).parent


def frozen(name: str) -> Any:
    return json.loads(lzma.decompress((HERE / f"{name}.json.xz").read_bytes()))


GAMES: dict[str, Any] = frozen("games")
STANDING: dict[str, Any] = GAMES["games"]
LINES: list[Any] = GAMES["lines"]


LATER: dict[str, Any] = frozen("xenocide_and_trial_assault")


@cache
def records() -> dict[str, str]:
    found: dict[str, str] = frozen("records")
    return found


@cache
def brought_in(name: str) -> Game:
    """A game as its record says it; ``import_match_record`` refuses one that no longer says the
    same.
    """
    return game_of_record(records()[name])


def game_of_record(record: str) -> Game:
    book = Book(MemoryStore())
    return book.open_game(import_match_record(book, record, lambda *_: "").match)


def stands(game: Game) -> dict[str, Any]:
    """A game as people see it standing, and the question that waits."""
    match, pending = game.match, game.table.pending
    words = game.state.info.words.markers
    return {
        "rules": game.ruleset.id,
        "version": game.version,
        "turn": match.turn,
        "phase": match.phase,
        "side": match.clock.side,
        "points": {side: match.points(side) for side in match.sides},
        "units": {unit: len(match.figures(unit)) for unit in match.all_units()},
        "marks": sorted(
            f"{word.id} {who} {match.mark(who, word.id)}"
            for word in words
            for who in match.marked(word.id)
        ),
        "ended": match.ended.how if match.ended else None,
        "waits": None if pending is None else asked(pending.request),
    }


def asked(request: Any) -> dict[str, Any]:
    return {
        "what": request.what,
        "side": request.side,
        "subject": request.subject,
        "target": request.target,
        "dice": list(request.dice_sizes),
        "need": getattr(request, "need", ""),
    }


@pytest.mark.parametrize("name", some(STANDING, 7))
def test_a_record_is_read_to_the_same_game_and_written_again(name: str) -> None:
    game = brought_in(name)
    assert stands(game) == STANDING[name]
    assert find_first_replay_difference(game) is None
    assert compose_match_record(game.ruleset, game.history) == records()[name]


@pytest.mark.parametrize("name", some(LATER, 4))
def test_a_record_of_a_later_ruleset_is_read_to_the_same_game(name: str) -> None:
    record = LATER[name]["record"]
    game = game_of_record(record)
    assert stands(game) == LATER[name]["stands"]
    assert find_first_replay_difference(game) is None
    assert compose_match_record(game.ruleset, game.history) == record


@pytest.mark.parametrize("name", some(sorted({line[0] for line in LINES}), 3))
def test_a_line_means_the_same_action(name: str) -> None:
    """Each at the moment of the game at which it could be said."""
    game = brought_in(name)
    said = [(at, text, meant) for stream, at, text, meant in LINES if stream == name]
    for version, text, (action, side, params) in said:
        if not game.history.is_on_path(version):
            continue  # taken back since
        match = TableRunner(game.ruleset, game.history.get_state_at(version)).match
        command = meant(game.ruleset, match, text)
        assert (command.action, command.side) == (action, side), text
        read = game.ruleset.actions[action].decode_params
        assert read(command.params) == read(params), text


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["m2", "m9", "m17", "m7"])
def test_an_open_game_goes_on_when_every_stage_is_called_otherwise(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a melee, a volley, a unit that joins another, a reaction test."""
    rules = f"tracker.rulesets.{STANDING[name]['rules'].replace('-', '_')}"
    for module in [module for path, module in sys.modules.items() if path.startswith(rules)]:
        for function in [each for each in vars(module).values() if isinstance(each, FunctionType)]:
            monkeypatch.setattr(function, "__name__", "stage")
    book = Book(MemoryStore())
    stream = import_match_record(book, records()[name], lambda *_: "").match
    monkeypatch.undo()
    assert stands(Book(book.store).open_game(stream)) == STANDING[name]


def meant(ruleset: Ruleset, match: Match, text: str) -> Command:
    """The one action that a line says."""
    line = parse_typed_line(text, ruleset.lexicon)
    assert isinstance(line, Line), text
    (saying,) = interpret_parts_for_match(ruleset, match, line.parts)
    meaning = saying.meaning
    command = meaning.asking_command if isinstance(meaning, Reply) else meaning
    assert isinstance(command, Command), text
    return command


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    path = tmp_path_factory.mktemp("frozen") / "ledger.db"
    path.write_bytes(lzma.decompress((HERE / "ledger.db.xz").read_bytes()))
    with open_store(path) as store:
        yield Book(store)


@pytest.mark.parametrize("name", GAMES["ledger"])
def test_a_ledger_goes_on_at_the_question_that_waited(ledger: Book, name: str) -> None:
    game = ledger.open_game(GAMES["ledger"][name])
    assert stands(game) == STANDING[name]
    assert game.open_action_mismatch is None
    assert find_first_replay_difference(game) is None
    assert ledger.verify_ledger().is_sound


@pytest.fixture(scope="module")
def half_way(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    path = tmp_path_factory.mktemp("frozen") / "open.db"
    path.write_bytes(lzma.decompress((HERE / "open.db.xz").read_bytes()))
    with open_store(path) as store:
        yield Book(store)


def log_after(book: Book, name: str, line: str) -> str:
    game = book.open_game(name)
    done = play_line(game, line)
    assert done.error is None
    return list_log_lines(game.history)[-1].text


def test_a_volley_goes_on_at_the_dice_that_waited(half_way: Book) -> None:
    # 4, 6, 5 of five dice are 4 or more; three saves wait.
    text = log_after(half_way, "m1", "answer : 42651")
    # Expected: 9 × ½ × ½ = 2.25.
    attack = "R1 Alpha ▸ B2 Dusk rifles (soft cover), expected 2.2 through"
    assert text.startswith(f"{attack}: 9 dice 5 hit, 5 dice 3 through")
    pending = half_way.open_game("m1").table.pending
    assert pending is not None
    assert (pending.request.id, pending.request.dice_sizes) == ("save", (6, 6, 6))


def test_a_sheet_of_panic_checks_goes_on(half_way: Book) -> None:
    # 1 × 2 v 4 × 1, 1 × 8 v 5 × 2: both panic; 3 × 9 v 4 × 2 does not.
    text = log_after(half_way, "m2", "panic b2 b1 r4 : 34 15 14")
    game = half_way.open_game("m2")
    panicked = [unit for unit in game.match.all_units() if game.match.has(unit, "panicked")]
    assert sorted(panicked) == ["u:b1", "u:r4"]
    assert "R4 PANIC 2 v 4 (1×2 left, 4×1 killed)" in " ".join(
        line.text for line in list_log_lines(game.history)
    ), text


def test_a_melee_goes_on(half_way: Book) -> None:
    # Fen's 4 + 4 + 2 less 2 for panic is 8: Kestrel's 17 wins, and wounds with 2 dice.
    text = log_after(half_way, "m3", "answer : 442")
    assert "attack 17 v 8" in text
    pending = half_way.open_game("m3").table.pending
    assert pending is not None
    assert pending.request.what == "wound"


@pytest.mark.parametrize(
    ("name", "last"), [("undo_action_after_late_entry", 13), ("undo_after_two_late_entries", 18)]
)
def test_undo_after_late_entries_keeps_its_meaning_in_a_record(name: str, last: int) -> None:
    """The import refuses a record that no longer gives the same events."""
    text = (HERE / f"{name}.war").read_text("utf-8")
    book = Book(MemoryStore())
    game = book.open_game(import_match_record(book, text, lambda *_: "").match)
    assert list_log_lines(game.history)[-1].number == last
