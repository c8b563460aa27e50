"""Taking back and returning: an answer, an action, a phase, a turn, or to any line."""

from __future__ import annotations

from tracker.application.errors import Refused
from tracker.application.match import rewind_points
from tracker.application.match.entries import Entry
from tracker.application.match.written import Written
from tracker.vocabulary import events as ev
from tracker.vocabulary.events import Version


class TakingBack(Written):
    """A match in which things are taken back and returned to; each is an entry of its own."""

    def undo(self) -> Entry:
        """Take back the last thing somebody said: a roll, a choice or an action."""
        return self.take_back(*rewind_points.before_last(self.story))

    def undo_action(self) -> Entry:
        """Take back the whole last action, with everything said in it.

        Of a correction under way, whose later lines are still to come, nothing is left then: the
        game is as it was before it.
        """
        before = rewind_points.before_correction(self.story)
        if before is not None:
            return self.take_back(before, "return")
        return self.take_back(rewind_points.before_action(self.story))

    def undo_phase(self) -> Entry:
        """Go back to where this phase (or half) began; from there, to the one before."""
        return self.take_back(rewind_points.start_of(self.story, ev.PhaseBegan))

    def undo_turn(self) -> Entry:
        """Go back to where this turn began; from there, to the one before."""
        return self.take_back(rewind_points.start_of(self.story, ev.TurnBegan))

    def undo_to(self, number: int) -> Entry:
        """Go back (or over to a way not taken) so that line ``number`` is the last."""
        to, why = rewind_points.end_of_line(self.story, number)
        return self.take_back(to, why)

    def go_over(self, way: int) -> Entry:
        """Go over to one of the ``branches``, counted from 1."""
        ends = self.story.tree.leaves()
        if not 0 < way <= len(ends):
            ways = "is 1 way" if len(ends) == 1 else f"are {len(ends)} ways"
            raise Refused(f"There is no way {way}; there {ways} this game has gone.")
        return self.take_back(ends[way - 1], "return")

    def redo(self) -> Entry:
        """Return what was taken back last."""
        if not self.story.tree.redo:
            raise Refused("Nothing was taken back since the last thing you entered.")
        return self.take_back(self.story.tree.redo[-1], "redo")

    def take_back(
        self, to: Version, why: ev.RewindWhy = "undo", amends: Version | None = None
    ) -> Entry:
        """Move to the end of another entry. Raises ``Refused`` before the game begins."""
        if why != "return" and to < rewind_points.floor(self.story):
            raise Refused("Nothing more can be taken back: the game begins here.")
        if to == self.story.tree.head:
            raise Refused("The game stands there already; nothing was taken back.")
        return self._write_derived(ev.Rewound(to=to, why=why, amends=amends), [])

    def branches(self) -> list[Entry]:
        """The last lines of all ways the game has gone, the present one included."""
        lines = self.story.lines
        return [self.story.entry(lines[v - 1].entry) for v in self.story.tree.leaves()]
