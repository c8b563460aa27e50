"""The draft of a force: its text with all versions for undo and redo, and its parsed roster."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from tracker.application.errors import Refused
from tracker.application.force_building import roster_toml_edits
from tracker.application.force_building.available_force_parts import ForcePartLibrary
from tracker.application.force_building.force_format_inference import get_or_infer_force_format
from tracker.procedures.declared.rosters_and_mustering import Roster
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary import toml_reader

CommentsKept = bool
"""Whether a change to a force has kept the comments in its text."""

ODD = "This part of the file is not valid in a roster. Correct it in a text editor first."


class DraftVersion:
    """A version of a force's text, with its data, its parsed roster, and the line of each part."""

    def __init__(self, rules: Ruleset, text: str) -> None:
        self.rules = rules
        self.text = text

    @cached_property
    def data(self) -> Mapping[str, Any]:
        return toml_reader.load_toml(self.text)

    @cached_property
    def roster(self) -> Roster:
        assert self.rules.forces is not None
        return self.rules.forces.read(self.text, self.rules.map_options_to_defaults())

    @cached_property
    def line_by_path(self) -> dict[toml_reader.Path, int]:
        return toml_reader.map_toml_keys_to_lines(self.text)


class ForceDraft:
    """A force that is being edited. Raises ``Refused`` for invalid TOML, and if the ruleset does
    not use rosters.
    """

    def __init__(self, rules: Ruleset, text: str, *, kept: str | None = None) -> None:
        self.rules = rules
        self.format = get_or_infer_force_format(rules)
        self.library = ForcePartLibrary(rules, self.format)
        text = text.removeprefix("\ufeff")
        try:
            toml_reader.load_toml(text)
        except toml_reader.InvalidToml as error:
            why = f"This roster is not valid TOML: {error}. Correct that line first."
            raise Refused(why) from error
        self.kept = kept
        """The text in the file, or None if the force was never saved."""
        self._begun = text
        self._versions = [DraftVersion(rules, text)]
        self._at = 0

    @property
    def current_version(self) -> DraftVersion:
        return self._versions[self._at]

    @property
    def text(self) -> str:
        return self.current_version.text

    @property
    def data(self) -> Mapping[str, Any]:
        return self.current_version.data

    @property
    def roster(self) -> Roster:
        return self.current_version.roster

    @property
    def has_unsaved_changes(self) -> bool:
        return self.text != (self._begun if self.kept is None else self.kept)

    def apply_change(self, change: roster_toml_edits.RosterChange) -> CommentsKept:
        """Change the force. Return whether the comments in its text have been kept.

        Raises ``Refused`` if the text does not have the structure of a roster.
        """
        try:
            text, kept_comments = roster_toml_edits.apply_change_with_comments_if_possible(
                self.text, change
            )
        except (TypeError, ValueError, KeyError, IndexError, AttributeError) as error:
            raise Refused(ODD) from error
        if text != self.text:
            self._versions[self._at + 1 :] = [DraftVersion(self.rules, text)]
            self._at = len(self._versions) - 1
        return kept_comments

    def undo(self) -> bool:
        """Return to the previous version of the text. Return False if there is none."""
        has_previous = self._at > 0
        self._at -= has_previous
        return has_previous

    def redo(self) -> bool:
        """Return to the version of the text that was last undone. Return False if there is none."""
        has_next = self._at < len(self._versions) - 1
        self._at += has_next
        return has_next


def make_empty_roster_text(rules: Ruleset) -> str:
    return f'name = "A new force"\nruleset = "{rules.id}"\n'
