"""Begins games for the pairings of leagues and campaigns, and links recorded games to pairings.

If a command raises ``Refused``, nothing has been written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Unpack

from tracker.application.book import Book
from tracker.application.errors import LedgerError, Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.pairing.round_mission_commands import describe_round_mission
from tracker.application.leagues.results.fixture_match_links import list_linked_matches_by_league
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant, GameSettings
from tracker.leagues.league_state import Fixture
from tracker.ledger.stream_summary import StreamSummary
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.name_normalisation import make_name_key


@contextmanager
def write_in_transaction_or_reload_league(book: Book, league: League) -> Iterator[None]:
    """Write all entries of the ``with`` block in one transaction. If an error occurs, reload the
    league.
    """
    try:
        with book.write_in_transaction():
            yield
    except (LedgerError, Refused):
        league.reload()
        raise


def begin_and_link_game_between_forces(
    book: Book, campaign: League, home: str, away: str, **settings: Unpack[GameSettings]
) -> Game:
    """Begin a game between two campaign forces in their current state, and link it to a new
    pairing.

    ``home`` and ``away`` are names of players or forces.
    """
    fixture = campaign.forces.build_fixture_outside_rounds(home, away)
    rules, sides = campaign.matches.build_ruleset_and_sides(fixture)
    with write_in_transaction_or_reload_league(book, campaign):
        game = book.begin_match(rules, sides, **settings)
        added = campaign.forces.add_game_outside_rounds(home, away, title=settings.get("title", ""))
        campaign.matches.link_match_and_enter_result(
            campaign.forces.get_added_fixture_id(added), game.stream
        )
    return game


def begin_and_link_game_of_pairing(
    book: Book, campaign: League, fixture: str, **settings: Unpack[GameSettings]
) -> Game:
    """Begin a game for an existing pairing, and link the game to it.

    Raises ``Refused`` if the pairing cannot have a game.
    """
    rules, sides = campaign.matches.find_ruleset_and_sides(fixture)
    with write_in_transaction_or_reload_league(book, campaign):
        game = book.begin_match(rules, sides, **settings)
        campaign.matches.link_match_and_enter_result(fixture, game.stream)
    return game


def describe_figures_awaiting_recovery(campaign: League, match: str) -> Iterator[str]:
    """Yield a line for each unit with figures that miss the game because their recovery has not
    been rolled.
    """
    state = campaign.state
    link = state.fixtures[state.matches[match]].link
    for side in link.sides if link else ():
        force = state.forces.get(side.force)
        for unit in state.list_force_units(force) if force else ():
            if waits := unit.figures_awaiting_recovery:
                yield (
                    f"Not in this game: {format_count(waits, 'figure')} of {unit.name}"
                    " (recovery has not been rolled)"
                )


def add_and_link_recorded_game(
    book: Book, campaign: League, match: str, home: str, away: str, home_side: str = ""
) -> LeagueEntry:
    """Add a recorded game to the campaign, and link it to a new pairing.

    ``home_side`` is the side of the first player. It is needed only if the sides cannot be inferred
    from the players' names. Raises ``Refused``, before anything is written, if the game cannot be
    linked.
    """
    with write_in_transaction_or_reload_league(book, campaign):
        added = campaign.forces.add_game_outside_rounds(home, away)
        fixture = campaign.forces.get_added_fixture_id(added)
        return campaign.matches.link_match_and_enter_result(fixture, match, home=home_side)


def enrol_force_and_player(
    book: Book,
    campaign: League,
    player: str,
    roster: str,
    *,
    ruleset: str,
    force_name: str,
    source_name: str,
) -> LeagueEntry:
    """Enrol a force from its roster (TOML text). Also enrol its player if the player is new.

    Raises ``Refused``, before anything is written, if the force cannot be enrolled.
    """
    rules = book.get_ruleset(ruleset)
    known = {make_name_key(one.name) for one in campaign.state.players.values()}
    with write_in_transaction_or_reload_league(book, campaign):
        if make_name_key(player) not in known:
            campaign.people.enrol_players(player)
        return campaign.forces.enrol_force(
            player, roster, rules=rules, name=force_name, source_name=source_name
        )


def list_pairings_without_result_or_game(campaign: League) -> list[Fixture]:
    """List the pairings of two players that have neither a result nor a linked game."""
    every = campaign.state.fixtures.values()
    return [one for one in every if one.ended is None and one.link is None and one.away]


def list_unlinked_games(book: Book) -> list[StreamSummary]:
    """List the games that are not linked to a league or campaign, last changed first."""
    taken = {match for _, linked in list_linked_matches_by_league(book.store) for match in linked}
    return [one for one in book.list_games() if one.stream not in taken]


class FixtureGameStarter:
    """Prepares and begins a game for a pairing.

    ``ready`` contains the sides if both players have exactly one force with a roster. ``rulesets``
    contains the rulesets of the league that are installed. Raises ``Refused`` if the pairing cannot
    have a game.
    """

    def __init__(self, book: Book, league: League, pairing: str) -> None:
        self._book = book
        self._league = league
        state = league.state
        fixture = league.matches.find_linkable_fixture(pairing)
        self._fixture = fixture.id
        self.players = [state.get_player_name(one) for one in fixture.players]
        versus = " v ".join(self.players)
        when = f", round {fixture.round}" if fixture.round else ""
        self.title = fixture.title or versus + when
        self.about = describe_round_mission(state, fixture.season, fixture.round)
        known = [one for one in state.info.rulesets if book.find_ruleset(one) is not None]
        self.rulesets = known
        self.ready: Sequence[Entrant] = ()
        try:
            ruleset, self.ready = league.matches.find_ruleset_and_sides(pairing)
        except Refused:  # the user names the sides during set-up
            return
        self.rulesets = [ruleset]

    def begin_and_link_game(
        self, ruleset: str, sides: Sequence[Entrant], **settings: Unpack[GameSettings]
    ) -> Game:
        """Begin the game, add a note with the round's mission, and link the game to its pairing."""
        settings["title"] = settings.get("title") or self.title
        with write_in_transaction_or_reload_league(self._book, self._league):
            game = self._book.begin_match(ruleset, sides, **settings)
            if self.about:
                game.add_note(self.about)
            self._league.matches.link_match_and_enter_result(self._fixture, game.stream)
        return game
