"""Random players that change a ledger's games and leagues until they are killed."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tracker.application.book import Book
from tracker.application.correcting.correction_preview import preview_correction
from tracker.application.errors import LedgerError, Refused
from tracker.application.match.game import Game
from tracker.application.match.match_entries import MatchEntry
from tracker.application.match_setup import Entrant
from tracker.procedures.ruleset import Command
from tracker.procedures.runners.random_play import choose_random_answer
from tracker.vocabulary import events as ev

UNDO_SHARE = 0.06
CORRECTION_SHARE = 0.04
LEAGUE_SHARE = 0.1
MAX_EVENTS = 400
"""The number of events after which a game is not continued, because opening it takes long."""


def play_forever(book: Book, rng: random.Random) -> None:
    game: Game | None = None
    while True:
        try:
            if rng.random() < LEAGUE_SHARE:
                change_league(book, rng)
            elif game is None or game.match.ended is not None or rng.random() < 0.02:
                game = open_or_begin_game(book, rng)
            else:
                make_entry(game, rng)
        except (Refused, LedgerError):
            game = None


def open_or_begin_game(book: Book, rng: random.Random) -> Game:
    """Open a running game of a random ruleset, or begin one if there is none."""
    name = rng.choice(list(book.rulesets))
    games = [game for game in book.list_games("running") if game.ruleset == name]
    running = [game for game in games if game.version < MAX_EVENTS]
    if running:
        return book.open_game(rng.choice(running).stream)
    forces = book.get_ruleset(name).forces
    assert forces is not None
    one, two = forces.samples()[:2]
    return book.begin_match(name, [Entrant("Red", one.text), Entrant("Blue", two.text)])


def make_entry(game: Game, rng: random.Random) -> Sequence[MatchEntry]:
    """Make a random entry: an answer, an action, an undo or a correction."""
    way = rng.random()
    if game.history.entry_count > 12 and way < UNDO_SHARE:
        return [game.undo() if rng.random() < 0.5 else game.undo_action_or_correction()]
    if way < UNDO_SHARE + CORRECTION_SHARE:
        correct_roll(game, rng)
        return []
    if game.pending is not None:
        return game.answer_question(choose_random_answer(game.pending, rng))
    commands = list_commands(game)
    return game.take_action_and_automatic_steps(rng.choice(commands)) if commands else [game.undo()]


def list_commands(game: Game) -> list[Command]:
    return [
        action.make_command(side, params)
        for action in game.ruleset.actions.values()
        for side, params in action.candidates(game.match)
    ]


def correct_roll(game: Game, rng: random.Random) -> None:
    """Correct the dice of a random roll, and replay what comes after it."""
    rolls = [
        e
        for e in game.history.list_entries_on_path()
        if isinstance(e.input, ev.Rolled) and e.input.key
    ]
    if rolls:
        entry = rng.choice(rolls)
        assert isinstance(entry.input, ev.Rolled)
        faces = [str(rng.randint(1, sides)) for sides in entry.input.dice]
        preview_correction(game, entry.number, " ".join(faces)).save_correction()


def change_league(book: Book, rng: random.Random) -> None:
    """Change a random league as an organiser does, or begin one if there is none."""
    leagues = book.list_leagues()
    if not leagues:
        book.begin_league("Winter", players=("Anna", "Bram"))
        return
    league = book.open_league(rng.choice(leagues).stream)
    way = rng.random()
    if way < 0.6:
        league.people.enrol_players(f"Player {rng.randrange(10**6)}")
    elif way < 0.8:
        league.undo()
    else:
        league.redo()
