"""The links to a game or to a league's evening, as the screens list them."""

from __future__ import annotations

from msgspec import Struct

from tracker.application.leagues.league import League
from tracker.application.match.game import Game


class AccessLink(Struct, frozen=True):
    """A link that the server prints. To revoke it, use ``server_name`` or, if empty, ``name``."""

    name: str
    permission: str
    server_name: str = ""


class SharedLinks(Struct, frozen=True):
    """The stream and title of a game or league, and its links in the order of printing."""

    stream: str
    title: str
    links: tuple[AccessLink, ...]


def build_game_access_links(game: Game) -> SharedLinks:
    sides = game.state.info.sides
    return SharedLinks(
        game.stream,
        game.state.info.title,
        (
            AccessLink("spectator", "can watch"),
            *(
                AccessLink(
                    " · ".join(filter(None, (side.name, side.player))),
                    f"can enter the dice of {side.name}",
                    side.name,
                )
                for side in sides
            ),
            AccessLink("scribe", "can answer every question and enter lines"),
        ),
    )


def build_evening_access_links(league: League) -> SharedLinks:
    """Build the links of a league's evening. Each player's own link is on the page of codes."""
    return SharedLinks(
        league.stream,
        league.title,
        (
            AccessLink("join", "players pick their name and report their games"),
            AccessLink("everybody", "view only: tables, results, standings"),
            AccessLink("organiser", "full access, and the codes of all players"),
            AccessLink("big screen", "for a projector: turns pages automatically", "everybody"),
        ),
    )
