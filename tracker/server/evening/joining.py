"""One link by which players join an evening: everybody takes a name, which is of one phone then."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from msgspec import Struct

from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.leagues.results import PlayerId
from tracker.server.access_tokens import AccessTokens, Role
from tracker.server.evening.submissions import Said, short
from tracker.vocabulary.spelling import name_key

HOUR = 3600.0
MOST_AN_HOUR = 64
"""New names that come in by the link of a league."""
TAKEN = "{} is on another phone already. If that is not you, ask the organiser to release the name."
FREE = "{} is in the list already. If that is you, tap the name; otherwise add a second name."


class NameSeen(Struct, frozen=True):
    """A player as the page of the link lists them."""

    id: PlayerId
    name: str
    taken: bool


def names_seen(league: League, tokens: AccessTokens) -> list[NameSeen]:
    """Those in the league, by name."""
    found = (one for one in league.state.players.values() if one.left is None)
    return [
        NameSeen(one.id, one.name, tokens.is_taken(league.stream, Role("player", player=one.id)))
        for one in sorted(found, key=lambda one: one.name.casefold())
    ]


class Joining:
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
        league.people.back(player)
    elif how == "away":
        league.people.away(player, short(said.get("why", "")))
    elif how == "drop":
        after = league.state.round is not None and not league.state.season.closed
        league.people.drop(player, short(said.get("why", "")), after_round=after)
    else:
        raise Refused("Choose one of the buttons.")
    return ""
