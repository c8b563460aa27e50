"""The SQL tables of games. Sides, units and figures are named by handle: `r`, `r1`, `r1.3`."""

from __future__ import annotations

from datetime import date, datetime

from exports.sql_tables.sql_table_metadata import SqlTable, declare_column, declare_key_column

SUBJECTS = "handles of sides, units or figures, separated by commas"


class _OfMatch(SqlTable):
    match: str = declare_key_column("The id of the game, such as `m3`.", foreign_key="match.id")


class _OfEvent(_OfMatch):
    version: int = declare_key_column("The version of the event in the game.")
    line: int = declare_column("The number of the line that entered the event.")
    turn: int = declare_column("The number of the turn; 0 before the first turn.")
    phase: str = declare_column("The name of the phase in the log.")


class SqlMatch(SqlTable, table=True):
    """The games, one row each."""

    __tablename__ = "match"

    id: str = declare_key_column("The id of the game, such as `m3`.")
    title: str = declare_column("The title of the game.")
    ruleset: str = declare_column("The id of the game's ruleset.")
    mode: str = declare_column("How the rules treat a breach: `strict`, `warn` or `free`.")
    played_on: date | None = declare_column("The date of the game.")
    status: str = declare_column("The status of the game: `running` or `ended`.")
    turns: int = declare_column("The number of turns that have begun.")
    winner: str | None = declare_column("The handle of the winning side; null for a draw.")
    how: str | None = declare_column("The kind of end, such as `time`.")
    why: str | None = declare_column("The reason for the end, in words.")
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
    points: int = declare_column("The current number of victory points of the side.")
    won: bool | None = declare_column("Whether the side won; null until the game has ended.")


class SqlUnit(_OfMatch, table=True):
    """The units of each game in their current state."""

    __tablename__ = "unit"

    unit: str = declare_key_column("The handle of the unit, such as `r1`.")
    side: str = declare_column("The handle of the unit's side.")
    name: str = declare_column("The name of the unit.")
    started: int = declare_column("The number of figures of the unit at the start.")
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
    gone_by: str | None = declare_column("The handle of the unit or figure that removed it.")


class SqlLine(_OfMatch, table=True):
    """The log, with one line for each action and without undone lines."""

    __tablename__ = "line"

    place: int = declare_key_column("The position of the line in the log, from 0.")
    line: int = declare_column("The number of the line's first entry; two lines can share it.")
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
    """The actions, as they were declared."""

    __tablename__ = "action"

    side: str | None = declare_column("The handle of the side that acts.")
    action: str = declare_column("The id of the action in its ruleset.")
    actor: str | None = declare_column(f"The actors: {SUBJECTS}.")
    target: str | None = declare_column(f"The targets: {SUBJECTS}.")
    objections: int = declare_column(
        "The number of the rules' objections that the players overrode."
    )
    late: bool = declare_column("Whether the action was entered after later lines.")
    by_itself: bool = declare_column("Whether the program acted by itself, as when a phase begins.")
    at: datetime = declare_column("The time when the action was entered (UTC).")


class SqlRoll(_OfEvent, table=True):
    """The rolls that count."""

    __tablename__ = "roll"

    action: int = declare_column("The version of the roll's action; 0 for none.")
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
        "The number of throws that count as luck: dice with their rerolls, or one sum."
    )
    made: int | None = declare_column("The number of `tries` that succeeded.")
    total: int | None = declare_column("The sum of the dice, where dice are added up.")
    by_app: int = declare_column("The number of dice that the program rolled.")
    source: str = declare_column("The source: `typed`, `app`, `mixed`, `counted` or `default`.")
    ruling: str = declare_column("The players' reason for other dice than the rules ask for.")
    at: datetime = declare_column("The time when the roll was entered (UTC).")


class SqlDie(_OfMatch, table=True):
    """The dice whose faces were entered. For some rolls, these are only the successful dice."""

    __tablename__ = "die"

    version: int = declare_key_column("The version of the roll that the die is part of.")
    place: int = declare_key_column("The position of the die among the faces entered, from 0.")
    sides: int = declare_column("The number of sides of the die.")
    face: int = declare_column("The face of the die.")
    success: bool | None = declare_column("Whether the die succeeds, where dice are counted.")


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
    unit: str = declare_column("The handle of the unit in which the figure was then.")
    side: str = declare_column("The handle of the figure's side.")
    profile: str = declare_column("The figure's profile in its force.")
    how: str = declare_column("`killed`, `destroyed`, `fled`, `captured`, `lost` or `scattered`.")
    removed_by: str | None = declare_column("The handle of the unit or figure that removed it.")
    removed_by_unit: str | None = declare_column("The unit that `removed_by` is or belongs to.")


class SqlMarker(_OfEvent, table=True):
    """The changes of markers, with a row for each placement or removal."""

    __tablename__ = "marker"

    subject: str = declare_key_column("The handle of the side, unit or figure that has the marker.")
    marker: str = declare_column("The marker's id in the ruleset.")
    value: str = declare_column("The value of the marker; empty if it is face down or was removed.")
    is_set: bool = declare_column("Whether the marker was placed; false if it was removed.")


class SqlPoints(_OfEvent, table=True):
    """The victory points scored in play. The totals in `side` also count losses."""

    __tablename__ = "points"

    side: str = declare_column("The handle of the side that scored.")
    points: int = declare_column("The number of victory points.")
    why: str = declare_column("The reason for the points, in words.")
