"""The questions of a new league or campaign, each with its answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual.content import Content

from tracker.application.leagues import schemes
from tracker.application.log.wording import plural
from tui.league.season.ways import WAYS, choices
from tui.text import Piece, join, line, pad, wrap
from tui.widgets.frame import Edges, Panel
from tui.widgets.rows import pointer

if TYPE_CHECKING:
    from tui.league.season.new import NewLeague

ASKED = {
    "name": "What is it called?",
    "players": "Who plays? A name, Enter; Enter alone when everybody is there.",
    "scheme": "What does a game pay? (won / drawn / lost)",
    "rounds": "How many rounds?",
    "pairing": "How are they paired?",
}


class Questions(Panel):
    """Every question with its answer; the one at hand is opened."""

    def __init__(self, screen: NewLeague) -> None:
        super().__init__(Edges("┌", "┐"))
        self.asked = screen

    def title(self) -> Iterable[Piece]:
        return [(f"new {self.asked.what}", "bold")]

    def body(self, width: int, height: int) -> list[Content]:
        lines: list[Content] = []
        for place, step in enumerate(self.asked.steps):
            marked = place == self.asked.at
            answer = "" if marked and step in ("name", "players") else self._answer(step)
            head: list[Piece] = [
                pointer(marked=marked),
                " ",
                (ASKED[step], "bold" if marked else ""),
            ]
            lines.append(line(width, head, [(f" {answer} ", "$success")]))
            if marked:
                lines += self._opened(step, width, height - len(self.asked.steps) - 2)
        return lines

    def _answer(self, step: str) -> str:
        asked = self.asked
        match step:
            case "name":
                return asked.league_title[:50]
            case "players":
                return plural(len(asked.players), "player") if asked.players else "nobody yet"
            case "scheme":
                return asked.scheme
            case "pairing":
                return WAYS[asked.pairing].partition(":")[0]
            case _:
                return str(asked.rounds or "open")

    def _opened(self, step: str, width: int, room: int) -> list[Content]:
        asked = self.asked
        match step:
            case "name":
                shown: Piece = (asked.title_typed, "bold")
                if not asked.title_typed:
                    shown = (asked.proposed_title, "$quiet")
                cursor: list[Piece] = [("▌", "$primary")] if asked.title_typed else []
                return [join(["    ", shown, *cursor])]
            case "players":
                names = asked.players[-max(1, room - 3) :]
                first = len(asked.players) - len(names)
                rows = [
                    join([f"   {first + place:>3}  ", pad(name, min(60, width - 10)).rstrip()])
                    for place, name in enumerate(names, start=1)
                ]
                number = len(asked.players) + 1
                field = join([f"   {number:>3}  ", (asked.typing, "bold"), ("▌", "$primary")])
                return [*rows, field, join([("    They can also join later.", "$quiet")])]
            case "scheme":
                return choices(list(schemes.names()), asked.scheme)
            case "pairing":
                words = [*WAYS.values()]
                named = [f"{words[0]}, which {asked.way}", *words[1:]]
                return choices(named, named[words.index(WAYS[asked.pairing])])
            case _:
                told = f"a number, or ← →; what suits these players {asked.way}"
                return [join([(f"    {each}", "$quiet")]) for each in wrap(told, width - 6)]
