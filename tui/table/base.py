"""What every part of the table screen knows: the game, its prompt, and who is due."""

from __future__ import annotations

from tracker.application.match.game import Game
from tracker.projection.state import State
from tracker.vocabulary.names import Subject
from tui.commands import TABLE
from tui.prompt.prompt import Prompt
from tui.table.panels.forecast import ForecastSeen
from tui.table.panels.luck import LuckSeen
from tui.views.figures import GroupSeen, groups
from tui.views.last_targets import last_targets
from tui.views.log import LogSeen
from tui.views.roster import Going
from tui.views.running import at_work
from tui.views.time import TimeSeen
from tui.views.waiting import who_cannot
from tui.widgets.keyed import Keyed

WIDE = 112


class TableBase(Keyed):
    """A game being kept, as its parts see it."""

    commands = TABLE

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.prompt = Prompt(game)
        self.forecast = ForecastSeen()
        self.log_seen = LogSeen(game)
        self.luck_seen = LuckSeen(self.prompt)
        self.time_seen = TimeSeen(game)
        self.lines: list[str] = []
        self.log_unfolded = False
        self._going: tuple[int, str, Going] | None = None
        self._groups: tuple[Going, tuple[GroupSeen, ...]] | None = None

    def show(self) -> None:
        """Draw what has changed."""
        raise NotImplementedError

    def play(self, line: str, because: str = "") -> None:
        """Play a line, and say what came of it."""
        raise NotImplementedError

    @property
    def wide(self) -> bool:
        return self.app.size.width >= WIDE

    @property
    def by_figure(self) -> bool:
        """Whether figures act one by one, so that each has a row of its own."""
        return self.game.state.info.words.by_figure

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

    def _everybody(self) -> tuple[Subject, ...]:
        match = self.game.match
        units = match.units()
        return tuple(f for u in units for f in match.figures(u)) if self.by_figure else units

    def _look(self) -> Going:
        game = self.game
        due = frozenset(item.subject for item in game.ruleset.due(game.match) if item.subject)
        actor, others = at_work(game)
        return Going(
            due=due,
            side=self.prompt.side,
            acting=actor,
            targets=frozenset(others),
            cannot=who_cannot(game, self.prompt.side) if due else {},
            last=last_targets(game, self.prompt.memory, self._everybody()),
        )
