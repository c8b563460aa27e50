"""Screens without an application, which record what they show, ask and open; small leagues."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from textual.content import Content
from textual.events import Key
from textual.geometry import Size

from tests.tui.winter import club
from tracker.application.errors import Refused
from tracker.application.leagues.league import League


def standin(**said: Any) -> Any:
    """Return an object which has only these attributes."""
    return SimpleNamespace(**said)


class Quietly:
    """Methods which record what a screen shows, asks, opens and returns, without an application."""

    said: list[str]
    shows: int
    given: list[Any]
    asked: list[tuple[str, Any, dict[str, Any]]]
    opened: list[tuple[Any, ...]]
    sent: list[tuple[str, str]]
    under: Any

    def show_message(self, text: str | None, *, is_error: bool = False) -> None:
        if text:
            self.said.append(f"× {text}" if is_error else text)

    def redraw(self) -> None:
        self.shows += 1

    def dismiss(self, result: Any = None) -> None:
        self.given.append(result)

    def ask_for_line(self, label: str, verb: Any, **more: Any) -> None:
        self.asked.append((label, verb, more))

    def open_screen(self, name: str, *subjects: Any) -> None:
        self.opened.append((name, *subjects))

    def copy_and_save_text(self, name: str, text: str) -> None:
        self.sent.append((name, text))

    def enter(self, do: Any) -> Any:
        try:
            entry = do()
        except Refused as refused:
            self.show_message(refused.message, is_error=True)
            return None
        self.said.append(f"line {entry.number}")
        return entry

    @property
    def app(self) -> Any:
        return self.under


def quiet(screen: Any) -> Any:
    """Give a screen the methods of ``Quietly`` and return it."""
    for name in ("said", "given", "asked", "opened", "sent", "pushed"):
        setattr(screen, name, [])
    screen.shows = 0
    screen.under = standin(push_screen=lambda one, then=None: screen.pushed.append(one))
    own = {name: how for name, how in vars(Quietly).items() if not name.startswith("__")}
    screen.__class__ = type("Quiet", (type(screen),), own)
    return screen


def pressed(key: str) -> Key:
    return Key(key, key if len(key) == 1 else None)


def plain(lines: list[Content]) -> list[str]:
    return [each.plain.rstrip() for each in lines]


def text_of(pieces: Any) -> str:
    return "".join(each if isinstance(each, str) else each[0] for each in pieces)


def drawn(widget: Any, width: int, height: int = 1) -> list[str]:
    """Draw a widget at this size and return its lines."""
    widget.__class__ = type("Sized", (type(widget),), {"size": Size(width, height)})
    return str(widget.render().plain).split("\n")


def small(*names: str, rounds: int = 3) -> League:
    """Begin a league of these players (or four others), in which nothing is played yet."""
    return club().begin_league(
        "Small League", players=names or ("Anna", "Bram", "Chloé", "Dario"), zone="Europe/Vienna",
        rounds=rounds,
    )  # fmt: skip


def played(league: League, *results: str) -> League:
    """Draft and publish a round and enter these results, in the order of the tables."""
    league.rounds.draft_round("Swiss")
    league.rounds.publish_round(ends="22:30")
    for table, result in enumerate(results, start=1):
        league.results.enter_result(str(table), result)
    return league


def pairing(league: League, table: int) -> tuple[str, str]:
    one = league.results.find_fixture(str(table))
    return league.state.get_player_name(one.home), league.state.get_player_name(one.away)


NO_GAMES: Any = standin(games=lambda which: [], unreported="")
"""Stands in for a book without games."""
