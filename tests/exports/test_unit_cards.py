"""What a card tells of a unit: its best attack, and its figures as points."""

from __future__ import annotations

import pytest

from exports.unit_result_cards import UnitResultCard, build_unit_result_cards
from tracker.application.campaigns.game_tally import compute_game_tally
from tracker.application.chances.game_luck import AttackLuck
from tracker.application.match.game import Game
from tracker.vocabulary.subject_ids import FigureId, SideId, Subject, UnitId

RED = SideId("s:red")
ALPHA, BRAVO, RIFLE = UnitId("u:r1"), UnitId("u:r2"), FigureId("f:r1.2")


def attack(by: Subject, result: int, expected: float, worse: float, *, saved: bool) -> AttackLuck:
    return AttackLuck(
        version=1,
        side=RED,
        by=by,
        who="R1 Alpha",
        whom="B2 Dusk rifles",
        step="save",
        done="saved" if saved else "hit",
        saved=saved,
        dice=10,
        result=result,
        expected=expected,
        at_most=worse,
        at_least=1 - worse,
        worse=worse,
    )


def cards(game: Game, *attacks: AttackLuck) -> dict[str, UnitResultCard]:
    tally = compute_game_tally(game.history.path, game.state)
    return {card.handle: card for card in build_unit_result_cards(game.state, tally, attacks)}


def test_the_best_attack_is_the_one_that_most_do_worse_than(evening: Game) -> None:
    found = cards(
        evening,
        attack(ALPHA, 3, 2.0, 0.7, saved=False),
        attack(ALPHA, 2, 0.5, 0.95, saved=True),
        attack(BRAVO, 1, 5.3, 0.99, saved=True),  # fewer than expected is nobody's best
    )
    assert "best attack against B2 Dusk rifles: 2 not saved, expected 0.5" in found["R1"].lines
    assert not [line for line in found["R2"].lines if line.startswith("best")]


def test_what_a_figure_did_is_told_of_its_unit(evening: Game) -> None:
    found = cards(evening, attack(RIFLE, 2, 0.5, 0.95, saved=False))
    assert (
        "best attack by R1 Alpha against B2 Dusk rifles: 2 hit, expected 0.5" in found["R1"].lines
    )


def test_points_are_figures_twenty_in_a_row_and_no_more_than_three_rows() -> None:
    few = UnitResultCard("R1", "Alpha", 1, mustered=22, figures_left=3, lines=())
    assert [few.dot_row_count, sum(stands for _, _, stands in few.figure_dots)] == [2, 3]
    assert list(few.figure_dots)[19:] == [(19, 0, False), (0, 1, False), (1, 1, False)]
    many = UnitResultCard("R1", "Horde", 1, mustered=120, figures_left=60, lines=())
    # 60 points for 120 figures: half of them stand.
    assert [
        many.dot_row_count,
        len(list(many.figure_dots)),
        sum(it[2] for it in many.figure_dots),
    ] == [3, 60, 30]


@pytest.mark.parametrize(
    ("mustered", "left", "text"),
    [(8, 3, "3 of 8 left"), (8, 0, "none of 8 left"), (1, 1, "1 of 1 left"), (1, 0, "none left")],
)
def test_how_many_are_left_is_told_in_words(mustered: int, left: int, text: str) -> None:
    card = UnitResultCard("R1", "Alpha", 1, mustered=mustered, figures_left=left, lines=())
    assert card.figures_left_text == text
