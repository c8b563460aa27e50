"""The SQL tables of leagues and campaigns."""

from __future__ import annotations

from datetime import date

from exports.sql_tables.sql_table_metadata import SqlTable, declare_column, declare_key_column


class _OfLeague(SqlTable):
    league: str = declare_key_column(
        "The id of the league or campaign, such as `l1`.", foreign_key="league.id"
    )


class _AfterRound(_OfLeague):
    season: int = declare_key_column("The number of the season, from 1.")
    after_round: int = declare_key_column("The number of the last round that counts.")
    player: str = declare_key_column("The id of the player, such as `p1`.")


class SqlLeague(SqlTable, table=True):
    """The leagues and campaigns, one row each."""

    __tablename__ = "league"

    id: str = declare_key_column("The id of the league or campaign, such as `l1` or `c1`.")
    title: str = declare_column("The title of the league or campaign.")
    what: str = declare_column("The kind: `league` or `campaign`.")
    zone: str = declare_column("The time zone of the league or campaign.")
    scheme: str = declare_column("The points for a win, a draw and a loss, such as `3/1/0`.")
    opened_on: date | None = declare_column("The date on which the league or campaign began.")
    aside: bool = declare_column("Whether the league or campaign is archived; lists omit it then.")


class SqlPlayer(_OfLeague, table=True):
    """The players of each league."""

    __tablename__ = "player"

    player: str = declare_key_column("The id of the player in this league, such as `p1`.")
    name: str = declare_column("The name of the player.")
    ranked: bool = declare_column("Whether the player is in the standings.")
    left_after: int | None = declare_column("The last round of a player who has dropped out.")
    rating: float | None = declare_column("The Glicko-2 rating; null before the first game.")
    deviation: float | None = declare_column(
        "The rating's deviation. The true rating lies within two deviations in 95% of cases."
    )


class SqlRound(_OfLeague, table=True):
    """The published rounds."""

    __tablename__ = "round"

    season: int = declare_key_column("The number of the season, from 1.")
    round: int = declare_key_column("The round number, from 1.")
    on_day: date | None = declare_column("The date of the round.")
    method: str = declare_column("The pairing method of the round.")
    mission: str = declare_column("The mission that all tables play.")
    terrain: str = declare_column("The terrain on all tables.")


class SqlFixture(_OfLeague, table=True):
    """The published pairings, with byes and results."""

    __tablename__ = "fixture"

    fixture: str = declare_key_column("The id of the pairing, such as `f1`.")
    season: int = declare_column("The number of the season, from 1.")
    round: int = declare_column("The number of the round; 0 for a game outside the rounds.")
    on_day: date | None = declare_column("The date arranged for the game, or of its round.")
    table_no: int = declare_column("The table number; 0 for none.")
    home: str = declare_column("The id of the player named first.")
    away: str | None = declare_column("The id of the other player; null for a bye.")
    kind: str | None = declare_column("The kind of result; null without a result.")
    winner: str | None = declare_column("The id of the winner; null for a draw.")
    vp_home: int | None = declare_column("The number of victory points of the player named first.")
    vp_away: int | None = declare_column("The number of victory points of the other player.")
    played_on: date | None = declare_column("The date on which the game was played.")
    match: str | None = declare_column("The id of the linked game in this ledger, such as `m3`.")
    signed: int = declare_column("The number of players who have signed the result.")
    corrections: int = declare_column("The number of times that the result was corrected.")


class SqlStanding(_AfterRound, table=True):
    """The standings of each league after each round."""

    __tablename__ = "standing"

    place: int = declare_column("The place of the player; tied players share a place.")
    played: int = declare_column("The number of games played, including forfeits but not byes.")
    won: int = declare_column("The number of games won.")
    drawn: int = declare_column("The number of games drawn.")
    lost: int = declare_column("The number of games lost.")
    byes: int = declare_column("The number of byes.")
    vp_for: int = declare_column("The number of victory points scored.")
    vp_against: int = declare_column("The number of victory points of the opponents.")
    points: float = declare_column("The number of league points, with bonus points.")
    division: str = declare_column("The division's name; empty without divisions.")


class SqlTieBreak(_AfterRound, table=True):
    """The tie-breaks behind each row of the standings."""

    __tablename__ = "tie_break"

    tie_break: str = declare_key_column("The name of the tie-break.")
    rank: int = declare_column("The position in the league's order of tie-breaks, from 1.")
    value: float | None = declare_column("The tie-break's value; null where it does not apply.")
