"""The SQL tables of leagues and campaigns."""

from __future__ import annotations

from datetime import date

from sqlmodel import Field

from exports.sql_tables.sql_table_metadata import SqlTable


class _OfLeague(SqlTable):
    league: str = Field(
        primary_key=True,
        foreign_key="league.id",
        description="The id of the league or campaign, such as `l1`.",
    )


class _AfterRound(_OfLeague):
    season: int = Field(primary_key=True, description="The number of the season, from 1.")
    after_round: int = Field(
        primary_key=True, description="The number of the last round that counts."
    )
    player: str = Field(primary_key=True, description="The id of the player, such as `p1`.")


class SqlLeague(SqlTable, table=True):
    """The leagues and campaigns, one row each."""

    __tablename__ = "league"

    id: str = Field(
        primary_key=True, description="The id of the league or campaign, such as `l1` or `c1`."
    )
    title: str = Field(description="The title of the league or campaign.")
    what: str = Field(description="The kind: `league` or `campaign`.")
    zone: str = Field(description="The time zone of the league or campaign.")
    scheme: str = Field(description="The points for a win, a draw and a loss, such as `3/1/0`.")
    opened_on: date | None = Field(description="The date on which the league or campaign began.")
    aside: bool = Field(
        description="Whether the league or campaign is archived; lists leave it out."
    )


class SqlPlayer(_OfLeague, table=True):
    """The players of each league."""

    __tablename__ = "player"

    player: str = Field(
        primary_key=True, description="The id of the player in this league, such as `p1`."
    )
    name: str = Field(description="The name of the player.")
    ranked: bool = Field(description="True if the player is in the standings.")
    left_after: int | None = Field(
        description="The number of the last round of a player who has dropped out."
    )
    rating: float | None = Field(
        description="The Glicko-2 rating of the player; null before the first game."
    )
    deviation: float | None = Field(
        description="The rating's deviation. The true rating lies within two deviations in 95 %"
        " of cases."
    )


class SqlRound(_OfLeague, table=True):
    """The published rounds."""

    __tablename__ = "round"

    season: int = Field(primary_key=True, description="The number of the season, from 1.")
    round: int = Field(primary_key=True, description="The round number, from 1.")
    on_day: date | None = Field(description="The date of the round.")
    method: str = Field(description="The pairing method of the round.")
    mission: str = Field(description="The mission that all tables play.")
    terrain: str = Field(description="The terrain on all tables.")


class SqlFixture(_OfLeague, table=True):
    """The published pairings, with byes and results."""

    __tablename__ = "fixture"

    fixture: str = Field(primary_key=True, description="The id of the pairing, such as `f1`.")
    season: int = Field(description="The number of the season, from 1.")
    round: int = Field(description="The number of the round; 0 for a game outside the rounds.")
    on_day: date | None = Field(
        description="The date arranged for the game, or the date of its round."
    )
    table_no: int = Field(description="The table number; 0 for none.")
    home: str = Field(description="The id of the player named first.")
    away: str | None = Field(description="The id of the other player; null for a bye.")
    kind: str | None = Field(description="The kind of result; null without a result.")
    winner: str | None = Field(description="The id of the winner; null for a draw.")
    vp_home: int | None = Field(
        description="The number of victory points of the player named first."
    )
    vp_away: int | None = Field(description="The number of victory points of the other player.")
    played_on: date | None = Field(description="The date on which the game was played.")
    match: str | None = Field(description="The id of the linked game in this ledger, such as `m3`.")
    signed: int = Field(description="The number of players who have signed the result.")
    corrections: int = Field(description="The number of corrections of the result.")


class SqlStanding(_AfterRound, table=True):
    """The standings of each league after each round."""

    __tablename__ = "standing"

    place: int = Field(description="The place of the player; tied players share a place.")
    played: int = Field(description="The number of games played, including forfeits but not byes.")
    won: int = Field(description="The number of games won.")
    drawn: int = Field(description="The number of games drawn.")
    lost: int = Field(description="The number of games lost.")
    byes: int = Field(description="The number of byes.")
    vp_for: int = Field(description="The number of victory points scored.")
    vp_against: int = Field(description="The number of victory points of the opponents.")
    points: float = Field(description="The number of league points, with bonus points.")
    division: str = Field(
        description="The name of the division; empty if the league has no divisions."
    )


class SqlTieBreak(_AfterRound, table=True):
    """The tie-breaks behind each row of the standings."""

    __tablename__ = "tie_break"

    tie_break: str = Field(primary_key=True, description="The name of the tie-break.")
    rank: int = Field(
        description="The tie-break's position in the league's order of tie-breaks, from 1."
    )
    value: float | None = Field(
        description="The value of the tie-break; null where it does not apply."
    )
