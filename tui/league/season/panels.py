"""The parts of the form of a season: its questions, and the standings then and now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from textual.content import Content

from tracker.application.errors import Refused
from tracker.leagues.standings import Standings, StandingsRow
from tui.league.season.ways import WAYS, choices
from tui.text import Piece, join, line, pad, wrap
from tui.widgets.frame import Edges, Panel
from tui.widgets.rows import pointer

if TYPE_CHECKING:
    from tui.league.season.screen import SeasonScreen

ASKED = {
    "season": "The season",
    "name": "The next one is called",
    "scheme": "What a game pays",
    "ties": "Between equals, in order",
    "rounds": "Rounds planned",
    "pairing": "How rounds are paired",
    "why": "Why it changes",
    "keep": "Keep it",
}
TIE_WIDTH = 30


class Answers(Panel):
    """Every question with its answer; the one at hand is opened."""

    def __init__(self, screen: SeasonScreen) -> None:
        super().__init__(Edges("┌", "┐"))
        self.form = screen

    def title(self) -> Iterable[Piece]:
        season = self.form.league.state.season
        return [("season ", "bold"), (season.name or str(season.number), "bold")]

    def aside(self) -> Iterable[Piece]:
        return ["nothing is kept before the last line"]

    @property
    def wanted(self) -> int:
        """Lines for everything."""
        return len(self.form.questions) + len(self._opened(self.form.question, 76))

    def body(self, width: int, height: int) -> list[Content]:
        form = self.form
        lines: list[Content] = []
        for place, question in enumerate(form.questions):
            marked = place == form.at
            head: list[Piece] = [
                pointer(marked=marked),
                " ",
                (ASKED[question], "bold" if marked else ""),
            ]
            lines.append(line(width, head, [(f" {self._answer(question)} ", "$success")]))
            if marked:
                room = height - len(form.questions)
                lines += self._opened(question, width)[: max(0, room)]
        return lines

    def _answer(self, question: str) -> str:
        form = self.form
        match question:
            case "season":
                return self._step(form.step)
            case "scheme":
                return form.scheme
            case "ties":
                return ", ".join(form.ties) or "nothing yet"
            case "rounds":
                return str(form.rounds or "open")
            case "pairing":
                return WAYS[form.pairing].partition(":")[0]
            case "keep":
                return "Enter" if form.question == "keep" else ""
            case "why" | "name" if form.question != question:
                return (form.why if question == "why" else form.name_typed)[:40]
            case _:
                return ""

    def _step(self, step: str) -> str:
        season = self.form.league.state.season
        begins = f"season {season.number + 1} begins"
        if season.closed:
            return begins if step == "next" else "is closed"
        words = {"goes on": "goes on", "closed": "is closed", "next": f"is closed, {begins}"}
        return words[step]

    def _opened(self, question: str, width: int) -> list[Content]:
        form = self.form
        match question:
            case "season":
                return choices([self._step(one) for one in form.steps], self._step(form.step))
            case "scheme":
                return choices(list(form.schemes), form.scheme)
            case "pairing":
                return choices(list(WAYS.values()), WAYS[form.pairing])
            case "ties":
                return list(self._ties(width))
            case "rounds":
                typed: Piece = (form.rounds_typed, "bold")
                hint = (" a number, or ← →; 0 leaves it open", "$quiet")
                return [join(["    ", typed, ("▌", "$primary"), hint])]
            case "name" | "why":
                text = form.why if question == "why" else form.name_typed
                shown = wrap(text, width - 8)[-2:] or [""]
                return [
                    *(join(["    ", (each, "bold")]) for each in shown[:-1]),
                    join(["    ", (shown[-1], "bold"), ("▌", "$primary")]),
                ]
            case _:
                return []

    def _ties(self, width: int) -> Iterator[Content]:
        """A letter each, with its place in the order; as many beside each other as fit."""
        from tui.league.season.screen import LETTERS, TIES

        beside = max(1, (width - 3) // TIE_WIDTH)
        cells: list[list[Piece]] = []
        for letter, one in zip(LETTERS, TIES, strict=True):
            place = str(self.form.ties.index(one) + 1) if one in self.form.ties else " "
            cells.append(
                [(f" {letter} ", "$primary"), (f"{place:>2} ", "$success"), pad(one, TIE_WIDTH - 6)]
            )
        for start in range(0, len(cells), beside):
            row = cells[start : start + beside]
            yield join(["   ", *(piece for cell in row for piece in cell)])


class ThenAndNow(Panel):
    """The standings as they are, and as they would be."""

    def __init__(self, screen: SeasonScreen) -> None:
        super().__init__()
        self.form = screen

    def title(self) -> Iterable[Piece]:
        return [("the standings", "bold"), ": place and points, as they are → as they would be"]

    def body(self, width: int, height: int) -> list[Content]:
        try:
            now, then = self.form.preview()
        except Refused as refused:
            return [join([f" {each}"]) for each in wrap(refused.message, width - 2)]
        if not then.rows:
            return [join([" Nobody is enrolled yet."])]
        left = [join([(f" {each}", "$warning")]) for each in self._left_open()]
        return [*left, *_compared(now, then, width, height - len(left))]

    def _left_open(self) -> Iterator[str]:
        """That games stay without a result, where the season is closed."""
        state = self.form.league.state
        still = [one for one in state.published(state.season.number) if one.ended is None]
        if self.form.step != "goes on" and still and not state.season.closed:
            games = "1 game has" if len(still) == 1 else f"{len(still)} games have"
            yield f"{games} no result yet; closed, the season counts without."


def _compared(now: Standings, then: Standings, width: int, height: int) -> Iterator[Content]:
    was = {row.player: row for row in now.rows}
    if all(was[row.player].points == row.points for row in then.rows) and [
        row.player for row in now.rows
    ] == [row.player for row in then.rows]:
        yield join([(" Nobody's points or place change.", "$quiet")])
        height -= 1
    room = height if len(then.rows) <= height else height - 1
    names = max(12, min(40, width - 40))
    for row in then.rows[:room]:
        yield _row(was[row.player], row, names, width)
    rest = then.rows[room:]
    if rest:
        moved = sum(was[row.player].place != row.place for row in rest)
        told = f", {moved} of them in another place" if moved else ""
        yield join([(f" … and {len(rest)} more{told}", "$quiet")])


def _row(was: StandingsRow, row: StandingsRow, names: int, width: int) -> Content:
    up = was.place - row.place
    sign = f"▲{up}" if up > 0 else f"▼{-up}" if up < 0 else "="
    return line(
        width,
        [
            f" {was.place:>2} {was.points.short:>6}  → ",
            (f"{row.place:>2} {row.points.short:>6}", "bold"),
            f"  {pad(row.name, names)} ",
            (sign, "$quiet" if not up else "$warning"),
        ],
    )
