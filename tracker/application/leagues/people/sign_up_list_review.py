"""Compares the lines of a sign-up list with the players of a league.

Every line gets a verdict, such as new, already enrolled, or perhaps the same person as another
player. No line is skipped silently.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from difflib import SequenceMatcher
from typing import Literal

from msgspec import Struct

from tracker.application.errors import Refused
from tracker.application.text_cleaning import clean_text
from tracker.input_parsing.player_list_parser import ListedName, PeopleList, parse_people_list
from tracker.leagues.league_state import LeagueState
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.name_normalisation import make_name_key

SignUpVerdict = Literal[
    "joins", "is enrolled", "has dropped", "twice", "no name", "left out", "heading"
]
SIMILARITY = 0.82
"""The minimum similarity of two names that may belong to one person. About one letter in six can
differ.
"""
MAX_LINES = 1000
_OTHER_FILES = {
    "a calendar": re.compile(r"\s*BEGIN:VCALENDAR", re.IGNORECASE),
    "a web page": re.compile(r"\s*<(!doctype html|html)\b", re.IGNORECASE),
    "XML": re.compile(r"\s*<\?xml\b"),
    "JSON": re.compile(r'\s*\{\s*"'),
    "a record": re.compile(r"# Warledger"),
}
"""Patterns for the beginnings of other kinds of files."""


class SignUp(Struct, frozen=True):
    """A line of a sign-up list with its verdict.

    ``like`` is a similar name that may belong to the same person, or "".
    """

    line: int
    name: str
    beside: str
    verdict: SignUpVerdict
    like: str = ""


def parse_sign_up_list(
    text: str, name_columns: Sequence[int] = (), *, lines_are_names: bool = False
) -> PeopleList:
    """Parse a list of people. By default, the columns that contain names are detected.

    Raises ``Refused`` for a column that does not exist, and for a file of another kind.
    """
    kind = next((kind for kind, start in _OTHER_FILES.items() if start.match(text)), "")
    if kind:
        raise Refused(f"This file is {kind}, not a list of players. Choose another file.")
    found = parse_people_list(text, lines_are_names=lines_are_names)
    if not name_columns:
        return found
    there = len(found.columns.columns) if found.columns else 1
    for one in name_columns:
        if not 1 <= one <= there:
            raise Refused(
                f"There is no column {one}: the list has {format_count(there, 'column')}."
            )
    return parse_people_list(text, name_columns=name_columns) if found.columns else found


def require_unambiguous_columns(people: PeopleList) -> None:
    """Raise ``Refused`` with a list of the columns if it is unclear which of them contain names."""
    if people.columns is not None and not people.columns.sure:
        proposed = " ".join(f"--column {one}" for one in people.columns.names)
        raise Refused(
            "Which column has the names? The columns are:"
            f" {people.columns.describe_all_columns()}. Choose the column with {proposed}."
            " For names in two columns, give the option twice."
        )


def review_sign_ups(
    state: LeagueState,
    text: str,
    *,
    lines_are_names: bool = False,
    skipped_lines: Collection[int] = (),
    name_columns: Sequence[int] = (),
) -> list[SignUp]:
    """Return a verdict on each line of a sign-up list. New players in ``skipped_lines`` are left
    out.

    If ``lines_are_names`` is true, each whole line is a name. ``name_columns`` are the columns that
    contain names. By default, the columns are detected. Raises ``Refused`` for more than
    ``MAX_LINES`` lines.
    """
    people = parse_sign_up_list(text, name_columns, lines_are_names=lines_are_names)
    listed = people.names
    if len(listed) > MAX_LINES:
        raise Refused(
            f"The list has {format_count(len(listed), 'line')}; the limit is {MAX_LINES}."
        )
    enrolled = {make_name_key(one.name): one for one in state.players.values()}
    known = {_normalise_name(one.name): one.name for one in state.players.values()}
    seen: set[str] = set()
    titles = map(_clean_listed_name, people.titles)
    found = [SignUp(one.line, one.name, one.beside, "heading") for one in titles]
    for one in listed:
        row = _clean_listed_name(one)
        there = enrolled.get(make_name_key(row.name))
        verdict: SignUpVerdict = "joins"
        like = ""
        if not row.name:
            verdict = "no name"
        elif there is not None:
            gone = there.get_absence_reason(state.round_number + 1) == "dropped"
            verdict = "has dropped" if gone else "is enrolled"
        elif make_name_key(row.name) in seen:
            verdict = "twice"
        else:
            like = _find_similar_name(row.name, known)
            if one.line in skipped_lines:
                verdict = "left out"
            else:
                seen.add(make_name_key(row.name))
                known.setdefault(_normalise_name(row.name), row.name)
        found.append(SignUp(row.line, row.name, row.beside, verdict, like))
    return found


def describe_sign_up(row: SignUp) -> str:
    """Describe the verdict on a line, as in ``joins; same person as Jonas Meier?``."""
    words = {
        "joins": "joins",
        "is enrolled": "is already enrolled",
        "has dropped": "has dropped out; bring the player back first",
        "twice": "is on this list twice",
        "no name": "has no name",
        "left out": "left out",
        "heading": "is a heading, not a player",
    }[row.verdict]
    return f"{words}; same person as {row.like}?" if row.like else words


def _clean_listed_name(listed: ListedName) -> ListedName:
    return ListedName(listed.line, clean_text(listed.name), clean_text(listed.beside))


def _find_similar_name(name: str, known: dict[str, str]) -> str:
    wanted = _normalise_name(name)
    if wanted in known:
        return known[wanted]
    match = SequenceMatcher()
    match.set_seq2(wanted)
    best, like = SIMILARITY, ""
    for plain, called in known.items():
        if _is_short_form_of_name(plain, wanted) or _is_short_form_of_name(wanted, plain):
            return called
        match.set_seq1(plain)
        if match.real_quick_ratio() >= best and match.quick_ratio() >= best:
            ratio = match.ratio()
            if ratio >= best:
                best, like = ratio, called
    return like


def _is_short_form_of_name(short: str, long: str) -> bool:
    """Return whether ``long`` contains all words of ``short`` and more, as with ``anna`` and ``anna
    berger``.
    """
    words: Sequence[str] = long.split()
    return len(short.split()) < len(words) and set(short.split()) <= set(words)


def _normalise_name(name: str) -> str:
    """Return a name in lower case without accents and punctuation, with its words sorted."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    kept = "".join(c if c.isalnum() else " " for c in letters if not unicodedata.combining(c))
    return " ".join(sorted(kept.split())) or make_name_key(name)
