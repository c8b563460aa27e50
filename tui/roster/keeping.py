"""Where a force is kept: its file, and the draft of it that also a killed program leaves."""

from __future__ import annotations

from pathlib import Path

from exports.file_writing import make_safe_name, write
from tracker.application.building.draft import ForceDraft
from tracker.application.errors import Refused
from tracker.application.rosters import read_roster_file
from tui.draft_input import DraftInput

DRAFT = "draft"


class KeptForce:
    """The file of a force; None until it is said. What is not saved stays in ``drafts``."""

    def __init__(self, draft: ForceDraft, path: Path | None, drafts: DraftInput) -> None:
        self.draft = draft
        self.path = path
        self.drafts = drafts

    def proposed(self) -> Path:
        """Where it is saved if nothing else is said: here, under its name."""
        name = make_safe_name(self.draft.roster.name or "force", ".toml")
        return self.path or Path.cwd() / name

    def named(self, typed: str) -> Path:
        """The file that is meant, always a roster by its ending. Raises ``Refused``."""
        path = Path(typed.strip()).expanduser()
        if not typed.strip() or not path.name:
            raise Refused("Type the name of the file.")
        return path if path.suffix == ".toml" else path.with_name(f"{path.name}.toml")

    def explain_in_the_way(self, path: Path) -> str:
        """Why writing there would lose something; "" where it would not."""
        if not path.exists():
            return ""
        try:
            there = read_roster_file(path)
        except Refused as refused:
            return refused.message
        if there in (self.draft.text, self.draft.kept if path == self.path else None):
            return ""
        if path == self.path:
            return f"{path.name} has been changed by another program since you opened it."
        return f"{path.name} exists already and holds something else."

    def save(self, path: Path, *, over: bool) -> str:
        """Write it, ``over`` what is there; says where. Raises ``Refused``."""
        write(path, self.draft.text, overwrite=over)
        self.path = path
        self.draft.kept = self.draft.text
        self.forget()
        return f"Saved: {path}"

    def keep_draft(self) -> None:
        """What is not saved yet is there when the builder is opened again."""
        text = self.draft.text if self.draft.unsaved else ""
        self.drafts.keep(_of(self.draft.rules.id), DRAFT, text)

    def forget(self) -> None:
        """Nothing of it is to be kept but its file."""
        self.drafts.keep(_of(self.draft.rules.id), DRAFT, "")


def find_left_over(drafts: DraftInput, ruleset: str) -> str:
    """The draft of a ruleset that was never saved; "" where none is."""
    return drafts.of(_of(ruleset), DRAFT)


def _of(ruleset: str) -> str:
    return f"roster {ruleset}"
