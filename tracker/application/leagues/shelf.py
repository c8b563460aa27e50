"""Leagues and campaigns of a book: begun, listed, found, opened; told of games that ended."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from tracker.application.errors import LedgerError, Refused
from tracker.application.leagues import schemes
from tracker.application.leagues.dates import Days, checked_zone
from tracker.application.leagues.league import TRIES, League
from tracker.application.leagues.matches import KINDS, linking
from tracker.application.text import clean
from tracker.leagues.events import LeagueOpened, What
from tracker.ledger.errors import Conflict
from tracker.ledger.summary import Summary

if TYPE_CHECKING:
    from tracker.application.book import Book

COMMANDS = {"league": "warledger league new", "campaign": "warledger campaign new"}


def listed(book: Book, what: What | None = None) -> list[Summary]:
    """Leagues and campaigns (or one kind), the last changed first."""
    found = [one for kind in KINDS if what in (None, kind) for one in book.store.summaries(kind)]
    return sorted(found, key=lambda one: one.updated_at, reverse=True)


def find(book: Book, name: str, what: What | None = None) -> str:
    """The one a person means: ``l1``, ``last``, or part of a title. Raises ``Refused``."""
    leagues = listed(book, what)
    word = what or "league"
    if not leagues:
        raise Refused(f"No {word} is kept here yet; begin one with: {COMMANDS[word]}.")
    if name == "last":
        return leagues[0].stream
    for one in leagues:
        if one.stream == name or (what and one.stream == f"{what[0]}{name}"):
            return one.stream
    wanted = name.casefold()
    close = [one for one in leagues if one.title.casefold() == wanted] or [
        one for one in leagues if wanted in one.title.casefold()
    ]
    if len(close) == 1:
        return close[0].stream
    known = ", ".join(f"{one.stream} {one.title}" for one in (close or leagues)[:6])
    raise Refused(f"Which {word} is {name!r}? There are {known}.")


def opened(book: Book, name: str, what: What | None = None) -> League:
    """Open one, and write down what its games have to report since. Raises ``Refused``."""
    league = _at(book, find(book, name, what))
    league.settle()
    return league


def begun(
    book: Book,
    title: str,
    *,
    what: What = "league",
    scheme: str = schemes.DEFAULT,
    rules: str = "",
    tie_breaks: Sequence[str] = (),
    zone: str = "",
    rulesets: Sequence[str] = (),
    rounds: int = 0,
    players: Sequence[str] = (),
) -> League:
    """Begin a league or campaign, and enrol its first players.

    ``scheme`` is a name or TOML text, ``rules`` TOML text of what units carry between games.
    Raises ``Refused``; then nothing was kept.
    """
    called = clean(title)
    if not called:
        raise Refused(f"Say what the {what} is called.")
    if rounds < 0:
        raise Refused("A season has no fewer than 0 rounds; leave them out if it is open.")
    chosen = schemes.chosen(scheme)
    order = schemes.tie_breaks(tie_breaks)
    names = [clean(one) for one in players]
    if len({one.casefold() for one in names}) < len(names) or not all(names):
        raise Refused("Every player needs a name of his own.")
    in_zone = checked_zone(zone)
    for ruleset in rulesets:
        book.ruleset(ruleset)
    event = LeagueOpened(
        title=called,
        scheme=schemes.with_order(chosen, order) if order else chosen,
        what=what,
        rules=schemes.carried(rules),
        zone=in_zone,
        rulesets=tuple(rulesets),
        rounds=rounds,
        opened_on=Days(in_zone, book.clock).today,
    )
    league = _founded(book, what, event)
    if names:
        league.people.enrol(*names)
    return league


def _founded(book: Book, what: What, event: LeagueOpened) -> League:
    number = len(book.store.streams(what))
    for _ in range(TRIES):
        number += 1
        stream = f"{what[0]}{number}"
        if book.store.version(stream):
            continue
        league = _at(book, stream)
        with suppress(Conflict):
            league.enter(event)
            return league
    raise Refused("Others are beginning leagues in this book at the same moment; try again.")


def _at(book: Book, stream: str) -> League:
    return League(book.store, stream, clock=book.clock, author=book.author, dice=book.dice)


def report(book: Book, match: str) -> str:
    """Tell the league that a game is linked in how the game stands; nothing when in none.

    Returns a sentence for people. It never raises: what could not be written now is written when
    the league is opened next.
    """
    try:
        for stream, linked in linking(book.store):
            if match in linked:
                return _at(book, stream).settle()
    except (LedgerError, Refused) as trouble:
        return trouble.message
    return ""
