"""The SQL tables of games. Sides, units and figures are named by handle: `r`, `r1`, `r1.3`."""

from __future__ import annotations

from datetime import date, datetime

from sqlmodel import Field

from exports.sql_tables.sql_table_metadata import SqlTable

SUBJECTS = "handles of sides, units or figures, separated by commas"


class _OfMatch(SqlTable):
    match: str = Field(primary_key=True, foreign_key="match.id", description="The game.")


class _OfEvent(_OfMatch):
    version: int = Field(primary_key=True, description="The version of the event in the game.")
    line: int = Field(description="The number of the line that entered the event.")
    turn: int = Field(description="The turn; 0 before the first turn.")
    phase: str = Field(description="The phase, as the log names it.")


class SqlMatch(SqlTable, table=True):
    """The games, one row each."""

    __tablename__ = "match"

    id: str = Field(primary_key=True, description="The game: `m3`.")
    title: str = Field(description="Its title.")
    ruleset: str = Field(description="The id of its ruleset.")
    mode: str = Field(description="What happens when the rules object: `strict`, `warn`, `free`.")
    played_on: date | None = Field(description="The day it was played.")
    status: str = Field(description="`running` or `ended`.")
    turns: int = Field(description="The last turn begun.")
    winner: str | None = Field(description="The side that won; null for a draw.")
    how: str | None = Field(description="The kind of end, such as `time`.")
    why: str | None = Field(description="Why it ended, in words.")
    aside: bool = Field(description="Whether it is archived; lists leave it out.")
    opened_at: datetime = Field(description="When its first line was entered (UTC).")
    last_at: datetime = Field(description="When its last line was entered (UTC).")


class SqlMatchOption(_OfMatch, table=True):
    """The options and house rules of each game."""

    __tablename__ = "match_option"

    name: str = Field(primary_key=True, description="The name of the option.")
    value: str = Field(description="Its value.")
    is_default: bool = Field(description="Whether the ruleset proposes this value.")


class SqlSide(_OfMatch, table=True):
    """The sides of each game."""

    __tablename__ = "side"

    side: str = Field(primary_key=True, description="The handle of the side: `r`.")
    name: str = Field(description="Its name.")
    player: str = Field(description="Its player; empty if not entered.")
    force: str = Field(description="Its force, by name.")
    cost: int = Field(description="The cost of its force, in points.")
    points: int = Field(description="Its victory points, as the game stands.")
    won: bool | None = Field(description="Whether it won; null until the game has ended.")


class SqlUnit(_OfMatch, table=True):
    """The units of each game in their current state."""

    __tablename__ = "unit"

    unit: str = Field(primary_key=True, description="The handle of the unit: `r1`.")
    side: str = Field(description="Its side.")
    name: str = Field(description="Its name.")
    started: int = Field(description="How many figures it began with.")
    figures_left: int = Field(description="How many of them are on the table now.")


class SqlFigure(_OfMatch, table=True):
    """The figures of each game in their current state."""

    __tablename__ = "figure"

    figure: str = Field(primary_key=True, description="The handle of the figure: `r1.3`.")
    unit: str = Field(description="Its unit.")
    side: str = Field(description="Its side.")
    profile: str = Field(description="The profile of the figure in its force.")
    name: str = Field(description="The name of the figure; empty for most.")
    wounds: int = Field(description="The wounds it carries.")
    gone: str | None = Field(description="How it left the table; null while it is there.")
    gone_by: str | None = Field(description="The unit or figure that removed it.")


class SqlLine(_OfMatch, table=True):
    """The log, with one line for each action and without undone lines."""

    __tablename__ = "line"

    place: int = Field(primary_key=True, description="The place in the log, from 0.")
    line: int = Field(
        description="The number of its first entry. The same number can appear twice in a log."
    )
    last: int = Field(description="The number of its last entry.")
    kind: str = Field(description="`opening`, `action`, `turn`, `note`, `set right`, `end`.")
    turn: int = Field(description="The turn; 0 before the first turn.")
    phase: str = Field(description="The phase, as the log names it.")
    side: str | None = Field(description="The side that acted.")
    text: str = Field(description="The line as people read it.")
    at: datetime = Field(description="When it was entered (UTC).")
    author: str = Field(description="Who entered it; empty if not entered.")
    by_app: bool = Field(description="Whether the program rolled some of its dice.")


class SqlTurn(_OfMatch, table=True):
    """The time that each side took in each turn, without pauses and longer absences."""

    __tablename__ = "turn"

    turn: int = Field(primary_key=True, description="The turn; 0 is the set-up.")
    side: str = Field(primary_key=True, description="The side that used the time.")
    minutes: float = Field(description="The time in minutes.")


class SqlAction(_OfEvent, table=True):
    """The actions, as they were declared."""

    __tablename__ = "action"

    side: str | None = Field(description="The side that acts.")
    action: str = Field(description="The id of the action in its ruleset.")
    actor: str | None = Field(description=f"Who acts: {SUBJECTS}.")
    target: str | None = Field(description=f"The target: {SUBJECTS}.")
    objections: int = Field(description="How many objections of the rules the table overrode.")
    late: bool = Field(description="Whether it was entered after later lines.")
    by_itself: bool = Field(
        description="Whether the program took the action, such as beginning a phase."
    )
    at: datetime = Field(description="When it was entered (UTC).")


class SqlRoll(_OfEvent, table=True):
    """The rolls that count."""

    __tablename__ = "roll"

    action: int = Field(
        description="The version of the action that the roll belongs to; 0 for none."
    )
    side: str | None = Field(description="The side that rolls.")
    who: str | None = Field(description="Who rolls: the handle of a unit, figure or side.")
    unit: str | None = Field(description="The unit of `who`.")
    whom: str | None = Field(description="The target: the handle of a unit, figure or side.")
    what: str = Field(description="The purpose of the roll, in words.")
    rule: str = Field(description="The id of the rule that asks for it.")
    form: str = Field(description="`pool`: successes are counted; `score`: a sum; `faces`.")
    n_dice: int = Field(description="How many dice.")
    n_faces: int = Field(description="How many faces were entered; `die` has them.")
    need: str = Field(description="What each die, or the sum, needs.")
    successes: int | None = Field(
        description="Successful dice; 1 or 0 for a sum, also for the higher of two."
    )
    chance: float | None = Field(description="The chance of one die, or of the sum, from 0 to 1.")
    expected: float | None = Field(description="The expected number of successes.")
    tries: int | None = Field(
        description="The throws that count as luck: dice, each again if rolled again, or a sum."
    )
    made: int | None = Field(description="How many of `tries` succeeded.")
    total: int | None = Field(description="The sum, where dice are added up.")
    by_app: int = Field(description="How many of the dice the program rolled.")
    source: str = Field(description="`typed`, `app`, `mixed`, `counted` or `default`.")
    ruling: str = Field(description="Why the players rolled other dice than the rules ask for.")
    at: datetime = Field(description="When it was entered (UTC).")


class SqlDie(_OfMatch, table=True):
    """The dice whose faces were entered. For some rolls, these are only the successful dice."""

    __tablename__ = "die"

    version: int = Field(primary_key=True, description="The version of its roll.")
    place: int = Field(primary_key=True, description="Its place among the faces entered, from 0.")
    sides: int = Field(description="How many sides it has.")
    face: int = Field(description="The face it shows.")
    success: bool | None = Field(description="Whether it succeeds, where dice are counted.")


class SqlMove(_OfEvent, table=True):
    """The moves that were recorded."""

    __tablename__ = "move"

    unit: str = Field(description="The unit that moved.")
    length: float | None = Field(description="The distance, in `unit_of_length`.")
    unit_of_length: str = Field(description="The unit of length of the ruleset, such as `in`.")
    how: str = Field(description="The kind of move.")


class SqlCasualty(_OfEvent, table=True):
    """The figures that left the table."""

    __tablename__ = "casualty"

    figure: str = Field(primary_key=True, description="The figure.")
    unit: str = Field(description="The unit the figure was in then.")
    side: str = Field(description="Its side.")
    profile: str = Field(description="The profile of the figure in its force.")
    how: str = Field(description="`killed`, `destroyed`, `fled`, `captured`, `lost`, `scattered`.")
    removed_by: str | None = Field(description="The unit or figure that removed it.")
    removed_by_unit: str | None = Field(description="The unit of `removed_by`.")


class SqlMarker(_OfEvent, table=True):
    """The placing and removing of markers, with a row for each time."""

    __tablename__ = "marker"

    subject: str = Field(primary_key=True, description="The handle of what the marker lies on.")
    marker: str = Field(description="The id of the marker in its ruleset.")
    value: str = Field(description="Its value; empty if it was removed.")
    is_set: bool = Field(description="Whether it was placed; false if it was removed.")


class SqlPoints(_OfEvent, table=True):
    """The victory points that were scored in play."""

    __tablename__ = "points"

    side: str = Field(description="The side that scored.")
    points: int = Field(description="How many points.")
    why: str = Field(description="The reason for the points, in words.")
