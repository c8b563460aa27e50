"""Reads the steps of a game file's actions and tests."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, cast

from msgspec import structs

from tracker.gamefile import game_file_schema as schema
from tracker.gamefile.declaration_reader import DeclarationReader, make_expression_name
from tracker.gamefile.expressions import Constant, Expression
from tracker.gamefile.game_definition import NATURALS, StepDeed, StepDefinition, SubjectRole
from tracker.gamefile.game_file_field_reader import (
    DICE,
    ZERO,
    GameTableReader,
    NameScope,
    build_from_attributes,
)
from tracker.gamefile.game_file_schema import NAME
from tracker.procedures.declared.marker_and_link_kinds import MarkerKind
from tracker.vocabulary.closest_word import find_closest_word
from tracker.vocabulary.toml_reader import Path

MARKER_STEPS: Final = ("mark", "clear", "reveal")
ASKING_STEPS: Final = frozenset({"roll", "sum", "test", "ask", "draw"})
"""The kinds of steps that ask a question."""
SUBJECT_KEYS: Final = {
    **dict.fromkeys(("roll", "sum", "ask"), "by"),
    **dict.fromkeys(MARKER_STEPS, "on"),
    "points": "to",
    "engage": "engage",
    "part": "part",
}
"""The key that names a step's subject, by kind of step. For other steps, the key is ``of``."""
AMOUNT_KEYS: Final = {"roll": "dice", "sum": "add", "mark": "amount", "draw": "amount"}
"""The key for a step's amount, by kind of step. For other steps, it is the name of the kind."""
NEEDS_TARGET: Final = '`engage` needs a target: give the action `at = "enemy"`.'


class StepReader:
    """The reader of the steps of actions and tests, which may refer to earlier declarations."""

    def __init__(self, declared: DeclarationReader) -> None:
        self.declared, self.file = declared, declared.file
        self.steps: dict[Path, StepDefinition] = {}

    def read_steps(
        self, table: GameTableReader, key: str, names: NameScope, *, effects: bool = False
    ) -> tuple[StepDefinition, ...]:
        found: list[StepDefinition] = []
        given = table.read_list(key, 20)
        for place, values in enumerate(given):
            rolls = [str(step.get("roll")) for step in given[place + 1 :] if isinstance(step, dict)]
            names = structs.replace(names, later=[*map(make_expression_name, rolls)])
            if not isinstance(values, dict):
                text = "A step must be a table: { roll = … } or { lose = … }."
                table.report_problem(text, key, place)
                continue
            row = self.file.make_table_reader((*table.path, key, place), values)
            step = self._read_step(row, names, effects=effects)
            if step is None:
                break  # later steps may use its result
            questions = any(one.deed in ASKING_STEPS or one.choose for one in found)
            asks = effects or "open_to" in table or questions
            if asks and step.deed == "mark" and step.marker in self.declared.secret:
                # The input would be logged before the step and would reveal the secret.
                how = "set this marker in an action, before dice, questions and interrupts."
                row.report_problem(f"{step.marker} is secret: {how}")
            if "against" in row and step.deed == "sum":
                found[-1:] = _combine_opposed_sums(row, found[-1:], step)
            found.append(step)
            natural = {NATURALS} if step.roll is not None and step.roll.natural else set[str]()
            known = names.names | natural | ({step.result_name} - {""})
            names = structs.replace(names, names=known)
        _mark_losses_by_target(found)
        asked: frozenset[str] = frozenset()
        for place in reversed(range(len(found))):
            found[place] = replace(found[place], later=asked)
            asked |= found[place].used_names
        self.steps |= {(*table.path, key, place): step for place, step in enumerate(found)}
        return tuple(found)

    def _read_step(
        self, table: GameTableReader, names: NameScope, *, effects: bool
    ) -> StepDefinition | None:
        deed, table = _read_step_kind_and_table(table, effects=effects)
        if deed is None:
            return None
        fields = {**schema.STEPS[deed], "if": schema.EXPRESSION}
        what = f"{_name_step(table.path)} ({deed})"
        for other in table.keys() & schema.STEPS.keys() - fields.keys():
            text = f"{what} has no {other!r}: write {{ {other} = … }} as a separate step."
            table.report_problem(text, other, word=other)
        values = {key: table[key] for key in table if key in fields or key not in schema.STEPS}
        if deed == "ask" and "as" not in table:
            name = _name_step(table.path)
            table.report_problem(f"{name} needs `as`: a name for the number, such as `near`.")
            values["as"] = "near"
        table = table.replace_values(values)
        said = table.read_fields(fields, what, names)
        amount = getattr(said, AMOUNT_KEYS.get(deed, deed), None)
        dice, stat = self._read_sum_dice_or_stat(table, names) if deed == "sum" else ((), None)
        step = build_from_attributes(
            StepDefinition,
            said,
            deed=deed,
            of=_read_subject_role(table, deed, names),
            amount=amount if isinstance(amount, Expression) else Constant(int(deed != "sum")),
            when=getattr(said, "if"),
            deck=getattr(said, "draw", None),
            dice=dice,
            stat=stat,
            marker=getattr(said, deed) if deed in MARKER_STEPS else None,
            why=getattr(said, "why", getattr(said, "ask", "points")),
            word=getattr(said, "as", ""),
            most=getattr(said, "most", None) or 0,
        )
        if "roll" in fields:
            _report_wrong_need(table, step)
        self._check_step_and_add_rules(table, step, effects=effects)
        return step

    def _read_sum_dice_or_stat(
        self, table: GameTableReader, names: NameScope
    ) -> tuple[tuple[int, ...], Expression | None]:
        name = str(table["sum"])
        stats = self.declared.weapon_stats if name.startswith("weapon.") else self.declared.stats
        words = next((one.words for one in stats if one.name == name.rpartition(".")[2]), ())
        if words and all(DICE.fullmatch(word) for word in words):
            return (), table.read_and_keep_expression("sum", names)
        return table.read_dice_sizes("sum", self.declared.die), None

    def _check_step_and_add_rules(
        self, table: GameTableReader, step: StepDefinition, *, effects: bool
    ) -> None:
        if effects and "choose" in table:
            text = "`choose` is only allowed in actions. Remove `choose`."
            table.report_problem(text, "choose")
        if step.marker is not None:
            self._report_wrong_marker(table, step.marker, step)
        if "amount" in table and step.deck is not None and step.deck.hand is None:
            text = "`amount` is only for a deck with a hand. Remove `amount`."
            table.report_problem(text, "amount")
        if step.choose:
            self.declared.add_rule("falls", "", "the owner of the unit chooses who falls")
        if step.deed == "ask":
            self._check_and_declare_answer(table, step)
        if step.deed == "wound" and "wounds" not in self.declared.list_names_by_source("stat"):
            table.report_problem("`wound` needs a stat called wounds: declare it in [stats].")
        self.report_missing_contact(table, step.deed if step.deed in {"engage", "part"} else "")

    def _report_wrong_marker(
        self, table: GameTableReader, marker: MarkerKind, step: StepDefinition
    ) -> None:
        place = "side" if step.of in {"side", "enemy"} else "unit"
        if marker.on != ("match" if step.of == "table" else place):
            what = "the table" if marker.on == "match" else f"a {marker.on}"
            text = f"{marker.id} is a marker for {what}, so `on` must name {what}."
            table.report_problem_at_key("on", text)
        words = self.declared.words.get(marker.id, ()) if step.deed == "mark" else ()
        if words:
            table.read_choice("as", words, "")
        elif step.word:
            table.report_problem("`as` is only for markers with words. Remove `as`.", "as")

    def _check_and_declare_answer(self, table: GameTableReader, step: StepDefinition) -> None:
        if step.word != "?" and not NAME.fullmatch(step.word):
            text = "`as` must be a name in lower-case letters, such as `near`."
            table.report_problem(text, "as")
        self.declared.declare_name_or_report((*table.path, "as"), step.word, "answer")
        self.declared.add_rule(f"ask-{step.word}", "", step.why)

    def report_missing_contact(self, table: GameTableReader, key: str) -> None:
        if key and "contact" not in self.file.top:
            table.report_problem(f"`{key}` needs contact: declare it with [contact].")


def _read_step_kind_and_table(
    table: GameTableReader, *, effects: bool
) -> tuple[StepDeed | None, GameTableReader]:
    """Return a step's kind, and its table with any misspelt kind corrected.

    If no key names a kind, report the problem and return None as the kind.
    """
    deed = next((deed for deed in ("sum", *schema.STEPS) if deed in table), "")
    barred = {*ASKING_STEPS, "engage"} if effects else set[str]()
    allowed = [one for one in schema.STEPS if one not in barred]
    if deed in allowed:
        return cast(StepDeed, deed), table
    what = _name_step(table.path)
    if deed:
        text = f"{what} cannot have `{deed}`: only the steps of an action can."
        table.report_problem(text, deed, word=deed)
        return None, table
    for key in table:
        if near := find_closest_word(key, allowed):
            text = f"{what} has no {key!r}: did you mean {near!r}?"
            table.report_problem(text, key, word=key)
            meant = {near if one == key else one: value for one, value in table.items()}
            return cast(StepDeed, near), table.replace_values(meant)
    table.report_problem(f"{what} needs one of these keys: {', '.join(allowed)}.")
    return None, table


def _read_subject_role(table: GameTableReader, deed: str, names: NameScope) -> SubjectRole:
    key = SUBJECT_KEYS.get(deed, "of")
    units = ("actor", "target") if names.target else ("actor",)
    usual = units[-1] if deed in {"test", "lose", "wound"} else "actor"
    among: tuple[str, ...] = units
    if key == "on":
        among = (*units, "side", "enemy", "table")
    elif key == "to":
        among, usual = ("side", "enemy"), "side"
    if deed == "engage" and table[key] == "target" and not names.target:
        table.report_problem(NEEDS_TARGET, key)
        return "actor"
    return cast(SubjectRole, table.read_choice(key, among, usual))


def _combine_opposed_sums(
    table: GameTableReader, earlier: list[StepDefinition], step: StepDefinition
) -> list[StepDefinition]:
    sums = [*earlier, step]
    if not earlier or [one.deed for one in sums] != ["sum", "sum"] or earlier[0].of == step.of:
        text = "`against` needs the sum of the other unit in the step before it."
    elif any(one.stat for one in sums):
        text = "sums rolled against each other need dice in digits, such as 2d6."
    elif any(one.need or one.when for one in sums):
        text = "sums rolled against each other cannot have `need` or `if`. Remove `need` and `if`."
    elif earlier[0].result_name != make_expression_name(str(table["against"])):
        text = f"`against` must name the roll of the step before: {earlier[0].result_name!r}."
    else:
        return [replace(earlier[0], versus=step.dice)]
    table.report_problem(text, "against")
    return earlier


def _report_wrong_need(table: GameTableReader, step: StepDefinition) -> None:
    roll, need = step.roll, step.need
    if step.deed != "roll" or roll is None:
        return
    if need is None:
        table.report_problem("A roll needs `need`, the number that each die has to roll.")
    if need is ZERO or not isinstance(need, Constant):
        return
    if not roll.least <= need.value <= roll.most:
        text = f"`need` must be from {roll.least} to {roll.most}, the limits of {roll.kind.id}."
        table.report_problem(text, "need")


def _mark_losses_by_target(steps: list[StepDefinition]) -> None:
    """Mark the steps in which the actor's losses depend on dice that the target has rolled."""
    rolled_by_target: set[str] = set()
    for place, step in enumerate(steps):
        depends = not step.used_names.isdisjoint(rolled_by_target)
        if step.deed in {"roll", "sum"} and (depends or step.of == "target"):
            rolled_by_target.add(step.result_name)
        steps[place] = replace(step, by_target=depends and step.of == "actor")


def _name_step(path: Path) -> str:
    """Name a step by its number and, in a test, by its list (``pass`` or ``fail``)."""
    *_, key, place = path
    return f"Step {int(place) + 1}{f' of {key}' if key != 'steps' else ''}"
