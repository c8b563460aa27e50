"""The check of a book: what lists show is what the events say, and the events make sense."""

from pathlib import Path

import pytest

from tests.application.table import begin, book
from tests.ledger.test_faults import by_hand
from tracker.ledger import digest_chain
from tracker.ledger.store_opening_and_copying import open_store

FORGED = "UPDATE stream SET summary = json_set(summary, '$.{}', '{}') WHERE name = '{}'"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A ledger of a game, and a league of two."""
    path = tmp_path / "ledger.db"
    with open_store(path) as store:
        begin(store)
        league = book(store).begin_league("Winter", players=["Ann", "Ben"])
        league.rounds.draft_round()
        assert book(store).verify_ledger().is_sound
    return path


@pytest.mark.parametrize(
    ("field", "value", "stream"),
    [
        ("title", "Forged", "m1"),
        ("scores", '{"Red":9}', "m1"),
        ("winner", "Red", "m1"),
        ("table", "{}", "l1"),
        ("title", "Summer", "l1"),
    ],
)
def test_a_forged_row_in_the_lists_is_found(
    path: Path, field: str, value: str, stream: str
) -> None:
    by_hand(path, FORGED.format(field, value, stream))
    with open_store(path) as store:
        (problem,) = book(store).verify_ledger().problems
        assert problem.stream == stream
        assert f"({field})" in problem.message
        assert problem.message.endswith("rebuild the summaries.")
        book(store).rebuild_summaries()
        assert book(store).verify_ledger().is_sound


def test_a_field_that_no_row_has_is_found(path: Path) -> None:
    other = "json_set(json_remove(summary, '$.table'), '$.dable', '[3]')"
    by_hand(path, f"UPDATE stream SET summary = {other} WHERE name = 'm1'")
    with open_store(path) as store:
        (problem,) = book(store).verify_ledger().problems
        assert (problem.stream, problem.message.endswith("Rebuild the summaries.")) == ("m1", True)
        book(store).rebuild_summaries()
        assert book(store).verify_ledger().is_sound


TABLE = "UPDATE stream SET summary = json_set(summary, '$.table', {} || '') WHERE name = 'l1'"
HELD = "json_extract(summary, '$.table')"


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("table", "earlier"),
    [
        (f"json_remove({HELD}, '$.zone', '$.forces')", ("l1",)),
        (f"json_remove({HELD}, '$.standings')", None),
        (f"json_remove({HELD}, '$.zone', '$.standings.rows[0]')", None),
        (f"json_set(json_remove({HELD}, '$.forces'), '$.players', 3)", None),
        (f"json_set({HELD}, '$.force', 1)", None),
        ("''", None),
    ],
)
def test_a_row_of_an_earlier_program_says_less_and_nothing_else(
    path: Path, table: str, earlier: tuple[str, ...] | None
) -> None:
    by_hand(path, TABLE.format(table))
    with open_store(path) as store:
        report = book(store).verify_ledger()
        assert report.is_sound == (earlier is not None)
        assert report.earlier == (earlier or ())
        book(store).rebuild_summaries()
        assert book(store).verify_ledger().earlier == ()


def test_events_that_make_no_sense_are_damage_though_their_chain_is_whole(path: Path) -> None:
    """Who makes the digests anew can put in anything."""
    with open_store(path) as store:
        events = list(store.read_events("m1"))
    digest, changes = digest_chain.compute_genesis_digest("m1", "match"), []
    for event in events:
        body = b"[7]" if event.version == len(events) else event.body
        fields = (event.version, event.kind, event.schema, event.entry, event.action)
        digest = digest_chain.compute_event_digest(
            digest, (*fields, event.recorded_at, event.author, body, event.rewinds_to)
        )
        changes.append(
            f"UPDATE event SET body = x'{body.hex()}', digest = x'{digest.hex()}'"
            f" WHERE position = {event.position}"
        )
    by_hand(path, *changes, f"UPDATE stream SET digest = x'{digest.hex()}' WHERE name = 'm1'")
    with open_store(path) as store:
        assert store.verify_streams().is_sound
        (problem,) = book(store).verify_ledger().problems
    assert problem.message.startswith("The events of m1 contradict each other: ")
