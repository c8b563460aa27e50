"""A plain game asks for dice and genuine choices only: what players may tell is not asked.

The turn is turn 2 of Iron Third against Red Dusk: fire in cover, split fire with a blast, a second
move, melee with a monster, panic and Morale. Every die is as the table rolled it; the order table
is blank, which is the default.
"""

from __future__ import annotations

from itertools import count

import pytest

from tracker.application.book import Book
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.ledger.memory_store import MemoryStore
from tracker.rulesets.deathzap2 import RULESET
from tracker.rulesets.deathzap2.forces.roster_reader import FORCES
from tracker.testing.match_in_memory import RED, f, u
from tracker.vocabulary import events as ev

SAMPLES = {sample.file: sample.text for sample in FORCES.samples()}

# A line as it is typed, and what its answers were given to: what is rolled, and with how many dice.
TURN: list[tuple[str, list[tuple[str, int]]]] = [
    ("impetus : 42", [("impetus", 2)]),  # Red acts first; the Orders phase passes by itself
    ("next", []),  # Red moves nothing the rules need
    ("b3 contacts r2", []),
    ("next", []),
    (
        "r1 > b2 soft : 45162346 / 42651 / 362",
        [("to hit", 8), ("through", 5), ("save", 3)],
    ),
    (
        "r3 > b1 open with heavy-repeater : 231564 / 31562 / 5216"
        " | r3 > b2 soft with destroyer : 4 / in 3 / 4263 / 156",
        [
            ("to hit", 6),
            ("through", 5),
            ("save", 4),
            ("to hit", 1),
            ("others within 3 inches", 0),  # the one thing only the table knows
            ("through", 4),
            ("save", 3),
        ],
    ),
    ("b1 again", []),
    (
        "b2 > r1 open : 4561234263 / 52613 / 46 / falls 1",
        [("to hit", 10), ("through", 5), ("save", 2), ("falls", 0)],  # rifle or repeater
    ),
    ("panic r1 b2 : 31 25", [("panic checks", 4)]),
    (
        "r2 fights b3 : 416523 / 624 / 2 / 3",
        [("to hit", 6), ("through", 3), ("save", 1), ("damage", 1)],
    ),
    ("b3 fights r2 : 44561233 / 5412 / 14", [("to hit", 8), ("through", 4), ("save", 2)]),
    ("panic r2 : 14", [("panic checks", 2)]),
    ("morale b1 : 5", [("morale", 1)]),
]


def turn_two() -> Game:
    """The impetus of turn 2: Alpha 6 of 8, Bravo 6 of 9, Claw pack 8 of 10 panicked, Dusk 10."""
    seconds = count()
    book = Book(MemoryStore(), clock=lambda: next(seconds), rulesets={RULESET.id: RULESET})
    entrants = [
        Entrant("Red", SAMPLES["iron-third.toml"]),
        Entrant("Blue", SAMPLES["red-dusk.toml"]),
    ]
    game = book.begin_match(RULESET.id, entrants, options={"game": "basic"})
    game.answer_with_text("63")
    game.answer_with_default_choice()
    lost = {"r1": (1, 2), "r2": (1, 2, 3), "b1": (1, 2), "b2": (11,)}
    gone = tuple(f(unit, n) for unit, numbers in lost.items() for n in numbers)
    game.adjust_by_hand(
        (
            ev.FiguresRemoved(figures=gone),
            ev.MarkerSet(subjects=(u("b1"),), marker="panicked", value=1),
            ev.TurnBegan(turn=2),
        ),
        "turn 1 was played on paper",
        ends_action=True,
    )
    return game


def answered(game: Game, since: int) -> list[tuple[str, int]]:
    """What was asked and answered after a line: words, and how many dice (0 for a choice)."""
    found = []
    for entry in game.history.list_entries_on_path():
        if entry.number > since and isinstance(entry.input, ev.Rolled):
            found.append((entry.input.what, len(entry.input.dice)))
        elif entry.number > since and isinstance(entry.input, ev.Chosen):
            found.append((entry.input.what, 0))
    return found


@pytest.mark.rule("DZ-TURN-02")
def test_a_whole_turn_asks_dice_and_two_choices_only() -> None:
    game = turn_two()
    for line, asked in TURN:
        before = game.history.last_line_number
        done = play_line(game, line)
        assert done.error is None, f"{line}: {done.error}"
        assert answered(game, before) == asked, line
    assert game.state.clock.turn == 3
    assert game.pending is not None
    assert game.pending.request.what == "impetus"


def test_the_turn_comes_out_as_at_the_table() -> None:
    """Alpha loses 1 (5 left, calm 15 v 1). Dusk loses 2 + 2 (6 left, 12 v 20: panic). Claw pack
    loses 2 (6 left) and rallies on 5. Stalker loses its gun (damage 3). Bravo loses 1 of 2 saves
    (1 and 4 against 5+: 2 lost; 4 left, 4 x 1 = 4 v 2 x 4 = 8: panic).
    """
    game = turn_two()
    for line, _ in TURN:
        play_line(game, line)
    match = game.match
    figures = {name: len(match.figures(u(name))) for name in ("r1", "r2", "r3", "b1", "b2", "b3")}
    assert figures == {"r1": 5, "r2": 4, "r3": 1, "b1": 6, "b2": 6, "b3": 1}
    panicked = {name for name in figures if match.has(u(name), "panicked")}
    assert panicked == {"r2", "b2"}
    assert match.figure(f("b3", 1)).lost != ()
    assert match.links("engaged", u("b3")) == (u("r2"),)
    assert match.points(RED) == 0
