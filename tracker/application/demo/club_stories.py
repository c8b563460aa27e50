"""Plays the club's leagues and campaigns with their games, from the files in ``stories/``.

Each file contains the players and the scoring scheme, followed by lines for ``club_story_player``.
The demo has no games outside leagues and campaigns.
"""

from __future__ import annotations

from functools import cache

import msgspec
from msgspec import Struct

from tracker.application.book import Book
from tracker.application.demo import club_story_player
from tracker.application.demo.demo_games import find_demo_game
from tracker.application.errors import Refused
from tracker.leagues.league_events import LeagueKind
from tracker.ledger.store_interface import Store
from tracker.vocabulary.packaged_files import read_packaged_folder


class ClubStory(Struct, frozen=True, forbid_unknown_fields=True):
    """The story of one league or campaign. ``games`` contains the titles of its recorded games."""

    title: str
    what: LeagueKind
    zone: str
    opened: str
    players: tuple[str, ...]
    games: tuple[str, ...]
    lines: str
    scheme: str = "3/1/0"
    rules: str = ""
    rounds: int = 0


@cache
def load_club_stories() -> dict[str, ClubStory]:
    """Load all stories by file name, in chronological order."""
    found = read_packaged_folder("tracker.application.demo", "stories", ".toml")
    return {name: msgspec.toml.decode(text, type=ClubStory) for name, text in found.items()}


def fill_demo_ledger(store: Store) -> None:
    """Fill an empty ledger by playing all stories. Raises ``Refused`` if a line cannot be
    played.
    """
    clock = club_story_player.SettableClock()
    book = Book(store, clock=clock)
    for name, story in load_club_stories().items():
        clock.set_time(club_story_player.parse_moment_in_zone(story.opened, story.zone), 1)
        rulesets = dict.fromkeys(find_demo_game(game).setting.ruleset for game in story.games)
        league = book.begin_league(
            story.title,
            what=story.what,
            scheme=story.scheme,
            rules=story.rules,
            zone=story.zone,
            rulesets=tuple(rulesets),
            rounds=story.rounds,
            players=story.players,
        )
        teller = club_story_player.ClubStoryPlayer(book, league, clock)
        for number, line in enumerate(story.lines.splitlines(), start=1):
            try:
                teller.play_line(line)
            except Refused as trouble:
                raise Refused(f"{name}, line {number} of the story: {trouble}") from trouble
