"""Whatever is tried in a sandbox leaves the game as it was: state, log, bytes and what returns."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.deathzap2.evening import shooting
from tests.profiles import examples
from tests.saying import say
from tracker.application.correcting import action_edit_after_dice
from tracker.application.correcting.correction_preview import preview_correction
from tracker.application.correcting.late_action_insert import format_action_as_typed_if_public
from tracker.application.errors import Refused
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.dice_input import is_dice_request
from tracker.application.match.game import Game
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.testing.random_games import begin_random_game, play_random_input
from tracker.vocabulary import events as ev
from tracker.vocabulary.match_event_codec import encode


def everything(game: Game) -> tuple[object, ...]:
    """All that can be known of a game: memory, log, the question, what returns, the ledger."""
    story = game.history
    return (
        game.state.fork_state(),
        [line.text_without_undone_notes for line in list_log_lines(story)],
        game.pending,
        (story.tree.head, list(story.tree.redo), list(story.tree.parents)),
        ([encode(line.event) for line in story.lines], [line.version for line in story.path]),
        [story.get_state_at(entry.end) for entry in story.list_entries_on_path()[::9]],
        (len(story.corrections), story.entry_count, game.open_action_mismatch),
        [(row.version, row.kind, row.body) for row in game.journal.store.read_events(game.stream)],
        game.journal.store.get_summary(game.stream),
    )


def played(name: str, seed: int, more: int) -> Game:
    rng = random.Random(seed)
    game = begin_random_game(load_playable_rulesets()[name], rng)
    for _ in range(more):
        play_random_input(game, rng)
    if rng.random() < 0.5 and more > 8:
        game.undo()  # something can be returned
    return game


def go_on(sandbox: Game, rng: random.Random) -> None:
    """Say this and that in a sandbox: take back, return, note, act, set right."""
    for _ in range(12):
        try:
            match rng.randrange(6):
                case 0:
                    sandbox.undo_action_or_correction()
                case 1:
                    sandbox.redo()
                case 2:
                    sandbox.add_note("in the sandbox", star=True)
                case 3 if sandbox.pending is None:
                    sandbox.adjust_by_hand(
                        (ev.PointsScored(side=sandbox.match.sides[0], points=2, why="tried"),),
                        "tried",
                    )
                case _:
                    play_random_input(sandbox, rng)
        except Refused:
            continue


@examples(12)
@given(
    name=st.sampled_from(sorted(load_playable_rulesets())),
    seed=st.integers(0, 100_000),
    more=st.integers(1, 60),
)
def test_a_sandbox_shares_nothing_with_the_game(name: str, seed: int, more: int) -> None:
    name = name if name in load_playable_rulesets() else name.replace("-", "_")
    game = played(name, seed, more)
    before = everything(game)
    sandbox = game.make_sandbox()
    go_on(sandbox, random.Random(seed))
    go_on(sandbox.make_sandbox(), random.Random(seed + 1))
    assert everything(game) == before


@examples(12)
@given(
    name=st.sampled_from(sorted(load_playable_rulesets())),
    seed=st.integers(0, 100_000),
    more=st.integers(5, 60),
)
def test_what_is_shown_before_it_is_kept_changes_nothing(name: str, seed: int, more: int) -> None:
    """A slip looked at, an edit looked at, and left with Escape: nothing has happened."""
    game = played(name, seed, more)
    before = everything(game)
    rng = random.Random(seed)
    for _ in range(3):
        try:
            looked_at(game, rng)
        except Refused:
            continue
    assert everything(game) == before
    play_random_input(game, rng)  # and the game goes on from where it was
    assert game.journal.store.get_version(game.stream) == game.version


def looked_at(game: Game, rng: random.Random) -> None:
    if rng.random() < 0.5:
        action = action_edit_after_dice.find_action_to_edit(game)
        action_edit_after_dice.preview_action_edit(
            game, format_action_as_typed_if_public(game, action)
        )
        return
    said = [
        e
        for e in game.history.list_entries_on_path()
        if isinstance(e.input, ev.Rolled) and e.input.key
    ]
    if said:
        entry = rng.choice(said)
        assert isinstance(entry.input, ev.Rolled)
        faces = [str(rng.randint(1, sides)) for sides in entry.input.dice]
        preview_correction(game, entry.number, " ".join(faces))


def test_dice_typed_in_a_preview_stay_there() -> None:
    game = shooting()
    say(game, "r1 > b2 soft : 45162346 / 42651")
    before = everything(game)
    edit = action_edit_after_dice.preview_action_edit(game, "r1 > b2 hard")
    assert edit.with_new_dice.pending is not None
    assert is_dice_request(edit.with_new_dice.pending.request)
    edit.with_new_dice.answer_with_text("6 6 6")
    edit.with_old_dice.answer_with_app_roll()
    assert everything(game) == before


@pytest.mark.parametrize("typed", ["6 6 6", "1 1 1"])
def test_dice_typed_in_a_preview_are_kept_with_it(typed: str) -> None:
    game = shooting()
    say(game, "r1 > b2 soft : 45162346 / 42651")
    edit = action_edit_after_dice.preview_action_edit(game, "r1 > b2 hard")
    edit.with_new_dice.answer_with_text(typed)
    edit.save_with_new_dice()
    rolled = [
        e.input for e in game.history.list_entries_on_path() if isinstance(e.input, ev.Rolled)
    ]
    assert rolled[-1].faces == tuple(map(int, typed.split()))
    assert game.journal.store.get_version(game.stream) == game.version
