"""Everything about a row of a force, a field a row; what is typed holds when its row is left."""

from __future__ import annotations

from textual.app import ComposeResult

from tracker.application.building import row_edits
from tracker.application.building.draft import ForceDraft
from tracker.application.building.edits import get_at_path
from tracker.application.building.outline import OutlineRow, build_outline, list_fields
from tracker.application.errors import Refused
from tracker.procedures.declared.force_format import RosterField
from tracker.vocabulary.toml import Path
from tui.commands import Key, select_commands
from tui.roster.commands import ROSTER_FORM
from tui.roster.roster_panels import RulesPanel
from tui.roster.roster_rows import FieldRow
from tui.widgets.foot import Closing, Footer
from tui.widgets.form import FormPanel, Questionnaire
from tui.widgets.keyed import KeyedScreen
from tui.widgets.notice import NoticeLine
from tui.widgets.paging import Paging

NAME = RosterField("name")
LEAVES = "→ the next value · typing replaces it"


class RosterForm(KeyedScreen[Path]):
    """Gives back where the row stands that it was about."""

    commands = ROSTER_FORM

    def __init__(self, draft: ForceDraft, row: OutlineRow) -> None:
        super().__init__()
        self.draft = draft
        self.row = row
        self.refused = False
        self.fields: list[FieldRow] = []
        self._fill()
        self.form = Questionnaire(lambda: self.fields)
        self.parts = (Paging(self._go),)

    def _fill(self) -> None:
        """The rows anew, as the force stands now."""
        paths = {row.path: row for row in build_outline(self.draft)}
        self.row = paths.get(self.row.path, self.row)
        table = get_at_path(self.draft.data, self.row.path)
        fields = list_fields(self.draft, self.row)
        if isinstance(table, int):  # { rifle = 5 }: a line of figures that says its number alone
            table = {"profile": str(self.row.path[-1]), "count": table}
        called = self.row.path[-1] if self.row.what == "thing" else table.get("name", "")
        first = [] if self.row.what == "figures" else [FieldRow(self.draft, NAME, called)]
        self.fields = [*first, *(FieldRow(self.draft, f, table.get(f.key)) for f in fields)]

    def compose(self) -> ComposeResult:
        one = self.row.part.one if self.row.part else "force"
        one = "figures" if self.row.what == "figures" else one
        yield FormPanel(self.form, [(self.row.name, "bold"), f" · {one}"], LEAVES)
        yield RulesPanel(self.draft, lambda: self.row)
        yield Closing()
        yield NoticeLine()
        yield Footer(
            select_commands(ROSTER_FORM, "accept", "up", "down", "change", "complete", "leave")
        )

    def show(self) -> None:
        for widget in self.query("Panel"):
            widget.refresh()

    @property
    def here(self) -> FieldRow:
        """The field at hand."""
        return self.fields[self.form.at]

    def typed(self, character: str) -> bool:
        self.say("")
        self.here.typed(character)
        self.show()
        return True

    def run(self, command: Key) -> None:
        super().run(command)
        if self.is_current:
            self.show()

    def take(self) -> bool:
        """What is typed in the row at hand holds from now on; False where it cannot be read."""
        here = self.here
        if not here.changed:
            return True
        try:
            self._take(here)
        except Refused as refused:
            self.say(refused.message, bad=True)
            self.refused = True
            return False
        self.refused = False
        self.say("")
        self._fill()
        return True

    def _take(self, here: FieldRow) -> None:
        if here.field is not NAME:
            _, path = row_edits.fill(self.draft, self.row, here.field, here.text)
        else:
            row_edits.rename(self.draft, self.row, here.text)
            path = self.row.path
            if self.row.what == "thing":
                path = (path[0], " ".join(here.text.split()))
        found = {row.path: row for row in build_outline(self.draft)}
        self.row = found.get(path, self.row)

    # ------------------------------------------------------------------------------ commands

    def do_accept(self) -> None:
        last = self.form.at == len(self.fields) - 1
        if not self.take():
            return
        if last:
            self.dismiss(self.row.path)
        else:
            self.form.move(1)

    def _go(self, step: int) -> None:
        if self.take():
            self.form.move(step)

    def do_change(self) -> None:
        self.here.step(1)

    def do_change_back(self) -> None:
        self.here.step(-1)

    def do_complete(self) -> None:
        self.here.complete()

    def do_erase(self) -> None:
        self.here.erase()

    def do_clear(self) -> None:
        self.here.clear()

    def do_leave(self) -> None:
        """With what is typed; what cannot be read is said once, then left."""
        said = self.refused
        if self.take() or said:
            self.dismiss(self.row.path)
