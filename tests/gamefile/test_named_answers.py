"""Answers may name their question, as in ``nerve : 34``: the undo message prints such lines."""

from __future__ import annotations

from tests.cli.running import Shell
from tests.gamefile.kit import OURS, PICKET, text_of

SIDES = ("--side", "Red=3 riflemen", "--side", "Blue=3 riflemen")


def test_a_test_and_who_begins_are_named(shell: Shell) -> None:
    toss = '[[phases]]\nid = "toss"\nfirst = true\n\n[[phases]]\n'
    path = shell.path.with_name("tossed.toml")
    path.write_text(
        text_of("picket").replace(PICKET, OURS).replace("[[phases]]\n", toss, 1), encoding="utf-8"
    )
    shell.done("match", "new", "--ruleset", str(path), *SIDES)
    assert "Red 5, Blue 2: Red acts first" in shell.done("match", "do", "m1", "toss : 52").out
    for line in ("fix r1 pinned 1", "next", "next"):
        shell.done("match", "do", "m1", line)
    assert "The open question is 2 dice nerve" in shell("match", "do", "m1", "toss : 43").err
    assert "R1 Riflemen 4 + 3 = 7" in shell.done("match", "do", "m1", "nerve : 43").out
    assert "nerve : 43" in shell.done("match", "undo", "m1").out.replace("4 3", "43")
    assert "R1 Riflemen 4 + 3 = 7" in shell.done("match", "do", "m1", "nerve r1 : 4 3").out


def test_a_draw_and_the_dice_of_the_end_are_named_and_listed(shell: Shell) -> None:
    path = shell.path.with_name("drawn.toml")
    drawn = (
        text_of("picket").replace(PICKET, OURS).replace('order = "alternating"', 'order = "drawn"')
    )
    ends = 'turns = "turns"\ndice = "d6"\nneed = 4'
    path.write_text(drawn.replace('turns = "turns"', ends), encoding="utf-8")
    listed = shell.done("rules", "lines", str(path)).out.partition("answers\n")[2]
    assert listed == "  nerve [who who] : …\n  action-draw : …\n  end-of-game : …\n"
    shell.done("match", "new", "--ruleset", str(path), *SIDES)
    why = "The open question is 1D2 who goes next, not end-of-game."
    assert why in shell("match", "do", "m1", "end-of-game : 4").err
    assert "action, Blue" in shell.done("match", "do", "m1", "action-draw : 2").out
    for line in ("action-draw : blue", "answer : BLUE", "blue"):  # the side whose chit was drawn
        shell.done("match", "undo", "m1")
        assert "action, Blue" in shell.done("match", "do", "m1", line).out
    shell.done("match", "undo", "m1")
    told = shell("match", "do", "m1", "answer : green").err
    assert told == 'warledger: "green" cannot be drawn: type Red, Blue or the number drawn.\n'
    shell.done("match", "do", "m1", "2")
    for line in ("b1 passes", "r1 passes", "next", "none"):
        shell.done("match", "do", "m1", line)
    assert "the game is over: 4 on 4+" in shell.done("match", "do", "m1", "end-of-game : 4").out


def test_a_count_with_its_naturals_is_an_answer_of_its_own(shell: Shell) -> None:
    path = shell.path.with_name("naturals.toml")
    text = text_of("picket").replace(PICKET, OURS)
    naturals = text.replace('many = "hits"\n', 'many = "hits"\nnatural = 6\n')
    path.write_text(naturals, encoding="utf-8")
    shell.done("match", "new", "--ruleset", str(path), *SIDES)
    told = shell("match", "do", "m1", "r1 fires b1 : =2")
    assert "how many naturals? Type that number too, as in `=2,1`" in told.err
    assert "3 dice 2 hit" in shell.done("match", "do", "m1", "=2,1").out
