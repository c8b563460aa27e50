"""Both recorded games written out in every form, held to the sheets they were worked out on."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import pytest

from exports.battle_report_content import build_battle_report
from exports.game_json import render_game_json
from exports.html_reports import render_battle_report_html
from exports.markdown_reports import render_battle_report_markdown
from tests.exports.csv_texts import write_rolls_csv
from tests.games import lucky, mule, sheet
from tests.games.lucky import Pool
from tests.games.test_combat_zone_mule import begun
from tests.games.test_deathzap2_six_turns import UNITS
from tracker.application.book import Book
from tracker.application.demo import demo_games
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_and_script_play import play_script
from tracker.ledger.memory_store import MemoryStore

Rows = list[list[str]]
SHORT = {"Red": "r", "Blue": "b"}


@pytest.fixture(scope="module")
def six_turns() -> Game:
    return demo_games.play_all_demo_lines(
        demo_games.begin_demo_game(Book(MemoryStore()), "Six turns")
    )


@pytest.fixture(scope="module")
def the_mule() -> Game:
    found = begun()
    done = play_script(found, mule.SCRIPT.read_text(encoding="utf-8"))
    assert done.error is None
    return found


class Tables(HTMLParser):
    """What a page says: its paragraphs, headings and entries, and its tables, cell by cell."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tables: list[Rows] = []
        self.said: list[str] = []
        self._inside = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
            self._inside = tag
        elif tag in ("p", "li", "h1", "h2", "h3"):
            self.said.append("")
            self._inside = tag

    def handle_endtag(self, tag: str) -> None:
        if tag == self._inside:
            self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside in ("td", "th"):
            self.tables[-1][-1][-1] += " ".join(data.split())
        elif self._inside:
            self.said[-1] = " ".join(f"{self.said[-1]} {data}".split())


def tables_of(markdown: str) -> list[Rows]:
    """The tables of a text in Markdown, without what was put before signs."""
    found: list[Rows] = []
    before = ""
    for line in markdown.replace("\\", "").splitlines():
        if line.startswith("|---"):
            continue
        if line.startswith("|"):
            if not before.startswith("|"):
                found.append([])
            found[-1].append([cell.strip() for cell in line.strip("|").split("|")])
        before = line
    return found


def section(markdown: str, heading: str) -> list[str]:
    """The entries of a list below a heading."""
    text = markdown.replace("\\", "").split(f"## {heading}\n")[1].split("\n## ")[0]
    return [line.removeprefix("- ") for line in text.splitlines() if line.startswith("- ")]


@pytest.fixture(params=["six_turns", "the_mule"])
def both(request: pytest.FixtureRequest) -> tuple[Game, list[Pool]]:
    pools: Callable[[], list[Pool]] = getattr(lucky, request.param)
    return request.getfixturevalue(request.param), pools()


# ------------------------------------------------------------------------------------------ luck


def keys(pools: list[Pool], key: Callable[[Pool], tuple[str, str]]) -> list[tuple[str, str]]:
    """Red's before Blue's, each in the order in which they were first rolled."""
    return sorted(dict.fromkeys(map(key, pools)), key=lambda found: found[0] != "Red")


def share(chance: float) -> str:
    if chance > 0.99:
        return "over 99 %"
    return "under 1 %" if chance < 0.01 else f"{100 * chance:.0f} %"


@pytest.mark.thorough
def test_the_luck_in_the_report_is_that_of_the_sheet(both: tuple[Game, list[Pool]]) -> None:
    """A row a side, then a row for each kind of roll of each."""
    game, pools = both
    wanted = []
    for side, what in (
        *keys(pools, lambda pool: (pool.side, "all")),
        *keys(pools, lambda pool: (pool.side, pool.what)),
    ):
        of = [pool for pool in pools if pool.side == side and what in ("all", pool.what)]
        sums = lucky.tally(of)
        expected = float(sums.expected)
        wanted.append([
            side, what, str(sums.dice), str(sums.made), f"{expected:.1f}",
            f"{sums.made - expected:+.1f}", share(float(sums.worse)),
        ])  # fmt: skip
    report = build_battle_report(game)
    head = ["side", "roll", "dice", "made", "expected", "difference", "do worse"]
    told = [table for table in tables_of(render_battle_report_markdown(report)) if table[0] == head]
    shown = Tables(render_battle_report_html(report)).tables
    assert told == [table for table in shown if table[0] == head] == [[head, *wanted]]


@pytest.mark.thorough
def test_the_luck_in_json_is_that_of_the_sheet(both: tuple[Game, list[Pool]]) -> None:
    game, pools = both
    luck = json.loads(render_game_json(game))["luck"]
    every: dict[str, Callable[[Pool], tuple[str, str]]] = {
        "sides": lambda pool: (pool.side, ""),
        "kinds": lambda pool: (pool.side, pool.what),
        "units": lambda pool: (pool.side, pool.unit),
    }
    for name, key in every.items():
        found = {(row["side"], row["unit"] or row["what"]): row for row in luck[name]}
        groups = keys(pools, key)
        assert list(found) == [(SHORT[side], which) for side, which in groups]
        for group in groups:
            row = found[SHORT[group[0]], group[1]]
            sums = lucky.tally(pool for pool in pools if key(pool) == group)
            assert (row["rolls"], row["dice"], row["successes"]) == (
                sums.rolls,
                sums.dice,
                sums.made,
            )
            assert [row["expected"], row["at_most"], row["at_least"], row["worse"]] == [
                pytest.approx(float(each), abs=1e-6)
                for each in (sums.expected, sums.below + sums.here, 1 - sums.below, sums.worse)
            ]


# ---------------------------------------------------------------------------------- the report

BRAVO = "R2 Bravo ▸ B3 Stalker"
MOMENTS = [
    # Attacks at least 1.5 off: 5 dice × 1/2 × 1/6 × 1/3 = 0.14, two not saved.
    # 1 − (35/36)⁵ − 5/36 × (35/36)⁴ = 0.7 %.
    (4, f"{BRAVO}: 2 not saved, expected 0.1 (under 1 % of such attacks do as well or better)"),
    # 4 dice × 1/6 × 1/2 × 2/3 = 0.22, two not saved: 1 − (17/18)⁴ − 4/18 × (17/18)³ = 1.7 %.
    (
        5,
        "R1 Alpha ▸ B2 Dusk rifles: 2 not saved, expected 0.2"
        " (2 % of such attacks do as well or better)",
    ),
    (5, "Red lost R3 Hammer"),
    (6, "Blue lost B2 Dusk rifles"),
    (6, "Red +3 VP for Assassinate"),
    # 3 dice × 2/3 × 1/6 × 1/3 = 0.11, two not saved: 1 − (26/27)³ − 3/27 × (26/27)² = 0.4 %.
    (6, f"{BRAVO}: 2 not saved, expected 0.1 (under 1 % of such attacks do as well or better)"),
    (6, "Blue lost B3 Stalker"),
    # 18 casualties ÷ 5 = 3 and a monster; 15 ÷ 5 = 3 and a vehicle.
    (6, "Red +4 VP for Extermination"),
    (6, "Blue +4 VP for Extermination"),
]
OF_THE_MULE = [
    # 3 dice at 6: 0.5 expected; of 216 ways 15 make two and 1 makes three: 16 / 216 = 7 %.
    (2, "R11 Brakk ▸ B21 Mule: 2 hit, expected 0.5 (7 % of such attacks do as well or better)"),
    (2, "B12 Pike ▸ R14 Ox: 2 hit, expected 0.5 (7 % of such attacks do as well or better)"),
    (3, "Red lost R2 Kestrel"),
    (4, "Blue lost B1 Wardens"),
    (5, "Blue lost B2 Mule"),
]


@pytest.mark.parametrize(("which", "moments"), [("six_turns", MOMENTS), ("the_mule", OF_THE_MULE)])
def test_turning_points(
    which: str, moments: list[tuple[int, str]], request: pytest.FixtureRequest
) -> None:
    """Each with the number of the line of the log that tells it."""
    report = build_battle_report(request.getfixturevalue(which))
    assert [(moment.turn, moment.text) for moment in report.moments] == moments
    numbers = [moment.line for moment in report.moments]
    assert numbers == sorted(numbers)
    swings = [moment for moment in report.moments if "▸" in moment.text]
    lines = {line.number: line.text for turn in report.turns for line in turn.lines}
    for moment in swings:
        assert moment.text.partition(":")[0] in lines[moment.line]
    wanted = [
        f"Turn {turn}, line {number}: {text}"
        for (turn, text), number in zip(moments, numbers, strict=True)
    ]
    assert section(render_battle_report_markdown(report), "Turning points") == wanted
    said = " ".join(Tables(render_battle_report_html(report)).said)
    assert all(text in said for _, text in moments)


@pytest.mark.thorough
def test_what_stands_above_the_forces(six_turns: Game, the_mule: Game) -> None:
    for game, rules in ((six_turns, "Deathzap 2"), (the_mule, "Combat Zone")):
        report = build_battle_report(game)
        markdown = render_battle_report_markdown(report).replace("\\", "")
        said = Tables(render_battle_report_html(report)).said
        for text in (
            (
                "Played for: Assassinate, Extermination.",
                "House rules: orders table: starter.",
                "Winner: Red · Red 7, Blue 4",
                "six turns are over",
            )
            if game is six_turns
            else ("Winner: Red", "(only one side has figures on the table)")
        ):
            assert text in markdown
            assert any(text in each for each in said)
        assert rules in markdown
        assert ("Played for" in markdown) is (game is six_turns)
        assert ("House rules" in markdown) is (game is six_turns)


FORCES = {
    "R1 Alpha": "8: Sergeant Odell, 6 riflemen, 1 gunner",
    "R2 Bravo": "9: Sergeant Vara, 8 assault",
    "R3 Hammer": "1: 1 hammer",
    "R4 Picket": "3",
    "B1 Claw pack": "10: 10 claws",
    "B2 Dusk rifles": "11: Speaker Ilm, 10 rifles",
    "B3 Stalker": "1: 1 stalker",
}
AT_THE_END = {
    "R1 Alpha": "PANIC T3, 1 transferred to R4 Picket",
    "R2 Bravo": "Sergeant Vara: hunted, PANIC T6",
    "B1 Claw pack": "PANIC T5",
}
# Alive or on the table after each turn, counted on the sheet: four Jackals, four Wardens.
OF_GROUPS = {
    "R1 Jackals": ["4: Brakk, Vey, Ditch, Ox", "4", "3", "2", "2", "2"],
    "R2 Kestrel": ["1: Kestrel", "1", "1", "0", "0", "0"],
    "B1 Wardens": ["4: Halden, Pike, Moss, Fen", "2", "2", "1", "0", "0"],
    "B2 Mule": ["1: Mule", "1", "1", "1", "1", "0"],
}


@pytest.mark.thorough
def test_the_tables_of_the_forces(six_turns: Game, the_mule: Game) -> None:
    hand = sheet.turns()
    tags = {UNITS[name].upper(): name for name in UNITS}
    wanted = {
        unit: [figures, *(str(hand[turn][0][tags[unit[:2]]].figures) for turn in range(1, 7)),
               AT_THE_END.get(unit, "")]
        for unit, figures in FORCES.items()
    }  # fmt: skip
    marked = ["at the end"]  # which no group's table has: none of its units has a marker
    for game, rows, turns, last in ((six_turns, wanted, 6, marked), (the_mule, OF_GROUPS, 5, [])):
        report = build_battle_report(game)
        head = ["unit", "figures", *(f"after {n}" for n in range(1, turns + 1)), *last]
        for side, letter in enumerate("RB"):
            every = [head, *([unit, *row] for unit, row in rows.items() if unit[0] == letter)]
            assert tables_of(render_battle_report_markdown(report))[side] == every
            assert Tables(render_battle_report_html(report)).tables[side] == every


# ------------------------------------------------------------------------------------- CSV, JSON


def rows_of(game: Game) -> list[dict[str, str]]:
    return [*csv.DictReader(io.StringIO(write_rolls_csv(game)))]


def test_every_pool_has_its_chance_and_what_was_expected(both: tuple[Game, list[Pool]]) -> None:
    game, every = both
    pools = [pool for pool in every if pool.what != "attack"]  # of which each is a sum
    found = [row for row in rows_of(game) if row["form"] == "pool"]
    assert [
        (row["side"], row["roll"], len(row["dice"].split()), int(row["successes"]))
        for row in found
        if row["roll"] != "save"
    ] == [(pool.side, pool.what, pool.dice, pool.made) for pool in pools if pool.what != "save"]
    assert [(row["chance"], row["expected"]) for row in found] == [
        (f"{float(pool.chance):.4f}", f"{float(pool.dice * pool.chance):.4f}") for pool in pools
    ]
    assert {row["by_app"] for row in found} == {"0"}


def test_only_what_the_table_ruled_has_a_reason(six_turns: Game, the_mule: Game) -> None:
    """Turn 3: one of the Dusk rifles cannot see Hammer behind the wall, 5 dice instead of 6."""
    ruled = [row for row in rows_of(six_turns) if row["ruling"]]
    assert [(row["turn"], row["who"], row["whom"], row["faces"]) for row in ruled] == [
        ("3", "B2 Dusk rifles", "R3 Hammer", "3 4 1 6 2")
    ]
    assert ruled[0]["ruling"] == "one of them cannot see Hammer behind the wall"
    assert not [row for row in rows_of(the_mule) if row["ruling"]]


def test_rolls_of_the_mule_are_those_of_the_sheet(the_mule: Game) -> None:
    """Initiative and sheets of reaction tests aside: a row of the sheet is a row of the file."""
    found = [row for row in rows_of(the_mule) if row["roll"] in ("to hit", "wound", "attack")]
    wanted = [roll for roll in mule.rolls() if roll.step in ("to hit", "wound", "attack")]
    assert [(row["turn"], row["roll"], row["faces"]) for row in found] == [
        (str(roll.turn), roll.step, " ".join(map(str, roll.faces))) for roll in wanted
    ]
    by = ""
    for row, roll in zip(found, wanted, strict=True):
        who, whom = (each.split()[0].upper() for each in (roll.who or row_who(row)).split("▸"))
        assert (row["who"].split()[0], row["whom"].split()[0]) == (who, whom.rstrip(","))
        by = roll.step if roll.step != "wound" else by
        assert row["rule"] == RULES[by, roll.step]
        came = row["successes"] if row["form"] == "pool" else row["result"]
        assert int(came) == roll.result
        assert row["source"] == ("counted" if not roll.faces else "typed")


# Wounds follow the shots or the attacks that made them.
RULES = {
    ("to hit", "to hit"): "CZ-SHOOT-04",
    ("to hit", "wound"): "CZ-SHOOT-12",
    ("attack", "attack"): "CZ-MELEE-03",
    ("attack", "wound"): "CZ-MELEE-09",
}


def row_who(row: dict[str, str]) -> str:
    """A row of the sheet without names goes on with those of the row before."""
    return f"{row['who']} ▸ {row['whom']}"


@pytest.mark.thorough
def test_what_was_left_and_scored_in_json(six_turns: Game, the_mule: Game) -> None:
    found = json.loads(render_game_json(six_turns))
    for turn, (units, points) in sheet.turns().items():
        here = found["turns"][turn - 1]
        assert here["turn"] == turn
        assert here["left"] == {UNITS[name]: after.figures for name, after in units.items()}
        assert (here["points"]["r"], here["points"]["b"]) == points
    assert len(found["turns"]) == 6
    sides: list[Any] = found["sides"]
    # Iron Third and Red Dusk as they stand in tests/exports/test_report.py, counted there.
    assert [(side["side"], side["cost"], side["points"]) for side in sides] == [
        ("r", 588, 7),
        ("b", 563, 4),
    ]
    assert [[unit["unit"] for unit in side["units"]] for side in sides] == [
        ["r1", "r2", "r3", "r4"],
        ["b1", "b2", "b3"],
    ]
    started = {unit["unit"]: (unit["started"], unit["left"]) for s in sides for unit in s["units"]}
    assert started == {
        "r1": (8, 1), "r2": (9, 1), "r3": (1, 0), "r4": (3, 0),
        "b1": (10, 3), "b2": (11, 0), "b3": (1, 0),
    }  # fmt: skip
    other = json.loads(render_game_json(the_mule))
    ended = {"how": "last side", "winner": "r", "why": "only one side has figures on the table"}
    assert other["ended"] == ended
    assert [
        [turn["left"][unit] for turn in other["turns"]] for unit in ("r1", "r2", "b1", "b2")
    ] == [[int(n) for n in row[1:6]] for row in OF_GROUPS.values()]
