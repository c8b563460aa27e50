"""The sources of hostile input, each with valid samples to mutate."""

from __future__ import annotations

import io
import os
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from typing import Any

from dev.torture.input_mutations import TOKENS, make_line, mutate_text
from tracker.application.book import Book
from tracker.application.errors import LedgerError, Refused
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.match.possible_actions import list_possible_actions
from tracker.application.match_records.match_record_file_check import check_match_record
from tracker.application.match_records.match_record_writer import compose_match_record
from tracker.application.match_records.record_importer import import_match_record
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.cli.main import build_root_command, main
from tracker.leagues.campaign.carry_over_rules import parse_carry_over_rules
from tracker.leagues.organiser_toml_reader import FileProblems
from tracker.leagues.results.scoring_scheme_files import parse_scoring_scheme_file
from tracker.ledger.memory_store import MemoryStore
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.ruleset import Ruleset
from tracker.procedures.runners.live_table_runner import PendingQuestion
from tracker.testing.random_games import begin_random_game, play_random_input
from tracker.vocabulary.event_codec import UnknownKind

EXPECTED_ERRORS = (Refused, LedgerError, FileProblems, UnknownKind)
"""The errors with which the program refuses bad input. Any other error is a fault."""

LINES_PER_GAME = 250
RECORD_INPUTS = 25


class RosterInputs:
    """Roster files, which are parsed, and used in a match if they are valid."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._samples = [
            (rules, [sample.text for sample in rules.forces.samples()])
            for rules in load_playable_rulesets().values()
            if rules.forces is not None
        ]

    def generate(self) -> tuple[Ruleset, str, str]:
        """Make a mutated roster, and choose another for the other side."""
        rules, samples = self._rng.choice(self._samples)
        return rules, mutate_text(self._rng.choice(samples), self._rng, samples), samples[0]

    def submit(self, generated: tuple[Ruleset, str, str]) -> str:
        rules, text, other = generated
        book = Book(MemoryStore(), dice=random.Random(1))
        game = book.begin_match(rules.id, [Entrant("Red", text), Entrant("Blue", other)])
        list_log_lines(game.history)
        for each in list_possible_actions(game):
            str(each)
        return "match begun"


class SchemeInputs:
    """Files with scoring schemes or carry-over rules, which are parsed."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        folders = (("built_in", parse_scoring_scheme_file), ("between", parse_carry_over_rules))
        self._samples: list[tuple[Callable[[str], Any], list[str]]] = [
            (read, [each.read_text(encoding="utf-8") for each in _list_toml_files(folder)])
            for folder, read in folders
        ]

    def generate(self) -> tuple[Callable[[str], Any], str]:
        read, samples = self._rng.choice(self._samples)
        return read, mutate_text(self._rng.choice(samples), self._rng, samples)

    def submit(self, generated: tuple[Callable[[str], Any], str]) -> str:
        read, text = generated
        read(text)
        return "read"


class RecordInputs:
    """Match records, which are checked or imported."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._samples = [
            _make_record(rules, rng)
            for rules in load_playable_rulesets().values()
            for _ in range(3)
        ]

    def generate(self) -> tuple[str, bool]:
        text = mutate_text(self._rng.choice(self._samples), self._rng, self._samples)
        return text, self._rng.random() < 0.7

    def submit(self, generated: tuple[str, bool]) -> str:
        text, changed = generated
        if not changed:
            return "sound" if check_match_record(text, find_no_roster).is_sound else "not sound"
        book = Book(MemoryStore(), dice=random.Random(1))
        imported = import_match_record(book, text, find_no_roster, allow_changed=True)
        list_log_lines(book.open_game(imported.match).history)
        return "imported"


class LineInputs:
    """Lines and answers, which are entered in random games."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._left = 0

    def generate(self) -> tuple[Game, str]:
        if not self._left:
            rules = self._rng.choice(list(load_playable_rulesets().values()))
            self._game = _play_game(rules, self._rng, self._rng.randrange(80))
            self._words = _list_words(rules)
            self._possible: list[str] = []
            self._left = LINES_PER_GAME
        self._left -= 1
        if self._left % 4 == 0:
            _play_some_inputs(self._game, self._rng)
        if self._left % 12 == 0 and self._game.pending is None:
            self._possible = [each.line for each in list_possible_actions(self._game)][:400]
        pending = self._game.pending
        valid = self._possible if pending is None else self._make_answers(pending)
        return self._game, make_line(self._words, valid, self._rng)

    def _make_answers(self, pending: PendingQuestion) -> list[str]:
        """Make answers in several notations."""
        dice = pending.request.dice_sizes
        faces = "".join(str(self._rng.randint(1, sides)) for sides in dice)
        return [faces, f"answer : {faces}", " ".join(faces), "answer : none", "answer : 1", "first"]

    def submit(self, generated: tuple[Game, str]) -> str:
        game, text = generated
        if self._rng.random() < 0.15:
            game.answer_with_text(text)
            return "answered"
        result = play_line(game, text)
        if result.error is not None:
            return "refused"
        list_log_lines(game.history)
        return "accepted"


class CommandInputs:
    """Command lines of every command, which run on a ledger in the current folder."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self.commands = [
            each for each in _list_commands(build_root_command(), ()) if each[0][0] not in _SCREENS
        ]
        os.environ["WARLEDGER_DB"] = "games.db"
        os.environ["WARLEDGER_DEBUG"] = "1"
        for command in _SETUP:
            run_quietly(command, "")

    def generate(self) -> list[str]:
        path, options = self._rng.choice(self.commands)
        argv = [*path]
        for _ in range(self._rng.choice((0, 1, 1, 2, 2, 3, 4))):
            if options and self._rng.random() < 0.4:
                argv.append(self._rng.choice(options))
            argv.append(self._rng.choice((*TOKENS, *_ARGUMENTS)))
        return [each.replace("\0", "\x01") for each in argv]  # no argument contains NUL

    def submit(self, generated: list[str]) -> str:
        code, err = run_quietly(generated, "r1 > b2\n")
        if code not in {0, 1, 2}:
            raise AssertionError(f"exit code {code}: {err}")
        return ("done", "refused", "usage errors")[code]


SOURCES: dict[str, Callable[[random.Random], Any]] = {
    "rosters": RosterInputs,
    "records": RecordInputs,
    "schemes": SchemeInputs,
    "lines": LineInputs,
    "commands": CommandInputs,
}
_SCREENS = ("demo", "watch")
_SIDES = ("--side", "Red=iron-third", "--side", "Blue=red-dusk")
_PLAYERS = [word for name in ("Anna", "Bram", "Chloe", "Dario") for word in ("--player", name)]
_SETUP = (
    ["match", "new", *_SIDES],
    ["match", "new", *_SIDES],
    ["match", "do", "m2", "end time"],
    ["league", "new", "Winter", *_PLAYERS],
    ["league", "draft", "l1"],
    ["league", "publish", "l1"],
    ["campaign", "new", "Karst", *_PLAYERS, "--ruleset", "deathzap2"],
    ["campaign", "enroll", "c1", "Anna", "--roster", "iron-third"],
    ["campaign", "enroll", "c1", "Bram", "--roster", "red-dusk"],
)
_ARGUMENTS = (
    "m1", "m2", "l1", "c1", "last", "Anna", "Bram", "Iron Third", "Alpha", "f1", "1", "2", "10-7",
    "iron-third", "red-dusk", "iron-third.toml", "Red=iron-third", "Blue=red-dusk", "deathzap2",
    "combat-zone", "-", "games.db", "out.txt", "md", "json", "html", "csv", "record", "ledger",
    "x" * 300, "y/" * 300, "/", "/dev/null", "nan", "inf", "1e999999", "roster.toml", "r1 > b2",
)  # fmt: skip


def find_no_roster(_: Ruleset, name: str) -> str:
    """Raise ``Refused``, because hostile records have no roster files."""
    raise Refused(f"There is no file {name}.")


def run_quietly(argv: list[str], stdin: str) -> tuple[int, str]:
    """Run a command in this process, and return its exit code and error output."""
    err = io.StringIO()
    with _redirect_streams(io.StringIO(stdin), io.StringIO(), err):
        code = main(argv)
    return code, err.getvalue()


@contextmanager
def _redirect_streams(*streams: Any) -> Iterator[None]:
    original = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = streams
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = original


def _list_toml_files(folder: str) -> list[Any]:
    paths = (files("tracker.leagues") / folder).iterdir()
    return sorted((each for each in paths if each.name.endswith(".toml")), key=str)


def _play_game(rules: Ruleset, rng: random.Random, lines: int) -> Game:
    game = begin_random_game(rules, rng)
    for _ in range(lines):
        if not play_random_input(game, rng):
            break
    return game


def _play_some_inputs(game: Game, rng: random.Random) -> None:
    """Play up to six random inputs, so that hostile lines meet every kind of question."""
    try:
        for _ in range(rng.randint(0, 6)):
            play_random_input(game, rng)
    except EXPECTED_ERRORS:
        return


def _make_record(rules: Ruleset, rng: random.Random) -> str:
    game = _play_game(rules, rng, RECORD_INPUTS)
    return compose_match_record(game.ruleset, game.history)


def _list_words(rules: Ruleset) -> list[str]:
    known = rules.lexicon
    return sorted(known.verbs | known.flags | known.options | known.words)


def _list_commands(
    group: Any, path: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """Yield the words and the options of every command."""
    for name, command in sorted(group.commands.items()):
        if hasattr(command, "commands"):
            yield from _list_commands(command, (*path, name))
        else:
            options = [opt for each in command.params for opt in each.opts if opt.startswith("-")]
            yield (*path, name), options
