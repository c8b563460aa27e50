"""The parts of the check-in: everybody with how it is with them, the name that is looked for."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content

from tracker.application.leagues import round_draft
from tracker.application.leagues.standings_text import make_heading
from tracker.leagues.arithmetic_text import BYE_WORDS
from tracker.leagues.league_rows import Competitor
from tracker.leagues.seeding import ORDER_WORDS
from tui.league.evening.check_in_list import CheckInList
from tui.league.standings.current_standings import list_points
from tui.screen_text import Piece, fill_line, join, pad_text
from tui.widgets.clicks import hint, marking
from tui.widgets.foot import CLOSED
from tui.widgets.frame import Edges, Panel
from tui.widgets.rows import draw_pointer, find_first_shown, name_width


class Players(Panel):
    """Everybody with how it is with them tonight."""

    def __init__(self, screen: CheckInList) -> None:
        super().__init__(Edges("┌", "┐"))
        self.check_in = screen

    def title(self) -> Iterable[Piece]:
        return [("who is here", "bold"), f" for round {self.check_in.number}?"]

    def aside(self) -> Iterable[Piece]:
        screen = self.check_in
        present = round_draft.choose_players(
            screen.league.state, screen.league.people.list_present(screen.number)
        )
        told = f"{len(present)} play"
        again = ", also again" if screen.again else ""
        if not screen.drafts:
            return [told]
        drafts = hint("Enter", f"drafts, {screen.how}{again}")
        return [told, " · ", drafts, " · ", hint("m", "other")]

    def body(self, width: int, height: int) -> list[Content]:
        screen = self.check_in
        rows = screen.rows
        if not rows:
            told = "  Nobody is enrolled yet: n enrols a player, p takes a list that is pasted."
            return [Content(""), join([told])]
        marked = screen.at if screen.marked else None
        start = find_first_shown(len(rows), marked, height)
        names = name_width([one.name for one in rows], (width - 40) * 2)
        worth = list_points(screen.league)
        return [
            marking(
                _row(screen, one, worth.get(one.id, ""), names, width, marked=place == marked),
                place,
                marked,
            )
            for place, one in enumerate(rows[start : start + height], start)
        ]


PRESENCE = 24
"""Cells of how it is with somebody: ``away (asked), half a bye``."""


def _row(
    screen: CheckInList, one: Competitor, points: str, names: int, width: int, *, marked: bool
) -> Content:
    word, style = describe_presence(one, screen.number)
    division = screen.league.state.get_divisions().of(one.id)
    annulled = "results annulled" if one.id in screen.league.state.season.annulled else ""
    beside_name = (division and make_heading(division), annulled, one.why or one.about)
    more = " · ".join(filter(None, beside_name))
    noun = "point " if points == "1" else "points"
    sign = "·" if word else "✓"
    beside = f"{points} {noun}" if points else "" if one.ranked else "not ranked"
    return fill_line(
        width,
        [
            draw_pointer(marked=marked),
            (sign, "$success bold" if sign == "✓" else "$quiet"),
            " ",
            (pad_text(one.name, names), "bold" if marked else ""),
            "  ",
            (pad_text(word or "here", PRESENCE), style),
            "  ",
            (more, "$quiet"),
        ],
        [(f" {beside} ", "$quiet")],
    )


def describe_presence(one: Competitor, number: int) -> tuple[str, str]:
    """How it is with a player in a round, and its colour; nothing for who is simply here."""
    how = one.absence(number)
    if how == "dropped":
        return f"dropped after round {one.left}" if one.left else "dropped", "$warning"
    if how == "away":
        bye = one.bye(number)
        paid = "" if bye == "zero bye" else f", {BYE_WORDS[bye]}"
        return f"away (asked){paid}", "$warning"
    if how:
        return f"comes from round {one.from_round}", "$quiet"
    if one.left is not None:
        return f"drops after round {one.left}", "$warning"
    if not one.ranked:
        return "ringer, if one is needed", "$secondary"
    return ("late", "$secondary") if number in one.late else ("", "")


class FindLine(Panel):
    """The name that is looked for, or the question that is open."""

    DEFAULT_CSS = "FindLine { height: 1; }"

    def __init__(self, screen: CheckInList) -> None:
        super().__init__(CLOSED)
        self.check_in = screen

    def title(self) -> Iterable[Piece]:
        screen = self.check_in
        if screen.sought is not None:
            return ["find: ", (screen.sought, "bold"), ("▌", "$primary")]
        if screen.dropping and screen.marked is not None:
            number = screen.league.state.round_number
            after = f"after round {number}" if number else "from now on"
            others = screen.describe_ways_to_drop(screen.marked)[1:]
            ways = [("n", "now"), *((key, "") for key in others), ("Esc", "not")]
            name = f"{screen.marked.name} drops:"
            told = [hint(sign, words) for sign, words in (("Enter", after), *ways)]
            return [(name, "$warning"), " ", join(told, " · ")]
        return []

    def aside(self) -> Iterable[Piece]:
        screen = self.check_in
        if not screen.drafts or not screen.stand or screen.sought is not None:
            return []
        order = (ORDER_WORDS[screen.stand], "bold")
        return ["first round ", order, " · ", hint("o", "other")]
