"""What league and campaign refuse: a sentence that says what to do, and nothing is written."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.leagues.club import club, game, league, meetings
from tests.leagues.test_core_campaign import campaign
from tracker.application.errors import Refused
from tracker.application.leagues.campaign.campaign_force_and_game_commands import (
    resolve_carry_over_rules,
)
from tracker.application.leagues.league import League
from tracker.application.leagues.seasons.season_commands import SeasonPlan

SAME_RULES = """
game = 1
win = 2
draw = 1
kill = 3
losses = "permanent"
recovery = { die = 6, needs = 4 }
ranks = [{ experience = 5, word = "veteran" }]
"""


def drafted() -> League:
    """Round 2 of four is drafted: Anna meets Chloé, Dario meets Bram; round 1 is open."""
    found = league()
    found.rounds.draft_round()
    return found


def five() -> League:
    """Five players in a round that is published: Anna has the bye."""
    return league(club(), "Anna", "Bram", "Chloé", "Dario", "Erik")


def bye_of(found: League) -> str:
    (bye,) = (one.id for one in meetings(found) if one.away is None)
    return bye


def played() -> League:
    """Anna has won at table 1."""
    found = league()
    found.results.enter_result("1", "10-7")
    return found


def closed() -> League:
    found = league()
    found.seasons.close_season()
    return found


LEAGUE: list[tuple[Callable[[], League], Callable[[League], object], str]] = [
    (league, lambda it: it.people.enrol_players(" "), "Type the player's name."),
    (league, lambda it: it.people.enrol_players(), "Name the players to enrol."),
    (
        league,
        lambda it: it.people.change_player_name_or_ranking("Anna", name=" "),
        "Type the player's name.",
    ),
    (
        league,
        lambda it: it.people.change_player_name_or_ranking("Anna", name="bram"),
        "Another player is already called Bram",
    ),
    (
        league,
        lambda it: it.people.change_player_name_or_ranking("Anna", name="Anna"),
        "Anna already has this name and ranking",
    ),
    (
        league,
        lambda it: it.people.change_player_name_or_ranking("Anna", ranked=True),
        "Anna already has this name and ranking",
    ),
    (league, lambda it: it.people.set_presence("Anna", "returned"), "Anna is in the league"),
    (
        league,
        lambda it: it.people.find_player("r"),
        "'r' could mean more than one player. Choose one of: p2 Bram, p4 Dario.",
    ),
    (
        league,
        lambda it: it.people.find_player("Zoe"),
        "No player is called 'Zoe'. Choose one of: p1 Anna,",
    ),
    (league, lambda it: it.points.add_note(" "), "Type the note."),
    (
        lambda: club().begin_league("Nobody yet"),
        lambda it: it.rounds.cancel_round(),
        "No round has been drafted or published yet. Draft a round first.",
    ),
    (closed, lambda it: it.rounds.cancel_round(), "Season 1 is closed"),
    (
        played,
        lambda it: it.rounds.cancel_round(),
        "Table 1, Anna v Dario has begun. Delete its result first, then cancel round 1.",
    ),
    (
        league,
        lambda it: it.results.enter_result("1", "w1 1-9"),
        "1 : 9 means that Dario won, not Anna. Correct the result, or give a reason.",
    ),
    (
        league,
        lambda it: it.results.enter_result("1", "d 1-9"),
        "1 : 9 means that Dario won, not nobody. Correct the result, or give a reason.",
    ),
    (
        drafted,
        lambda it: it.rounds.swap_opponents_between_tables(1, 1),
        "Name two different tables, of which at least one has two players.",
    ),
    (
        drafted,
        lambda it: it.rounds.set_pairing_lock("1", locked=False),
        "this pairing is already unlocked.",
    ),
    (
        drafted,
        lambda it: it.rounds.swap_players("Anna", "anna"),
        "Anna is named twice. Name two different players.",
    ),
    (league, lambda it: it.results.sign_result("f1"), "has no result to sign yet."),
    (
        league,
        lambda it: it.matches.unlink_match("f1"),
        "f1 has no linked game. Nothing was unlinked",
    ),
    (
        five,
        lambda it: it.matches.find_linkable_fixture(bye_of(it)),
        " is a bye, so it has no game.",
    ),
    (
        closed,
        lambda it: it.seasons.save_season_plan(SeasonPlan(step="closed")),
        "Season 1 is already closed. Begin the next season.",
    ),
    (
        closed,
        lambda it: it.seasons.save_season_plan(SeasonPlan(rounds=9)),
        "Season 1 is closed. Begin the next season.",
    ),
    (closed, lambda it: it.points.draw_or_enter_lots(), "Season 1 is closed"),
    (
        lambda: club().begin_league("Nobody yet"),
        lambda it: it.points.draw_or_enter_lots(),
        "There are no players to draw lots for. Enrol players first.",
    ),
    (
        league,
        lambda it: it.points.draw_or_enter_lots(("Anna",)),
        "Name at least two players, each once",
    ),
    (
        league,
        lambda it: it.points.draw_or_enter_lots(("Anna", "Anna")),
        "Name at least two players",
    ),
    (
        campaign,
        lambda it: it.forces.enrol_force("Anna", units=(("Echo", 3),)),
        "Type a name for the force.",
    ),
    (
        campaign,
        lambda it: it.forces.enrol_force("Anna", name="ash", units=(("Echo", 3),)),
        "A force called ash is already enrolled. Choose another name for the new force.",
    ),
    (
        campaign,
        lambda it: it.forces.add_units("Kestrel", (("Echo", 3),), equipped_like="Alpha"),
        "Alpha has no roster equipment to copy. Name another unit.",
    ),
    (
        campaign,
        lambda it: it.forces.add_units("Kestrel", (("Echo", 3),), equipped_like="Claw"),
        "Claw is not in Kestrel. Name a unit of this force.",
    ),
    (campaign, lambda it: it.forces.add_units("Kestrel"), "Give either a name and a number"),
    (
        campaign,
        lambda it: it.forces.set_carry_over_rules(resolve_carry_over_rules(SAME_RULES)),
        "These rules already apply. Nothing was changed.",
    ),
]


@pytest.mark.parametrize(("begin", "say", "says"), LEAGUE, ids=[says for _, _, says in LEAGUE])
def test_it_is_refused_in_a_sentence_and_nothing_is_written(
    begin: Callable[[], League], say: Callable[[League], object], says: str
) -> None:
    found = begin()
    version = found.version
    with pytest.raises(Refused, match=re.escape(says)) as caught:
        say(found)
    assert caught.value.message.endswith(".")
    assert found.version == version


def test_a_game_has_the_sides_of_its_pairing() -> None:
    book = club()
    found = league(book)
    played = game(book)
    with pytest.raises(Refused, match=r"That game has no side 'Green'. Choose one of: Red, Blue"):
        found.matches.link_match_and_enter_result("f1", played.stream, home="Green")
    found.matches.link_match_and_enter_result("f1", played.stream, home="b")
    assert found.state.fixtures["f1"].link is not None
    home, away = found.state.fixtures["f1"].link.sides
    assert (found.state.get_player_name(home.player), found.state.get_player_name(away.player)) == (
        "Dario",
        "Anna",
    )


def test_players_who_meet_are_not_exchanged_for_each_other() -> None:
    found = drafted()
    one = meetings(found)[0]
    assert one.away is not None
    names = [found.state.get_player_name(player) for player in (one.home, one.away)]
    with pytest.raises(Refused, match="are already paired with each other"):
        found.rounds.swap_players(*names)
