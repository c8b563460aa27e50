"""Laws of random sequences of play, undo, late lines and corrections, in every ruleset."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import takewhile

import pytest

from tests.application.match_records.making import record
from tests.application.match_records.test_round_trip import brought
from tests.application.test_interrupted_corrections import correct
from tests.application.test_late_again import find_origin, find_origins
from tests.gamefile.kit import shipped
from tests.profiles import some
from tracker.application.correcting.action_edit_after_dice import (
    find_action_to_edit,
    preview_action_edit,
)
from tracker.application.correcting.history_rewrite import get_correction_outcome
from tracker.application.correcting.late_action_insert import format_action_as_typed_if_public
from tracker.application.errors import LedgerError, Refused
from tracker.application.match.correction_replay import (
    find_automatic_action,
    find_replay_progress,
    list_action_answers,
)
from tracker.application.match.game import Game
from tracker.application.match.match_entries import MatchEntry
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.input_parsing.line_syntax_tree import format_line
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.runners.live_table_runner import TableRunner
from tracker.procedures.runners.random_play import choose_random_input
from tracker.testing.random_games import (
    begin_random_game,
    make_book,
    play_random_input,
    reopen_game,
)
from tracker.vocabulary import events as ev

STEPS = 40
RECENT = 30
"""The number of entries among which a line to correct or to precede is chosen."""
FREE = ("r1 > b1 3d6 4+", "r1 moves 5", "r2 moves 6", "b1 -1", "next", "r1 done", "b1 +pin")
GAMES = ("breach", "free", "halberds", "picket", "watchfire")
RULESETS = (*sorted(load_playable_rulesets()), *GAMES)


def begin(name: str, rng: random.Random) -> Game:
    if name == "free":
        entrants = [Entrant("Red", "8 riflemen\n1 tank"), Entrant("Blue", "10 orcs\n3 trolls")]
        return make_book(shipped(name), rng).begin_match(name, entrants)
    return begin_random_game(load_playable_rulesets().get(name) or shipped(name), rng)


def choose_line(game: Game, table: TableRunner, rng: random.Random) -> str:
    """A line of an action that is possible at this table, or an empty text."""
    if game.ruleset.id == "free":
        return rng.choice(FREE)
    event = None if table.pending is not None else choose_random_input(game.ruleset, table, rng)
    if not isinstance(event, ev.ActionTaken):
        return ""
    action = game.ruleset.actions[event.action]
    return format_line(
        action.make_line(table.match, event.side, action.decode_params(event.params))
    )


def choose_entry(game: Game, rng: random.Random) -> MatchEntry:
    """A recent action or roll that people entered, or else an opening, which is refused."""
    entries = game.history.list_entries_on_path()
    said = [one for one in entries if isinstance(one.input, (ev.ActionTaken, ev.Rolled))]
    return rng.choice([one for one in said if not one.is_automatic][-RECENT:] or entries[:1])


def choose_replacement(game: Game, entry: MatchEntry, rng: random.Random) -> str:
    if isinstance(entry.input, ev.Rolled):
        return " ".join(str(rng.randint(1, size)) for size in entry.input.dice)
    before = game.history.get_state_at(game.history.find_end_of_preceding_line(entry.version))
    same = format_action_as_typed_if_public(game, entry)
    if before.current_values.open or rng.random() < 0.4:
        return same + choose_old_dice(game, entry, rng)
    return choose_line(game, TableRunner(game.ruleset, before), rng) or same


def choose_old_dice(game: Game, action: MatchEntry, rng: random.Random) -> str:
    """The first dice of an action, as they follow its line, or an empty text."""
    answers = list_action_answers(action, game.history.list_entries_after(action.version))
    faces = [getattr(each.input, "faces", ()) for each in answers]
    known = list(takewhile(bool, faces))[: rng.randint(0, 3)]
    return f" : {' / '.join(' '.join(map(str, each)) for each in known)}" if known else ""


def enter(game: Game, rng: random.Random) -> tuple[str, ...]:
    """Enter a line, points or a note, with or without its dice."""
    lines = (choose_line(game, game.table, rng), "vp red 1", "# a note", "next", "answer : r")
    return enter_line(game, rng, rng.choices(lines, (8, 2, 1, 2, 4))[0])


def enter_late(game: Game, rng: random.Random) -> tuple[str, ...]:
    entry = rng.choice(game.history.list_entries_on_path()[-RECENT:])
    before = game.history.get_state_at(game.history.find_end_of_preceding_line(entry.version))
    line = choose_line(game, TableRunner(game.ruleset, before), rng)
    return enter_line(game, rng, f"{line} late before {entry.number}" if line else "")


def enter_line(game: Game, rng: random.Random, line: str) -> tuple[str, ...]:
    defaults, roll = rng.random() < 0.4, rng.random() < 0.4
    return play_line(
        game, line, use_defaults=defaults, roll_missing_dice=roll, override_reason="x"
    ).messages


def change(game: Game, rng: random.Random) -> None:
    entry = choose_entry(game, rng)
    correct(game, entry.number, choose_replacement(game, entry, rng))


def edit(game: Game, rng: random.Random) -> None:
    preview = preview_action_edit(game, choose_replacement(game, find_action_to_edit(game), rng))
    rng.choice((preview.save_with_old_dice, preview.save_with_new_dice))()


def undo(game: Game, rng: random.Random) -> None:
    rng.choice(
        (game.undo, game.undo, game.undo_action_or_correction, game.undo_phase, game.undo_turn)
    )()


def redo(game: Game, rng: random.Random) -> None:
    game.redo()


Step = Callable[[Game, random.Random], object]
WEIGHTS: dict[Step, int] = {
    play_random_input: 10, enter: 10, enter_late: 7, change: 7, edit: 4, undo: 5, redo: 4,
}  # fmt: skip


def get_situation(game: Game) -> tuple[object, ...]:
    return game.state.fork_state(), game.pending, find_origins(game)


def find_waiting_lines(game: Game, *, dropped: bool = False) -> set[int]:
    """The lines that a correction must still replay, or with ``dropped``, cannot replay."""
    if find_replay_progress(game.history) is None:
        return set()
    outcome = get_correction_outcome(game)
    lines = outcome.dropped if dropped else outcome.unreplayed
    return {find_origin(game, entry.version) for entry in lines if not entry.is_automatic}


def check_undo_and_redo(game: Game) -> None:
    for step in (Game.undo, Game.undo_action_or_correction):
        sandbox = game.make_sandbox()
        try:
            step(sandbox)
        except Refused:
            continue
        sandbox.redo()
        assert get_situation(sandbox) == get_situation(game)


def check_identity(game: Game, rng: random.Random) -> None:
    """A line that is corrected to its own text changes nothing."""
    entry = choose_entry(game, rng)
    line = format_action_as_typed_if_public(game, entry)
    if not line or game.pending is not None or find_automatic_action(game.live_match) is not None:
        return
    sandbox = game.make_sandbox()
    try:
        correct(sandbox, entry.number, line)
    except (Refused, LedgerError):
        return
    assert get_situation(sandbox) == get_situation(game)


def check_nothing_lost(game: Game, before: set[int], messages: object) -> None:
    """A line that counted still counts or waits, or the correction says that it is dropped."""
    kept = {*find_origins(game), *find_waiting_lines(game), *find_waiting_lines(game, dropped=True)}
    events = (game.history.lines[version - 1].event for version in before - kept)
    used = any(getattr(event, "value", None) is not False for event in events)  # no unused window
    assert not used or "no longer in the game" in str(messages).lower()


def check_lines_stay(game: Game, before: list[int]) -> None:
    """A line that stays keeps its place, and a note stays until the game is over."""
    now = find_origins(game)
    kept = [version for version in now if version in before]
    assert kept == [version for version in before if version in kept]
    if game.match.ended is None:
        gone = {*before} - {*kept} - find_waiting_lines(game)
        assert not any(isinstance(game.history.lines[each - 1].event, ev.Noted) for each in gone)


CASES = [(name, seed) for seed in range(8) for name in RULESETS]


@pytest.mark.parametrize(("name", "seed"), some(CASES, 17))
def test_laws_of_corrections(name: str, seed: int) -> None:
    rng = random.Random(seed)
    game = begin(name, rng)
    game.dice = rng
    for _ in range(rng.choice((0, 8, 20, 40))):
        play_random_input(game, rng)
    for _ in range(STEPS):
        (step,) = rng.choices(tuple(WEIGHTS), tuple(WEIGHTS.values()))
        order = find_origins(game)
        before, version = {*order, *find_waiting_lines(game)}, game.version
        messages: object = ()
        try:
            messages = step(game, rng)
        except (Refused, LedgerError):
            assert game.version == version
        again = reopen_game(game)
        assert get_situation(again) == get_situation(game)
        assert len(find_origins(game)) == len(set(find_origins(game)))
        if step not in (undo, redo):
            check_nothing_lost(game, before, messages)
            check_lines_stay(game, order)
        check_undo_and_redo(game)
        check_identity(game, rng)
    again, _ = brought(record(game))
    assert again.history.lines == game.history.lines
    assert get_situation(again) == get_situation(game)
