"""Reads the actions and tests of a game file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from msgspec import structs

from tracker.gamefile import game_file_schema as schema
from tracker.gamefile.declaration_reader import POOL_NAMES, DeclarationReader
from tracker.gamefile.expressions import Constant
from tracker.gamefile.game_definition import (
    BEARERS,
    DIE_NAMES,
    DISTANCE,
    ActionDefinition,
    FlagDefinition,
    TestDefinition,
)
from tracker.gamefile.game_file_field_reader import GameTableReader, build_from_attributes
from tracker.gamefile.step_definition_reader import StepReader
from tracker.gamefile.totals_roll_sheet import build_totals_roll_sheet
from tracker.vocabulary.toml_reader import clean_name

INPUTS: Final = ("unit", "target", "weapon", "length", "pool")
"""The inputs of an action, apart from its flags and numbers."""
RESERVED_KEYS: Final = {"u": "undo", "U": "redo", "?": "the list of keys", ":": "lines"}
"""The keys that no action can use, with their meanings in every game."""


class ActionReader:
    """The reader of a game file's tests and then its actions, which may use the tests."""

    def __init__(self, declared: DeclarationReader) -> None:
        self.declared, self.file = declared, declared.file
        self.steps = StepReader(declared)
        self.tests: dict[str, TestDefinition] = self.file.declared["tests"]
        self.in_python: list[str] = []
        self.ids: list[str] = []
        self.interrupting: set[str] = set()

    def read_tests(self) -> None:
        for name, table in self.file.read_named_tables("tests"):
            self.tests[name] = self._read_test(name, table)

    def _read_test(self, name: str, table: GameTableReader) -> TestDefinition:
        names = self.declared.make_name_scope()
        said = table.read_fields(schema.TABLES["test"], "A test", names)
        if name in self.declared.rolls:
            table.report_problem(f"{name!r} is already the name of a roll: choose another name.")
        rolls = not {"dice", "need", "passes"}.isdisjoint(table)
        dice = table.read_dice_sizes("dice", self.declared.die) if rolls else ()
        names = self.declared.make_name_scope(
            *(DIE_NAMES[: len(dice)] if "passes" in table else ())
        )
        passes = table.read_and_keep_expression("passes", names) if rolls else Constant(1)
        if (said.need is None) is (passes is None):
            lacks = "needs `need`: the number to roll"
            text = lacks if passes is None else "cannot have both `need` and `passes`"
            table.report_problem(f"The test {name} {text}.")
        rolled = {key: value for key, value in table.items() if key in {"words", "low", "text"}}
        roll = self.declared.read_roll(name, table.replace_values(rolled))
        if said.need is not None and len(dice) > 1:
            kind = structs.replace(roll.kind, sheet=build_totals_roll_sheet)
            roll = structs.replace(roll, kind=kind)
        return build_from_attributes(
            TestDefinition,
            said,
            id=name,
            roll=roll,
            dice=dice,
            passes=passes,
            passes_text=clean_name(said.passes) if isinstance(said.passes, str) else "",
            add=said.add or Constant(0),
            when=self.declared.read_phase_ids(table, "when", "turn"),
            who=said.who or Constant(1),
            passed=self.steps.read_steps(table, "pass", names, effects=True),
            failed=self.steps.read_steps(table, "fail", names, effects=True),
        )

    def read_actions(self) -> Iterator[ActionDefinition]:
        verbs: dict[str, str] = {}
        letters: dict[str, str] = {}
        found = tuple(self.file.read_named_tables("actions"))
        if not found and not self.file.problems:
            self.file.top.report_problem("A game needs actions: write [actions.move].")
        self.ids = [name for name, table in found if table.get("python") is not True]
        opened = (table.get("open_to") for _, table in found)
        names = (name for one in opened if isinstance(one, list) for name in one)
        self.interrupting = {*map(str, names)}
        for name, table in found:
            self.declared.report_reserved_id(table, name, "an action")
            if table.get("python") is True:
                table.report_unknown_keys(("python",), "An action in Python")
                self.in_python.append(name)
                continue
            action = self._read_action(name, table)
            for what, said, those in (("verb", action.verb, verbs), ("key", action.key, letters)):
                if said and those.setdefault(said, name) != name:
                    text = f"The {what} {said!r} belongs to {those[said]!r}: choose another."
                    table.report_problem_at_key(what, text)
            yield action

    def _read_action(self, name: str, table: GameTableReader) -> ActionDefinition:
        flags = tuple(self._read_flags(table))
        plays = None
        if "plays" in table:
            held = {key: deck for key, deck in self.declared.decks.items() if deck.hand is not None}
            plays = held.get(table.read_choice("plays", held, "", "decks"))
        usual: dict[str, Any] = {
            "word": name.replace("-", " "),
            "measured": table.get("moves") is True or "reach" in table,
            "ends": "activation" not in self.file.top,
        }
        said = table.read_fields(schema.TABLES["action"], "An action", **usual)
        typed = [flag.name_in_expressions for flag in flags]
        typed += [DISTANCE] * said.measured
        typed += () if plays is None else (plays.name_in_expressions,)
        typed += POOL_NAMES if said.pool else ()
        known = [*typed, *[BEARERS] * bool(said.weapons)]
        is_aimed, armed = table.get("at", "") != "", bool(said.weapons)
        names = self.declared.make_name_scope(*known, target=is_aimed, armed=armed)
        vars(said).update(table.read_expressions(schema.TABLES["action"], names))
        _report_unusable_key(table, said)
        self.steps.report_missing_contact(table, 'at = "contact"' if said.at == "contact" else "")
        once = self.declared.markers.get(said.once)
        if said.once and said.once == table.get("once") and (once is None or once.on != "unit"):
            text = f"`once` needs a marker {said.once!r}: declare it with [markers.{said.once}]."
            table.report_problem(text, "once", word=said.once)
        return build_from_attributes(
            ActionDefinition,
            said,
            id=name,
            verb=_read_verb(table, said),
            phases=self.declared.read_phase_ids(table, "phases"),
            rule=self.declared.add_rule(name, said.text, said.word),
            flags=flags,
            plays=plays,
            once=once,
            bar=table.read_and_keep_expression("bar", self.declared.make_name_scope(*typed)),
            open_to=table.read_choices("open_to", self.ids),
            breaks_in=name in self.interrupting,
            steps=self.steps.read_steps(table, "steps", names),
        )

    def _read_flags(self, table: GameTableReader) -> Iterator[FlagDefinition]:
        given = table.get("flags")
        if isinstance(given, list):
            keys = ", ".join(f'{word} = "{str(word)[:1]}"' for word in given)
            table.report_problem(f"Each flag needs a key: write flags = {{ {keys} }}.", "flags")
            given = {}
        given = table.replace_values({"flags": given}).read_table("flags", "flags")
        for word, said in given.items():
            if not re.fullmatch(r"[a-z][a-z-]{1,19}", word) or word in {*INPUTS, "with"}:
                text = f"{word!r} cannot be a flag. Use another word in lower-case letters."
                given.report_problem(text, word=word)
                continue
            key = said if isinstance(said, str) else "?"
            if len(key) > 1 or key.isdigit() or key in RESERVED_KEYS:
                given.report_problem(f"{word} must have a letter as its key.")
            self.declared.declare_name_or_report(given.path, word, "flag")
            yield FlagDefinition(word, key)
        seen = {*INPUTS, *given}
        for word in table.read_list("numbers", 9):
            if isinstance(word, str) and re.fullmatch(r"[a-z]{2,20}", word) and word not in seen:
                seen.add(word)
                self.declared.declare_name_or_report((*table.path, "numbers"), word, "flag")
                yield FlagDefinition(word, number=True)
            else:
                text = "`numbers` must list words in lower-case letters that are not flags."
                table.report_problem(text, "numbers")


def _read_verb(table: GameTableReader, said: Any) -> str:
    """Read the verb of an action. The default is the first word of the action's name."""
    verb: str = said.verb or said.word.split()[0].lower()
    if not re.fullmatch(r"[a-z][a-z'-]*", verb) or verb in {"at", "all", "rest"}:
        text = f"The verb {verb!r} must be one word in lower-case letters."
        table.report_problem_at_key("verb", text)
    return verb


def _report_unusable_key(table: GameTableReader, said: Any) -> None:
    is_read = said.key == table.get("key")
    if is_read and (not said.key.isascii() or said.key.isdigit() or said.key in RESERVED_KEYS):
        use = RESERVED_KEYS.get(said.key)
        why = f"it is the key for {use}" if use else "use another letter"
        table.report_problem(f"{said.key!r} cannot be a key: {why}.", "key")
