"""A list of players that is pasted on the organiser's page: read, checked, then enrolled."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from hashlib import sha256

from msgspec import Struct

from tracker.application.errors import Refused
from tracker.application.leagues import signing_up
from tracker.application.leagues.league import League
from tracker.leagues.results import PlayerId
from tracker.server.access_tokens import AccessTokens, Role
from tracker.server.evening.submissions import Said, describe_written, must_be_organiser, short
from tracker.vocabulary.spelling import name_key
from tracker.vocabulary.typed_numbers import is_number

OUT = "out "
"""How the field of a line begins that is left out."""


class RowSeen(Struct, frozen=True):
    """A line of the list: its number, who it is, and what becomes of it."""

    line: int
    name: str
    told: str
    joins: bool
    out: bool


class ListSeen(Struct, frozen=True):
    """A list as it would be enrolled: ``consent`` stands for what its lines come to.

    ``columns`` may hold the names, each as it is sent and in words; ``column`` is the one chosen.
    """

    consent: str
    rows: tuple[RowSeen, ...]
    columns: tuple[tuple[str, str], ...]
    column: str

    @property
    def joining(self) -> int:
        return sum(one.joins for one in self.rows)


def enrol_list(league: League, role: Role, said: Said) -> str:
    """Those of a list who are new join, once the organiser has seen what becomes of each line."""
    must_be_organiser(role)
    seen = review_list(league, said)
    if not seen.rows:
        raise Refused("Paste a list of names, one per line.")
    if said.get("consent", "") != seen.consent:
        again = "The list has changed. " if said.get("consent") else ""
        raise Refused(f"{again}Check each line, then press Enrol them.")
    return describe_written(league, league.people.sign_up(_rows(league, said)))


def review_list(league: League, said: Said) -> ListSeen:
    """What becomes of each line. Raises ``Refused`` for a list that is too long."""
    text, chosen = said.get("list", ""), _columns(said)
    known = signing_up.read_list(text, chosen).columns
    every = signing_up.review_list(league.state, text, columns=chosen)
    rows = {row.line: row for row in _rows(league, said)}
    lines = [f"{row.line} {row.name} {signing_up.describe_sign_up(row)}" for row in every]
    return ListSeen(
        sha256("\n".join(lines).encode()).hexdigest()[:16],
        tuple(
            RowSeen(
                row.line,
                row.name,
                signing_up.describe_sign_up(rows[row.line]),
                rows[row.line].verdict == "joins",
                rows[row.line].verdict == "left out",
            )
            for row in every
        ),
        tuple((" ".join(map(str, one)), known.name_columns(one)) for one in known.choices)
        if known
        else (),
        " ".join(map(str, chosen or (known.names if known else ()))),
    )


def _rows(league: League, said: Said) -> list[signing_up.SignUp]:
    out = {field.removeprefix(OUT) for field in said if field.startswith(OUT)}
    left_out = {int(one) for one in out if is_number(one)}
    text = said.get("list", "")
    return signing_up.review_list(league.state, text, left_out=left_out, columns=_columns(said))


def _columns(said: Said) -> tuple[int, ...]:
    return tuple(int(one) for one in said.get("column", "").split() if is_number(one))


HOUR = 3600.0
MOST_AN_HOUR = 64
"""New names that come in by the link of a league."""
TAKEN = "{} is on another phone already. If that is not you, ask the organiser to release the name."
FREE = "{} is already in the list. If that is you, tap the name; otherwise type a different name."


class NameSeen(Struct, frozen=True):
    """A player as the page of the link lists them."""

    id: PlayerId
    name: str
    taken: bool


def names_seen(league: League, tokens: AccessTokens) -> list[NameSeen]:
    found = (one for one in league.state.players.values() if one.left is None)
    return [
        NameSeen(one.id, one.name, tokens.is_taken(league.stream, Role("player", player=one.id)))
        for one in sorted(found, key=lambda one: one.name.casefold())
    ]


class LinkSignUps:
    """Who joined by the links of the leagues; a link brings so many new names an hour."""

    def __init__(self, tokens: AccessTokens, clock: Callable[[], float] = time.monotonic) -> None:
        self._tokens = tokens
        self._clock = clock
        self._came: dict[str, deque[float]] = {}

    def take(self, league: League, said: Said) -> Role:
        """The role of somebody who takes a name, or joins with a new one. Raises ``Refused``."""
        known = league.state.players.get(PlayerId(said.get("player", "")))
        if known is not None:
            role = Role("player", player=known.id)
            if not self._tokens.take(league.stream, role):
                raise Refused(TAKEN.format(known.name))
            return role
        name = short(said.get("name", ""))
        for one in names_seen(league, self._tokens):
            if name_key(one.name) == name_key(name):
                raise Refused((TAKEN if one.taken else FREE).format(one.name))
        self._must_not_flood(league.stream)
        league.people.enrol(name)
        self._came[league.stream].append(self._clock())
        role = Role("player", player=[*league.state.players][-1])
        self._tokens.take(league.stream, role)
        return role

    def _must_not_flood(self, stream: str) -> None:
        came, now = self._came.setdefault(stream, deque()), self._clock()
        while came and now - came[0] > HOUR:
            came.popleft()
        if len(came) >= MOST_AN_HOUR:
            raise Refused("Too many joined in the last hour. Ask the organiser to enrol you.")


def check_in(league: League, role: Role, said: Said) -> str:
    """A player says whether he is here for the next round, or drops out."""
    if role.player is None:
        raise Refused("Only players can check in. Open the link you were given.")
    player, how = league.state.players[role.player], said.get("how", "")
    if how == "here":
        league.people.reinstate(player)
    elif how == "away":
        league.people.away(player, short(said.get("why", "")))
    elif how == "drop":
        after = league.state.round is not None and not league.state.season.closed
        league.people.drop(player, short(said.get("why", "")), after_round=after)
    else:
        raise Refused("Choose one of the buttons.")
    return ""
