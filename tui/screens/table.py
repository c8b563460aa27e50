"""The table: rosters, what is asked, the log, and one prompt for everything."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.worker import get_current_worker

from tracker.application.errors import LedgerError
from tracker.application.game import Game
from tracker.application.odds import Forecast
from tracker.projection.state import State
from tui.commands import TABLE, Command, named
from tui.panels.ask import AskPanel
from tui.panels.bars import PhaseBar, ScoreBar
from tui.panels.foot import EchoLine, Footer, Hint
from tui.panels.forecast import ForecastPanel, ForecastSeen
from tui.panels.frame import Edges
from tui.panels.groups import GroupsPanel, height_of
from tui.panels.log import LogPanel
from tui.panels.luck import LuckPanel, LuckSeen
from tui.panels.objectives import ObjectivesPanel
from tui.panels.roster import RosterPanel
from tui.prompt import Notice, Prompt
from tui.screens.dialogs import Failure
from tui.screens.entry import LineEntry
from tui.screens.help import help_dialog
from tui.screens.keyed import Keyed
from tui.screens.score import score_dialog
from tui.screens.why import why_dialog
from tui.seen.figures import GroupSeen, groups
from tui.seen.forecast import Wanted, still, wanted, work_out
from tui.seen.log import LogSeen
from tui.seen.question import question_of
from tui.seen.roster import Going
from tui.seen.running import at_work

WIDE = 112
ASK_HEIGHT = 9
BELOW_HEIGHT = 10
FIGURES_ASK_HEIGHT = 7
TYPED = "AskPanel, ForecastPanel, EchoLine, Hint"
"""The parts that change while nothing but a key was pressed."""


class TableScreen(Keyed):
    """A game being kept."""

    commands = TABLE
    DEFAULT_CSS = "TableScreen { layout: vertical; } TableScreen Horizontal { height: auto; }"

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.prompt = Prompt(game)
        self.forecast = ForecastSeen()
        self.log_seen = LogSeen(game)
        self.luck_seen = LuckSeen(self.prompt)
        self.lines: list[str] = []
        self.log_unfolded = False
        self._drawn: object = None
        self._asked_for: Wanted | None = None
        self._going: tuple[int, str, Going] | None = None
        self._groups: tuple[Going, tuple[GroupSeen, ...]] | None = None

    # ------------------------------------------------------------------------------ composing

    @property
    def wide(self) -> bool:
        return self.app.size.width >= WIDE

    @property
    def by_figure(self) -> bool:
        """Whether figures act one by one, so that each has a row of its own."""
        return self.game.state.info.words.by_figure

    def compose(self) -> ComposeResult:
        yield ScoreBar(self.prompt)
        yield PhaseBar(self.prompt)
        if self.by_figure:
            yield from self._figures_wide() if self.wide else self._figures()
        else:
            yield from self._wide() if self.wide else self._narrow()
        yield EchoLine(self.prompt)
        yield Hint(self.prompt)
        ids = ("escape", "undo", "next", "line", "why", "help")
        yield Footer(named(TABLE, *ids))

    def _rosters(self, *edges: Edges) -> list[RosterPanel]:
        sides = self.game.match.sides[:2]
        return [
            RosterPanel(side, place, self.see, edge, details=self.wide)
            for place, (side, edge) in enumerate(zip(sides, edges, strict=True), start=1)
        ]

    def _narrow(self) -> ComposeResult:
        half = self.app.size.width // 2
        left, right = self._rosters(Edges("┌", "┬", "│", "│"), Edges("", "┐", "", "│"))
        left.styles.width = half
        with Horizontal(id="rosters") as rosters:
            yield left
            yield right
        rosters.styles.height = self._roster_height()
        ask = AskPanel(self.prompt, self.forecast, Edges(joints=((half - 1, "┴"),)))
        ask.styles.height = ASK_HEIGHT
        yield ask
        yield self._log()

    def _figures(self) -> ComposeResult:
        panel = GroupsPanel(self.see_groups, Edges("┌", "┐"))
        panel.styles.height = self._roster_height()
        ask = AskPanel(self.prompt, self.forecast, Edges())
        ask.styles.height = FIGURES_ASK_HEIGHT
        yield panel
        yield ask
        yield self._log()

    def _figures_wide(self) -> ComposeResult:
        left = self.app.size.width * 62 // 100
        panel = GroupsPanel(self.see_groups, Edges("┌", "", "│", ""))
        ask = AskPanel(self.prompt, self.forecast, Edges("┬", "┐"), big=True)
        with Horizontal() as top:
            yield panel
            yield ask
        top.styles.height = self._roster_height()
        forecast = ForecastPanel(self.forecast, Edges("├", "", "│", ""))
        luck = LuckPanel(self.luck_seen, Edges("┼", "┤", "│", "│"))
        with Horizontal() as below:
            yield forecast
            yield luck
        below.styles.height = BELOW_HEIGHT
        panel.styles.width = forecast.styles.width = left
        log = self._log()
        log.edges = Edges(joints=((left, "┴"),))
        yield log

    def _log(self) -> LogPanel:
        log = LogPanel(self.log_seen, Edges())
        log.unfolded = self.log_unfolded
        return log

    def _wide(self) -> ComposeResult:
        width = self.app.size.width
        side = width * 31 // 100 - 1
        left, right = self._rosters(Edges("┌", "", "│", ""), Edges("", "┐", "", "│"))
        left.styles.width = right.styles.width = side + 1
        middle = width - 2 * (side + 1)
        ask = AskPanel(self.prompt, self.forecast, Edges("┬", "┬"), big=True)
        ask.styles.width = middle
        with Horizontal() as top:
            yield left
            yield ask
            yield right
        top.styles.height = max(14, self.app.size.height - 26)
        objectives = ObjectivesPanel(self.prompt, Edges("├", "", "│", ""))
        forecast = ForecastPanel(self.forecast, Edges("┼", "┼", "│", "│"))
        luck = LuckPanel(self.luck_seen, Edges("", "┤", "", "│"))
        objectives.styles.width = luck.styles.width = side + 1
        forecast.styles.width = middle
        with Horizontal() as below:
            yield objectives
            yield forecast
            yield luck
        below.styles.height = BELOW_HEIGHT
        log = self._log()
        log.edges = Edges(joints=((side + 1, "┴"), (side + middle, "┴")))
        yield log

    def _roster_height(self) -> int:
        if self.by_figure:
            return self._groups_height()
        sides = [s.id for s in self.game.state.info.sides]
        units = self.game.state.units.values()
        most = max((sum(u.side == side for u in units) for side in sides), default=1)
        return min(most + 1, max(4, self.app.size.height - 8 - ASK_HEIGHT))

    def _groups_height(self) -> int:
        width, height = self.app.size
        if self.wide:
            most = height - 5 - BELOW_HEIGHT - 5
            need = height_of(self.see_groups(), width * 62 // 100 - 1, most - 1, full=True)
            return min(max(need + 1, 14), most)
        most = max(4, height - 8 - FIGURES_ASK_HEIGHT)
        return min(height_of(self.see_groups(), width - 2, most - 1, full=False) + 1, most)

    def see_groups(self) -> tuple[GroupSeen, ...]:
        """Every group with its figures; worked out once for what was written."""
        _, going = self.see()
        if self._groups is None or self._groups[0] is not going:
            self._groups = (going, groups(self.game, going))
        return self._groups[1]

    def see(self) -> tuple[State, Going]:
        """The state, and who is due; worked out once for what was written."""
        key = (self.game.version, self.prompt.side or "")
        if self._going is None or self._going[:2] != key:
            self._going = (*key, self._look())
        return self.game.state, self._going[2]

    def _look(self) -> Going:
        game = self.game
        due = [item for item in game.ruleset.due(game.match) if item.subject is not None]
        actor, others = at_work(game)
        return Going(
            due=frozenset(item.subject for item in due if item.subject),
            side=self.prompt.side,
            acting=actor,
            targets=frozenset(others),
            step_has_due=bool(due),
        )

    # -------------------------------------------------------------------------------- events

    def on_resize(self, event: events.Resize) -> None:
        del event
        self.show()

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self.prompt.add(" ".join(event.text.split()))
        self.show()

    def typed(self, character: str) -> bool:
        if not self.prompt.takes(character):
            return False
        self.prompt.add(character)
        self.show()
        return True

    def press(self, event: events.Key) -> None:
        if event.key == "backspace":
            event.stop()
            self.prompt.backspace()
            self.show()
            return
        super().press(event)

    def run(self, command: Command) -> None:
        try:
            super().run(command)
        except LedgerError as error:
            self.app.push_screen(Failure(str(error)))
        self._ask_why()
        self.show()

    def _ask_why(self) -> None:
        """A strict game writes a reason down with what the rules advise against."""
        line, self.prompt.wants_reason = self.prompt.wants_reason, ""
        if line:
            hint = "why? It goes down as a table ruling · Esc leaves it"
            entry = LineEntry("reason", hint=hint)
            self.app.push_screen(entry, partial(self._line_because, line))

    def _line_because(self, line: str, reason: str | None) -> None:
        if reason is not None and reason.strip():
            self._play(line, reason.strip())

    def _play(self, line: str, because: str = "") -> None:
        try:
            played = self.prompt.play(line, because=because)
        except LedgerError as error:
            self.app.push_screen(Failure(str(error)))
        else:
            if not played and self.prompt.notice is not None and not self.prompt.notice.ways:
                back = ((": ↑", "brings the line back, to mend it"),)
                self.prompt.notice = replace(self.prompt.notice, ways=back)
        self._ask_why()
        self.show()

    def show(self) -> None:
        """Draw what has changed; the frame anew where its parts have."""
        if not self.is_mounted:
            return
        shape = (self.app.size, self._roster_height())
        if shape != getattr(self, "_shape", None):
            self._shape = shape
            self._look_ahead()
            self.refresh(recompose=True)
            return
        self._look_ahead()
        drawn = (self.game.version, self.prompt.side, self.forecast.found, self.log_unfolded)
        changed = drawn != self._drawn
        self._drawn = drawn
        for widget in self.query("ScoreBar, PhaseBar, Panel, Hint" if changed else TYPED):
            widget.refresh()

    def _look_ahead(self) -> None:
        """Have the forecast worked out, if it is not known yet."""
        want = self.forecast.want = wanted(self.game, self._meant())
        if want is None or want == self._asked_for:
            return
        self._asked_for = want
        if self.forecast.now() is None:
            work = partial(self._work_out, still(self.game, want), want)
            # Whatever goes wrong in a forecast, the game goes on without it.
            self.run_worker(work, thread=True, exclusive=True, exit_on_error=False)

    def _meant(self) -> str:
        """The line that Enter would take."""
        if self.game.pending is not None:
            return ""
        if self.prompt.typed:
            return self.prompt.line()
        proposal = self.prompt.proposal()
        return proposal.line if proposal else ""

    def _work_out(self, twin: Game, want: Wanted) -> None:
        """In a thread of its own, on a copy of the game."""
        found = work_out(twin, want)
        if not get_current_worker().is_cancelled:
            self.app.call_from_thread(self._foreseen, want, found)

    def _foreseen(self, want: Wanted, found: Forecast | None) -> None:
        self.forecast.take(want, found)
        self.show()

    # ------------------------------------------------------------------------------ commands

    def do_accept(self) -> None:
        self.prompt.accept()

    def do_next(self) -> None:
        self.prompt.next()

    def do_escape(self) -> None:
        self.prompt.escape()

    def do_undo(self) -> None:
        self.prompt.undo()

    def do_redo(self) -> None:
        self.prompt.redo()

    def do_undo_phase(self) -> None:
        self.prompt.take_back(self.game.undo_phase)

    def do_undo_turn(self) -> None:
        self.prompt.take_back(self.game.undo_turn)

    def do_roll(self) -> None:
        self.prompt.roll()

    def do_other_number(self) -> None:
        self.prompt.other_number()

    def do_other_side(self) -> None:
        self.prompt.other_side()

    def do_edit(self) -> None:
        line = self.prompt.edit()
        if line is not None:
            hint = "change it, Enter plays it · Esc: as it was"
            self.app.push_screen(LineEntry(":", line, hint=hint), self._edited)

    def _edited(self, line: str | None) -> None:
        if line is None:
            self.prompt.redo()
            self.show()
        else:
            self._line(line)

    def do_line(self) -> None:
        hint = "↑ earlier lines · Enter plays it · Esc leaves it"
        self.app.push_screen(LineEntry(":", hint=hint, history=self.lines), self._line)

    def do_set_right(self) -> None:
        hint = "fix r1 figures +1 · vp red 1 · # why"
        self.app.push_screen(LineEntry("set right", "fix ", hint=hint), self._line)

    def _line(self, line: str | None) -> None:
        if line is None or not line.strip():
            return
        self.lines.append(line)
        self._play(line)

    def do_note(self) -> None:
        self.app.push_screen(LineEntry("note", hint="Enter writes it down"), self._note)

    def _note(self, text: str | None) -> None:
        if text is None or not text.strip():
            return
        try:
            self.game.note(text.strip())
        except LedgerError as error:
            self.app.push_screen(Failure(str(error)))
        self.show()

    def do_why(self) -> None:
        if self.prompt.pending is None:
            self.prompt.notice = Notice("Nothing is asked; w explains the number of a roll.")
            return
        question = question_of(self.game.match, self.prompt.pending)
        self.app.push_screen(why_dialog(self.game, question))

    def do_score(self) -> None:
        self.app.push_screen(score_dialog(self.game, self.luck_seen.luck()))

    def do_folded(self) -> None:
        self.log_unfolded = not self.log_unfolded
        for log in self.query(LogPanel):
            log.unfolded = self.log_unfolded

    def do_look_back(self) -> None:
        from tui.screens.lookback import LookBack

        self.app.push_screen(LookBack(self.game, self.log_seen), lambda _: self.show())

    def do_help(self) -> None:
        self.app.push_screen(help_dialog(TABLE, self.game.ruleset))

    def do_leave(self) -> None:
        self.app.pop_screen()
