"""JSON of leagues and ledgers, and the JSON Schemas that are installed with the program."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

from exports.game_json import render_game_json
from exports.json_schemas import (
    SHAPES,
    make_schema_file_name,
    read_shipped_json_schema,
    render_json_schema,
)
from exports.league_json import render_league_json
from exports.ledger_json import render_ledger_json
from exports.shapes.league_export_json_types import LeagueShape
from exports.shapes.ledger_export_json_types import LedgerShape, StoredEventShape
from tests.exports.number_texts import number_texts
from tests.leagues.club import club, game, league
from tests.leagues.test_core_campaign import campaign
from tracker.application.book import Book
from tracker.application.leagues.league import League
from tracker.application.leagues.results.linked_match_outcomes import UnitStats
from tracker.application.leagues.seasons.season_commands import SeasonPlan
from tracker.application.match.game import Game
from tracker.leagues.league_events import LEAGUE
from tracker.ledger import digest_chain

Json = dict[str, Any]


def checked(text: str) -> Json:
    """The document, held against the installed schema of its format; its numbers are numbers."""
    document: Json = json.loads(text)
    schema = json.loads(
        read_shipped_json_schema(SHAPES[f"{document['format']}-{document['version']}"])
    )
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(document)
    assert [*number_texts(document)] == []
    return document


@pytest.mark.parametrize("name", SHAPES)
def test_the_installed_schema_is_that_of_the_shape(name: str) -> None:
    """After a change of a shape: python -m exports.json_schemas."""
    assert read_shipped_json_schema(SHAPES[name]) == render_json_schema(name)


def test_there_is_no_other_schema() -> None:
    folder = Path(__file__).parents[2] / "exports" / "schemas"
    assert {each.name for each in folder.iterdir()} == {
        make_schema_file_name(name) for name in SHAPES
    }


@pytest.fixture
def played() -> League:
    """Two rounds, a correction, a bonus, lots, a bye, a linked game, a second season."""
    book = club()
    found = league(book, "Anna", "Bram", "Chloé")
    kept = game(book, "Bram", "Chloé")
    found.matches.link_match_and_enter_result("1", kept.stream)
    found.results.enter_result("1", "10-7", extra={"casualties": (1, 2)})
    found.results.correct_result("1", "3-3", why="misread")
    found.results.sign_result("1", "Bram")
    found.points.award_bonus_or_penalty("Anna", "1/2", why="painted")
    found.seasons.save_season_plan(SeasonPlan(tie_breaks=("lots",), best=2, why="agreed"))
    found.points.draw_or_enter_lots()
    found.people.mark_away("Bram")
    found.rounds.draft_round()
    found.rounds.publish_round()
    found.results.arrange_game("1", "2026-12-04", time="19:30", where="club")
    found.points.add_note("cold hall", about="Anna")
    found.undo()
    found.seasons.close_season()
    found.seasons.begin_season("Spring")
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("which", ["six_turns", "half_played", "evening", "hostile"])
def test_games_are_of_their_schema(which: str, request: pytest.FixtureRequest) -> None:
    kept: Game = request.getfixturevalue(which)
    assert checked(render_game_json(kept))["match"] == kept.stream


@pytest.mark.thorough
def test_a_league_is_of_its_schema_and_says_what_the_league_says(played: League) -> None:
    text = render_league_json(played)
    found = checked(text)
    assert text == render_league_json(played)
    shape = msgspec.json.decode(text, type=LeagueShape)  # refuses fields that no shape has
    assert [one.name for one in shape.players] == ["Anna", "Bram", "Chloé"]
    first = shape.seasons[0]
    # 3/1/0: Bram 3 – 3 Chloé is a point each; a bye 3 and half a point for paint: Anna 3.5.
    after = {row.name: row.counted for row in first.standings.rows}
    assert after["Bram"] == 1
    assert {row.name: row.bonus for row in first.standings.rows}["Anna"] == 0.5
    assert [(each.points, each.why) for each in first.bonus] == [(0.5, "painted")]
    assert first.closed_on == "2026-11-20"
    assert shape.seasons[1].closed_on is None
    (meeting,) = [one for one in shape.fixtures if one.match]
    assert meeting.result is not None
    assert (meeting.result.vp, meeting.result.winner, meeting.by_hand) == ([3, 3], None, True)
    assert [(was.was.vp, was.why) for was in meeting.corrections] == [([10, 7], "misread")]
    assert [each.text for each in shape.story] == []  # it was taken back
    assert [line["counts"] for line in found["log"]].count(False) == 1


def test_the_events_of_a_league_are_those_of_its_book(played: League) -> None:
    found = msgspec.json.decode(render_league_json(played), type=LeagueShape)
    decoded = [LEAGUE.decode(e.kind, e.schema, bytes(e.body)) for e in found.events]
    assert decoded == [line.event for line in played.history.lines]


@pytest.mark.thorough
def test_a_campaign_is_of_its_schema_with_what_its_units_carry() -> None:
    found = campaign()
    found.forces.record_past_game(
        "Anna", "Bram", "7-4", unit_stats={"Alpha": UnitStats(2, 3), "Claw": UnitStats(3, 10)}
    )
    document = checked(render_league_json(found))
    units = {unit["name"]: unit for force in document["forces"] for unit in force["units"]}
    told = {name: (u["experience"], u["figures"], u["stands"]) for name, u in units.items()}
    # Alpha: 1 game + 2 won + 2 kills of 3 = 9, three of eight gone for good. Bravo: 1 + 2.
    # Claw: 1 game, 3 kills of 3; all ten gone.
    assert told == {"Alpha": (9, 5, ""), "Bravo": (3, 6, ""), "Claw": (10, 0, "destroyed")}
    (step,) = units["Alpha"]["steps"]
    assert (step["kills"], step["lost"], step["by_hand"], step["fixture"]) == (2, 3, False, "f1")
    (served,) = units["Claw"]["games"]
    assert (served["how"], served["kills"], served["lost"], served["nerve"]) == (
        "lost",
        3,
        10,
        None,
    )


def test_a_ledger_is_of_its_schema_and_holds_every_event_with_its_digest() -> None:
    book = club()
    league(book)
    game(book)
    text = "".join(render_ledger_json(book))
    found = checked(text)
    assert [one["stream"] for one in found["streams"]] == ["l1", "m1"]
    ledger = msgspec.json.decode(text, type=LedgerShape)
    for one in ledger.streams:
        stored = list(book.store.read_events(one.stream))
        assert [bytes(event.body) for event in one.events] == [each.body for each in stored]
        digest = digest_chain.compute_genesis_digest(one.stream, one.kind)
        for event, each in zip(one.events, stored, strict=True):
            digest = digest_chain.compute_event_digest(digest, _fields(event, each.recorded_at))
            assert digest.hex() == event.digest
        assert one.version == len(one.events)


def _fields(event: StoredEventShape, at: int) -> digest_chain.EventFields:
    return (
        event.version,
        event.kind,
        event.schema,
        event.entry,
        event.action,
        at,
        event.author,
        bytes(event.body),
        event.rewinds_to,
    )


def test_an_empty_ledger_is_a_document_too() -> None:
    assert checked("".join(render_ledger_json(club())))["streams"] == []


def _without_players(document: Json) -> None:
    del document["players"]


def _a_number_for_a_title(document: Json) -> None:
    document["title"] = 3


def _a_result_without_a_kind(document: Json) -> None:
    del next(one for one in document["fixtures"] if one["result"])["result"]["kind"]


@pytest.mark.thorough
@pytest.mark.parametrize(
    "spoil", [_without_players, _a_number_for_a_title, _a_result_without_a_kind]
)
def test_the_schema_finds_what_is_wrong(played: League, spoil: Callable[[Json], None]) -> None:
    document = json.loads(render_league_json(played))
    spoil(document)
    with pytest.raises(jsonschema.ValidationError):
        checked(json.dumps(document))


@pytest.mark.thorough
def test_a_field_of_a_later_program_passes(played: League) -> None:
    document = json.loads(render_league_json(played))
    document["players"][0]["colour"] = "red"
    checked(json.dumps(document))


def test_the_book_of_a_game_that_reports_is_whole(played: League) -> None:
    """What is exported is what is there: nothing is written by looking."""
    book = Book(played.store, clock=played.clock)
    before = [(one.stream, one.version) for one in book.store.list_streams()]
    render_league_json(played)
    "".join(render_ledger_json(book))
    assert [(one.stream, one.version) for one in book.store.list_streams()] == before
