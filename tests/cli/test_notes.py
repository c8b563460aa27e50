"""Notes, stars and pauses of the command line."""

from __future__ import annotations

import pytest

from tests.cli.running import Shell


def texts(shell: Shell) -> list[str]:
    return [row["text"] for row in shell.done("match", "log", "m1", "--json").json["lines"]]


def test_a_note_stands_on_its_line(shooting: Shell) -> None:
    waits = shooting.done("match", "show", "m1", "--json").json["waiting"]
    told = shooting.done("match", "note", "m1", " nearly lost ", "--about", "4").out
    assert "note (line 4): nearly lost" in told
    shooting.done("match", "note", "m1", "a draught")
    assert texts(shooting)[-2:] == ["note (line 4): nearly lost", "note: a draught"]
    assert shooting.done("match", "show", "m1", "--json").json["waiting"] == waits


def test_a_star_needs_no_text_and_is_the_last_lines(shooting: Shell) -> None:
    last = shooting.done("match", "log", "m1", "--json").json["lines"][-1]["last"]
    shooting.done("match", "note", "m1", "--star")
    shooting.done("match", "note", "m1", "the turn", "--star", "--about", "4")
    assert texts(shooting)[-2:] == [f"★ (line {last})", "★ note (line 4): the turn"]


def test_a_star_is_on_the_last_line_that_counts(shell: Shell) -> None:
    """Lines 5 and 6 are losses. Their correction is entries 7 to 9, and its first star entry 10."""
    sides = ("--side", "Red=10 orcs", "--side", "Blue=8 elves")
    shell.done("match", "new", "--ruleset", "free", *sides)
    for line in ("r1 -2", "b1 -1"):
        shell.done("match", "do", "m1", line)
    shell.done("match", "amend", "m1", "5", "r1 -4")
    shell.done("match", "note", "m1", "--star")
    assert texts(shell)[-1] == "★ (line 6)"
    shell.done("match", "undo", "m1")
    shell.done("match", "note", "m1", "--star")
    assert texts(shell)[-1] == "★ (line 6)"
    shell.done("match", "undo", "m1")
    assert shell.done("match", "show", "m1", "--json").json["line"] == 6
    for number in ("9", "99"):
        unknown = shell("match", "note", "m1", "x", "--about", number)
        assert f"There is no line {number}; the last line is 6." in unknown.err


def test_what_is_no_note_is_refused(shooting: Shell) -> None:
    before = texts(shooting)
    empty = shooting("match", "note", "m1", "  ")
    assert (empty.code, "give a text, or --star" in empty.err) == (2, True)
    far = shooting("match", "note", "m1", "x", "--about", "999")
    assert (far.code, "There is no line 999" in far.err) == (1, True)
    assert texts(shooting) == before


def test_the_clock_rests_once_and_goes_on_once(shooting: Shell) -> None:
    for command in ("resume", "pause", "pause", "resume", "resume"):
        shooting.done("match", command, "m1")
    assert texts(shooting)[-2:] == ["the clock is stopped", "the clock runs again"]


@pytest.mark.thorough
def test_a_note_returns_nothing_and_undo_names_what_it_took_back(shooting: Shell) -> None:
    for call, told in (
        (("note", "a draught"), "note: a draught"),
        (("note", "--star"), "★ (line "),
    ):
        said = shooting.done("match", call[0], "m1", *call[1:])
        assert "returned" not in said.out
        back = shooting.done("match", "undo", "m1").out
        assert back.startswith("Undone: line ")
        assert told in back
    assert "returned" not in shooting.done("match", "pause", "m1").out
    back = shooting.done("match", "undo", "m1").out
    told = "Undone: line 20, shoot of Red, fixed by hand: not done: Alpha has not moved"
    assert back.startswith(told)
    assert shooting.done("match", "note", "m1", "x", "--json").json["stepped"] == []


def test_the_line_of_a_roll_that_the_book_began_names_the_line_of_its_dice(shooting: Shell) -> None:
    log = shooting.done("match", "log", "m1", "--json").json["lines"]
    impetus = next(row["line"] for row in log if row["text"].startswith("impetus"))
    ran = shooting("match", "amend", "m1", str(impetus), "24")
    told = f"Line {impetus} is an automatic step; its dice and choices are line {impetus + 1}"
    assert (ran.code, told in ran.err) == (1, True)
