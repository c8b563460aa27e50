"""What is shown on phones, a game or the evening of a league, and its doors."""

from __future__ import annotations

from msgspec import Struct

from tracker.application.leagues.league import League
from tracker.application.match.game import Game


class ShownDoor(Struct, frozen=True):
    """A door as the server tells it; ``of`` is the one that has its address, if not itself."""

    name: str
    does: str
    of: str = ""

    @property
    def closed_as(self) -> str:
        """What the server calls the door that is closed for it."""
        return self.of or self.name


class OnPhones(Struct, frozen=True):
    """A stream of the ledger, what it is called, and its doors in the order they are told."""

    stream: str
    title: str
    doors: tuple[ShownDoor, ...]


def of_game(game: Game) -> OnPhones:
    """The doors of a game."""
    sides = (side.name for side in game.state.info.sides)
    return OnPhones(
        game.stream,
        game.state.info.title,
        (
            ShownDoor("spectator", "looks on"),
            *(ShownDoor(name, f"types the dice of {name}") for name in sides),
            ShownDoor("scribe", "answers everything and writes lines"),
        ),
    )


def of_evening(league: League) -> OnPhones:
    """The doors of a league's evening; each player has one besides, on the page of codes."""
    return OnPhones(
        league.stream,
        league.title,
        (
            ShownDoor("join", "players take their name here, and report their games"),
            ShownDoor("everybody", "looks on: tables, results, standings"),
            ShownDoor("organiser", "does everything; has the codes of all players"),
            ShownDoor("big screen", "for a projector: turns its pages by itself", "everybody"),
        ),
    )
