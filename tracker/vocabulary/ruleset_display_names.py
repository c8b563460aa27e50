"""The display names of a ruleset, stored in the match so that it can always be read."""

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
    """The display name of an action; ``tells`` are the parameters that its log line shows, and the
    hidden markers of figures that it reports.
    """

    tells: tuple[str, ...] = ()


class LinkWord(Word, frozen=True, omit_defaults=True):
    """The display name of a link; ``made`` and ``parted`` connect the two ends in the log (``in
    melee with``). A ``quiet`` link is not in the log, unless its value ``counts`` something
    (``wounds``). ``back`` is the word at the second end (``charged by``), if it differs.
    ``carried``: the first end moves with the second, and is listed below it.
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
    """A declared marker: its possible bearers, and how it is shown (``hidden``: never; ``times``:
    its value, if above one).

    ``quiet``: it is shown, but its changes are not in the log. ``nerve``: its bearer has lost
    nerve, which service records count. ``lasting``: damage that lasts beyond the game; a campaign
    may carry it over. ``says``: texts and signs for values that need no other word. ``waits``: it
    soon has a consequence, which the log reports instead of its removal.
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
        """Its word with a value: ``order 3``; only ``run`` if the value is enough."""
        return self.says[value][0] if value in self.says else f"{self.word} {value}"


class RollWord(Struct, frozen=True, omit_defaults=True):
    """A declared roll: its word, one success and several (``hit``, ``hits``), the marker of
    failures, and its word for many rolls ``together``.
    """

    id: str
    word: str
    won: str = ""
    many: str = ""
    stakes: str = ""
    together: str = ""


class Words(Struct, frozen=True, omit_defaults=True):
    """The words of a ruleset, stored in the match so that it can be read without its rules."""

    phases: tuple[Word, ...] = ()
    actions: tuple[ActionWord, ...] = ()
    markers: tuple[MarkerWord, ...] = ()
    links: tuple[LinkWord, ...] = ()
    unit_of_length: str = ""
    figure: str = "figure"
    by_figure: bool = False
    """Whether figures act one by one, and have group and number: ``r13``."""
    rolls: tuple[RollWord, ...] = ()

    @property
    def visible_links(self) -> tuple[LinkWord, ...]:
        """The links that people see: not those that are quiet and have no sign."""
        return tuple(word for word in self.links if word.sign or not word.quiet)

    def format_handle(self, subject: Subject) -> str:
        """What people type for a subject: ``r1``, and ``r13`` or ``r1.3`` for a figure."""
        return (
            shorten_figure_handle(subject)
            if self.by_figure and is_figure(subject)
            else format_handle(subject)
        )

    def format_display_handle(self, subject: Subject) -> str:
        """The form for display in logs and prompts: ``R1``, ``R13``."""
        return self.format_handle(subject).upper()
