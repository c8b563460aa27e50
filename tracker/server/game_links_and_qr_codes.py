"""A game's links, one for each role, and QR codes in the terminal."""

from __future__ import annotations

import io

import segno

from tracker.application.book import Book
from tracker.server.access_tokens import AccessTokens, RoleLink, list_game_roles


def list_game_role_links(
    book: Book, tokens: AccessTokens, stream: str, base_address: str
) -> list[RoleLink]:
    sides = {side.id: side.name for side in book.open_game_read_only(stream).state.info.sides}
    roles = list_game_roles([*sides])
    links = []
    for role in roles:
        name = sides[role.side] if role.side else role.kind
        address = f"{base_address}/{stream}/{tokens.make_token(stream, role)}"
        links.append(RoleLink(role, name, address))
    return links


def render_qr_code_for_terminal(text: str) -> str:
    out = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(out=out, compact=True)
    return out.getvalue()
