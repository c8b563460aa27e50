"""Leagues and campaigns of a book: begun, listed, found, opened; told of games that ended."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, TypedDict

from tracker.application.errors import LedgerError, Refused
from tracker.application.leagues import drafting, schemes
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


class Wanted(TypedDict, total=False):
    """What a league may begin with.

    ``scheme`` is a name or TOML text, ``rules`` TOML text of what units carry between games,
    ``pairing`` "Swiss", "round robin", or nothing: as suits the field.
    """

    what: What
    scheme: str
    rules: str
    tie_breaks: Sequence[str]
    zone: str
    rulesets: Sequence[str]
    rounds: int
    players: Sequence[str]
    pairing: str


def begun(book: Book, title: str, wanted: Wanted) -> League:
    """Begin a league or campaign, and enrol its first players.

    Raises ``Refused``; then nothing was kept.
    """
    what, called = wanted.get("what", "league"), clean(title)
    if not called:
        raise Refused(f"Say what the {what} is called.")
    if wanted.get("rounds", 0) < 0:
        raise Refused("A season has no fewer than 0 rounds; leave them out if it is open.")
    names = [clean(one) for one in wanted.get("players", ())]
    if len({one.casefold() for one in names}) < len(names) or not all(names):
        raise Refused("Every player needs a name of his own.")
    league = _founded(book, what, _opening(book, called, what, wanted))
    if names:
        league.people.enrol(*names)
    return league


def _opening(book: Book, title: str, what: What, wanted: Wanted) -> LeagueOpened:
    chosen = schemes.chosen(wanted.get("scheme", schemes.DEFAULT))
    order = schemes.tie_breaks(wanted.get("tie_breaks", ()))
    in_zone = checked_zone(wanted.get("zone", ""))
    for ruleset in wanted.get("rulesets", ()):
        book.ruleset(ruleset)
    return LeagueOpened(
        title=title,
        scheme=schemes.with_order(chosen, order) if order else chosen,
        what=what,
        rules=schemes.carried(wanted.get("rules", "")),
        zone=in_zone,
        rulesets=tuple(wanted.get("rulesets", ())),
        rounds=wanted.get("rounds", 0),
        opened_on=Days(in_zone, book.clock).today,
        pairing=drafting.way(wanted.get("pairing", "")),
    )


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
