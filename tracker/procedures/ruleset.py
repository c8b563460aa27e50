"""The declarations of a ruleset, for menus, lines, validation, odds and random play.

>>> points = HouseRule("points", (5, 3, 10), "COIN-4", "points that win the game")
>>> Ruleset("coin", "1", "Coin", {}, options=(points,)).map_options_to_defaults()
{'points': 5}
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence, Set
from functools import cached_property
from typing import Any, Final, Literal

from msgspec import Struct, field
from msgspec.structs import force_setattr, replace

from tracker.input_parsing.line_lexicon import Lexicon
from tracker.procedures.declared.action_key_types import Keys, KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.actorless_line_forms import Phrase
from tracker.procedures.declared.combat_status import CombatStatus, PhaseHistory
from tracker.procedures.declared.house_tables import HouseTable
from tracker.procedures.declared.line_part_meanings import Command, Meaning, Reply
from tracker.procedures.declared.line_translator import LineTranslator
from tracker.procedures.declared.marker_and_link_kinds import (
    LinkKind,
    MarkerKind,
    make_stored_names,
)
from tracker.procedures.declared.player_actions import (
    Action,
    BlockingReason,
    DueAction,
    Interruptible,
    Objection,
    Objections,
    OneUnitParams,
    SeveralUnitsParams,
)
from tracker.procedures.declared.printed_tables import PrintedTable
from tracker.procedures.declared.recorded_games import RecordedGame
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.declared.rosters_and_mustering import ForceRules
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.common_line_phrases import VP, make_skip_phrase
from tracker.procedures.pieces.manual_adjustments.adjustable_game_state import AdjustableState
from tracker.procedures.pieces.manual_adjustments.clock_adjustment import ClockAdjustment
from tracker.procedures.pieces.manual_adjustments.figure_adjustments import (
    make_figure_count_adjustment,
    make_figure_removal_adjustment,
)
from tracker.procedures.pieces.manual_adjustments.marker_adjustments import (
    make_link_adjustment,
    make_marker_adjustments,
)
from tracker.procedures.requests import Asking
from tracker.vocabulary.events import AnyFact, Json, Scalar
from tracker.vocabulary.renamed_names import keep_old_names
from tracker.vocabulary.ruleset_display_names import LinkWord, MarkerWord, Word, Words
from tracker.vocabulary.subject_ids import FigureId, SideId, Subject, UnitId

__all__ = [
    "Action",
    "BlockingReason",
    "Command",
    "DueAction",
    "Interruptible",
    "Meaning",
    "Objection",
    "Objections",
    "OneUnitParams",
    "Reply",
    "SeveralUnitsParams",
]


class SecretOrder(Struct, frozen=True):
    """A unit's ``current`` order and its possible ``choices``, each as typed and in words."""

    unit: UnitId
    choices: tuple[tuple[str, str], ...]
    current: str


class SecretOrderRules(Struct, frozen=True):
    """The rules for secret orders. ``list_open`` lists the orders that a side may place now.

    ``format_line`` formats a single line that places a side's orders. ``are_placed`` returns
    whether a side has placed its orders.
    """

    list_open: Callable[[Match, SideId], tuple[SecretOrder, ...]]
    format_line: Callable[[SideId, Mapping[UnitId, str]], str]
    are_placed: Callable[[Match, SideId], bool]


HouseTables = Mapping[str, Mapping[str, Json]]
Order = Literal["none", "both", "sides", "alternate", "active"]


class Phase(Struct, frozen=True):
    """A phase of a turn, or a phase before the first turn.

    ``order`` is "both" if the sides act together, and "sides" if each side has a part of the phase.
    Consecutive "active" phases are the whole turn of one side. ``enter`` and ``leave`` are stages
    that run at the beginning and the end of the phase. An ``opening`` phase takes place once,
    before the first turn. ``noun`` is the word for the activity, if it differs from the phase's
    word (``shooting`` for ``shoot``). ``short`` is a word for narrow columns.
    """

    id: str
    word: str
    order: Order = "both"
    enter: Callable[[Match], Asking[None] | None] | None = None
    leave: Callable[[Match], Asking[None] | None] | None = None
    opening: bool = False
    noun: str = ""
    short: str = ""


class HouseRule(Struct, frozen=True):
    """A house rule: its stored ``name``, ``values`` (default first), and the ``rule`` it settles.

    ``question`` is set for the few house rules about which players often disagree. Players are
    asked this question before a game. If ``low`` and ``high`` are given, any integer between them
    is allowed, and ``values`` are suggestions.
    """

    name: str
    values: tuple[Scalar, ...]
    rule: str
    text: str
    question: str = ""
    low: int | None = None
    high: int | None = None

    @property
    def default(self) -> Scalar:
        """The value that applies if nobody chooses one."""
        return self.values[0]

    def is_allowed(self, value: Scalar) -> bool:
        """Whether ``value`` is allowed for the house rule."""
        if isinstance(value, int) and self.low is not None and self.high is not None:
            return not isinstance(value, bool) and self.low <= value <= self.high
        return value in self.values

    @property
    def allowed_text(self) -> str:
        """The allowed values of the house rule, in words."""
        if self.low is not None and self.high is not None:
            return f"a number from {self.low} to {self.high}"
        return f"one of {', '.join(str(value).lower() for value in self.values)}"


class LaterMarker(Struct, frozen=True):
    """A marker that may later follow from the current state. Odds list it among the results.

    ``chance`` is from 0 to 1. ``assumes`` states the assumptions behind this chance.
    """

    subject: Subject
    marker: str
    chance: float
    assumes: str = ""


class ResourceTally(Struct, frozen=True):
    """A limited resource of a figure or unit, with the amounts ``spent`` and ``left``.

    ``held`` is the amount that will be added later. ``sign`` replaces the word where space is
    narrow.
    """

    word: str
    spent: int
    left: int
    pips: bool = False
    """Whether the amount is drawn as dots, without the resource's name."""
    sign: str = ""
    held: int = 0

    @property
    def limit(self) -> int:
        """The sum of ``spent`` and ``left``."""
        return self.spent + self.left


class SubjectNotes(Struct, frozen=True):
    """The notes beside the name of a figure (if figures act individually) or of a unit.

    ``rank`` is the first word. ``tallies`` are limited resources. ``told`` are the markers that the
    notes already show. The screen does not repeat these markers. ``more`` are notes that are
    displayed only if there is room.
    """

    rank: str = ""
    tallies: tuple[ResourceTally, ...] = ()
    told: tuple[str, ...] = ()
    more: tuple[str, ...] = ()


USUAL: Final = AdjustableState()
"""A value that means the default manual corrections, made from the ruleset's declarations."""


def count_recorded_points(match: Match) -> Mapping[SideId, int]:
    """Return each side's recorded points. This suits games without any other score."""
    return {side: match.points(side) for side in match.sides}


ListCombats = Callable[[Match, Subject | None, PhaseHistory], tuple[CombatStatus, ...]]


class Ruleset(Struct, frozen=True, dict=True):
    """A game system. It defines everything that players see or do in a match.

    Each match stores the ruleset's ``version``. ``actions`` are mapped by id, and ``phases`` are in
    order. ``options`` are the house rules. ``markers``, ``links`` and ``rolls`` are the complete
    declarations. ``unit_of_length`` is the displayed unit ("in"); stored lengths are in hundredths
    of this unit. If ``by_figure`` is true, figures act individually. ``consequences`` returns
    automatic facts, which are recorded before each question. ``automatic`` returns the next
    automatic command. ``due`` lists the actions that must happen before the clock moves on.
    ``keys`` are the single keys of the screen. ``forces`` reads rosters. ``recorded`` are the games
    that ship with the ruleset. ``table_problems`` describes errors in the house tables. ``status``
    returns headings and texts beside the table. ``phrases`` are the words of lines that are not
    actions, apart from ``next``, ``vp`` and ``fix``.

    ``under_way`` describes current fights, such as combats, with their units and states. Its second
    argument is the subject of the open question, or None. ``combats`` returns the fights as data,
    from the state at the start of the phase. ``standing`` returns the figures of a unit that are
    not lost, even if lost figures are removed only later. The result may depend only on the unit,
    its figures and their markers. ``sheet`` returns the notes of a figure (if figures act
    individually) or of a unit. ``kit`` describes a figure's weapons and skill in a few words, for
    wide views. ``rules`` returns the rule texts by id. ``rules`` is called only when somebody reads
    a rule. ``setting_right`` is everything that players can correct. The default covers the number
    of figures, markers, links, the clock and points. ``house_tables`` declares the rows of tables
    that players supply. ``grids`` returns the printed tables of a phase. ``glossary`` explains the
    words on the screen. ``die`` is the default size of a die. ``later`` lists markers that will
    soon follow from the current state (a panic check after losses). ``points`` returns the points
    that each side would have if the game ended now. Where the rules leave a choice to the players,
    ``ruled`` returns their rulings on the current state. Random games use these rulings.
    ``secret_orders`` are the orders that a side may place face down on its own phone. ``text`` is
    the game file from which the ruleset was made, or "". A match stores the whole file. If this
    ruleset only replaces missing rules, ``absent`` explains why they are missing.
    """

    id: str
    version: str
    title: str
    actions: Mapping[str, Action[Any]]
    phases: tuple[Phase, ...] = ()
    options: Sequence[HouseRule] = ()
    markers: tuple[MarkerKind, ...] = ()
    links: tuple[LinkKind, ...] = ()
    rolls: tuple[RollKind, ...] = ()
    unit_of_length: str = ""
    by_figure: bool = False
    consequences: Callable[[Match], Iterable[AnyFact]] = lambda _: ()
    automatic: Callable[[Match], Command | None] = lambda _: None
    due: Callable[[Match], tuple[DueAction, ...]] = lambda _: ()
    phrases: tuple[Phrase, ...] = ()
    keys: Keys = field(default_factory=Keys)
    forces: ForceRules | None = None
    recorded: Callable[[], tuple[RecordedGame, ...]] = tuple
    table_problems: Callable[[HouseTables], tuple[str, ...]] = lambda _: ()
    status: Callable[[Match], tuple[tuple[str, str], ...]] = lambda _: ()
    under_way: Callable[[Match, Subject | None], tuple[tuple[str, str], ...]] = lambda *_: ()
    combats: ListCombats = lambda *_: ()
    standing: Callable[[Match, UnitId], tuple[FigureId, ...]] = Match.figures
    points: Callable[[Match], Mapping[SideId, int]] = count_recorded_points
    ruled: Callable[[Match], Iterable[AnyFact]] = lambda _: ()
    sheet: Callable[[Match, Subject], SubjectNotes] = lambda *_: SubjectNotes()
    kit: Callable[[Match, FigureId], str] = lambda *_: ""
    rules: Callable[[], Mapping[str, str]] = dict
    setting_right: AdjustableState = USUAL
    grids: Callable[[Match, str], tuple[PrintedTable, ...]] = lambda *_: ()
    glossary: Callable[[], Mapping[str, str]] = dict
    later: Callable[[Match], Iterable[LaterMarker]] = lambda _: ()
    die: int = 6
    text: str = ""
    absent: str = ""
    house_tables: tuple[HouseTable, ...] = ()
    secret_orders: SecretOrderRules | None = None

    def __post_init__(self) -> None:
        """Add the keys of the forms. If no manual corrections are declared, add the default ones.

        Raises ``ValueError`` for a key with two meanings.
        """
        known = {verb.key for verb in self.keys.verbs}
        every = (form for action in self.actions.values() for form in action.forms)
        forms = [form for form in every if isinstance(form, Form)]
        keyed = (form.key_verb for form in forms)
        verbs = [*self.keys.verbs, *(key for key in keyed if key and key.key not in known)]
        words = [(form.spellings, form.flags) for form in forms if form.flags]
        verbs = [self._add_flags(verb, words) for verb in verbs]
        verbs.sort(key=lambda verb: self.keys.order.find(verb.key))
        force_setattr(self, "keys", replace(self.keys, verbs=tuple(verbs)))
        if self.setting_right is USUAL:
            things = (
                make_figure_count_adjustment(),
                make_figure_removal_adjustment(),
                *make_marker_adjustments(self.markers),
                *(make_link_adjustment(link) for link in self.links),
            )
            usual = AdjustableState(things, ClockAdjustment(self._turn_phases), "points")
            force_setattr(self, "setting_right", usual)

    def _add_flags(
        self, verb: KeyVerb, words: Iterable[tuple[Container[str], Set[str]]]
    ) -> KeyVerb:
        """Return a verb with the keys of its flags, which are words that stand alone.

        ``words`` has pairs: some verbs, and the flags in their forms.
        """
        known = {word for verbs, details in words if verb.verb in verbs for word in details}
        flags = frozenset(key for key, word in self.keys.flags.items() if word in known)
        return replace(verb, flags=flags)

    @property
    def _turn_phases(self) -> tuple[Phase, ...]:
        return tuple(phase for phase in self.phases if not phase.opening)

    @cached_property
    def words(self) -> Words:
        """The display names of all declarations. Each match stores them for use without rules."""
        return Words(
            phases=tuple(Word(each.id, each.word, short=each.short) for each in self.phases),
            actions=tuple(each.stored_names for each in self.actions.values()),
            markers=tuple(make_stored_names(each, MarkerWord) for each in self.markers),
            links=tuple(make_stored_names(each, LinkWord) for each in self.links),
            unit_of_length=self.unit_of_length,
            by_figure=self.by_figure,
            rolls=tuple(kind.stored_names for kind in self.rolls),
        )

    @cached_property
    def line_translator(self) -> LineTranslator:
        """The translator of lines, built from the forms of the actions."""
        base = (
            Phrase("fix", self.setting_right.interpret_fix),
            VP,
            make_skip_phrase(self._turn_phases),
        )
        return LineTranslator(self.actions.values(), (*base, *self.phrases), self.keys.cannot)

    @property
    def lexicon(self) -> Lexicon:
        """The words that this ruleset's lines use."""
        return self.line_translator.lexicon

    def map_options_to_defaults(self) -> dict[str, Scalar]:
        """Map the name of each house rule to its default value."""
        return {option.name: option.default for option in self.options}

    def let_next_command_interrupt(self, first: Command, second: Command) -> Command | None:
        """Return ``first`` as an interrupted command if ``second`` may interrupt it.

        Otherwise, return None. The second command then simply follows the first.
        """
        action, comes = self.actions.get(first.action), self.actions.get(second.action)
        if action is None or comes is None or not comes.breaks_in:
            return None
        if first.side == second.side and not comes.breaks_in_own:
            return None
        return self.let_others_interrupt(first) if action.is_interruptible else None

    def let_others_interrupt(self, command: Command) -> Command:
        """Return the ``command`` with the parameter that allows others to interrupt it."""
        return Command(command.action, command.side, {**command.params, "claimed": True})

    def find_roll_kind(self, question_key: str) -> RollKind | None:
        """Return the kind of a recorded roll by its stored ``question_key``, or None if it is
        unknown.
        """
        id_ = question_key.partition(":")[0]
        return next((kind for kind in self.rolls if kind.id == id_), None)


keep_old_names(__name__)
