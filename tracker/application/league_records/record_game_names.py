"""Games linked in a league, under names that are the same in every ledger: g1, g2 …"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from tracker.application.leagues.league_history import RecordedLeagueEvent
from tracker.leagues.league_events import (
    MatchLinked,
    MatchUnlinked,
    ReportTakenBack,
    ResultReported,
)

_OF_A_GAME = MatchLinked, MatchUnlinked, ResultReported, ReportTakenBack


def name_games(lines: Sequence[RecordedLeagueEvent]) -> dict[str, str]:
    """What each linked game is called in a record, by its stream, in the order they were linked."""
    found: dict[str, str] = {}
    for line in lines:
        if isinstance(line.event, _OF_A_GAME):
            found.setdefault(line.event.match, f"g{len(found) + 1}")
    return found


def rename_games(
    lines: Sequence[RecordedLeagueEvent], names: Mapping[str, str]
) -> list[RecordedLeagueEvent]:
    """The lines with other names for games; one that has none keeps its own."""
    return [
        replace(
            line,
            event=replace(line.event, match=names.get(line.event.match, line.event.match)),
        )
        if isinstance(line.event, _OF_A_GAME)
        else line
        for line in lines
    ]
