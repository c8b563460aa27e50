"""Reads the tables of ``deathzap2_six_turns.md``, a game that was worked out by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
SHEET = HERE / "deathzap2_six_turns.md"
SCRIPT = HERE / "deathzap2_six_turns.war"


@dataclass(frozen=True)
class Roll:
    """A pool worked out by hand. ``faces`` is empty if only its successes were entered."""

    turn: int
    who: str
    step: str
    faces: tuple[int, ...]
    dice: int
    need: str
    parts: tuple[int, ...]
    made: int


@dataclass(frozen=True)
class Check:
    turn: int
    unit: str
    dice: tuple[int, int]
    left: int
    killed: int
    panics: bool


@dataclass(frozen=True)
class After:
    """A unit after a turn. ``since`` is the turn in which it panicked."""

    figures: int
    since: int | None


def rolls() -> list[Roll]:
    return [_roll(turn, cells) for turn, cells in _rows("who ▸ whom")]


def checks() -> list[Check]:
    return [_check(turn, cells) for turn, cells in _rows("unit", "dice")]


def turns() -> dict[int, tuple[dict[str, After], tuple[int, int]]]:
    """Return the units by name, and the points of Red and Blue, after each turn."""
    found = {}
    names: list[str] = []
    for _, cells in _rows("after turn", heading=True):
        if cells[0] == "after turn":
            names = cells[1:-2]
            continue
        units = {name: _after(cell) for name, cell in zip(names, cells[1:-2], strict=True)}
        found[int(cells[0])] = (units, (int(cells[-2]), int(cells[-1])))
    return found


def _rows(*first: str, heading: bool = False) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of all tables whose heading begins with these cells, each with its turn."""
    turn, inside = 0, False
    for line in SHEET.read_text(encoding="utf-8").splitlines():
        titled = re.match(r"## Turn (\d)", line)
        turn = int(titled[1]) if titled else turn
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            inside = False
        elif not inside and tuple(cells[: len(first)]) == first:
            inside = True
            if heading:
                yield turn, cells
        elif inside and not set(line) <= set("|-"):
            yield turn, cells


def _roll(turn: int, cells: list[str]) -> Roll:
    who, step, dice, need, why, made = cells
    called = re.fullmatch(r"=(\d+) of (\d+)", dice)
    faces = () if called else tuple(map(int, dice.split()))
    size = int(called[2]) if called else len(faces)
    signed = re.findall(r"([+−]?)(\d)", why)
    parts = tuple(-int(n) if sign == "−" else int(n) for sign, n in signed)
    return Roll(turn, who, step, faces, size, need, parts, int(made))


def _check(turn: int, cells: list[str]) -> Check:
    unit, dice, left, killed, result = cells
    first, second = map(int, dice.split())
    remaining, dead = (_product(text, die) for text, die in ((left, first), (killed, second)))
    return Check(turn, unit, (first, second), remaining, dead, result == "PANIC")


def _product(text: str, die: int) -> int:
    """Check a product such as ``2 × 8 = 16`` and return its second factor, a number of figures."""
    a, figures, product = map(int, re.findall(r"\d+", text))
    assert (a, a * figures) == (die, product), f"the sheet is wrong: {text}"
    return figures


def _after(cell: str) -> After:
    figures, _, panic = cell.partition(" P")
    return After(int(figures), int(panic) if panic else None)
