"""Checks that a ruleset's declarations are consistent and its texts readable.

The error texts are written for the ruleset's author. The checks run whenever rules are loaded.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, get_args

from msgspec import Struct

from tracker.input_parsing.line_lexicon import BASE
from tracker.procedures.declared.action_line_forms import applies_in_every_phase
from tracker.procedures.declared.marker_and_link_kinds import (
    Carrier,
    LinkKind,
    MarkerKind,
    Parts,
    Shown,
    Until,
)
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.declared.rosters_and_mustering import Problem
from tracker.procedures.declared.rule_texts import OptionFile
from tracker.procedures.pieces.acting_units import UnitCandidates
from tracker.procedures.ruleset import Action, HouseRule, Order, Phase, Ruleset

STORED = re.compile(r"[a-z0-9][a-z0-9_-]*")
"""The syntax of the ids that matches store."""
ID = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
MAX_ID_LENGTH = 40
MAX_TITLE = 60
RESERVED_IDS = frozenset({"check", "list", "show"})
"""The subcommands of ``warledger rules``. A ruleset may not use any of them as its id."""
CALLABLES = (
    "consequences",
    "automatic",
    "due",
    "table_problems",
    "status",
    "standing",
    "sheet",
    "rules",
    "grids",
    "glossary",
)


PART_TYPES: tuple[tuple[str, type], ...] = (
    ("phases", Phase),
    ("options", HouseRule),
    ("markers", MarkerKind),
    ("links", LinkKind),
    ("rolls", RollKind),
)


def list_declaration_problems(ruleset: Ruleset) -> list[str]:
    wrong = list(_list_type_errors(ruleset))
    return wrong or [
        *_list_id_and_title_errors(ruleset),
        *_list_invalid_word_errors(ruleset),
        *_list_duplicate_errors(ruleset),
        *_list_marker_errors(ruleset),
        *_list_phase_errors(ruleset),
        *_list_action_errors(ruleset),
        *_list_roll_errors(ruleset),
        *_list_option_errors(ruleset),
        *_list_line_errors(ruleset),
    ]


def _list_type_errors(ruleset: Any) -> Iterator[str]:
    """Yield an error for each declaration that has the wrong type.

    No other check can run until these errors have been mended.
    """
    for name in ("id", "version", "title"):
        if not isinstance(getattr(ruleset, name), str):
            yield f"The ruleset's {name} must be text."
    for name, kind in PART_TYPES:
        value = getattr(ruleset, name)
        listed = isinstance(value, (tuple, OptionFile))
        if not listed or not all(isinstance(each, kind) for each in value):
            yield f"The ruleset's {name} must be a tuple of {kind.__name__}."
    for name in CALLABLES:
        if not callable(getattr(ruleset, name)):
            yield f"The ruleset's {name} must be a function."


def _list_id_and_title_errors(ruleset: Ruleset) -> Iterator[str]:
    name = ruleset.id
    if not ID.fullmatch(name) or len(name) > MAX_ID_LENGTH:
        yield (
            f"{name!r} is not a valid id: use lower-case letters, digits and "
            f"hyphens, at most {MAX_ID_LENGTH}."
        )
    if name in RESERVED_IDS:
        yield f"{name!r} is a subcommand of `warledger rules`: choose another id."
    if not ruleset.version:
        yield "The ruleset has no version: add one."
    if (
        not ruleset.title.strip()
        or len(ruleset.title) > MAX_TITLE
        or not ruleset.title.isprintable()
    ):
        yield f"The title must be one line of 1 to {MAX_TITLE} characters."


def _list_marker_errors(ruleset: Ruleset) -> Iterator[str]:
    for each in ruleset.markers:
        if len(each.sign) > len(each.word):
            yield (
                f"The marker {each.id!r} has the sign {each.sign!r}, which is longer than its word"
                f" {each.word!r}: write the id, the word and the sign in this order."
            )
        if each.shown == "word" and each.says:
            yield f"The marker {each.id!r} has words for its values: write shown='value'."
        elif each.shown == "word" and each.values.counts:
            yield f"The marker {each.id!r} is a count: write shown='times'."


def _list_duplicate_errors(ruleset: Ruleset) -> Iterator[str]:
    lists: tuple[tuple[str, Iterable[str]], ...] = (
        ("phase", (phase.id for phase in ruleset.phases)),
        ("marker", ruleset.markers),
        ("link", ruleset.links),
        ("roll", (kind.id for kind in ruleset.rolls)),
        ("option", (option.name for option in ruleset.options)),
    )
    for what, ids in lists:
        known = list(ids)
        yield from (
            f"The {what} {each!r} is declared twice." for each in _find_repeated_values(known)
        )
        yield from (
            f"The {what} {each!r} is not a valid id: use lower-case letters, digits, - and _."
            for each in known
            if not STORED.fullmatch(each)
        )
    beside_names = (each for each in ruleset.markers if each.on in ("unit", "figure"))
    signs = [*(each.sign for each in beside_names), *(each.sign for each in ruleset.links)]
    repeated = _find_repeated_values(filter(None, signs))
    yield from (
        f"Two markers or links have the same sign {sign!r}: change one." for sign in repeated
    )


WORD_FIELDS: tuple[tuple[str, tuple[tuple[str, Any], ...]], ...] = (
    ("phases", (("order", Order),)),
    ("markers", (("on", Carrier), ("shown", Shown), ("until", Until), ("parts", Parts))),
    ("links", (("on", Carrier), ("until", Until))),
)
"""For each part of a ruleset, the fields that allow only certain words, and these words' type."""


def _list_invalid_word_errors(ruleset: Ruleset) -> Iterator[str]:
    for part, names_and_meanings in WORD_FIELDS:
        for each in getattr(ruleset, part):
            for name, meant in names_and_meanings:
                value, words = getattr(each, name), get_args(meant)
                if value not in words:
                    among = ", ".join(repr(word) for word in words if word)
                    yield f"{name}={value!r} of {each.id!r} must be one of {among}."


def _find_repeated_values(values: Iterable[str]) -> list[str]:
    return [value for value, n in Counter(values).items() if n > 1]


def _list_phase_errors(ruleset: Ruleset) -> Iterator[str]:
    phases = {phase.id for phase in ruleset.phases}
    named = {word.id for word in ruleset.words.phases}
    yield from (
        f"The phase {each!r} has no name in words.phases." for each in sorted(phases - named)
    )
    unknown = sorted(named - phases)
    yield from ((f"words.phases names {each!r}, but there is no such phase.") for each in unknown)
    for phase in ruleset.keys.usual:
        if phase not in phases:
            yield f"keys.usual names {phase!r}, but there is no such phase."


def _list_action_errors(ruleset: Ruleset) -> Iterator[str]:
    phases = {phase.id for phase in ruleset.phases}
    actions: Mapping[str, Any] = ruleset.actions
    for name, action in actions.items():
        if isinstance(action.phases, str):
            yield f"The phases of {name!r} must be a tuple: write ({action.phases!r},)."
            continue
        if action.id != name:
            yield f"The action {action.id!r} is listed under {name!r}: list it under its id."
        for kind in action.rolls:
            if kind not in ruleset.rolls:
                yield f"The action {name!r} makes the roll {kind.id!r}: add it to rolls=."
        params: Any = action.params
        if not (isinstance(params, type) and issubclass(params, Struct)):
            yield f"The parameters of {name!r} must be a msgspec Struct."
        elif not params.__struct_config__.frozen:
            yield f"The parameters of {name!r} are not frozen: write frozen=True."
        yield from (
            f"The action {name!r} is for the phase {phase!r}, which does not exist."
            for phase in action.phases
            if phase not in phases
        )
        units = action.candidates if isinstance(action.candidates, UnitCandidates) else None
        for among in units.phases if units is not None else ():
            sentence_start = f"The candidates of {name!r} are for the phase {among!r}"
            if among not in phases:
                yield f"{sentence_start}, which does not exist."
            elif action.phases and among not in action.phases:
                yield f"{sentence_start}, but the action is not."


def _list_roll_errors(ruleset: Ruleset) -> Iterator[str]:
    for kind in ruleset.rolls:
        if kind.stakes and kind.stakes not in ruleset.markers:
            yield f"The roll {kind.id!r} is for the marker {kind.stakes!r}, which does not exist."


def _list_option_errors(ruleset: Ruleset) -> Iterator[str]:
    for option in ruleset.options:
        if not option.values:
            yield f"The option {option.name!r} has no values: add at least one."
        elif len(set(option.values)) < len(option.values):
            yield f"The option {option.name!r} lists a value twice."
        elif not all(map(option.is_allowed, option.values)):
            yield f"The option {option.name!r} has a value that is not within its low and high."


def _list_line_errors(ruleset: Ruleset) -> Iterator[str]:
    try:
        known = ruleset.lexicon
    except ValueError as error:
        yield f"The ruleset's lines are not valid: {error}."
        return
    yield from _list_key_errors(ruleset)
    for (_, word), meant in ruleset.line_translator.spoken.items():
        usual = [action.id for when, _, action in meant if when is applies_in_every_phase]
        if len(usual) > 1:
            yield f"{word!r} cannot mean both {usual[0]!r} and {usual[1]!r}."
    for action in ruleset.actions.values():
        yield from _list_form_errors(action)
    if known != BASE and "next" not in ruleset.actions:
        yield "The ruleset has no action 'next': add it, so that a game can continue."


def _list_form_errors(action: Action[Any]) -> Iterator[str]:
    known = getattr(action.params, "__struct_fields__", ())
    for form in action.forms:
        for name in form.field_names:
            if name not in known:
                verb = next(iter(form.spellings))
                lack = f"the parameters of {action.id!r} do not have"
                yield f"The form {verb!r} names {name!r}, which {lack}."


def _list_key_errors(ruleset: Ruleset) -> Iterator[str]:
    known = ruleset.lexicon
    for each in ruleset.keys.verbs:
        if each.verb and each.verb not in known.verbs | known.words:
            yield (
                f"The key {each.key!r} stands for {each.verb!r}, which is not a verb of the "
                "lexicon."
            )
        if each.amount and each.amount not in (known.options if each.counts else known.units):
            what = "word before a number" if each.counts else "unit"
            yield f"The key {each.key!r} takes an amount of {each.amount!r}, which is not a {what}."
    for key, word in ruleset.keys.flags.items():
        if word not in known.list_known_words():
            yield f"The key {key!r} stands for {word!r}, which is not a word of the lexicon."
    for key, word in ruleset.keys.words.items():
        if word not in known.words:
            yield f"The key {key!r} stands for {word!r}, which is not a word of the lexicon."
    breaks = ruleset.keys.interrupts.breaks_in if ruleset.keys.interrupts else ""
    interrupting = [
        a for a in ruleset.actions.values() if any(breaks in f.spellings for f in a.forms)
    ]
    if breaks and not any(action.breaks_in for action in interrupting):
        yield f"keys.interrupts names {breaks!r}, but no action with that verb has breaks_in=True."
    for phase, key in ruleset.keys.usual.items():
        if ruleset.keys.find_verb(key) is None:
            yield f"keys.usual names {key!r} for {phase!r}, but no verb has that key."


def list_text_and_sample_problems(ruleset: Ruleset) -> list[str]:
    """Read a ruleset's texts, recorded games and sample forces, and list the errors in them."""
    found = (
        *_list_errors_in_read_value("rules", ruleset.rules, _make_rule_text_check(ruleset)),
        *_list_errors_in_read_value("glossary", ruleset.glossary, _list_missing_text_errors),
        *_list_errors_in_read_value("recorded games", ruleset.recorded, lambda _: ()),
    )
    if ruleset.forces is None:
        return list(found)
    return [
        *found,
        *_list_errors_in_read_value(
            "sample forces", ruleset.forces.samples, _make_sample_force_check(ruleset)
        ),
    ]


def _list_errors_in_read_value(
    what: str, read: Callable[[], Any], look: Callable[[Any], Iterable[str]]
) -> Iterator[str]:
    try:
        yield from look(read())
    except Exception as error:  # noqa: BLE001 - whatever a ruleset of somebody else does
        yield f"The ruleset's {what} cannot be read: {type(error).__name__}: {error}."


def _make_rule_text_check(ruleset: Ruleset) -> Callable[[Any], Iterator[str]]:
    def list_errors(texts: Mapping[str, str]) -> Iterator[str]:
        yield from _list_missing_text_errors(texts)
        for kind in ruleset.rolls:
            if texts and kind.rule and kind.rule not in texts:
                yield f"The roll {kind.id!r} belongs to the rule {kind.rule!r}, which has no text."

    return list_errors


def _list_missing_text_errors(texts: Mapping[Any, Any]) -> Iterator[str]:
    for name, text in texts.items():
        if not (isinstance(name, str) and isinstance(text, str) and text.strip()):
            yield f"The text of {name!r} is missing or empty."


def _make_sample_force_check(ruleset: Ruleset) -> Callable[[Any], Iterator[str]]:
    def list_errors(samples: Iterable[Any]) -> Iterator[str]:
        assert ruleset.forces is not None
        for sample in samples:
            roster = ruleset.forces.read(sample.text, ruleset.map_options_to_defaults())
            if not roster.usable:
                reason = _format_first_serious_problem(roster.problems)
                yield f"The sample force {sample.file} cannot be used{reason}"

    return list_errors


def _format_first_serious_problem(found: Iterable[Problem]) -> str:
    """Format the first serious error as the end of a sentence: ``: line 4: the skill is 9; 2 to
    6``.
    """
    serious = next((one for one in found if one.serious), None)
    return "." if serious is None else f": line {serious.line}: {serious.text}."
