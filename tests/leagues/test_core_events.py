"""A league's events as they are stored: a frozen sample of every kind."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tracker.leagues import league_events as ev
from tracker.leagues.league_events import LEAGUE
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.vocabulary.event_codec import UnknownKind

# One line a kind: name, schema number, body as the first release wrote it. Lines never change.
SAMPLES = [
    line.split(" ", 2)
    for line in (Path(__file__).parent / "samples.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def test_every_kind_has_a_frozen_sample() -> None:
    assert {kind for kind, _, _ in SAMPLES} == set(LEAGUE.kinds)


@pytest.mark.parametrize(("kind", "schema", "body"), SAMPLES, ids=[s[0] for s in SAMPLES])
def test_a_stored_body_is_read_and_written_unchanged(kind: str, schema: str, body: str) -> None:
    event = LEAGUE.decode(kind, int(schema), body.encode())
    assert LEAGUE.get_kind(event) == kind
    if int(schema) == LEAGUE.schemas[kind]:
        assert LEAGUE.encode(event) == body.encode()


def test_a_sample_is_read_to_the_very_values() -> None:
    body = next(body for kind, _, body in SAMPLES if kind == "ResultEntered")
    assert LEAGUE.decode("ResultEntered", 1, body.encode()) == ev.ResultEntered(
        fixture="f21",
        ended=ev.FixtureResult(
            winner=PlayerId("p1"),
            vp=(10, 7),
            extra={"casualties": (3, 4)},
            played_on="2026-11-20",
            time="20:51",
        ),
    )


@pytest.mark.parametrize(("kind", "schema"), [("ResultGuessed", 1), ("ResultEntered", 2)])
def test_a_newer_program_is_named_with_what_to_do(kind: str, schema: int) -> None:
    with pytest.raises(UnknownKind, match="update the program"):
        LEAGUE.decode(kind, schema, b"{}")


def test_an_older_body_is_brought_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    """Form 1 said who; the program's form 2 says it of a player."""
    monkeypatch.setitem(LEAGUE.schemas, "ResultSigned", 2)
    monkeypatch.setitem(
        LEAGUE.upcasts,
        "ResultSigned",
        {1: lambda old: {"fixture": old["fixture"], "player": old["who"]}},
    )
    assert LEAGUE.decode("ResultSigned", 1, b'{"fixture":"f1","who":"p2"}') == ev.ResultSigned(
        fixture="f1", player=PlayerId("p2")
    )


def test_no_body_can_hold_a_float() -> None:
    with pytest.raises(msgspec.ValidationError):
        LEAGUE.decode("PointsGiven", 1, b'{"player":"p1","points":[0.5,1]}')
