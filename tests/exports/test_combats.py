"""Combats in numbers: in ``match show``, ``match do``, the log and the export, in every ruleset."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from exports import game_json as as_json
from tests.combat_zone import evening as combat_zone
from tests.deathzap2 import evening as deathzap2
from tests.saying import say
from tests.trial_assault import evening as trial_assault
from tests.xenocide import evening as xenocide
from tracker.application.match.game import Game
from tracker.cli import game_output


def combats(game: Game) -> list[dict[str, Any]]:
    shape = game_output.build_game_shape(game, game.state, game.history.last_line_number)
    found: list[dict[str, Any]] = msgspec.to_builtins(shape.combats)
    return found


def of_last(game: Game) -> list[dict[str, Any]]:
    """Those of the last line of the log."""
    found: list[dict[str, Any]] = msgspec.to_builtins(
        game_output.build_log_row_shapes(game)[-1].combats
    )
    return found


def pairs(*those: tuple[str, str]) -> list[dict[str, str]]:
    return [{"unit": unit, "target": target} for unit, target in those]


def touching(one: dict[str, Any]) -> list[tuple[str, str, int | None]]:
    return [(row["unit"], *row["enemies"], row["engaged"]) for row in one["contact"]]


MELEES = ("fix r1 melee b1", "fix r2 melee b2,b3", "fix phase melee")


@pytest.mark.rule("XF-MELEE-01", "XF-MELEE-02", "XF-RES-04", "XF-RETR-01")
def test_the_melees_of_xenocide() -> None:
    """6 axes on 3 hit 4 times, 2 fall at power 1 against 4 (saved on 3); unarmed 6 hit twice with
    power 0 (saved on 4), and 1 falls.
    """
    game = xenocide.begin("skip orders", "fix phase movement red", *MELEES)
    first, second = combats(game)
    assert first["units"] == {"Red": ["r1"], "Blue": ["b1"]}
    assert first["strikers"] == pairs(("r1", "b1"), ("b1", "r1"))
    assert touching(first) == [("r1", "b1", 6), ("b1", "r1", 6)]
    assert (first["step"], first["wounds"], first["fought"]) == (None, {"Red": 0, "Blue": 0}, False)
    assert touching(second)[:2] == [("r2", "b2", None), ("r2", "b3", None)]

    say(game, "r1 fights b1 : 239511 v 368041 / 7241 / 19")
    first, same = combats(game)
    assert game.pending is not None  # who loses the melee
    assert (first["struck"], first["strikers"], first["fought"]) == (["r1", "b1"], [], False)
    assert (first["wounds"], first["winner"]) == ({"Red": 2, "Blue": 1}, None)
    assert same == second

    saves = [
        roll for roll in game_output.build_log_row_shapes(game)[-1].rolls if roll.what == "save"
    ]
    assert [(roll.subject, [(part.name, part.value) for part in roll.why]) for roll in saves] == [
        (unit, [("Armour", 4), ("Power", -1)]) for unit in ("b1", "r1")
    ]
    say(game, "answer : 1 9")  # 9 and its marker is above the Morale of 5
    (told,) = of_last(game)
    assert told == combats(game)[0]
    assert (told["fought"], told["winner"], told["leaving"]) == (True, "Red", ["b1"])
    say(game, "b1 retreats 8in")
    assert (told := combats(game)[0])["units"] == {"Red": ["r1"], "Blue": ["b1"]}
    assert told["wounds"] == {"Red": 2, "Blue": 1}


@pytest.mark.rule("DZ-MELEE-01", "DZ-MELEE-04")
def test_the_melees_of_deathzap_count_those_to_be_removed() -> None:
    game = deathzap2.begin()
    say(game, "impetus : 4 2", "skip orders", "r1 contacts b1", "fix phase melee red")
    (before,) = combats(game)
    assert before["strikers"] == pairs(("r1", "b1"), ("b1", "r1"))
    say(game, "r1 fights b1 : =4 / =3 / =1")  # of 3 through 1 is saved
    (after,) = combats(game)
    assert (after["strikers"], after["struck"]) == (pairs(("b1", "r1")), ["r1"])
    assert (after["wounds"], after["winner"], after["fought"]) == (
        {"Red": 2, "Blue": 0},
        None,
        False,
    )
    assert of_last(game) == [after]


@pytest.mark.rule("CZ-MELEE-12", "CZ-MELEE-11")
def test_the_close_combats_of_combat_zone_are_of_figures() -> None:
    """12 and an initiator's 3 against 4; then 11 against a toughness of 7 in a flak jacket."""
    game = combat_zone.begin(*combat_zone.RED_ACTS)
    assert combats(game) == []
    say(game, "r12 charges b14 : 663 v 13")
    (fight,) = combats(game)
    assert fight["units"] == {"Red": ["r12"], "Blue": ["b14"]}
    assert fight["strikers"] == pairs(("r12", "b14"))
    say(game, "answer : 65")
    (over,) = combats(game)
    assert (over["fought"], over["winner"], over["wounds"]) == (True, "Red", {"Red": 1, "Blue": 0})
    assert of_last(game) == [over]


@pytest.mark.rule("TA-FIGHT-04")
def test_a_line_of_trial_assault_has_the_combat_that_it_changed() -> None:
    game = trial_assault.charged("r1 charges b1 | r2 charges b2")
    say(game, "b1 fights r1 : 124456 / 2456 / 362")  # a raider saves on a 6
    mine, other = combats(game)
    assert (mine["step"], mine["struck"], mine["wounds"]) == (2, ["b1"], {"Red": 0, "Blue": 2})
    assert of_last(game) == [mine]
    assert other["wounds"] == {"Red": 0, "Blue": 0}


def test_the_export_has_them_by_handles() -> None:
    game = deathzap2.begin()
    say(game, "impetus : 4 2", "skip orders", "r1 contacts b1", "fix phase melee red")
    say(game, "r1 fights b1 : =4 / =3 / =1")
    line = as_json.build_match_shape(game).log[-1]
    assert [(one.units, one.wounds) for one in line.combats] == [
        ({"r": ["r1"], "b": ["b1"]}, {"r": 2, "b": 0})
    ]
