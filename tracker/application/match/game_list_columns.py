"""The columns of lists of games."""

from __future__ import annotations

from tracker.application.match.match_summaries import StreamSummary, list_side_names
from tracker.application.match.victory_point_totals import (
    GetSummaryRules,
    find_points_kind_of_summary,
    read_summary_points_if_complete,
)
from tracker.application.table_columns import Column


def list_game_columns(get_rules: GetSummaryRules) -> tuple[Column[StreamSummary], ...]:
    """Return the columns of a list of games: the title, the score, and the winner or progress."""
    column = Column[StreamSummary]
    return (
        column("game", lambda row: row.title or row.stream, words=True),
        column("score", lambda row: format_game_score(row, get_rules), words=True),
        column("stands", describe_winner_or_progress, words=True),
    )


def format_game_score(summary: StreamSummary, get_rules: GetSummaryRules) -> str:
    """Format the score of a game, as in ``7 : 4``.

    Return "" if there are no points. Also return "" for 0 : 0 if somebody won or the rules have no
    victory points.
    """
    points = read_summary_points_if_complete(summary, get_rules)
    if not any(points.values()) and (
        not points or summary.winner or find_points_kind_of_summary(summary, get_rules) == "none"
    ):
        return ""
    return " : ".join(str(points.get(side, 0)) for side in list_side_names(summary))


def describe_winner_or_progress(summary: StreamSummary) -> str:
    """Describe the result of a game, as in ``Red won``, or its progress, as in ``turn 2,
    shooting``.
    """
    if summary.status == "ended":
        return f"{summary.winner} won" if summary.winner else "drawn"
    return f"turn {summary.turn}, {summary.phase}" if summary.turn else summary.phase
