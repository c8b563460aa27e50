"""The display names of a ruleset. A match stores them, so that it can always be read."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tracker.vocabulary.subject_ids import Subject, format_handle, is_figure, shorten_figure_handle


class Word(Struct, frozen=True, omit_defaults=True):
    """The display name of an id, and its one-cell sign if it has one."""

    id: str
    word: str
    sign: str = ""
    short: str = ""
    """A short form for a narrow column."""


class ActionWord(Word, frozen=True, omit_defaults=True):
    """The display name of an action, with the parameters and markers that its log line shows."""

    tells: tuple[str, ...] = ()


class LinkWord(Word, frozen=True, omit_defaults=True):
    """The display name of a link.

    In the log ``made`` and ``parted`` connect the two ends (``in melee with``). A ``quiet`` link is
    not in the log, unless its value ``counts`` something (``wounds``). ``back`` is the word at the
    second end (``charged by``), if it differs. If ``carried`` is true, the first end moves with the
    second and is listed below it.
    """

    made: str = ""
    parted: str = ""
    carried: bool = False
    quiet: bool = False
    counts: str = ""
    back: str = ""

    @property
    def joined_phrase(self) -> str:
        return self.made or f"in {self.word} with"

    @property
    def parted_phrase(self) -> str:
        return self.parted or f"out of {self.word} with"


class MarkerWord(Struct, frozen=True, omit_defaults=True):
    """The display name of a marker, with its bearers and the way it is shown.

    If ``shown`` is "hidden", it is not shown; "times" shows its value if above one. If ``quiet`` is
    true, the log does not show its changes. If ``nerve`` is true, its bearer has lost nerve, which
    service records count. ``lasting`` damage may be carried over in a campaign. ``says`` has texts
    and signs for values that need no other word. If ``waits`` is true, the marker has a later
    consequence, which the log reports instead of its removal.
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
        """Format the word with a value: ``order 3``, or only ``run`` if the value is enough."""
        return self.says[value][0] if value in self.says else f"{self.word} {value}"


class RollWord(Struct, frozen=True, omit_defaults=True):
    """The display name of a roll.

    ``won`` and ``many`` are the words for one success and several (``hit``, ``hits``), ``stakes``
    is the marker of failures, and ``together`` is the word for many rolls at once.
    """

    id: str
    word: str
    won: str = ""
    many: str = ""
    stakes: str = ""
    together: str = ""


class Words(Struct, frozen=True, omit_defaults=True):
    """The words of a ruleset. A match stores them, so that it can be read without its rules."""

    phases: tuple[Word, ...] = ()
    actions: tuple[ActionWord, ...] = ()
    markers: tuple[MarkerWord, ...] = ()
    links: tuple[LinkWord, ...] = ()
    unit_of_length: str = ""
    figure: str = "figure"
    by_figure: bool = False
    """Whether figures act one by one, with group and number as their handle: ``r13``."""
    rolls: tuple[RollWord, ...] = ()

    @property
    def visible_links(self) -> tuple[LinkWord, ...]:
        """The links that people see: all except quiet links without a sign."""
        return tuple(word for word in self.links if word.sign or not word.quiet)

    def format_handle(self, subject: Subject) -> str:
        """Return what people type for a subject: ``r1``, and ``r13`` or ``r1.3`` for a figure."""
        return (
            shorten_figure_handle(subject)
            if self.by_figure and is_figure(subject)
            else format_handle(subject)
        )

    def format_display_handle(self, subject: Subject) -> str:
        """Return the handle of a subject for display in logs and prompts: ``R1``, ``R13``."""
        return self.format_handle(subject).upper()
