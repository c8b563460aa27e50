"""Form rows for house tables, which players fill in when they choose certain house rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from tracker.procedures.declared.house_tables import HouseTable
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary.events import Json, Scalar
from tui.widgets.questionnaire_form import FormRow, HouseRuleRow, TextRow


class HouseTableRows:
    """The form rows of house tables. They keep their contents even if the option changes."""

    def __init__(self, options: dict[str, Scalar]) -> None:
        self.options = options
        self._rows: dict[tuple[str, str], list[TextRow]] = {}

    def insert_table_rows(self, rules: Ruleset, rows: Sequence[HouseRuleRow]) -> list[FormRow]:
        """Return ``rows`` with each house table's rows below the house rule that needs them."""
        form_rows: list[FormRow] = []
        for row in rows:
            form_rows.append(row)
            for table in rules.house_tables:
                if table.option == row.option.name and self._is_in_use(table):
                    form_rows += self._get_rows(rules, table)
        return form_rows

    def collect_table_values(self, rules: Ruleset) -> dict[str, dict[str, Json]]:
        """Collect the contents of the tables in use, without empty rows."""
        values: dict[str, dict[str, Json]] = {}
        for table in filter(self._is_in_use, rules.house_tables):
            rows = zip(table.rows, self._get_rows(rules, table), strict=True)
            entries = {name: table.parse_row(row.text) for name, row in rows if row.text.strip()}
            values[table.table] = cast(dict[str, Json], entries)
        return values

    def _is_in_use(self, table: HouseTable) -> bool:
        return self.options.get(table.option) == table.value

    def _get_rows(self, rules: Ruleset, table: HouseTable) -> list[TextRow]:
        key = (rules.id, table.table)
        if key not in self._rows:
            labels = map(table.called.format, table.rows)
            self._rows[key] = [TextRow(label, "nothing", hint=table.row_hint) for label in labels]
        return self._rows[key]
