"""The SQL tables of games. Sides, units and figures are named by handle: `r`, `r1`, `r1.3`."""

from __future__ import annotations

from datetime import date, datetime

from sqlmodel import Field

from exports.sql_tables.sql_table_metadata import SqlTable

SUBJECTS = "handles of sides, units or figures, separated by commas"


class _OfMatch(SqlTable):
    match: str = Field(
        primary_key=True, foreign_key="match.id", description="The id of the game, such as `m3`."
    )


class _OfEvent(_OfMatch):
    version: int = Field(primary_key=True, description="The version of the event in the game.")
    line: int = Field(description="The number of the line that entered the event.")
    turn: int = Field(description="The number of the turn; 0 before the first turn.")
    phase: str = Field(description="The name of the phase in the log.")


class SqlMatch(SqlTable, table=True):
    """The games, one row each."""

    __tablename__ = "match"

    id: str = Field(primary_key=True, description="The id of the game, such as `m3`.")
    title: str = Field(description="The title of the game.")
    ruleset: str = Field(description="The id of the game's ruleset.")
    mode: str = Field(
        description="What happens when the rules object to an action: `strict`, `warn` or `free`."
    )
    played_on: date | None = Field(description="The date of the game.")
    status: str = Field(description="The status of the game: `running` or `ended`.")
    turns: int = Field(description="The number of turns that have begun.")
    winner: str | None = Field(description="The handle of the winning side; null for a draw.")
    how: str | None = Field(description="The kind of end, such as `time`.")
    why: str | None = Field(description="The reason for the end, in words.")
    aside: bool = Field(description="Whether the game is archived; lists leave it out.")
    opened_at: datetime = Field(description="The time when the first line was entered (UTC).")
    last_at: datetime = Field(description="The time when the last line was entered (UTC).")


class SqlMatchOption(_OfMatch, table=True):
    """The options and house rules of each game."""

    __tablename__ = "match_option"

    name: str = Field(primary_key=True, description="The option's name.")
    value: str = Field(description="The value of the option.")
    is_default: bool = Field(description="Whether the value is the default of the ruleset.")


class SqlSide(_OfMatch, table=True):
    """The sides of each game."""

    __tablename__ = "side"

    side: str = Field(primary_key=True, description="The handle of the side, such as `r`.")
    name: str = Field(description="The name of the side.")
    player: str = Field(description="The name of the side's player; empty if not entered.")
    force: str = Field(description="The name of the side's force.")
    cost: int = Field(description="The cost of the side's force, in points.")
    points: int = Field(description="The current number of victory points of the side.")
    won: bool | None = Field(description="Whether the side won; null until the game has ended.")


class SqlUnit(_OfMatch, table=True):
    """The units of each game in their current state."""

    __tablename__ = "unit"

    unit: str = Field(primary_key=True, description="The handle of the unit, such as `r1`.")
    side: str = Field(description="The handle of the unit's side.")
    name: str = Field(description="The name of the unit.")
    started: int = Field(description="The number of figures of the unit at the start.")
    figures_left: int = Field(
        description="The number of figures of the unit that are on the table now."
    )


class SqlFigure(_OfMatch, table=True):
    """The figures of each game in their current state."""

    __tablename__ = "figure"

    figure: str = Field(primary_key=True, description="The handle of the figure, such as `r1.3`.")
    unit: str = Field(description="The handle of the figure's unit.")
    side: str = Field(description="The handle of the figure's side.")
    profile: str = Field(description="The figure's profile in its force.")
    name: str = Field(description="The name of the figure; empty for most figures.")
    wounds: int = Field(description="The number of wounds of the figure.")
    gone: str | None = Field(
        description="The way in which the figure left the table; null while it is there."
    )
    gone_by: str | None = Field(
        description="The handle of the unit or figure that removed the figure."
    )


class SqlLine(_OfMatch, table=True):
    """The log, with one line for each action and without undone lines."""

    __tablename__ = "line"

    place: int = Field(primary_key=True, description="The position of the line in the log, from 0.")
    line: int = Field(
        description="The number of the first entry of the line. It can appear twice in a log."
    )
    last: int = Field(description="The number of the last entry of the line.")
    kind: str = Field(
        description="The kind of line: `opening`, `action`, `turn`, `note`, `set right` or `end`."
    )
    turn: int = Field(description="The number of the turn; 0 before the first turn.")
    phase: str = Field(description="The name of the phase in the log.")
    side: str | None = Field(description="The handle of the side that acted.")
    text: str = Field(description="The text of the line.")
    at: datetime = Field(description="The time when the line was entered (UTC).")
    author: str = Field(
        description="The name of the person who entered the line; empty if not entered."
    )
    by_app: bool = Field(description="Whether the program rolled any of the line's dice.")


class SqlTurn(_OfMatch, table=True):
    """The time that each side took in each turn, without pauses and longer absences."""

    __tablename__ = "turn"

    turn: int = Field(primary_key=True, description="The number of the turn; 0 is the set-up.")
    side: str = Field(primary_key=True, description="The handle of the side that used the time.")
    minutes: float = Field(description="The time that the side used in the turn, in minutes.")


class SqlAction(_OfEvent, table=True):
    """The actions, as they were declared."""

    __tablename__ = "action"

    side: str | None = Field(description="The handle of the side that acts.")
    action: str = Field(description="The id of the action in its ruleset.")
    actor: str | None = Field(description=f"The actors: {SUBJECTS}.")
    target: str | None = Field(description=f"The targets: {SUBJECTS}.")
    objections: int = Field(
        description="The number of objections by the rules that the players overrode."
    )
    late: bool = Field(description="Whether the action was entered after later lines.")
    by_itself: bool = Field(
        description="True if the program took the action, for example began a phase."
    )
    at: datetime = Field(description="The time when the action was entered (UTC).")


class SqlRoll(_OfEvent, table=True):
    """The rolls that count."""

    __tablename__ = "roll"

    action: int = Field(description="The version of the roll's action; 0 for none.")
    side: str | None = Field(description="The handle of the side that rolls.")
    who: str | None = Field(description="The handle of the unit, figure or side that rolls.")
    unit: str | None = Field(description="The handle of the unit that `who` is or belongs to.")
    whom: str | None = Field(
        description="The handle of the unit, figure or side that is the target."
    )
    what: str = Field(description="The purpose of the roll, in words.")
    rule: str = Field(description="The id of the rule that asks for the roll.")
    form: str = Field(
        description="The form of the roll: `pool` (successes), `score` (a sum) or `faces`."
    )
    n_dice: int = Field(description="The number of dice of the roll.")
    n_faces: int = Field(description="The number of faces that were entered; `die` has them.")
    need: str = Field(description="The number that each die, or the sum, needs.")
    successes: int | None = Field(
        description="The number of successful dice; 1 or 0 for a sum, also for the higher of two."
    )
    chance: float | None = Field(description="The chance of one die, or of the sum, from 0 to 1.")
    expected: float | None = Field(description="The expected number of successes.")
    tries: int | None = Field(
        description="The number of throws that count as luck: dice with their rerolls, or one sum."
    )
    made: int | None = Field(description="The number of `tries` that succeeded.")
    total: int | None = Field(description="The sum of the dice, where dice are added up.")
    by_app: int = Field(description="The number of dice that the program rolled.")
    source: str = Field(
        description="The source of the dice: `typed`, `app`, `mixed`, `counted` or `default`."
    )
    ruling: str = Field(description="The players' reason for other dice than the rules ask for.")
    at: datetime = Field(description="The time when the roll was entered (UTC).")


class SqlDie(_OfMatch, table=True):
    """The dice whose faces were entered. For some rolls, these are only the successful dice."""

    __tablename__ = "die"

    version: int = Field(
        primary_key=True, description="The version of the roll that the die is part of."
    )
    place: int = Field(
        primary_key=True, description="The position of the die among the faces entered, from 0."
    )
    sides: int = Field(description="The number of sides of the die.")
    face: int = Field(description="The face of the die.")
    success: bool | None = Field(description="Whether the die succeeds, where dice are counted.")


class SqlMove(_OfEvent, table=True):
    """The moves that were recorded."""

    __tablename__ = "move"

    unit: str = Field(description="The handle of the unit that moved.")
    length: float | None = Field(description="The length of the move, in `unit_of_length`.")
    unit_of_length: str = Field(description="The ruleset's unit of length, such as `in`.")
    how: str = Field(description="The kind of move.")


class SqlCasualty(_OfEvent, table=True):
    """The figures that left the table."""

    __tablename__ = "casualty"

    figure: str = Field(primary_key=True, description="The handle of the figure.")
    unit: str = Field(description="The handle of the unit in which the figure was then.")
    side: str = Field(description="The handle of the figure's side.")
    profile: str = Field(description="The figure's profile in its force.")
    how: str = Field(
        description="The loss: `killed`, `destroyed`, `fled`, `captured`, `lost` or `scattered`."
    )
    removed_by: str | None = Field(
        description="The handle of the unit or figure that removed the figure."
    )
    removed_by_unit: str | None = Field(
        description="The handle of the unit that `removed_by` is or belongs to."
    )


class SqlMarker(_OfEvent, table=True):
    """The placing and removing of markers, with a row for each time."""

    __tablename__ = "marker"

    subject: str = Field(
        primary_key=True, description="The handle of the side, unit or figure that has the marker."
    )
    marker: str = Field(description="The marker's id in the ruleset.")
    value: str = Field(
        description="The value of the marker; empty if it is face down or was removed."
    )
    is_set: bool = Field(description="Whether the marker was placed; false if it was removed.")


class SqlPoints(_OfEvent, table=True):
    """The victory points scored in play. The totals in `side` also count losses."""

    __tablename__ = "points"

    side: str = Field(description="The handle of the side that scored.")
    points: int = Field(description="The number of victory points.")
    why: str = Field(description="The reason for the points, in words.")
