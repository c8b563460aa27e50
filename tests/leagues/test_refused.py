"""What league and campaign refuse: a sentence that says what to do, and nothing is written."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.leagues.club import club, game, league, meetings
from tests.leagues.test_core_campaign import campaign
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.scheme_choice import choose_carried
from tracker.application.leagues.seasons import SeasonPlan

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
    found.rounds.draft()
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
    found.results.enter("1", "10-7")
    return found


def closed() -> League:
    found = league()
    found.rounds.close_season()
    return found


LEAGUE: list[tuple[Callable[[], League], Callable[[League], object], str]] = [
    (league, lambda it: it.people.enrol(" "), "Say what the player is called."),
    (league, lambda it: it.people.enrol(), "Say who is to be enrolled."),
    (league, lambda it: it.people.change("Anna", name=" "), "Say what the player is called."),
    (league, lambda it: it.people.change("Anna", name="bram"), "Another player is called Bram"),
    (league, lambda it: it.people.change("Anna", name="Anna"), "Anna is so already"),
    (league, lambda it: it.people.change("Anna", ranked=True), "Anna is so already"),
    (league, lambda it: it.people.check_in("Anna", "returned"), "Anna is in the league"),
    (
        league,
        lambda it: it.people.find_player("r"),
        "'r' could mean more than one player. Choose one of: p2 Bram, p4 Dario.",
    ),
    (
        league,
        lambda it: it.people.find_player("Zoe"),
        "No player is called 'Zoe'; there are p1 Anna,",
    ),
    (league, lambda it: it.points.tell(" "), "Say what is to be noted."),
    (
        lambda: club().begin_league("Nobody yet"),
        lambda it: it.rounds.cancel(),
        "No round is drafted or published yet; draft one first.",
    ),
    (closed, lambda it: it.rounds.cancel(), "Season 1 is closed"),
    (
        played,
        lambda it: it.rounds.cancel(),
        "Table 1, Anna v Dario is played or being played. Withdraw its result first, then cancel"
        " round 1.",
    ),
    (
        league,
        lambda it: it.results.enter("1", "w1 1-9"),
        "1 : 9 says that Dario won, not Anna. Correct it, or give the reason.",
    ),
    (
        league,
        lambda it: it.results.enter("1", "d 1-9"),
        "1 : 9 says that Dario won, not nobody. Correct it, or give the reason.",
    ),
    (drafted, lambda it: it.rounds.swap_rows(1, 1), "Name the tables of two pairings."),
    (drafted, lambda it: it.rounds.lock("1", on=False), "is so already; nothing changed."),
    (drafted, lambda it: it.rounds.swap("Anna", "anna"), "That is Anna twice; name two players."),
    (league, lambda it: it.results.sign("f1"), "has no result yet that could be signed."),
    (
        league,
        lambda it: it.matches.unlink_match("f1"),
        "f1 has no game linked, so none can be taken",
    ),
    (five, lambda it: it.matches.find_linkable(bye_of(it)), " is a bye; no game belongs to it."),
    (
        closed,
        lambda it: it.seasons.keep(SeasonPlan(step="closed")),
        "Season 1 is closed already; begin the next one.",
    ),
    (
        closed,
        lambda it: it.seasons.keep(SeasonPlan(rounds=9)),
        "Season 1 is closed; begin the next one.",
    ),
    (closed, lambda it: it.points.draw_lots(), "Season 1 is closed"),
    (
        lambda: club().begin_league("Nobody yet"),
        lambda it: it.points.draw_lots(),
        "There is nobody to draw lots for; enrol players first.",
    ),
    (league, lambda it: it.points.draw_lots(("Anna",)), "Name at least two players, each once"),
    (league, lambda it: it.points.draw_lots(("Anna", "Anna")), "Name at least two players"),
    (
        campaign,
        lambda it: it.forces.enrol("Anna", units=(("Echo", 3),)),
        "Say what the force is called.",
    ),
    (
        campaign,
        lambda it: it.forces.enrol("Anna", name="ash", units=(("Echo", 3),)),
        "A force called ash is enrolled already; give it another name.",
    ),
    (
        campaign,
        lambda it: it.forces.join("Kestrel", (("Echo", 3),), like="Alpha"),
        "No roster says what Alpha is; name another unit.",
    ),
    (
        campaign,
        lambda it: it.forces.join("Kestrel", (("Echo", 3),), like="Claw"),
        "Claw is not of Kestrel; name one of its own units.",
    ),
    (campaign, lambda it: it.forces.join("Kestrel"), "Say which units join"),
    (
        campaign,
        lambda it: it.forces.change_rules(choose_carried(SAME_RULES)),
        "These are the rules already; nothing was changed.",
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
    with pytest.raises(Refused, match="That game has no side 'Green'; there are Red, Blue"):
        found.matches.link("f1", played.stream, home="Green")
    found.matches.link("f1", played.stream, home="b")
    assert found.state.fixtures["f1"].link is not None
    home, away = found.state.fixtures["f1"].link.sides
    assert (found.state.name(home.player), found.state.name(away.player)) == ("Dario", "Anna")


def test_players_who_meet_are_not_exchanged_for_each_other() -> None:
    found = drafted()
    one = meetings(found)[0]
    assert one.away is not None
    names = [found.state.name(player) for player in (one.home, one.away)]
    with pytest.raises(Refused, match="meet each other already"):
        found.rounds.swap(*names)
