"""The evening that was cut short, as JSON and CSV: every roll, event and figure of luck."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from typing import Any

import pytest

from exports.game_json import render_game_json
from tests.exports.csv_texts import write_events_csv, write_rolls_csv
from tests.exports.cut_short import LOG, NOTES, RESTS
from tracker.application.match.game import Game

# Line, turn, phase, side, who, whom, step, dice, faces as they were read, need, result.
ALPHA = "4 5 1 6 2 3 4 6 1 2"
ROLLS = [
    (6, 0, "setup", "", "", "", "objectives", 2, "2 4", "", "2 4"),
    (8, 0, "setup", "", "", "", "deployment", 2, "5 3", "the higher sets up first, on any edge",
     "5 3"),
    (17, 1, "impetus", "", "", "", "impetus", 2, "4 2", "higher acts first", "4 2"),
    (20, 1, "orders", "r", "", "", "orders", 3, "3 2 6", "", "3 2 6"),
    (23, 1, "orders", "b", "", "", "orders", 3, "2 1 2", "", "2 1 2"),
    (31, 1, "shoot", "r", "r1", "b2", "to hit", 10, ALPHA, "3+", "4 6"),
    (32, 1, "shoot", "r", "r1", "b2", "through", 6, "1 3 4 5 6 2", "4+", "3 3"),
    (33, 1, "shoot", "b", "b2", "r1", "save", 3, "2 6 3", "6", "2 1"),
    (37, 1, "shoot", "r", "r2", "b1", "to hit", 18, "6 6 6 6 6 5 5 5 5", "3+", "9 9"),
    (38, 1, "shoot", "r", "r2", "b1", "through", 9, "", "3+", "8 1"),
    (39, 1, "shoot", "b", "b1", "r2", "save", 1, "", "5+", "1 0"),
    (48, 1, "shoot", "b", "", "", "panic checks", 4, "3 1 4 2", "more for the killed: panic",
     "3 1 4 2"),
    (50, 2, "impetus", "", "", "", "impetus", 2, "3 5", "higher acts first", "3 5"),
]  # fmt: skip
SUCCESSES = {31: 6, 32: 3, 33: 1, 37: 9, 38: 1, 39: 0}
CHANCES = {31: "2/3", 32: "1/2", 33: "1/6", 37: "2/3", 38: "2/3", 39: "1/3"}
COUNTED = (37, 38, 39)
NAMES = {
    "": "", "r": "Red", "b": "Blue", "r1": "R1 Alpha", "r2": "R2 Bravo", "b1": "B1 Claw pack",
    "b2": "B2 Dusk rifles", "setup": "set-up",
}  # fmt: skip


def test_json_has_every_roll(evening: Game) -> None:
    found = json.loads(render_game_json(evening))["rolls"]
    keys = ("line", "turn", "phase", "side", "subject", "target", "what")
    assert [
        (*(roll[key] or "" for key in keys),
         len(roll["dice"]), " ".join(map(str, roll["faces"])), roll["need"],
         " ".join(map(str, roll["result"])))
        for roll in found
    ] == [(row[0], row[1] or "", *row[2:]) for row in ROLLS]  # fmt: skip
    for roll in found:
        line = roll["line"]
        assert set(roll["dice"]) == {6}
        chance = rounded(Fraction(CHANCES[line])) if line in CHANCES else None
        assert (roll["successes"], roll["chance"]) == (SUCCESSES.get(line), chance)
        assert roll["form"] == ("pool" if line in CHANCES else "faces")
        assert (roll["source"], roll["by_app"]) == ("counted" if line in COUNTED else "typed", 0)


def test_json_says_what_was_needed_and_why_in_numbers(evening: Game) -> None:
    """``3+`` and ``Regular 3+; soft cover +1; order -1`` of the hand-written rows below."""
    for roll in json.loads(render_game_json(evening))["rolls"]:
        line, need = roll["line"], roll["need"]
        parts = [part.rsplit(" ", 1) for part in MADE_OF.get(line, "").split("; ") if part]
        assert [(part["name"], part["value"]) for part in roll["why"]] == [
            (f"{part[0]} shields", 0) if part[1:] == ["shields"]
            else (part[0], int(part[1].removesuffix("+")))
            for part in parts
        ]  # fmt: skip
        assert roll["rule"] == RULES_OF[line]
        if line not in CHANCES:
            assert (roll["needs"], roll["bands"]) == (None, [])
            continue
        value = int(need.removesuffix("+"))
        chance = rounded(Fraction(7 - value, 6))
        assert roll["needs"] == {
            "value": value, "direction": "at_least", "sides": 6, "chance": chance,
        }  # fmt: skip
        missed, made = roll["bands"]
        assert (missed["low"], missed["high"], missed["success"]) == (1, value - 1, False)
        assert (made["low"], made["high"], made["success"]) == (value, 6, True)


@pytest.mark.rule("DZ-T18")
def test_json_says_whose_each_die_is_and_how_often_it_counts(evening: Game) -> None:
    """Panic checks ``3 1 4 2``: for eight left and two killed, for nine left and two killed."""
    (checks,) = [r for r in json.loads(render_game_json(evening))["rolls"] if r["line"] == 48]
    assert [
        (row["who"], row["subject"], [(die["face"], die["times"]) for die in row["dice"]])
        for row in checks["rows"]
    ] == [("b1 Claw pack", "b1", [(3, 8), (1, 2)]), ("b2 Dusk rifles", "b2", [(4, 9), (2, 2)])]
    (set_up,) = [r for r in json.loads(render_game_json(evening))["rolls"] if r["line"] == 17]
    assert [(row["who"], row["subject"], row["adds"]) for row in set_up["rows"]] == [
        ("Red", "r", 0),
        ("Blue", "b", 0),
    ]


def test_json_says_who_fell_in_which_line(evening: Game) -> None:
    """``2 to remove`` are fallen at once; taken off with the panic checks they fall no more."""
    found = {
        line["line"]: [(each["unit"], each["figures"], each["left"]) for each in line["losses"]]
        for line in json.loads(render_game_json(evening))["log"]
        if line["losses"]
    }
    assert {line: fell for line, fell in found.items() if line > 16} == {
        30: [("b2", 2, 9)],
        36: [("b1", 1, 9)],
        40: [("b1", 1, 8)],
        43: [("r3", 1, 0)],
    }
    assert all(figures < 0 for line in found if line < 16 for _, figures, _ in found[line])


RULES_OF = {
    6: "DZ-WIN-03", 8: "DZ-SETUP-04", 17: "DZ-IMP-01", 20: "DZ-ORD-02", 23: "DZ-ORD-02",
    31: "DZ-SHOOT-05", 32: "DZ-SHOOT-08", 33: "DZ-SHOOT-09", 37: "DZ-SHOOT-05",
    38: "DZ-SHOOT-08", 39: "DZ-SHOOT-09", 48: "DZ-SHOOT-13", 50: "DZ-IMP-01",
}  # fmt: skip
MADE_OF = {
    31: "Regular 3+; soft cover +1; order -1", 32: "Basic weapon 4+; Light shields",
    33: "Basic infantry 6", 37: "Regular 3+", 38: "Upgraded weapon 3+; Light shields",
    39: "Regular beast 5+",
}  # fmt: skip
LABELS = {
    6: "first objective; second objective", 8: "Red; Blue", 17: "Red; Blue", 50: "Red; Blue",
    20: "R1 Alpha; R2 Bravo; R3 Hammer", 23: "B1 Claw pack; B2 Dusk rifles; B3 Stalker",
    48: "B1 Claw pack: 8 left; B1 Claw pack: 2 killed; B2 Dusk rifles: 9 left;"
        " B2 Dusk rifles: 2 killed",
}  # fmt: skip


def entered(line: int) -> list[str]:
    """When and by whom: the set-up at once, then a line a minute after two that are gone."""
    if line < 30:
        return ["2025-10-09T08:53:20.000000Z", ""]
    lines = (30, 36, 40, 43, 44, 45, 47, 48, 50, 52)
    minute = 56 + max(at for at, first in enumerate(lines) if first <= line)
    return [f"2025-10-09T{8 + minute // 60:02}:{minute % 60:02}:20.000000Z", "Anna"]


def worse(*pools: tuple[int, Fraction], made: int) -> tuple[Fraction, Fraction]:
    """The chances of fewer than were made, and of no more, die by die."""
    spread = [Fraction(1)]
    for dice, chance in pools:
        for _ in range(dice):
            one_more = [Fraction(0), *(each * chance for each in spread)]
            none_more = [*(each * (1 - chance) for each in spread), Fraction(0)]
            spread = [one + none for one, none in zip(one_more, none_more, strict=True)]
    return sum(spread[:made], Fraction(0)), sum(spread[: made + 1], Fraction(0))


def test_csv_has_every_roll(evening: Game) -> None:
    _, *found = csv.reader(io.StringIO(write_rolls_csv(evening)))
    wanted: list[list[str]] = []
    for line, turn, phase, side, who, whom, what, dice, faces, need, result in ROLLS:
        names = [NAMES.get(each, each) for each in (phase, side, who, whom)]
        chance = Fraction(CHANCES.get(line, 0))
        sums = ["", "", ""]
        if chance:
            sums = [str(SUCCESSES[line]), f"{float(dice * chance):.4f}", f"{float(chance):.4f}"]
        wanted.append([
            str(line), str(turn), *names, what, "pool" if chance else "faces",
            " ".join(["d6"] * dice), faces, need, MADE_OF.get(line, ""), result, *sums,
            "counted" if line in COUNTED else "typed", "0", "", RULES_OF[line],
            *entered(line), LABELS.get(line, ""),
        ])  # fmt: skip
    assert found == wanted


def test_json_has_the_rest_of_the_game(evening: Game) -> None:
    found = json.loads(render_game_json(evening))
    assert (found["match"], found["title"], found["ruleset"]) == ("m1", "A short one", "deathzap2")
    assert (found["mode"], found["played_on"]) == ("warn", "2025-10-09")
    assert found["options"]["blast_friends"] is False
    assert found["ended"] == {"how": "time", "winner": "r", "why": "the players agreed"}
    sides = [
        (side["side"], side["name"], side["player"], side["force"], side["cost"], side["points"],
         *((unit["unit"], unit["name"], unit["started"], unit["left"]) for unit in side["units"]))
        for side in found["sides"]
    ]  # fmt: skip
    assert sides == [
        ("r", "Red", "Anna", "Iron Third", 588, 0,
         ("r1", "Alpha", 8, 8), ("r2", "Bravo", 9, 9), ("r3", "Hammer", 1, 0)),
        ("b", "Blue", "Farid", "Red Dusk", 563, 2,
         ("b1", "Claw pack", 10, 8), ("b2", "Dusk rifles", 11, 9), ("b3", "Stalker", 1, 1)),
    ]  # fmt: skip
    left = {"r1": 8, "r2": 9, "r3": 0, "b1": 8, "b2": 9, "b3": 1}
    points = {"r": 0, "b": 2}
    assert found["turns"] == [{"turn": turn, "left": left, "points": points} for turn in (1, 2)]
    actions = [(one["line"], one["text"]) for one in found["log"] if one["kind"] == "action"]
    right = [(one["line"], one["text"]) for one in found["log"] if one["kind"] == "set right"]
    assert sorted(actions + right) == [entry for turn in LOG.values() for entry in turn]
    logged = ["note: cold hall", "note (line 30): on the hill", *NOTES[2:]]
    assert [one["text"] for one in found["log"] if one["kind"] == "note"] == logged
    gone = {event["line"] for event in found["events"] if not event["counts"]}
    (told,) = [one["text"] for one in found["log"] if one["kind"] == "taken back"]
    assert (gone, told) == ({28, 29}, "line 28 undone")


def test_json_and_csv_have_every_event_of_the_book(evening: Game) -> None:
    events = json.loads(render_game_json(evening))["events"]
    _, *found = csv.reader(io.StringIO(write_events_csv(evening)))
    keys = ("version", "line", "action", "counts", "kind", "schema", "at", "author")
    assert [
        [*(str(int(one[key]) if key == "counts" else one[key]) for key in keys), one["body"]]
        for one in events
    ] == [[*row[:-1], json.loads(row[-1])] for row in found]
    assert [one["version"] for one in events] == [*range(1, evening.version + 1)]
    rolled = [one for one in events if one["kind"] == "Rolled"]
    assert [one["line"] for one in rolled] == [row[0] for row in ROLLS]
    assert [[one["at"], one["author"]] for one in rolled] == [entered(row[0]) for row in ROLLS]


TWO_THIRDS, HALF, THIRD, SIXTH = Fraction(2, 3), Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)
POOLS: dict[tuple[str, str, str], tuple[list[tuple[int, Fraction]], int]] = {
    ("r", "", ""): ([(10, TWO_THIRDS), (6, HALF), (18, TWO_THIRDS), (9, TWO_THIRDS)], 19),
    ("b", "", ""): ([(3, SIXTH), (1, THIRD)], 1),
    ("r", "", "to hit"): ([(28, TWO_THIRDS)], 15),
    ("r", "", "through"): ([(6, HALF), (9, TWO_THIRDS)], 4),
    ("b", "", "save"): ([(3, SIXTH), (1, THIRD)], 1),
    ("r", "R1 Alpha", ""): ([(10, TWO_THIRDS), (6, HALF)], 9),
    ("r", "R2 Bravo", ""): ([(27, TWO_THIRDS)], 10),
    ("b", "B2 Dusk rifles", ""): ([(3, SIXTH)], 1),
    ("b", "B1 Claw pack", ""): ([(1, THIRD)], 0),
}


def test_json_has_the_luck_of_sides_steps_and_units(evening: Game) -> None:
    luck = json.loads(render_game_json(evening))["luck"]
    assert (f"Based on {luck['rests_on']}.", luck["rolls"], luck["by_hand"]) == (RESTS, 13, 1)
    assert [len(luck[part]) for part in ("sides", "kinds", "units")] == [2, 3, 4]
    rows: list[dict[str, Any]] = [*luck["sides"], *luck["kinds"], *luck["units"]]
    assert [(row["side"], row["unit"], row["what"]) for row in rows] == [*POOLS]
    for row, (pools, made) in zip(rows, POOLS.values(), strict=True):
        below, upto = worse(*pools, made=made)
        assert (row["dice"], row["successes"]) == (sum(dice for dice, _ in pools), made)
        assert row["expected"] == round(float(sum(dice * chance for dice, chance in pools)), 6)
        assert (row["at_most"], row["at_least"]) == (rounded(upto), rounded(1 - below))
        assert row["worse"] == rounded((below + upto) / 2)
    assert [row["rolls"] for row in rows] == [4, 2, 2, 2, 2, 2, 2, 1, 1]


def rounded(chance: Fraction) -> float:
    return round(float(chance), 6)
