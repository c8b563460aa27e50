"""What people call the things of a ruleset, as a match keeps it so that it can be read for ever."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tracker.vocabulary.names import Subject, format_handle, is_figure, shorten_figure_handle


class Word(Struct, frozen=True, omit_defaults=True):
    """What people call an id on the screen, and its one-cell sign where it has one."""

    id: str
    word: str
    sign: str = ""
    short: str = ""
    """Its form for a narrow column, where the word is long."""


class ActionWord(Word, frozen=True, omit_defaults=True):
    """What people call an action; ``tells`` are the parameters that its line in the log says, and
    the hidden markers that it tells of figures.
    """

    tells: tuple[str, ...] = ()


class LinkWord(Word, frozen=True, omit_defaults=True):
    """What people call a link; ``made`` and ``parted`` stand between the two in the log (``in melee
    with``); of one that is ``quiet`` it tells nothing, unless its value ``counts`` something
    (``wounds``). ``back`` is its word as the second of the two has it (``charged by``), where it is
    not the same both ways. ``carried``: the first goes wherever the second does, so that it stands
    below it.
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
    """A declared marker: what it may be put on and how it is shown (``hidden``: never; ``times``:
    its value, where that is more than one).

    ``quiet``: shown as it stands, but not said in the log whenever it changes. ``nerve``: whoever
    gets it has lost his nerve; service records count that. ``lasting``: harm that does not end
    with the game; a campaign may have it carried on to the next. ``says``: its values in words and
    as signs, where they say all there is without its own word. ``waits``: it comes true before
    long, which is told then; that it is there no longer is not.
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
        """Its word with a value: ``order 3``; ``run`` where the value says it all."""
        return self.says[value][0] if value in self.says else f"{self.word} {value}"


class RollWord(Struct, frozen=True, omit_defaults=True):
    """A declared roll: its word, what one success and several are called (``hit``, ``hits``), the
    marker of those who fail it, and its word where many are rolled ``together``.
    """

    id: str
    word: str
    won: str = ""
    many: str = ""
    stakes: str = ""
    together: str = ""


class Words(Struct, frozen=True, omit_defaults=True):
    """The words of a ruleset, copied into the match so that it can be read without its rules."""

    phases: tuple[Word, ...] = ()
    actions: tuple[ActionWord, ...] = ()
    markers: tuple[MarkerWord, ...] = ()
    links: tuple[LinkWord, ...] = ()
    unit_of_length: str = ""
    figure: str = "figure"
    by_figure: bool = False
    """Whether figures act one by one, and are called by group and number: ``r13``."""
    rolls: tuple[RollWord, ...] = ()

    @property
    def visible_links(self) -> tuple[LinkWord, ...]:
        """The links that people are shown: not those that are quiet and have no sign."""
        return tuple(word for word in self.links if word.sign or not word.quiet)

    def format_handle(self, subject: Subject) -> str:
        """What people type for a subject: ``r1``, and ``r13`` or ``r1.3`` for a figure."""
        return (
            shorten_figure_handle(subject)
            if self.by_figure and is_figure(subject)
            else format_handle(subject)
        )

    def format_display_handle(self, subject: Subject) -> str:
        """The same as people read it, in logs and prompts: ``R1``, ``R13``."""
        return self.format_handle(subject).upper()
