"""Short text fields with a cursor. A screen can have several."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class TextField:
    """A text field. If ``is_replaced_by_typing`` is true, the next typed character replaces it."""

    label: str
    text: str
    original: str = ""
    is_replaced_by_typing: bool = True
    cursor: int = 0

    def __post_init__(self) -> None:
        self.original = self.original or self.text
        self.cursor = len(self.text)

    @property
    def is_changed(self) -> bool:
        return self.text.strip() != self.original.strip()

    def begin_editing(self) -> None:
        """Move the cursor to the end. The next typed character replaces the whole text."""
        self.is_replaced_by_typing, self.cursor = True, len(self.text)

    def insert_text(self, text: str) -> None:
        if self.is_replaced_by_typing:
            self.text, self.cursor, self.is_replaced_by_typing = "", 0, False
        self.text = self.text[: self.cursor] + text + self.text[self.cursor :]
        self.cursor += len(text)

    def delete_character(self, *, forward: bool = False) -> None:
        """Delete the character before the cursor, or after it if ``forward`` is true."""
        if self.is_replaced_by_typing and forward:
            self.text, self.cursor = "", 0
        self.is_replaced_by_typing = False
        start = self.cursor if forward else self.cursor - 1
        if start < 0:
            return
        self.text = self.text[:start] + self.text[start + 1 :]
        self.cursor = start

    def move_cursor(self, steps: int) -> None:
        self.is_replaced_by_typing = False
        self.cursor = max(0, min(len(self.text), self.cursor + steps))


@dataclass
class TextFieldList:
    """A list of text fields. After the last field, Tab returns to the first."""

    fields: list[TextField] = field(default_factory=list)
    cursor: int = 0

    @property
    def current_field(self) -> TextField:
        return self.fields[self.cursor]

    def go_to_adjacent_field(self, step: int = 1) -> None:
        self.cursor = (self.cursor + step) % len(self.fields)
        self.current_field.begin_editing()

    def move_text_to_next_field(self) -> None:
        """Move the current field's text to the next field, whose text it replaces.

        The current field gets back the text that it had before editing.
        """
        current = self.current_field
        moved, current.text = current.text, current.original
        self.go_to_adjacent_field()
        self.current_field.text = moved
        self.current_field.begin_editing()

    def handle_key(self, key: str, character: str | None) -> bool:
        """Handle a key in the current field. Return False if the field does not use it."""
        current = self.current_field
        steps = {"left": -1, "right": 1, "home": -len(current.text), "end": len(current.text)}
        if key in ("tab", "down", "shift+tab", "up"):
            self.go_to_adjacent_field(1 if key in ("tab", "down") else -1)
        elif key in ("backspace", "delete"):
            current.delete_character(forward=key == "delete")
        elif key in steps:
            current.move_cursor(steps[key])
        elif character is not None:
            current.insert_text(character)
        else:
            return False
        return True
