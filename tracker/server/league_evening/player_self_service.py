"""Lets players enrol themselves by phone: they claim a name, check in, or drop out."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from msgspec import Struct

from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.server.access_tokens import AccessTokens, Role
from tracker.server.league_evening.result_submissions import FormFields, read_text_field
from tracker.vocabulary.name_normalisation import make_name_key

HOUR = 3600.0
MAX_NEW_NAMES_PER_HOUR = 64
"""The maximum number of new names per hour through a league's joining link."""
TAKEN = (
    "{} is already on another phone. If somebody else took your name, ask the organiser to"
    " release it."
)
FREE = "{} is already on the list. If this is you, tap the name. If not, type a different name."


class JoinableNameView(Struct, frozen=True):
    """A name that a player can claim, unless somebody has ``taken`` it."""

    id: PlayerId
    name: str
    taken: bool


def list_joinable_names(league: League, tokens: AccessTokens) -> list[JoinableNameView]:
    found = (one for one in league.state.players.values() if one.left_after is None)
    return [
        JoinableNameView(
            one.id, one.name, tokens.is_claimed(league.stream, Role("player", player=one.id))
        )
        for one in sorted(found, key=lambda one: one.name.casefold())
    ]


class NameClaims:
    """The joining of players through a league's link, with a limit on new names per hour."""

    def __init__(self, tokens: AccessTokens, clock: Callable[[], float] = time.monotonic) -> None:
        self._tokens = tokens
        self._clock = clock
        self._join_times: dict[str, deque[float]] = {}

    def claim_or_enrol_player(self, league: League, form: FormFields) -> Role:
        """Claim a name or enrol a new player, and return the player's role.

        Raises ``Refused`` if the name is already in use, or if too many players have joined.
        """
        player = league.state.players.get(PlayerId(form.get("player", "")))
        if player is not None:
            role = Role("player", player=player.id)
            if not self._tokens.claim_token(league.stream, role):
                raise Refused(TAKEN.format(player.name))
            return role
        name = read_text_field(form, "name")
        for listed in list_joinable_names(league, self._tokens):
            if make_name_key(listed.name) == make_name_key(name):
                raise Refused((TAKEN if listed.taken else FREE).format(listed.name))
        self._enforce_join_rate_limit(league.stream)
        league.people.enrol_players(name)
        self._join_times[league.stream].append(self._clock())
        role = Role("player", player=[*league.state.players][-1])
        self._tokens.claim_token(league.stream, role)
        return role

    def _enforce_join_rate_limit(self, stream: str) -> None:
        join_times, now = self._join_times.setdefault(stream, deque()), self._clock()
        while join_times and now - join_times[0] > HOUR:
            join_times.popleft()
        if len(join_times) >= MAX_NEW_NAMES_PER_HOUR:
            raise Refused(
                "Too many players have joined in the last hour. Ask the organiser to enrol you."
            )


def set_own_presence_or_drop_out(league: League, role: Role, form: FormFields) -> str:
    """Record that the player is present in the next round, is absent, or drops out."""
    if role.player is None:
        raise Refused("Only players can check in. Open the link you were given.")
    player, status = league.state.players[role.player], form.get("how", "")
    if status == "here":
        league.people.reinstate_or_mark_present(player)
    elif status == "away":
        league.people.mark_away(player, read_text_field(form, "why"))
    elif status == "drop":
        after_round = league.state.current_round is not None and not league.state.season.closed
        league.people.drop_player(player, read_text_field(form, "why"), after_round=after_round)
    else:
        raise Refused("Press one of the buttons.")
    return ""
