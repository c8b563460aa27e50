"""The SQL tables, and the table that identifies them.

Sides, units and figures are named by handle: `r`, `r1`, `r1.3`.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from functools import cache
from typing import Any

from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel

from tracker.application.game_dates import parse_stored_date

FORMAT = "warledger-tables"
VERSION = 4
"""The version of tables, columns and views. Tables of another version are recreated."""

Row = tuple[type["SqlTable"], tuple[Any, ...]]
"""A row: its table, and the values of its columns in order."""
SqlRows = Iterator[Row]


def parse_optional_stored_date(text: str) -> date | None:
    """Parse a stored date, or return None for an empty text."""
    return parse_stored_date(text) if text else None


def declare_column(description: str) -> Any:
    """Declare a table column with its description in ``docs/sql.md``."""
    return Field(description=description)


def declare_key_column(description: str, **settings: Any) -> Any:
    """Declare a column of the table's primary key."""
    return Field(primary_key=True, description=description, **settings)


class SqlTable(SQLModel, registry=registry()):
    """The base class of every table, with metadata separate from the ledger's."""


def make_sql_row(table: type[SqlTable], source: object, /, **overrides: Any) -> Row:
    """Make a row from ``overrides``, and from attributes of ``source`` for the other columns."""
    names = list_column_names(table)
    return table, tuple(
        [overrides[name] if name in overrides else getattr(source, name) for name in names]
    )


@cache
def list_column_names(table: type[SqlTable]) -> tuple[str, ...]:
    return tuple(SqlTable.metadata.tables[str(table.__tablename__)].columns.keys())


class SqlAbout(SqlTable, table=True):
    """The version of the tables, in one row."""

    __tablename__ = "about"

    format: str = declare_key_column("The name of the format, always `warledger-tables`.")
    version: int = declare_column("The version of these tables.")
    program: str = declare_column("The version of Warledger that wrote the tables.")


class SqlSource(SqlTable, table=True):
    """The games, leagues and campaigns in these tables, with the last event of each.

    While a game has secrets, its `digest` is empty.
    """

    __tablename__ = "source"

    stream: str = declare_key_column("The id of the game, league or campaign: `m3` or `l1`.")
    version: int = declare_column("The number of the last event of this stream.")
    digest: str = declare_column("The digest of the last event, in hexadecimal.")


SUBJECTS = "handles of sides, units or figures, separated by commas"


class _OfMatch(SqlTable):
    match: str = declare_key_column("The id of the game, such as `m3`.", foreign_key="match.id")


class _OfEvent(_OfMatch):
    version: int = declare_key_column("The number of the event in the game.")
    line: int = declare_column(
        "The number of the event's entry, from `line` to `last` of its row in the table `line`."
    )
    turn: int = declare_column("The number of the turn; 0 before the first turn.")
    phase: str = declare_column("The name of the phase in the log.")


class SqlMatch(SqlTable, table=True):
    """The games, one row each."""

    __tablename__ = "match"

    id: str = declare_key_column("The id of the game, such as `m3`.")
    title: str = declare_column("The title of the game.")
    ruleset: str = declare_column("The id of the game's ruleset.")
    mode: str = declare_column("How a breach of the rules is treated: `strict`, `warn` or `free`.")
    played_on: date | None = declare_column("The date of the game.")
    status: str = declare_column("The status of the game: `running` or `ended`.")
    turns: int = declare_column("The number of turns that have begun.")
    winner: str | None = declare_column("The handle of the winning side; null for a draw.")
    how: str | None = declare_column("The kind of end, such as `time`.")
    why: str | None = declare_column("Why the game ended, in words.")
    aside: bool = declare_column("Whether the game is archived; lists omit archived games.")
    opened_at: datetime = declare_column("The time when the first line was entered (UTC).")
    last_at: datetime = declare_column("The time when the last line was entered (UTC).")


class SqlMatchOption(_OfMatch, table=True):
    """The options and house rules of each game."""

    __tablename__ = "match_option"

    name: str = declare_key_column("The option's name.")
    value: str = declare_column("The value of the option.")
    is_default: bool = declare_column("Whether the value is the default of the ruleset.")


class SqlSide(_OfMatch, table=True):
    """The sides of each game."""

    __tablename__ = "side"

    side: str = declare_key_column("The handle of the side, such as `r`.")
    name: str = declare_column("The name of the side.")
    player: str = declare_column("The name of the side's player; empty if not entered.")
    force: str = declare_column("The name of the side's force.")
    cost: int = declare_column("The cost of the side's force, in points.")
    points: int = declare_column("The side's current number of victory points.")
    won: bool | None = declare_column("Whether the side won; null until the game has ended.")


class SqlUnit(_OfMatch, table=True):
    """The units of each game in their current state."""

    __tablename__ = "unit"

    unit: str = declare_key_column("The handle of the unit, such as `r1`.")
    side: str = declare_column("The handle of the unit's side.")
    name: str = declare_column("The name of the unit.")
    started: int = declare_column("The unit's number of figures at the start.")
    figures_left: int = declare_column("The number of the unit's figures on the table now.")


class SqlFigure(_OfMatch, table=True):
    """The figures of each game in their current state."""

    __tablename__ = "figure"

    figure: str = declare_key_column("The handle of the figure, such as `r1.3`.")
    unit: str = declare_column("The handle of the figure's unit.")
    side: str = declare_column("The handle of the figure's side.")
    profile: str = declare_column("The figure's profile in its force.")
    name: str = declare_column("The name of the figure; empty for most figures.")
    wounds: int = declare_column("The number of wounds of the figure.")
    gone: str | None = declare_column("How the figure left the table; null while it is there.")
    gone_by: str | None = declare_column(
        "The handle of the unit or figure that removed the figure."
    )


class SqlLine(_OfMatch, table=True):
    """The log, with one line for each action and without undone lines.

    To find the log line of a roll, join its action, `action.version = roll.action`, and then
    `action.line BETWEEN line.line AND line.last`. For a roll without an action, use `roll.line`.
    After a correction, lines can overlap, and the join can then find several lines.
    """

    __tablename__ = "line"

    place: int = declare_key_column("The position of the line in the log, starting at 0.")
    line: int = declare_column(
        "The number of the line's first entry; two lines can share a number."
    )
    last: int = declare_column("The number of the last entry of the line.")
    kind: str = declare_column(
        "The kind: `opening`, `action`, `turn`, `note`, `set right` or `end`."
    )
    turn: int = declare_column("The number of the turn; 0 before the first turn.")
    phase: str = declare_column("The name of the phase in the log.")
    side: str | None = declare_column("The handle of the side that acted.")
    text: str = declare_column("The text of the line.")
    at: datetime = declare_column("The time when the line was entered (UTC).")
    author: str = declare_column("Who entered the line; empty if not known.")
    by_app: bool = declare_column("Whether the program rolled any of the line's dice.")


class SqlTurn(_OfMatch, table=True):
    """The time that each side took in each turn, without pauses and longer absences."""

    __tablename__ = "turn"

    turn: int = declare_key_column("The number of the turn; 0 is the set-up.")
    side: str = declare_key_column("The handle of the side that used the time.")
    minutes: float = declare_column("The time that the side used in the turn, in minutes.")


class SqlAction(_OfEvent, table=True):
    """The actions as declared. Their results are in other tables."""

    __tablename__ = "action"

    side: str | None = declare_column("The handle of the side that acts.")
    action: str = declare_column("The id of the action in its ruleset.")
    actor: str | None = declare_column(f"The actors: {SUBJECTS}.")
    target: str | None = declare_column(f"The targets: {SUBJECTS}.")
    objections: int = declare_column("The number of objections that the players overrode.")
    late: bool = declare_column("Whether the action was entered after later lines.")
    by_itself: bool = declare_column(
        "Whether the action was automatic, for example when a phase begins."
    )
    at: datetime = declare_column("The time when the action was entered (UTC).")


class SqlRoll(_OfEvent, table=True):
    """The rolls, without undone rolls."""

    __tablename__ = "roll"

    action: int = declare_column("The event number of the roll's action; 0 for none.")
    side: str | None = declare_column("The handle of the side that rolls.")
    who: str | None = declare_column("The handle of the unit, figure or side that rolls.")
    unit: str | None = declare_column("The handle of the unit that `who` is or belongs to.")
    whom: str | None = declare_column("The handle of the unit, figure or side that is the target.")
    what: str = declare_column("The purpose of the roll, in words.")
    rule: str = declare_column("The id of the rule that asks for the roll.")
    form: str = declare_column("The form: `pool` (successes), `score` (a sum) or `faces`.")
    n_dice: int = declare_column("The number of dice in the roll.")
    n_faces: int = declare_column("The number of faces that were entered; they are in `die`.")
    need: str = declare_column("The number that each die, or the sum, needs.")
    successes: int | None = declare_column(
        "The number of successful dice; 1 or 0 for a sum or for the higher of two dice."
    )
    chance: float | None = declare_column("The chance of one die, or of the sum, from 0 to 1.")
    expected: float | None = declare_column("The expected number of successes.")
    tries: int | None = declare_column(
        "The number of throws in the luck reports: dice with their rerolls, or one sum."
    )
    made: int | None = declare_column("The number of `tries` that succeeded.")
    total: int | None = declare_column("The sum of the dice; null if they are not added up.")
    by_app: int = declare_column("The number of dice that the program rolled.")
    source: str = declare_column("The source: `typed`, `app`, `mixed`, `counted` or `default`.")
    ruling: str = declare_column(
        "The players' reason for a table ruling, such as a different number of dice."
    )
    at: datetime = declare_column("The time when the roll was entered (UTC).")


class SqlDie(_OfMatch, table=True):
    """The dice whose faces were entered. For some rolls, these are only the successful dice."""

    __tablename__ = "die"

    version: int = declare_key_column("The event number of the die's roll.")
    place: int = declare_key_column(
        "The position of the die among the faces entered, starting at 0."
    )
    sides: int = declare_column("The number of sides of the die.")
    face: int = declare_column("The face of the die.")
    success: bool | None = declare_column(
        "Whether the die succeeded; null in a roll without successes."
    )


class SqlMove(_OfEvent, table=True):
    """The moves that were recorded."""

    __tablename__ = "move"

    unit: str = declare_column("The handle of the unit that moved.")
    length: float | None = declare_column("The length of the move, in `unit_of_length`.")
    unit_of_length: str = declare_column("The ruleset's unit of length, such as `in`.")
    how: str = declare_column("The kind of move.")


class SqlCasualty(_OfEvent, table=True):
    """The figures that left the table and did not return, each with its last removal."""

    __tablename__ = "casualty"

    figure: str = declare_key_column("The handle of the figure.")
    unit: str = declare_column("The handle of the figure's unit at that time.")
    side: str = declare_column("The handle of the figure's side.")
    profile: str = declare_column("The figure's profile in its force.")
    how: str = declare_column("`killed`, `destroyed`, `fled`, `captured`, `lost` or `scattered`.")
    removed_by: str | None = declare_column(
        "The handle of the unit or figure that removed the figure."
    )
    removed_by_unit: str | None = declare_column(
        "The handle of the unit that `removed_by` is or belongs to."
    )


class SqlMarker(_OfEvent, table=True):
    """Marker changes, with a row for each placement or removal."""

    __tablename__ = "marker"

    subject: str = declare_key_column("The handle of the side, unit or figure that has the marker.")
    marker: str = declare_column("The marker's id in the ruleset.")
    value: str = declare_column("The value of the marker; empty if it is face down or was removed.")
    is_set: bool = declare_column("Whether the marker was placed; false if it was removed.")


class SqlPoints(_OfEvent, table=True):
    """The victory points scored in play. The totals in `side` also include points for losses."""

    __tablename__ = "points"

    side: str = declare_column("The handle of the side that scored.")
    points: int = declare_column("The number of victory points.")
    why: str = declare_column("The reason for the points, in words.")


class _OfLeague(SqlTable):
    league: str = declare_key_column(
        "The id of the league or campaign, such as `l1`.", foreign_key="league.id"
    )


class _AfterRound(_OfLeague):
    season: int = declare_key_column("The season number, starting at 1.")
    after_round: int = declare_key_column("The number of the last round that is included.")
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
    aside: bool = declare_column("Whether the league or campaign is archived; lists then omit it.")


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

    season: int = declare_key_column("The season number, starting at 1.")
    round: int = declare_key_column("The round number, starting at 1.")
    on_day: date | None = declare_column("The date of the round.")
    method: str = declare_column("The pairing method of the round.")
    mission: str = declare_column("The mission that all tables play.")
    terrain: str = declare_column("The terrain on all tables.")


class SqlFixture(_OfLeague, table=True):
    """The published pairings, with byes and results."""

    __tablename__ = "fixture"

    fixture: str = declare_key_column("The id of the pairing, such as `f1`.")
    season: int = declare_column("The season number, starting at 1.")
    round: int = declare_column("The number of the round; 0 for a game outside the rounds.")
    on_day: date | None = declare_column("The arranged date of the game, or the date of its round.")
    table_no: int = declare_column("The table number; 0 for none.")
    home: str = declare_column("The id of the player named first.")
    away: str | None = declare_column("The id of the other player; null for a bye.")
    kind: str | None = declare_column(
        "The kind of result: `played`, `conceded`, `forfeit`, `late withdrawal`, `double loss`,"
        " `bye`, `half bye` or `zero bye`; null without a result."
    )
    winner: str | None = declare_column(
        "The id of the winner; null for a draw, a double loss, a bye, or without a result."
    )
    vp_home: int | None = declare_column(
        "The number of victory points that the player named first scored."
    )
    vp_away: int | None = declare_column(
        "The number of victory points that the other player scored."
    )
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
    vp_against: int = declare_column("The number of victory points that the opponents scored.")
    points: float = declare_column("The number of league points, with bonus points.")
    division: str = declare_column("The division's name; empty if there are no divisions.")


class SqlTieBreak(_AfterRound, table=True):
    """The tie-breaks behind each row of the standings."""

    __tablename__ = "tie_break"

    tie_break: str = declare_key_column("The name of the tie-break.")
    rank: int = declare_column("The position in the league's order of tie-breaks, starting at 1.")
    value: float | None = declare_column(
        "The tie-break's value; null if it does not apply to the player."
    )
