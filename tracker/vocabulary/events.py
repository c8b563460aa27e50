"""The events of a match, common to all rulesets.

*Inputs* are the commands, answers and dice of players. *Facts* are the consequences of an input. An
input and its facts form an entry. Bodies contain no floats: lengths are integers in hundredths of
the game's unit of length, and chances are computed from dice, bands and need.

The default values in this module are part of the stored form and must never change.

>>> match.record(FiguresRemoved(figures=("f:r1.3",)), PointsScored(side="s:b", points=1, why="hit"))
>>> match.figures("u:r1"), match.points("s:b")
(('f:r1.1', 'f:r1.2'), 1)
"""

from typing import Final, Literal

from msgspec import Struct

from tracker.vocabulary.dice_bands import Band, Counts, Modifier
from tracker.vocabulary.die_labels import Label
from tracker.vocabulary.ruleset_display_names import Words
from tracker.vocabulary.subject_ids import FigureId, SideId, Subject, UnitId

Version = int
Value = bool | int | str | tuple[tuple[str, int], ...] | None
NEXT: Final = "next"
"""The id of the action that ends a phase, or a side's part of it."""
Scalar = bool | int | str
"""The value of a marker, a link or a house rule."""
# JSON without floats, five levels deep. It is written out because the codec allows no recursive
# types.
_Json0 = None | bool | int | str
_Json1 = _Json0 | tuple[_Json0, ...] | dict[str, _Json0]
_Json2 = _Json0 | tuple[_Json1, ...] | dict[str, _Json1]
_Json3 = _Json0 | tuple[_Json2, ...] | dict[str, _Json2]
_Json4 = _Json0 | tuple[_Json3, ...] | dict[str, _Json3]
Json = _Json0 | tuple[_Json4, ...] | dict[str, _Json4]

RollForm = Literal["pool", "score", "faces"]
Source = Literal["typed", "app", "mixed", "counted", "default"]
EndedHow = Literal["resolved", "by hand", "abandoned"]
RemovedHow = Literal["killed", "destroyed", "fled", "captured", "lost", "scattered"]
NoteMark = Literal["", "pause", "on", "stands", "aside", "back"]
RewindWhy = Literal["undo", "redo", "return", "amend", "late"]
Mode = Literal["strict", "warn", "free"]


class Event(Struct, frozen=True, omit_defaults=True, kw_only=True, gc=False):
    """The base class of all event bodies."""


class Input(Event, frozen=True, kw_only=True, gc=False):
    """An event that players entered or rolled. Every entry begins with an input."""


class Fact(Event, frozen=True, kw_only=True, tag_field="fact", gc=False):
    """An event that is a consequence of an input."""


class Side(Struct, frozen=True, omit_defaults=True):
    """A player's force in a match. Its units' handles begin with ``letter``."""

    id: SideId
    name: str
    letter: str
    player: str = ""


class MusteredFigure(Struct, frozen=True, omit_defaults=True):
    """A figure of a mustered unit. ``wounds`` are its wounds from earlier games."""

    id: FigureId
    profile: str
    name: str = ""
    wounds: int = 0


class MusteredUnit(Struct, frozen=True, omit_defaults=True):
    """A mustered unit. ``marks`` are its markers from earlier games, with their values."""

    id: UnitId
    name: str
    figures: tuple[MusteredFigure, ...]
    marks: tuple[tuple[str, Scalar], ...] = ()


class Override(Struct, frozen=True, omit_defaults=True):
    """An objection that the players overrode, and their reason.

    For ``legal``, see ``Objection``.
    """

    objection: str
    reason: str = ""
    legal: bool = False


class AskedRollRecord(Struct, frozen=True, omit_defaults=True):
    """The roll that the rules asked for. It is stored if the players rolled something else."""

    dice: tuple[int, ...]
    bands: tuple[Band, ...] = ()
    need: str = ""


# ------------------------------------------------------------------------------------- inputs


class MatchOpened(Input, frozen=True, kw_only=True, gc=False):
    """The beginning of a match. ``ruleset_text`` is the whole game file, if there is one."""

    title: str
    ruleset: str
    ruleset_version: str
    sides: tuple[Side, ...]
    options: dict[str, Scalar] = {}
    tables: dict[str, dict[str, Json]] = {}
    mode: Mode = "warn"
    played_on: str = ""
    words: Words = Words()
    ruleset_text: str = ""


class ForceMustered(Input, frozen=True, kw_only=True, gc=False):
    side: SideId
    force: str
    points: int
    profiles: dict[str, dict[str, Json]]
    units: tuple[MusteredUnit, ...]


class ActionTaken(Input, frozen=True, kw_only=True, gc=False):
    """An action by a player or by the program. Automatic actions have the ``source`` "default".

    If the action was entered late, ``late`` is the version of the line before which (or within
    which) it happened, or 0 if that version is unknown.
    """

    action: str
    side: SideId | None = None
    params: dict[str, Json] = {}
    overrides: tuple[Override, ...] = ()
    source: Source = "typed"
    late: Version | None = None
    repeats: Version | None = None


class Rolled(Input, frozen=True, kw_only=True, gc=False):
    """A roll of dice. If ``key`` is empty, it is a free roll, which answers no question.

    ``dice`` are the sizes of the dice, in order. ``faces`` are the entered faces. The app rolled
    the last ``app`` dice or, if given, those at the positions ``app_at``. ``result`` is what the
    rules received: the counts per band, the total, or the faces in order. After a reroll, ``first``
    are all faces before it, and ``again`` are the positions of the rerolled dice. ``first_need`` is
    the text that an earlier program stored for the need. ``versus`` are the opponent's dice, which
    are rolled next. The sums of both rolls are compared. If ``harms_roller`` is true, successes
    harm the side that rolls, so luck ignores them.
    """

    key: str
    what: str
    form: RollForm
    dice: tuple[int, ...]
    result: Counts
    faces: tuple[int, ...] = ()
    app: int = 0
    bands: tuple[Band, ...] = ()
    labels: tuple[Label, ...] = ()
    bonus: int = 0
    need: str = ""
    modifiers: tuple[Modifier, ...] = ()
    side: SideId | None = None
    subject: Subject | None = None
    target: Subject | None = None
    rule: str = ""
    source: Source = "typed"
    asked: AskedRollRecord | None = None
    why: str = ""
    app_at: tuple[int, ...] = ()
    first: tuple[int, ...] = ()
    again: tuple[int, ...] = ()
    first_need: str = ""
    versus: tuple[int, ...] = ()
    harms_roller: bool = False
    repeats: Version | None = None


class Chosen(Input, frozen=True, kw_only=True, gc=False):
    """An answer to a question. If ``whole`` is true, each number stands for a whole unit."""

    key: str
    what: str
    value: Value = None
    side: SideId | None = None
    source: Source = "typed"
    repeats: Version | None = None
    whole: bool = False


class Noted(Input, frozen=True, kw_only=True, gc=False):
    """A note. ``mark`` says whether it has a special meaning.

    "pause" stops the measured playing time, and "on" restarts it. "stands" is a note that a player
    wrote when leaving the match. "aside" archives the match, and "back" restores it from the
    archive. ``photo`` is the SHA-256 digest of a photo, in hexadecimal.
    """

    text: str
    side: SideId | None = None
    about: Version | None = None
    star: bool = False
    mark: NoteMark = ""
    photo: str = ""
    repeats: Version | None = None


class Rewound(Input, frozen=True, kw_only=True, gc=False):
    to: Version
    why: RewindWhy = "undo"
    amends: Version | None = None


# -------------------------------------------------------------------------------------- facts


class ActionEnded(Fact, frozen=True, kw_only=True, gc=False):
    action: Version
    how: EndedHow = "resolved"


class TurnBegan(Fact, frozen=True, kw_only=True, gc=False):
    turn: int
    order: tuple[SideId, ...] = ()


class PhaseBegan(Fact, frozen=True, kw_only=True, gc=False):
    """The beginning of a phase, or of a part of it.

    ``order`` is the new order of sides, or () if the order does not change. ``turn_of`` is the side
    whose turn begins, if sides take separate turns.
    """

    phase: str
    side: SideId | None = None
    step: str = ""
    subject: Subject | None = None
    order: tuple[SideId, ...] = ()
    turn_of: SideId | None = None


class UnitFormed(Fact, frozen=True, kw_only=True, gc=False):
    """A unit called ``name`` is formed from these figures.

    The figures come from the units ``out_of``. If all figures of a unit leave it, it is removed.
    ``started`` is the starting number of figures, if players set it.
    """

    unit: UnitId
    side: SideId
    name: str
    figures: tuple[FigureId, ...]
    out_of: tuple[UnitId, ...] = ()
    started: int | None = None


class Moved(Fact, frozen=True, kw_only=True, gc=False):
    """A unit, or only its ``figures``, moved. ``how`` is the kind of move, in one word.

    ``length`` is in hundredths of the unit of length, or None if no length was given.
    """

    unit: UnitId
    figures: tuple[FigureId, ...] = ()
    length: int | None = None
    how: str = ""


class MarkerSet(Fact, frozen=True, kw_only=True, gc=False):
    """``subjects`` get a marker with ``value``. The sides in ``hidden_from`` do not see the value.

    ``until`` says when the marker expires: never (""), at the next "turn", "phase" or "step", when
    any side's turn begins ("side turn"), or when its own side's turn begins ("own turn").
    """

    subjects: tuple[Subject, ...]
    marker: str
    value: Scalar = True
    until: str = ""
    by: Subject | None = None
    hidden_from: tuple[SideId, ...] = ()


class MarkerCleared(Fact, frozen=True, kw_only=True, gc=False):
    """A marker is removed from ``subjects``."""

    subjects: tuple[Subject, ...]
    marker: str


class Revealed(Fact, frozen=True, kw_only=True, gc=False):
    subjects: tuple[Subject, ...]
    marker: str


class Linked(Fact, frozen=True, kw_only=True, gc=False):
    """``a`` gets a link with ``value`` to ``b``. ``until`` means the same as in ``MarkerSet``."""

    relation: str
    a: Subject
    b: Subject
    value: Scalar = True
    until: str = ""


class Unlinked(Fact, frozen=True, kw_only=True, gc=False):
    """The link from ``a`` to ``b`` is removed."""

    relation: str
    a: Subject
    b: Subject


class Wounded(Fact, frozen=True, kw_only=True, gc=False):
    """Each of the figures now has a total of ``wounds`` wounds, including earlier ones."""

    subjects: tuple[Subject, ...]
    wounds: int
    by: Subject | None = None


class FiguresRemoved(Fact, frozen=True, kw_only=True, gc=False):
    """``figures`` left the table. ``how`` says how they left it."""

    figures: tuple[FigureId, ...]
    how: RemovedHow = "killed"
    by: Subject | None = None


class FiguresReturned(Fact, frozen=True, kw_only=True, gc=False):
    """``figures`` that had left the table return to their unit."""

    figures: tuple[FigureId, ...]


class FiguresJoined(Fact, frozen=True, kw_only=True, gc=False):
    """Reinforcements or forgotten figures join a unit, or form a new one.

    ``profiles`` are added to the force's profiles, and ``points`` are added to its points.
    """

    unit: UnitId
    side: SideId
    name: str
    figures: tuple[MusteredFigure, ...]
    profiles: dict[str, dict[str, Json]] = {}
    points: int = 0


class GearChanged(Fact, frozen=True, kw_only=True, gc=False):
    """A figure lost or gained gear. ``lost`` and ``gained`` are names of gear.

    ``stats`` are new values of the figure's stats, by name. They can include its ``profile``.
    """

    figure: FigureId
    lost: tuple[str, ...] = ()
    gained: tuple[str, ...] = ()
    why: str = ""
    stats: tuple[tuple[str, str], ...] = ()


class Renamed(Fact, frozen=True, kw_only=True, gc=False):
    """A unit, a figure, a side's player or the match (its title) has another name."""

    subject: Subject
    name: str


class ObjectiveSet(Fact, frozen=True, kw_only=True, gc=False):
    objective: str
    label: str
    side: SideId | None = None
    data: dict[str, Json] = {}


class PointsScored(Fact, frozen=True, kw_only=True, gc=False):
    """``points`` are added to a side's score. Negative points are subtracted."""

    side: SideId
    points: int
    why: str


class MatchEnded(Fact, frozen=True, kw_only=True, gc=False):
    """The end of a match. If there is no ``winner``, the match is a draw.

    ``how`` is the kind of end, in one or two words. ``scores`` are final points, if any.
    """

    how: str
    winner: SideId | None = None
    scores: tuple[tuple[SideId, int], ...] = ()
    why: str = ""


AnyFact = (
    ActionEnded
    | TurnBegan
    | PhaseBegan
    | UnitFormed
    | Moved
    | MarkerSet
    | MarkerCleared
    | Revealed
    | Linked
    | Unlinked
    | Wounded
    | FiguresRemoved
    | FiguresReturned
    | FiguresJoined
    | GearChanged
    | Renamed
    | ObjectiveSet
    | PointsScored
    | MatchEnded
)
"""Any fact that rules can record."""


class Corrected(Input, frozen=True, kw_only=True, gc=False):
    """A manual correction. The facts in its entry are the changes."""

    reason: str
    facts: tuple[AnyFact, ...] = ()
    side: SideId | None = None
    about: Version | None = None
    closes: bool = False
    repeats: Version | None = None


AnyInput = MatchOpened | ForceMustered | ActionTaken | Rolled | Chosen | Corrected | Noted | Rewound
AnyEvent = AnyInput | AnyFact
