"""Begins a pairing's game with players, mission and link in a single step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from tracker.application.book import Book
from tracker.application.campaigns.campaign_games import open_league_transaction
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.pairing import round_missions
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant, GameSettings


class FixtureGameStart:
    """The start of a pairing's game. Raises ``Refused`` if the pairing cannot have one.

    ``ready`` contains the sides if both players have exactly one force with a roster, otherwise it
    is empty. ``rulesets`` are those played in the league, or empty if unknown.
    """

    def __init__(self, book: Book, league: League, pairing: str) -> None:
        self._book = book
        self._league = league
        state = league.state
        fixture = league.matches.find_linkable_fixture(pairing)
        self._fixture = fixture.id
        self.players = [state.get_player_name(one) for one in fixture.players]
        versus = " v ".join(self.players)
        self.title = fixture.title or (
            f"{versus}, round {fixture.round}" if fixture.round else versus
        )
        self.about = round_missions.describe_round_mission(state, fixture.season, fixture.round)
        known = [one for one in state.info.rulesets if book.find_rules(one) is not None]
        self.rulesets = known
        self.ready: Sequence[Entrant] = ()
        try:
            ruleset, self.ready = league.matches.build_entrants(pairing)
        except Refused:  # the user names the sides during set-up
            return
        self.rulesets = [ruleset]

    def begin_game(
        self, ruleset: str, sides: Sequence[Entrant], **how: Unpack[GameSettings]
    ) -> Game:
        """Begin the game, linked to its pairing. The round's mission becomes a note.

        Raises ``Refused`` before anything is written.
        """
        how["title"] = how.get("title") or self.title
        with open_league_transaction(self._book, self._league):
            game = self._book.begin_match(ruleset, sides, **how)
            if self.about:
                game.add_note(self.about)
            self._league.matches.link_match(self._fixture, game.stream)
        return game
