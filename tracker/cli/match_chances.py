"""``warledger match chances``: each side's chance to win at the lines of a game that is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tracker.cli.context import Db, Game, Json, answer, open_book
from tracker.cli.text_output import bar

if TYPE_CHECKING:
    from exports.shapes.reports import ChancesShape
    from tracker.application.win_probability.sampled_lines import WinChances

FEWEST, MANY = 10, 10_000


def register(app: typer.Typer) -> None:
    """Put the command into the group ``match``."""
    app.command("chances")(show_chances)


def show_chances(
    m: Game,
    games: Annotated[
        int, typer.Option(min=FEWEST, max=MANY, help="Games to simulate from each line.")
    ] = 100,
    lines: Annotated[int, typer.Option(min=2, max=500, help="At how many lines at most.")] = 30,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Show each side's chance to win at the lines of a game, from simulated games."""
    from tracker.application.win_probability.computing import compute_winning

    with open_book(db) as opened, bar("lines played on from") as progress:
        game = opened.game(opened.find(m))
        found = compute_winning(game, games, lines, progress)
    shape = build_chances_shape(game.stream, games, found)
    answer(shape, as_json, lambda: _told(shape))


def build_chances_shape(match: str, games: int, found: WinChances) -> ChancesShape:
    """What is printed."""
    from exports.shapes.reports import ChancesShape, LineChanceShape, SideChanceShape

    return ChancesShape(
        match=match,
        games=games,
        lines=[
            LineChanceShape(
                line=one.line,
                drawn=one.played.drawn / one.played.games,
                judged=one.played.judged / one.played.games,
                sides=[
                    SideChanceShape(
                        side=name,
                        chance=one.played.chance(place),
                        error=one.played.error(place),
                    )
                    for place, name in enumerate(found.sides)
                ],
            )
            for one in found.lines
        ],
    )


def _told(shape: ChancesShape) -> list[str]:
    rows = [f"chance to win, from {shape.games} simulated games from each line"]
    for one in shape.lines:
        sides = "   ".join(
            f"{side.side} {side.chance:4.0%} ± {side.error * 100:.0f}" for side in one.sides
        )
        drawn = f"   drawn {one.drawn:.0%}" if one.drawn else ""
        rows.append(f"{one.line:>5}  {sides}{drawn}")
    return rows
