"""A written-out turn of Deathzap 2 kept with keys alone: how many, and what was asked.

Turn 2 of Iron Third against Red Dusk, with the starter table of orders: Alpha 6 of 8, Bravo 6 of 9
and Hammer; the Claw pack 8 of 10 and panicked, Dusk rifles 10 of 11, and the Stalker.
"""

from __future__ import annotations

from itertools import count

import pytest

from tests.deathzap2.test_silence import SAMPLES
from tests.tui.kit import Stage, act, both_sizes
from tests.tui.scribing import Scribe, besides_dice, in_all
from tracker.application.book import Book
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.ledger.memory_store import MemoryStore
from tracker.rulesets.deathzap2 import RULESET
from tracker.testing.match_in_memory import f, u
from tracker.vocabulary import events as ev

FRESH = "12s⏎{45162346}⏎{42651}⏎{362}⏎"
TWO_GUNS = "31o/2s⏎"
TURN = (
    "{42}⏎",  # impetus
    "{562}⏎", "{41}⏎",  # orders of Red; of Blue, whose Claw pack is panicked
    "n", "3c2⏎n",  # the Stalker contacts Bravo
    FRESH,
    TWO_GUNS, "{231564}⏎{31562}⏎{5216}⏎", "{4}⏎3⏎{4263}⏎{156}⏎",
    "1m⏎", "21o⏎{4561234263}⏎{52613}⏎{46}⏎⏎",  # of those lost, a rifleman falls
    "{3125}⏎",  # panic: Alpha 3 1, Dusk 2 5; Bravo has order 6 and needs none
    "⏎{416523}⏎{624}⏎{2}⏎{3}⏎",
    "⏎{44561233}⏎{5412}⏎{14}⏎",
    "{5}⏎",  # morale of the Claw pack
)  # fmt: skip

# The same turn, with successes only wherever four dice or more are rolled for a number.
SUCCESSES = (
    *TURN[:5],
    "12s⏎{=5}⏎{=3}⏎{362}⏎",
    TWO_GUNS, "{=5}⏎{=4}⏎{=2}⏎", "{4}⏎3⏎{=3}⏎{156}⏎",
    "1m⏎", "21o⏎{=5}⏎{=2}⏎{46}⏎⏎",
    "{3125}⏎",
    "⏎{=3}⏎{624}⏎{2}⏎{3}⏎",
    "⏎{=4}⏎{=2}⏎{14}⏎",
    "{5}⏎",
)  # fmt: skip

# Everything that is asked in it: what is rolled with how many dice, and two choices.
ASKED = [
    ("impetus", 2), ("orders", 3), ("orders", 2),
    ("to hit", 8), ("through", 5), ("save", 3),
    ("to hit", 6), ("through", 5), ("save", 4),
    ("to hit", 1), ("others within 3 inches", 0), ("through", 4), ("save", 3),
    ("to hit", 10), ("through", 5), ("save", 2), ("falls", 0),
    ("panic checks", 4),
    ("to hit", 6), ("through", 3), ("save", 1), ("damage", 1),
    ("to hit", 8), ("through", 4), ("save", 2),
    ("morale", 1),
]  # fmt: skip


def turn_two(kept: Book | None = None) -> Game:
    seconds = count()
    book = kept or Book(MemoryStore(), clock=lambda: next(seconds), rulesets={RULESET.id: RULESET})
    entrants = [
        Entrant("Red", SAMPLES["iron-third.toml"]),
        Entrant("Blue", SAMPLES["red-dusk.toml"]),
    ]
    options: dict[str, ev.Scalar] = {"game": "basic", "orders_table": "starter"}
    game = book.begin_match(RULESET.id, entrants, options=options)
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


@pytest.mark.parametrize(("keys", "most"), [(TURN, 160), (SUCCESSES, 115)])
def test_a_turn_of_three_units_a_side(keys: tuple[str, ...], most: int) -> None:
    game = turn_two()
    Scribe(game).press_all(keys)
    assert (game.match.turn, game.match.phase) == (3, "impetus")
    assert sum(map(in_all, keys)) <= most


def test_both_ways_of_saying_the_dice_come_out_alike() -> None:
    """5 of 8, 3 of 5 and so on are the dice of the other script, counted by hand at their need."""
    faces, counts = turn_two(), turn_two()
    Scribe(faces).press_all(TURN)
    Scribe(counts).press_all(SUCCESSES)
    for unit in ("r1", "r2", "r3", "b1", "b2", "b3"):
        assert faces.match.figures(u(unit)) == counts.match.figures(u(unit)), unit
    assert faces.state.markers == counts.state.markers


def test_the_turn_asks_for_dice_and_two_choices_only() -> None:
    scribe = Scribe(turn_two())
    scribe.press_all(TURN)
    assert scribe.asked == ASKED


def test_a_volley_a_vehicle_and_the_panic_checks() -> None:
    assert 7 <= besides_dice(FRESH) <= 8
    assert besides_dice(TWO_GUNS) <= 9
    assert besides_dice(TURN[11]) <= 2


def test_the_same_volley_as_last_turn() -> None:
    """Alpha is due first and fired at Dusk in soft cover: Enter takes all of it."""
    game = turn_two()
    scribe = Scribe(game)
    scribe.press_all(TURN)
    # Turn 3. Blue 5 to Red's 2: Blue acts first, has nothing to roll orders for, and holds.
    scribe.press("{25}⏎")
    while game.match.phase == "orders":
        assert game.pending is not None
        scribe.press("{" + "1" * len(getattr(game.pending.request, "dice", ())) + "}⏎")
    scribe.press("nn0-⏎")
    proposal = scribe.prompt.reader.get_proposal()
    assert proposal is not None
    assert (proposal.line, proposal.age) == ("r1 > b2 soft", "as in turn 2")
    again = "⏎{1111116}⏎{6}⏎{1}⏎"
    before = len(scribe.asked)
    scribe.press(again)
    assert [what for what, _ in scribe.asked[before:]] == ["to hit", "through", "save"]
    assert besides_dice(again) <= 5


@both_sizes
def test_the_turn_at_the_table(size: tuple[int, int]) -> None:
    """The same keys through the screen write the same game."""
    from tests.tui.kit import book

    kept, plain = book(), turn_two()
    turn_two(kept)
    Scribe(plain).press_all(TURN)

    async def story(stage: Stage) -> None:
        await stage.press("".join(TURN).replace("{", "").replace("}", ""))

    act(story, kept, size=size, game="m1")
    assert kept.open_game("m1").state == plain.state
