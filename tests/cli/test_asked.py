"""What the command line shows of a question and of a game: dice, rows, points, who is left."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Shell
from tests.combat_zone import evening

MIXED = """\
name = "Mixed"
ruleset = "deathzap2"
[profiles.rifle]
type = "infantry"
quality = "regular"
shields = "light"
guns = ["rifle basic"]
[profiles.heavy]
type = "infantry"
quality = "regular"
shields = "light"
guns = ["heavy repeater basic"]
[profiles.tank]
type = "vehicle"
quality = "elite"
shields = "heavy"
guns = ["heavy repeater advanced", "destroyer advanced"]
[[squads]]
name = "A"
figures = [
    { profile = "rifle", name = "Odell" },
    { profile = "rifle", count = 2 },
    { profile = "heavy", count = 2 },
]
[[squads]]
name = "B"
figures = [{ profile = "rifle", count = 4 }]
[[squads]]
name = "T"
figures = { tank = 1 }
"""


@pytest.fixture
def mixed(shell: Shell) -> Shell:
    """Red's half of Shooting; three rifles and two heavy repeaters a side, and a tank."""
    Path("mixed.toml").write_text(MIXED, encoding="utf-8")
    sides = ("--side", "Red=mixed.toml", "--side", "Blue=mixed.toml")
    shell.done("match", "new", *sides, "--option", "game=basic")
    script = "deployment : 53 / south\nimpetus : 63\nnext\nnext\n"
    shell.done("match", "do", "m1", "--file", "-", stdin=script)
    return shell


@pytest.mark.thorough
@pytest.mark.rule("DZ-SHOOT-10")
def test_who_falls_is_asked_with_handles_and_told(mixed: Shell) -> None:
    """Six hits of the tank, all through, four saves failed; its owner says who falls."""
    ran = mixed.done(
        "match", "do", "m1", "r3 > b1 open with heavy-repeater : 666555 / 666666 / 111155"
    )
    assert "falls (B1), 4 in all" in ran.out
    assert "     b  heavy: heavy repeater (at most 2)" in ran.out
    asked = mixed.done("match", "show", "m1", "--json").json["waiting"]
    assert (asked["kind"], asked["total"]) == ("counts", 4)
    assert [(key["key"], key["most"]) for key in asked["keys"]][-1] == ("b", 2)
    ran = mixed.done("match", "answer", "m1", "2 b, 2 a")
    assert "4 to remove (2 rifles, 2 heavies)" in ran.out
    (unit, *_) = mixed.done("match", "show", "m1", "--json").json["sides"][1]["units"]
    assert unit["going"] == {"heavy": 2, "rifle": 2}
    assert unit["named"] == ["Odell"]
    shown = mixed.done("match", "show", "m1").out
    assert "3 rifles, 2 heavies, including Odell · 2 rifles, 2 heavies to go" in shown


def test_a_volley_tells_its_guns_and_what_was_not_said(mixed: Shell) -> None:
    ran = mixed.done("match", "do", "m1", "r1 > b2")
    assert "assumed: in the open" in ran.out
    assert "  of    3 rifles, 2 heavy repeaters of 6 shots each" in ran.out
    ran = mixed.done("match", "do", "m1", "undo", "--json")
    ran = mixed.done("match", "do", "m1", "r1 > r2", "--json")
    assert [(one["id"], one["rule"]) for one in ran.json["against"]] == [
        ("own-side", "DZ-SHOOT-02")
    ]
    assert ran.json["assumed"] == ["in the open"]


def test_points_left_are_told_with_every_figure_and_after_what_it_did(shell: Shell) -> None:
    """An Average figure has 6 points; 12 cm are 3 (CZ-MOVE-01)."""
    Path("jackals.toml").write_text(evening.JACKALS, encoding="utf-8")
    Path("wardens.toml").write_text(evening.WARDENS, encoding="utf-8")
    shell.done("match", "new", "--side", "Red=jackals.toml", "--side", "Blue=wardens.toml")
    script = "\n".join(("deploy red", "deploy blue", *evening.RED_ACTS))
    shell.done("match", "do", "m1", "--file", "-", stdin=script)
    ran = shell.done("match", "do", "m1", "r13 moves 12cm")
    assert "  r13 Vey: action points 3 of 6 left" in ran.out
    ran = shell.done("match", "do", "m1", "r13 > b11 30cm open shots 1 : 1", "--json")
    (left,) = ran.json["left"]
    assert left["tallies"] == [
        {"what": "action points", "spent": 4, "left": 2},
        {"what": "assault rifle", "spent": 1, "left": 2},
    ]
    shown = shell.done("match", "show", "m1").out
    assert "r13   Vey              action points 2 of 6 left" in shown
    actions = shell.done("match", "actions", "m1").out.splitlines()
    assert "r13 moves 2ap  2 AP spent" in actions


def test_a_question_to_a_side_names_it_once(shell: Shell) -> None:
    forces = ("--side", "Red=iron-third", "--side", "Blue=red-dusk")
    shell.done("match", "new", *forces, "--option", "game=basic")
    asked = "waiting for: base edge of Blue; Red takes the one facing it  Blue answers\n"
    assert asked in shell.done("match", "answer", "m1", "2 6").out


@pytest.mark.thorough
def test_mixed_dice_are_asked_by_their_sizes_in_their_order(shell: Shell) -> None:
    """A Hero attacks with 2D8 and 1D6, 1D6 as he charges and 1D6 for his sword (CZ-T17, T18)."""
    Path("jackals.toml").write_text(evening.JACKALS, encoding="utf-8")
    Path("wardens.toml").write_text(evening.WARDENS, encoding="utf-8")
    shell.done("match", "new", "--side", "Red=jackals.toml", "--side", "Blue=wardens.toml")
    acts = (*evening.RED_ACTS, "all holds")
    script = "\n".join(("deploy red", "deploy blue", *acts))
    shell.done("match", "do", "m1", "--file", "-", stdin=script)
    ran = shell.done("match", "do", "m1", "r21 charges b14")
    assert "waiting for: 2D8 + 3D6 attack (R21 at B14)" in ran.out
    assert "  dice  D8 D8 D6 D6 D6, in this order" in ran.out
    asked = shell.done("match", "show", "m1", "--json").json["waiting"]
    assert (asked["kind"], asked["dice"], asked["total"]) == ("total", [8, 8, 6, 6, 6], None)


@pytest.mark.thorough
@pytest.mark.rule("DZ-WIN-04", "DZ-G50")
def test_any_figure_is_named_by_its_handle(shell: Shell) -> None:
    """Also one of those nobody can tell apart, and one whose fellow has a name."""
    Path("mixed.toml").write_text(MIXED, encoding="utf-8")
    shell.done("match", "new", "--side", "Red=mixed.toml", "--side", "Blue=mixed.toml")
    script = "objectives : 24\ndeployment : 53 / south\n"
    shell.done("match", "do", "m1", "--file", "-", stdin=script)
    assert shell("match", "do", "m1", "targets : falls r2.3 / falls b1.2").code == 0
    shown = shell.done("match", "show", "m1").out
    assert "Red hunts A: rifle · Blue hunts B: rifle" in shown
