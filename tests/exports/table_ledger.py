"""A ledger whose tables were worked out by hand: the game in ``cut_short``, and a league of three.

Anna, Bram and Chloé, 3/1/0, a bye pays as a win; two rounds. The circle of three:

    round 1  Anna has the bye · Bram 4 : 9 Chloé, signed by both
    round 2  Anna 7 : 7 Bram, first typed 7 : 5 · Chloé has the bye

After round 1: Anna 3, Chloé 3 (VP difference +5), Bram 0 (−5). After round 2: Chloé 3 + 3 = 6,
Anna 3 + 1 = 4, Bram 0 + 1 = 1.
"""

from __future__ import annotations

import random
from copy import deepcopy
from functools import cache

from tests.exports import cut_short
from tests.tui.kit import RULES, Clock
from tracker.application.book import Book
from tracker.ledger.memory_store import MemoryStore
from tracker.ledger.store_interface import Store


def book(store: Store) -> Book:
    """Return a book whose clock stands still."""
    return Book(store, clock=Clock(), dice=random.Random(7), rulesets=RULES)


def play() -> Book:
    """Return the ledger in a new store."""
    return book(deepcopy(_played()))


@cache
def _played() -> MemoryStore:
    store = MemoryStore()
    cut_short.play(store)
    league = book(store).begin_league(
        "Winter", players=("Anna", "Bram", "Chloé"), zone="UTC", pairing="round robin"
    )
    league.rounds.draft_round()
    league.rounds.publish_round(on="2025-10-02")
    league.results.enter_result("1", "4-9", on="2025-10-02")
    league.results.sign_result("1")
    league.rounds.draft_round()
    league.rounds.publish_round(on="2025-10-09")
    league.results.enter_result("1", "7-5", on="2025-10-09")
    league.results.correct_result("1", "7-7", why="misread")
    league.rounds.draft_round()
    return store
