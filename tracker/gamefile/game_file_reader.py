"""Reads and checks a game file. Every error has a line and a column."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from tracker.gamefile import game_file_schema as schema
from tracker.gamefile.action_definition_reader import ActionReader
from tracker.gamefile.declaration_reader import DeclarationReader
from tracker.gamefile.expressions import Constant, Expression
from tracker.gamefile.game_definition import (
    ContactDefinition,
    EndConditions,
    GameDefinition,
    ObjectivesDefinition,
)
from tracker.gamefile.game_file_field_reader import FORMAT, ZERO, NameScope, build_from_attributes
from tracker.gamefile.game_file_schema import ID
from tracker.procedures.declared.marker_and_link_kinds import LinkKind
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.pieces.objectives_and_awards import OBJECTIVE
from tracker.procedures.pieces.unit_activation import SPENT
from tracker.vocabulary.toml_reader import Path, Problem, clean_name
from tracker.vocabulary.toml_reader import Table as Toml


class InvalidGameFile(Exception):
    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(str(problems[0]))
        self.problems = problems


def read_game_file(text: str) -> GameDefinition:
    """Read a game from the text of its file. Raises ``InvalidGameFile``."""
    reader = _Reader(text)
    game = reader.read_definition() if not reader.file.problems else None
    if game is None or reader.file.problems:
        raise InvalidGameFile(reader.file.sort_problems())
    return game


class _Reader:
    """Reads a game file from top to bottom, because later parts may refer to earlier parts."""

    def __init__(self, text: str) -> None:
        self.declared = DeclarationReader(text)
        self.file, self.actions = self.declared.file, ActionReader(self.declared)
        self.report, self.read = self.file.report_problem, self.file.read_fields

    def read_definition(self) -> GameDefinition:
        said, declared = self._read_head(), self.declared
        declared.read_declarations(said.id.upper(), said.die)
        self.actions.read_tests()
        actions = tuple(self.actions.read_actions())
        contact = self._read_contact()
        barred: dict[Path, tuple[str, ...]] = {
            ("markers", marker): bars for marker, bars in declared.bars.items()
        }
        barred |= {} if contact is None else {("contact",): contact.bars}
        for at, barring in barred.items():
            known = [action.id for action in actions]
            self.file.read_choices(at, {"bars": [*barring]}, "bars", known)
        objectives, end = self._read_objectives(), self._read_end()
        return build_from_attributes(
            GameDefinition,
            said,
            declared,
            self.actions.steps,
            expressions=self.file.expressions,
            markers=(*declared.markers.values(), *(deck.out for deck in declared.decks.values())),
            rolls=tuple(declared.rolls.values()),
            decks=tuple(declared.decks.values()),
            actions=actions,
            in_python=tuple(self.actions.in_python),
            tests=tuple(self.actions.tests.values()),
            points=self._read_activation(),
            contact=contact,
            objectives=objectives,
            end=end,
            rules={**declared.rules, **dict(self._read_texts("rules"))},
            glossary=dict(self._read_texts("glossary")),
            samples={
                f"{one[1]}.toml": self._read_force(*one)
                for one in self.file.read_named_tables("forces")
            },
        )

    def _read_head(self) -> Any:
        data = self.file.data
        if data.get("warledger_game") != FORMAT:
            what = "the version of the file format"
            text = f"The first line must be warledger_game = {FORMAT}, {what}."
            self.report(("warledger_game",), text)
        said = self.read(
            (), {**data, "warledger_game": FORMAT}, schema.TABLES["top"], "A game file"
        )
        if not ID.fullmatch(said.id) and said.id != "?":
            text = "id must be lower-case letters, digits and hyphens, such as my-game."
            self.report(("id",), text)
        return said

    def _read_single_table(
        self, name: str, fields: schema.Fields, scope: NameScope | None = None
    ) -> Any:
        table = self.file.read_table((name,), self.file.data.get(name), f"[{name}]")
        return self.read((name,), table, fields, f"[{name}]", scope)

    def _read_activation(self) -> Expression | None:
        said = self._read_single_table(
            "activation", schema.TABLES["activation"], self.declared.make_name_scope()
        )
        if said.points is not None and SPENT not in self.declared.markers:
            text = 'Points need a phase with order = "alternating".'
            self.report(("activation",), text)
        return cast("Expression | None", said.points)

    def _read_contact(self) -> ContactDefinition | None:
        if "contact" not in self.file.data:
            return None
        said = self._read_single_table("contact", schema.TABLES["contact"])
        if any(
            kind.sign == said.sign and kind.on == "unit" for kind in self.declared.markers.values()
        ):
            text = f"The sign {said.sign!r} belongs to a marker: choose another sign."
            self.report(("contact",), text)
        bars = tuple(one for one in said.bars if isinstance(one, str))
        return ContactDefinition(LinkKind("contact", said.word, said.sign), bars)

    def _read_objectives(self) -> ObjectivesDefinition | None:
        if "objectives" not in self.file.data:
            return None
        said = self._read_single_table("objectives", schema.TABLES["objectives"])
        if said.own:
            for path, name, _ in self.file.read_named_tables("actions"):
                self.declared.report_reserved_id(path, name, "an action", OBJECTIVE.id)
        elif said.count is None:
            self.report(("objectives",), "[objectives] needs count = 3, or own = true.")
        at_end = said.when == "end"
        when = "the game" if at_end else "a turn"
        what = f"objectives held at the end of {when} score"
        rule = self.declared.add_rule("objectives", said.text, what)
        more = {"count": said.count or 0, "rule": rule, "what": said.ask, "at_end": at_end}
        return build_from_attributes(ObjectivesDefinition, said, **more)

    def _read_end(self) -> EndConditions:
        said = self._read_single_table(
            "end", schema.TABLES["end"], self.declared.make_name_scope(unit=False, side=True)
        )
        rule = self.declared.add_rule("end", said.text, "how the game ends")
        table = self.file.read_table(("end",), self.file.data.get("end"), "[end]")
        out = self.file.read_and_keep_expression(
            ("end",), table, "out", self.declared.make_name_scope()
        )
        if ("dice" in table) is (said.need is None):
            text = "dice and need must be given together: the game ends if the dice reach the need."
            self.report(("end",), text)
        return build_from_attributes(
            EndConditions,
            said,
            turns=said.turns or Constant(6),
            out=out,
            ties=tuple(self._read_ties(table)),
            dice=self.file.read_dice_sizes(("end",), table, "dice", self.declared.die)
            if "dice" in table
            else (),
            roll=RollKind("end-of-game", "the end of the game", rule=rule),
            rule=rule,
        )

    def _read_ties(self, table: Mapping[str, Any]) -> Iterator[tuple[str, Expression]]:
        names = self.declared.make_name_scope(unit=False, side=True)
        given = self.file.read_table(("end", "ties"), table.get("ties"), "ties")
        if len(given) > 9 or any(len(word) > 40 for word in given):
            self.report(
                ("end", "ties"), "Give at most 9 tie-breakers, each at most 40 letters long."
            )
            given = {}
        for word in given:
            found = self.file.read_and_keep_expression(("end", "ties"), given, word, names)
            yield clean_name(word), found or ZERO

    def _read_texts(self, key: str) -> Iterator[tuple[str, str]]:
        table = self.file.read_table((key,), self.file.data.get(key), f"[{key}]")
        for name, text in [*table.items()][:200]:
            if isinstance(text, str) and text.strip() and len(text) <= 1000:
                yield name, " ".join(text.split())
            else:
                self.report((key, name), f"{name} must be text in quotes.")

    def _read_force(self, path: Path, name: str, table: Toml) -> str:
        """Read a sample force as text: a title, and then one unit per line."""
        said = self.read(
            path, table, schema.TABLES["force"], "A force", title=name.replace("-", " ")
        )
        if not all(isinstance(line, str) and len(line) <= 100 for line in said.units):
            self.report((*path, "units"), 'units must be lines such as "8 riflemen".')
            return ""
        return "\n".join([f"# {said.title}", *said.units])
