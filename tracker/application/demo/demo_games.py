"""Replays the recorded games of the rulesets line by line, or begins one volley for practice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial

import msgspec
from msgspec import Struct

from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line, play_script
from tracker.ledger.memory_store import MemoryStore
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary.events import Scalar

ATTACK = " > "


class RecordedPlayer(Struct, frozen=True):
    """A side of a recorded game. ``roster`` is the name of one of the game's own rosters, or of a
    sample of the ruleset.
    """

    name: str
    player: str
    roster: str


class StoppingPoint(Struct, frozen=True):
    """The line at which the unfinished version stops, and how many answers are given on
    that line.
    """

    line: str
    answers: int


class GameTitles(Struct, frozen=True):
    """The titles of the finished game and, if there is one, of its unfinished version."""

    finished: str
    half: str = ""


class RecordedGameSetting(Struct, frozen=True):
    """The settings of a recorded game. ``seconds`` is the time between two entries."""

    ruleset: str
    played_on: str
    begins: datetime
    seconds: int
    titles: GameTitles
    sides: tuple[RecordedPlayer, ...]
    options: dict[str, Scalar] = {}
    half: StoppingPoint | None = None


@dataclass(frozen=True)
class RecordedGameFile:
    """A recorded game: its settings, its lines, and its rosters by file name."""

    setting: RecordedGameSetting
    lines: str
    rosters: Mapping[str, str]


def load_demo_games() -> list[RecordedGameFile]:
    rulesets = load_playable_rulesets().values()
    return [show for ruleset in rulesets for show in list_demo_games_of_ruleset(ruleset)]


def list_demo_games_of_ruleset(ruleset: Ruleset) -> list[RecordedGameFile]:
    decode = partial(msgspec.toml.decode, type=RecordedGameSetting)
    return [
        RecordedGameFile(decode(each.setting), each.lines, each.rosters)
        for each in ruleset.recorded()
    ]


def find_demo_game(title: str) -> RecordedGameFile:
    """Return the recorded game whose finished or unfinished version has the given title.

    Raises ``Refused`` if there is none.
    """
    for show in load_demo_games():
        if title in (show.setting.titles.finished, show.setting.titles.half):
            return show
    raise Refused(f"No installed ruleset has a recorded game called {title!r}.")


def find_main_demo_game() -> RecordedGameFile:
    """Return the first recorded game that also has an unfinished version.

    Raises ``Refused`` if there is none.
    """
    for show in load_demo_games():
        if show.setting.half is not None:
            return show
    raise Refused("No installed ruleset has a recorded game, so there is nothing to show.")


def begin_demo_game(
    book: Book, title: str, recorded_game: RecordedGameFile | None = None, *, played_on: str = ""
) -> Game:
    """Begin a recorded game without playing any lines. By default, begin the main demo game."""
    shown = recorded_game or find_main_demo_game()
    setting = shown.setting
    return book.begin_match(
        setting.ruleset,
        build_demo_entrants(book, shown),
        title=title,
        options=setting.options,
        played_on=played_on or setting.played_on,
    )


def build_demo_entrants(book: Book, recorded_game: RecordedGameFile) -> list[Entrant]:
    """Build the entrants of a recorded game, with their rosters."""
    rules = book.get_ruleset(recorded_game.setting.ruleset)
    samples = {one.file: one.text for one in rules.forces.samples()} if rules.forces else {}
    rosters = {**samples, **recorded_game.rosters}
    sides = recorded_game.setting.sides
    return [Entrant(side.name, rosters[side.roster], side.player, side.roster) for side in sides]


def play_all_demo_lines(game: Game, recorded_game: RecordedGameFile | None = None) -> Game:
    """Play all lines of a recorded game. Raises ``Refused`` if a line cannot be played."""
    done = play_script(game, (recorded_game or find_main_demo_game()).lines, use_defaults=True)
    if done.error is not None:
        raise Refused(f"The recorded game stops at line {done.line}: {done.error}")
    return game


def play_demo_until_stop(game: Game, recorded_game: RecordedGameFile | None = None) -> Game:
    """Play a recorded game up to the point where its unfinished version stops.

    Raises ``Refused`` if a line cannot be played.
    """
    recorded_game = recorded_game or find_main_demo_game()
    half = recorded_game.setting.half
    assert half is not None
    before, _, _ = recorded_game.lines.partition(half.line)
    play_script(game, before, use_defaults=True)
    head, _, answers = half.line.partition(" : ")
    given = " / ".join(answers.split(" / ")[: half.answers])
    done = play_line(game, f"{head} : {given}", use_defaults=True)
    if done.error is not None or done.pending is None:
        raise Refused(f"The recorded game does not stop at: {half.line}")
    return game


def begin_practice_volley() -> Game:
    """Play the main demo game in memory up to the dice of its first attack.

    Raises ``Refused`` if the main demo game has no attack.
    """
    lines = find_main_demo_game().lines.splitlines()
    heads = [line.partition("#")[0].partition(" : ")[0] for line in lines]
    at = next((place for place, head in enumerate(heads) if ATTACK in head), None)
    if at is None:
        raise Refused("The recorded game has no volley to practise on.")
    game = begin_demo_game(Book(MemoryStore()), "Practice: one volley")
    play_script(game, "\n".join(lines[:at]), use_defaults=True)
    play_line(game, heads[at])
    return game
