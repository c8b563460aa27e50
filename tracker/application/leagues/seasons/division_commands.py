"""Commands for the divisions of a league and their players, and promotions after a season."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from tracker.application.errors import NothingToChange, Refused
from tracker.application.leagues.campaign.force_event_descriptions import (
    format_reason_suffix as because,
)
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.league_name_lookup import find_player
from tracker.application.leagues.league_writer import LeagueCommands
from tracker.application.leagues.pairing import round_pairing_proposals
from tracker.application.leagues.seasons import closed_season_checks
from tracker.application.text_cleaning import clean_text
from tracker.leagues.divisions_and_promotion import (
    DivisionChange,
    LeagueDivisions,
    find_division_changes,
)
from tracker.leagues.league_events import Division, DivisionMoved, DivisionsSet
from tracker.leagues.league_state import LeagueState, Round
from tracker.leagues.results.standings_from_league_state import (
    StandingsCutoff,
    compute_standings_by_division,
)
from tracker.vocabulary.count_wording import format_names
from tracker.vocabulary.name_normalisation import make_name_key

MAX_DIVISIONS = 20
_HOW_MANY = re.compile(r"(?<![\w.−-])(\d{1,3})\s*(up|down)\b", re.IGNORECASE)
_NUMBER_WORDS = "no|none|one|two|three|four|five|six"
_MISTYPED_COUNT = re.compile(
    rf"((\S|\S*\d\S*|{_NUMBER_WORDS})\s+)?(up|down)(\W*\d+)?", re.IGNORECASE
)
MAX_NAME_LENGTH = 30
NO_DIVISION = "none"
"""The word that organisers type to remove a player from a division."""


class DivisionCommands(LeagueCommands):
    """The commands for divisions and their players. The name of a division can be abbreviated."""

    def set_divisions(
        self,
        *names: str,
        promoted_count: int = 1,
        relegated_count: int = 1,
        pairing: Mapping[str, str] | None = None,
        why: str = "",
    ) -> LeagueEntry:
        """Set the divisions, highest first. Without names, all divisions are removed.

        After a season, ``promoted_count`` players of each division are promoted, and
        ``relegated_count`` players are relegated. ``pairing`` maps divisions to their own pairing
        systems. Divisions that keep their name keep their players. Raises ``Refused`` if a name or
        number is invalid.
        """
        state = self.require_divisible_league()
        called = [clean_text(name, MAX_NAME_LENGTH) for name in names]
        if not all(called) or NO_DIVISION in {make_name_key(name) for name in called}:
            raise Refused(f"A division needs a name other than {NO_DIVISION}.")
        if len({make_name_key(name) for name in called}) < len(called):
            raise Refused("Two divisions have the same name. Give each division a different name.")
        if len(called) == 1 or len(called) > MAX_DIVISIONS:
            raise Refused(f"A league has 2 to {MAX_DIVISIONS} divisions, or none.")
        if not 0 <= promoted_count <= MAX_DIVISIONS or not 0 <= relegated_count <= MAX_DIVISIONS:
            raise Refused(
                f"At most {MAX_DIVISIONS} players can go up, and at most {MAX_DIVISIONS} can go"
                " down."
            )
        ways = {
            _find_division_by_abbreviation(
                called, name
            ): round_pairing_proposals.parse_season_pairing_method(typed)
            for name, typed in (pairing or {}).items()
        }
        divisions = tuple(Division(name, ways.get(name, "")) for name in called)
        if not divisions:
            promoted_count = relegated_count = 0
        known = state.get_divisions()
        if (divisions, promoted_count, relegated_count) == (known.divisions, known.up, known.down):
            raise NothingToChange("The league already has these divisions. Nothing was changed.")
        changed = DivisionsSet(
            divisions=divisions, up=promoted_count, down=relegated_count, why=clean_text(why)
        )
        return self._league.write_entry(changed)

    def set_typed_divisions(self, typed: str) -> LeagueEntry:
        """Set the divisions from text such as ``A, B, C · 1 up · 2 down``.

        Raises ``Refused`` if it cannot be read.
        """
        up = down = 1
        said = _HOW_MANY.findall(typed)
        for count, way in said:
            up, down = (int(count), down) if way.casefold() == "up" else (up, int(count))
        rest = _HOW_MANY.sub(" ", typed).replace("·", ",")
        names = [name.strip() for name in rest.split(",") if name.strip()]
        known = self._league.state.get_divisions().names
        for name in names:
            if _MISTYPED_COUNT.fullmatch(name) and name not in known:
                raise Refused(
                    f"{name!r} is not a number of players. Type it as in `1 up · 2 down`."
                )
        if len(names) == 1:
            names = names[0].split()
        kept = {one.name: one.pairing for one in self._league.state.get_divisions().divisions}
        ways = {name: kept[name] for name in names if kept.get(name)}
        return self.set_divisions(*names, promoted_count=up, relegated_count=down, pairing=ways)

    def move_players(self, division: str, *players: str, why: str = "") -> LeagueEntry:
        """Move players to a division. ``none`` removes them from their division."""
        state = self.require_divisible_league()
        divided = state.get_divisions()
        if not divided:
            raise Refused("The league has no divisions yet. Set divisions first, such as A and B.")
        to = (
            ""
            if make_name_key(division) == NO_DIVISION
            else _find_division_by_abbreviation(divided.names, division)
        )
        meant = dict.fromkeys(find_player(state, one) for one in players)
        if not meant:
            raise Refused(f"Name the players for division {to or NO_DIVISION}.")
        changed = [one for one in meant if divided.get_division(one) != to]
        if not changed:
            raise NothingToChange(
                "These players are already in that division. Nothing was changed."
            )
        reason = clean_text(why)
        moves = (DivisionMoved(player=one, division=to, why=reason) for one in changed)
        return self._league.write_entry(*moves)

    def propose_division_moves(self) -> list[DivisionChange]:
        return _propose_moves(self._league.state, self._league.calendar.today)

    def require_divisible_league(self) -> LeagueState:
        """Return the state of the league. Raises ``Refused`` if divisions cannot be changed now."""
        state = self._league.state
        closed_season_checks.require_open_season(state)
        if state.info.what != "league":
            raise Refused("Only leagues have divisions; this is a campaign.")
        return state


def describe_divisions(divisions: LeagueDivisions) -> str:
    """Describe divisions, as in ``A, B, C · 1 up · 1 down``, or return "" if there are none."""
    if not divisions:
        return ""
    return f"{', '.join(divisions.names)} · {divisions.up} up · {divisions.down} down"


def make_promotion_events(
    state: LeagueState, today: str, staying_players: Sequence[str]
) -> Iterator[DivisionMoved]:
    """Yield the events that promote and relegate players, except ``staying_players``.

    Raises ``Refused`` if one of ``staying_players`` would stay anyway.
    """
    staying = {find_player(state, one) for one in staying_players}
    proposed = _propose_moves(state, today)
    if others := staying - {one.player for one in proposed}:
        raise Refused(
            f"{state.get_player_name(min(others))} stays anyway. Name a player who would go up or"
            " down."
        )
    for one in proposed:
        if one.player not in staying:
            why = f"place {one.place} of {one.old_division}{_describe_ties(state, one)}"
            yield DivisionMoved(
                player=one.player, division=one.new_division, why=why, origin="rule"
            )


def _propose_moves(state: LeagueState, today: str) -> list[DivisionChange]:
    divided = state.get_divisions()
    if not divided:
        return []
    tables = compute_standings_by_division(state, StandingsCutoff(state.season.number, today=today))
    here = {one.id for one in state.players.values() if one.left_after is None}
    return [one for one in find_division_changes(divided, tables) if one.player in here]


def resolve_division_name(divisions: LeagueDivisions, typed_division: str) -> str:
    """Return the name of the division whose name begins with the typed text.

    Without text, return the highest division, or "" if there are no divisions. Raises ``Refused``
    unless exactly one division matches.
    """
    if not divisions:
        if typed_division:
            raise Refused("The league has no divisions.")
        return ""
    return (
        _find_division_by_abbreviation(divisions.names, typed_division)
        if typed_division
        else divisions.names[0]
    )


def _find_division_by_abbreviation(names: Collection[str], typed: str) -> str:
    wanted = make_name_key(typed)
    same = [name for name in names if make_name_key(name) == wanted]
    begun = [name for name in names if wanted and make_name_key(name).startswith(wanted)]
    found = same or begun
    if len(found) != 1:
        raise Refused(f"No division is called {typed!r}. Choose one of: {', '.join(names)}.")
    return found[0]


def describe_cross_division_pairings(state: LeagueState, draft: Round) -> list[str]:
    """Return a sentence for each drafted pair whose players are now in different divisions."""
    divided = state.get_divisions()
    return [
        f"{state.get_player_name(one.home)} and {state.get_player_name(one.away)} are "
        "now in different divisions."
        for one in state.list_fixtures(draft)
        if one.away is not None and not one.locked and not one.is_paired_by_hand
        if divided.get_division(one.home) != divided.get_division(one.away)
        if state.players[one.home].ranked and state.players[one.away].ranked
    ]


def describe_divisions_set(_: LeagueState, event: DivisionsSet) -> str:
    if not event.divisions:
        return f"divisions removed{because(event.why)}"
    names = ", ".join(
        f"{one.name} ({one.pairing})" if one.pairing else one.name for one in event.divisions
    )
    return f"divisions {names}: {event.up} up, {event.down} down{because(event.why)}"


def describe_division_moved(state: LeagueState, event: DivisionMoved) -> str:
    name, names = state.get_player_name(event.player), state.get_divisions().names
    if not event.division:
        return f"{name} is now in no division{because(event.why)}"
    if event.origin == "hand":
        return f"{name} is now in division {event.division}{because(event.why)}"
    was = state.get_divisions().get_division(event.player)
    up = was in names and names.index(was) > names.index(event.division)
    return f"{name} goes {'up' if up else 'down'} to {event.division}{because(event.why)}"


def describe_proposed_moves(state: LeagueState, changes: Sequence[DivisionChange]) -> list[str]:
    name = state.get_player_name
    return [
        f"{name(one.player)} goes {'up' if one.up else 'down'} to {one.new_division}"
        f"{_describe_ties(state, one)}"
        for one in changes
    ]


def _describe_ties(state: LeagueState, change: DivisionChange) -> str:
    names = [state.get_player_name(one) for one in change.level_with]
    return f", level with {format_names(names)}" if names else ""
