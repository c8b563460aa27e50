"""A shot that no die can hit is named before it is entered, and in the log."""

from __future__ import annotations

import pytest

from tests.cli.running import Shell
from tests.gamefile.kit import OURS, PICKET, text_of
from tracker.gamefile.ruleset_builder import build_ruleset
from tracker.testing.match_in_memory import BLUE, RED, Play, u

GUARDS = {"guard": {"skill": 3, "save": 5, "nerve": 6, "move": 5}}


def make_file(need: str, limits: str) -> str:
    text = (
        text_of("picket")
        .replace(PICKET, OURS)
        .replace('need = "skill + cover + pinned"', f'need = "{need}"')
    )
    return text.replace('many = "hits"\n', f'many = "hits"\nlimits = {limits}\n')


def say_against(need: str, limits: str) -> list[str]:
    """List the objections to fire that needs this with hits within these limits."""
    rules = build_ruleset(make_file(need, limits))
    play = Play(rules)
    for side, unit in ((RED, "r1"), (BLUE, "b1")):
        play.muster(side, {unit: {"guard": 3}}, GUARDS)
    play.automatic()
    fire = rules.actions["fire"]
    params = fire.params(unit=u("r1"), target=u("b1"))
    return [one.text for one in fire.list_objections(play.match, RED, params)]


@pytest.mark.parametrize(
    ("need", "limits", "told"),
    [
        ("skill + 6", "[2, 7]", ["R1 needs 9+, which no die can roll"]),
        ("skill + 6", "[2, 6]", []),  # a 6 always hits
        ("skill + 3", "[2, 7]", []),
    ],
)
def test_a_need_beyond_the_die_is_an_objection(need: str, limits: str, told: list[str]) -> None:
    assert say_against(need, limits) == told


def test_it_is_logged_and_survives_a_record(shell: Shell) -> None:
    path = shell.path.with_name("far.toml")
    path.write_text(make_file("skill + 6 * cover", "[2, 7]"), encoding="utf-8")
    sides = ("--side", "Red=3 riflemen", "--side", "Blue=3 riflemen")
    shell.done("match", "new", "--ruleset", str(path), *sides)
    odds = shell.done("odds", "m1", "r1 fires b1 cover").out
    assert "R1 needs 10+, which no die can roll" in odds
    shell.done("match", "do", "m1", "r1 fires b1 cover")
    record = shell.done("export", "m1", "--format", "record").out
    other = str(shell.path.with_name("other.db"))
    shell.done("import", "-", "--db", other, stdin=record)
    assert "(no die can roll 10+)" in shell.done("match", "log", "m1", "--db", other).out
