"""The SQL tables of leagues and campaigns."""

from __future__ import annotations

from datetime import date

from sqlmodel import Field

from exports.sql_tables.sql_table_metadata import SqlTable


class _OfLeague(SqlTable):
    league: str = Field(primary_key=True, foreign_key="league.id", description="The league.")


class _AfterRound(_OfLeague):
    season: int = Field(primary_key=True, description="The season, from 1.")
    after_round: int = Field(primary_key=True, description="The last round that counts.")
    player: str = Field(primary_key=True, description="The player, by id.")


class SqlLeague(SqlTable, table=True):
    """The leagues and campaigns, one row each."""

    __tablename__ = "league"

    id: str = Field(primary_key=True, description="The league or campaign: `l1`, `c1`.")
    title: str = Field(description="Its title.")
    what: str = Field(description="`league` or `campaign`.")
    zone: str = Field(description="Its time zone.")
    scheme: str = Field(description="Points for a win, a draw and a loss: `3/1/0`.")
    opened_on: date | None = Field(description="The day it began.")
    aside: bool = Field(description="Whether it is archived; lists leave it out.")


class SqlPlayer(_OfLeague, table=True):
    """The players of each league."""

    __tablename__ = "player"

    player: str = Field(primary_key=True, description="The id of the player in this league: `p1`.")
    name: str = Field(description="The name.")
    ranked: bool = Field(description="Whether the player is in the standings.")
    left_after: int | None = Field(description="The last round of a player who has dropped out.")
    rating: float | None = Field(description="The Glicko-2 rating; null before the first game.")
    deviation: float | None = Field(
        description="The deviation of the rating; twice that either way covers 95 %."
    )


class SqlRound(_OfLeague, table=True):
    """The published rounds."""

    __tablename__ = "round"

    season: int = Field(primary_key=True, description="The season, from 1.")
    round: int = Field(primary_key=True, description="The number of the round, from 1.")
    on_day: date | None = Field(description="The day it is played.")
    method: str = Field(description="The pairing method.")
    mission: str = Field(description="The mission that all tables play.")
    terrain: str = Field(description="The terrain on all tables.")


class SqlFixture(_OfLeague, table=True):
    """The published pairings, with byes and results."""

    __tablename__ = "fixture"

    fixture: str = Field(primary_key=True, description="The id of the pairing: `f1`.")
    season: int = Field(description="The season, from 1.")
    round: int = Field(description="The round; 0 for a game outside the rounds.")
    on_day: date | None = Field(
        description="The day arranged for the game, or the day of its round."
    )
    table_no: int = Field(description="The number of the table; 0 for none.")
    home: str = Field(description="The player named first.")
    away: str | None = Field(description="The other player; null for a bye.")
    kind: str | None = Field(description="The kind of result; null before there is one.")
    winner: str | None = Field(description="The winner; null for a draw.")
    vp_home: int | None = Field(description="Victory points of the player named first.")
    vp_away: int | None = Field(description="Victory points of the other player.")
    played_on: date | None = Field(description="The day it was played.")
    match: str | None = Field(description="The linked game in this ledger.")
    signed: int = Field(description="How many of its players have signed the result.")
    corrections: int = Field(description="How often the result was corrected.")


class SqlStanding(_AfterRound, table=True):
    """The standings of each league after each round."""

    __tablename__ = "standing"

    place: int = Field(description="The place; tied players share a place.")
    played: int = Field(description="Games played, including forfeits but not byes.")
    won: int = Field(description="Games won.")
    drawn: int = Field(description="Games drawn.")
    lost: int = Field(description="Games lost.")
    byes: int = Field(description="Byes.")
    vp_for: int = Field(description="Victory points scored.")
    vp_against: int = Field(description="Victory points of the opponents.")
    points: float = Field(description="League points, with bonus points.")
    division: str = Field(description="The division; empty in a league without any.")


class SqlTieBreak(_AfterRound, table=True):
    """The tie-breaks behind each row of the standings."""

    __tablename__ = "tie_break"

    tie_break: str = Field(primary_key=True, description="The tie-break, by name.")
    rank: int = Field(description="Its place among the tie-breaks of the league, from 1.")
    value: float | None = Field(description="Its value; null where it does not apply.")
