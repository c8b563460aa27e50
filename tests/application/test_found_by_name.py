"""Whoever is called so is meant, whatever else has that id; a name is one, however it is typed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from exports.game_export_formats import find_game_export_format
from exports.players_own_content import read_player_content
from tests.leagues.club import BLUE, RED, club
from tests.tui.kit import book, samples
from tracker.application import match_setup, text_cleaning
from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.leagues.league_name_lookup import find_campaign_unit
from tracker.application.leagues.people.sign_up_list_review import review_sign_ups
from tracker.application.match_records.match_record_file_check import check_match_record
from tracker.application.match_setup import Entrant
from tracker.application.name_lookup import find_id_by_whole_name_or_id
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.ledger.memory_store import MemoryStore
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.pieces.subject_lookup import find_side, find_unit
from tracker.vocabulary.subject_ids import make_unit_id

ZOE, ZOE_IN_TWO = "Zo\u00eb", "Zoe\u0308"


def test_a_player_is_dropped_by_name_though_another_has_that_id() -> None:
    league = Book(MemoryStore()).begin_league("Winter", players=("P2", "Bram"))
    league.people.drop_player("P2")
    assert [one.left_after is None for one in league.state.players.values()] == [False, True]
    assert league.people.find_player("Bram").id == "p2"
    league.people.change_player_name_or_ranking("P2", name="p2")
    with pytest.raises(Refused, match=r"p1 \(by its name\) or p2\. Type p1 or 'Bram'"):
        league.people.drop_player("p2")
    with pytest.raises(Refused, match=r"p1 \(by its name\) or p2"):
        league.people.find_player("P2")
    assert league.people.find_player("Bram").id == "p2"


def test_a_name_that_is_an_id_but_for_capitals_is_asked_about() -> None:
    league = Book(MemoryStore()).begin_league("Winter", players=("Anna", "P1"))
    with pytest.raises(Refused, match=r"p2 \(by its name\) or p1\. Type p2 or 'Anna'"):
        league.people.drop_player("p1")
    assert [league.people.find_player(one).id for one in ("P1", "Anna", "p2")] == ["p2", "p1", "p2"]
    league.people.drop_player(league.state.players[PlayerId("p1")])  # as a screen says it
    assert league.people.find_player("Anna").left_after is not None


def test_what_is_written_exactly_so_comes_before_what_is_like_it() -> None:
    names = {"a1": "A2", "a2": "Bram", "a3": "bram", "a4": ZOE_IN_TWO}
    for typed, meant in (
        ("A2", "a1"), ("a1", "a1"), ("Bram", "a2"), ("bram", "a3"), ("A3", "a3"), (ZOE, "a4"),
        (f" {ZOE_IN_TWO.upper()} ", "a4"), ("a9", None), ("", None),
    ):  # fmt: skip
        assert find_id_by_whole_name_or_id(typed, names, "player") == meant, typed
    with pytest.raises(
        Refused, match=r"'BRAM' could mean more than one player.*: a2 Bram, a3 bram"
    ):
        find_id_by_whole_name_or_id("BRAM", names, "player")
    with pytest.raises(Refused, match=r"a1 \(by its name\) or a2"):
        find_id_by_whole_name_or_id("a2", names, "player")


def test_a_game_and_a_league_are_found_by_title_though_another_has_that_id() -> None:
    kept = club()
    for title in ("M2", "2", "Last"):
        sides = [Entrant("Red", RED), Entrant("Blue", BLUE)]
        kept.begin_match("toy", sides, title=title)
    for typed, meant in (
        ("M2", "m1"), ("m1", "m1"), ("1", "m1"), ("3", "m3"), ("Last", "m3"), ("last", "m3"),
    ):  # fmt: skip
        assert kept.find_game_stream(typed) == meant, typed
    kept.begin_match("toy", sides, title="1")
    with pytest.raises(Refused, match=r"'1' could mean m4 \(by its name\) or m1\. Type m4 or m1"):
        kept.find_game_stream("1")
    kept.begin_match("toy", sides, title="m2")
    with pytest.raises(Refused, match=r"m5 \(by its name\) or m2\. Type m5"):
        kept.find_game_stream("m2")
    assert kept.open_game("m2").state.info.title == "2"  # what screens open by its id
    kept.begin_league("L2")
    kept.begin_league("Winter")
    assert [kept.find_league_id(one) for one in ("L2", "l1", "Winter")] == ["l1", "l1", "l2"]


def test_a_force_and_a_unit_of_a_campaign_are_found_by_name() -> None:
    campaign = Book(MemoryStore()).begin_league("Karst", what="campaign", players=("Anna", "Bo"))
    campaign.forces.enrol_force("Anna", name="W2", units=(("U2", 5), ("Alpha", 6)))
    campaign.forces.enrol_force("Bo", name="Dusk", units=(("Beta", 4),))
    assert [campaign.forces.find_force(one).id for one in ("W2", "w1", "Dusk")] == [
        "w1",
        "w1",
        "w2",
    ]
    named = {unit.name: unit.id for unit in campaign.state.units.values()}
    assert find_campaign_unit(campaign.state, "U2").id == named["U2"]


def test_a_unit_and_a_side_of_a_game_are_found_by_name_and_keys_write_handles() -> None:
    """Red's R1 is called B1: so it is meant where that is written, and ``b1`` is Blue's."""
    roster = samples()["iron-third.toml"].replace('name = "Alpha"', 'name = "B1"')
    sides = (Entrant("B", roster), Entrant("Zoe\u0308", samples()["red-dusk.toml"]))
    match = book().begin_match("deathzap2", sides).match
    assert [match.handle(one) for one in match.sides] == ["b", "z"]
    own = match.unit(make_unit_id("b1"))
    assert find_unit(match, "b1") == make_unit_id("b1")
    assert own.name == "B1"
    assert find_side(match, "b") == match.sides[0]
    assert find_side(match, ZOE) == match.sides[1]


@contextmanager
def as_before() -> Iterator[None]:
    """Names are kept as an earlier program kept them: as they were typed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_cleaning, "normalise_to_nfc", str)
        patch.setattr(match_setup, "normalise_to_nfc", str)
        yield


def test_a_name_is_one_however_its_letters_are_put_together() -> None:
    league = Book(MemoryStore()).begin_league("Winter", players=(ZOE_IN_TWO, "Bram"))
    assert league.people.find_player(ZOE_IN_TWO).name == ZOE
    with pytest.raises(Refused, match="already enrolled"):
        league.people.enrol_players(ZOE)
    rows = review_sign_ups(league.state, f"{ZOE}\n{ZOE_IN_TWO.upper()}\nJose\u0301\nJos\u00e9")
    assert [row.verdict for row in rows] == ["is enrolled", "is enrolled", "joins", "twice"]
    with pytest.raises(Refused, match="is named twice"):
        Book(MemoryStore()).begin_league("Winter", players=(ZOE, ZOE_IN_TWO))
    roster = samples()["iron-third.toml"].replace("Alpha", ZOE_IN_TWO)
    sides = (Entrant("Red", roster), Entrant("Blue", samples()["red-dusk.toml"]))
    match = book().begin_match("deathzap2", sides).match
    assert match.unit(find_unit(match, ZOE)).name == ZOE
    campaign = Book(MemoryStore()).begin_league("Karst", what="campaign", players=("Anna",))
    campaign.forces.enrol_force("Anna", roster, rules=load_playable_rulesets()["deathzap2"])
    assert find_campaign_unit(campaign.state, ZOE_IN_TWO).name == ZOE


def test_an_old_ledger_with_letters_in_two_opens_and_its_names_are_found() -> None:
    store = MemoryStore()
    with as_before():
        league = Book(store).begin_league(f"{ZOE_IN_TWO}'s", players=(ZOE_IN_TWO, "Bram"))
        assert league.people.find_player("p1").name == ZOE_IN_TWO
    league = Book(store).open_league(f"{ZOE}'s")
    assert league.people.find_player(ZOE).name == ZOE_IN_TWO
    with pytest.raises(Refused, match="already enrolled"):
        league.people.enrol_players(ZOE)


def test_an_old_match_record_with_letters_in_two_is_as_it_was_written() -> None:
    roster = samples()["iron-third.toml"].replace("Alpha", ZOE_IN_TWO)
    with as_before():
        kept = book()
        sides = (Entrant(f"{ZOE_IN_TWO} A", roster), Entrant("Blue", samples()["red-dusk.toml"]))
        game = kept.begin_match("deathzap2", sides, title=ZOE_IN_TWO)
        game.add_note(f"{ZOE_IN_TWO} is late")
        record = find_game_export_format("record").render_game(game, read_player_content())
    assert ZOE_IN_TWO in record
    found = check_match_record(record, lambda *_: roster)
    assert (found.is_sound, found.why) == (True, "")
    assert kept.open_game(ZOE).state.info.title == ZOE_IN_TWO
    assert find_unit(kept.open_game("m1").match, ZOE) == make_unit_id("z1")
