"""How players stand in a first round: what people say for it, what suits, and lots drawn for it."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tracker.application.errors import Refused
from tracker.application.leagues import round_draft
from tracker.leagues import league_events as ev
from tracker.leagues import seeding
from tracker.leagues.league_state import LeagueState
from tracker.leagues.results import PlayerId
from tracker.leagues.round_robin import Method

ORDERS: tuple[ev.Order, ...] = ("sign-up", "lots", "rating", "last season")


def open_to(state: LeagueState) -> list[ev.Order]:
    """The orders there are for a first round: of those by strength, that which knows somebody."""
    return [one for one in ORDERS if one not in seeding.SEEDED or seeding.list_known(state, one)]


def choose_usual_order(state: LeagueState, how: Method) -> ev.Order:
    """The order proposed: as drafted before, as the last season ended, or else by lot.

    Where everybody meets everybody it decides little: then as they signed up.
    """
    if state.draft is not None and state.draft.order:
        return state.draft.order
    if seeding.list_known(state, "lots"):
        return "lots"
    if how == round_draft.ROUND_ROBIN:
        return "sign-up"
    return "last season" if seeding.list_known(state, "last season") else "lots"


def choose_order(state: LeagueState, number: int, typed: str) -> ev.Order:
    """The order meant; nothing said: as in the draft that is made again. Raises ``Refused``."""
    wanted = " ".join(typed.replace("-", " ").split()).casefold()
    if number > 1:
        if wanted:
            raise Refused(
                f"Round {number} is paired by what was played; an order is asked for in the first."
            )
        return ""
    if not wanted:
        return state.draft.order if state.draft is not None else ""
    for one in ORDERS:
        if one.replace("-", " ") == wanted:
            if one not in open_to(state):
                raise Refused(f"{WITHOUT[one]}; {OTHERWISE}.")
            return one
    raise Refused(f"There is no order called {typed!r}; there are {', '.join(ORDERS)}.")


WITHOUT: dict[str, str] = {
    "rating": "Nobody has a rating from an earlier season yet",
    "last season": "There was no season before this one",
}
OTHERWISE = "draft by lots or as they signed up (sign-up)"


def draw_lots(
    state: LeagueState, here: Sequence[PlayerId], dice: random.Random
) -> tuple[PlayerId, ...]:
    """The lots of a first round: as they fell before, who has none drawn among them."""
    known = seeding.list_known(state, "lots")
    return tuple(known if set(here) <= set(known) else add_newcomers(state, known, dice))


def add_newcomers(
    state: LeagueState, drawn: Sequence[PlayerId], dice: random.Random
) -> list[PlayerId]:
    """Everybody in drawn order; those who have a place keep theirs before each other."""
    players = list(drawn)
    joined = [one for one in state.players if one not in drawn]
    dice.shuffle(joined)
    for one in joined:
        players.insert(dice.randint(0, len(players)), one)
    return players
