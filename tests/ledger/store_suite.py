"""The tests that every store must pass. The test class of each store inherits them."""

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ledger.samples import NOON, entry, plain, rewind, spread, summarise, summary, write
from tracker.ledger.digest_chain import compute_event_digest, compute_genesis_digest
from tracker.ledger.ledger_errors import (
    InvalidEntry,
    InvalidRewind,
    LedgerError,
    UnknownStream,
    WriteConflict,
)
from tracker.ledger.store_interface import NewEntry, NewEvent, Store, StoredStream
from tracker.ledger.store_opening_and_copying import open_store


class StoreSuite:
    """Tests of a store. A subclass defines the fixture ``store``."""

    @pytest.fixture
    def store(self, tmp_path: Path) -> Store:
        raise NotImplementedError

    def test_an_entry_comes_back_as_it_was_given(self, store: Store) -> None:
        events = [
            NewEvent("Opened", 2, 1, 1, b'{"a":1}'),
            NewEvent("Noted", 1, 1, 1, b"\x00\xff not json"),
        ]
        stored = store.append_entry(
            NewEntry("m", 0, events, author="Zoë 🎲", at=NOON, stream_kind="match")
        )
        assert [(e.position, e.stream, e.version, e.kind, e.schema) for e in stored] == [
            (1, "m", 1, "Opened", 2),
            (2, "m", 2, "Noted", 1),
        ]
        assert [(e.entry, e.action, e.recorded_at, e.author) for e in stored] == [
            (1, 1, NOON, "Zoë 🎲")
        ] * 2
        assert [e.body for e in stored] == [b'{"a":1}', b"\x00\xff not json"]
        assert [e.rewinds_to for e in stored] == [None, None]
        assert list(store.read_events("m")) == stored

    def test_what_is_appended_together_is_written_as_if_one_by_one(self, store: Store) -> None:
        with store.write_in_transaction():
            written = write(store, "m", 2, 1) + write(store, "n", 1)
        assert list(store.read_all_verified_events()) == written
        assert store.get_version("m") == 3
        assert write(store, "m", 1)[0].version == 4
        assert store.verify_streams().is_sound

    def test_together_means_all_or_none(self, store: Store) -> None:
        first = write(store, "m", 2)
        with pytest.raises(WriteConflict):
            self._two_and_one_too_late(store)
        assert list(store.read_all_verified_events()) == first
        assert (store.get_version("m"), store.get_version("new")) == (2, 0)
        assert write(store, "m", 1)[0].version == 3
        assert write(store, "new", 1)[0].version == 1
        assert store.verify_streams().is_sound

    def test_a_block_within_a_block_is_part_of_it(self, store: Store) -> None:
        first = write(store, "m", 2)
        with pytest.raises(WriteConflict):
            self._within(store)
        assert list(store.read_all_verified_events()) == first
        with store.write_in_transaction():
            with store.write_in_transaction():
                second = write(store, "m", 1)
            third = write(store, "m", 1)
        assert list(store.read_all_verified_events()) == [*first, *second, *third]

    def _within(self, store: Store) -> None:
        with store.write_in_transaction():
            with store.write_in_transaction():
                write(store, "m", 1)
            write(store, "new", 1)
            store.append_entry(NewEntry("m", 2, entry(2), author="ann", at=NOON))

    def _two_and_one_too_late(self, store: Store) -> None:
        with store.write_in_transaction():
            write(store, "m", 1)
            write(store, "new", 1)
            store.append_entry(NewEntry("m", 2, entry(2), author="ann", at=NOON))

    def test_each_digest_covers_the_one_before(self, store: Store) -> None:
        first, second = write(store, "m", 2)
        one = (1, "Noted", 1, 1, 0, NOON, "ann", b'{"line":0}', None)
        two = (2, "Noted", 1, 1, 0, NOON, "ann", b'{"line":1}', None)
        assert first.digest == compute_event_digest(compute_genesis_digest("m", "match"), one)
        assert second.digest == compute_event_digest(first.digest, two)

    def test_positions_count_over_all_streams(self, store: Store) -> None:
        written = write(store, "a", 2) + write(store, "b", 3) + write(store, "a", 1)
        assert [event.position for event in written] == [1, 2, 3, 4, 5, 6]
        assert list(store.read_all_verified_events()) == written
        assert list(store.read_all_verified_events(after_position=4)) == written[4:]
        assert list(store.read_all_verified_events(after_position=6)) == []

    def test_reading_a_part(self, store: Store) -> None:
        written = write(store, "m", 1, 4, 2)
        assert list(store.read_events("m", after_version=2)) == written[2:]
        assert list(store.read_events("m", upto_version=3)) == written[:3]
        assert list(store.read_events("m", 2, 5)) == written[2:5]
        assert list(store.read_events("m", 7)) == []
        assert list(store.read_events("m", 5, 2)) == []

    def test_reading_more_than_a_page(self, store: Store) -> None:
        written = write(store, "m", 700, 1, 800)
        assert list(store.read_events("m")) == written
        assert list(store.read_all_verified_events()) == written

    def test_telling_is_reading_without_what_only_the_ledger_needs(self, store: Store) -> None:
        written = write(store, "m", 600, 1, 4)
        written += store.append_entry(
            NewEntry("m", 605, entry(605, kind="Moved", action=3), author="bo", at=NOON)
        )
        assert spread(store.read_event_pages("m")) == [plain(event) for event in written]
        with pytest.raises(UnknownStream):
            store.read_event_pages("nowhere")

    def test_what_was_told_before_is_told_again_with_what_came_since(self, store: Store) -> None:
        write(store, "n", 700)
        written = write(store, "m", 30, 1, 700)
        for more in (1, 250, 17, 600, 2):
            written += write(store, "m", more)
            written += store.append_entry(
                NewEntry("m", len(written), rewind(len(written), 31), author="b", at=1)
            )
            for _ in range(2):
                assert spread(store.read_event_pages("m")) == [plain(event) for event in written]
        assert [event.version for event in store.read_events("m")] == list(
            range(1, len(written) + 1)
        )
        assert store.rebuild_summaries(summarise).events == len(written) + 700
        assert spread(store.read_event_pages("m")) == [plain(event) for event in written]
        assert store.verify_streams().is_sound

    def test_reading_while_writing(self, store: Store) -> None:
        write(store, "m", 3)
        events = store.read_events("m")
        assert next(events).version == 1
        write(store, "m", 2)
        assert store.get_version("m") == 5
        assert [event.version for event in events][:2] == [2, 3]

    def test_an_unknown_stream(self, store: Store) -> None:
        assert store.get_version("m") == 0
        assert store.get_summary("m") is None
        with pytest.raises(UnknownStream, match="no 'm'"):
            store.read_events("m")
        with pytest.raises(UnknownStream):
            store.append_entry(NewEntry("m", 3, entry(3), author="ann", at=NOON))

    @pytest.mark.parametrize("expected", [0, 2, 4])
    def test_a_conflict_writes_nothing(self, store: Store, expected: int) -> None:
        written = write(store, "m", 3)
        with pytest.raises(WriteConflict, match=f"version 3, not {expected}"):
            store.append_entry(
                NewEntry(
                    "m",
                    expected,
                    entry(expected),
                    author="ann",
                    at=NOON,
                    stream_kind="match",
                    summary=summary("m", expected + 1),
                )
            )
        assert list(store.read_all_verified_events()) == written
        assert store.get_summary("m") == summary("m", 3)
        assert store.verify_streams().is_sound

    @pytest.mark.parametrize(
        "events",
        [
            [],
            entry(4),
            entry(3, 2)[:1] + entry(4),
            [NewEvent("Noted", 1, 4, 5, b"{}")],
            [NewEvent("Noted", 1, 4, -1, b"{}")],
            [NewEvent("Noted", 0, 4, 0, b"{}")],
            [NewEvent("", 1, 4, 0, b"{}")],
            [NewEvent("\ud800", 1, 4, 0, b"{}")],
            [NewEvent("Noted", 2**64, 4, 0, b"{}")],
        ],
    )
    def test_what_is_no_entry_is_refused(self, store: Store, events: list[NewEvent]) -> None:
        written = write(store, "m", 3)
        with pytest.raises(InvalidEntry):
            store.append_entry(NewEntry("m", 3, events, author="ann", at=NOON))
        assert list(store.read_all_verified_events()) == written

    def test_an_action_may_be_opened_by_its_own_event(self, store: Store) -> None:
        write(store, "m", 2)
        stored = store.append_entry(NewEntry("m", 2, entry(2, 2, action=3), author="ann", at=NOON))
        assert [event.action for event in stored] == [3, 3]

    def test_a_new_stream_needs_its_kind(self, store: Store) -> None:
        with pytest.raises(InvalidEntry, match="kind"):
            store.append_entry(NewEntry("m", 0, entry(0), author="ann", at=NOON))
        write(store, "m", 1, kind="match")
        with pytest.raises(InvalidEntry, match="is a match"):
            store.append_entry(
                NewEntry("m", 1, entry(1), author="ann", at=NOON, stream_kind="league")
            )
        assert store.list_streams() == [StoredStream("m", "match", 1)]

    def test_streams_are_listed_by_age_and_kind(self, store: Store) -> None:
        write(store, "b", 2)
        write(store, "a", 1, 1, kind="league")
        write(store, "c", 1)
        everything = [("b", "match", 2), ("a", "league", 2), ("c", "match", 1)]
        assert [msgspec.structs.astuple(info) for info in store.list_streams()] == everything
        assert [info.stream for info in store.list_streams("match")] == ["b", "c"]
        assert store.list_streams("season") == []

    def test_rewinds_that_land_well(self, store: Store) -> None:
        write(store, "m", 1, 3, 2)
        for version, target in ((6, 4), (7, 6), (8, 1), (9, 0)):
            row = summary("m", version + 1)
            (stored,) = store.append_entry(
                NewEntry("m", version, rewind(version, target), author="ann", at=NOON, summary=row)
            )
            assert stored.rewinds_to == target
        assert store.verify_streams().is_sound

    @pytest.mark.parametrize(
        ("target", "why"),
        [
            (2, "inside the entry that began with version 2"),
            (3, "inside the entry that began with version 2"),
            (5, "is a rewind itself"),
            (6, "below the head"),
            (7, "below the head"),
            (-1, "below the head"),
        ],
    )
    def test_rewinds_that_land_badly(self, store: Store, target: int, why: str) -> None:
        write(store, "m", 1, 3)
        store.append_entry(NewEntry("m", 4, rewind(4, 1), author="ann", at=NOON))
        write(store, "m", 1)
        with pytest.raises(InvalidRewind, match=why):
            store.append_entry(NewEntry("m", 6, rewind(6, target), author="ann", at=NOON))
        assert store.get_version("m") == 6
        assert store.verify_streams().is_sound

    def test_a_rewind_stands_alone(self, store: Store) -> None:
        write(store, "m", 1, 1)
        with pytest.raises(InvalidRewind, match="alone"):
            store.append_entry(NewEntry("m", 2, rewind(2, 1) + entry(2), author="ann", at=NOON))

    def test_a_summary_is_written_with_the_entry(self, store: Store) -> None:
        write(store, "m", 1)
        full = summary(
            "m",
            2,
            title="The [b]bridge[/b]",
            ruleset="deathzap2",
            status="ended",
            turn=6,
            phase="shooting",
            sides='["red","blue"]',
            scores='{"red":3}',
            winner="red",
            waiting="",
            played_on="2026-10-03",
        )
        store.append_entry(NewEntry("m", 1, entry(1), author="ann", at=NOON, summary=full))
        assert store.get_summary("m") == full

    def test_without_a_summary_the_old_one_stays(self, store: Store) -> None:
        write(store, "m", 1)
        store.append_entry(NewEntry("m", 1, entry(1), author="ann", at=NOON))
        assert store.get_summary("m") == summary("m", 1)
        (problem,) = store.verify_streams().problems
        assert (problem.stream, problem.version) == ("m", 1)
        assert "at version 1, not 2" in problem.message

    @pytest.mark.parametrize("wrong", [("n", 2, "match"), ("m", 1, "match"), ("m", 2, "league")])
    def test_a_summary_of_something_else(self, store: Store, wrong: tuple[str, int, str]) -> None:
        write(store, "m", 1)
        with pytest.raises(InvalidEntry, match="summary"):
            store.append_entry(
                NewEntry("m", 1, entry(1), author="ann", at=NOON, summary=summary(*wrong))
            )
        assert store.get_version("m") == 1

    def test_summaries_are_listed_newest_first(self, store: Store) -> None:
        for stream, kind, status, updated in (
            ("a", "match", "running", 5),
            ("b", "match", "ended", 9),
            ("c", "league", "running", 7),
            ("d", "match", "running", 5),
        ):
            row = summary(stream, 1, kind, status=status, updated_at=updated)
            store.append_entry(
                NewEntry(stream, 0, entry(0), author="ann", at=NOON, stream_kind=kind, summary=row)
            )
        store.append_entry(NewEntry("e", 0, entry(0), author="ann", at=NOON, stream_kind="match"))

        def listed(kind: str | None = None, status: str | None = None) -> str:
            return "".join(each.stream for each in store.list_summaries(kind, status))

        assert listed() == "bcda"
        assert listed("match") == "bda"
        assert listed(status="running") == "cda"
        assert listed("match", "ended") == "b"

    def test_verify_of_a_sound_ledger(self, store: Store) -> None:
        write(store, "a", 2, 3)
        write(store, "b", 1)
        seen: list[tuple[int, int]] = []
        report = store.verify_streams(progress=lambda done, total: seen.append((done, total)))
        assert (report.streams, report.events, report.problems) == (2, 6, ())
        assert seen == [(5, 6), (6, 6)]

    def test_rebuild_says_what_differed(self, store: Store) -> None:
        write(store, "a", 2, 3)
        write(store, "b", 1, kind="league")
        write(store, "c", 4)
        store.append_entry(NewEntry("c", 4, entry(4), author="ann", at=NOON))
        store.append_entry(NewEntry("d", 0, entry(0), author="ann", at=NOON, stream_kind="match"))
        seen: list[tuple[int, int]] = []
        report = store.rebuild_summaries(summarise, lambda done, total: seen.append((done, total)))
        assert (report.streams, report.events) == (4, 12)
        assert [(d.stream, d.field, d.was, d.now) for d in report.differences] == [
            ("b", "summary", "after 1", None),
            ("c", "version", 4, 5),
            ("c", "title", "after 4", "after 5"),
            ("c", "updated_at", NOON + 4, NOON + 5),
            ("d", "summary", None, "after 1"),
        ]
        assert seen[-1] == (12, 12)
        assert {each.stream for each in store.list_summaries()} == {"a", "c", "d"}
        assert store.verify_streams().is_sound
        assert store.rebuild_summaries(summarise).differences == ()

    def test_a_rebuild_that_fails_changes_nothing(self, store: Store) -> None:
        write(store, "a", 2)
        write(store, "b", 2)
        before = store.list_summaries()
        with pytest.raises(InvalidEntry):
            store.rebuild_summaries(lambda info, events: summary("a", 2, title="other"))
        assert store.list_summaries() == before
        write(store, "a", 1)
        assert store.verify_streams().is_sound

    def test_a_backup_is_the_same_ledger(self, store: Store, tmp_path: Path) -> None:
        write(store, "a", 2, 3)
        write(store, "b", 1, kind="league")
        write(store, "a", 1)
        target = tmp_path / "copies" / "copy.db"
        with pytest.raises(LedgerError, match="There is no folder"):
            store.back_up(target)  # a stick that is not plugged in
        target.parent.mkdir()
        store.back_up(target)
        with open_store(target) as copy:
            assert list(copy.read_all_verified_events()) == list(store.read_all_verified_events())
            assert copy.list_summaries() == store.list_summaries()
            assert copy.list_streams() == store.list_streams()
            assert copy.verify_streams().is_sound
        assert [path.name for path in target.parent.iterdir()] == ["copy.db"]
        with pytest.raises(LedgerError, match="already exists"):
            store.back_up(target)

    def test_a_closed_store_says_so(self, store: Store) -> None:
        with store:
            write(store, "m", 1)
        store.close()
        for use in (store.list_streams, lambda: write(store, "m", 1), store.verify_streams):
            with pytest.raises(LedgerError, match="Open the ledger again"):
                use()

    def test_random_entries_fit_together(self, store: Store) -> None:
        @given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 4)), max_size=8))
        def go_on(steps: list[tuple[str, int]]) -> None:
            for stream, size in steps:
                write(store, stream, size)
            everything = list(store.read_all_verified_events())
            assert [event.position for event in everything] == [*range(1, len(everything) + 1)]
            for info in store.list_streams():
                versions = [event.version for event in store.read_events(info.stream)]
                assert versions == [*range(1, info.version + 1)]

        go_on()
        assert store.verify_streams().is_sound
