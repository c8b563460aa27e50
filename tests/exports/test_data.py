"""CSV and JSON: complete, readable by others, and without formulas."""

from __future__ import annotations

import csv
import io
import json
from decimal import Decimal
from pathlib import Path

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from exports.csv_tables import CsvTable, format_utc_timestamp, render_csv
from exports.game_export_formats import FORMATS, find_game_export_format
from exports.game_json import render_game_json
from exports.json_schemas import SHAPES
from exports.players_own_content import PlayerContent
from exports.shapes.game_export_json_types import MatchShape
from tests.exports.csv_texts import write_events_csv, write_rolls_csv
from tests.games import sheet
from tracker.application.errors import Refused
from tracker.application.match.game import Game
from tracker.vocabulary import events as ev
from tracker.vocabulary import match_event_codec
from tracker.vocabulary.spreadsheet_formulas import FORMULA_STARTS, escape_formula, unescape_formula

DOCUMENT = Path(__file__).parents[2] / "docs" / "export-json.md"


def rows(text: str) -> list[dict[str, str]]:
    return [*csv.DictReader(io.StringIO(text))]


def test_one_row_a_roll_with_the_numbers_of_the_hand_worked_sheet(six_turns: Game) -> None:
    found = [row for row in rows(write_rolls_csv(six_turns)) if row["form"] == "pool"]
    assert [
        (int(row["turn"]), row["roll"], row["faces"], row["need"], int(row["successes"]))
        for row in found
    ] == [
        (roll.turn, roll.step, " ".join(map(str, roll.faces)), roll.need, roll.made)
        for roll in sheet.rolls()
    ]
    first = found[0]
    # Alpha's 7 dice at 3+: 7 × 4/6 = 4.6667.
    assert (first["who"], first["whom"], first["expected"], first["chance"]) == (
        "R1 Alpha",
        "B2 Dusk rifles",
        "4.6667",
        "0.6667",
    )
    assert first["modifiers"] == "Regular 3+; soft cover +1; order -1"


def test_each_die_of_a_sheet_has_its_label(six_turns: Game) -> None:
    """Turn 1 of the hand-worked sheet, Shooting: picket 1 4, Claw pack 1 5, Dusk rifles 3 4."""
    checks = next(row for row in rows(write_rolls_csv(six_turns)) if row["roll"] == "panic checks")
    read = zip(checks["labels"].split("; "), checks["faces"].split(), strict=True)
    dice = {label.partition(" ")[2]: face for label, face in read}
    assert (dice["Claw pack: 8 left"], dice["Claw pack: 2 killed"]) == ("1", "5")
    assert (dice["Dusk rifles: 9 left"], dice["Dusk rifles: 2 killed"]) == ("3", "4")
    for row in rows(write_rolls_csv(six_turns)):
        labelled = row["roll"] in {"panic checks", "morale", "orders"}
        assert not labelled or len(row["labels"].split("; ")) == len(row["dice"].split())


def test_every_roll_that_counts_is_a_row(six_turns: Game) -> None:
    counting = sum(isinstance(line.event, ev.Rolled) for line in six_turns.history.path)
    assert len(rows(write_rolls_csv(six_turns))) == counting


def test_one_row_an_event_also_those_taken_back(six_turns: Game) -> None:
    found = rows(write_events_csv(six_turns))
    lines = six_turns.history.lines
    assert [int(row["version"]) for row in found] == [line.version for line in lines]
    for row, line in zip(found, lines, strict=True):
        assert (
            match_event_codec.decode(row["kind"], int(row["schema"]), row["body"].encode())
            == line.event
        )
    gone = {int(row["line"]) for row in found if row["counts"] == "0"}
    assert gone
    assert len(gone) == len(six_turns.history.list_all_entries()) - len(
        six_turns.history.list_entries_on_path()
    )


@pytest.mark.parametrize("form", ["csv", "events"])
def test_no_cell_of_a_hostile_game_is_a_formula(hostile: Game, form: str) -> None:
    text = FORMATS[form].render_game(hostile, PlayerContent())
    cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
    assert cells
    assert not [cell for cell in cells if cell.startswith(FORMULA_STARTS)]


@given(st.text())
def test_a_safe_cell_begins_no_formula_and_keeps_its_text(text: str) -> None:
    found = escape_formula(text)
    assert unescape_formula(found) == (text if found != text else unescape_formula(text))
    assert not found.startswith(FORMULA_STARTS)
    assert found.removeprefix("'").endswith(text) or found == text


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "＝"])
def test_what_a_spreadsheet_would_run_gets_a_quote(start: str) -> None:
    assert escape_formula(f"{start}1+1") == f"'{start}1+1"


@given(st.lists(st.text(alphabet='a1\r\n,;"=', max_size=6), min_size=2, max_size=2))
@example(["0\r.", "\r\n"])
def test_a_row_stays_a_row_whatever_ends_its_lines(cells: list[str]) -> None:
    """A lone carriage return would end the row for those who read it."""
    read = [*csv.reader(io.StringIO(render_csv(CsvTable(("one", "other"), [cells]))))]
    assert [len(row) for row in read] == [2, 2]
    assert "\r" not in "".join(read[1])


def test_for_spreadsheets_with_a_decimal_comma() -> None:
    """Numbers alone get the comma: text from people, dates and whole numbers stay."""
    table = CsvTable(
        ("who;what", "share"),
        [("1.5", 1.5), ("=x", Decimal("0.2500")), ("a;b", -0.5), ("2024-05-11", 7)],
    )
    assert render_csv(table, excel=True) == (
        '\ufeff"who;what";share\n1.5;1,5\n\'=x;0,2500\n"a;b";-0,5\n2024-05-11;7\n'
    )


def test_only_a_table_is_for_spreadsheets(six_turns: Game) -> None:
    nothing = PlayerContent()
    for name, form in FORMATS.items():
        if name in ("csv", "events"):
            plain = form.render_game(six_turns, nothing)
            text = form.render_game(six_turns, nothing, excel=True).removeprefix("\ufeff")
            found = [*csv.reader(io.StringIO(text), delimiter=";")]
            as_before = [*csv.reader(io.StringIO(plain))]
            changed = [
                (one, two)
                for row, other in zip(as_before, found, strict=True)
                for one, two in zip(row, other, strict=True)
                if one != two
            ]
            assert bool(changed) == (name == "csv")
            assert all(one.replace(".", ",") == two and float(one) >= 0 for one, two in changed)
        else:
            with pytest.raises(Refused, match="Add --format csv"):
                form.render_game(six_turns, nothing, excel=True)


def test_times_are_written_in_utc_to_the_microsecond() -> None:
    assert format_utc_timestamp(1_715_448_600_000_001) == "2024-05-11T17:30:00.000001Z"


# --------------------------------------------------------------------------------------- json


@pytest.fixture(params=["six_turns", "half_played", "hostile"])
def any_game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.getfixturevalue(request.param)
    return found


@pytest.mark.thorough
def test_json_is_of_the_documented_shape(any_game: Game) -> None:
    """Decoding checks every field and type, and refuses fields that no shape has."""
    found = msgspec.json.decode(render_game_json(any_game), type=MatchShape)
    assert (found.format, found.version) == ("warledger-match", 1)
    assert len(found.events) == any_game.version


def test_every_field_is_documented() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    _, shapes = msgspec.json.schema_components(SHAPES.values())
    fields = {field for shape in shapes.values() for field in shape["properties"]}
    assert len(fields) > 150
    assert [field for field in sorted(fields) if f"`{field}`" not in text] == []


def test_json_says_what_the_hand_worked_sheet_says(six_turns: Game) -> None:
    found = json.loads(render_game_json(six_turns))
    assert found["ended"] == {"how": "turns", "winner": "r", "why": "six turns are over"}
    assert [turn["points"] for turn in found["turns"]][-1] == {"r": 7, "b": 4}
    third = found["turns"][2]
    assert (third["turn"], third["left"]["r1"], third["left"]["b2"]) == (3, 4, 5)
    pools = [roll for roll in found["rolls"] if roll["form"] == "pool"]
    assert [roll["successes"] for roll in pools] == [roll.made for roll in sheet.rolls()]


@pytest.mark.thorough
def test_the_events_in_json_are_those_of_the_book(six_turns: Game) -> None:
    found = msgspec.json.decode(render_game_json(six_turns), type=MatchShape)
    decoded = [match_event_codec.decode(e.kind, e.schema, bytes(e.body)) for e in found.events]
    assert decoded == [line.event for line in six_turns.history.lines]


@pytest.mark.thorough
def test_json_is_the_same_every_time(six_turns: Game) -> None:
    assert render_game_json(six_turns) == render_game_json(six_turns)


# ------------------------------------------------------------------------------------ formats


@pytest.mark.thorough
def test_every_form_has_its_own_ending(six_turns: Game) -> None:
    assert {*FORMATS} == {
        "md",
        "html",
        "playback",
        "csv",
        "events",
        "setup",
        "json",
        "record",
        "schema",
    }
    assert len({form.suffix for form in FORMATS.values()}) == len(FORMATS)
    for form in FORMATS.values():
        assert form.render_game(six_turns, PlayerContent()).endswith("\n")


def test_an_unknown_form_is_refused_with_those_there_are() -> None:
    with pytest.raises(
        Refused, match="md, html, playback, csv, events, setup, json, record, schema"
    ):
        find_game_export_format("pdf")
