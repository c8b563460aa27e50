"""The command ``match chances``: each side's chance of winning at each line of a finished game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from exports.shapes.game_json_types import ChancesShape, LineChanceShape, SideChanceShape
from tracker.cli.command_factory import MATCH, Answer, Group, register_command_on_target
from tracker.cli.command_parameters import NumberInRange, declare_option

if TYPE_CHECKING:
    from tracker.application.match.game import Game
    from tracker.application.win_probability.sampled_log_lines import WinChances

MIN_GAMES, MAX_GAMES = 10, 10_000


COMMANDS = Group()


@register_command_on_target(COMMANDS, "chances", MATCH)
def show_win_chances(
    game: Game,
    games: Annotated[
        int,
        declare_option(
            "The maximum number of games to simulate from each line.",
            type=NumberInRange(MIN_GAMES, MAX_GAMES),
        ),
    ] = 100,
    lines: Annotated[
        int,
        declare_option(
            "The maximum number of lines from which to simulate games.", type=NumberInRange(2, 500)
        ),
    ] = 30,
) -> Answer:
    """Show each side's chance to win, line by line, from simulated games."""
    from tracker.application.win_probability.probability_cache import compute_win_chances
    from tracker.cli.rules_and_odds_output import show_progress_bar

    with show_progress_bar("lines simulated") as progress:
        found = compute_win_chances(game, games, lines, progress)
    shape = build_win_chances_shape(game.stream, games, found)
    return shape, lambda: list_win_chance_lines(shape)


def build_win_chances_shape(match: str, games: int, chances: WinChances) -> ChancesShape:
    return ChancesShape(
        match=match,
        games=games,
        lines=[
            LineChanceShape(
                line=one.line,
                drawn=one.played.drawn / one.played.game_count,
                judged=one.played.judged / one.played.game_count,
                sides=[
                    SideChanceShape(
                        side=name,
                        chance=one.played.get_win_chance(place),
                        error=one.played.compute_standard_error(place),
                    )
                    for place, name in enumerate(chances.sides)
                ],
            )
            for one in chances.lines
        ],
    )


def list_win_chance_lines(shape: ChancesShape) -> list[str]:
    rows = [f"chance to win, from up to {shape.games} simulated games for each line"]
    for one in shape.lines:
        sides = "   ".join(
            f"{side.side} {side.chance:4.0%} ± {side.error * 100:.0f}" for side in one.sides
        )
        drawn = f"   drawn {one.drawn:.0%}" if one.drawn else ""
        rows.append(f"{one.line:>5}  {sides}{drawn}")
    return rows
