"""Player actions, each with its stage, its objections, and its forms in a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final, Generic, TypeVar

import msgspec
from msgspec import Struct

from tracker.input_parsing.line_syntax_tree import Flag, Line, TypedAction
from tracker.procedures.declared.action_line_forms import ActorsAndTargets
from tracker.procedures.declared.actorless_line_forms import LineForm
from tracker.procedures.declared.line_form_slots import map_field_values
from tracker.procedures.declared.line_part_meanings import Command
from tracker.procedures.declared.line_reader import SIDE
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match
from tracker.procedures.requests import Asking
from tracker.vocabulary.events import AnyFact, Json
from tracker.vocabulary.ruleset_display_names import ActionWord
from tracker.vocabulary.subject_ids import SideId, Subject, UnitId

P = TypeVar("P", bound=Struct)

CLAIMED = "claimed"
"""The parameter field that marks an action as interrupted."""


class Objection(Struct, frozen=True):
    """A rule's objection to an action.

    If ``legal`` is true, the action is allowed but pointless.
    """

    id: str
    rule: str
    text: str
    legal: bool = False

    @property
    def text_with_rule(self) -> str:
        """The objection's text and rule, as in ``B11 is 82 cm away (CZ-SHOOT-03)``."""
        return f"{self.text} ({self.rule})" if self.rule else self.text


Objections = Iterator[Objection]


class BlockingReason(Struct, frozen=True):
    """The reason why a subject may not act.

    ``why`` is a phrase that follows the subject's name (``has fired``). If name and phrase do not
    form a sentence, ``text`` is the whole sentence. If ``for_now`` is true, an earlier part of the
    same line may remove the reason.
    """

    id: str
    rule: str
    why: str
    text: str = ""
    for_now: bool = False

    def make_objection(self, subject_name: str) -> Objection:
        """Make an objection from the reason. The text begins with ``subject_name``."""
        return Objection(self.id, self.rule, self.text or f"{subject_name} {self.why}")


def list_no_blocking_reasons(_: Match, __: Subject) -> tuple[BlockingReason, ...]:
    """Return no reasons. Actions that any subject may take use this function as their ``bars``."""
    return ()


def list_no_candidates(_: Match) -> tuple[tuple[SideId | None, Any], ...]:
    """Return no candidates. Menus do not list such an action, and random play does not take it."""
    return ()


class DueAction(Struct, frozen=True):
    """An action that a unit must or can take before the clock moves on.

    If ``compulsory`` is true, the clock cannot move on before the unit has taken the action. If
    ``optional`` is true, players may leave it out: it is only a mark, and it has no other effect.
    If ``at_phase_end`` is true, the action is taken when the players end the phase.
    """

    action: str
    side: SideId | None
    subject: Subject | None
    why: str
    compulsory: bool = False
    optional: bool = False
    at_phase_end: bool = False


class NoParams(Struct, frozen=True):
    """The parameter struct of an action without parameters."""


class OneUnitParams(Struct, frozen=True):
    """The parameters of an action that one unit takes, without details."""

    unit: UnitId


class SeveralUnitsParams(Struct, frozen=True):
    """The parameters of an action that several units take together, without details."""

    units: tuple[UnitId, ...]


class Interruptible(Struct, frozen=True, kw_only=True):
    """The base class for the parameters of an action that others can interrupt.

    If ``claimed`` is false, nobody wants to interrupt the action, and each ``Interrupt`` is skipped
    automatically.
    """

    claimed: bool = False


def is_interruptible_but_unclaimed(*params: object) -> bool:
    return any(isinstance(one, Interruptible) and not one.claimed for one in params)


GAME_OVER: Final = Objection("ended", "", "the game is over")


class Action(Struct, Generic[P], frozen=True):
    """A kind of action that players can take.

    ``params`` is the frozen struct type of its parameters. ``phases`` are the phases in which it is
    proposed. ``stage`` resolves it. ``objections`` returns the rules' objections. ``candidates``
    lists sensible ways to take it now, for menus and random play. ``form`` is its form in a line,
    and ``bare`` is its form without details. If players enter only a number of losses (``!-2`` in a
    line), ``outcome`` returns the facts for that number. A ``Corrected`` event then records these
    facts and closes the action. ``outcome`` is None if a number of losses makes no sense.
    ``doubts`` returns short objections to that number, which are logged. If players set values
    instead of rolling, ``settle`` records everything else that the action changes. The action is
    then no longer due. ``word`` is the action's word in the log. ``ahead`` is its word in a
    proposal, if that is different: ``2 Maulers to move again`` instead of ``2 Maulers moved
    again``. ``sign`` replaces the word if the action has a target.

    ``bars`` returns the reasons why a unit or figure cannot take the action, whatever its details.
    The main reason comes first. ``expected`` describes units that may still take it (``has not
    fired``). If ``must`` is true, the phase cannot end before they have taken it. If ``breaks_in``
    is true, the action may interrupt another side's actions with ``Interruptible`` parameters. If
    ``breaks_in_own`` is true, it may also interrupt such actions of the same side. If ``any_time``
    is true, the action may be taken during an open question, which is then abandoned. If
    ``either_side`` is true, the other side may take it too, so it is never late. ``rolls`` are the
    action's rolls in order, if they are always the same. ``tells`` are the parameters that the log
    adds to the action's word: ``gets an order (run)``. For a hidden marker, the log shows how many
    figures of each unit got the marker. If ``sided`` is true, the action always belongs to a side,
    even if the line names none. ``instead`` returns a line to use when the action is not possible.
    If the action's value depends on later actions, ``foretold`` is the stage for its odds. This
    stage plays the action and what follows, such as a charge and its fight. If ``goes_in`` is true,
    the actors move into contact with an enemy, so they must be near it. ``limit`` describes the
    limit of a move, if there is one: ``at most 6"``.
    """

    id: str
    word: str
    params: type[P]
    stage: Callable[[Match, SideId | None, P], Asking[None] | None]
    phases: tuple[str, ...] = ()
    objections: Callable[[Match, SideId | None, P], Iterable[Objection]] = lambda *_: ()
    candidates: Callable[[Match], Iterable[tuple[SideId | None, P]]] = list_no_candidates
    outcome: Callable[[Match, SideId | None, P, int], Iterable[AnyFact]] | None = None
    doubts: Callable[[Match, SideId | None, P, int], str] = lambda *_: ""
    settle: Callable[[Match, SideId | None, P], None] = lambda *_: None
    ahead: str = ""
    sign: str = ""
    form: LineForm | None = None
    bare: LineForm | None = None
    bars: Callable[[Match, Any], Iterable[BlockingReason]] = list_no_blocking_reasons
    expected: str = ""
    must: bool = False
    breaks_in: bool = False
    breaks_in_own: bool = False
    rolls: tuple[RollKind, ...] = ()
    any_time: bool = False
    either_side: bool = False
    instead: Callable[[P], str] = lambda _: ""
    tells: tuple[str, ...] = ()
    sided: bool = False
    foretold: Callable[[Match, SideId | None, P], Asking[None]] | None = None
    goes_in: bool = False
    limit: Callable[[Match, P], str] = lambda *_: ""

    @property
    def stored_names(self) -> ActionWord:
        """The display names that a match stores, so that people can read it without the rules."""
        return ActionWord(self.id, self.word, self.sign, tells=self.tells)

    @property
    def forms(self) -> tuple[LineForm, ...]:
        """The forms of the action in a line."""
        return tuple(filter(None, (self.form, self.bare)))

    @property
    def is_interruptible(self) -> bool:
        """Whether other actions may interrupt this one."""
        return issubclass(self.params, Interruptible)

    def list_objections(
        self, match: Match, side: SideId | None, params: P
    ) -> tuple[Objection, ...]:
        """List all objections to the action: its actors' blocking reasons, then all others."""
        told = tuple(self.objections(match, side, params))
        known = {one.id for one in told}
        who = (
            self.find_actors_and_targets(encode_params(params)).who
            if self.bars is not list_no_blocking_reasons
            else ()
        )
        barred = (
            bar.make_objection(match.tag(subject))
            for subject in who
            for bar in self.bars(match, subject)
            if bar.id not in known
        )
        over = () if match.ended is None or "ended" in known else (GAME_OVER,)
        return (*over, *barred, *told)

    def find_blocking_reason(self, match: Match, subject: Subject) -> BlockingReason | None:
        """Return the main reason why a subject cannot take the action, or None if it can."""
        return next(iter(self.bars(match, subject)), None)

    def make_due_action(self, match: Match, unit: UnitId) -> DueAction:
        """Return the due action of a ``unit`` that has yet to take this action."""
        why = f"{match.unit(unit).name} {self.expected}"
        return DueAction(self.id, match.side_of(unit), unit, why, self.must)

    def decode_params(self, params: Mapping[str, Json]) -> P:
        """Decode stored parameters. Raises ``msgspec.ValidationError`` if they are invalid."""
        return msgspec.convert(params, self.params)

    def make_command(self, side: SideId | None, params: P) -> Command:
        """Make a command, which contains the action in stored form."""
        return Command(self.id, side, encode_params(params))

    def make_line(self, match: Match, side: SideId | None, params: P) -> Line:
        """Format the action as a line. The line has no parts if no form can express the action."""
        values = {**map_field_values(params), SIDE: side}
        parts = next(filter(None, (form.make_line_parts(match, values) for form in self.forms)), ())
        if values.get(CLAIMED) and parts and isinstance(parts[0], TypedAction):
            first = msgspec.structs.replace(parts[0], details=(*parts[0].details, Flag(CLAIMED)))
            parts = (first, *parts[1:])
        return Line(parts)

    def find_actors_and_targets(self, params: Mapping[str, Json]) -> ActorsAndTargets:
        """Find the actors and targets of the action in its stored parameters."""
        nobody = ActorsAndTargets()
        for form in (self.form, self.bare):
            acts = nobody if form is None else form.find_actors_and_targets(params)
            if acts != nobody:
                return acts
        return nobody


def encode_params(params: Struct) -> dict[str, Json]:
    """Encode a parameter struct as JSON values, as they are read from a stored match."""
    return _make_params_decoder().decode(msgspec.json.encode(params))


@cache
def _make_params_decoder() -> msgspec.json.Decoder[dict[str, Json]]:
    """Make the decoder of parameters when it is first needed, because this is slow."""
    return msgspec.json.Decoder(dict[str, Json])
