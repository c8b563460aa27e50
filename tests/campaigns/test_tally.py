"""What a game comes to, against the hand-worked sheet of the recorded game, and in random ones."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

from tests.application.telling import Telling
from tests.campaigns import games
from tests.deathzap2.evening import shooting
from tests.games import sheet
from tests.profiles import some
from tests.saying import say
from tracker.application.book import Book
from tracker.application.campaigns.game_tally import (
    GameTally,
    compute_game_tally,
    encode_game_tally,
    get_original_unit_id,
    load_or_compute_finished_game_tally,
    merge_dice_tallies,
)
from tracker.application.chances.game_luck import compute_luck
from tracker.application.chances.success_count_rarity import PoolTotals
from tracker.application.match.game import Game
from tracker.ledger.memory_store import MemoryStore
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.projection.match_event_fold import apply_event
from tracker.projection.match_state import State
from tracker.testing.match_in_memory import BLUE, RED
from tracker.testing.random_games import begin_random_game, play_random_input
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import is_figure, make_figure_id, make_unit_id

ALPHA, BRAVO, HAMMER = (make_unit_id(each) for each in ("r1", "r2", "r3"))
CLAW, DUSK, STALKER = (make_unit_id(each) for each in ("b1", "b2", "b3"))


@pytest.fixture(scope="module")
def six_turns() -> GameTally:
    game = games.played(games.begin(Book(MemoryStore())))
    return compute_game_tally(game.history.path, game.state)


@pytest.mark.thorough
def test_who_removed_whom_in_the_recorded_game(six_turns: GameTally) -> None:
    """Turn by turn from tests/games/deathzap2_six_turns.md, the picket being part of Alpha.

    Dusk rifles 11: Alpha 2 (T1), 2 (T2), 2 (T5), 1 (T6); Hammer 1 (T2, blast), 1 (T3), 2 (T4).
    Claw pack 7: Hammer 2 (T1) less the one put back, 2 (T2), 1 (T5); Alpha 1 (T3), 1 (T4); and one
    by the explosion that the pack brought about itself (T5), which is nobody's kill.
    Alpha 7: Dusk rifles 1 (T1), 1 (T2), 1 (T5); Claw pack 2 (T3), 2 (T4).
    Bravo 8: Stalker 3 (T2), 1 (T3), 1 (T4), 1 (T5), 2 (T6).
    """
    found = {(one.unit, one.by): one.figures for one in six_turns.list_kills()}
    assert found == {
        (DUSK, ALPHA): 7,
        (DUSK, HAMMER): 4,
        (CLAW, HAMMER): 4,
        (CLAW, ALPHA): 2,
        (ALPHA, DUSK): 3,
        (ALPHA, CLAW): 4,
        (BRAVO, STALKER): 8,
        (HAMMER, CLAW): 1,
        (STALKER, BRAVO): 1,
    }
    assert {(one.how) for one in six_turns.removals if one.unit in (HAMMER, STALKER)} == {
        "destroyed"
    }


def test_who_lost_nerve_in_the_recorded_game(six_turns: GameTally) -> None:
    """Picket T1 and Alpha T3; Bravo T6, alone; Claw pack T1 and again T5; Dusk rifles T5, alone."""
    assert {one.name: (one.mustered, one.left, one.nerve) for one in six_turns.units} == {
        "Alpha": (8, 1, 2),
        "Bravo": (9, 1, 1),
        "Hammer": (1, 0, 0),
        "Claw pack": (10, 3, 2),
        "Dusk rifles": (11, 0, 1),
        "Stalker": (1, 0, 0),
    }
    assert (six_turns.turns, six_turns.points) == (6, {RED: 7, BLUE: 4})


def test_dice_of_the_recorded_game_are_those_of_the_sheet(six_turns: GameTally) -> None:
    """The chance of each need on the sheet: 6 is 1/6, 5+ 2/6, 4+ 3/6, 3+ 4/6, 2+ 5/6."""
    hand = sheet.rolls()
    dice: Counter[Fraction] = Counter()
    for roll in hand:
        dice[Fraction(7 - int(roll.need[0]), 6)] += roll.dice
    found = merge_dice_tallies(six_turns.thrown)
    assert (found.rolls, found.made) == (len(hand), sum(roll.made for roll in hand))
    assert found.dice == dict(dice)
    assert six_turns.depth.pools == len(hand)
    # Called out by their successes: Claw pack ▸ Alpha in turn 3, three rolls.
    assert six_turns.depth.counted == 3
    alpha = merge_dice_tallies(
        one for one in six_turns.thrown if (one.unit, one.what) == (ALPHA, "to hit")
    )
    firing = [roll for roll in hand if roll.who.startswith(("Alpha ", "picket "))]
    assert alpha.made == sum(roll.made for roll in firing if roll.step == "to hit")


def walked(game: Game) -> Counter[str]:
    """Losses of nerve the slow way: the whole state before every event is asked."""
    state, lost = State(), Counter[str]()
    words = game.ruleset.words
    signs = {word.id for word in words.markers if word.nerve}
    origin: dict[str, str] = {}
    formed: dict[str, int] = {}
    for line in game.history.path:
        event = line.event
        if isinstance(event, ev.ForceMustered):
            origin |= {unit.id: unit.id for unit in event.units}
        if isinstance(event, ev.UnitFormed):
            formed[event.unit] = line.entry
            if event.figures:
                most = Counter(map(get_original_unit_id, event.figures)).most_common(1)[0][0]
                origin.setdefault(event.unit, most)
        if isinstance(event, ev.MarkerSet) and event.marker in signs:
            for subject in event.subjects:
                had = any((subject, sign) in state.markers for sign in signs)
                if not had and formed.get(subject) != line.entry:
                    lost[
                        get_original_unit_id(subject) if is_figure(subject) else origin[subject]
                    ] += 1
        apply_event(state, event, line.version)
    return lost


@pytest.mark.thorough
@pytest.mark.parametrize("name", some(["deathzap2", "combat-zone"]))
@pytest.mark.parametrize("seed", range(6))
def test_nothing_is_lost_or_counted_twice_in_random_games(name: str, seed: int) -> None:
    rules, rng = load_playable_rulesets()[name], random.Random(f"{name} {seed}")
    game = begin_random_game(rules, rng)
    for _ in range(500):
        if not play_random_input(game, rng):
            break
        if rng.random() < 0.02:
            game.undo()
    state, tally = game.state, compute_game_tally(game.history.path, game.state)
    gone = Counter[str]()
    for one in tally.removals:
        gone[one.unit] += one.figures
    for unit in tally.units:
        # Mustered = on the table + removed, each for some cause.
        assert unit.mustered == unit.left + gone[unit.unit]
    on_table = sum(len(unit.figures) for unit in state.units.values())
    assert sum(unit.left for unit in tally.units) == on_table
    assert sum(unit.mustered for unit in tally.units) == len(state.figures)
    # The kills of all units are the figures that the other side removed.
    by_enemy = 0
    for figure in state.figures.values():
        if figure.gone is not None and figure.by is not None:
            by_enemy += figure.side[2:] != figure.by[2]  # s:r, and u:r1 or f:r1.2
    assert sum(one.figures for one in tally.list_kills()) == by_enemy
    assert Counter({one.unit: one.nerve for one in tally.units if one.nerve}) == walked(game)
    luck = compute_luck(game.history)
    assert tally.depth.pools == luck.pools
    assert (tally.depth.rolls, tally.depth.sums) == (luck.rolls, luck.sums_seen)
    assert tally.depth.by_hand == luck.by_hand
    for row in luck.sides:
        mine = merge_dice_tallies(one for one in tally.thrown if one.side == row.side)
        assert mine.compute_tally() == row.tally


def test_an_action_left_undone_has_no_outcome_without_dice() -> None:
    game = shooting()
    say(game, "r1 > b2 soft", "end time")
    tally = compute_game_tally(game.history.path, game.state)
    assert tally.depth.by_hand == compute_luck(game.history).by_hand == 0


def test_games_may_be_added_up_in_any_order() -> None:
    rng = random.Random(4)
    shares = [Fraction(n, 6) for n in range(1, 6)]

    def some() -> PoolTotals:
        dice = {share: rng.randint(1, 9) for share in rng.sample(shares, rng.randint(0, 4))}
        return PoolTotals(rng.randint(0, 5), rng.randint(0, 9), dice)

    for _ in range(50):
        a, b, c = some(), some(), some()
        assert (a + b) + c == a + (b + c) == sum((c, b, a), PoolTotals())
        assert a + PoolTotals() == a


def test_a_unit_that_splits_takes_its_fear_along() -> None:
    telling = Telling()
    telling.act("next", ev.MarkerSet(subjects=("u:r1",), marker="panic"))
    telling.end(ev.Noted(text="."))
    split = (make_figure_id("r1", 4), make_figure_id("r1", 5))
    part = ev.UnitFormed(
        unit=make_unit_id("r3"), side=RED, name="Part", figures=split, out_of=(ALPHA,)
    )
    telling.act("next", part, ev.MarkerSet(subjects=("u:r3",), marker="panic"))
    telling.end(ev.Noted(text="."))
    fell = ev.FiguresRemoved(figures=(make_figure_id("b1", 1),), by="u:r3")
    own = ev.FiguresRemoved(figures=(make_figure_id("r1", 1),), by="u:r2")
    telling.act("next", fell, own, ev.MarkerCleared(subjects=("u:r1",), marker="panic"))
    telling.end(ev.Noted(text="."))
    telling.act("next", ev.MarkerSet(subjects=("u:r1",), marker="panic"))
    telling.end(ev.Noted(text="."))
    tally = compute_game_tally(telling.history.path, telling.history.state)
    assert {one.unit: one.nerve for one in tally.units if one.nerve} == {ALPHA: 2}
    # What the part does is Alpha's; a friend is no kill.
    assert [(one.unit, one.by, one.figures) for one in tally.list_kills()] == [(CLAW, ALPHA, 1)]
    assert len(tally.removals) == 2


@pytest.mark.thorough
def test_the_tally_lies_in_the_row_of_a_game_that_is_over_and_is_rebuilt_equal() -> None:
    book = Book(MemoryStore())
    game = games.played(games.begin(book))
    row = book.store.get_summary(game.stream)
    assert row is not None
    assert row.table == encode_game_tally(compute_game_tally(game.history.path, game.state))
    game.add_note("a good game")
    assert book.rebuild_summaries().differences == ()
    game.undo()
    game.undo()
    row = book.store.get_summary(game.stream)
    assert row is not None
    assert (row.status, row.table) == ("running", "")
    assert load_or_compute_finished_game_tally(book.store, row) is None
    game.redo()
    assert book.rebuild_summaries().differences == ()


def test_a_row_of_another_form_is_passed_over() -> None:
    from msgspec.structs import replace

    book = Book(MemoryStore())
    game = games.played(games.begin(book))
    row = book.store.get_summary(game.stream)
    assert row is not None
    right = compute_game_tally(game.history.path, game.state)
    for table in ("", "{}", encode_game_tally(replace(right, form=0, turns=99))):
        assert load_or_compute_finished_game_tally(book.store, replace(row, table=table)) == right


def test_the_very_line_that_ends_a_game_counts() -> None:
    book = Book(MemoryStore())
    game = games.begin(book)
    fled = ev.MarkerSet(subjects=(CLAW,), marker="panicked", value=1)
    game.adjust_by_hand((fled, ev.MatchEnded(how="rout", winner=RED)), "they ran")
    row = book.store.get_summary(game.stream)
    assert row is not None
    tally = load_or_compute_finished_game_tally(book.store, row)
    assert tally is not None
    assert [one.name for one in tally.units if one.nerve] == ["Claw pack"]
    assert book.rebuild_summaries().differences == ()


def test_who_has_lost_his_nerve_cannot_lose_it_again() -> None:
    telling = Telling()
    for until in ("", ""):
        telling.act("next", ev.MarkerSet(subjects=("u:r1",), marker="panic", until=until))
        telling.end(ev.Noted(text="."))
    passing = ev.MarkerSet(subjects=("u:b1",), marker="panic", until="turn")
    for turn in (1, 2):
        telling.act("next", ev.TurnBegan(turn=turn), passing, passing)
        telling.end(ev.Noted(text="."))
    tally = compute_game_tally(telling.history.path, telling.history.state)
    # Alpha once; the Claws in either turn, since the marker comes off as a turn begins.
    assert {one.name: one.nerve for one in tally.units if one.nerve} == {"Alpha": 1, "Claws": 2}
