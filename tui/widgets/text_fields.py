"""Short text fields with a cursor. A screen can have several."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class TextField:
    """A text being edited. If ``fresh`` is true, the first typed character replaces the text."""

    label: str
    text: str
    was: str = ""
    fresh: bool = True
    at: int = 0

    def __post_init__(self) -> None:
        self.was = self.was or self.text
        self.at = len(self.text)

    @property
    def is_changed(self) -> bool:
        return self.text.strip() != self.was.strip()

    def begin_editing(self) -> None:
        """Move the cursor to the end. The next typed character replaces the whole text."""
        self.fresh, self.at = True, len(self.text)

    def insert_text(self, text: str) -> None:
        if self.fresh:
            self.text, self.at, self.fresh = "", 0, False
        self.text = self.text[: self.at] + text + self.text[self.at :]
        self.at += len(text)

    def delete_character(self, *, ahead: bool = False) -> None:
        """Delete the character before the cursor, or after it. A fresh field is cleared."""
        if self.fresh:
            self.text, self.at, self.fresh = "", 0, False
            return
        start = self.at if ahead else self.at - 1
        if start < 0:
            return
        self.text = self.text[:start] + self.text[start + 1 :]
        self.at = start

    def move_cursor(self, steps: int) -> None:
        self.fresh = False
        self.at = max(0, min(len(self.text), self.at + steps))


@dataclass
class TextFieldList:
    """A list of text fields. After the last one, Tab returns to the first."""

    every: list[TextField] = field(default_factory=list)
    at: int = 0

    @property
    def current_field(self) -> TextField:
        return self.every[self.at]

    def go_to_next(self, step: int = 1) -> None:
        self.at = (self.at + step) % len(self.every)
        self.current_field.begin_editing()

    def handle_key(self, key: str, character: str | None) -> bool:
        """Handle a key in the current field. Return False if the field does not use it."""
        here = self.current_field
        steps = {"left": -1, "right": 1, "home": -len(here.text), "end": len(here.text)}
        if key in ("tab", "down", "shift+tab", "up"):
            self.go_to_next(1 if key in ("tab", "down") else -1)
        elif key in ("backspace", "delete"):
            here.delete_character(ahead=key == "delete")
        elif key in steps:
            here.move_cursor(steps[key])
        elif character is not None:
            here.insert_text(character)
        else:
            return False
        return True
