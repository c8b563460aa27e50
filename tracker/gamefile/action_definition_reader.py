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
from tracker.gamefile.game_file_field_reader import build_from_attributes
from tracker.gamefile.step_definition_reader import StepReader
from tracker.gamefile.totals_roll_sheet import build_totals_roll_sheet
from tracker.vocabulary.toml_reader import Path, clean_name
from tracker.vocabulary.toml_reader import Table as Toml

INPUTS: Final = ("unit", "target", "weapon", "length", "pool")
"""The inputs of an action, apart from its flags and numbers."""
RESERVED_KEYS: Final = {"u": "undo", "U": "redo", "?": "the list of keys", ":": "lines"}
"""The keys that no action can use, with their meanings in every game."""


class ActionReader:
    """Reads the tests of a game file, and then its actions, which may use the tests."""

    def __init__(self, declared: DeclarationReader) -> None:
        self.declared, self.file = declared, declared.file
        self.report, self.read = self.file.report_problem, self.file.read_fields
        self.steps = StepReader(declared)
        self.tests: dict[str, TestDefinition] = self.file.declared["tests"]
        self.in_python: list[str] = []
        self.ids: list[str] = []
        self.interrupting: set[str] = set()

    def read_tests(self) -> None:
        for path, name, table in self.file.read_named_tables("tests"):
            self.tests[name] = self._read_test(path, name, table)

    def _read_test(self, path: Path, name: str, table: Toml) -> TestDefinition:
        names = self.declared.make_name_scope()
        said = self.read(path, table, schema.TABLES["test"], "A test", names)
        if name in self.declared.rolls:
            self.report(path, f"{name!r} is already the name of a roll: choose another name.")
        rolls = not {"dice", "need", "passes"}.isdisjoint(table)
        dice = self.file.read_dice_sizes(path, table, "dice", self.declared.die) if rolls else ()
        names = self.declared.make_name_scope(
            *(DIE_NAMES[: len(dice)] if "passes" in table else ())
        )
        passes = (
            self.file.read_and_keep_expression(path, table, "passes", names)
            if rolls
            else Constant(1)
        )
        if (said.need is None) is (passes is None):
            lacks = "needs the key need: the number to roll"
            text = lacks if passes is None else "cannot have both need and passes"
            self.report(path, f"The test {name} {text}.")
        rolled = {key: value for key, value in table.items() if key in {"words", "low", "text"}}
        roll = self.declared.read_roll(path, name, rolled)
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
            when=self.declared.read_phase_ids(path, table, "when", "turn"),
            who=said.who or Constant(1),
            passed=self.steps.read_steps(path, table, "pass", names, effects=True),
            failed=self.steps.read_steps(path, table, "fail", names, effects=True),
        )

    def read_actions(self) -> Iterator[ActionDefinition]:
        verbs: dict[str, str] = {}
        letters: dict[str, str] = {}
        found = tuple(self.file.read_named_tables("actions"))
        if not found and not self.file.problems:
            self.report((), "A game needs actions: write [actions.move].")
        self.ids = [name for _, name, table in found if table.get("python") is not True]
        opened = (table.get("open_to") for _, _, table in found)
        names = (name for one in opened if isinstance(one, list) for name in one)
        self.interrupting = {*map(str, names)}
        for path, name, table in found:
            if table.get("python") is True:
                self.declared.report_reserved_id(path, name, "an action")
                self.file.report_unknown_keys(path, table, ("python",), "An action in Python")
                self.in_python.append(name)
                continue
            action = self._read_action(path, name, table)
            for what, said, those in (("verb", action.verb, verbs), ("key", action.key, letters)):
                if said and those.setdefault(said, name) != name:
                    text = f"The {what} {said!r} belongs to {those[said]!r}: choose another."
                    self.report((*path, what) if what in table else path, text)
            yield action

    def _read_action(self, path: Path, name: str, table: Toml) -> ActionDefinition:
        file = self.file
        self.declared.report_reserved_id(path, name, "an action")
        flags = tuple(self._read_flags(path, table))
        plays = None
        if "plays" in table:
            held = {key: deck for key, deck in self.declared.decks.items() if deck.hand is not None}
            plays = held.get(file.read_choice(path, table, "plays", held, "", "decks"))
        usual: dict[str, Any] = {
            "word": name.replace("-", " "),
            "measured": table.get("moves") is True or "reach" in table,
            "ends": "activation" not in self.file.data,
        }
        said = self.read(path, table, schema.TABLES["action"], "An action", **usual)
        typed = [flag.name_in_expressions for flag in flags]
        typed += [DISTANCE] * said.measured
        typed += () if plays is None else (plays.name_in_expressions,)
        typed += POOL_NAMES if said.pool else ()
        known = [*typed, *[BEARERS] * bool(said.weapons)]
        is_aimed, armed = table.get("at", "") != "", bool(said.weapons)
        names = self.declared.make_name_scope(*known, target=is_aimed, armed=armed)
        vars(said).update(file.read_expressions(path, table, schema.TABLES["action"], names))
        self._report_unusable_key(path, table, said)
        self.steps.report_missing_contact(path, 'at = "contact"' if said.at == "contact" else "")
        once = self.declared.markers.get(said.once)
        if said.once and said.once == table.get("once") and (once is None or once.on != "unit"):
            text = f"once needs a marker {said.once!r}: declare it with [markers.{said.once}]."
            self.report((*path, "once"), text, word=said.once)
        return build_from_attributes(
            ActionDefinition,
            said,
            id=name,
            verb=self._read_verb(path, table, said),
            phases=self.declared.read_phase_ids(path, table, "phases"),
            rule=self.declared.add_rule(name, said.text, said.word),
            flags=flags,
            plays=plays,
            once=once,
            bar=file.read_and_keep_expression(
                path, table, "bar", self.declared.make_name_scope(*typed)
            ),
            open_to=file.read_choices(path, table, "open_to", self.ids),
            breaks_in=name in self.interrupting,
            steps=self.steps.read_steps(path, table, "steps", names),
        )

    def _read_verb(self, path: Path, table: Toml, said: Any) -> str:
        """Read the verb of an action. The default is the first word of the action's name."""
        verb: str = said.verb or said.word.split()[0].lower()
        if not re.fullmatch(r"[a-z][a-z'-]*", verb) or verb in {"at", "all", "rest"}:
            where = (*path, "verb") if "verb" in table else path
            self.report(where, f"The verb {verb!r} must be one word in lower-case letters.")
        return verb

    def _report_unusable_key(self, path: Path, table: Toml, said: Any) -> None:
        is_read = said.key == table.get("key")
        if is_read and (not said.key.isascii() or said.key.isdigit() or said.key in RESERVED_KEYS):
            use = RESERVED_KEYS.get(said.key)
            why = f"it is the key for {use}" if use else "use another letter"
            self.report((*path, "key"), f"{said.key!r} cannot be a key: {why}.")

    def _read_flags(self, path: Path, table: Toml) -> Iterator[FlagDefinition]:
        given = table.get("flags")
        if isinstance(given, list):
            keys = ", ".join(f'{word} = "{str(word)[:1]}"' for word in given)
            self.report((*path, "flags"), f"Each flag needs a key: write flags = {{ {keys} }}.")
            given = {}
        given = self.file.read_table((*path, "flags"), given, "flags")
        for word, said in given.items():
            if not re.fullmatch(r"[a-z][a-z-]{1,19}", word) or word in {*INPUTS, "with"}:
                text = f"{word!r} cannot be a flag. Use another word in lower-case letters."
                self.report((*path, "flags"), text, word=word)
                continue
            key = said if isinstance(said, str) else "?"
            if len(key) > 1 or key.isdigit() or key in RESERVED_KEYS:
                self.report((*path, "flags"), f"{word} must have a letter as its key.")
            self.declared.declare_name((*path, "flags"), word, "flag")
            yield FlagDefinition(word, key)
        seen = {*INPUTS, *given}
        for word in self.file.read_list(path, table, "numbers", 9):
            if isinstance(word, str) and re.fullmatch(r"[a-z]{2,20}", word) and word not in seen:
                seen.add(word)
                self.declared.declare_name((*path, "numbers"), word, "flag")
                yield FlagDefinition(word, number=True)
            else:
                text = "numbers must list words in lower-case letters that are not flags."
                self.report((*path, "numbers"), text)
