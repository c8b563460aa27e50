"""Reads and checks a game file. Every error has a line and a column."""

from __future__ import annotations

from collections.abc import Iterator
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
from tracker.gamefile.game_file_field_reader import (
    FORMAT,
    ZERO,
    GameTableReader,
    NameScope,
    build_from_attributes,
)
from tracker.gamefile.game_file_schema import ID
from tracker.procedures.declared.marker_and_link_kinds import LinkKind
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.pieces.objectives_and_awards import OBJECTIVE
from tracker.procedures.pieces.unit_activation import SPENT
from tracker.vocabulary.toml_reader import Path, Problem, clean_name


class InvalidGameFile(Exception):
    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(str(problems[0]))
        self.problems = problems


def read_game_file(text: str) -> GameDefinition:
    """Read a game from the text of its file. Raises ``InvalidGameFile`` with all problems found."""
    reader = _Reader(text)
    game = reader.read_definition() if not reader.file.problems else None
    if game is None or reader.file.problems:
        raise InvalidGameFile(reader.file.sort_problems())
    return game


class _Reader:
    """A reader that reads a game file from top to bottom, as later parts may refer to earlier
    parts.
    """

    def __init__(self, text: str) -> None:
        self.declared = DeclarationReader(text)
        self.file, self.actions = self.declared.file, ActionReader(self.declared)

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
            table = self.file.make_table_reader(at, {"bars": [*barring]})
            table.read_choices("bars", [action.id for action in actions])
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
                f"{name}.toml": _read_force(name, table)
                for name, table in self.file.read_named_tables("forces")
            },
        )

    def _read_head(self) -> Any:
        top = self.file.top
        if top.get("warledger_game") != FORMAT:
            what = "the version of the file format"
            text = f"The first line must be warledger_game = {FORMAT}, {what}."
            top.report_problem(text, "warledger_game")
        said = top.replace_values({**top, "warledger_game": FORMAT}).read_fields(
            schema.TABLES["top"], "A game file"
        )
        if not ID.fullmatch(said.id) and said.id != "?":
            text = "`id` must be lower-case letters, digits and hyphens, such as my-game."
            top.report_problem(text, "id")
        return said

    def _read_single_table(
        self, name: str, fields: schema.Fields, scope: NameScope | None = None
    ) -> Any:
        return self.file.top.read_table(name).read_fields(fields, f"[{name}]", scope)

    def _read_activation(self) -> Expression | None:
        said = self._read_single_table(
            "activation", schema.TABLES["activation"], self.declared.make_name_scope()
        )
        if said.points is not None and SPENT not in self.declared.markers:
            text = '`points` needs a phase with `order = "alternating"`.'
            self.file.top.report_problem(text, "activation")
        return cast("Expression | None", said.points)

    def _read_contact(self) -> ContactDefinition | None:
        if "contact" not in self.file.top:
            return None
        said = self._read_single_table("contact", schema.TABLES["contact"])
        if any(
            kind.sign == said.sign and kind.on == "unit" for kind in self.declared.markers.values()
        ):
            text = f"The sign {said.sign!r} belongs to a marker: choose another sign."
            self.file.top.report_problem(text, "contact")
        bars = tuple(one for one in said.bars if isinstance(one, str))
        return ContactDefinition(LinkKind("contact", said.word, said.sign), bars)

    def _read_objectives(self) -> ObjectivesDefinition | None:
        if "objectives" not in self.file.top:
            return None
        said = self._read_single_table("objectives", schema.TABLES["objectives"])
        if said.own:
            for name, table in self.file.read_named_tables("actions"):
                self.declared.report_reserved_id(table, name, "an action", OBJECTIVE.id)
        elif said.count is None:
            text = "[objectives] needs `count`, such as `count = 3`, or `own = true`."
            self.file.top.report_problem(text, "objectives")
        at_end = said.when == "end"
        when = "the game" if at_end else "a turn"
        what = f"objectives held at the end of {when} score"
        rule = self.declared.add_rule("objectives", said.text, what)
        more = {"count": said.count or 0, "rule": rule, "what": said.ask, "at_end": at_end}
        return build_from_attributes(ObjectivesDefinition, said, **more)

    def _read_end(self) -> EndConditions:
        names = self.declared.make_name_scope(unit=False, side=True)
        said = self._read_single_table("end", schema.TABLES["end"], names)
        rule = self.declared.add_rule("end", said.text, "how the game ends")
        table = self.file.top.read_table("end")
        out = table.read_and_keep_expression("out", self.declared.make_name_scope())
        if ("dice" in table) is (said.need is None):
            text = "`dice` and `need` must be given together: the game ends if the dice reach it."
            table.report_problem(text)
        return build_from_attributes(
            EndConditions,
            said,
            turns=said.turns or Constant(6),
            out=out,
            ties=tuple(_read_ties(table, names)),
            dice=table.read_dice_sizes("dice", self.declared.die) if "dice" in table else (),
            roll=RollKind("end-of-game", "the end of the game", rule=rule),
            rule=rule,
        )

    def _read_texts(self, key: str) -> Iterator[tuple[str, str]]:
        table = self.file.top.read_table(key)
        for name, text in [*table.items()][:200]:
            if isinstance(text, str) and text.strip() and len(text) <= 1000:
                yield name, " ".join(text.split())
            else:
                table.report_problem(f"{name} must be text in quotes.", name)


def _read_ties(end: GameTableReader, names: NameScope) -> Iterator[tuple[str, Expression]]:
    table = end.read_table("ties", "ties")
    if len(table) > 9 or any(len(word) > 40 for word in table):
        table.report_problem("Give at most 9 tie-breakers, each at most 40 letters long.")
        return
    for word in table:
        yield clean_name(word), table.read_and_keep_expression(word, names) or ZERO


def _read_force(name: str, table: GameTableReader) -> str:
    """Read a sample force as text: a title, and then one unit per line."""
    said = table.read_fields(schema.TABLES["force"], "A force", title=name.replace("-", " "))
    if not all(isinstance(line, str) and len(line) <= 100 for line in said.units):
        table.report_problem('`units` must be lines such as "8 riflemen".', "units")
        return ""
    return "\n".join([f"# {said.title}", *said.units])
