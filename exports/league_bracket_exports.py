"""The bracket of a season: a table for reports, JSON, and a tree to draw."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec import Struct

from exports.report_section_types import (
    FindPageAddress,
    ReportSection,
    build_text_table,
    clean_to_one_line,
)
from exports.shapes.json_base_type import make_shape
from exports.shapes.league_command_json_types import (
    BracketGameShape,
    BracketRoundShape,
    BracketShape,
)
from tracker.application.leagues.league import League
from tracker.application.leagues.pairing import bracket_descriptions
from tracker.application.table_columns import Column
from tracker.leagues.league_state import LeagueState
from tracker.leagues.pairing.knockout_bracket import (
    THIRD,
    Bracket,
    BracketGame,
    build_season_bracket,
)


def build_bracket_section(
    league: League, season: int, find_page: FindPageAddress
) -> ReportSection | None:
    """Build a section with the bracket's games by round, or return None if there is no bracket."""
    state = league.state
    bracket = build_season_bracket(state, season)
    if bracket is None:
        return None
    column = partial(Column[tuple[str, BracketGame]], words=True)
    format_names = partial(bracket_descriptions.format_bracket_seeds_and_names, state, bracket)
    describe_game = bracket_descriptions.describe_bracket_game
    columns = (
        column("round", lambda row: row[0]),
        column("player", lambda row: format_names(row[1])[0]),
        column("opponent", lambda row: format_names(row[1])[1]),
        column("result", lambda row: describe_game(state, row[1])),
    )
    rows = [
        (round_.name, game) for round_ in bracket.rounds_in_playing_order for game in round_.games
    ]
    pages = {
        "player": lambda row: find_page(row[1].home or ""),
        "opponent": lambda row: find_page(row[1].away or ""),
    }
    return ReportSection(
        title="Bracket",
        about=clean_to_one_line(bracket_descriptions.describe_bracket(state, bracket, season)),
        table=build_text_table(columns, rows, pages),
    )


def build_bracket_shape(
    league: League, bracket: Bracket, season: int | None = None
) -> BracketShape:
    """Build the bracket as JSON, with players' ids."""
    return make_shape(
        BracketShape,
        bracket,
        league=league.stream,
        season=league.state.season.number if season is None else season,
        places=list(bracket.players_in_final_order),
        rounds=[
            BracketRoundShape(
                name=round_.name,
                games=[
                    make_shape(
                        BracketGameShape,
                        game,
                        fixture=game.fixture or None,
                        result=bracket_descriptions.describe_bracket_game(league.state, game),
                    )
                    for game in round_.games
                ],
            )
            for round_ in bracket.rounds_in_playing_order
        ],
    )


TOP, BOTTOM = 26, 8
BOX_HEIGHT = 38
"""The height of a game's box, in SVG units. One player is shown above the other."""
GAME_DISTANCE = 52
"""The distance between games of the first round, in SVG units."""
WIDTH = 638
"""The width of the tree in SVG units, without the margin of 1 on either side for its lines."""
ROUND_GAP = 18
"""The gap between two rounds, in SVG units."""
LETTER_WIDTH = 8
"""The approximate width of a letter, in SVG units."""


class BracketTreeGame(Struct, frozen=True):
    """A game at its position. ``winner`` is 1 (home) or 2 (away), or 0 while there is none."""

    x: float
    y: float
    home: str
    away: str
    winner: int
    connector: str


class BracketTree(Struct, frozen=True):
    """A bracket to draw as a tree. ``headings`` are the rounds' names with their positions."""

    height: int
    game_width: float
    headings: tuple[tuple[float, str], ...]
    games: tuple[BracketTreeGame, ...]
    alt_text: str
    box_height: int = BOX_HEIGHT


def build_bracket_tree(state: LeagueState, bracket: Bracket) -> BracketTree:
    """Build the drawing of a bracket, with the results so far."""
    rounds = bracket.rounds
    game_width = round((WIDTH - ROUND_GAP * (len(rounds) - 1)) / len(rounds), 1)
    max_letters = int(game_width / LETTER_WIDTH) - 1
    middles = [
        TOP + BOX_HEIGHT / 2 + GAME_DISTANCE * index for index in range(len(rounds[0].games))
    ]
    games: list[BracketTreeGame] = []
    heads: list[tuple[float, str]] = []
    for number, round_ in enumerate(rounds):
        x = round(1 + number * (game_width + ROUND_GAP), 1)
        heads.append((x, round_.name))
        after = [sum(pair) / 2 for pair in zip(middles[::2], middles[1::2], strict=False)]
        for index, (game, middle) in enumerate(zip(round_.games, middles, strict=True)):
            line = ""
            if index // 2 < len(after):
                right, turn = x + game_width, x + game_width + ROUND_GAP / 2
                line = f"{right},{middle} {turn},{middle} {turn},{after[index // 2]}"
                line += f" {right + ROUND_GAP},{after[index // 2]}"
            games.append(
                _build_tree_game(
                    state, bracket, game, (x, middle - BOX_HEIGHT / 2), max_letters, line
                )
            )
        if number + 1 < len(rounds):
            middles = after
    lowest = max(game.y for game in games) + BOX_HEIGHT
    if bracket.third is not None:
        x, y = heads[-1][0], max(lowest, middles[0] + BOX_HEIGHT / 2 + 2 * TOP)
        heads.append((x, THIRD))
        games.append(_build_tree_game(state, bracket, bracket.third, (x, y), max_letters, ""))
        lowest = y + BOX_HEIGHT
    description = "; ".join(_describe_rounds(state, bracket))
    return BracketTree(int(lowest) + BOTTOM, game_width, tuple(heads), tuple(games), description)


def _build_tree_game(
    state: LeagueState,
    bracket: Bracket,
    game: BracketGame,
    position: tuple[float, float],
    max_letters: int,
    line: str,
) -> BracketTreeGame:
    names = bracket_descriptions.format_bracket_seeds_and_names(state, bracket, game)
    home, away = (_shorten(clean_to_one_line(name), max_letters) for name in names)
    won = 0 if game.winner is None else 1 + (game.winner == game.away)
    return BracketTreeGame(position[0], position[1], home, away, won, line)


def _shorten(text: str, max_letters: int) -> str:
    return text if len(text) <= max_letters else f"{text[: max_letters - 1]}…"


def _describe_rounds(state: LeagueState, bracket: Bracket) -> Iterator[str]:
    for name, games in bracket_descriptions.describe_bracket_rounds(state, bracket):
        yield f"{name}: {', '.join(map(clean_to_one_line, games))}"
