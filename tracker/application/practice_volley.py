"""A practice volley for learning the keys. It starts at the first roll and is never saved."""

from __future__ import annotations

from tracker.application.book import Book
from tracker.application.demo.demo_games import begin_demo_game, find_main_demo_game
from tracker.application.errors import Refused
from tracker.application.lines.line_and_script_play import play_line, play_script
from tracker.application.match.game import Game
from tracker.ledger.memory_store import MemoryStore

ATTACK = " > "
TITLE = "Practice: one volley"


def begin_practice_volley() -> Game:
    """Begin the main demo game up to its first attack. Raises ``Refused`` if it has none."""
    lines = find_main_demo_game().lines.splitlines()
    heads = [line.partition("#")[0].partition(" : ")[0] for line in lines]
    at = next((place for place, head in enumerate(heads) if ATTACK in head), None)
    if at is None:
        raise Refused("The recorded game has no volley for practice.")
    game = begin_demo_game(Book(MemoryStore()), TITLE)
    play_script(game, "\n".join(lines[:at]), use_defaults=True)
    play_line(game, heads[at])
    return game
