"""Whole random games of any ruleset, with random legal actions, dice and choices.

Every game must obey these laws: reopening does not change the game, undo restores earlier states
exactly, no figure disappears, and the same inputs give the same facts. A failed check raises
``AssertionError``.

>>> game = play_random_game(play.ruleset, random.Random(1), {"points": 3})
>>> game.match.ended.how in ("points", "nobody left")
True
>>> check_game(game)
>>> check_undo(game, 2)
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import count

from tracker.application.book import Book
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.log.match_display_names import MatchNames
from tracker.application.match.game import Game
from tracker.application.match.rules_replay_check import find_first_replay_difference
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.ledger.memory_store import MemoryStore
from tracker.ledger.store_interface import Store
from tracker.procedures.pieces.manual_adjustments.adjustable_property import AdjustmentRow
from tracker.procedures.ruleset import Command, Ruleset
from tracker.procedures.runners.live_table_runner import TableRunner
from tracker.procedures.runners.random_play import CARELESS, RandomPlayer, choose_random_input
from tracker.testing.match_in_memory import Play
from tracker.testing.question_and_objection_laws import (
    check_interrupt_is_allowed,
    check_request_is_complete,
)
from tracker.vocabulary import events as ev
from tracker.vocabulary.renamed_names import keep_old_names
from tracker.vocabulary.subject_ids import MATCH, UnitId, is_unit

MAX_LINES = 3000
"""The maximum number of lines in a game that is played to its end."""


def make_book(rules: Ruleset, rng: random.Random, store: Store | None = None) -> Book:
    """Make a book for one game, by default in memory. Its clock counts seconds from 0."""
    seconds = count()
    return Book(
        store or MemoryStore(),
        clock=lambda: next(seconds) * 1_000_000,
        dice=rng,
        rulesets={rules.id: rules},
    )


def begin_random_game(
    rules: Ruleset,
    rng: random.Random,
    store: Store | None = None,
    options: Mapping[str, ev.Scalar] | None = None,
    rosters: Sequence[str] = (),
) -> Game:
    """Begin a match with random house rules between two sample forces, or between ``rosters``.

    The match is stored in ``store``, by default in memory.
    """
    book = make_book(rules, rng, store)
    if not rosters:
        assert rules.forces is not None
        samples = rules.forces.samples()
        drawn = rng.sample(samples * 2 if len(samples) == 1 else samples, 2)
        rosters = [sample.text for sample in drawn]
    entrants = [Entrant(side, text) for side, text in zip(("Red", "Blue"), rosters, strict=True)]
    return book.begin_match(rules.id, entrants, options=options)


def reopen_game(game: Game) -> Game:
    """Open a second copy of a match by reading its ledger again."""
    seconds = count()
    return Game(game.journal.store, game.stream, game.ruleset, clock=lambda: next(seconds))


def play_random_input(game: Game, rng: random.Random, player: RandomPlayer = CARELESS) -> bool:
    """Enter a random legal input that ``player`` chooses, or return False if the match is over."""
    if game.pending is not None:
        if game.ruleset.rules():
            check_request_is_complete(game.ruleset, game.pending.request)
        check_interrupt_is_allowed(
            game.ruleset, game.state.current_values.doing[-1], game.pending.request
        )
    event = choose_random_input(game.ruleset, game.table, rng, player)
    if event is None:
        return False
    if isinstance(event, ev.ActionTaken):
        game.take_action_and_automatic_steps(Command(event.action, event.side, event.params))
    else:
        game.answer_question(event)
    return True


def play_random_game(
    rules: Ruleset, rng: random.Random, options: Mapping[str, ev.Scalar] | None = None
) -> Game:
    """Play a random match to its end. Raises ``AssertionError`` if it does not end."""
    game = begin_random_game(rules, rng, options=options)
    for _ in range(MAX_LINES):
        if not play_random_input(game, rng):
            return game
    raise AssertionError(f"the match has not ended after {MAX_LINES} lines")


def replay_in_memory(game: Game) -> Play:
    """Repeat a game's inputs in a ``Play``, which checks all questions and objections."""
    first, *rest = (entry.input for entry in game.history.list_entries_on_path())
    assert isinstance(first, ev.MatchOpened)
    play = Play(game.ruleset, opened=first)
    for event in rest:
        play.feed_input(event)
    return play


# ------------------------------------------------------------------------------------- the laws


def check_game(game: Game) -> None:
    """Check that no figure disappears, and that replaying and reopening change nothing.

    Raises ``Refused`` if the rules are not installed.
    """
    state = game.state
    arrived = (_list_arrived_units(line.event) for line in game.history.path)
    mustered = Counter(figure.id for units in arrived for unit in units for figure in unit.figures)
    on_table = Counter(figure for unit in state.units.values() for figure in unit.figures)
    gone = Counter(figure for figure, value in state.figures.items() if value.gone)
    assert on_table + gone == mustered, "a figure is not on the table, without a recorded cause"
    assert find_first_replay_difference(game) is None, "the same inputs lead to different facts"
    check_reopened(game)


def _list_arrived_units(event: ev.Event) -> Sequence[ev.MusteredUnit | ev.FiguresJoined]:
    if isinstance(event, ev.ForceMustered):
        return event.units
    return (event,) if isinstance(event, ev.FiguresJoined) else ()


def check_reopened(game: Game) -> None:
    """Check that the reopened match equals the original."""
    again = reopen_game(game)
    assert again.state == game.state, "the reopened match has another state"
    assert again.pending == game.pending, "the reopened match asks another question"


MOST_VALUES = 60
"""The approximate number of values that ``check_manual_adjustments`` tries for a property."""


def check_manual_adjustments(game: Game, *, every: bool = False, each: int = 1) -> None:
    """Check that every manual adjustment sets its value, is logged, and can be undone exactly.

    Each property is tried on its first and last subject with its first and last value. If ``every``
    is true, all values are tried on all subjects. (Of hundreds of values, ``MOST_VALUES`` evenly
    spaced ones are tried.) If ``each`` is 4, only every fourth of these rows is tried.
    """
    now, asked = game.state.fork_state(), game.pending
    rows = game.ruleset.setting_right.list_rows(game.match)
    first, last = ({row.word: row for row in some} for some in (reversed(rows), rows))
    ends = [row for row in rows if row in (first[row.word], last[row.word])]
    for row in (rows if every else ends)[::each]:
        others = [(value, line) for value, line in row.ways if line]
        texts = []
        tried = others[:: max(1, len(others) // MOST_VALUES)] if every else others[:1]
        for value, line in dict.fromkeys((*tried, *others[-1:])):
            error = play_line(game, line).error
            assert error is None, f"{line}: {error}"
            texts.append(_check_adjustment_and_undo(game, row, value, line))
        assert len(texts) == len(set(texts)), f"two adjustments have the same log text: {texts}"
        assert (game.state, game.pending) == (now, asked), (
            f"{row.word}: undo does not restore the state"
        )


def _check_adjustment_and_undo(game: Game, row: AdjustmentRow, value: str, line: str) -> str:
    """Check an adjustment's log text, undo the adjustment, and return the text."""
    words, names = game.state.info.words, MatchNames(game.state)
    entries = game.history.iterate_path_entries_backwards()
    adjustment = next(entry for entry in entries if isinstance(entry.input, ev.Corrected))
    match = TableRunner(game.ruleset, game.history.get_state_at(adjustment.end)).match
    rows = game.ruleset.setting_right.list_rows(match)
    stands = next((r.value for r in rows if (r.subject, r.word) == (row.subject, row.word)), None)
    left = not is_unit(row.subject) or match.exists(UnitId(row.subject))
    assert stands == value or not left, f"{line}: {row.word} is {stands}, not {value}"
    text = next(
        one.text for one in reversed(list_log_lines(game.history)) if one.kind == "set right"
    )
    who = {words.format_display_handle(row.subject), names.name_subject(row.subject)} - {""}
    assert row.subject == MATCH or any(name in text for name in who), (
        f"{line}: the log text {text!r} does not name the subject"
    )
    game.undo()
    return text


def check_undo(game: Game, steps: int) -> None:
    """Check that undo and redo, ``steps`` times each, restore every earlier and later state."""
    now, asked = game.state.fork_state(), game.pending
    typed = [entry for entry in game.history.list_entries_on_path() if not entry.is_automatic][2:]
    steps = min(steps, len(typed) - 1)
    for step in range(steps):
        entry = typed[-1 - step]
        before = max(line.version for line in game.history.path if line.version < entry.version)
        expected = game.history.get_state_at(before)
        game.undo()
        assert game.state == expected, "undo does not restore the state"
        check_reopened(game)
    for _ in range(steps):
        game.redo()
    assert (game.state, game.pending) == (now, asked), "redo does not restore the state"


keep_old_names(__name__)
