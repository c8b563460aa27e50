"""A league as a league record, in the form that docs/league-record.md describes."""

from __future__ import annotations

from tracker.application.league_records.league_record_writer import compose_league
from tracker.application.leagues.league import League


def write_league_record(league: League) -> str:
    """The record of a league: every line of its book, and the records of its games.

    Raises ``Refused`` while something in one of them is secret.
    """
    return compose_league(league)
