"""The history of a campaign: everything at its own day, with what came of it."""

from __future__ import annotations

import pendulum
import pytest

from tests.campaigns.test_mustering import after_one_game
from tests.leagues.club import Clock, club
from tests.leagues.test_core_campaign import campaign as by_name
from tracker.application.leagues.campaign.campaign_force_and_game_commands import (
    resolve_carry_over_rules,
)
from tracker.application.leagues.campaign.campaign_timeline import (
    TimelineItem,
    build_campaign_timeline,
)
from tracker.application.leagues.results.linked_match_outcomes import UnitStats


def test_games_stand_at_the_day_they_were_played_and_say_when_they_were_entered() -> None:
    clock = Clock()
    found = by_name("recover", club(clock=clock))
    found.forces.record_past_game(
        "Anna",
        "Bram",
        "7-4",
        on="2026-10-30",
        title="The pass",
        unit_stats={"Alpha": UnitStats(2, 3)},
    )
    clock.at = pendulum.datetime(2026, 11, 22, 21, 0, tz="Europe/Vienna")
    found.forces.record_past_game("Bram", "Anna", "w1", on="2026-09-12")
    found.points.add_note("Snow closes the road.", on="2026-11-01", about="Kestrel")
    found.forces.enter_or_roll_recovery_dice("Alpha", (4, 3, 1))
    found.forces.change_unit_by_hand(
        "Bravo", experience_change=2, figure_change=-1, why="held the ford"
    )
    found.forces.add_units("Ash", (("Recruits", 5),), why="hired")
    found.forces.set_carry_over_rules(resolve_carry_over_rules("veterans"), why="it went too slow")
    assert [(one.on, one.kind, one.text) for one in build_campaign_timeline(found)] == [
        ("2026-09-12", "game", "Bram v Anna, Bram won"),
        ("2026-10-30", "game", "The pass: Anna v Bram, 7 : 4, Anna won"),
        ("2026-11-01", "story", "Snow closes the road."),
        ("2026-11-22", "recovery", "Alpha: 1 of 3 back on 4+ (4 3 1)"),
        (
            "2026-11-22",
            "by hand",
            "Bravo by hand: +2 experience, −1 figure (held the ford)",
        ),
        ("2026-11-22", "joined", "Recruits (5) joined Ash (hired)"),
        ("2026-11-22", "rules", "carry-over rules changed: veterans (it went too slow)"),
    ]
    older, pass_, story = build_campaign_timeline(found)[:3]
    assert (older.depth, pass_.depth) == ("result only", "result and losses")
    assert (older.entered, pass_.entered, story.entered) == (
        "2026-11-22",
        "2026-11-20",
        "2026-11-22",
    )
    # 30 October to 22 November: 23 days, three whole weeks.
    assert found.calendar.describe_days_ago(pass_.on) == "3 weeks ago"
    # 1 game + 2 won + 2 kills of 3 make 9, a veteran from 5 on; then the rules changed.
    assert pass_.details[:1] == ("Alpha +9 experience (+1 game, +2 won, +6 for 2 kills, 3 lost)",)


def test_a_game_says_who_was_lost_who_rose_and_what_it_was_before() -> None:
    found = by_name()
    found.forces.record_past_game(
        "Anna", "Bram", "7-4", unit_stats={"Alpha": UnitStats(2, 3), "Claw": UnitStats(0, 10)}
    )
    found.results.correct_result("f1", "8-4", why="one objective forgotten")
    (game,) = (one for one in build_campaign_timeline(found) if one.kind == "game")
    assert game.text == "Anna v Bram, 8 : 4, Anna won"
    assert game.details == (
        "Alpha +9 experience (+1 game, +2 won, +6 for 2 kills, 3 lost for good)",
        "Alpha is now veteran",
        "Bravo +3 experience (+1 game, +2 won)",
        "Claw +1 experience (+1 game, 10 lost for good)",
        "Claw is destroyed",
        "corrected, was 7 : 4, Anna won (one objective forgotten)",
    )
    assert game.entered == ""  # played and entered on the same day


def test_new_rules_leave_the_ranks_of_earlier_games_and_name_the_ranks_that_change() -> None:
    found = by_name()
    stats = {"Alpha": UnitStats(2, 0), "Bravo": UnitStats(10, 0), "Claw": UnitStats(0, 10)}
    found.forces.record_past_game("Anna", "Bram", "7-4", unit_stats=stats)
    (before,) = build_campaign_timeline(found)
    assert {"Alpha is now veteran", "Bravo is now veteran"} <= {*before.details}
    found.forces.set_carry_over_rules(resolve_carry_over_rules("no way back"))
    game, change = build_campaign_timeline(found)
    assert game == before
    assert change.details == ("Alpha is now seasoned",)  # Bravo is a veteran of both rules
    found.forces.set_carry_over_rules(resolve_carry_over_rules("nothing"))
    found.forces.add_units("Ash", (("Recruits", 5),), why="hired")
    changes = [one for one in build_campaign_timeline(found) if one.kind == "rules"]
    assert changes[0] == change
    assert changes[1].details == ("Alpha is no longer seasoned", "Bravo is no longer veteran")
    # A game that is entered later follows the new rules, also if it was played earlier.
    found.forces.record_past_game("Anna", "Bram", "w1", on="2025-01-05")
    assert build_campaign_timeline(found)[0].details == ()


def test_what_was_taken_back_is_not_told() -> None:
    found = by_name("recover")
    found.forces.record_past_game("Anna", "Bram", "7-4", unit_stats={"Alpha": UnitStats(0, 1)})
    found.forces.enter_or_roll_recovery_dice("Alpha", (6,))
    kinds = [one.kind for one in build_campaign_timeline(found)]
    assert kinds == ["game", "recovery"]
    found.undo()
    found.undo()
    assert build_campaign_timeline(found) == []
    found.redo()
    assert [one.kind for one in build_campaign_timeline(found)] == ["game"]


@pytest.mark.thorough
def test_a_game_kept_here_says_how_much_of_it_is_known() -> None:
    _, found = after_one_game()
    (game,) = build_campaign_timeline(found)
    # Three rolls of the Claw pack were called out by their successes.
    assert game.depth == "dice and successes"
    assert game.on == "2025-10-09"
    assert "Hammer is destroyed" in game.details
    assert (
        "Alpha +13 experience (+1 game, +2 won, +9 for 9 kills, +1 survived, 7 lost for good)"
        in (game.details)
    )


def test_what_is_new_is_known_by_when_it_was_entered() -> None:
    clock = Clock()
    found = by_name(book=club(clock=clock))
    found.forces.record_past_game("Anna", "Bram", "d", on="2026-11-02")
    last = clock()
    found.forces.record_past_game("Anna", "Bram", "7-4", on="2026-10-30")

    def new(one: TimelineItem) -> bool:
        return one.at > last

    assert [(one.on, new(one)) for one in build_campaign_timeline(found)] == [
        ("2026-10-30", True),
        ("2026-11-02", False),
    ]
