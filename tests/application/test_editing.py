"""An action changed after its dice: they stay, are read again, and only what changed is asked."""

from __future__ import annotations

import pytest

from tests.deathzap2.evening import book, shooting
from tests.saying import refused, say
from tracker.application.correcting.action_edit_after_dice import preview_action_edit
from tracker.application.errors import ConcurrentChange, Refused
from tracker.application.match.game import Game
from tracker.vocabulary import events as ev

LINE = "r1 > b2 soft : 45162346 / 42651"


def rolls(game: Game) -> list[tuple[str, tuple[int, ...]]]:
    """What was rolled in Shooting, with its faces."""
    found = [e.input for e in game.history.list_entries_on_path() if isinstance(e.input, ev.Rolled)]
    return [(roll.what, roll.faces) for roll in found if roll.rule.startswith("DZ-SHOOT")]


def test_hard_cover_after_the_dice() -> None:
    """4 5 1 6 2 3 4 6: five are 4 or more, three are 5 or more. Of 4 2 6 5 1 the first three stay,
    4 and 6 of them go through (4+): two saves are asked.
    """
    game = shooting()
    say(game, LINE)
    edit = preview_action_edit(game, "r1 > b2 hard")
    hit, through = edit.rolls
    assert (hit.faces, hit.note) == ("4 5 1 6 2 3 4 6", "")
    assert ("4+" in hit.before, "5 hit" in hit.before) == (True, True)
    assert ("5+" in hit.after, "3 hit" in hit.after) == (True, True)
    assert through.note == "5 rolled, 3 needed: the first 4 2 6 are kept"
    assert edit.waits == "2 dice save (B2 at R1)"
    edit.save_with_old_dice()
    assert rolls(game)[-2:] == [("to hit", (4, 5, 1, 6, 2, 3, 4, 6)), ("through", (4, 2, 6))]
    assert game.pending is not None
    assert book(game.journal.store).open_game(game.stream).state == game.state


def test_nothing_is_written_before_it_is_kept() -> None:
    game = shooting()
    say(game, LINE)
    version, state, asked = game.version, game.state.fork_state(), game.pending
    preview_action_edit(game, "r1 > b2 hard")
    assert (game.version, game.state, game.pending) == (version, state, asked)
    assert game.journal.store.get_version(game.stream) == version


def test_new_dice_are_asked_where_another_number_is_needed() -> None:
    game = shooting()
    say(game, LINE)
    edit = preview_action_edit(game, "r1 > b2 hard")
    edit.save_with_new_dice()
    assert game.pending is not None
    assert game.pending.request.what == "through"
    assert edit.prefill == "4 2 6 5 1"
    say(game, "answer : 116 / 3")
    assert rolls(game)[-2:] == [("through", (1, 1, 6)), ("save", (3,))]


def test_a_kept_roll_is_not_offered_to_the_next_of_its_kind() -> None:
    """The six dice of the heavy repeater stay. That of the destroyer was not rolled yet."""
    game = shooting()
    say(game, "r3 > b2 10in open : 345345")
    edit = preview_action_edit(game, "r3 > b2 10in hard")
    assert (edit.prefill, edit.waits) == ("", "1 die to hit (R3 at B2)")
    say(game, "answer : 6 / 666666")
    edit = preview_action_edit(game, "r3 > b2 10in hard")
    assert [(roll.what, roll.faces) for roll in edit.rolls] == [
        ("to hit", "3 4 5 3 4 5"),
        ("to hit", "6"),
        ("through", "6 6 6 6 6 6"),
    ]


def test_successes_only_are_asked_anew() -> None:
    game = shooting()
    say(game, "r1 > b2 soft : =5 / 42651 / 362")
    edit = preview_action_edit(game, "r1 > b2 hard")
    assert edit.rolls[0].note == "asked again"
    edit.save_with_old_dice()
    assert game.pending is not None
    assert game.pending.request.what == "to hit"


def test_another_target_keeps_the_dice() -> None:
    """Wrong target: Claw pack has the same cover and shields, so every die is as good as it was."""
    game = shooting()
    say(game, "r1 > b2 soft : 45162346 / 42651 / 362")
    preview_action_edit(game, "r1 > b1 soft").save_with_old_dice()
    assert game.pending is None or game.pending.request.what != "save"
    assert [what for what, _ in rolls(game)] == ["to hit", "through", "save"]
    marked = [key for key in game.state.markers if key[1] == "to_remove"]
    assert {key[0][2:4] for key in marked} == {"b1"}


def test_more_dice_are_asked_and_the_old_ones_are_at_hand() -> None:
    """All guns fired, not four: the dice that lie there need not be typed again."""
    game = shooting()
    say(game, "r1 > b2 soft guns 4 : 4516")
    edit = preview_action_edit(game, "r1 > b2 soft")
    edit.save_with_old_dice()
    assert game.pending is not None
    assert game.pending.request.what == "to hit"
    assert edit.prefill.replace(" ", "") == "4516"


def test_the_last_action_can_be_changed_when_nothing_waits() -> None:
    game = shooting()
    say(game, "r1 > b2 soft : 45162346 / 42651 / 362")
    assert game.pending is None
    preview_action_edit(game, "r1 > b2 hard").save_with_old_dice()
    assert game.pending is None
    assert ("save", (3, 6)) in rolls(game)


def test_a_line_that_is_no_action_is_refused() -> None:
    game = shooting()
    with pytest.raises(Refused):
        preview_action_edit(game, "r1 > b9 hard")
    say(game, LINE)
    with pytest.raises(Refused, match="Type one action"):
        preview_action_edit(game, "vp red 3")
    assert refused(game, "r2 > b2").startswith("Answer the open question first")


def test_an_edit_of_a_game_that_went_on_is_not_kept() -> None:
    game = shooting()
    say(game, LINE)
    edit = preview_action_edit(game, "r1 > b2 hard")
    game.add_note("meanwhile")
    with pytest.raises(ConcurrentChange):
        edit.save_with_old_dice()
