"""Markers declared once: stored as their ids, put down for as long as they last."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.procedures.small import playing, small
from tracker.procedures.declared.marker_and_link_kinds import (
    LinkKind,
    MarkerKind,
    OddsImportance,
    make_stored_names,
)
from tracker.procedures.declared.marker_values import Amount
from tracker.procedures.match_view import UnknownName
from tracker.procedures.pieces.manual_adjustments.adjustable_property import format_fix_part
from tracker.testing.match_in_memory import u
from tracker.vocabulary import match_event_codec
from tracker.vocabulary.events import MarkerSet
from tracker.vocabulary.ruleset_display_names import LinkWord, MarkerWord
from tracker.vocabulary.subject_ids import MATCH

SUPPRESSED = MarkerKind("suppressed", "suppressed", "S", "unit", "times", until="own turn")
ABOARD = LinkKind("aboard", "aboard", "@")


def test_a_declaration_is_its_id_in_facts_and_in_the_book() -> None:
    fact = SUPPRESSED.set("u:r1", "u:r2", value=2, by="u:b1")
    plain = MarkerSet(
        subjects=("u:r1", "u:r2"), marker="suppressed", value=2, until="own turn", by="u:b1"
    )
    assert fact == plain
    said = MarkerSet(
        subjects=("u:r1", "u:r2"), marker=SUPPRESSED, value=2, until="own turn", by="u:b1"
    )
    assert (
        match_event_codec.encode(said)
        == match_event_codec.encode(fact)
        == match_event_codec.encode(plain)
    )
    assert type(match_event_codec.round_trip(said).marker) is str
    assert SUPPRESSED.set("u:r1", until="").until == ""
    assert SUPPRESSED.cleared("u:r1").marker == "suppressed"


def test_links_are_their_ids_too() -> None:
    linked, parted = (
        ABOARD.make_link_fact("u:r1", "u:r2", 3),
        ABOARD.make_unlink_fact("u:r1", "u:r2"),
    )
    assert (linked.relation, linked.a, linked.b, linked.value) == ("aboard", "u:r1", "u:r2", 3)
    assert (parted.relation, parted.a, parted.b) == ("aboard", "u:r1", "u:r2")


def test_the_words_of_a_match_follow_from_the_declarations() -> None:
    marker = MarkerWord("suppressed", "suppressed", "S", "unit", "times")
    assert make_stored_names(SUPPRESSED, MarkerWord) == marker
    assert make_stored_names(ABOARD, LinkWord) == LinkWord("aboard", "aboard", "@")


def test_what_is_no_name_is_not_stored() -> None:
    with pytest.raises(NotImplementedError, match="object is not stored"):
        match_event_codec.encode(MarkerSet(subjects=("u:r1",), marker="a", value=object()))  # type: ignore[arg-type]


def test_a_marker_that_is_not_declared_is_never_written() -> None:
    play = playing(small())
    before = play.table.state.fork_state()
    with pytest.raises(UnknownName, match="no marker is called 'suppressed'"):
        play.match.record(SUPPRESSED.set("u:r1"))
    assert play.table.state == before


def test_what_is_added_stays_within_what_there_can_be() -> None:
    """4 and one more is 5, the most there are; 4 and two more is none."""
    amount = Amount("shaken", high=5, counts=True)
    match = playing(small()).match
    assert amount.parse_value(match, u("r1"), "+1", 4) == 5
    with pytest.raises(UnknownName, match="shaken: 6 is too many; the limit is 5"):
        amount.parse_value(match, u("r1"), "+2", 4)


def test_links_are_those_of_their_own_kind() -> None:
    """Aboard one unit and beside another: each is asked for by itself."""
    beside = LinkKind("beside", "beside", "=")
    play = playing(replace(small(), links=(ABOARD, beside)), red=3)
    r1, r2, r3 = u("r1"), u("r2"), u("r3")
    play.match.record(ABOARD.make_link_fact(r1, r2), beside.make_link_fact(r1, r3))
    assert tuple(play.match.links(ABOARD, r1)) == (r2,)
    assert tuple(play.match.links(beside, r1)) == (r3,)
    assert tuple(play.match.pairs(ABOARD)) == ((r1, r2),)
    assert tuple(play.match.pairs(beside)) == ((r1, r3),)


def test_what_is_kept_for_a_phase_or_hidden_is_bookkeeping_unless_it_is_said_otherwise() -> None:
    assert SUPPRESSED.worth == OddsImportance.USUAL
    assert MarkerKind("a", "a", nerve=True).worth == OddsImportance.NERVE
    for kept in (
        MarkerKind("a", "a", until="step"),
        MarkerKind("a", "a", until="phase"),
        MarkerKind("a", "a", shown="hidden"),
        MarkerKind("a", "a", quiet=True),
        MarkerKind("a", "a", worth=OddsImportance.BOOKKEEPING, nerve=True),
    ):
        assert kept.worth == OddsImportance.BOOKKEEPING
    assert (
        MarkerKind("a", "a", until="phase", worth=OddsImportance.HARM).worth == OddsImportance.HARM
    )
    assert MarkerKind("a", "half speed").said == "half-speed"
    assert (MarkerKind("a", "a", shown="hidden").row, MarkerKind("a", "a").row) == ("", "a")


def test_a_part_that_sets_right_quotes_what_is_more_than_a_word() -> None:
    match = playing(small()).match
    assert format_fix_part(match, "u:r1", "panic", "2") == "fix r1 panic 2"
    assert format_fix_part(match, MATCH, "weather", "heavy rain") == 'fix game weather "heavy rain"'


def test_the_old_name_for_one_more_still_works_and_warns() -> None:
    match = playing(replace(small(), markers=(SUPPRESSED,))).match
    with pytest.warns(DeprecationWarning, match="more is now called make_increase_fact"):
        fact = SUPPRESSED.more(match, "u:r1", 2)
    assert fact == SUPPRESSED.set("u:r1", value=2)
