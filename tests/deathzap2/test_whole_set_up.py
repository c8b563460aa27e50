"""Set-up and final scoring obey the laws of every match: cut anywhere, they go on the same."""

from __future__ import annotations

from tests.deathzap2.table import Game, SetUp
from tracker.testing.match_in_memory import BLUE, RED, f
from tracker.testing.ruleset_laws import check_all_laws

FORCE = ({"soldier": 3, "veteran": 1}, {"tank": 1})


def test_set_up_can_be_cut_and_resumed_anywhere() -> None:
    play = SetUp({"objectives": "per_player"}, red=FORCE, blue=FORCE)
    play.begin("16", "11", "12345678", "44", "25")
    play.choose("east")
    play.automatic()
    play.choose(f("b1", 4))
    play.choose(f("r1", 1))
    play.automatic()
    check_all_laws(play)


def test_the_end_can_be_cut_and_resumed_anywhere() -> None:
    game = Game(red=FORCE, blue=FORCE, kinds=("push", "hold", "intel", "extermination"))
    game.lose("b2", 1)
    game.last_phase_ends()
    game.choose(True)
    game.choose(False)
    game.choose(2)
    game.choose(4)
    game.choose(((RED, 2), (BLUE, 1)))
    for _ in range(3):
        game.choose(())
    assert game.score() == (3 + 2 + 1 + 1, 4)  # Push, Hold, Intel, a vehicle; Hold
    assert game.end() == ("turns", RED)
    check_all_laws(game)
