"""The bracket of a season in reports and data."""

from __future__ import annotations

from exports.league_parts import Section, TextTable, To, clean_line, collect_links
from exports.shapes.league import BracketGameShape, BracketRoundShape, BracketShape
from tracker.application.leagues import bracket_words
from tracker.application.leagues.league import League
from tracker.leagues.bracket import Bracket, find_bracket


def build_bracket_section(league: League, season: int, to: To) -> Section | None:
    """A row a game, round by round; None where no bracket is played."""
    state = league.state
    found = find_bracket(state, season)
    if found is None:
        return None
    rows: list[tuple[str, ...]] = []
    pages: list[tuple[tuple[int, int], str]] = []
    for round_ in found.sheet:
        for game in round_.games:
            home, away = bracket_words.name_sides(state, found, game)
            pages += [
                ((len(rows), column), to(player))
                for column, player in ((1, game.home), (2, game.away))
                if player
            ]
            ended = bracket_words.describe_game(state, game)
            rows.append((round_.name, clean_line(home), clean_line(away), clean_line(ended)))
    return Section(
        title="Bracket",
        about=clean_line(bracket_words.describe_standing(state, found)),
        table=TextTable(
            ("round", "player", "opponent", "result"), tuple(rows), links=collect_links(pages)
        ),
    )


def build_bracket_shape(league: League, found: Bracket, season: int | None = None) -> BracketShape:
    """The bracket as data; players by their ids."""
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
                    BracketGameShape(
                        fixture=game.fixture or None,
                        home=game.home,
                        away=game.away,
                        bye=game.bye,
                        winner=game.winner,
                        result=bracket_words.describe_game(league.state, game),
                    )
                    for game in round_.games
                ],
            )
            for round_ in found.sheet
        ],
    )
