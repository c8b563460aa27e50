"""Both hand-worked games of Xenocide written out in every form, held to their sheets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction

import pytest

from exports.battle_report_content import build_battle_report
from exports.game_json import render_game_json
from exports.html_reports import render_battle_report_html
from exports.markdown_reports import render_battle_report_markdown
from tests.games import lucky, xenocide
from tests.games.lucky import Pool
from tests.games.test_written_out import Tables, rows_of, share, tables_of
from tests.games.xenocide import ROAD, WOOD
from tracker.application.match.game import Game

SIDES = {
    "Red": ("Hammer", "Rifles", "Gun", "Scouts"),
    "Blue": ("Picket", "Runner", "Line", "Ox"),
}
FORCES = {
    "R1 Hammers": "6: 6 hammers",
    "R2 Rifles": "5: 4 riflemen, 1 captain",
    "R3 Guns": "3: 3 gunners",
    "R4 Scouts": "5: 5 riflemen",
    "B1 Pickets": "6: 6 bayonets",
    "B2 Runners": "4: 4 runners",
    "B3 Line": "6: 6 riflemen",
    "B4 Oxen": "2: 2 ox",
}


@pytest.fixture(scope="module")
def wood() -> Game:
    return xenocide.play(WOOD)


@pytest.fixture(scope="module")
def road() -> Game:
    return xenocide.play(ROAD)


def side_of(name: str) -> str:
    return next(side for side, units in SIDES.items() if any(unit in name for unit in units))


def pools() -> Iterator[Pool]:
    """Who is shot or struck at saves, and each tests for himself; a ten-sided die has ten ways."""
    thrower = whom = ""
    for _, (who, what, dice, need, _, result) in xenocide.rows(WOOD, "who ▸ whom"):
        if "▸" in who:
            thrower, whom = (each.split(",")[0] for each in who.split("▸"))
        elif " snap at " in who:
            thrower, whom = (each.split(",")[0] for each in who.split(" snap at "))
        elif who:
            thrower = whom = who
        side = side_of(whom if what == "save" else thrower)
        chance = Fraction(int(need), 10)
        yield Pool(side, "", what, len(dice.split()), int(result), chance)


LUCK = ["side", "roll", "dice", "made"]


@pytest.mark.thorough
def test_the_luck_is_that_of_the_sheet(wood: Game) -> None:
    """A row a side, then a row for each kind of roll: dice, made, expected, who would do worse."""
    every = list(pools())
    report = build_battle_report(wood)
    (table,) = (
        one for one in tables_of(render_battle_report_markdown(report)) if one[0][:4] == LUCK
    )
    assert table in Tables(render_battle_report_html(report)).tables
    found = {(row[0], row[1]): row[2:] for row in table[1:]}
    luck = json.loads(render_game_json(wood))["luck"]
    for side in SIDES:
        mine = [pool for pool in every if pool.side == side]
        by_kind = {"all": mine}
        for pool in mine:
            by_kind.setdefault(pool.what, []).append(pool)
        for what, of in by_kind.items():
            sums = lucky.tally(of)
            expected = float(sums.expected)
            assert found[side, what] == [
                str(sums.dice), str(sums.made), f"{expected:.1f}",
                f"{sums.made - expected:+.1f}", share(float(sums.worse)),
            ]  # fmt: skip
            rows = luck["sides"] if what == "all" else luck["kinds"]
            (row,) = (
                one for one in rows
                if one["side"] == side[0].lower() and what in ("all", one["what"])
            )  # fmt: skip
            assert (row["dice"], row["successes"]) == (sums.dice, sums.made)
            assert row["expected"] == pytest.approx(expected)


@pytest.mark.thorough
@pytest.mark.parametrize("name", [WOOD, ROAD])
def test_every_pool_in_csv_has_its_faces_need_and_chance(
    name: str, request: pytest.FixtureRequest
) -> None:
    game = request.getfixturevalue(name.removeprefix("xenocide_"))
    found = [
        row for row in rows_of(game) if row["form"] == "pool" and row["roll"] not in xenocide.READ
    ]
    assert [(row["turn"], row["faces"]) for row in found] == [
        (str(roll.turn), " ".join(map(str, roll.faces))) for roll in xenocide.by_hand(name)
    ]
    for row, roll in zip(found, xenocide.by_hand(name), strict=True):
        assert row["need"].split()[0].removeprefix("'") == str(roll.need)
        if roll.need < 1:  # nothing makes it, and luck has no part in it
            assert (row["successes"], row["chance"], row["expected"]) == ("", "", "")
            continue
        chance = roll.need / 10
        assert (row["successes"], row["chance"]) == (str(roll.made), f"{chance:.4f}")
        assert row["expected"] == f"{len(roll.faces) * chance:.4f}"
    assert {row["by_app"] for row in found} == {"0"}


def test_the_tables_of_the_forces(wood: Game) -> None:
    """Figures after each turn, as on the sheet; nobody has a name."""
    hand = xenocide.left_by_hand(WOOD)
    report = build_battle_report(wood)
    pages = (
        tables_of(render_battle_report_markdown(report)),
        Tables(render_battle_report_html(report)).tables,
    )
    for place, letter in enumerate("RB"):
        wanted = [
            [unit, figures, *(left(hand[turn][unit[:2].lower()]) for turn in (1, 2, 3))]
            for unit, figures in FORCES.items()
            if unit[0] == letter
        ]
        for page in pages:
            assert [row[:-1] for row in page[place][1:]] == wanted


def left(said: str) -> str:
    """``4 S1 W2 B``: how many figures; gone: none."""
    return "0" if said == xenocide.GONE else said.split(maxsplit=1)[0]


@pytest.mark.thorough
def test_what_stands_above_the_forces(wood: Game, road: Game) -> None:
    for game, score in ((wood, "Red 210, Blue 95"), (road, "Red 380, Blue 80")):
        report = build_battle_report(game)
        markdown = render_battle_report_markdown(report).replace("\\", "")
        said = Tables(render_battle_report_html(report)).said
        for text in (f"Winner: Red · {score}", "the turns agreed are over"):
            assert text in markdown
            assert any(text in each for each in said)
        assert "Xenocide: Firefight" in markdown


def test_what_was_left_in_json(wood: Game) -> None:
    found = json.loads(render_game_json(wood))
    hand = xenocide.left_by_hand(WOOD)
    units = [unit[:2].lower() for unit in FORCES]
    for turn in (1, 2, 3):
        here = found["turns"][turn - 1]["left"]
        assert {unit: str(here[unit]) for unit in units} == {
            unit: left(hand[turn][unit]) for unit in units
        }
    assert found["ended"] == {"how": "turns", "winner": "r", "why": "the turns agreed are over"}
    # Hammers, Scouts: 10 each; Rifles 4 × 10 + 25; Guns 3 × 15: 60 + 65 + 45 + 50.
    assert [(side["side"], side["cost"]) for side in found["sides"]] == [("r", 220), ("b", 220)]


def test_the_captive_of_the_scouts_is_told_as_one(wood: Game) -> None:
    """Turn 2: one of the Scouts is too near, and does not stay."""
    told = " ".join(
        line.text
        for turn in build_battle_report(wood).turns
        for line in turn.lines
        if turn.turn == 2
    )
    assert "captured" in told
