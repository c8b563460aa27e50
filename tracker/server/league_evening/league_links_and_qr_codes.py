"""A league's links for distribution: names, addresses and QR codes."""

from __future__ import annotations

from functools import lru_cache

import segno

from tracker.application.leagues.league import League
from tracker.application.leagues.league_name_lookup import find_player
from tracker.application.name_lookup import find_id_by_whole_name_or_id
from tracker.server.access_tokens import AccessTokens, Role, RoleLink
from tracker.server.league_evening.league_cache import JOIN, ORGANISER, SPECTATOR

EVERYBODY = "everybody"


def list_league_role_links(
    league: League, tokens: AccessTokens, base_address: str
) -> list[RoleLink]:
    """List the links of all roles, except of players who drop out. The organiser's link is last."""
    everybody = league.state.players.values()
    present = (player for player in everybody if player.left_after is None)
    players = ((Role("player", player=player.id), player.name) for player in present)
    links = [(JOIN, JOIN.name), (SPECTATOR, EVERYBODY), *players, (ORGANISER, ORGANISER.name)]
    return [
        RoleLink(role, name, make_league_role_address(league.stream, tokens, base_address, role))
        for role, name in links
    ]


def find_league_role_by_name(league: League, name: str) -> Role:
    """Find a role by name: everybody, join, organiser, or a player. Raises ``Refused`` if none."""
    named_roles = {EVERYBODY: SPECTATOR, **{one.name: one for one in (JOIN, SPECTATOR, ORGANISER)}}
    players: dict[str, str] = {one.id: one.name for one in league.state.players.values()}
    found = find_id_by_whole_name_or_id(
        name, players, "player", {word: word for word in named_roles}
    )
    if found in named_roles:
        return named_roles[found]
    return Role("player", player=find_player(league.state, found or name))


def make_big_screen_address(stream: str, tokens: AccessTokens, base_address: str) -> str:
    """Build the address of a league's big screen, which anybody may open."""
    return f"{make_league_role_address(stream, tokens, base_address, SPECTATOR)}/screen"


def make_league_role_address(
    stream: str, tokens: AccessTokens, base_address: str, role: Role
) -> str:
    return f"{base_address}/league/{stream}/{role.name}/{tokens.make_token(stream, role)}"


@lru_cache(maxsize=256)
def render_qr_code_svg(text: str) -> str:
    return segno.make(text, error="m", micro=False).svg_inline(
        omitsize=True, dark="#000", light="#fff", border=2
    )
