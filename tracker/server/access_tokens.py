"""Access tokens: secret, revocable links for each role of a game.

A token is computed from a secret in a user's file, the game, the role, and the number of
revocations. Links therefore survive a restart of the server, and a revoked link never works again.
"""

from __future__ import annotations

import base64
import hmac
import os
import secrets
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec
from msgspec import Struct
from platformdirs import user_state_path

from tracker.application.errors import Refused
from tracker.application.name_lookup import find_id_by_whole_name_or_id
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.vocabulary.subject_ids import SideId

TOKEN_BYTES = 16  # 128 bits


class Role(Struct, frozen=True):
    """The role of a link. ``side`` is a side of a game, and ``player`` is a player of a league."""

    kind: Literal["spectator", "side", "scribe", "keeper", "player", "organiser", "join"]
    side: SideId | None = None
    player: PlayerId | None = None

    @property
    def name(self) -> str:
        """The role's name on the command line, such as ``spectator``, ``r`` or ``p3``."""
        if self.player is not None:
            return self.player
        return self.kind if self.side is None else self.side.removeprefix("s:")

    @property
    def may_enter_dice(self) -> bool:
        return self.kind != "spectator"


KEEPER = Role("keeper")
SCREENS = "screens"
"""The stream name of the keeper's token, which gives access to the screens of the whole ledger."""


class RoleLink(NamedTuple):
    role: Role
    title: str
    address: str


def list_game_roles(sides: Sequence[SideId]) -> tuple[Role, ...]:
    return (Role("spectator"), *(Role("side", side) for side in sides), Role("scribe"))


class _StoredTokens(Struct):
    secret: bytes
    closed: dict[str, int]
    taken: list[str] = []


class AccessTokens:
    """The access tokens of a ledger, stored in a file that only its user can read.

    Without a file, the tokens expire when the program ends. Raises ``Refused`` if the file cannot
    be written.
    """

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self._read_at = -1
        self._stored = _StoredTokens(secrets.token_bytes(32), {})
        if file is not None and not file.exists():
            self._write_tokens()

    def make_token(self, stream: str, role: Role) -> str:
        self._reload_if_changed()
        return self._compute_token(stream, role)

    def _compute_token(self, stream: str, role: Role) -> str:
        message = f"{stream}/{role.name}/{self._stored.closed.get(f'{stream}/{role.name}', 0)}"
        digest = hmac.digest(self._stored.secret, message.encode(), "sha256")[:TOKEN_BYTES]
        return base64.b32encode(digest).decode().rstrip("=").lower()

    def find_role_by_token(self, token: str, stream: str, roles: Sequence[Role]) -> Role | None:
        """Return the role to which a token belongs, or None. The comparison takes constant time."""
        found = None
        self._reload_if_changed()
        for role in roles:
            if hmac.compare_digest(self._compute_token(stream, role).encode(), token.encode()):
                found = role
        return found

    def replace_token(self, stream: str, role: Role) -> None:
        """Revoke a role's token. The role gets a new token immediately."""
        self._reload_if_changed()
        name = f"{stream}/{role.name}"
        self._stored.closed[name] = self._stored.closed.get(name, 0) + 1
        if name in self._stored.taken:
            self._stored.taken.remove(name)
        self._write_tokens()

    def is_claimed(self, stream: str, role: Role) -> bool:
        """Return whether somebody has already opened the role's current link."""
        self._reload_if_changed()
        return f"{stream}/{role.name}" in self._stored.taken

    def claim_token(self, stream: str, role: Role) -> bool:
        """Record that a role's link has been opened, and return whether this was the first time."""
        if self.is_claimed(stream, role):
            return False
        self._stored.taken.append(f"{stream}/{role.name}")
        self._write_tokens()
        return True

    def _reload_if_changed(self) -> None:
        """Reload the file if another process has changed it."""
        if self.file is None:
            return
        with suppress(OSError):
            changed = self.file.stat().st_mtime_ns
            if changed != self._read_at:
                try:
                    self._stored = msgspec.json.decode(self.file.read_bytes(), type=_StoredTokens)
                except msgspec.DecodeError:
                    raise Refused(
                        f"{self.file} is damaged. Delete the file. The server then makes new"
                        " links when it starts."
                    ) from None
                self._read_at = changed

    def _write_tokens(self) -> None:
        if self.file is None:
            return
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            file_itself = self.file.resolve()
            beside = file_itself.with_name(f"{file_itself.name}.new")
            beside.unlink(missing_ok=True)
            mode = os.O_WRONLY | os.O_CREAT | os.O_EXCL
            with os.fdopen(os.open(beside, mode, 0o600), "wb") as file:
                file.write(msgspec.json.encode(self._stored))
            beside.replace(file_itself)
        except OSError as error:
            raise Refused(
                f"{self.file} cannot be written ({error.strerror}). Make the file writable."
            ) from error
        self._read_at = -1


def find_role_by_name_or_title(name: str, links: Sequence[RoleLink]) -> Role:
    """Find a role by its name or its link's title. Raises ``Refused`` if there is none."""
    found = find_id_by_whole_name_or_id(name, {link.title: link.title for link in links}, "link")
    meant = [link.role for link in links if link.title == found]
    meant = meant or [link.role for link in links if link.role.name == name.casefold()]
    if len(meant) == 1:
        return meant[0]
    there = ", ".join(link.title for link in links)
    raise Refused(f"There is no link for {name!r}. Choose one of: {there}.")


def get_tokens_file_path(ledger: Path | str) -> Path:
    """Return the path of a ledger's token file, which is in the user's state folder."""
    place = str(ledger.expanduser().absolute()) if isinstance(ledger, Path) else ledger
    name = sha256(place.encode()).hexdigest()[:16]
    return user_state_path("warledger") / f"doors-{name}"
