"""The addresses under which a server is reached: in its network and behind a proxy."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import ip_address, ip_network
from urllib.parse import quote, urlsplit

from tracker.application.errors import Refused

LOOPBACK = "127.0.0.1"
ALL_INTERFACES = "0.0.0.0"  # only used with --lan
UNUSED_ADDRESS = ("192.0.2.1", 9)  # an address reserved for documentation; nothing is sent


def find_lan_address() -> str:
    """Return this machine's address on its network, or the loopback address if there is none."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(UNUSED_ADDRESS)
        return str(probe.getsockname()[0])
    return LOOPBACK


def list_host_names(address: str, port: int) -> frozenset[str]:
    """List the names, with ports, under which a server at the given address can be reached."""
    names = {address, LOOPBACK, "localhost"}
    return frozenset(f"{name}:{port}" for name in names) | (names if port == 80 else frozenset())


DEFAULT_PORTS = {"http": 80, "https": 443}
"""The default port of each scheme, which browsers omit."""


def parse_public_address(text: str) -> str:
    """Parse a public address, such as ``https://club.example/games``.

    Raises ``Refused`` if it is invalid.
    """
    with suppress(ValueError):  # an invalid address, port or host name
        address = urlsplit(text.strip())
        port = address.port
        host = (address.hostname or "").encode("idna").decode("ascii")
        plain = not (address.query or address.fragment or "@" in address.netloc)
        if address.scheme in DEFAULT_PORTS and host and plain and quote(host, safe=".-:") == host:
            host = f"[{host}]" if ":" in host else host
            end = "" if port in (None, DEFAULT_PORTS[address.scheme]) else f":{port}"
            return f"{address.scheme}://{host}{end}{quote(address.path.rstrip('/'), safe='/%')}"
    raise Refused(
        f"{text!r} is not a public address. Give --base-url an address such as https://club.example."
    )


def parse_proxy_address(text: str) -> str:
    """Parse the address of a proxy or of a network of proxies. Raises ``Refused`` if invalid."""
    with suppress(ValueError):
        if "/" in text:
            return str(ip_network(text, strict=False))
        return str(ip_address(text))
    raise Refused(
        f"{text!r} is not a proxy address. Give --proxy an address such as 127.0.0.1 or 10.0.0.0/8."
    )
