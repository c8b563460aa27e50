"""Where tables are written: a SQLite file, or a schema of its own on a PostgreSQL server.

What belongs to another program is refused and left as it was; tables of another version of ours
are made again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, NamedTuple
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, create_engine, insert, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DatabaseError, DBAPIError
from sqlalchemy.pool import NullPool

import exports.tables.game_models
import exports.tables.league_models  # noqa: F401  the tables that are made
from exports.file_writing import write_file
from exports.tables.table_base import FORMAT, VERSION, SqlAbout, SqlTable
from tracker import __version__
from tracker.application.errors import Refused
from tracker.ledger.address import hide_password, is_server

_WHO = "coalesce(nullif(side.player, ''), side.name)"
"""The player of a side, or the side where no player was entered."""
_LUCK = (
    "count(*) AS rolls, sum(roll.n_dice) AS dice, sum(roll.successes) AS successes,"
    " sum(roll.expected) AS expected, sum(roll.successes) - sum(roll.expected) AS luck"
)
_KILLED = "casualty.how IN ('killed', 'destroyed')"
_BY = (
    "casualty JOIN unit AS killer ON killer.match = casualty.match"
    " AND killer.unit = casualty.removed_by_unit"
)


class SqlView(NamedTuple):
    """What a view tells, and its query."""

    about: str
    query: str


VIEWS = {
    "luck_by_player": SqlView(
        "Each player's successes over all games, beside the expected number.",
        f"SELECT {_WHO} AS player, {_LUCK} FROM roll"
        " JOIN side ON side.match = roll.match AND side.side = roll.side"
        f" WHERE roll.chance IS NOT NULL GROUP BY {_WHO}",
    ),
    "luck_by_unit": SqlView(
        "The same for each unit of each game.",
        f"SELECT unit.match, unit.unit, unit.name, {_WHO} AS player, {_LUCK} FROM roll"
        " JOIN unit ON unit.match = roll.match AND unit.unit = roll.unit"
        " JOIN side ON side.match = unit.match AND side.side = unit.side"
        " WHERE roll.chance IS NOT NULL"
        f" GROUP BY unit.match, unit.unit, unit.name, {_WHO}",
    ),
    "who_kills_whom": SqlView(
        "How many figures of each unit every other unit killed.",
        "SELECT casualty.match, killer.unit, killer.name, killer.side,"
        " casualty.unit AS killed_unit, victim.name AS killed_name,"
        " casualty.side AS killed_side, count(*) AS figures"
        f" FROM {_BY} JOIN unit AS victim ON victim.match = casualty.match"
        f" AND victim.unit = casualty.unit WHERE {_KILLED}"
        " GROUP BY casualty.match, killer.unit, killer.name, killer.side, casualty.unit,"
        " victim.name, casualty.side",
    ),
    "first_blood": SqlView(
        "The side that killed an enemy first in each game, and whether it won.",
        "SELECT DISTINCT casualty.match, casualty.turn, killer.side, "
        f"{_WHO} AS player, side.won FROM {_BY}"
        " JOIN side ON side.match = casualty.match AND side.side = killer.side"
        " JOIN (SELECT casualty.match, min(casualty.version) AS version"
        f" FROM {_BY} WHERE killer.side <> casualty.side AND {_KILLED}"
        " GROUP BY casualty.match) AS earliest"
        " ON earliest.match = casualty.match AND earliest.version = casualty.version",
    ),
    "minutes_by_turn": SqlView(
        "How long each turn of each game took, in minutes.",
        "SELECT turn.match, match.ruleset, turn.turn, sum(turn.minutes) AS minutes FROM turn"
        " JOIN match ON match.id = turn.match GROUP BY turn.match, match.ruleset, turn.turn",
    ),
    "head_to_head": SqlView(
        "Each player's record against every other, over all leagues and campaigns.",
        "SELECT one.name AS player, other.name AS opponent, count(*) AS played,"
        " sum(CASE WHEN game.winner = one.player THEN 1 ELSE 0 END) AS won,"
        " sum(CASE WHEN game.winner IS NULL THEN 1 ELSE 0 END) AS drawn,"
        " sum(CASE WHEN game.winner = other.player THEN 1 ELSE 0 END) AS lost,"
        " sum(game.vp) AS vp_for, sum(game.vp_other) AS vp_against FROM ("
        "SELECT league, home AS mine, away AS theirs, kind, winner, vp_home AS vp,"
        " vp_away AS vp_other FROM fixture UNION ALL "
        "SELECT league, away, home, kind, winner, vp_away, vp_home FROM fixture) AS game"
        " JOIN player AS one ON one.league = game.league AND one.player = game.mine"
        " JOIN player AS other ON other.league = game.league AND other.player = game.theirs"
        " WHERE game.kind IN ('played', 'conceded') GROUP BY one.name, other.name",
    ),
    "standings_by_round": SqlView(
        "The standings of each league after each round, with names.",
        "SELECT standing.league, league.title, standing.season, standing.after_round,"
        " standing.division, standing.place, player.name, standing.played, standing.won,"
        " standing.drawn, standing.lost, standing.byes, standing.vp_for, standing.vp_against,"
        " standing.points FROM standing JOIN league ON league.id = standing.league"
        " JOIN player ON player.league = standing.league AND player.player = standing.player",
    ),
}


SCHEMA = "warledger_tables"
WAIT_SECONDS = 30
"""How long to wait for another program that has the tables locked."""

_NO_DRIVER = (
    "Tables on a server need one more package; in a checkout of Warledger install it with:"
    " pip install '.[postgres]'"
)

Found = Literal["nothing", "ours", "of another version", "of another program"]
Fill = Callable[[Engine], None]


def fill_target(target: str, fill: Fill) -> None:
    """Have tables filled at a path or URL, made first where there are none. Raises ``Refused``."""
    with _failures_told(hide_password(target)):
        if is_server(target):
            _fill_server(target, fill)
        elif "://" in target:
            raise _no_target(target)
        else:
            _fill_file(Path(target), fill)


def fill_new_file(path: Path, fill: Fill, *, overwrite: bool = False) -> None:
    """Have tables filled in a new file, which is there once all of it is. Raises ``Refused``."""

    def make(part: Path) -> None:
        engine = _engine_of_file(part)
        with engine.begin() as connection:
            _make_tables(connection)
        fill(engine)

    with _failures_told(str(path)):
        write_file(path, make, overwrite=overwrite)


def _fill_file(path: Path, fill: Fill) -> None:
    found = _found_in_file(path)
    if found == "ours":
        fill(_engine_of_file(path))
        return
    if found == "of another program":
        raise _not_ours(str(path), "file")
    fill_new_file(path, fill, overwrite=found == "of another version")


def _fill_server(target: str, fill: Fill) -> None:
    engine = _engine_of_server(target)
    with engine.begin() as connection:
        inspector = inspect(connection)
        if not inspector.has_schema(SCHEMA):
            connection.execute(text(f"CREATE SCHEMA {SCHEMA}"))
        tables = inspector.get_table_names(SCHEMA)
        there = tables or inspector.get_view_names(SCHEMA)
        found = _found(connection, tables) if there else "nothing"
        if found == "of another program":
            raise _not_ours(f"The schema {SCHEMA} of {hide_password(target)}", "database")
        if found == "of another version":
            quote_name = connection.dialect.identifier_preparer.quote
            for name in tables:
                connection.execute(text(f"DROP TABLE {quote_name(name)} CASCADE"))
        if found != "ours":
            _make_tables(connection)
    fill(engine)


def _found_in_file(path: Path) -> Found:
    """What is in a file, looked at in a way that cannot change it."""
    if not path.is_file():
        return "nothing"  # or no file, which is refused where one is made
    look = {"mode": "ro", "immutable": "1", "uri": "true"}
    url = URL.create("sqlite", database=f"file:{quote(str(path))}", query=look)
    try:
        with create_engine(url, poolclass=NullPool).connect() as connection:
            return _found(connection, inspect(connection).get_table_names())
    except DatabaseError:
        return "of another program"


def _found(connection: Connection, tables: list[str]) -> Found:
    if "about" not in tables:
        return "of another program"
    rows = connection.execute(text("SELECT * FROM about")).mappings().all()
    if len(rows) != 1 or rows[0].get("format") != FORMAT:
        return "of another program"
    return "ours" if dict(rows[0]) == _about() else "of another version"


def _about() -> dict[str, str | int]:
    return {"format": FORMAT, "version": VERSION, "program": __version__}


def _make_tables(connection: Connection) -> None:
    SqlTable.metadata.create_all(connection)
    for name, view in VIEWS.items():
        connection.execute(text(f"CREATE VIEW {name} AS {view.query}"))
    connection.execute(insert(SqlAbout), _about())


def _engine_of_file(path: Path) -> Engine:
    url = URL.create("sqlite", database=str(path))
    return create_engine(url, poolclass=NullPool, connect_args={"timeout": WAIT_SECONDS})


def _engine_of_server(target: str) -> Engine:
    try:
        url = make_url(target).set(drivername="postgresql+psycopg")
        options = f"{url.query.get('options', '')} -csearch_path={SCHEMA}".strip()
        return create_engine(url, poolclass=NullPool, connect_args={"options": options})
    except ImportError as error:
        raise Refused(_NO_DRIVER) from error
    except (ArgumentError, ValueError) as error:
        raise _no_target(hide_password(target)) from error


def _no_target(target: str) -> Refused:
    return Refused(
        f"Tables cannot be written to {target}; name a file, or postgresql://user@host/database."
    )


def _not_ours(what: str, kind: str) -> Refused:
    return Refused(f"{what} holds something other than tables of Warledger; name another {kind}.")


@contextmanager
def _failures_told(where: str) -> Iterator[None]:
    """Raises ``Refused`` for what the database refuses, in its words."""
    try:
        yield
    except DBAPIError as error:
        why = " ".join(str(error.orig).split())
        raise Refused(
            f"The tables in {where} could not be written: {why}. Mend that, then write them again."
        ) from error
