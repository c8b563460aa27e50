"""Enrols players: from a list that the organiser pasted, or from phones that claim a name."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from hashlib import sha256

from msgspec import Struct

from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.people.sign_up_list_review import (
    SignUp,
    describe_sign_up,
    parse_sign_up_list,
    review_sign_ups,
)
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.server.access_tokens import AccessTokens, Role
from tracker.server.evening.result_submissions import FormFields, read_text_field
from tracker.vocabulary.name_normalisation import make_name_key
from tracker.vocabulary.typed_numbers import is_whole_number

SKIP_PREFIX = "out "
"""The prefix of form fields for lines to be skipped."""


class SignUpListView(Struct, frozen=True):
    """A pasted list before enrolment. ``consent`` identifies what the form showed for each line.

    ``column_choices`` are the columns that may contain the names, each as a value and in words.
    """

    consent: str
    rows: list[tuple[SignUp, str]]
    column_choices: tuple[tuple[str, str], ...]
    column: str

    @property
    def joining_count(self) -> int:
        return sum(row.verdict == "joins" for row, _ in self.rows)


def enrol_player_list(league: League, form: FormFields) -> LeagueEntry:
    """Enrol the new players on a list, if the organiser has seen what happens to each line."""
    review = review_player_list(league, form)
    if not review.rows:
        raise Refused("Paste a list of names, one per line.")
    if form.get("consent", "") != review.consent:
        change = "The list has changed. " if form.get("consent") else ""
        raise Refused(f"{change}Check each line, then press Enrol them.")
    return league.people.enrol_sign_ups([row for row, _ in review.rows])


def review_player_list(league: League, form: FormFields) -> SignUpListView:
    """Review each line of a pasted list. Raises ``Refused`` if the list is too long."""
    text = form.get("list", "")
    chosen = tuple(int(one) for one in form.get("column", "").split() if is_whole_number(one))
    detected = parse_sign_up_list(text, chosen).columns
    skipped = {field.removeprefix(SKIP_PREFIX) for field in form if field.startswith(SKIP_PREFIX)}
    left_out = {int(one) for one in skipped if is_whole_number(one)}
    all_rows = review_sign_ups(league.state, text, name_columns=chosen)
    rows = review_sign_ups(league.state, text, skipped_lines=left_out, name_columns=chosen)
    lines = [f"{row.line} {row.name} {describe_sign_up(row)}" for row in all_rows]
    return SignUpListView(
        sha256("\n".join(lines).encode()).hexdigest()[:16],
        [(row, describe_sign_up(row)) for row in rows],
        tuple(
            (" ".join(map(str, choice)), detected.format_columns(choice))
            for choice in detected.name_column_choices
        )
        if detected
        else (),
        " ".join(map(str, chosen or (detected.names if detected else ()))),
    )


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
    """Lets players join through a league's link, with a limit on new names per hour."""

    def __init__(self, tokens: AccessTokens, clock: Callable[[], float] = time.monotonic) -> None:
        self._tokens = tokens
        self._clock = clock
        self._join_times: dict[str, deque[float]] = {}

    def claim_or_enrol_player(self, league: League, form: FormFields) -> Role:
        """Claim a name or enrol a new player, and return the player's role. Raises ``Refused``."""
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
        self._check_join_rate(league.stream)
        league.people.enrol_players(name)
        self._join_times[league.stream].append(self._clock())
        role = Role("player", player=[*league.state.players][-1])
        self._tokens.claim_token(league.stream, role)
        return role

    def _check_join_rate(self, stream: str) -> None:
        join_times, now = self._join_times.setdefault(stream, deque()), self._clock()
        while join_times and now - join_times[0] > HOUR:
            join_times.popleft()
        if len(join_times) >= MAX_NEW_NAMES_PER_HOUR:
            raise Refused(
                "Too many players have joined in the last hour. Ask the organiser to enrol you."
            )


def set_own_presence(league: League, role: Role, form: FormFields) -> str:
    """Record that the player is present in the next round, is absent, or drops out."""
    if role.player is None:
        raise Refused("Only players can check in. Open the link you were given.")
    player, status = league.state.players[role.player], form.get("how", "")
    if status == "here":
        league.people.reinstate_player(player)
    elif status == "away":
        league.people.mark_away(player, read_text_field(form, "why"))
    elif status == "drop":
        after_round = league.state.current_round is not None and not league.state.season.closed
        league.people.drop_player(player, read_text_field(form, "why"), after_round=after_round)
    else:
        raise Refused("Press one of the buttons.")
    return ""
