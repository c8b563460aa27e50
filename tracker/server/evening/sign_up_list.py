"""A list of players that is pasted on the organiser's page: read, checked, then enrolled."""

from __future__ import annotations

from hashlib import sha256

from msgspec import Struct

from tracker.application.errors import Refused
from tracker.application.leagues import signing_up
from tracker.application.leagues.league import League
from tracker.server.access_tokens import Role
from tracker.server.evening.submissions import Said, line_told, must_be_organiser
from tracker.vocabulary.typed import is_number

OUT = "out "
"""How the field of a line begins that is left out."""


class RowSeen(Struct, frozen=True):
    """A line of the list: its number, who it is, and what becomes of it."""

    line: int
    name: str
    told: str
    joins: bool
    out: bool


class ListSeen(Struct, frozen=True):
    """A list as it would be enrolled: ``consent`` stands for what its lines come to.

    ``columns`` may hold the names, each as it is sent and in words; ``column`` is the one chosen.
    """

    consent: str
    rows: tuple[RowSeen, ...]
    columns: tuple[tuple[str, str], ...]
    column: str

    @property
    def joining(self) -> int:
        """How many are enrolled with it."""
        return sum(one.joins for one in self.rows)


def enrol_list(league: League, role: Role, said: Said) -> str:
    """Those of a list who are new join, once the organiser has seen what becomes of each line."""
    must_be_organiser(role)
    seen = review_list(league, said)
    if not seen.rows:
        raise Refused("Paste a list of names, one a line.")
    if said.get("consent", "") != seen.consent:
        raise Refused("Nobody is enrolled yet. Check each line below, then enrol them.")
    return line_told(league, league.people.sign_up(_rows(league, said)))


def review_list(league: League, said: Said) -> ListSeen:
    """What becomes of each line. Raises ``Refused`` for a list that is too long."""
    text, chosen = said.get("list", ""), _columns(said)
    known = signing_up.read_list(text, chosen).columns
    every = signing_up.review_list(league.state, text, columns=chosen)
    rows = {row.line: row for row in _rows(league, said)}
    lines = [f"{row.line} {row.name} {signing_up.describe_sign_up(row)}" for row in every]
    return ListSeen(
        sha256("\n".join(lines).encode()).hexdigest()[:16],
        tuple(
            RowSeen(
                row.line,
                row.name,
                signing_up.describe_sign_up(rows[row.line]),
                rows[row.line].verdict == "joins",
                rows[row.line].verdict == "left out",
            )
            for row in every
        ),
        tuple((" ".join(map(str, one)), known.called(one)) for one in known.choices)
        if known
        else (),
        " ".join(map(str, chosen or (known.names if known else ()))),
    )


def _rows(league: League, said: Said) -> list[signing_up.SignUp]:
    out = {field.removeprefix(OUT) for field in said if field.startswith(OUT)}
    left_out = {int(one) for one in out if is_number(one)}
    text = said.get("list", "")
    return signing_up.review_list(league.state, text, left_out=left_out, columns=_columns(said))


def _columns(said: Said) -> tuple[int, ...]:
    return tuple(int(one) for one in said.get("column", "").split() if is_number(one))
