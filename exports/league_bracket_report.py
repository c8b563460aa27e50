"""The bracket of a season for reports and data."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from exports.report_sections import FindPage, ReportSection, build_text_table, clean_to_one_line
from exports.shapes.json_base_type import copy_shape
from exports.shapes.league_command_json_types import (
    BracketGameShape,
    BracketRoundShape,
    BracketShape,
)
from tracker.application.leagues import league_event_descriptions
from tracker.application.leagues.league import League
from tracker.application.table_columns import Column
from tracker.leagues.league_state import LeagueState
from tracker.leagues.pairing.knockout_bracket import THIRD, Bracket, BracketGame, find_bracket


def build_bracket_section(league: League, season: int, to: FindPage) -> ReportSection | None:
    """Build a table of games, round by round. Return None if there is no bracket."""
    state = league.state
    found = find_bracket(state, season)
    if found is None:
        return None
    column = Column[tuple[str, BracketGame]]
    columns = (
        column("round", lambda row: row[0], words=True),
        column(
            "player",
            lambda row: league_event_descriptions.name_bracket_players(state, found, row[1])[0],
            words=True,
        ),
        column(
            "opponent",
            lambda row: league_event_descriptions.name_bracket_players(state, found, row[1])[1],
            words=True,
        ),
        column(
            "result",
            lambda row: league_event_descriptions.describe_bracket_game(state, row[1]),
            words=True,
        ),
    )
    rows = [(round_.name, game) for round_ in found.list_rounds_played for game in round_.games]
    pages = {
        "player": lambda row: to(row[1].home or ""),
        "opponent": lambda row: to(row[1].away or ""),
    }
    return ReportSection(
        title="Bracket",
        about=clean_to_one_line(league_event_descriptions.describe_bracket(state, found)),
        table=build_text_table(columns, rows, pages),
    )


def build_bracket_shape(league: League, found: Bracket, season: int | None = None) -> BracketShape:
    """Build the bracket as data, with players' ids."""
    return BracketShape(
        league=league.stream,
        season=league.state.season.number if season is None else season,
        seeds=[*found.seeds],
        places=[*found.places],
        champion=found.champion,
        rounds=[
            BracketRoundShape(
                name=round_.name,
                games=[
                    copy_shape(
                        BracketGameShape,
                        game,
                        fixture=game.fixture or None,
                        result=league_event_descriptions.describe_bracket_game(league.state, game),
                    )
                    for game in round_.games
                ],
            )
            for round_ in found.list_rounds_played
        ],
    )


TOP, BOTTOM = 26, 8
BOX = 38
"""The height of a game, which shows one player above the other, in SVG units."""
APART = 52
"""The distance between games of the first round, in SVG units."""
WIDTH = 638
"""The width in SVG units, one less on either side than shown, so that lines have room."""
GAP = 18
"""The gap between two rounds, in SVG units."""
CELL = 8
"""The approximate width of a letter, in SVG units."""


class BracketTreeGame(Struct, frozen=True):
    """A game at its position. ``won`` is 1 or 2 for the winner, or 0 while there is none."""

    x: float
    y: float
    home: str
    away: str
    won: int
    line: str


class BracketTree(Struct, frozen=True):
    """A bracket as a tree. ``heads`` are the rounds' names, and ``told`` describes the tree."""

    height: int
    wide: float
    heads: tuple[tuple[float, str], ...]
    games: tuple[BracketTreeGame, ...]
    told: str
    box: int = BOX


def build_bracket_tree(state: LeagueState, found: Bracket) -> BracketTree:
    """Build the tree of a bracket, as far as it has been played."""
    rounds = found.rounds
    wide = round((WIDTH - GAP * (len(rounds) - 1)) / len(rounds), 1)
    most = int(wide / CELL) - 1
    middles = [TOP + BOX / 2 + APART * place for place in range(len(rounds[0].games))]
    games: list[BracketTreeGame] = []
    heads: list[tuple[float, str]] = []
    for number, round_ in enumerate(rounds):
        x = round(1 + number * (wide + GAP), 1)
        heads.append((x, round_.name))
        after = [sum(pair) / 2 for pair in zip(middles[::2], middles[1::2], strict=False)]
        for place, (game, middle) in enumerate(zip(round_.games, middles, strict=True)):
            line = ""
            if place // 2 < len(after):
                right, turn = x + wide, x + wide + GAP / 2
                line = f"{right},{middle} {turn},{middle} {turn},{after[place // 2]}"
                line += f" {right + GAP},{after[place // 2]}"
            games.append(_game(state, found, game, (x, middle - BOX / 2), most, line))
        if number + 1 < len(rounds):
            middles = after
    lowest = max(game.y for game in games) + BOX
    if found.third is not None:
        x, y = heads[-1][0], max(lowest, middles[0] + BOX / 2 + 2 * TOP)
        heads.append((x, THIRD))
        games.append(_game(state, found, found.third, (x, y), most, ""))
        lowest = y + BOX
    told = "; ".join(_told(state, found))
    return BracketTree(int(lowest) + BOTTOM, wide, tuple(heads), tuple(games), told)


def _game(
    state: LeagueState,
    found: Bracket,
    game: BracketGame,
    at: tuple[float, float],
    most: int,
    line: str,
) -> BracketTreeGame:
    names = league_event_descriptions.name_bracket_players(state, found, game)
    home, away = (_short(clean_to_one_line(one), most) for one in names)
    won = 0 if game.winner is None else 1 + (game.winner == game.away)
    return BracketTreeGame(at[0], at[1], home, away, won, line)


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _told(state: LeagueState, found: Bracket) -> Iterator[str]:
    for name, games in league_event_descriptions.list_bracket_lines(state, found):
        yield f"{name}: {', '.join(map(clean_to_one_line, games))}"
