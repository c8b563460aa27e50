"""A match in memory for tests of rules. The tests take actions, type dice and check the results.

>>> from warledger_coin import Toss
>>> play.do("toss", RED, Toss((u("r1"),)))
[MarkerSet(subjects=('u:r1',), marker='tossed', value=True, until='turn', by=None, hidden_from=())]
>>> play.asked.what, play.asked.count
('heads', 3)
>>> play.roll("346")[0].points, match.points(RED)
(2, 2)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from tracker.procedures.match_view import Match
from tracker.procedures.requests import Request
from tracker.procedures.ruleset import Objection, Ruleset
from tracker.procedures.runners.live_table_runner import PendingQuestion, TableRunner
from tracker.procedures.runners.random_play import make_roll_answer
from tracker.procedures.runners.request_answer_reading import get_default_answer
from tracker.projection.match_state import State
from tracker.projection.undo_history_tree import RecordedEvent
from tracker.testing.question_and_objection_laws import (
    check_fact_has_subjects,
    check_objection_is_complete,
    check_request_is_complete,
)
from tracker.vocabulary import events as ev
from tracker.vocabulary.match_event_codec import round_trip
from tracker.vocabulary.subject_ids import (
    FigureId,
    SideId,
    UnitId,
    make_figure_id,
    make_side_id,
    make_unit_id,
)

RED = make_side_id("r")
"""The first side of a ``Play``. Its units are r1, r2 …"""
BLUE = make_side_id("b")
"""The second side of a ``Play``. Its units are b1, b2 …"""


def u(handle: str) -> UnitId:
    """Return the id of the unit with this ``handle``, as in ``u("r1")``."""
    return make_unit_id(handle)


def f(unit: str, number: int) -> FigureId:
    """Return the id of a figure by its ``number``: ``f("r1", 3)`` is the third figure of r1."""
    return make_figure_id(unit, number)


class Play:
    """A match between two sides. As in a stored match, every input is encoded and decoded.

    ``tables`` are the players' own tables, by name. ``opened`` replaces the opening event.
    ``lines`` is the record of the match, and ``waits`` contains the open question after each input.
    Raises ``AssertionError`` if a question or an objection does not name its subject and rule.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        options: Mapping[str, ev.Scalar] | None = None,
        tables: Mapping[str, dict[str, ev.Json]] | None = None,
        *,
        opened: ev.MatchOpened | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.table = TableRunner(ruleset, State())
        self.version = 0
        self.facts: list[ev.AnyFact] = []
        self.lines: list[RecordedEvent] = []
        self.waits: list[PendingQuestion | None] = []
        self.feed_input(
            opened
            or ev.MatchOpened(
                title="Test",
                ruleset=ruleset.id,
                ruleset_version=ruleset.version,
                sides=(ev.Side(RED, "Red", "r"), ev.Side(BLUE, "Blue", "b")),
                options={**ruleset.map_options_to_defaults(), **(options or {})},
                tables=dict(tables or {}),
                words=ruleset.words,
            )
        )

    @property
    def match(self) -> Match:
        """The match as the rules currently see it."""
        return self.table.match

    @property
    def asked(self) -> Request[Any]:
        """The open request. Raises ``AssertionError`` if there is none."""
        assert self.table.pending is not None, "no question is open"
        return self.table.pending.request

    @property
    def idle(self) -> bool:
        """Whether no question is open."""
        return self.table.pending is None

    def feed_input(self, event: ev.AnyInput) -> list[ev.AnyFact]:
        """Process the input ``event``. Store and return the facts that followed."""
        stored = round_trip(event)
        entry = self.version + 1
        innermost = self.table.open_action_versions[-1] if self.table.open_action_versions else 0
        action = entry if isinstance(stored, ev.ActionTaken) else innermost
        followed = self.table.process_input(stored, entry)
        written = [(stored, action), *((round_trip(fact), of) for fact, of in followed)]
        self.lines += [
            RecordedEvent(entry + i, entry, of, one) for i, (one, of) in enumerate(written)
        ]
        self.waits.append(self.table.pending)
        if self.table.pending is not None and self.ruleset.rules():
            check_request_is_complete(self.ruleset, self.table.pending.request)
        for fact, _ in followed:
            check_fact_has_subjects(fact)
        self.version += len(written)
        self.facts = [fact for fact, _ in followed]
        return self.facts

    def muster(
        self, side: SideId, units: Mapping[str, Mapping[str, int]], profiles: Mapping[str, Any]
    ) -> None:
        """Muster a force on a side. ``profiles`` are in stored form, by name.

        ``units`` maps handles to {profile: number of figures}. The units' names are their handles.
        """
        mustered = []
        for handle, counts in units.items():
            who = [profile for profile, n in counts.items() for _ in range(n)]
            figures = tuple(
                ev.MusteredFigure(make_figure_id(handle, i + 1), profile)
                for i, profile in enumerate(who)
            )
            mustered.append(ev.MusteredUnit(make_unit_id(handle), handle, figures))
        self.feed_input(
            ev.ForceMustered(
                side=side, force="Force", points=0, profiles=dict(profiles), units=tuple(mustered)
            )
        )

    def clock(self, turn: int, phase: str, side: SideId | None = None, *order: SideId) -> None:
        """Set the clock to a turn and phase. ``order`` is the order of the sides."""
        self.fix(
            ev.TurnBegan(turn=turn, order=order or (RED, BLUE)),
            ev.PhaseBegan(phase=phase, side=side),
        )

    def fix(self, *facts: ev.AnyFact) -> list[ev.AnyFact]:
        """Correct the match with these facts, and return them and their consequences."""
        return self.feed_input(ev.Corrected(reason="test", facts=facts))

    def do(self, action: str, side: SideId | None, params: Struct) -> list[ev.AnyFact]:
        """Take an action, even with objections, and return the facts that followed."""
        command = self.ruleset.actions[action].make_command(side, params)
        return self.feed_input(ev.ActionTaken(action=action, side=side, params=command.params))

    def objections(self, action: str, side: SideId | None, params: Struct) -> list[Objection]:
        """Return the rules' current objections to an action."""
        found = list(self.ruleset.actions[action].list_objections(self.match, side, params))
        for one in found:
            check_objection_is_complete(self.ruleset, one)
        return found

    def automatic(self) -> None:
        """Run automatic actions until the match ends, or a player must answer or act."""
        while self.idle and self.match.ended is None:
            command = self.ruleset.automatic(self.match)
            if command is None:
                return
            self.feed_input(
                ev.ActionTaken(action=command.action, side=command.side, params=command.params)
            )

    def roll(self, faces: str) -> list[ev.AnyFact]:
        """Answer the open roll with ``faces``, one digit for each die (0 means ten).

        Raises ``AssertionError`` if the number of dice is wrong.
        """
        read = tuple(int(face) or 10 for face in faces if face != " ")
        sizes = self.asked.dice_sizes
        assert len(read) == len(sizes), f"the roll asks for {len(sizes)} dice, not for {faces!r}"
        pending = self.table.pending
        assert pending is not None
        return self.feed_input(make_roll_answer(pending, read))

    def rolls(self, *faces: str) -> None:
        """Answer several open rolls in turn, each with its ``faces``.

        Raises ``AssertionError`` for a wrong number of dice.
        """
        for typed in faces:
            self.roll(typed)

    def choose(self, value: ev.Value) -> list[ev.AnyFact]:
        """Answer the open choice.

        ``value`` is an id, a number, a boolean, or (id, number) pairs.
        """
        pending = self.table.pending
        assert pending is not None
        return self.feed_input(ev.Chosen(key=pending.key, what=pending.request.what, value=value))

    def default(self) -> list[ev.AnyFact]:
        """Answer the open choice with its default. Raises ``InvalidAnswer`` for a roll."""
        return self.choose(get_default_answer(self.asked))
