"""``warledger serve --league L``: the links of a league's evening."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tracker.application.book import Book
    from tracker.server.access_tokens import AccessTokens, Role

Told = tuple[str, list[tuple["Role", str, str]], list[str]]


def describe_access(book: Book, tokens: AccessTokens, name: str, base: str, close: str) -> Told:
    """What a league is called, the links printed with a code, and further lines.

    The link of ``close`` is revoked first: everybody, organiser, or a player. Raises ``Refused``.
    """
    from tracker.server.evening import qr_codes

    league = book.open_league(book.find_league(name, "league"))
    if close:
        tokens.revoke(league.stream, qr_codes.find_role_meant(league, close))
    found = qr_codes.list_addresses(league, tokens, base)
    large = [one for one in found if one[0].player is None]
    lines = [f"{who}: {address}" for role, who, address in found if role.player is not None]
    screen = qr_codes.make_screen_address(league, tokens, base)
    more = [f"big screen: {screen}", *lines, f"codes of all players: {large[-1][2]}/codes"]
    return f"{league.stream} {league.title}", large, more
