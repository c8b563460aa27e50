"""What is remembered of a shot in Combat Zone: range, cover and gun, and until when."""

from __future__ import annotations

from tests.combat_zone.evening import BLUE_ACTS, begin
from tests.tui.kit import key
from tests.tui.scribing import Scribe, besides_dice
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.input_parsing.line_syntax_tree import format_line
from tracker.vocabulary.subject_ids import make_figure_id
from tui.prompt.table_prompt import Prompt

# Turn 1: Halden fires one shot at Sorrel in soft cover, everybody else holds; the same side first.
ONE_SHOT = (*BLUE_ACTS, "b11 > r12 18cm soft shots 1 : 1", "next", "r1 activates")
HOLD = ("all holds", "r21 holds")
TURN_TWO = ("coherent r1,b1", "init : 465 / second")


def in_turn_two(*red_does: str) -> Prompt:
    """Blue acts in turn 2, after Red's group did this in turn 1."""
    game = begin(*ONE_SHOT)
    for line in (*red_does, *HOLD, *TURN_TWO):
        done = play_line(game, line)
        assert done.error is None, (line, done.error)
    assert (game.match.turn, game.match.clock.side) == (2, "s:b")
    return Prompt(game)


def proposed(prompt: Prompt) -> tuple[str, str]:
    proposal = prompt.reader.get_proposal()
    assert proposal is not None
    return proposal.line, proposal.age


def test_as_last_time_is_one_enter_and_its_dice() -> None:
    prompt = in_turn_two()
    assert proposed(prompt) == ("b11 > r12 18cm soft shots 1", "as in turn 1")
    keys = "⏎{5}⏎{111}⏎"
    Scribe(prompt.game).press(keys)
    assert besides_dice(keys) <= 6
    assert prompt.game.match.figure(make_figure_id("r1", 2)).gone is None


def test_a_range_is_forgotten_when_the_target_moves() -> None:
    prompt = in_turn_two("r12 moves 2ap")
    assert not proposed(prompt)[0].startswith("b11 >")
    # What is typed is taken as it is typed: no range is made up, and no cover.
    assert key(prompt, "112").reader.expand_typed_line() == "b11 > r12"


def test_a_range_is_forgotten_when_the_one_who_fires_moves() -> None:
    prompt = in_turn_two()
    play_line(prompt.game, "b11 moves 1ap")
    assert key(prompt, "112").reader.expand_typed_line() == "b11 > r12 soft"
    assert prompt.reader.get_typed_line_with_defaults().age == "soft as in turn 1", (
        "the target has not moved: its cover holds"
    )


def test_a_range_is_forgotten_in_the_line_that_moves() -> None:
    prompt = in_turn_two()
    assert key(prompt, "1m112").reader.expand_typed_line() == "b11 moves 1ap | b11 > r12 soft"


def test_the_cover_of_a_target_holds_for_everybody_until_it_moves() -> None:
    prompt = in_turn_two()
    assert key(prompt, "31216").reader.expand_typed_line() == "b13 > r12 16cm soft"
    assert prompt.reader.get_typed_line_with_defaults().age == "soft as in turn 1"
    key(prompt, "h")
    assert prompt.reader.expand_typed_line() == "b13 > r12 16cm hard"
    moved = in_turn_two("r12 moves 1ap")
    assert key(moved, "31216").reader.expand_typed_line() == "b13 > r12 16cm"


def test_nobody_is_aimed_at_who_is_gone() -> None:
    prompt = in_turn_two("fix r12 killed")
    assert not proposed(prompt)[0].startswith("b11 >")


def test_without_a_range_nobody_is_aimed_at_by_a_bare_number() -> None:
    prompt = in_turn_two("r12 moves 2ap")
    key(prompt, "1⏎")
    assert prompt.notice is not None
    assert prompt.notice.text == "b11 fires at whom? Type a target."
    assert prompt.typed_text == "1"


def test_an_empty_gun_is_not_proposed_again() -> None:
    game = begin(*BLUE_ACTS, "b11 > r12 18cm soft : 111")
    prompt = Prompt(game)
    seen = set()
    for _ in range(5):
        seen.add(proposed(prompt)[0])
        prompt.skip_proposed_unit()
    assert not [line for line in seen if line.startswith("b11 >")]


def test_who_has_not_acted_is_proposed_before_who_has_points_left() -> None:
    game = begin(*BLUE_ACTS, "b11 moves 1ap")
    assert proposed(Prompt(game))[0].startswith("b12 ")


def test_a_round_of_close_combat_goes_on_by_enter() -> None:
    game: Game = begin(*ONE_SHOT, "all holds")
    play_line(game, "r21 charges b14 : 11111 v 66 / 11")
    assert proposed(Prompt(game)) == ("r21 again b14", "")


def test_what_is_remembered_follows_what_is_taken_back() -> None:
    game = begin(*ONE_SHOT)
    prompt = Prompt(game)
    memory = prompt.memory
    assert memory.find_last_line("b11", "", "r12") is not None
    for _ in range(4):
        game.undo()
    assert memory.find_last_line("b11", "", "r12") is None
    for _ in range(4):
        game.redo()
    found = memory.find_last_line("b11", "", "r12")
    assert found is not None
    assert (format_line(found.line), found.turn) == ("b11 > r12 18cm soft shots 1", 1)
