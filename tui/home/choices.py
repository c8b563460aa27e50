"""The rows of a step of a new game, and what is known of the marked one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual.content import Content

from tracker.procedures.declared.forces import Roster
from tracker.vocabulary.events import Scalar
from tui.text import Piece, join, line, pad, wrap
from tui.widgets.frame import Edges, Panel
from tui.widgets.rows import pointer

if TYPE_CHECKING:
    from tui.home.new_game import NewGame

SIDES = ("Red", "Blue")


class Choices(Panel):
    """The rows of a step, and what is known of the marked one."""

    def __init__(self, game: NewGame) -> None:
        super().__init__(Edges("┌", "┐"))
        self.game = game

    def title(self) -> Iterable[Piece]:
        setting = self.game.setting
        pieces: list[Piece] = [("new game", "bold")]
        if setting.rules is not None:
            pieces += [" · ", setting.rules.title]
        for place, (_, roster, _) in enumerate(setting.forces, start=1):
            pieces += [" · ", (roster.name, f"$side-{place}")]
        return pieces

    def body(self, width: int, height: int) -> list[Content]:
        game = self.game
        match game.step:
            case "rules":
                return self._rules(width)
            case "force":
                return self._forces(width, height)
            case _:
                return self._questions(width)

    def _rules(self, width: int) -> list[Content]:
        titles = [rules.title for rules in self.game.book.rulesets.values()]
        return [_asked("Which rules?"), *(self._row(i, t, "", width) for i, t in enumerate(titles))]

    def _forces(self, width: int, height: int) -> list[Content]:
        side = len(self.game.setting.forces)
        rosters = self.game.rosters()
        lines = [_asked(f"What does {SIDES[side]} play?", f"$side-{side + 1}")]
        for place, (file, roster, _) in enumerate(rosters):
            points = f"{roster.points} points" if roster.points else ""
            lines.append(self._row(place, roster.name or file, points, width))
        lines.append(Content(""))
        if rosters:
            lines += _roster(rosters[self.game.at][1], width)
        return lines[:height]

    def _questions(self, width: int) -> list[Content]:
        lines = [_asked("As you play it? Enter begins the game with what stands here.")]
        for place, option in enumerate(self.game.questions):
            value = self.game.setting.options.get(option.name, option.default)
            first, *more = wrap(option.question, width - 26) or [""]
            marked = place == self.game.at
            answer = (f" {value_words(value)} ", "$success bold" if marked else "$success")
            pieces: list[Piece] = [
                pointer(marked=marked),
                (str(place + 1), "$primary"),
                " ",
                first,
            ]
            lines.append(line(width, pieces, [answer]))
            lines += [join(["    ", each]) for each in more]
            if marked:
                others = ", ".join(value_words(each) for each in option.values if each != value)
                lines += [
                    join([("    " + each, "$quiet")]) for each in wrap(option.text, width - 6)
                ]
                lines.append(join([(f"    Space: {others}", "$quiet")]))
        return [*lines, *self._others(width)]

    def _others(self, width: int) -> list[Content]:
        """How many house rules there are beside those asked, and which are not as usual."""
        rules = self.game.setting.rules
        if rules is None:
            return []
        asked = {option.name for option in self.game.questions}
        hidden = [option for option in rules.options if option.name not in asked]
        chosen = self.game.setting.options
        changed = [o for o in hidden if chosen.get(o.name, o.default) != o.default]
        words = ", ".join(
            f"{o.name.replace('_', ' ')} {value_words(chosen[o.name])}" for o in changed
        )
        text = f"o: {len(hidden)} more house rules" + (f"; not as usual: {words}" if words else "")
        return [Content(""), *(join([(f"  {each}", "$quiet")]) for each in wrap(text, width - 4))]

    def _row(self, place: int, text: str, more: str, width: int) -> Content:
        marked = place == self.game.at
        style = "bold" if marked else ""
        key = (str(place + 1) if place < 9 else " ", "$primary")
        return line(
            width,
            [pointer(marked=marked), key, " ", (pad(text, 36), style), " ", (more, "$quiet")],
        )


def _asked(text: str, style: str = "$primary") -> Content:
    return join([(f" {text}", f"{style} bold")])


def value_words(value: Scalar) -> str:
    """A choice of a house rule in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ")


def _roster(roster: Roster, width: int) -> list[Content]:
    """What a roster holds, and what is wrong with it."""
    lines = []
    for number, unit in enumerate(roster.units, start=1):
        points = f"{unit.points} points " if unit.points else ""
        words: list[Piece] = ["  ", (str(number), "bold"), " ", pad(unit.name, 16), " "]
        lines.append(line(width, [*words, (unit.summary, "$quiet")], [(points, "$quiet")]))
    for problem in roster.problems:
        style = "$error" if problem.serious else "$warning"
        where = f"line {problem.line}: " if problem.line else ""
        lines += [join([(f"  {each}", style)]) for each in wrap(where + problem.text, width - 4)]
    return lines
