"""Examines the address of a ledger without opening the ledger."""

from __future__ import annotations

import re
from pathlib import Path

_SERVERS = ("postgresql", "postgres")
_SECRET = r"^([^/?]*?):[^/?]*@"
_IN_QUERY = r"(?i)(?<=[?&])(?:password|sslpassword)=[^&]*&?"


def is_server_address(address: str | Path) -> bool:
    """Whether an address names a ledger on a server, such as ``postgresql://user@host/name``."""
    return isinstance(address, str) and address.partition("://")[0] in _SERVERS


def hide_password(address: str | Path) -> str:
    """Remove any password from an address before the address is displayed."""
    if not is_server_address(address):
        return str(address)
    scheme, _, rest = str(address).partition("://")
    bare = re.sub(_IN_QUERY, "", re.sub(_SECRET, r"\1@", rest)).rstrip("?&")
    return f"{scheme}://{bare}"
