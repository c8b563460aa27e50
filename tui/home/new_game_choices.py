"""The rows of a step of a new game, and what is known of the marked one."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content

from tracker.procedures.declared.forces import Roster
from tracker.vocabulary.counts import count_of
from tui.home.game_form import SIDES, GameForm
from tui.screen_text import Piece, fill_line, join, pad_text, wrap
from tui.widgets.clicks import hint, hints, make_row
from tui.widgets.form import format_value
from tui.widgets.frame import Edges, Panel
from tui.widgets.rows import draw_pointer, find_first_shown, key_of

MOST_ROSTERS = 9
BELOW = 12
"""Lines left for what is known of the marked roster, where there is room for more than so many."""


class Choices(Panel):
    """The rows of a step, and what is known of the marked one."""

    def __init__(self, form: GameForm) -> None:
        super().__init__(Edges("┌", "┐"))
        self.form = form

    def title(self) -> Iterable[Piece]:
        pieces: list[Piece] = [("new game", "bold")]
        if self.form.rules is not None:
            pieces += [" · ", self.form.rules.title]
        for place, (_, roster, _) in enumerate(self.form.forces, start=1):
            pieces += [" · ", (roster.name, f"$side-{place}")]
        return pieces

    def body(self, width: int, height: int) -> list[Content]:
        match self.form.step:
            case "rules":
                return self._rules(width)
            case "force":
                return self._forces(width, height)
            case _:
                return self._questions(width, height)

    def _rules(self, width: int) -> list[Content]:
        rows = (self._row(at, title, "", width) for at, title in enumerate(self.form.names()))
        return [_asked("Which rules?"), *rows, *self._rematch(width)]

    def _forces(self, width: int, height: int) -> list[Content]:
        side = len(self.form.forces)
        rosters = self.form.list_rosters()
        lines = [_asked(f"What does {SIDES[side]} play?", f"$side-{side + 1}")]
        room = max(MOST_ROSTERS, height - BELOW)
        start = max(0, find_first_shown(len(rosters), self.form.at, room))
        for place, (file, roster, _) in enumerate(rosters[start : start + room], start):
            points = f"{count_of(roster.points, 'point')}" if roster.points else ""
            lines.append(self._row(place, roster.name or file, points, width))
        both = " v ".join(roster.name for _, roster, _ in self.form.usual)
        usual = [("Enter", both), ("", f"a number: {SIDES[side]}'s alone")] if both else []
        lines += [join(["  ", hints(usual, width - 2)]), *self._rematch(width), Content("")]
        if rosters:
            lines += _roster(rosters[self.form.at][1], width)
        return lines[:height]

    def _rematch(self, width: int) -> list[Content]:
        """The last game, offered once more."""
        again = self.form.rematch
        return [fill_line(width, ["  ", hint("r", f"rematch: {again}")])] if again else []

    def _questions(self, width: int, height: int) -> list[Content]:
        other = self.form.asked_next
        does = "begins the game with what stands here" if other is None else "asks the other name"
        head = _asked(f"As you play it? Enter {does}.")
        others = self._others(width)
        apart = [
            join([(f"  {text}", "$warning")])
            for said in self.form.together
            for text in wrap(f"{said[:1].upper()}{said[1:]}.", width - 4)
        ]
        room = height - 1 - len(apart)
        return [head, *apart, *self.form.asked.lines(width, room), *others][:height]

    def _others(self, width: int) -> list[Content]:
        """How many house rules there are beside those asked, and which are not as usual."""
        rules = self.form.rules
        if rules is None:
            return []
        asked = {row.option.name for row in self.form.list_questions()}
        hidden = [option for option in rules.options if option.name not in asked]
        if not hidden:
            return []
        chosen = self.form.options
        changed = [o for o in hidden if chosen.get(o.name, o.default) != o.default]
        words = ", ".join(
            f"{o.name.replace('_', ' ')} {format_value(chosen[o.name])}" for o in changed
        )
        more = count_of(len(hidden), "more house rule")
        first, *rest = wrap(f"{more}; changed: {words}" if words else more, width - 6)
        told = [hint("o", first), *(join([(f"  {each}", "$quiet")]) for each in rest)]
        return [Content(""), *(join(["  ", each]) for each in told)]

    def _row(self, place: int, text: str, more: str, width: int) -> Content:
        marked = place == self.form.at
        style = "bold" if marked else ""
        key = key_of(place)
        left: list[Piece] = [draw_pointer(marked=marked), key, " ", (pad_text(text, 36), style)]
        return make_row(fill_line(width, [*left, " ", (more, "$quiet")]), place, self.form.at)


def _asked(text: str, style: str = "$primary") -> Content:
    return join([(f" {text}", f"{style} bold")])


def _roster(roster: Roster, width: int) -> list[Content]:
    """What a roster holds, and what is wrong with it."""
    lines = []
    for number, unit in enumerate(roster.units, start=1):
        points = f"{count_of(unit.points, 'point')} " if unit.points else ""
        words: list[Piece] = ["  ", (str(number), "bold"), " ", pad_text(unit.name, 16), " "]
        lines.append(fill_line(width, [*words, (unit.summary, "$quiet")], [(points, "$quiet")]))
    for problem in roster.problems:
        style = "$error" if problem.serious else "$warning"
        where = f"line {problem.line}: " if problem.line else ""
        lines += [join([(f"  {each}", style)]) for each in wrap(where + problem.text, width - 4)]
    return lines
