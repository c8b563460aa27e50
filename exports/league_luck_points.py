"""Points without the luck of the dice, as they are told in a report."""

from __future__ import annotations

from exports.league_parts import Section, TextTable, clean_line
from tracker.application.campaigns.luck_points import compute_points_without_luck
from tracker.application.campaigns.service_records import Records
from tracker.application.leagues.league import League
from tracker.leagues.standings import Standings
from tracker.vocabulary.counts import count_of

HEAD = ("player", "points", "games with dice", "luck was worth", "points without it")
HOW = (
    "Net luck of a game is how many more successes one player's dice made than was to be expected,"
    " less the same of the other's, over its standard deviation.",
    "What it is worth is measured: how far the points of games went with it. Each game is corrected"
    " by what luck was worth in the others; what one player loses the other gains.",
    "It decides nothing: no standings are fairer for it, and of few games it says little.",
)


def build_luck_points_section(
    league: League, season: int, table: Standings, records: Records
) -> Section | None:
    """The standings corrected by luck; None where too few games were kept with their dice."""
    found = compute_points_without_luck(league, season, records)
    if found is None:
        return None
    rows = []
    for row in table.rows:
        change = found.corrected.get(row.player, 0.0)
        points = float(row.points.fraction)
        rows.append((points + change, row, change))
    rows.sort(key=lambda one: (-round(one[0], 6), one[1].place))
    games = count_of(sum(found.games.values()) // 2, "game")
    return Section(
        title="Points without the luck of the dice",
        about=f"Rests on {games} kept here with the dice of both. A standard deviation of net luck"
        f" went with {format_signed(found.slope)} ± {2 * found.error:.1f} points between the two.",
        table=TextTable(
            HEAD,
            tuple(
                (
                    clean_line(row.name),
                    row.points.short,
                    str(found.games.get(row.player, 0)),
                    format_signed(-change) if row.player in found.games else "",
                    f"{without:.1f}".replace("-", "−"),
                )
                for without, row, change in rows
            ),
            frozenset(range(1, len(HEAD))),
        ),
        notes=HOW,
    )


def format_signed(number: float) -> str:
    """``+1.2``, ``−0.4``."""
    return f"{number:+.1f}".replace("-", "−")
