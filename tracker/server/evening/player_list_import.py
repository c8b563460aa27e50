"""Imports a list of players pasted by the organiser: parses, reviews and enrols it."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from hashlib import sha256

from msgspec import Struct

from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.people import sign_up_list_review
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.server.access_tokens import AccessTokens, Role
from tracker.server.evening.result_submissions import (
    FormFields,
    describe_entry,
    require_organiser,
    shorten_text,
)
from tracker.vocabulary.name_normalisation import make_name_key
from tracker.vocabulary.typed_numbers import is_whole_number

OUT = "out "
"""The prefix of form fields for lines to be skipped."""


class SignUpLineView(Struct, frozen=True):
    """A line of a pasted list, with its number, its name, and its verdict."""

    line: int
    name: str
    told: str
    joins: bool
    out: bool


class SignUpListView(Struct, frozen=True):
    """A pasted list before enrolment. ``consent`` identifies the verdicts that the form shows.

    ``columns`` are the columns that may contain the names, each as a value and in words. ``column``
    is the chosen one.
    """

    consent: str
    rows: tuple[SignUpLineView, ...]
    columns: tuple[tuple[str, str], ...]
    column: str

    @property
    def joining_count(self) -> int:
        return sum(one.joins for one in self.rows)


def enrol_player_list(league: League, role: Role, form: FormFields) -> str:
    """Enrol a list's new players, after the organiser has seen the verdict on each line."""
    require_organiser(role)
    seen = review_player_list(league, form)
    if not seen.rows:
        raise Refused("Paste a list of names, one per line.")
    if form.get("consent", "") != seen.consent:
        again = "The list has changed. " if form.get("consent") else ""
        raise Refused(f"{again}Check each line, then press Enrol them.")
    return describe_entry(league, league.people.enrol_sign_ups(_rows(league, form)))


def review_player_list(league: League, form: FormFields) -> SignUpListView:
    """Review each line of a pasted list. Raises ``Refused`` if the list is too long."""
    text, chosen = form.get("list", ""), _columns(form)
    known = sign_up_list_review.parse_sign_up_list(text, chosen).columns
    every = sign_up_list_review.review_sign_ups(league.state, text, columns=chosen)
    rows = {row.line: row for row in _rows(league, form)}
    lines = [f"{row.line} {row.name} {sign_up_list_review.describe_sign_up(row)}" for row in every]
    return SignUpListView(
        sha256("\n".join(lines).encode()).hexdigest()[:16],
        tuple(
            SignUpLineView(
                row.line,
                row.name,
                sign_up_list_review.describe_sign_up(rows[row.line]),
                rows[row.line].verdict == "joins",
                rows[row.line].verdict == "left out",
            )
            for row in every
        ),
        tuple((" ".join(map(str, one)), known.format_columns(one)) for one in known.name_choices)
        if known
        else (),
        " ".join(map(str, chosen or (known.names if known else ()))),
    )


def _rows(league: League, form: FormFields) -> list[sign_up_list_review.SignUp]:
    out = {field.removeprefix(OUT) for field in form if field.startswith(OUT)}
    left_out = {int(one) for one in out if is_whole_number(one)}
    text = form.get("list", "")
    return sign_up_list_review.review_sign_ups(
        league.state, text, left_out=left_out, columns=_columns(form)
    )


def _columns(form: FormFields) -> tuple[int, ...]:
    return tuple(int(one) for one in form.get("column", "").split() if is_whole_number(one))


HOUR = 3600.0
MOST_AN_HOUR = 64
"""The maximum number of new names per hour through a league's joining link."""
TAKEN = "{} is on another phone already. If that is not you, ask the organiser to release the name."
FREE = "{} is already in the list. If that is you, tap the name; otherwise type a different name."


class JoinableNameView(Struct, frozen=True):
    """A player on the joining page."""

    id: PlayerId
    name: str
    taken: bool


def list_joinable_names(league: League, tokens: AccessTokens) -> list[JoinableNameView]:
    found = (one for one in league.state.players.values() if one.left is None)
    return [
        JoinableNameView(
            one.id, one.name, tokens.is_claimed(league.stream, Role("player", player=one.id))
        )
        for one in sorted(found, key=lambda one: one.name.casefold())
    ]


class JoinLinkRegistry:
    """Players who join through a league's link, with a limit on new names per hour."""

    def __init__(self, tokens: AccessTokens, clock: Callable[[], float] = time.monotonic) -> None:
        self._tokens = tokens
        self._clock = clock
        self._came: dict[str, deque[float]] = {}

    def claim_name(self, league: League, form: FormFields) -> Role:
        """Claim a name or enrol a new one, and return the player's role. Raises ``Refused``."""
        known = league.state.players.get(PlayerId(form.get("player", "")))
        if known is not None:
            role = Role("player", player=known.id)
            if not self._tokens.claim_token(league.stream, role):
                raise Refused(TAKEN.format(known.name))
            return role
        name = shorten_text(form.get("name", ""))
        for one in list_joinable_names(league, self._tokens):
            if make_name_key(one.name) == make_name_key(name):
                raise Refused((TAKEN if one.taken else FREE).format(one.name))
        self._must_not_flood(league.stream)
        league.people.enrol_players(name)
        self._came[league.stream].append(self._clock())
        role = Role("player", player=[*league.state.players][-1])
        self._tokens.claim_token(league.stream, role)
        return role

    def _must_not_flood(self, stream: str) -> None:
        came, now = self._came.setdefault(stream, deque()), self._clock()
        while came and now - came[0] > HOUR:
            came.popleft()
        if len(came) >= MOST_AN_HOUR:
            raise Refused("Too many joined in the last hour. Ask the organiser to enrol you.")


def set_own_presence(league: League, role: Role, form: FormFields) -> str:
    """Record that the player is present in the next round, is absent, or drops out."""
    if role.player is None:
        raise Refused("Only players can check in. Open the link you were given.")
    player, how = league.state.players[role.player], form.get("how", "")
    if how == "here":
        league.people.reinstate_player(player)
    elif how == "away":
        league.people.mark_away(player, shorten_text(form.get("why", "")))
    elif how == "drop":
        after = league.state.round is not None and not league.state.season.closed
        league.people.drop_player(player, shorten_text(form.get("why", "")), after_round=after)
    else:
        raise Refused("Press one of the buttons.")
    return ""
