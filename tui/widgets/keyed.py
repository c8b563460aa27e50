"""A screen whose keys are the commands of one table: footer, help and palette follow from it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from textual import events
from textual.app import SystemCommand
from textual.screen import Screen

from tui.commands import Command, by_key
from tui.widgets.typed_ahead import handed_on

R = TypeVar("R")


class KeyedFor(Screen[R]):
    """Give ``commands``, a method ``do_<id>`` for each, and ``typed`` for everything else."""

    commands: tuple[Command, ...] = ()
    AUTO_FOCUS = None

    def on_key(self, event: events.Key) -> None:
        if not handed_on(self, event):
            self.press(event)

    def press(self, event: events.Key) -> None:
        """What a key does; Textual calls every ``on_key`` there is, this one can be overridden."""
        character = event.character if event.is_printable else None
        if character is not None and self.typed(character):
            event.stop()
            return
        command = by_key(self.commands, event.key)
        if command is not None:
            event.stop()
            event.prevent_default()
            self.run(command)

    def typed(self, character: str) -> bool:
        """Take a character as text; False leaves it to the commands."""
        del character
        return False

    def run(self, command: Command) -> None:
        """Do what a command says."""
        getattr(self, f"do_{command.id}")()

    def palette(self) -> Iterable[SystemCommand]:
        """The commands for the palette."""
        for command in self.commands:
            title = command.text[:1].upper() + command.text[1:]
            yield SystemCommand(title, f"key {command.sign}", lambda c=command: self.run(c))


class Keyed(KeyedFor[None]):
    """A screen that gives nothing back."""
