"""Figures fixed by hand: who goes, and who comes back."""

from __future__ import annotations

from tests.tui.kit import TO_SHOOT, begin, book
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.rulesets.deathzap2.attacks import gun_allocation
from tracker.vocabulary.subject_ids import make_unit_id


def said(*lines: str) -> Game:
    game = begin(book(), TO_SHOOT)
    for line in lines:
        assert play_line(game, line).error is None
    return game


def kinds(game: Game) -> list[str]:
    return sorted(
        piece.gun.kind for piece in gun_allocation.list_firing_guns(game.match, make_unit_id("r1"))
    )


def test_the_plainest_are_lost_first_and_come_back_last() -> None:
    # Alpha: seven riflemen and one with the medium repeater.
    assert kinds(said("fix r1 figures -2")) == ["medium-repeater", *["rifle"] * 5]
    assert kinds(said("fix r1 figures -7")) == ["medium-repeater"]
    assert kinds(said("fix r1 figures -8", "fix r1 figures +1")) == ["medium-repeater"]
