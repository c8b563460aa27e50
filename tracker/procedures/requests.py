"""The questions that a stage may ask. A stage is a generator for one printed step of a rulebook.

``answer = yield from ask(Roll(...))`` asks a question. These functions compose stages:

* ``yield from call_pure_stage(roles, fn, ...)`` runs pure arithmetic with dice, without a match
* ``yield from call_stage(fn, ...)`` runs another stage, which may change the match
* ``yield from report_result(...)`` reports the result of dice if the state does not show it
* ``yield from note_assumption(...)`` reports an assumption of the odds that no question states
* ``return continue_with(fn, ...)`` continues with another stage, which gets only its arguments

Loops that roll dice are written with ``continue_with``, so that the odds can merge identical games.
A stage that asks nothing may be a plain function.

>>> volley = roll_check("to hit", 5, Need(4), rule="COIN-1")
>>> next(volley).count
5
>>> volley.send((2, 3))  # 2 dice in the first band (misses) and 3 in the second
Traceback (most recent call last):
StopIteration: 3
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from typing import (
    TYPE_CHECKING,
    Any,
    Concatenate,
    Generic,
    Literal,
    ParamSpec,
    TypeVar,
    cast,
    overload,
)

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from tracker.procedures.declared.roll_kinds import RollKind
from tracker.vocabulary.dice_bands import Bands, Counts, Modifier, count_successes
from tracker.vocabulary.die_labels import Label
from tracker.vocabulary.renamed_names import keep_old_names
from tracker.vocabulary.roll_needs import Need
from tracker.vocabulary.subject_ids import SideId, Subject

if TYPE_CHECKING:
    from tracker.procedures.match_view import Match

A = TypeVar("A")
B = TypeVar("B")
P = ParamSpec("P")

Asking = Generator["Request[Any]", Any, A]
"""The return type of a stage that asks questions and finally returns an ``A``."""
LOSSES = "losses"
"""The name under which stages report a unit's losses, if the state does not show the losses."""


class Request(Struct, Generic[A], frozen=True, kw_only=True):
    """The base class of all requests. ``A`` is the type of the answer.

    ``id`` is the question's stored name, which identifies its answers. ``what`` is its displayed
    text ("to hit"). ``side`` is the side that answers. In a pure stage, ``role`` names a role of
    its ``call_pure_stage`` instead of a side. ``lead`` is the word before a choice.
    """

    id: str = ""
    what: str = ""
    side: SideId | None = None
    subject: Subject | None = None
    target: Subject | None = None
    role: str = ""
    rule: str = ""
    lead: Literal["", "falls", "in"] = ""

    @property
    def name(self) -> str:
        """The text of the question inside a sentence, such as ``hits`` for ``hits on``."""
        is_split = isinstance(self, Split)
        return self.what.removesuffix(" on").removesuffix(" at") if is_split else self.what

    @property
    def dice_sizes(self) -> tuple[int, ...]:
        """The sizes of the dice that a roll asks for, in order. A choice asks for no dice."""
        return ()

    @property
    def bands(self) -> Bands:
        """The bands of faces or totals in which the rules count the dice, or () for no bands."""
        return ()


class Dice(Request[A], Generic[A], frozen=True, kw_only=True):
    """The base class of all rolls. Values that are not given are taken from the roll's ``kind``.

    ``explanation`` lists the parts of the needed number, or explains the need of each row. It is
    displayed while the roll is open, but not stored.
    """

    kind: RollKind | None = None
    explanation: tuple[Modifier, ...] = ()

    def __post_init__(self) -> None:
        kind = self.kind
        if kind is not None:
            force_setattr(self, "id", kind.id)
            force_setattr(self, "what", self.what or kind.words)
            force_setattr(self, "rule", self.rule or kind.rule)

    @property
    def modifiers(self) -> tuple[Modifier, ...]:
        """The named modifiers that are stored with the roll."""
        return ()


class Roll(Dice[Counts], frozen=True, kw_only=True):
    """A roll of ``count`` dice. The answer is the number of dice in each band of ``needs``.

    ``made_of`` explains the count, as in ``5 rifles, 1 repeater of 2 shots``. If ``harms_roller``
    is true, successes harm the side that rolls, and do not count as luck.
    """

    count: int
    needs: Need
    made_of: str = ""
    harms_roller: bool = False

    @property
    def die(self) -> int:
        """The number of sides of each die."""
        return self.needs.die

    @property
    def dice_sizes(self) -> tuple[int, ...]:
        """The size of each die."""
        return (self.die,) * self.count

    @property
    def bands(self) -> Bands:
        """The bands of faces in which the dice are counted."""
        return self.needs.bands

    @property
    def need(self) -> str:
        """The number needed on each die, formatted as in ``4+``."""
        return self.needs.format_range(1, self.needs.die)

    @property
    def modifiers(self) -> tuple[Modifier, ...]:
        """The named modifiers of the needed number."""
        return self.needs.parts


class Score(Dice[int], frozen=True, kw_only=True):
    """A sum of ``dice`` (given by size) plus ``bonus``. The answer is the total.

    If ``needs`` is given, the roll succeeds or fails. The answer is then the index of the total's
    band. The values of ``parts`` add up to the bonus, which can then be omitted. ``versus`` are the
    dice that the opponent rolls at the same time, and enters next. The higher total wins
    (``roll_opposed``). ``made_of`` explains the dice. ``first_need`` is the text that earlier
    versions of the rules stored for the need. Raises ``ValueError`` if the parts do not add up to
    the bonus.
    """

    dice: tuple[int, ...]
    bonus: int = 0
    needs: Need | str = ""
    parts: tuple[Modifier, ...] = ()
    versus: tuple[int, ...] = ()
    made_of: str = ""
    first_need: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        made = sum(part.value for part in self.parts)
        if self.parts and not self.bonus:
            force_setattr(self, "bonus", made)
        elif self.parts and made != self.bonus:
            raise ValueError(f"bonus is {self.bonus}, but the parts add up to {made}: omit bonus")

    @property
    def dice_sizes(self) -> tuple[int, ...]:
        """The sizes of the roll's own dice."""
        return self.dice

    @property
    def bands(self) -> Bands:
        """The bands of totals, or () if the roll has no success or failure."""
        return () if isinstance(self.needs, str) else self.needs.make_bands_for_range(*self._range)

    @property
    def need(self) -> str:
        """The total needed, formatted as in ``7+``."""
        return self.needs if isinstance(self.needs, str) else self.needs.format_range(*self._range)

    @property
    def modifiers(self) -> tuple[Modifier, ...]:
        """The named modifiers of the needed total, and the parts of the bonus."""
        return self.parts if isinstance(self.needs, str) else (*self.needs.parts, *self.parts)

    @property
    def _range(self) -> tuple[int, int]:
        return len(self.dice) + self.bonus, sum(self.dice) + self.bonus


class DiceRows(Struct, frozen=True, eq=False):
    """Rows of dice, with the number of dice in each row.

    The rules use only each row's result, ``read(row, faces)``. If ``cumulative`` is true, this
    result depends only on the result of all dice but the last, and on the last face.

    ``read`` is ignored when rows are compared, so a repeated question equals the earlier question.
    """

    sizes: tuple[int, ...]
    read: Callable[[int, tuple[int, ...]], Any]
    cumulative: bool = False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DiceRows) and self.sizes == other.sizes

    def __hash__(self) -> int:
        return hash(self.sizes)


class Faces(Dice[tuple[int, ...]], frozen=True, kw_only=True):
    """A roll of ``dice`` in a fixed order. The answer is their faces in the same order.

    ``labels`` name the owner of each die, or are empty. ``need`` is displayed with the dice. If all
    dice use the same table, ``table`` says what each face means. If the rules use only results of
    rows, ``rows`` says how to read these results. ``first_need`` is as in ``Score``.
    """

    dice: tuple[int, ...]
    labels: tuple[Label, ...] = ()
    need: str = ""
    first_need: str = ""
    table: Bands = ()
    rows: DiceRows | None = None

    @property
    def dice_sizes(self) -> tuple[int, ...]:
        """The sizes of all dice."""
        return self.dice


class Option(Struct, frozen=True):
    """An option that can be chosen. It also represents the equal subjects in ``also``."""

    id: str
    text: str
    also: tuple[Subject, ...] = ()


class Pick(Request[str], frozen=True, kw_only=True):
    """A choice of one of the ``options``. The answer is the option's id. Odds assume ``default``.

    If ``spatial`` is true, the choice depends on the table, and odds list its default as an
    assumption.
    """

    options: tuple[Option, ...]
    default: str
    spatial: bool = False


class Share(Struct, frozen=True):
    """A group that can receive up to ``most`` of a total. ``also`` are the group's members.

    In a table of a unit's groups, ``cell`` names the group below the heading ``column``.
    """

    id: str
    text: str
    most: int
    also: tuple[Subject, ...] = ()
    column: str = ""
    cell: str = ""


class Split(Request[tuple[tuple[str, int], ...]], frozen=True, kw_only=True):
    """A division of ``total`` among ``shares``. The answer is (id, n) for each n above 0, in order.

    If there is no ``default``, each group in turn gets as much as it can. ``spatial`` has the same
    meaning as in ``Pick``.
    """

    total: int
    shares: tuple[Share, ...]
    default: tuple[tuple[str, int], ...] = ()
    spatial: bool = False

    def __post_init__(self) -> None:
        if not self.default:
            force_setattr(self, "default", tuple(self._divide_in_order()))

    def _divide_in_order(self) -> Iterator[tuple[str, int]]:
        left = self.total
        for share in self.shares:
            if taken := min(left, share.most):
                yield share.id, taken
                left -= taken


class GroupLimit(Struct, frozen=True):
    """A limit of ``most`` that several groups share. ``text`` names the groups."""

    groups: tuple[str, ...]
    most: int
    text: str


class Tally(Request[tuple[tuple[str, int], ...]], frozen=True, kw_only=True):
    """A question that asks for an amount for each of ``shares``. The answer is (id, n) for each n
    above 0.

    The odds assume the ``default``, described by ``default_means``. ``spatial`` has the same
    meaning as in ``Pick``. If ``whole`` is true, the players choose whole units. ``within`` limits
    the amounts that players may type, but not the amounts in recorded answers. ``about`` says what
    the question refers to, such as the fighters in one combat.
    """

    shares: tuple[Share, ...]
    within: tuple[GroupLimit, ...] = ()
    default: tuple[tuple[str, int], ...] = ()
    default_means: str = ""
    spatial: bool = False
    about: str = ""
    whole: bool = False


class Number(Request[int], frozen=True, kw_only=True):
    """A question that asks for an integer. The odds assume ``default``. ``spatial`` is as in
    ``Pick``.
    """

    low: int
    high: int
    default: int = 0
    spatial: bool = False


class Confirm(Request[bool], frozen=True, kw_only=True):
    """A yes-or-no question. The odds assume the ``default``. ``spatial`` is as in ``Pick``.

    ``question`` is the text of the question. By default, it is ``what`` with a question mark.
    """

    default: bool = False
    question: str = ""
    spatial: bool = False


class Interrupt(Request[bool], frozen=True, kw_only=True):
    """A moment at which the subjects in ``by`` may take one of the ``actions`` (given by id).

    The answer is True after an interrupt, so that the stage can ask again. If nobody interrupts,
    the answer is False.
    """

    by: tuple[Subject, ...]
    actions: tuple[str, ...]


class ReportedResult(Request[None], frozen=True, kw_only=True):
    """A dice result that is reported only to the odds calculation.

    The result is a number, or one of the words in ``among``.
    """

    value: int | str
    among: tuple[str, ...] = ()

    def resolve_role(self, subjects_by_role: Mapping[str, Role]) -> ReportedResult:
        """Return the result with the subject and target of its role, if the role is known."""
        if self.role not in subjects_by_role:
            return self
        _, subject, target = subjects_by_role[self.role]
        return replace(self, role="", subject=subject, target=target)


class OddsAssumption(Request[None], frozen=True, kw_only=True):
    """An assumption that a stage reports to the odds. ``what`` is its text."""


class PureStageCall(Request[Any], frozen=True, kw_only=True):
    """The request that ``call_pure_stage`` yields."""

    fn: Callable[..., Any]
    args: tuple[Any, ...]
    roles: tuple[tuple[str, SideId | None, Subject | None, Subject | None], ...] = ()


class StageCall(Request[Any], frozen=True, kw_only=True):
    """The request that ``call_stage`` and ``call_aftermath`` yield.

    ``aftermath`` is the name of the aftermath, or "" for ``call_stage``.
    """

    fn: Callable[..., Any]
    args: tuple[Any, ...]
    aftermath: str = ""


class NextStage(Struct, frozen=True):
    """The value that ``continue_with`` and ``continue_with_pure`` return."""

    fn: Callable[..., Any]
    args: tuple[Any, ...]
    pure: bool = False


ROLLS = (Roll, Score, Faces)
CHOICES = (Pick, Split, Tally, Number, Confirm)
Role = tuple[SideId | None, Subject | None, Subject | None]


def ask(request: Request[A]) -> Asking[A]:
    """Ask one question. The answer has the type of the ``request``."""
    answer: A = yield request
    return answer


def ask_owner(match: Match, unit: Subject, request: Request[A]) -> Asking[A]:
    return (yield from ask(replace(request, side=match.side_of(unit), subject=unit)))


def roll_check(
    what: str | RollKind,
    count: int,
    need: int | Need,
    *,
    side: SideId | None = None,
    subject: Subject | None = None,
    target: Subject | None = None,
    role: str = "",
    rule: str = "",
    made_of: str = "",
) -> Asking[int]:
    """Roll ``count`` dice and return the number of successes. A ``need`` of 4 means 4 or more.

    ``what`` is the kind of the roll, or its words. ``role`` and ``made_of`` have the same meaning
    as in ``Roll``.
    """
    kind, words = (None, what) if isinstance(what, str) else (what, what.words)
    roll = Roll(
        kind=kind,
        what=words,
        count=count,
        needs=Need(need) if isinstance(need, int) else need,
        side=side,
        subject=subject,
        target=target,
        role=role,
        rule=rule,
        made_of=made_of,
    )
    return count_successes((yield from ask(roll)), roll.bands)


def roll_opposed(first: Score, second: Score) -> Asking[int]:
    """Roll for two players, ``first`` and ``second``, and compare their sums.

    Returns the difference, which is positive if the first sum is higher. Players may type both sums
    at once. The luck report then compares each side's number of wins with its exact chance. To ask
    for one sum after the other, use ``versus`` instead.
    """
    total = yield from ask(replace(first, versus=second.dice))
    return total - (yield from ask(second))


def report_result(
    what: str,
    value: int | str,
    *,
    among: tuple[str, ...] = (),
    role: str = "",
    subject: Subject | None = None,
    target: Subject | None = None,
) -> Asking[None]:
    """Report a dice result to the odds, as in ``report_result("hits", 3, role="attacker")``.

    ``value`` is a number, or one of the possible words in ``among``.
    """
    yield ReportedResult(
        what=what, value=value, among=among, role=role, subject=subject, target=target
    )


def note_assumption(what: str) -> Asking[None]:
    """Report an assumption to the odds. ``what`` is a sentence about the table."""
    yield OddsAssumption(what=what)


def call_pure_stage(
    roles: Mapping[str, Role], fn: Callable[P, Asking[A]], *args: P.args, **_: P.kwargs
) -> Asking[A]:
    """Run ``fn(*args)`` and return its value. ``fn`` does arithmetic with dice and sees no match.

    ``roles`` maps each role, such as "attacker", to (side, subject, target).
    """
    owners = tuple((name, *owner) for name, owner in sorted(roles.items()))
    return cast(A, (yield PureStageCall(fn=fn, args=args, roles=owners)))


@overload
def call_stage(
    fn: Callable[Concatenate[Match, P], Asking[A]], *args: P.args, **_: P.kwargs
) -> Asking[A]: ...
@overload
def call_stage(
    fn: Callable[Concatenate[Match, P], A], *args: P.args, **_: P.kwargs
) -> Asking[A]: ...
def call_stage(fn: Callable[..., Any], *args: Any, **_: Any) -> Asking[Any]:
    """Run the stage ``fn(match, *args)`` and return its value."""
    return (yield StageCall(fn=fn, args=args))


def run_stage_for_each(
    match: Match, stage: Callable[..., Any], values: tuple[Any, ...], *args: Any
) -> Asking[None]:
    """Run ``stage(match, value, *args)`` for each value in turn. This function is also a stage."""
    if not values:
        return None
    yield from call_stage(stage, values[0], *args)
    return continue_with(run_stage_for_each, match, stage, values[1:], *args)


@overload
def call_aftermath(
    name: str, fn: Callable[Concatenate[Match, P], Asking[A]], *args: P.args, **_: P.kwargs
) -> Asking[A | None]: ...
@overload
def call_aftermath(
    name: str, fn: Callable[Concatenate[Match, P], A], *args: P.args, **_: P.kwargs
) -> Asking[A | None]: ...
def call_aftermath(name: str, fn: Callable[..., Any], *args: Any, **_: Any) -> Asking[Any]:
    """Run ``fn(match, *args)``, and return its value.

    Odds that are computed before the aftermath leave it out. They add its ``name`` to the outcome,
    and continue with the value None.
    """
    return (yield StageCall(fn=fn, args=args, aftermath=name))


@overload
def continue_with(
    fn: Callable[Concatenate[Match, P], Asking[A]], match: Match, *args: P.args, **_: P.kwargs
) -> A: ...
@overload
def continue_with(
    fn: Callable[Concatenate[Match, P], A], match: Match, *args: P.args, **_: P.kwargs
) -> A: ...
def continue_with(fn: Callable[..., Any], match: Match, *args: Any, **_: Any) -> Any:
    """Make the return value with which a stage continues as ``fn(match, *args)``."""
    del match
    return NextStage(fn, args)


def continue_with_pure(fn: Callable[P, Asking[A]], *args: P.args, **_: P.kwargs) -> A:
    """Make the return value with which a pure stage continues as ``fn(*args)``."""
    return cast(A, NextStage(fn, args, pure=True))


def call_pure_stage_then_function(
    fn: Callable[..., Asking[A]],
    args: tuple[Any, ...],
    function: Callable[..., B],
    leading_args: tuple[Any, ...],
) -> B:
    """Run the pure stage ``fn(*args)``, and then ``function(*leading_args, value)`` with its value.

    ``function`` is not a stage. If a stage did the same, the odds would run it again for each
    value.
    """
    return cast(
        B, NextStage(run_stage_then_function, (fn, args, function, leading_args), pure=True)
    )


def run_stage_then_function(
    fn: Callable[..., Asking[A]],
    args: tuple[Any, ...],
    function: Callable[..., B],
    leading_args: tuple[Any, ...],
) -> Asking[B]:
    """Do the same as ``call_pure_stage_then_function``, but in a stage that asks questions."""
    return function(*leading_args, (yield from call_pure_stage({}, fn, *args)))


keep_old_names(__name__)
