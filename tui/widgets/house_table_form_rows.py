"""Form rows for house tables, which players fill in when they choose certain house rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from tracker.procedures.declared.house_tables import HouseTable
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary.events import Json, Scalar
from tui.widgets.questionnaire_form import FormRow, OptionRow, TextRow


class HouseTableRows:
    """The form rows of house tables. Their contents are kept even if the option changes."""

    def __init__(self, chosen: dict[str, Scalar]) -> None:
        self.chosen = chosen
        self._rows: dict[tuple[str, str], list[TextRow]] = {}

    def add_table_rows(self, rules: Ruleset, rows: Sequence[OptionRow]) -> list[FormRow]:
        """Insert each house table's rows below the house rule that needs them."""
        found: list[FormRow] = []
        for row in rows:
            asked = [one for one in rules.house_tables if one.option == row.option.name]
            found.append(row)
            found += [each for one in asked if self._holds(one) for each in self._of(rules, one)]
        return found

    def collect_table_values(self, rules: Ruleset) -> dict[str, dict[str, Json]]:
        """Collect the contents of the tables in use, without empty rows."""
        found: dict[str, dict[str, Json]] = {}
        for one in filter(self._holds, rules.house_tables):
            rows = zip(one.rows, self._of(rules, one), strict=True)
            read = {name: one.parse_row(row.text) for name, row in rows if row.text.strip()}
            found[one.table] = cast(dict[str, Json], read)
        return found

    def _holds(self, table: HouseTable) -> bool:
        return self.chosen.get(table.option) == table.value

    def _of(self, rules: Ruleset, table: HouseTable) -> list[TextRow]:
        known = (rules.id, table.table)
        if known not in self._rows:
            labels = map(table.called.format, table.rows)
            self._rows[known] = [TextRow(label, "nothing", hint=table.hint) for label in labels]
        return self._rows[known]
