"""Victory points and how far each side is from every objective."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content

from tui.panels.frame import Edges, Panel
from tui.panels.luck import LuckSeen, luck_lines
from tui.prompt import Prompt
from tui.seen.clock import score
from tui.text import Piece, join, line, wrap


class ObjectivesPanel(Panel):
    """VP and objectives; with ``luck`` also who was lucky, for screens with no room beside."""

    def __init__(self, prompt: Prompt, edges: Edges, luck: LuckSeen | None = None) -> None:
        super().__init__(edges, id="objectives")
        self.prompt = prompt
        self.luck = luck

    def title(self) -> Iterable[Piece]:
        return ["VP, objectives, luck" if self.luck else "VP and objectives"]

    def body(self, width: int, height: int) -> list[Content]:
        game = self.prompt.game
        pieces: list[Piece] = [" "]
        for place, (name, points) in enumerate(score(game.state), start=1):
            pieces += [(name, f"$side-{min(place, 2)} bold"), f" {points} VP", "   "]
        lines = [line(width, pieces)]
        for label, text in game.ruleset.status(game.match):
            first, *more = wrap(f"{label}: {text}", width - 4) or [""]
            lines.append(join([" ", first]))
            lines += [join([("   " + each, "$quiet")]) for each in more]
        if self.luck is not None:
            lines += luck_lines(self.luck.luck(), width)
        return lines[:height]
