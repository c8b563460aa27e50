"""Players who say legal things at random to games and leagues of one ledger, until killed."""

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

UNDOES = 0.06
CORRECTS = 0.04
OF_LEAGUES = 0.1
LONGEST = 400
"""A game of more events is left alone: opening it again and again takes its time."""


def play(book: Book, chance: random.Random) -> None:
    """Go on without end."""
    game: Game | None = None
    while True:
        try:
            if chance.random() < OF_LEAGUES:
                keep_league(book, chance)
            elif game is None or game.match.ended is not None or chance.random() < 0.02:
                game = present(book, chance)
            else:
                step(game, chance)
        except (Refused, LedgerError):
            game = None


def present(book: Book, chance: random.Random) -> Game:
    """A game that runs, of any ruleset there is, or a new one."""
    name = chance.choice(list(book.rulesets))
    mine = [game for game in book.list_games("running") if game.ruleset == name]
    running = [game for game in mine if game.version < LONGEST]
    if running:
        return book.open_game(chance.choice(running).stream)
    forces = book.get_ruleset(name).forces
    assert forces is not None
    one, two = forces.samples()[:2]
    return book.begin_match(name, [Entrant("Red", one.text), Entrant("Blue", two.text)])


def step(game: Game, chance: random.Random) -> Sequence[MatchEntry]:
    """One thing said at random: an answer, an action, or what was said taken back or set right."""
    way = chance.random()
    if game.history.last_number > 12 and way < UNDOES:
        return [game.undo() if chance.random() < 0.5 else game.undo_action()]
    if way < UNDOES + CORRECTS:
        correct(game, chance)
        return []
    if game.pending is not None:
        return game.answer_question(choose_random_answer(game.pending, chance))
    commands = possible(game)
    return game.take_action(chance.choice(commands)) if commands else [game.undo()]


def possible(game: Game) -> list[Command]:
    """What may be done now."""
    return [
        action.make_command(side, params)
        for action in game.ruleset.actions.values()
        for side, params in action.candidates(game.match)
    ]


def correct(game: Game, chance: random.Random) -> None:
    """A die read wrong, of any roll there is; what comes after it is said again."""
    rolls = [
        e for e in game.history.list_entries() if isinstance(e.input, ev.Rolled) and e.input.key
    ]
    if rolls:
        entry = chance.choice(rolls)
        assert isinstance(entry.input, ev.Rolled)
        faces = [str(chance.randint(1, sides)) for sides in entry.input.dice]
        preview_correction(game, entry.number, " ".join(faces)).save_correction()


def keep_league(book: Book, chance: random.Random) -> None:
    """Something an organiser says."""
    kept = book.list_leagues()
    if not kept:
        book.begin_league("Winter", players=("Anna", "Bram"))
        return
    league = book.open_league(chance.choice(kept).stream)
    way = chance.random()
    if way < 0.6:
        league.people.enrol_players(f"Player {chance.randrange(10**6)}")
    elif way < 0.8:
        league.undo()
    else:
        league.redo()
