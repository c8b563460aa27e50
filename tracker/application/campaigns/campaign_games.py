"""Games of a campaign: begun between two forces as they stand, or one kept here that was one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TypedDict, Unpack

from tracker.application.book import Book
from tracker.application.errors import LedgerError, Refused
from tracker.application.leagues.fixture_match_links import UnitStats, list_linked_matches
from tracker.application.leagues.league import League
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.match.game import Game
from tracker.leagues.league_state import Fixture
from tracker.ledger.stream_summary import Summary
from tracker.vocabulary.events import Json, Mode, Scalar
from tracker.vocabulary.name_normalisation import make_name_key
from tracker.vocabulary.typed_numbers import is_whole_number


class GameSettings(TypedDict, total=False):
    """How a game is played: its house rules, how firm they are, its day, what it is called."""

    title: str
    options: Mapping[str, Scalar]
    tables: Mapping[str, dict[str, Json]]
    mode: Mode
    played_on: str


@contextmanager
def open_league_transaction(book: Book, league: League) -> Iterator[None]:
    """What is said in the block is kept at its end, all of it or nothing."""
    try:
        with book.write_together():
            yield
    except (LedgerError, Refused):
        league.reload()
        raise


def begin_game_between_forces(
    book: Book, campaign: League, home: str, away: str, **how: Unpack[GameSettings]
) -> Game:
    """Begin a game between two forces as they stand, with its pairing, linked to it.

    ``home`` and ``away`` name players or forces. Raises ``Refused``; then nothing is kept.
    """
    rules, sides = campaign.matches.build_entrants_for(
        campaign.forces.build_planned_fixture(home, away)
    )
    with open_league_transaction(book, campaign):
        game = book.begin_match(rules, sides, **how)
        added = campaign.forces.add_game(home, away, title=how.get("title", ""))
        campaign.matches.link_match(campaign.forces.get_added_fixture(added), game.stream)
    return game


def begin_agreed_game(
    book: Book, campaign: League, fixture: str, **how: Unpack[GameSettings]
) -> Game:
    """Begin the game of a pairing that was agreed on before. Raises ``Refused``."""
    rules, sides = campaign.matches.build_entrants(fixture)
    with open_league_transaction(book, campaign):
        game = book.begin_match(rules, sides, **how)
        campaign.matches.link_match(fixture, game.stream)
    return game


def link_campaign_game(
    book: Book, campaign: League, match: str, home: str, away: str, side: str = ""
) -> LeagueEntry:
    """Let a game kept here be one of the campaign: its pairing is added, and linked to it.

    ``side`` is the side of the first, where the names of who played do not tell. Raises
    ``Refused``; then nothing is kept.
    """
    with open_league_transaction(book, campaign):
        added = campaign.forces.add_game(home, away)
        return campaign.matches.link_match(
            campaign.forces.get_added_fixture(added), match, home=side
        )


def enrol_force(
    book: Book, campaign: League, player: str, roster: str, *, ruleset: str, name: str, source: str
) -> LeagueEntry:
    """Enrol a force from its roster (TOML text); a player who is not there yet, before it.

    Raises ``Refused``; then nothing is kept.
    """
    rules = book.get_ruleset(ruleset)
    known = {make_name_key(one.name) for one in campaign.state.players.values()}
    with open_league_transaction(book, campaign):
        if make_name_key(player) not in known:
            campaign.people.enrol_players(player)
        return campaign.forces.enrol_force(player, roster, rules=rules, name=name, source=source)


def list_agreed_games(campaign: League) -> list[Fixture]:
    """The games that are to be played: no result, and no game kept here."""
    every = campaign.state.fixtures.values()
    return [one for one in every if one.ended is None and one.link is None and one.away]


def list_linkable_games(book: Book) -> list[Summary]:
    """The games kept here that belong to no league or campaign, the last changed first."""
    taken = {match for _, linked in list_linked_matches(book.store) for match in linked}
    return [one for one in book.list_games() if one.stream not in taken]


def parse_typed_unit_stats(texts: list[str]) -> dict[str, UnitStats]:
    """What units did as typed, kills, losses, captives of them: ``Alpha=3/2/1``.

    Raises ``Refused``.
    """
    found = {}
    for text in texts:
        name, _, said = text.rpartition("=")
        counts = [one.strip() for one in said.split("/")]
        if not name.strip() or len(counts) not in (2, 3) or not all(map(is_whole_number, counts)):
            raise Refused(f"{text!r} is not written as NAME=KILLS/LOST or K/LOST/CAPTIVES.")
        kills, lost, captives = (*map(int, counts), 0)[:3]
        if captives > lost:
            raise Refused(f"{text!r}: captives are part of the losses, and only {lost} were lost.")
        found[name.strip()] = UnitStats(kills, lost, captives=captives)
    return found
