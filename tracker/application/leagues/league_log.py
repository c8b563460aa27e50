"""Describes the entries of a league, for the log and for the responses to commands."""

from __future__ import annotations

from msgspec import Struct

from tracker.application.leagues.league_event_descriptions import DESCRIPTIONS
from tracker.application.leagues.league_history import LeagueEntry, LeagueHistory
from tracker.leagues import league_events as ev
from tracker.leagues.league_event_fold import apply_league_event
from tracker.leagues.league_state import LeagueState
from tracker.vocabulary.events import Rewound


class LeagueLogLine(Struct, frozen=True):
    """A line of a league's log.

    ``counts`` is false if the line has been undone. ``at`` is in microseconds since 1970 (UTC).
    """

    number: int
    text: str
    at: int
    author: str
    counts: bool
    by_itself: bool


def list_league_log_lines(history: LeagueHistory) -> list[LeagueLogLine]:
    """List all lines ever written to a league's log, oldest first.

    Players appear under the names that they had at the time.
    """
    states: dict[int, LeagueState] = {}
    log_lines = []
    for entry in history.list_all_entries():
        parent = max(0, history.tree.parents[entry.version])
        state = states.pop(parent, None) or history.get_state_at(parent)
        text = describe_and_apply_league_entry(entry, state, history)
        states[entry.end] = state
        log_lines.append(
            LeagueLogLine(
                entry.number, text, entry.at, entry.author, entry.counts, entry.is_automatic
            )
        )
    return log_lines


def describe_and_apply_league_entry(
    entry: LeagueEntry, state_before: LeagueState, history: LeagueHistory
) -> str:
    """Return a description of an entry, and apply its events to ``state_before``."""
    typed = entry.input_event
    if isinstance(typed, Rewound):
        return _describe_rewound(typed, entry, history)
    texts = []
    for version, event in enumerate(entry.events, start=entry.version):
        names_first = isinstance(event, _NAMED_BEFORE)
        if names_first:
            texts.append(DESCRIPTIONS[type(event)](state_before, event))
        apply_league_event(state_before, event, version)
        if not names_first:
            texts.append(DESCRIPTIONS[type(event)](state_before, event))
    if isinstance(typed, ev.ResultTold):
        texts = texts[:1]  # the other events follow from the report
    return "; ".join(text for text in texts if text)


_NAMED_BEFORE = (
    ev.DivisionMoved,
    ev.RoundDrafted,
    ev.TitleChanged,
    ev.PlayerChanged,
    ev.ResultWithdrawn,
    ev.MatchUnlinked,
    ev.ReportTakenBack,
    ev.ResultTold,
)


def _describe_rewound(rewound: Rewound, entry: LeagueEntry, history: LeagueHistory) -> str:
    line = history.get_line_number(rewound.to)
    if rewound.why == "redo":
        return f"redone up to line {line}"
    if rewound.why == "return" or line + 1 == entry.number:
        return f"switched to line {line}"
    return f"back to line {line}; later lines undone"


def describe_league_entry(history: LeagueHistory, entry: LeagueEntry) -> str:
    """Describe an entry in one line. An undo is described with the first line that it undid."""
    typed = entry.input_event
    undone = history.list_undone_entries(entry, typed) if isinstance(typed, Rewound) else []
    if undone:
        first, *others = undone
        more = f", and {len(others)} more after it" if others else ""
        line = history.get_line_number(history.find_version_before(first))
        text = describe_league_entry(history, first)
        return f"back to line {line}; undone: line {first.number}, {text}{more}"
    before = max(0, history.tree.parents[entry.version])
    return describe_and_apply_league_entry(entry, history.get_state_at(before), history)
