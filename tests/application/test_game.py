"""A match kept on a ledger: playing, taking back, returning, resuming, failing."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.application.table import begin, book, duel, play_on
from tests.application.toy import DUEL, TOY, Duel
from tests.profiles import examples
from tracker.application.errors import (
    ConcurrentChange,
    LedgerError,
    ReasonRequired,
    Refused,
    RulesHaveChanged,
)
from tracker.application.match.dice_input import BadDice
from tracker.application.match.game import Game
from tracker.application.match.rules_replay_check import find_first_replay_difference as replayed
from tracker.application.match.undo_and_redo_points import list_branch_ends
from tracker.application.match_setup import Entrant
from tracker.ledger.ledger_errors import DiskFull
from tracker.ledger.memory_store import MemoryStore
from tracker.procedures.match_view import Match
from tracker.procedures.requests import Asking, roll_check
from tracker.testing.match_in_memory import RED
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import SideId, make_figure_id, make_unit_id


def again(game: Game) -> Game:
    """The same match opened anew from the ledger."""
    return book(game.journal.store).open_game(game.stream)


def same(a: Game, b: Game) -> bool:
    return a.state == b.state and a.pending == b.pending


def test_the_book_begins_the_first_turn_by_itself() -> None:
    game = begin()
    assert game.state.clock.turn == 1
    assert game.pending is None
    assert [entry.is_automatic for entry in game.history.list_entries_on_path()] == [
        False,
        False,
        False,
        True,
    ]


def test_dice_typed_from_the_table_resolve_a_duel() -> None:
    game = begin()
    game.take_action_and_automatic_steps(duel("r1", "b1"))
    game.answer_with_text("4 6 1")  # two of three hit
    game.answer_with_text("2")  # the second figure falls first, then the last one left
    gone = [f for f, value in game.state.figures.items() if value.gone]
    assert gone == [make_figure_id("b1", 2), make_figure_id("b1", 3)]
    assert game.state.units[make_unit_id("b1")].figures == (make_figure_id("b1", 1),)


def test_wrong_dice_change_nothing_and_keep_the_text() -> None:
    game = begin()
    game.take_action_and_automatic_steps(duel("r1", "b1"))
    version, pending = game.version, game.pending
    with pytest.raises(BadDice) as raised:
        game.answer_with_text("4 6 1 2")
    assert raised.value.refusal.text == "4 6 1 2"
    assert raised.value.refusal.remedies == ("drop", "edit", "size")
    assert (game.version, game.pending) == (version, pending)


def test_the_table_may_roll_another_number_and_the_log_says_so() -> None:
    game = begin()
    game.take_action_and_automatic_steps(duel("r1", "b1"))
    game.answer_with_text(
        "4 6 1 2", allow_other_count=True, ruling_reason="one of them has two guns"
    )
    rolled = next(
        e.input
        for e in game.history.iterate_path_entries_backwards()
        if isinstance(e.input, ev.Rolled)
    )
    assert rolled.dice == (6, 6, 6, 6)
    assert rolled.asked is not None
    assert rolled.asked.dice == (6, 6, 6)
    assert rolled.why == "one of them has two guns"
    assert same(game, again(game))


def test_the_table_may_need_another_number() -> None:
    """Asked 4+, ruled 6: of 4 5 6 only the six hits; the book keeps both numbers."""
    game = begin()
    game.take_action_and_automatic_steps(duel("r1", "b1"))
    game.answer_with_text("456 need 6", ruling_reason="thick smoke")
    rolled = next(
        e.input
        for e in game.history.iterate_path_entries_backwards()
        if isinstance(e.input, ev.Rolled)
    )
    assert rolled.result == (2, 1)
    assert rolled.need == "6"
    assert rolled.asked is not None
    assert (rolled.asked.need, rolled.why) == ("4+", "thick smoke")
    assert same(game, again(game))


@pytest.mark.parametrize("need", [0, 1, 7])
def test_a_needed_number_must_be_on_the_die(need: int) -> None:
    game = begin()
    game.take_action_and_automatic_steps(duel("r1", "b1"))
    with pytest.raises(Refused, match="needed can be 2 to 6"):
        game.answer_with_text(f"456 need {need}")


def test_replaying_finds_no_difference_under_the_same_rules() -> None:
    game = begin()
    play_on(game, random.Random(3), 60)
    assert replayed(game) is None


def test_replaying_names_the_first_line_that_differs() -> None:
    """Under rules that need 5+ the first roll is asked with other bands."""
    game = begin()
    game.take_action_and_automatic_steps(duel("r1", "b1"))
    game.answer_with_text("444")
    line = next(
        e.number
        for e in game.history.iterate_path_entries_backwards()
        if isinstance(e.input, ev.Rolled)
    )
    harder = replace(DUEL, stage=harder_duel)
    game.live_match.ruleset = replace(TOY, actions={**TOY.actions, "duel": harder})
    found = replayed(game)
    assert found is not None
    assert found.line == line


def harder_duel(match: Match, side: SideId | None, params: Duel) -> Asking[None]:
    match.record(ev.MarkerSet(subjects=(params.unit,), marker="fired", until="turn"))
    dice = len(match.figures(params.unit))
    yield from roll_check("to hit", dice, 5, subject=params.unit, target=params.target, side=side)


def in_trouble(game: Game) -> bool:
    return game.open_action_mismatch is not None


def test_rules_that_changed_in_mid_action_leave_two_ways_on() -> None:
    """The open action is taken back, or ended by hand; nothing is lost."""
    game = begin()
    game.take_action_and_automatic_steps(duel("r1", "b1"))
    game.answer_with_text("444")
    changed = replace(TOY, actions={**TOY.actions, "duel": replace(DUEL, stage=harder_duel)})
    for way in ("back", "by hand"):
        other = again(game)
        other.live_match.ruleset = changed
        other.reload()
        assert other.open_action_mismatch is not None
        with pytest.raises(RulesHaveChanged):
            other.answer_with_default_choice()
        if way == "back":
            other.undo_action_or_correction()
        else:
            other.adjust_by_hand((), "finished by hand", ends_action=True)
        assert not in_trouble(other)
        assert other.state.current_values.open == ()
        if way == "back":
            other.redo()


def test_objections_are_written_down_with_the_reason() -> None:
    game = begin()
    game.take_action_and_automatic_steps(duel("r1", "b1"))
    game.answer_with_text("111")
    game.take_action_and_automatic_steps(
        duel("r1", "b1"), override_reason="house rule: twice a turn"
    )
    event = game.history.get_entry_beginning_at(game.history.path[-2].entry).input
    assert isinstance(event, ev.ActionTaken)
    assert event.overrides == (ev.Override("has-fired", "house rule: twice a turn"),)


def test_a_strict_game_asks_for_a_reason_first() -> None:
    game = book().begin_match("toy", [Entrant("Red", "R 1"), Entrant("Blue", "B 1")], mode="strict")
    game.take_action_and_automatic_steps(duel("r1", "b1"))
    game.answer_with_text("1")
    version = game.version
    with pytest.raises(ReasonRequired):
        game.take_action_and_automatic_steps(duel("r1", "b1"))
    assert game.version == version
    game.take_action_and_automatic_steps(duel("r1", "b1"), override_reason="agreed")
    assert game.version > version


def test_taking_back_a_roll_asks_it_again_and_returning_restores_it() -> None:
    game = begin()
    game.take_action_and_automatic_steps(duel("r1", "b1"))
    before, asked = game.state.fork_state(), game.pending
    game.answer_with_text("456")
    after, then = game.state.fork_state(), game.pending
    game.undo()
    assert (game.state, game.pending) == (before, asked)
    game.redo()
    assert (game.state, game.pending) == (after, then)


def test_taking_back_a_whole_action() -> None:
    game = begin()
    before = game.state.fork_state()
    game.take_action_and_automatic_steps(duel("r1", "b1"))
    game.answer_with_text("456")
    game.undo_action_or_correction()
    assert game.state == before
    assert game.pending is None


def test_the_note_in_the_line_of_an_action_is_taken_back_with_it() -> None:
    game = begin()
    before, start = game.state.fork_state(), game.history.path[-1].entry
    (first, *_) = game.take_action_and_automatic_steps(duel("r1", "b1"))
    game.answer_with_text("666")
    game.answer_with_default_choice()
    game.add_note("a nice volley", about=first.version)
    game.add_note("and a photo", about=first.version)
    game.undo_action_or_correction()
    assert game.state == before
    game.redo()
    game.add_note("about the muster", about=start)
    game.undo_action_or_correction()
    assert game.state != before, "a note about an earlier line is taken back alone"


def test_what_the_book_began_by_itself_is_asked_again() -> None:
    """The roll-off begins by itself; taking its dice back leaves it begun."""
    game = begin(red="Red 1", blue="Blue 1")
    game.take_action_and_automatic_steps(duel("r1", "b1"))
    game.answer_with_text("1")
    game.take_action_and_automatic_steps(duel("b1", "r1"))
    game.answer_with_text("1")
    assert game.pending is not None
    assert game.pending.request.what == "roll-off"
    asked = game.pending
    game.answer_with_text("62")
    assert game.state.points[RED] == 1
    assert game.state.clock.turn == 2
    game.undo_action_or_correction()
    assert game.pending == asked
    assert game.state.clock.turn == 1


def test_back_to_the_start_of_the_turn_and_then_to_the_one_before() -> None:
    game = begin(red="Red 1", blue="Blue 1")
    first = game.state.fork_state()
    for who, whom in (("r1", "b1"), ("b1", "r1")):
        game.take_action_and_automatic_steps(duel(who, whom))
        game.answer_with_text("1")
    game.answer_with_text("62")
    second = game.state.fork_state()
    game.take_action_and_automatic_steps(duel("r1", "b1"))
    game.undo_turn()
    assert game.state == second
    game.undo_turn()
    assert game.state == first


def test_nothing_before_the_game_can_be_taken_back() -> None:
    game = begin()
    game.take_action_and_automatic_steps(duel("r1", "b1"))
    game.undo()
    with pytest.raises(Refused, match="this is the start of the game"):
        game.undo()


def test_a_way_not_taken_can_be_listed_and_returned_to() -> None:
    game = begin()
    game.take_action_and_automatic_steps(duel("r1", "b1"))
    game.answer_with_text("666")
    game.answer_with_default_choice()
    left = game.state.fork_state()
    line = game.history.get_line_number(game.history.path[-1].entry)
    game.undo_action_or_correction()
    game.take_action_and_automatic_steps(duel("r2", "b2"))
    game.answer_with_text("11")
    assert len(list_branch_ends(game.history)) == 2
    game.rewind_to_line(line)
    assert game.state == left
    game.redo()  # over to the way that was left for it
    assert game.history.get_line_number(game.history.path[-1].entry) > line
    with pytest.raises(Refused):
        game.redo()


def test_lines_keep_their_numbers() -> None:
    game = begin()
    game.take_action_and_automatic_steps(duel("r1", "b1"))
    game.answer_with_text("111")
    numbers = [entry.number for entry in game.history.list_entries_on_path()]
    game.undo()
    game.answer_with_text("222")
    assert [entry.number for entry in game.history.list_entries_on_path()] == [
        *numbers[:-1],
        numbers[-1] + 2,
    ]


def test_notes_do_not_disturb_a_waiting_roll() -> None:
    game = begin()
    game.take_action_and_automatic_steps(duel("r1", "b1"))
    waiting = game.pending
    game.add_note("Alpha was nearly lost here")
    assert game.pending == waiting
    game.answer_with_text("111")
    assert same(game, again(game))


def test_set_right_by_hand_ends_an_action_with_its_outcome() -> None:
    game = begin()
    game.take_action_and_automatic_steps(duel("r1", "b1"))
    fallen = ev.FiguresRemoved(figures=(make_figure_id("b1", 3),))
    game.adjust_by_hand((fallen,), "shouted across the table, dice not seen", ends_action=True)
    assert game.pending is None
    assert game.state.current_values.open == ()
    assert len(game.state.units[make_unit_id("b1")].figures) == 2
    assert same(game, again(game))


@pytest.mark.parametrize(
    "fact",
    [
        ev.FiguresRemoved(figures=(make_figure_id("b9", 1),)),
        ev.MarkerSet(subjects=(make_unit_id("b1"),), marker="purple"),
        ev.ActionEnded(action=1),
        ev.Wounded(subjects=(make_unit_id("b1"),), wounds=1),
    ],
)
def test_setting_right_something_unknown_changes_nothing(fact: ev.AnyFact) -> None:
    game = begin()
    game.take_action_and_automatic_steps(duel("r1", "b1"))
    state, asked, version = game.state.fork_state(), game.pending, game.version
    with pytest.raises(Refused):
        game.adjust_by_hand((fact,), "a slip of the tongue")
    assert (game.state, game.pending, game.version) == (state, asked, version)


def test_a_second_program_makes_the_first_read_again() -> None:
    game = begin()
    other = again(game)
    other.take_action_and_automatic_steps(duel("r2", "b2"))
    with pytest.raises(ConcurrentChange):
        game.take_action_and_automatic_steps(duel("r1", "b1"))
    assert same(game, other)
    game.answer_with_text("66")  # r2's dice, which the other program asked for
    assert game.version > other.version


def test_a_note_is_written_behind_what_somebody_else_wrote() -> None:
    game = begin()
    other = again(game)
    other.take_action_and_automatic_steps(duel("r2", "b2"))
    noted = game.add_note("the dog ate a counter")
    assert noted.input == ev.Noted(text="the dog ate a counter")
    assert game.version == other.version + 1
    assert game.pending == other.pending


class FullStore(MemoryStore):
    """A ledger whose disk can be full."""

    full = False

    def append_entry(self, *args, **more):  # type: ignore[no-untyped-def]
        if self.full:
            raise DiskFull("The disk is full; make room and repeat the entry.")
        return super().append_entry(*args, **more)


@pytest.mark.parametrize("what", ["take", "roll", "undo"])
def test_a_failed_write_leaves_the_game_as_it_was(what: str) -> None:
    store = FullStore()
    game = begin(store)
    game.take_action_and_automatic_steps(duel("r1", "b1"))
    if what == "take":
        game.answer_with_text("111")
    before, asked, version = game.state.fork_state(), game.pending, game.version
    store.full = True
    with pytest.raises(LedgerError):
        {
            "take": lambda: game.take_action_and_automatic_steps(duel("r2", "b1")),
            "roll": game.answer_with_app_roll,
            "undo": game.undo,
        }[what]()
    assert (game.state, game.pending, game.version) == (before, asked, version)
    store.full = False
    assert same(game, again(game))


@pytest.mark.thorough
@examples(60)
@given(seed=st.integers(0, 10_000), inputs=st.integers(1, 60))
def test_a_match_reopened_is_the_match_that_was_never_closed(seed: int, inputs: int) -> None:
    game = begin()
    rng = random.Random(seed)
    for _ in range(inputs):
        play_on(game, rng, 1)
        assert same(game, again(game))


@pytest.mark.thorough
@examples(60)
@given(seed=st.integers(0, 10_000), inputs=st.integers(1, 80), back=st.integers(1, 40))
def test_undo_is_exact_and_redo_restores(seed: int, inputs: int, back: int) -> None:
    """After every step back the game is what it was before that thing was said."""
    game = begin()
    rng = random.Random(seed)
    seen = [(game.state.fork_state(), game.pending)]
    for _ in range(inputs):
        version = game.version
        play_on(game, rng, 1)
        if game.version > version:
            seen.append((game.state.fork_state(), game.pending))
    steps = min(back, len(seen) - 1)
    for step in range(1, steps + 1):
        game.undo()
        was, asked = seen[-1 - step]
        if asked is None or asked.request.what != "roll-off":
            assert (game.state, game.pending) == (was, asked)
    for _ in range(steps):
        game.redo()
    assert (game.state, game.pending) == seen[-1]


@examples(30)
@given(seed=st.integers(0, 10_000))
def test_going_to_any_line_gives_the_state_of_that_line(seed: int) -> None:
    game = begin()
    rng = random.Random(seed)
    play_on(game, rng, 150)
    entries = game.history.list_entries_on_path()
    states = {entry.number: game.history.get_state_at(entry.end) for entry in entries}
    for entry in rng.sample(entries[3:], min(12, len(entries) - 3)):
        if entry.end != game.history.tree.head:
            game.rewind_to_line(entry.number)
        assert game.state == states[entry.number]
        assert same(game, again(game))


def test_the_state_after_a_line_forgets_what_was_asked_of_an_undone_one() -> None:
    game = begin()
    start = game.history.last_line_number
    fired = []
    for unit, misses in (("r1", "111"), ("r2", "11")):
        game.take_action_and_automatic_steps(duel(unit, "b1"))
        game.answer_with_text(misses)
        state = game.history.get_state_at(game.history.path[-1].version)
        fired.append({who for who, marker in state.markers if marker == "fired"})
        game.rewind_to_line(start)
    assert fired == [{make_unit_id("r1")}, {make_unit_id("r2")}]


@pytest.mark.parametrize(("one", "other"), [("Red", "Red"), ("Red", " red "), ("", "Side 1")])
def test_two_sides_of_one_name_are_refused_and_nothing_is_kept(one: str, other: str) -> None:
    kept = book()
    with pytest.raises(
        Refused, match=r"^Both sides are called .+\. Give each side its own name\.$"
    ):
        kept.begin_match("toy", [Entrant(one, "red 1"), Entrant(other, "blue 1")])
    assert kept.list_games() == []
