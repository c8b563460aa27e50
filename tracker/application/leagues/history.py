"""What happened in a campaign, by the day it happened: games, enrolments of forces, the story."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pendulum
from msgspec import Struct

from tracker.application.leagues.naming import told
from tracker.application.leagues.results import score

if TYPE_CHECKING:
    from tracker.application.leagues.league import League


class Happened(Struct, frozen=True):
    """One thing in the timeline. ``on`` is its own day; ``id`` the fixture or what it is about."""

    on: str
    kind: Literal["game", "story"]
    id: str
    text: str


def timeline(league: League) -> list[Happened]:
    """Games with results and pieces of the story, the earliest day first."""
    state = league.state
    found = []
    for fixture in state.fixtures.values():
        ended = fixture.ended
        if ended is None or fixture.away is None:
            continue
        title = f"{fixture.title}: " if fixture.title else ""
        text = f"{title}{told(state, fixture)}, {score(state.name(ended.winner), ended)}"
        found.append(Happened(ended.played_on, "game", fixture.id, text))
    found += [Happened(one.on, "story", one.about, one.text) for one in state.story]
    return sorted(found, key=lambda one: one.on)


def ago(league: League, day: str) -> str:
    """How long ago a day was: ``today``, ``yesterday``, ``3 weeks ago``."""
    today = league.now.start_of("day")
    then = pendulum.from_format(day, "YYYY-MM-DD", tz=league.days.zone)
    days = (today - then).in_days()
    if days < 2:
        return ("today", "yesterday")[max(days, 0)]
    return then.diff_for_humans(today).replace("before", "ago")
