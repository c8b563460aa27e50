"""One short game, whose numbers were worked out by hand, for tests of every export.

Iron Third plays Red Dusk, with blasts that spare friends, and they stop in turn 2. In turn 1, Red
fires with Alpha at the Dusk rifles in soft cover, with Bravo at the Claw pack in the open, and with
Hammer, whose dice nobody saw.

=========== ==================================================== ===== ==== ========
attack      need                                                 dice  made expected
=========== ==================================================== ===== ==== ========
Alpha       to hit 3+: Regular 3, soft cover +1, order 3 -1         10    6   6.6667
            through 4+: Basic weapon against Light shields           6    3   3
            saved on 6: Basic infantry                               3    1   0.5
Bravo       to hit 3+: Regular 3                                    18    9  12
            through 3+: Upgraded weapon against Light shields        9    1   6
            saved on 5+: Regular beast                               1    0   0.3333
=========== ==================================================== ===== ==== ========

Alpha takes 3 - 1 = 2 rifles, where 10 × 2/3 × 1/2 × 5/6 = 2.8 were to be expected; Bravo 1 - 0 = 1
claw, where 18 × 2/3 × 2/3 × 2/3 = 5.3 were; Hammer 1. Claws: 10 - 1 - 1 = 8. Rifles: 11 - 2 = 9.
"""

from __future__ import annotations

import random

from tests.tui.kit import RULES, TO_SHOOT, Clock, begin
from tracker.application.book import Book
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.ledger.memory_store import MemoryStore
from tracker.ledger.store_interface import Store

TAKEN_BACK = ("b1 > r1 open", "undo action")
EVENING = (
    "r1 > b2 soft : 4516234612 / 134562 / 263 / falls rifle, rifle # on the hill",
    "r2 > b1 10in open : 5x6 4x5 . / =1 / -1",
    "r3 > b1 open !-1 # not seen",
    "fix r3 figures -1 # forgot it",
    "fix b3 half",
    "vp blue 2 # for the show",
    "next",
    "panic b1 b2 : 31 42",  # 3 × 8 against 1 × 2, and 4 × 9 against 2 × 2: both calm
    "impetus : 35",
    "end time red",
)


def play(store: Store | None = None) -> Game:
    clock = Clock()
    kept = Book(store or MemoryStore(), clock=clock, dice=random.Random(7), rulesets=RULES)
    game = begin(kept, TO_SHOOT, title="A short one", options={"blast_friends": False})
    game.writer.author = "Anna"
    game.add_note("cold hall")
    for line in (*TAKEN_BACK, *EVENING):
        if line == "next":
            game.add_note("B2 behind the wall", mark="stands")
        clock.tick()
        done = play_line(game, line)
        assert done.error is None, f"{line}: {done.error}"
    return game


OBJECTIVES = "objectives: first objective 2, second objective 4: "
LOG = {
    "Set-up": [
        (5, f"{OBJECTIVES}Assassinate is in play, Extermination is in play"),
        (7, "deployment: Red 5, Blue 3: Red base edge north, Blue base edge south,"
            " Red sets up first"),
        (12, "Sergeant Vara hunted, Speaker Ilm hunted"),
    ],
    "Turn 1": [
        (16, "impetus: Red 4, Blue 2: Red acts first"),
        (19, "Red orders: R1 Alpha 3, R2 Bravo 2, R3 Hammer 6"),
        (22, "Blue orders: B1 Claw pack 2, B2 Dusk rifles 1, B3 Stalker 2"),
        (30, "R1 Alpha ▸ B2 Dusk rifles (soft cover, order): 10 dice 6 hit, 6 dice 3 through,"
             " 3 dice 1 saved: 2 to remove (2 rifles), expected 2.8"),
        (36, 'R2 Bravo ▸ B1 Claw pack (10"): 18 dice 9 hit, 9 dice 1 through, 1 die 0 saved:'
             " 1 to remove, expected 5.3"),
        (40, "R3 Hammer ▸ B1 Claw pack: by hand, not seen, B1 1 to remove"),
        (43, "R3 Hammer destroyed, fixed by hand: forgot it"),
        (44, "B3 Stalker half speed 1, fixed by hand"),
        (45, "Blue +2 VP, entered by hand: for the show"),
        (47, "B1 Claw pack −2 (8 left), B2 Dusk rifles −2 (2 rifles; 9 left) | Blue panic checks: "
             "B1 calm 24 v 2 (3×8 left, 1×2 killed), B2 calm 36 v 4 (4×9 left, 2×2 killed)"),
    ],
    "Turn 2": [
        (49, "impetus: Red 3, Blue 5: Blue acts first"),
        (52, "left undone: 3 dice orders for B1, B2, B3"),
        (54, "end the game (table ruling: early)"),
    ],
}  # fmt: skip
PHASES = {
    16: "impetus",
    19: "orders, Red",
    22: "orders, Blue",
    30: "shoot, Red",
    43: "shoot, Blue",
    49: "impetus",
    52: "orders, Blue",
}
SCORES = (
    "turn 1 over · Red 0, Blue 2",
    "game over, the players agreed; winner: Red · Red 0, Blue 2",
)
NOTES = ["cold hall", "Line 30: on the hill", "where things stand: B2 behind the wall"]
RESTS = "Based on 13 of 13 recorded rolls; 1 action was entered as an outcome, without dice."
