"""Wounds, damage and captives between games of Xenocide, and the points of what is left."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from tests.leagues.club import Clock
from tracker.application.book import Book
from tracker.application.campaigns import next_game_units
from tracker.application.errors import Refused
from tracker.application.leagues.campaign import force_event_descriptions
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import describe_league_entry
from tracker.application.leagues.results.linked_match_outcomes import UnitStats
from tracker.application.match.game import Game
from tracker.application.match_records.match_record_writer import compose_match_record
from tracker.application.match_records.record_importer import import_match_record
from tracker.leagues.league_events import CarriedDamage, UnitChanged, Wound
from tracker.ledger.memory_store import MemoryStore
from tracker.rulesets.xenocide import RULESET
from tracker.rulesets.xenocide.data import markers
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import make_figure_id, make_side_id, make_unit_id

ROSTER = """
name = "{name}"
ruleset = "xenocide"

[profiles.captain]
cost = 90
movement = 4
wounds = 3
armour = 5
melee = 3
strength = 1
morale = 7

[profiles.trooper]
cost = 30
movement = 4
armour = 4
melee = 3
strength = 1
morale = 5

[profiles.carrier]
cost = 200
base = 12
propulsion = "tracked"
armour = 9
threshold = 4
strength = 8

[[squads]]
name = "{name} Wolf"
figures = [{{ profile = "captain", name = "Vara" }}, {{ profile = "trooper", count = 4 }}]

[[vehicles]]
name = "{name} Mule"
profile = "carrier"
"""
RULES = """
game = 1
losses = "permanent"
wounds = "carried"
captives = "held"
"""
WOLF, MULE = make_unit_id("a1"), make_unit_id("a2")
VARA = make_figure_id("a1", 1)


def campaign(rules: str = RULES) -> tuple[Book, League]:
    """Anna's Ash against Bram's Birch, alike: 90 + 4 × 30 + 200 = 410 points each."""
    book = Book(
        MemoryStore(),
        clock=Clock(),
        dice=random.Random(7),
        rulesets={RULESET.id: RULESET},
    )
    found = book.begin_league(
        "Karst", what="campaign", rules=rules, players=("Anna", "Bram"), zone="Europe/Vienna"
    )
    for player, name in (("Anna", "Ash"), ("Bram", "Birch")):
        found.forces.enrol_force(player, ROSTER.format(name=name), rules=RULESET)
    found.forces.add_game_outside_rounds("Anna", "Bram")
    return book, found


def begin(book: Book, found: League, fixture: str) -> Game:
    rules, sides = found.matches.find_ruleset_and_sides(fixture)
    game = book.begin_match(rules, sides)
    found.matches.link_match_and_enter_result(fixture, game.stream)
    return game


FELL = (
    ev.FiguresRemoved(figures=(make_figure_id("a1", 5),), by="u:b1"),
    ev.FiguresRemoved(figures=(make_figure_id("a1", 3), make_figure_id("a1", 4)), how="captured"),
    ev.Wounded(subjects=(VARA,), wounds=2),
    markers.DAMAGE.set(MULE, value=3),
)
END = ev.MatchEnded(how="agreed", winner=make_side_id("b"), scores=((make_side_id("a"), 0),))


def after_a_game(rules: str = RULES) -> tuple[Book, League]:
    """One of five is killed, two are captured, Vara has two wounds; the Mule has damage 3 of 4."""
    book, found = campaign(rules)
    begin(book, found, "f1").adjust_by_hand((*FELL, END), "as it lay")
    found.reload()
    return book, found


def test_a_unit_carries_its_wounds_and_damage_and_has_lost_its_captives() -> None:
    """5 less 1 killed and 2 captured are 2: Vara and a trooper, 90 + 30 = 120 of 210 points."""
    book, found = after_a_game()
    wolf, mule = found.forces.find_unit("Ash Wolf"), found.forces.find_unit("Ash Mule")
    assert (wolf.figures, wolf.captive_count) == (2, 2)
    assert wolf.carried_damage == CarriedDamage((Wound("captain", 2, "Vara"),))
    assert force_event_descriptions.describe_carried_damage(wolf.carried_damage) == "Vara 2 wounds"
    assert (mule.figures, mule.carried_damage.marks) == (1, (("damage", 3),))
    assert force_event_descriptions.describe_carried_damage(mule.carried_damage) == "damage 3"
    assert list(force_event_descriptions.describe_captives_by_game(found.state, wolf)) == [
        "2 captives of Bram since f1"
    ]
    force = found.forces.find_force("Ash")
    left = next_game_units.compute_current_unit_points(found.state, force, RULESET)
    assert [*left.values()] == [120, 200]
    assert next_game_units.sum_points_if_all_known(left) == 320
    assert (
        next_game_units.sum_points_if_all_known(
            next_game_units.compute_current_unit_points(found.state, force, None)
        )
        is None
    )
    (report,) = (
        one
        for one in found.history.path
        if isinstance(one.event, UnitChanged) and one.event.unit == wolf.id
    )
    assert report.event.why == "+1 game, 1 lost for good, 2 captured"  # type: ignore[union-attr]
    assert "2 captives, carries Vara 2 wounds" in describe_league_entry(
        found.history, found.history.find_entry(report.version)
    )
    assert book.rebuild_summaries().differences == ()


def test_the_next_game_begins_with_what_they_carry() -> None:
    book, found = after_a_game()
    found.forces.add_game_outside_rounds("Anna", "Bram")
    game = begin(book, found, "f2")
    state = game.state
    assert [len(unit.figures) for unit in state.units.values()] == [2, 1, 5, 1]
    assert (state.figures[VARA].name, state.figures[VARA].wounds) == ("Vara", 2)
    assert state.markers[MULE, markers.DAMAGE].value == 3
    again = book.open_game(game.stream)
    assert again.state.figures == state.figures
    assert again.state.markers == state.markers
    # The match record says it, and is read back to the same.
    text = compose_match_record(RULESET, game.history)
    assert 'name = "Vara", wounds = 2' in text
    assert "marks = { damage = 3 }" in text
    other = Book(MemoryStore(), clock=Clock(), rulesets={RULESET.id: RULESET})
    brought = import_match_record(other, text, lambda *_: "")
    read = other.open_game(brought.match)
    assert read.state.figures == state.figures
    assert read.state.markers == state.markers


def test_captives_come_back_by_hand_and_stay_back_when_the_end_is_said_again() -> None:
    book, found = after_a_game()
    entry = found.forces.return_captives("Ash Wolf", 1, why="exchanged")
    assert describe_league_entry(found.history, entry) == (
        "Ash Wolf by hand: +1 figure, 1 captive back (exchanged)"
    )
    wolf = found.forces.find_unit("Ash Wolf")
    assert (wolf.figures, wolf.captive_count) == (3, 1)
    game = book.open_game("m1")
    game.undo()
    found.reload()
    wolf = found.forces.find_unit("Ash Wolf")
    assert (wolf.figures, wolf.captive_count, wolf.carried_damage) == (5, 0, CarriedDamage())
    game.redo()
    found.reload()
    wolf = found.forces.find_unit("Ash Wolf")
    assert (wolf.figures, wolf.captive_count) == (3, 1)
    found.forces.return_captives("Ash Wolf")
    assert found.forces.find_unit("Ash Wolf").figures == 4
    with pytest.raises(Refused, match="No figure of Ash Wolf is a captive"):
        found.forces.return_captives("Ash Wolf")
    assert book.rebuild_summaries().differences == ()


def test_a_result_reported_anew_counts_from_before_the_game() -> None:
    """Reported: 1 of 5 lost for good. Set right to 3 lost: 2 are left, not 5 − 1 − 3 = 1."""
    book, found = campaign("losses = 'permanent'\n")
    game = begin(book, found, "f1")
    game.adjust_by_hand((FELL[0], END), "as it lay")
    found.reload()
    assert found.forces.find_unit("Ash Wolf").figures == 4
    more = (FELL[1], replace(END, winner=make_side_id("a")))
    game.adjust_by_hand(more, "two more")
    found.reload()
    assert found.forces.find_unit("Ash Wolf").figures == 2


def test_captives_with_names_do_not_come_and_are_named_when_they_do() -> None:
    book, found = campaign()
    taken = ev.FiguresRemoved(figures=(VARA,), how="captured")
    begin(book, found, "f1").adjust_by_hand((taken, END), "she yields")
    found.reload()
    wolf = found.forces.find_unit("Ash Wolf")
    assert (wolf.figures, wolf.available_figure_names, wolf.captives_by_game[0].names) == (
        4,
        (),
        ("Vara",),
    )
    # 4 troopers: 120.
    assert (
        next_game_units.compute_current_unit_points(
            found.state, found.forces.find_force("Ash"), RULESET
        )[wolf.id]
        == 120
    )
    with pytest.raises(
        Refused, match=r"Ox of Ash Wolf was not captured in f1\. Captured there: Vara"
    ):
        found.forces.return_captives("Ash Wolf", figure_names=["Ox"])
    found.forces.return_captives("Ash Wolf", figure_names=["vara"])
    wolf = found.forces.find_unit("Ash Wolf")
    assert (wolf.figures, wolf.available_figure_names, wolf.captive_count) == (5, ("Vara",), 0)


def test_nobody_comes_of_a_unit_that_is_captive_whole() -> None:
    book, found = campaign()
    every = tuple(make_figure_id("a1", n) for n in range(1, 6))
    begin(book, found, "f1").adjust_by_hand(
        (ev.FiguresRemoved(figures=every, how="captured"), END), "they yield"
    )
    found.reload()
    wolf = found.state.list_force_units(found.forces.find_force("Ash"))[0]
    assert (wolf.figures_in_next_game, wolf.absence_reason) == (0, "all are captives")
    assert wolf.captive_count == 5
    assert found.forces.find_unit("Ash Wolf").status == ""


def test_who_is_lost_by_dice_is_not_asked_for_captives() -> None:
    """Three fell, two of them captured: one die."""
    _, found = after_a_game(RULES.replace("permanent", "recover"))
    assert [(unit.name, lost) for unit, _, lost in found.forces.list_recovering_units()] == [
        ("Ash Wolf", 1)
    ]
    found.forces.enter_or_roll_recovery_dice("Ash Wolf", (1,))
    assert found.forces.find_unit("Ash Wolf").figures == 2
    found.forces.return_captives("Ash Wolf", why="ransom")
    assert found.forces.find_unit("Ash Wolf").figures == 4


def test_a_named_figure_that_waits_for_its_die_is_not_lost_yet() -> None:
    """All five fall, with Vara (90): until they roll, the Wolf is worth 90 + 4 × 30 = 210."""
    book, found = campaign("losses = 'recover'\n")
    every = tuple(make_figure_id("a1", n) for n in range(1, 6))
    begin(book, found, "f1").adjust_by_hand((ev.FiguresRemoved(figures=every), END), "all fell")
    found.reload()

    def compute_wolf_points() -> int | None:
        force = found.forces.find_force("Ash")
        points = next_game_units.compute_current_unit_points(found.state, force, RULESET)
        return points["w1.1"]

    assert compute_wolf_points() == 210
    # Vara's die comes first. She is gone, and two of the four troopers are back.
    found.forces.enter_or_roll_recovery_dice("Ash Wolf", (1, 4, 4, 1, 1))
    assert compute_wolf_points() == 60


def test_without_such_rules_wounds_heal_and_captives_are_losses() -> None:
    _, found = after_a_game("losses = 'permanent'\n")
    wolf = found.forces.find_unit("Ash Wolf")
    assert (wolf.figures, wolf.captive_count, wolf.carried_damage) == (2, 0, CarriedDamage())


def test_wounds_are_set_right_by_hand_with_a_reason() -> None:
    _, found = after_a_game()
    found.forces.change_unit_by_hand("Ash Wolf", why="the surgeon", wounds="vara 1, trooper 1")
    wolf = found.forces.find_unit("Ash Wolf")
    assert wolf.carried_damage == CarriedDamage((Wound("", 1, "Vara"), Wound("trooper", 1)))
    found.forces.change_unit_by_hand("Ash Mule", why="the smith", wounds="none")
    assert found.forces.find_unit("Ash Mule").carried_damage == CarriedDamage()
    found.forces.change_unit_by_hand("Ash Mule", why="a mine", wounds="Damage 2")
    assert found.forces.find_unit("Ash Mule").carried_damage == CarriedDamage(
        (), (("damage", 2),), ("damage",)
    )
    for typed, why in (
        ("driver 1", r"has no driver\. Choose one of"),
        ("Vara", "'Vara' cannot be read as wounds"),
        ("Vara 0", "'Vara 0' cannot be read as wounds"),
    ):
        with pytest.raises(Refused, match=why):
            found.forces.change_unit_by_hand("Ash Wolf", why="?", wounds=typed)


def test_a_game_that_was_not_kept_may_have_captives() -> None:
    """Three lost of five, one of them captured: 2 left; nobody wrote down wounds."""
    _, found = campaign()
    found.forces.record_past_game(
        "Ash", "Birch", "0-60", unit_stats={"Ash Wolf": UnitStats(0, 3, captives=1)}
    )
    wolf = found.forces.find_unit("Ash Wolf")
    assert (wolf.figures, wolf.captive_count, wolf.carried_damage) == (2, 1, CarriedDamage())
