"""Checks the address of a ledger, and finds the file that it names, without opening the ledger."""

from __future__ import annotations

import re
from pathlib import Path

from tracker.ledger.ledger_errors import InvalidLedgerAddress, PathIsFolder

_PASSWORD = r"^([^:/?@]*):(?!\d+(?:[/?]|$))(.*)@"
_NOT_ENCODED = r"[@/?\s]|%(?![0-9A-Fa-f]{2})"
_IN_QUERY = r"(?i)(?<=[?&])(?:password|sslpassword)=[^&]*&?"
_MALFORMED_URL = re.compile("(?:file|memory|postgres|postgresql|sqlite|:memory):", re.IGNORECASE)
"""The start of a wrong SQLite or server URL. Such an address must not be treated as a file name."""


def is_server_address(address: str | Path) -> bool:
    """Return whether an address names a ledger on a server: ``postgresql://user@host/name``."""
    return isinstance(address, str) and address.partition("://")[0] in ("postgresql", "postgres")


def hide_password(address: str | Path) -> str:
    """Return an address without its password, so that it can be displayed."""
    if not is_server_address(address):
        return str(address)
    scheme, _, rest = str(address).partition("://")
    bare = re.sub(_IN_QUERY, "", re.sub(_PASSWORD, r"\1@", rest)).rstrip("?&")
    return f"{scheme}://{bare}"


def require_encoded_password(address: str) -> None:
    """Raise ``InvalidLedgerAddress`` if the password would be read as another part of the URL."""
    found = re.match(_PASSWORD, address.partition("://")[2])
    if found and re.search(_NOT_ENCODED, found[2]):
        raise InvalidLedgerAddress(
            f"The password for {hide_password(address)} has a character that an address cannot "
            "contain. Write @ as %40, / as %2F, ? as %3F, % as %25 and a space as %20."
        )


def require_not_folder(path: Path) -> None:
    """Raise ``PathIsFolder`` if a file is expected at ``path``, but a folder is there."""
    if path.is_dir():
        raise PathIsFolder(path)


def find_sqlite_file(address: str | Path) -> Path | None:
    """Return the file that a path or ``sqlite:///path`` names, or None for any other URL.

    The other URLs are ``memory://`` and the URLs of servers. ``sqlite:///a.db`` is a relative path,
    and ``sqlite:////a.db`` an absolute path. Paths in URLs are literal: ``%20`` is not a space, and
    ``?`` is not allowed. ``~`` is a home folder. Raises ``InvalidLedgerAddress`` if the address is
    invalid or if its folder is not accessible.
    """
    scheme, separator, rest = str(address).partition("://")
    path: Path | None
    if isinstance(address, Path) or not separator:
        path = Path(address)
    elif scheme == "sqlite" and rest.startswith("/") and rest != "/" and "?" not in rest:
        path = Path(rest[1:])
    elif address == "memory://" or is_server_address(address):
        return None
    else:
        path = None
    if path is None or _MALFORMED_URL.match(str(path)):
        raise InvalidLedgerAddress(
            f"{address} is not the address of a ledger. Give the path of a file, sqlite:/// and a "
            "path, or postgresql://user@host/database."
        )
    if str(address).endswith("/") and not path.exists():
        raise PathIsFolder(address)
    if not path.name.strip():
        raise InvalidLedgerAddress("Give the ledger's file name.")
    try:
        path = path.expanduser()
        path.exists()
    except RuntimeError as error:
        raise InvalidLedgerAddress(
            f"{path} begins with the home folder of an unknown user. Write the path in full."
        ) from error
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "a file cannot have this name"
        raise InvalidLedgerAddress(
            f"{path} cannot be used ({why}). Choose another file."
        ) from error
    return path
