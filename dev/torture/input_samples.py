"""Every door that input comes through, and samples of what is good there."""

from __future__ import annotations

import io
import os
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from typing import Any

from dev.torture.mutations import TOKENS, line, mutated
from tracker.application.book import Book
from tracker.application.errors import LedgerError, Refused
from tracker.application.lines.line_and_script_play import play_line
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.match.past_states_and_possible_actions import list_possible_actions
from tracker.application.match_records.match_record_writer import compose_match_record
from tracker.application.match_records.record_check import check_match_record
from tracker.application.match_records.record_importer import import_match_record
from tracker.application.match_setup import Entrant
from tracker.cli.main import build_commands, main
from tracker.leagues.campaign.carry_over_rule_files import parse_carry_over_rules
from tracker.leagues.organiser_toml_reader import FileProblems
from tracker.leagues.results.scoring_scheme_files import parse_scoring_scheme_file
from tracker.ledger.memory_store import MemoryStore
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.ruleset import Ruleset
from tracker.procedures.runners.live_table_runner import PendingQuestion
from tracker.procedures.runners.request_answers import list_dice_sizes
from tracker.testing.random_games import begin_random_game, play_random_input
from tracker.vocabulary.match_event_codec import UnknownKind

REFUSALS = (Refused, LedgerError, FileProblems, UnknownKind)
"""What a program answers bad input with; everything else is a fault."""

LINES_OF_A_GAME = 250
SHORT = 25


class Rosters:
    """Forces from a file: read, and mustered where they can be."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._rules = [
            rules for rules in load_playable_rulesets().values() if rules.forces is not None
        ]
        self._samples = {
            rules.id: [sample.text for sample in rules.forces.samples()]
            for rules in self._rules
            if rules.forces is not None
        }

    def draw(self) -> tuple[Ruleset, str]:
        rules = self._chance.choice(self._rules)
        samples = self._samples[rules.id]
        return rules, mutated(self._chance.choice(samples), self._chance, samples)

    def take(self, drawn: tuple[Ruleset, str]) -> str:
        rules, text = drawn
        book = Book(MemoryStore(), dice=random.Random(1))
        other = self._samples[rules.id][0]
        game = book.begin_match(rules.id, [Entrant("Red", text), Entrant("Blue", other)])
        list_log_lines(game.history)
        for each in list_possible_actions(game):
            str(each)
        return "mustered"


class Schemes:
    """What results pay, and what units carry, from a file."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        folders = (("built_in", parse_scoring_scheme_file), ("between", parse_carry_over_rules))
        self._samples: list[tuple[Callable[[str], Any], list[str]]] = [
            (read, [each.read_text(encoding="utf-8") for each in _toml(folder)])
            for folder, read in folders
        ]

    def draw(self) -> tuple[Callable[[str], Any], str]:
        read, samples = self._chance.choice(self._samples)
        return read, mutated(self._chance.choice(samples), self._chance, samples)

    def take(self, drawn: tuple[Callable[[str], Any], str]) -> str:
        read, text = drawn
        read(text)
        return "read"


class Records:
    """Match records: checked, and brought in."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._samples = [
            _record(rules, chance) for rules in load_playable_rulesets().values() for _ in "123"
        ]

    def draw(self) -> tuple[str, bool]:
        text = mutated(self._chance.choice(self._samples), self._chance, self._samples)
        return text, self._chance.random() < 0.7

    def take(self, drawn: tuple[str, bool]) -> str:
        text, changed = drawn
        if not changed:
            return "sound" if check_match_record(text, no_roster).sound else "not sound"
        book = Book(MemoryStore(), dice=random.Random(1))
        done = import_match_record(book, text, no_roster, changed=True)
        list_log_lines(book.open_game(done.match).history)
        return "brought in"


class Lines:
    """What is said at a table, by whoever says it, at any moment of a game."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._left = 0

    def draw(self) -> tuple[Game, str]:
        if not self._left:
            rules = self._chance.choice(list(load_playable_rulesets().values()))
            self._game = _played(rules, self._chance, self._chance.randrange(80))
            self._words = _words(rules)
            self._can: list[str] = []
            self._left = LINES_OF_A_GAME
        self._left -= 1
        if self._left % 4 == 0:
            _go_on(self._game, self._chance)
        if self._left % 12 == 0 and self._game.pending is None:
            self._can = [each.line for each in list_possible_actions(self._game)][:400]
        can = self._can if self._game.pending is None else self._answers(self._game.pending)
        return self._game, line(self._words, can, self._chance)

    def _answers(self, pending: PendingQuestion) -> list[str]:
        """Answers in the words of the table, as they may be."""
        dice = list_dice_sizes(pending.request)
        faces = "".join(str(self._chance.randint(1, sides)) for sides in dice)
        return [faces, f"answer : {faces}", " ".join(faces), "answer : none", "answer : 1", "first"]

    def take(self, drawn: tuple[Game, str]) -> str:
        game, text = drawn
        if self._chance.random() < 0.15:
            game.answer_with_text(text)
            return "answered"
        done = play_line(game, text)
        if done.error is not None:
            return "refused"
        list_log_lines(game.history)
        return "taken"


class Commands:
    """Argument vectors, over every command there is, on a ledger in the folder we are in."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self.commands = [
            each for each in _leaves(build_commands(), ()) if each[0][0] not in _SCREENS
        ]
        os.environ["WARLEDGER_DB"] = "games.db"
        os.environ["WARLEDGER_DEBUG"] = "1"
        for begun in _BEGUN:
            main_quietly(begun, "")

    def draw(self) -> list[str]:
        path, options = self._chance.choice(self.commands)
        said = [*path]
        for _ in range(self._chance.choice((0, 1, 1, 2, 2, 3, 4))):
            if options and self._chance.random() < 0.4:
                said.append(self._chance.choice(options))
            said.append(self._chance.choice((*TOKENS, *_GOOD)))
        return [each.replace("\0", "\x01") for each in said]  # no system hands on a NUL

    def take(self, drawn: list[str]) -> str:
        code, err = main_quietly(drawn, "r1 > b2\n")
        if code not in {0, 1, 2}:
            message = f"exit code {code}: {err}"
            raise AssertionError(message)
        return ("done", "refused", "called wrongly")[code]


DOORS: dict[str, Callable[[random.Random], Any]] = {
    "rosters": Rosters,
    "records": Records,
    "schemes": Schemes,
    "lines": Lines,
    "commands": Commands,
}
_SCREENS = ("demo", "watch")
_SIDES = ("--side", "Red=iron-third", "--side", "Blue=red-dusk")
_FOUR = [word for name in ("Anna", "Bram", "Chloe", "Dario") for word in ("--player", name)]
_BEGUN = (
    ["match", "new", *_SIDES],
    ["match", "new", *_SIDES],
    ["match", "do", "m2", "end time"],
    ["league", "new", "Winter", *_FOUR],
    ["league", "draft", "l1"],
    ["league", "publish", "l1"],
    ["campaign", "new", "Karst", *_FOUR, "--ruleset", "deathzap2"],
    ["campaign", "enroll", "c1", "Anna", "--roster", "iron-third"],
    ["campaign", "enroll", "c1", "Bram", "--roster", "red-dusk"],
)
_GOOD = (
    "m1", "m2", "l1", "c1", "last", "Anna", "Bram", "Iron Third", "Alpha", "f1", "1", "2", "10-7",
    "iron-third", "red-dusk", "iron-third.toml", "Red=iron-third", "Blue=red-dusk", "deathzap2",
    "combat-zone", "-", "games.db", "out.txt", "md", "json", "html", "csv", "record", "ledger",
    "x" * 300, "y/" * 300, "/", "/dev/null", "nan", "inf", "1e999999", "roster.toml", "r1 > b2",
)  # fmt: skip


def no_roster(_: Ruleset, name: str) -> str:
    """Beside these records lie no rosters."""
    raise Refused(f"There is no file {name}.")


def main_quietly(argv: list[str], stdin: str) -> tuple[int, str]:
    """A command in this process: its exit code and what it said."""
    err = io.StringIO()
    with _streams(io.StringIO(stdin), io.StringIO(), err):
        code = main(argv)
    return code, err.getvalue()


@contextmanager
def _streams(*three: Any) -> Iterator[None]:
    kept = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = three
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = kept


def _toml(folder: str) -> list[Any]:
    found = (files("tracker.leagues") / folder).iterdir()
    return sorted((each for each in found if each.name.endswith(".toml")), key=str)


def _played(rules: Ruleset, chance: random.Random, lines: int) -> Game:
    """A game some lines old, by chance."""
    game = begin_random_game(rules, chance)
    for _ in range(lines):
        if not play_random_input(game, chance):
            break
    return game


def _go_on(game: Game, chance: random.Random) -> None:
    """A few lines more, so that hostile ones meet every kind of question."""
    try:
        for _ in range(chance.randint(0, 6)):
            play_random_input(game, chance)
    except REFUSALS:
        return


def _record(rules: Ruleset, chance: random.Random) -> str:
    game = _played(rules, chance, SHORT)
    return compose_match_record(game.ruleset, game.history)


def _words(rules: Ruleset) -> list[str]:
    known = rules.lexicon
    return sorted(known.verbs | known.flags | known.options | known.words)


def _leaves(group: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """Every command with its options."""
    for name, command in sorted(group.commands.items()):
        if hasattr(command, "commands"):
            yield from _leaves(command, (*path, name))
        else:
            options = [opt for each in command.params for opt in each.opts if opt.startswith("-")]
            yield (*path, name), options
