"""Campaigns: forces that last, games with their own date, what units carry on by declared rules."""

from __future__ import annotations

import pytest

from tests.leagues.club import Clock, club, game, row
from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.leagues.campaign.campaign_force_and_game_commands import (
    resolve_carry_over_rules,
)
from tracker.application.leagues.campaign.campaign_timeline import build_campaign_timeline
from tracker.application.leagues.league import League
from tracker.application.leagues.results.linked_match_outcomes import UnitStats
from tracker.application.match_setup import Entrant
from tracker.testing.match_in_memory import BLUE, RED
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import make_figure_id, make_unit_id

RULES = """
game = 1
win = 2
draw = 1
kill = 3
losses = "{losses}"

[recovery]
die = 6
needs = 4

[[ranks]]
experience = 5
word = "veteran"
"""


def campaign(losses: str = "permanent", book: Book | None = None) -> League:
    """Anna's Kestrel (Alpha 8, Bravo 6) against Bram's Ash (Claw 10)."""
    found = (book or club()).begin_league(
        "The Karst Ridge",
        what="campaign",
        rules=RULES.format(losses=losses),
        players=("Anna", "Bram"),
        zone="Europe/Vienna",
    )
    found.forces.enrol_force("Anna", name="Kestrel", units=(("Alpha", 8), ("Bravo", 6)))
    found.forces.enrol_force("Bram", name="Ash", units=(("Claw", 10),))
    return found


def carries(found: League, unit: str) -> tuple[int, int, str]:
    """Experience, figures and standing of a unit."""
    known = found.forces.find_unit(unit)
    return known.experience, known.figures, known.status


def test_units_carry_on_what_the_declared_rules_say() -> None:
    found = campaign()
    found.forces.record_past_game(
        "Kestrel", "Ash", "7-4", unit_stats={"Alpha": UnitStats(2, 3), "Claw": UnitStats(3, 10)}
    )
    # Alpha: 1 game + 2 won + 2 kills of 3 = 9, three of eight gone for good.
    assert carries(found, "Alpha") == (9, 5, "")
    assert found.state.info.rules.get_rank_name(9) == "veteran"
    # Bravo: 1 game + 2 won. Claw: 1 game, lost, 3 kills of 3; all ten gone.
    assert carries(found, "Bravo") == (3, 6, "")
    assert carries(found, "Claw") == (10, 0, "destroyed")
    (step,) = found.forces.find_unit("Alpha").steps
    assert (step.why, step.origin, step.kills, step.lost) == (
        "+1 game, +2 won, +6 for 2 kills, 3 lost for good",
        "rule",
        2,
        3,
    )
    # A destroyed unit takes no part in the next game.
    found.forces.record_past_game("Kestrel", "Ash", "d")
    assert carries(found, "Claw") == (10, 0, "destroyed")
    assert carries(found, "Alpha") == (11, 5, "")  # 9 + 1 game + 1 drawn


def test_what_units_carried_falls_away_with_the_game() -> None:
    found = campaign()
    entry = found.forces.record_past_game(
        "Anna", "Bram", "7-4", unit_stats={"Alpha": UnitStats(2, 3)}
    )
    assert [type(event).__name__ for event in entry.events[:2]] == ["FixtureAdded", "ResultEntered"]
    before = found.state
    found.undo()
    assert carries(found, "Alpha") == (0, 8, "")
    found.redo()
    assert found.state == before
    found.results.withdraw_result("f1", why="never played")
    assert carries(found, "Alpha") == (0, 8, "")


def test_dice_of_recovery_decide_who_is_back() -> None:
    found = campaign("recover")
    found.forces.record_past_game("Anna", "Bram", "7-4", unit_stats={"Alpha": UnitStats(0, 3)})
    assert carries(found, "Alpha") == (3, 8, "")
    ((unit, fixture, lost),) = found.forces.list_recovering_units()
    assert (unit.name, fixture, lost) == ("Alpha", "f1", 3)
    with pytest.raises(Refused, match=r"lost 3 figures in f1\. Roll 3 dice"):
        found.forces.enter_or_roll_recovery_dice("Alpha", (4,))
    with pytest.raises(Refused, match="Recovery is rolled on a D6"):
        found.forces.enter_or_roll_recovery_dice("Alpha", (4, 7, 1))
    found.forces.enter_or_roll_recovery_dice("Alpha", (4, 3, 1))  # 4+: one of three is back
    assert carries(found, "Alpha") == (3, 6, "")
    assert found.forces.list_recovering_units() == []
    with pytest.raises(Refused, match="Alpha has no recovery rolls to make"):
        found.forces.enter_or_roll_recovery_dice("Alpha", (6, 6, 6))


def test_a_change_by_hand_names_its_reason() -> None:
    found = campaign()
    with pytest.raises(Refused, match="Give a reason"):
        found.forces.change_unit_by_hand("Alpha", experience_change=2, why=" ")
    with pytest.raises(Refused, match="has 8 figures, so it cannot lose 9"):
        found.forces.change_unit_by_hand("Alpha", figure_change=-9, why="plague")
    with pytest.raises(Refused, match="Alpha has 0 experience, so it cannot lose 2"):
        found.forces.change_unit_by_hand("Alpha", experience_change=-2, why="plague")
    with pytest.raises(Refused, match="The force already has a unit called Bravo"):
        found.forces.change_unit_by_hand("Alpha", name="Bravo", why="envy")
    with pytest.raises(Refused, match="Type a change"):
        found.forces.change_unit_by_hand("Alpha", why="no reason")
    found.forces.change_unit_by_hand(
        "Alpha", experience_change=2, figure_change=-1, name="Old Alpha", why="held the pass"
    )
    assert carries(found, "Old Alpha") == (2, 7, "")
    (step,) = found.forces.find_unit("w1.1").steps
    assert (step.origin, step.why) == ("hand", "held the pass")


def test_a_name_stands_once_in_a_force() -> None:
    found = campaign()
    with pytest.raises(Refused, match="The force already has a unit called wolf"):
        found.forces.enrol_force("Anna", name="Wolves", units=(("Wolf", 5), ("wolf", 3)))
    # Another force may have the name, and a unit may write its own name otherwise.
    found.forces.enrol_force("Bram", name="Crows", units=(("Alpha", 5),))
    found.forces.change_unit_by_hand("w1.1", name="ALPHA", why="louder")
    assert found.forces.find_unit("w1.1").name == "ALPHA"


def test_recruits_join_with_ids_of_their_own() -> None:
    found = campaign()
    found.forces.add_units("Kestrel", (("Recruits", 5),), why="hired")
    assert found.forces.find_force("Kestrel").units == ("w1.1", "w1.2", "w1.3")
    assert found.forces.find_unit("Recruits").id == "w1.3"
    with pytest.raises(Refused, match="at least one figure"):
        found.forces.add_units("Kestrel", (("Ghosts", 0),))


def test_a_repeated_name_means_the_unit_that_the_command_is_about() -> None:
    """Both forces have an Alpha; Ash's Alphard is found by a part of its name."""
    found = campaign("recover")
    found.forces.add_units("Ash", (("Alpha", 5), ("Alphard", 3)))
    own = found.forces.find_unit("w2.2")
    with pytest.raises(Refused, match="'Alpha' could mean more than one unit"):
        found.forces.find_unit("Alpha")
    with pytest.raises(Refused, match="Alpha has no roster equipment to copy"):
        found.forces.add_units("Kestrel", (("Delta", 2),), equipped_like="Alpha")
    with pytest.raises(Refused, match="Alphard is not in Kestrel"):
        found.forces.add_units("Kestrel", (("Delta", 2),), equipped_like="Alphard")
    assert found.forces.find_unit("alpha", (own.id,)) == own
    assert found.forces.find_unit("w1.1", (own.id,)).name == "Alpha"
    assert found.forces.find_unit("Bravo", (own.id,)).name == "Bravo"
    assert found.forces.find_unit("Alph", (own.id,)) == own
    found.forces.record_past_game("Kestrel", "Ash", "7-4", unit_stats={"w2.2": UnitStats(0, 2)})
    found.forces.enter_or_roll_recovery_dice("Alpha", (4, 1))
    assert carries(found, "w2.2")[1:] == (4, "")
    with pytest.raises(Refused, match="'Alpha' could mean more than one unit"):
        found.forces.enter_or_roll_recovery_dice("Alpha", (4, 1))


def test_a_game_that_was_not_kept_has_its_own_date_and_place_in_the_timeline() -> None:
    clock = Clock()
    found = campaign(book=club(clock=clock))
    found.forces.record_past_game("Anna", "Bram", "7-4", on="2026-10-30", title="The pass")
    found.forces.record_past_game("Bram", "Anna", "w1", on="2026-09-12")
    found.points.add_note("The pass falls.", on="2026-10-31", about="Kestrel")
    assert [(one.on, one.text) for one in build_campaign_timeline(found)] == [
        ("2026-09-12", "Bram v Anna, Bram won"),
        ("2026-10-30", "The pass: Anna v Bram, 7 : 4, Anna won"),
        ("2026-10-31", "The pass falls."),
    ]
    # Twenty-one days from 30 October to 20 November.
    assert found.calendar.describe_days_ago("2026-10-30") == "3 weeks ago"
    assert (
        found.calendar.describe_days_ago("2026-11-19"),
        found.calendar.describe_days_ago("2026-11-20"),
    ) == (
        "yesterday",
        "today",
    )
    with pytest.raises(Refused, match="is in the future"):
        found.forces.record_past_game("Anna", "Bram", "7-4", on="2026-12-01")
    assert (row(found).games, row(found).last_played) == (2, "2026-10-30")


def test_a_game_kept_here_tells_what_its_units_did() -> None:
    """Red 1 and Blue 1 are single figures; Red's Unit 1 kills Blue's and wins."""
    book = club()
    found = book.begin_league(
        "Karst", what="campaign", rules=RULES.format(losses="permanent"), players=("Anna", "Bram")
    )
    rules = book.get_ruleset("toy")
    found.forces.enrol_force("Anna", "red 1", rules=rules, name="Reds")
    found.forces.enrol_force("Bram", "blue 1", rules=rules, name="Blues")
    found.forces.add_game_outside_rounds("Reds", "Blues")
    playing = game(book, "Anna", "Bram")
    found.matches.link_match_and_enter_result("f1", playing.stream)
    fallen = ev.FiguresRemoved(figures=(make_figure_id("b1", 1),), by=make_unit_id("r1"))
    playing.adjust_by_hand((fallen, ev.MatchEnded(how="rout", winner=RED)), "agreed")
    found.reload()
    units = {unit.force: unit.id for unit in found.state.units.values()}
    # 1 game + 2 won + 1 kill of 3; and 1 game, its one figure gone for good.
    assert carries(found, units["w1"]) == (6, 1, "")
    assert carries(found, units["w2"]) == (1, 0, "destroyed")
    playing.undo()
    found.reload()
    assert carries(found, units["w1"]) == (0, 1, "")
    assert carries(found, units["w2"]) == (0, 1, "")
    playing.adjust_by_hand((ev.MatchEnded(how="agreed", winner=BLUE),), "agreed")
    found.reload()
    assert carries(found, units["w1"]) == (1, 1, "")  # 1 game, lost
    assert carries(found, units["w2"]) == (3, 1, "")  # 1 game + 2 won
    assert book.rebuild_summaries().differences == ()


def test_an_end_that_came_out_otherwise_unseen_counts_once() -> None:
    """The program was killed twice before the campaign heard of it."""
    book = club()
    found = campaign(book=book)
    found.forces.add_game_outside_rounds("Kestrel", "Ash")
    playing = book.begin_match("toy", [Entrant("Red", "red 1"), Entrant("Blue", "blue 1")])
    found.matches.link_match_and_enter_result("f1", playing.stream)
    link = found.results.find_fixture("f1").link
    assert link is not None
    assert link.units == ()  # the toy's only unit is called otherwise
    playing.adjust_by_hand((ev.MatchEnded(how="agreed", winner=RED),), "agreed")
    found.reload()
    playing.journal.on_result_change = None
    playing.undo()
    playing.adjust_by_hand((ev.MatchEnded(how="agreed", winner=BLUE),), "agreed")
    again = book.open_league("c1")
    ended = again.results.find_fixture("f1").ended
    assert ended is not None
    assert ended.winner == "p2"


def test_units_count_such_an_end_once() -> None:
    book = club()
    found = campaign(book=book)
    found.forces.enrol_force("Anna", name="Reds", units=(("Unit 1", 1),))
    found.forces.add_game_outside_rounds("Reds", "Ash")
    playing = game(book, "Anna", "Bram")
    found.matches.link_match_and_enter_result("f1", playing.stream)
    playing.adjust_by_hand((ev.MatchEnded(how="agreed", winner=RED),), "agreed")
    playing.journal.on_result_change = None
    playing.undo()
    playing.adjust_by_hand((ev.MatchEnded(how="agreed", winner=None),), "agreed")
    # 1 game + 1 drawn; not also the 1 game + 2 won of before.
    assert carries(book.open_league("c1"), "Unit 1") == (2, 1, "")


def test_strangers_and_one_player_against_himself_are_refused() -> None:
    found = campaign()
    with pytest.raises(Refused, match="needs two different players"):
        found.forces.add_game_outside_rounds("Anna", "Kestrel")
    with pytest.raises(Refused, match="No unit is called 'Delta'"):
        found.forces.record_past_game("Anna", "Bram", "7-4", unit_stats={"Delta": UnitStats(1, 0)})
    found.people.enrol_players("Chloé")
    with pytest.raises(Refused, match="Claw took no part"):
        found.forces.record_past_game("Anna", "Chloé", "7-4", unit_stats={"Claw": UnitStats(1, 0)})
    assert found.state.fixtures == {}


def test_a_resting_unit_takes_no_part_in_a_recorded_game() -> None:
    found = campaign()
    found.forces.change_unit_by_hand("Bravo", status="resting", why="tired")
    found.forces.record_past_game("Anna", "Bram", "7-4")
    assert (carries(found, "Alpha"), carries(found, "Bravo")) == ((3, 8, ""), (0, 6, "resting"))
    with pytest.raises(Refused, match=r"Bravo took no part in this game \(resting\)\. Name"):
        found.forces.record_past_game("Anna", "Bram", "7-4", unit_stats={"Bravo": UnitStats(2)})
    found.forces.change_unit_by_hand("Bravo", status="ready", why="slept")
    found.forces.record_past_game("Anna", "Bram", "7-4")
    assert carries(found, "Bravo") == (3, 6, "")


def test_a_player_with_several_forces_names_the_one_that_plays() -> None:
    found = campaign()
    found.forces.enrol_force("Anna", name="Second", units=(("Reserve", 5),))
    told = "Anna has 2 forces: Kestrel, Second. Name the force instead of the player."
    with pytest.raises(Refused, match=told):
        found.forces.record_past_game("Bram", "Anna", "7-4")
    with pytest.raises(Refused, match=told):
        found.forces.build_fixture_outside_rounds("Anna", "Bram")
    found.forces.record_past_game("Second", "Bram", "7-4")
    assert (carries(found, "Reserve"), carries(found, "Alpha")) == ((3, 5, ""), (0, 8, ""))


def test_rules_change_from_the_next_game_on() -> None:
    found = campaign()
    found.forces.record_past_game("Anna", "Bram", "7-4")
    found.forces.set_carry_over_rules(resolve_carry_over_rules("win = 10"), why="slow")
    assert carries(found, "Alpha") == (3, 8, "")
    found.forces.record_past_game("Anna", "Bram", "7-4")
    assert carries(found, "Alpha") == (13, 8, "")
