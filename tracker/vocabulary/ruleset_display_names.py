"""The display names of a ruleset. A match stores them, so it can be read without the rules."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Literal, TypeVar

from msgspec import Struct

from tracker.vocabulary.subject_ids import Subject, format_handle, is_figure, shorten_figure_handle


class Word(Struct, frozen=True, omit_defaults=True):
    """The display name of an id. ``sign`` is a symbol of one character, or empty."""

    id: str
    word: str
    sign: str = ""
    short: str = ""
    """A shorter name for narrow columns."""


class ActionWord(Word, frozen=True, omit_defaults=True):
    """An action's display name. ``tells`` are the parameters and markers in its log line."""

    tells: tuple[str, ...] = ()


class LinkWord(Word, frozen=True, omit_defaults=True):
    """A link's display name.

    In the log, ``made`` and ``parted`` appear between the link's two ends (``in melee with``). A
    ``quiet`` link is logged only if its value is a number of something, named in ``counts``
    (``wounds``). ``back`` is the word at the second end (``charged by``), if it differs. If
    ``carried`` is true, the first end moves with the second and is listed below it.

    ``spares`` names a table in profiles and one of its values, as in ``vehicle.walker``. The link
    is not displayed if an end's profile contains the table without this value.
    """

    made: str = ""
    parted: str = ""
    carried: bool = False
    quiet: bool = False
    counts: str = ""
    back: str = ""
    spares: str = ""

    @property
    def joined_phrase(self) -> str:
        return self.made or f"in {self.word} with"

    @property
    def parted_phrase(self) -> str:
        return self.parted or f"out of {self.word} with"


PLAYERS_WORDS = "also"
"""The display name of a marker whose value is a list of the players' own words."""


class MarkerWord(Struct, frozen=True, omit_defaults=True):
    """A marker's display name. ``on`` is the kind of subject that has the marker.

    ``shown`` says how it is displayed: "hidden" means not at all, and "times" means that a value
    above one is displayed. If ``quiet`` is true, changes of the marker are not logged. If ``nerve``
    is true, the marker's bearer has lost nerve. Service records count such losses. If ``lasting``
    is true, the marker is damage that may last into the next game of a campaign. ``says`` has a
    text and a sign for each value that is displayed without ``word``. If ``waits`` is true, the log
    reports the marker's later consequence instead of its removal.
    """

    id: str
    word: str
    sign: str = ""
    on: Literal["figure", "unit", "side", "match"] = "unit"
    shown: Literal["value", "times", "since", "word", "hidden"] = "word"
    quiet: bool = False
    nerve: bool = False
    lasting: bool = False
    says: dict[str, tuple[str, str]] = {}
    waits: bool = False

    def format_value(self, value: str) -> str:
        """Format the word with a value (``order 3``), or return the value's text in ``says``
        (``run``).

        A colon follows the word if it is a phrase, such as ``gun lost at phase end``.
        """
        if value in self.says:
            return self.says[value][0]
        return f"{self.word}{':' if self.word.count(' ') > 1 else ''} {value}"


class RollWord(Struct, frozen=True, omit_defaults=True):
    """A roll's display name.

    ``won`` is the word for one success (``hit``), and ``many`` the word for several (``hits``).
    ``stakes`` is the marker that a subject gets if the roll fails. ``together`` is the word for
    many rolls that are made at once. ``defends`` is true if the target of an attack makes the roll,
    as with a save.
    """

    id: str
    word: str
    won: str = ""
    many: str = ""
    stakes: str = ""
    together: str = ""
    defends: bool = False


W = TypeVar("W", Word, ActionWord, LinkWord, MarkerWord, RollWord)


def index_by_id(words: Sequence[W]) -> Mapping[str, W]:
    """Map ids to their display names. If an id has several display names, the first one is used."""
    return {word.id: word for word in reversed(words)}


class Words(Struct, frozen=True, omit_defaults=True, dict=True):
    """A ruleset's display names. A match stores them, so it can be read without the rules."""

    phases: tuple[Word, ...] = ()
    actions: tuple[ActionWord, ...] = ()
    markers: tuple[MarkerWord, ...] = ()
    links: tuple[LinkWord, ...] = ()
    unit_of_length: str = ""
    figure: str = "figure"
    by_figure: bool = False
    """Whether figures act individually. A figure's handle is then its group and number: ``r13``."""
    rolls: tuple[RollWord, ...] = ()

    @cached_property
    def phases_by_id(self) -> Mapping[str, Word]:
        return index_by_id(self.phases)

    @cached_property
    def actions_by_id(self) -> Mapping[str, ActionWord]:
        return index_by_id(self.actions)

    @cached_property
    def markers_by_id(self) -> Mapping[str, MarkerWord]:
        return index_by_id(self.markers)

    @cached_property
    def links_by_id(self) -> Mapping[str, LinkWord]:
        return index_by_id(self.links)

    @cached_property
    def rolls_by_id(self) -> Mapping[str, RollWord]:
        return index_by_id(self.rolls)

    @property
    def visible_links(self) -> tuple[LinkWord, ...]:
        """The links that are displayed: all but quiet links without a sign."""
        return tuple(word for word in self.links if word.sign or not word.quiet)

    @property
    def visible_markers(self) -> tuple[MarkerWord, ...]:
        return tuple(word for word in self.markers if word.shown != "hidden")

    def format_handle(self, subject: Subject) -> str:
        """Return the handle that players type for a subject: ``r1``, ``r13`` or ``r1.3``."""
        return (
            shorten_figure_handle(subject)
            if self.by_figure and is_figure(subject)
            else format_handle(subject)
        )

    def format_display_handle(self, subject: Subject) -> str:
        """Return a subject's handle for logs and prompts, such as ``R1`` or ``R13``."""
        return self.format_handle(subject).upper()
