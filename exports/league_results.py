"""One pairing in words: what came of it, when, and what else its row must say."""

from __future__ import annotations

from collections.abc import Callable

from tracker.application.leagues.result_entry import describe_result, score
from tracker.application.text import clean
from tracker.leagues.arithmetic_text import BYE_WORDS
from tracker.leagues.league_state import Fixture, LeagueState


def describe_game_result(state: LeagueState, one: Fixture) -> str:
    """``10 : 7, Gwen won · casualties 3 : 4``; nothing while there is no result."""
    ended = one.ended
    if ended is None:
        return ""
    if one.away is None and ended.vp is None:
        return "" if ended.kind == "bye" else BYE_WORDS[ended.kind]
    extra = [f"{clean(name)} {a} : {b}" for name, (a, b) in ended.extra.items()]
    return " · ".join([clean(describe_result(state, one)), *extra])


def describe_when_played(one: Fixture, date: Callable[[str], str]) -> str:
    """When it was played, or for when it is arranged; nothing where nobody said."""
    if one.away is None:
        return ""
    if one.ended is not None:
        return _joined(date(one.ended.played_on), one.ended.time)
    if one.arranged is not None and one.arranged.on:
        agreed = one.arranged
        return "arranged for " + _joined(date(agreed.on), agreed.time, clean(agreed.where))
    return date(one.on)


def describe_linked_game(state: LeagueState, one: Fixture) -> str:
    """Its title, the game kept of it, and what it said before it was set right, with the reason."""
    parts = [clean(one.title), f"game {one.link.match}" if one.link else ""]
    if one.disagrees:
        parts.append("the game ended otherwise")
    for was in one.corrections:
        why = f" ({clean(was.why)})" if was.why else ""
        parts.append(f"was {clean(score(state.name(was.was.winner), was.was))}{why}")
    return " · ".join(part for part in parts if part)


def _joined(*parts: str) -> str:
    return " ".join(part for part in parts if part)
