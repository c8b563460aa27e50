"""The command ``serve``, which shows the ledger's games on phones, with a link for each role."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import click

from tracker.application.errors import Refused
from tracker.cli.command_helpers import Db, open_book, print_message
from tracker.cli.command_parameters import NumberInRange, declare_argument, declare_option

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

    from tracker.application.book import Book
    from tracker.server.access_tokens import AccessTokens, RoleLink


AccessLines = tuple[str, list["RoleLink"], list[str]]


def describe_league_access(
    book: Book, tokens: AccessTokens, name: str, base: str, revoke: str
) -> AccessLines:
    """Return a league's title, the links to be printed with QR codes, and other lines.

    The link named by ``revoke`` (everybody, organiser, player) is revoked. Raises ``Refused``.
    """
    from tracker.server.evening import league_qr_codes

    league = book.open_league(book.find_league(name, "league"))
    if revoke:
        tokens.revoke_token(league.stream, league_qr_codes.find_league_role_by_name(league, revoke))
    links = league_qr_codes.list_league_role_links(league, tokens, base)
    common_links = [link for link in links if link.role.player is None]
    lines = [
        f"{player_name}: {address}"
        for role, player_name, address in links
        if role.player is not None
    ]
    screen = league_qr_codes.make_big_screen_address(league.stream, tokens, base)
    more = [
        f"big screen: {screen}",
        *lines,
        f"codes of all players: {common_links[-1].address}/codes",
    ]
    return f"{league.stream} {league.title}", common_links, more


DEFAULT_PORT = 8737
ONLY_HERE = "Only this computer can open these addresses. To open them to your network, use --lan."
NO_NETWORK = (
    "This computer is not on a network, so phones cannot reach it. Connect it to a"
    " network, then restart the server."
)
SHARED_LIMIT = "All visitors share one rate limit until you name your proxy with --proxy."
ROLE_WARNING = "Anybody with an address can act in its role. Do not share the address of the {}."
NOT_ENCRYPTED = (
    "The pages are not encrypted, so others on this network could read them. Use the"
    " server at home or in the club, not in a café."
)
FOLDER = "browser"
"""The folder beside the ledger for files that screens in a browser write."""
Port = Annotated[
    int | None,
    declare_option(
        "The server's port. 0 chooses a free port.",
        type=NumberInRange(0, 65535),
        show_default=f"{DEFAULT_PORT}, or a free one",
    ),
]
Lan = Annotated[
    bool, declare_option("Accept every device on your network, not only this computer.", "--lan")
]


def serve_pages(  # noqa: PLR0913 - an option each
    m: Annotated[str, declare_argument("M", "The game to show, or a league: l1.")] = "last",
    *,
    league: Annotated[str, declare_option("Serve this league's evening instead.", "--league")] = "",
    lan: Lan = False,
    port: Port = None,
    codes: Annotated[
        bool, declare_option("Also print QR codes for phones.", "--codes/--no-codes")
    ] = True,
    base_url: Annotated[
        str,
        declare_option(
            "The public address behind your proxy, for example https://club.example.", metavar="URL"
        ),
    ] = "",
    proxy: Annotated[
        list[str] | None,
        declare_option(
            "Trust the client addresses that this proxy forwards; repeat for more.",
            metavar="ADDRESS",
        ),
    ] = None,
    screens: Annotated[
        bool,
        declare_option(
            "Also serve the whole program in a browser, for the person who records the game.",
            "--screens",
        ),
    ] = False,
    close: Annotated[
        str, declare_option("First revoke the link with this name and make a new one.")
    ] = "",
    held: Annotated[bool, declare_option("", hidden=True)] = False,
    db: Db = None,
) -> None:
    """Show games live on phones, where players can enter their dice. Ctrl+C stops the server."""
    from tracker.application.book import (
        IN_MEMORY,
        describe_ledger_location,
        find_ledger_file,
        resolve_ledger_address,
    )
    from tracker.server import reverse_proxy_settings, server_runner
    from tracker.server.access_tokens import KEEPER, SCREENS, AccessTokens

    public = reverse_proxy_settings.parse_public_address(base_url) if base_url else ""
    trusted_proxies = [reverse_proxy_settings.parse_proxy_address(one) for one in proxy or ()]
    ledger, file = resolve_ledger_address(db), find_ledger_file(db)
    if ledger == IN_MEMORY:
        raise Refused("A ledger in memory cannot be served. Give the path of a ledger file.")
    if screens and file is None:
        raise Refused(
            "--screens works only with a ledger in a file. Remove --screens, or name a file."
        )
    address = server_runner.find_lan_address() if lan else server_runner.LOOPBACK
    extra_routes: list[BaseRoute] = []
    host = server_runner.ALL_INTERFACES if lan else server_runner.LOOPBACK
    wanted_port = DEFAULT_PORT if port is None else port
    with server_runner.open_listening_socket(
        host, wanted_port, or_free_port=port is None and not public
    ) as listening:
        port = listening.getsockname()[1]
        base = public or f"http://{address}:{port}"
        tokens = AccessTokens(server_runner.find_tokens_file(file or describe_ledger_location(db)))
        if close == KEEPER.name:
            tokens.revoke_token(SCREENS, KEEPER)
            close = ""
        with open_book(db) as opened:
            served = _list_served_links(opened, tokens, m, league, base, close)
        if screens and file is not None:
            program_link, extra_routes = _serve_screens(file, tokens, base)
            served = served.with_whole_program(program_link)
        if held:
            server_runner.stop_when_input_ends()
        print_message(
            f"{served.title}: one address for each role. Press Ctrl+C to stop the server."
        )
        if wanted_port not in (0, port):
            print_message(f"Port {wanted_port} is taken, so these addresses have port {port}.")
        if public:
            _print_proxy_messages(public, f"http://{address}:{port}", trusted=bool(trusted_proxies))
        else:
            print_message(_describe_reach(lan, address))
        print_message(ROLE_WARNING.format(served.writers))
        server_runner.print_links(
            served.links, with_qr_codes=codes and (lan or bool(public)), print_line=click.echo
        )
        for line in served.lines:
            click.echo(line)
        hosts = server_runner.list_host_names(address, port)
        server_runner.run_server(
            ledger,
            tokens,
            listening,
            hosts,
            extra_routes,
            public_address=public,
            proxies=trusted_proxies,
        )


class _ServedLinks(NamedTuple):
    """The links that the server prints. ``writers`` are the roles whose links are secret."""

    title: str
    writers: str
    links: list[RoleLink]
    lines: list[str]

    def with_whole_program(self, link: RoleLink) -> _ServedLinks:
        """Return a copy with the link to the whole program."""
        return self._replace(writers=f"{self.writers} or keeper", links=[*self.links, link])


def _list_served_links(
    opened: Book, tokens: AccessTokens, m: str, league: str, base: str, revoked: str
) -> _ServedLinks:
    """Return the links to a game, or to a league's evening. The ``revoked`` link is replaced.

    Raises ``Refused``.
    """
    from tracker.server import server_runner

    row = None if league else opened.get_summary(m)
    if league or (row is not None and row.kind == "league"):
        title, links, lines = describe_league_access(opened, tokens, league or m, base, revoked)
        return _ServedLinks(title, "organiser", links, lines)
    title, links = _list_game_links(opened, tokens, m, base, revoked)
    overlay = server_runner.make_overlay_address(links)
    return _ServedLinks(title, "scribe", links, [f"overlay for a stream: {overlay}"])


def _print_proxy_messages(public: str, address: str, *, trusted: bool) -> None:
    """Print what the proxy must do, and a warning unless it is ``trusted``."""
    print_message(f"Your proxy must forward {public} to {address}.")
    if not trusted:
        print_message(SHARED_LIMIT)


def _describe_reach(lan: bool, address: str) -> str:
    """Describe who can open the addresses of a server without a proxy."""
    from tracker.server import server_runner

    if not lan:
        return ONLY_HERE
    return NO_NETWORK if address == server_runner.LOOPBACK else NOT_ENCRYPTED


def _list_game_links(
    opened: Book, tokens: AccessTokens, name: str, base: str, revoked: str
) -> tuple[str, list[RoleLink]]:
    """Return a game's title and its links. The ``revoked`` link is replaced.

    Raises ``Refused``.
    """
    from tracker.server import server_runner
    from tracker.server.access_tokens import find_role_by_name_or_title

    stream = opened.find_game_stream(name)
    links = server_runner.list_game_role_links(opened, tokens, stream, base)
    if revoked:
        tokens.revoke_token(stream, find_role_by_name_or_title(revoked, links))
        links = server_runner.list_game_role_links(opened, tokens, stream, base)
    return f"{stream} {opened.open_game_read_only(stream).state.info.title}", links


def _serve_screens(
    ledger: Path, tokens: AccessTokens, base: str
) -> tuple[RoleLink, list[BaseRoute]]:
    """Return the link to the whole program, and its routes.

    Raises ``Refused`` if a required package is missing.
    """
    from tracker.server.access_tokens import KEEPER, SCREENS, RoleLink

    try:
        from tracker.server.browser_terminal_processes import BrowserSessions
    except ModuleNotFoundError as error:
        raise Refused(
            "The screens in a browser need two more packages. In a checkout of Warledger, "
            "install them with: pip install '.[browser]'"
        ) from error
    sessions = BrowserSessions(ledger, tokens, ledger.parent / FOLDER)
    address = f"{base}/{SCREENS}/{tokens.make_token(SCREENS, KEEPER)}"
    return RoleLink(KEEPER, "keeper", address), sessions.list_routes()
