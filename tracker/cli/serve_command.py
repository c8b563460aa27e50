"""The command ``serve``, which shows the ledger's games on phones, with a link for each role."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import click

from tracker.application.errors import Refused
from tracker.cli.book_opening_and_backup import open_book_for_command
from tracker.cli.command_parameters import NumberInRange, declare_argument, declare_option
from tracker.cli.messages_and_exit_codes import print_message
from tracker.cli.shared_options import Db

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

    from tracker.application.book import Book
    from tracker.server.access_tokens import AccessTokens, RoleLink


class ServedLinks(NamedTuple):
    """The links that are printed with QR codes, and other lines that are printed.

    ``writers`` are the roles whose links are secret.
    """

    title: str
    writers: str
    links: list[RoleLink]
    lines: list[str]

    def add_link(self, link: RoleLink, writer: str) -> ServedLinks:
        """Return these links and one more, which is secret. ``writer`` is its role in words."""
        links, writers = [*self.links, link], f"{self.writers} or {writer}"
        return self._replace(links=links, writers=writers)


def renew_and_list_served_links(
    book: Book,
    tokens: AccessTokens,
    game_or_league: str,
    league: str,
    base_address: str,
    renewed_link: str,
) -> ServedLinks:
    """Return the links for a game or for a league's evening, after replacing the ``renewed_link``.

    Raises ``Refused``.
    """
    row = None if league else book.get_summary(game_or_league)
    if league or (row is not None and row.kind == "league"):
        return _renew_and_list_league_links(
            book, tokens, league or game_or_league, base_address, renewed_link
        )
    return _renew_and_list_game_links(book, tokens, game_or_league, base_address, renewed_link)


def _renew_and_list_league_links(
    book: Book, tokens: AccessTokens, name: str, base: str, revoke: str
) -> ServedLinks:
    from tracker.server.league_evening import league_links_and_qr_codes

    league = book.open_league(book.find_league_id(name, "league"))
    if revoke:
        tokens.replace_token(
            league.stream, league_links_and_qr_codes.find_league_role_by_name(league, revoke)
        )
    links = league_links_and_qr_codes.list_league_role_links(league, tokens, base)
    common_links = [link for link in links if link.role.player is None]
    big_screen = league_links_and_qr_codes.make_big_screen_address(league.stream, tokens, base)
    lines = [
        f"big screen: {big_screen}",
        *(f"{link.title}: {link.address}" for link in links if link.role.player is not None),
        f"codes of all players: {common_links[-1].address}/codes",
    ]
    return ServedLinks(f"{league.stream} {league.title}", "organiser", common_links, lines)


def _renew_and_list_game_links(
    book: Book, tokens: AccessTokens, name: str, base: str, revoke: str
) -> ServedLinks:
    from tracker.server.access_tokens import find_role_by_name_or_title
    from tracker.server.game_links_and_qr_codes import list_game_role_links

    stream = book.find_game_stream(name)
    links = list_game_role_links(book, tokens, stream, base)
    if revoke:
        tokens.replace_token(stream, find_role_by_name_or_title(revoke, links))
        links = list_game_role_links(book, tokens, stream, base)
    overlay = next(link.address for link in links if link.role.kind == "spectator")
    title = book.open_game_read_only(stream).state.info.title
    lines = [f"overlay for a stream: {overlay}/overlay"]
    return ServedLinks(f"{stream} {title}", "scribe", links, lines)


DEFAULT_PORT = 8737
ONLY_HERE = "Only this computer can open these addresses. To open them to your network, use --lan."
NO_NETWORK = (
    "This computer is not on a network, so phones cannot reach it. Connect it to a"
    " network, then restart the server."
)
SHARED_LIMIT = "All visitors share one rate limit until you name your proxy with --proxy."
ROLE_WARNING = (
    "Anyone who has a role's address can act in that role. Do not share the address of the {}."
)
NOT_ENCRYPTED = (
    "The pages are not encrypted, so others on this network could read them. Use the"
    " server at home or in the club, not in a café."
)
FOLDER = "browser"
"""The folder beside the ledger into which screens in a browser write files."""
BROWSER_PACKAGES = ("textual_serve", "wsproto")
"""The packages of the extra ``browser``, which only screens in a browser need."""
Port = Annotated[
    int | None,
    declare_option(
        "The server's port. 0 chooses a free port.",
        type=NumberInRange(0, 65535),
        show_default=f"{DEFAULT_PORT}, or a free one",
    ),
]
Lan = Annotated[
    bool, declare_option("Accept every device on your network, not only this computer.")
]
Codes = Annotated[bool, declare_option("Also print QR codes for phones.", "--codes/--no-codes")]
BaseUrl = Annotated[
    str,
    declare_option(
        "The public address behind your proxy, for example https://club.example.", metavar="URL"
    ),
]
Proxies = Annotated[
    tuple[str, ...],
    declare_option(
        "Trust the client addresses that this proxy forwards; repeat for more.", metavar="ADDRESS"
    ),
]
Screens = Annotated[
    bool,
    declare_option(
        "Also serve the whole program in a browser, for the person who records the game."
    ),
]


GameOrLeague = Annotated[str, declare_argument("M", "The game to show, or a league: l1.")]
Close = Annotated[
    str, declare_option("First revoke the link with this name, and create a new one.")
]


def serve_pages(  # noqa: PLR0913 - an option each
    game_or_league: GameOrLeague = "last",
    *,
    league: Annotated[str, declare_option("Serve this league's evening instead.")] = "",
    lan: Lan = False,
    port: Port = None,
    codes: Codes = True,
    base_url: BaseUrl = "",
    proxy: Proxies = (),
    screens: Screens = False,
    close: Close = "",
    held: Annotated[bool, declare_option("", hidden=True)] = False,
    db: Db = None,
) -> None:
    """Show games live on phones, where players can enter their dice. Ctrl+C stops the server."""
    from tracker.application.book import (
        describe_ledger_location,
        find_ledger_file,
        resolve_ledger_address,
    )
    from tracker.server import access_tokens, server_addresses, server_runner

    public = server_addresses.parse_public_address(base_url) if base_url else ""
    trusted_proxies = [server_addresses.parse_proxy_address(one) for one in proxy]
    ledger, file = resolve_ledger_address(db), find_ledger_file(db)
    _require_servable_ledger(ledger, file, screens=screens)
    if screens:
        _require_browser_packages()
    address = server_addresses.find_lan_address() if lan else server_addresses.LOOPBACK
    host = server_addresses.ALL_INTERFACES if lan else server_addresses.LOOPBACK
    wanted_port = DEFAULT_PORT if port is None else port
    free = port is None and not public
    with server_runner.open_listening_socket(host, wanted_port, or_free_port=free) as listening:
        port = listening.getsockname()[1]
        local = f"http://{address}:{port}"
        tokens = access_tokens.AccessTokens(
            access_tokens.get_tokens_file_path(file or describe_ledger_location(db))
        )
        base = public or local
        close = _revoke_program_link_if_named(tokens, close)
        with open_book_for_command(db) as opened:
            served = renew_and_list_served_links(
                opened, tokens, game_or_league, league, base, close
            )
        extra_routes: list[BaseRoute] = []
        if screens and file is not None:
            program_link, extra_routes = _build_screens_link_and_routes(file, tokens, base)
            served = served.add_link(program_link, "keeper")
        if held:
            server_runner.stop_process_when_stdin_closes()
        forwarded = f"Your proxy must forward {public} to {local}." if public else ""
        notes = _list_reach_notes(address, forwarded, lan=lan, names_proxy=bool(proxy))
        _print_notes(served, (*_list_port_notes(wanted_port, port), *notes))
        _print_links(served, with_qr_codes=codes and (lan or bool(public)))
        server_runner.run_server(
            ledger,
            tokens,
            listening,
            server_addresses.list_host_names(address, port),
            extra_routes,
            public_address=public,
            trusted_proxies=trusted_proxies,
            report_error=print_message,
        )


def _require_servable_ledger(ledger: str | Path, file: Path | None, *, screens: bool) -> None:
    from tracker.application.book import IN_MEMORY

    if ledger == IN_MEMORY:
        raise Refused("An in-memory ledger cannot be served. Give the path of a ledger file.")
    if screens and file is None:
        raise Refused(
            "--screens works only with a ledger in a file. Remove --screens, or name a file."
        )


def _require_browser_packages() -> None:
    """Raise ``Refused`` if a package that screens in a browser need is not installed."""
    from importlib.util import find_spec

    if not all(map(find_spec, BROWSER_PACKAGES)):
        raise Refused(
            "Running the screens in a browser requires two more packages. In a checkout of "
            "Warledger, install them with: pip install '.[browser]'"
        )


def _list_reach_notes(
    host_address: str, forwarded: str, *, lan: bool, names_proxy: bool
) -> Iterator[str]:
    """Yield notes about who can open the addresses, and at what risk.

    ``forwarded`` is the note for the user's proxy, or "" if there is no proxy.
    """
    from tracker.server.server_addresses import LOOPBACK

    if forwarded:
        yield forwarded
        if not names_proxy:
            yield SHARED_LIMIT
    elif not lan:
        yield ONLY_HERE
    else:
        yield NO_NETWORK if host_address == LOOPBACK else NOT_ENCRYPTED


def _revoke_program_link_if_named(tokens: AccessTokens, close: str) -> str:
    """Revoke the link to the whole program if ``close`` names it.

    Return the name of the link that is still to be revoked, or "".
    """
    from tracker.server.access_tokens import KEEPER, SCREENS

    if close != KEEPER.name:
        return close
    tokens.replace_token(SCREENS, KEEPER)
    return ""


def _list_port_notes(wanted_port: int, port: int) -> Iterator[str]:
    if wanted_port not in (0, port):
        yield f"Port {wanted_port} is taken, so these addresses have port {port}."


def _print_notes(served: ServedLinks, notes: Iterable[str]) -> None:
    print_message(f"{served.title}: one address for each role. Press Ctrl+C to stop the server.")
    for note in notes:
        print_message(note)
    print_message(ROLE_WARNING.format(served.writers))


def _print_links(served: ServedLinks, *, with_qr_codes: bool) -> None:
    from tracker.server.game_links_and_qr_codes import render_qr_code_for_terminal

    for link in served.links:
        click.echo(f"{link.title}: {link.address}")
        if with_qr_codes:
            click.echo(render_qr_code_for_terminal(link.address))
    for line in served.lines:
        click.echo(line)


def _build_screens_link_and_routes(
    ledger: Path, tokens: AccessTokens, base: str
) -> tuple[RoleLink, list[BaseRoute]]:
    """Return the link to the whole program, and its routes."""
    from tracker.server.access_tokens import KEEPER, SCREENS, RoleLink
    from tracker.server.browser_terminal_processes import BrowserSessions

    sessions = BrowserSessions(ledger, tokens, ledger.parent / FOLDER)
    address = f"{base}/{SCREENS}/{tokens.make_token(SCREENS, KEEPER)}"
    return RoleLink(KEEPER, "keeper", address), sessions.list_routes()
