"""Enrols players from a list that the organiser pasted, after a review."""

from __future__ import annotations

from hashlib import sha256

from msgspec import Struct

from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.people.sign_up_list_review import (
    SignUp,
    describe_sign_up,
    parse_sign_up_list,
    review_sign_ups,
)
from tracker.server.league_evening.result_submissions import FormFields
from tracker.vocabulary.typed_numbers import is_whole_number

SKIP_PREFIX = "out "
"""The prefix of form fields for lines to be skipped."""


class SignUpListView(Struct, frozen=True):
    """A pasted list before enrolment. ``consent`` identifies what the form showed for each line.

    ``column_choices`` are the columns that may contain the names, each as a value and in words.
    """

    consent: str
    rows: list[tuple[SignUp, str]]
    column_choices: tuple[tuple[str, str], ...]
    column: str

    @property
    def joining_count(self) -> int:
        return sum(row.verdict == "joins" for row, _ in self.rows)


def enrol_reviewed_player_list(league: League, form: FormFields) -> LeagueEntry:
    """Enrol the new players on a list, if the organiser has seen what happens to each line."""
    review = review_player_list(league, form)
    if not review.rows:
        raise Refused("Paste a list of names, one per line.")
    if form.get("consent", "") != review.consent:
        change = "The list has changed. " if form.get("consent") else ""
        raise Refused(f"{change}Check each line, then press “Enrol them”.")
    return league.people.enrol_sign_ups([row for row, _ in review.rows])


def review_player_list(league: League, form: FormFields) -> SignUpListView:
    """Review each line of a pasted list. Raises ``Refused`` if the list is too long."""
    text = form.get("list", "")
    chosen = tuple(int(one) for one in form.get("column", "").split() if is_whole_number(one))
    detected = parse_sign_up_list(text, chosen).columns
    skipped = {field.removeprefix(SKIP_PREFIX) for field in form if field.startswith(SKIP_PREFIX)}
    left_out = {int(one) for one in skipped if is_whole_number(one)}
    all_rows = review_sign_ups(league.state, text, name_columns=chosen)
    rows = review_sign_ups(league.state, text, skipped_lines=left_out, name_columns=chosen)
    lines = [f"{row.line} {row.name} {describe_sign_up(row)}" for row in all_rows]
    return SignUpListView(
        sha256("\n".join(lines).encode()).hexdigest()[:16],
        [(row, describe_sign_up(row)) for row in rows],
        tuple(
            (" ".join(map(str, choice)), detected.format_columns(choice))
            for choice in detected.name_column_choices
        )
        if detected
        else (),
        " ".join(map(str, chosen or (detected.names if detected else ()))),
    )
