"""Notes, fixes and free rolls typed while an action waits for dice: a correction keeps them all."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.application.match_records.making import record
from tests.application.match_records.test_round_trip import brought
from tests.application.test_interrupted_corrections import correct
from tests.application.test_late_again import any_game, find_origins, lines_of, points
from tests.gamefile.kit import shipped
from tests.profiles import examples
from tests.saying import say
from tests.tui.kit import Stage, act
from tracker.application.correcting.correction_preview import preview_correction
from tracker.application.correcting.history_rewrite import get_correction_outcome
from tracker.application.correcting.line_typo_fixes import preview_typo_fix
from tracker.application.errors import Refused
from tracker.application.match.correction_replay import ReplayRules, is_answer_entry
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.gamefile.ruleset_builder import build_ruleset
from tracker.testing.random_games import make_book, reopen_game
from tracker.vocabulary.subject_ids import make_unit_id

MEANWHILE = ("fix b1 figures -2", "vp red 4", 'roll 4+ "cover?" : 5', "# windy")
ATTACK = "r1 > b1 5d6 4+ / 3+ / -5+"
"""With 44166, 3312 and 25: four hit, two wound, one is saved. With -6+, none is saved."""


def attack_with_lines_meanwhile() -> Game:
    """The attack is line 5, its dice are lines 6, 11 and 12; lines 7 to 10 were typed meanwhile."""
    return any_game(f"{ATTACK} : 44166", *MEANWHILE, "answer : 3312", "answer : 25", "r1 moves 3")


def left(game: Game, unit: str) -> int:
    return len(game.match.figures(make_unit_id(unit)))


@pytest.mark.parametrize("dice", ["", " : 44166 / 3312 / 25", " : 44166", " : 44166 / 3312"])
def test_an_action_corrected_with_its_dice_keeps_the_lines_typed_meanwhile(dice: str) -> None:
    """B1 has 10 figures: 2 fall by hand, 2 by the attack."""
    game = attack_with_lines_meanwhile()
    before = find_origins(game)
    text = f"r1 > b1 5d6 4+ / 3+ / -6+{dice}"
    preview = preview_correction(game, 5, text)
    assert [line.number for line in preview.lines] == [5]
    assert preview.dropped == ()
    correct(game, 5, text)
    assert find_origins(game) == before
    assert get_correction_outcome(game).dropped == ()
    assert (left(game, "b1"), points(game)) == (6, (1, 4))
    again, _ = brought(record(game))
    assert again.history.lines == game.history.lines


def test_a_retyped_action_whose_last_dice_no_longer_fit_keeps_the_lines_typed_meanwhile() -> None:
    """The app rolled two saves. On 2+, three wound: the third save is typed, and one of 116 saves.

    B1 has 10 figures: 2 fall by hand, 2 by the attack.
    """
    game = any_game(f"{ATTACK} : 44166", *MEANWHILE, "answer : 3312", "answer : r", "r1 moves 3")
    before = find_origins(game)
    find = game.history.find_line
    parts = [(find(5), "r1 > b1 5d6 4+ / 2+ / -5+"), *((find(each), None) for each in (6, 11, 12))]
    preview_typo_fix(game, parts).save_correction()
    assert game.require_pending_question().request.what == "saves"
    say(game, "answer : 116")
    assert [each for each in before if each not in find_origins(game)] == [find(12).version]
    assert (left(game, "b1"), points(game)) == (6, (1, 4))


def test_records_of_corrections_that_lost_the_lines_typed_meanwhile_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Earlier versions dropped lines 7 to 10. B1 has lost only the two figures of the attack."""
    game = attack_with_lines_meanwhile()
    with monkeypatch.context() as patch:
        patch.setattr(Game, "replay", ReplayRules(keeps_order=False))
        correct(game, 5, "r1 > b1 5d6 4+ / 3+ / -6+ : 44166 / 3312 / 25")
        text = record(game)
    assert (left(game, "b1"), points(game)) == (8, (1, 0))
    again, _ = brought(text)
    assert again.history.lines == game.history.lines
    assert again.state == reopen_game(game).state


def test_the_screen_keeps_the_lines_typed_meanwhile() -> None:
    """The third save is typed on the table. 44166 hit with four, and 3312 wound with three on 2+.

    B1 has 10 figures: 2 fall by hand. The app's dice save one, and the 6 saves one: 1 falls.
    """
    kept = make_book(shipped("free"), random.Random(1))
    game = kept.begin_match("free", [Entrant("Red", "8 riflemen"), Entrant("Blue", "10 orcs")])
    say(game, "r1 moves 2", f"{ATTACK} : 44166", "fix b1 figures -2", "vp red 4")
    say(game, "answer : 3312", "answer : r", "r1 moves 3")
    assert "2 dice 1 saved (by the app)" in lines_of(game)[4]
    before = find_origins(game)

    async def story(stage: Stage) -> None:
        await stage.press(f"t/6⏎e1{'⌫' * 8}2+ / -5+⏎⏎⎋6⏎")

    act(story, kept, game="m1")
    again = kept.open_game("m1")
    assert again.pending is None
    saves = game.history.find_line(11).version
    assert [each for each in before if each not in find_origins(again)] == [saves]
    assert (left(again, "b1"), points(again)) == (7, (1, 4))
    assert [line for line in lines_of(again) if "by hand" in line] == [
        "B1 Orcs −2 (8 left), fixed by hand",
        "Red +4 VP, entered by hand",
    ]


WHERE = st.lists(st.integers(1, 2), min_size=4, max_size=4)
CHANGED = st.sampled_from(["5d6 4+ / 3+ / -6+", "5d6 3+ / 3+ / -5+", "4d6 4+ / 2+ / -2+", "6d6 4+"])
TYPED = st.sampled_from(["", " : 44166", " : 44166 / 3312", " : 441 r", " : 4416"])


@examples(40)
@given(WHERE, CHANGED, TYPED, st.integers(0, 9))
def test_a_line_that_still_fits_stays_wherever_in_an_action_it_was_typed(
    where: list[int], changed: str, typed: str, seed: int
) -> None:
    """Every note, fix and free roll counts again in its order, whichever dice are asked again."""
    dice = ("44166", "3312", "25")
    lines = [f"{ATTACK} : {dice[0]}"]
    for at in (1, 2):
        lines += [line for line, place in zip(MEANWHILE, where, strict=True) if place == at]
        lines.append(f"answer : {dice[at]}")
    game = any_game(*lines, "r1 moves 3")
    game.dice = random.Random(seed)
    before = find_origins(game)
    try:
        preview = preview_correction(game, 5, f"r1 > b1 {changed}{typed}")
    except Refused:
        return
    preview.save_correction()
    while game.pending is not None:
        game.answer_with_app_roll()
    kept = [each for each in find_origins(game) if each in before]
    assert kept == [each for each in before if each in kept]
    answers = {each.version for each in game.history.list_all_entries() if is_answer_entry(each)}
    assert set(before) - set(kept) <= answers
    assert points(game) == points(reopen_game(game)) == (1, 4)


# ----------------------------------------------------------------------------- late interrupts


AMBUSH = """\
warledger_game = 1
id = "ambush"
title = "Ambush"
phases = [{ id = "act", order = "both" }]
[profiles]
rifle = {}
[rolls.hits]
[rolls.saves]
[actions.shoot]
verb = "shoots"
phases = ["act"]
at = "enemy"
open_to = ["snap"]
steps = [
    { roll = "hits", dice = "figures", need = 4 },
    { roll = "saves", dice = "hits", need = 4 },
    { lose = "hits - saves" },
]
[actions.snap]
verb = "snaps"
phases = ["act"]
at = "enemy"
steps = [{ roll = "hits", dice = "figures", need = 4 }, { lose = "hits" }]
"""


def ambush(meanwhile: str) -> Game:
    """R1 shoots B1 in line 5: of eight, five hit (line 6), and none is saved (line 8)."""
    forces = Entrant("Red", "8 rifle"), Entrant("Blue", "10 rifle\n4 rifle")
    game = make_book(build_ruleset(AMBUSH), random.Random(1)).begin_match("ambush", [*forces])
    say(game, "r1 shoots b1 : 66654322", meanwhile, "answer : 11223", "vp red 1")
    return game


@pytest.mark.parametrize("meanwhile", ["# windy", "fix b2 figures -1", "roll d6 : 3"])
@pytest.mark.parametrize("place", ["before 5", "late"])
def test_a_late_interrupt_keeps_the_dice_and_the_lines_typed_meanwhile(
    meanwhile: str, place: str
) -> None:
    """2222 hit nobody, so nothing changes."""
    game = ambush(meanwhile)
    before = find_origins(game)
    done = say(game, f"b2 snaps r1 {place} : 2222")
    assert done.messages == ("Inserted before line 5: r1 shoots b1.",)
    assert game.pending is None
    assert [each for each in find_origins(game) if each in before] == before
    assert (left(game, "b1"), points(game)) == (5, (1, 1))


def test_a_preview_of_dice_after_a_note_shows_the_line_of_their_action() -> None:
    """55556 save all five. The note and the point of Red stay the same."""
    preview = preview_correction(ambush("# windy"), 8, "55556")
    (change,) = preview.lines
    assert change.number == 5
    assert "B1 −5 (5 left)" in change.before
    assert "5 dice 5 saves" in change.after
    assert preview.unchanged == 2
