"""Checks the address of a ledger without opening the ledger."""

from __future__ import annotations

import re
from pathlib import Path

from tracker.ledger.errors import InvalidLedgerAddress

_PASSWORD = re.compile(r"^([^:/?@]*):(?!\d+(?:[/?]|$))(.*)@")
_NOT_ENCODED = re.compile(r"[@/?\s]|%(?![0-9A-Fa-f]{2})")
_IN_QUERY = r"(?i)(?<=[?&])(?:password|sslpassword)=[^&]*&?"


def is_server_address(address: str | Path) -> bool:
    """Whether an address names a ledger on a server, such as ``postgresql://user@host/name``."""
    return isinstance(address, str) and address.partition("://")[0] in ("postgresql", "postgres")


def hide_password(address: str | Path) -> str:
    """Remove any password from an address before the address is displayed."""
    if not is_server_address(address):
        return str(address)
    scheme, _, rest = str(address).partition("://")
    bare = re.sub(_IN_QUERY, "", _PASSWORD.sub(r"\1@", rest)).rstrip("?&")
    return f"{scheme}://{bare}"


def require_encoded_password(address: str) -> None:
    """Raise ``InvalidLedgerAddress`` if the password would be read as another part of the URL."""
    found = _PASSWORD.match(address.partition("://")[2])
    if found and _NOT_ENCODED.search(found[2]):
        raise InvalidLedgerAddress(
            f"The password for {hide_password(address)} has a character that an address cannot "
            "contain. Write @ as %40, / as %2F, ? as %3F, % as %25 and a space as %20."
        )
