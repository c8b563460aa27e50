"""Reads the tables of ``combat_zone_mule.md``, a game that was worked out by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
SHEET = HERE / "combat_zone_mule.md"
SCRIPT = HERE / "combat_zone_mule.war"
JACKALS = HERE / "combat_zone_jackals.toml"
WARDENS = HERE / "combat_zone_wardens.toml"


@dataclass(frozen=True)
class Roll:
    """A roll worked out by hand. ``faces`` is empty if only its result was entered.

    ``need`` is the face each die needs, ``add`` is what is added to a sum, and ``parts`` add up to
    either. ``result`` is the number of hits, or the total.
    """

    turn: int
    step: str
    faces: tuple[int, ...]
    dice: int | None
    need: int | None
    add: int | None
    parts: tuple[int, ...]
    result: int
    who: str = field(default="", compare=False)


@dataclass(frozen=True)
class After:
    """A figure after a turn: its state, whether it is down, points spent (None if it is gone)."""

    state: str
    down: bool
    spent: int | None


def rolls() -> list[Roll]:
    return [_roll(turn, cells) for turn, cells in _rows("who ▸ whom")]


def turns() -> dict[int, dict[str, After]]:
    """Return the figures by handle after each turn."""
    names: list[str] = []
    found = {}
    for _, cells in _rows("after turn", "r11", heading=True):
        if cells[0] == "after turn":
            names = cells[1:]
        else:
            found[int(cells[0])] = dict(zip(names, map(_after, cells[1:]), strict=True))
    return found


def initiative() -> list[tuple[int, int, int, str]]:
    """Return the turn, the totals of Red and Blue, and who goes first, of each initiative roll."""
    return [(int(a), int(b), int(c), d) for _, (a, b, c, d) in _rows("turn", "Red")]


def damage() -> dict[int, str]:
    """Return the damage of the machine after each turn."""
    return {int(turn): said for _, (turn, said) in _rows("after turn", "damage")}


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
    who, step, dice, number, why, result, _ = cells
    told = re.fullmatch(r"=(\d+)(?: of (\d+))?", dice)
    faces = () if told else tuple(map(int, dice.split()))
    size = (int(told[2]) if told[2] else None) if told else len(faces)
    signed = re.findall(r"([+−]?)(\d)(?=,|$)", why)
    parts = tuple(-int(n) if sign == "−" else int(n) for sign, n in signed)
    is_pool = number.endswith("+")
    add = None if is_pool or not number else _signed(number)
    if add is not None:
        assert sum(parts) == add, f"the sheet is wrong: {cells}"
    if add is not None and faces:
        assert sum(faces) + add == int(result), f"the sheet is wrong: {cells}"
    if is_pool:
        assert 6 - sum(parts) == int(number[:-1]), f"the sheet is wrong: {cells}"
    need = int(number[:-1]) if is_pool else None
    return Roll(turn, step, faces, size, need, add, parts, int(result), who)


def _signed(text: str) -> int:
    return int(text.replace("−", "-"))


def _after(cell: str) -> After:
    if cell in ("†", "left"):
        return After(cell, down=False, spent=None)
    state, *down, spent = cell.split()
    return After(state, bool(down), int(spent))
