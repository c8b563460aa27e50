"""Makes a game file from the answers to a few questions, each of which has a default answer."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from string import Template
from typing import Any, Final

from msgspec import Struct

from tracker.input_parsing.line_lexicon import UNIT_SYNONYMS
from tracker.vocabulary.count_wording import format_alternatives
from tracker.vocabulary.packaged_files import read_packaged_text

Answers = Mapping[str, Any]
Kind = tuple[str, int, int | None]
"""A kind of figure, with the numbers that it needs to hit and to save."""
Modifier = tuple[str, int]
_KIND = re.compile(r"([a-z][a-z0-9-]{0,19})\s+(\d{1,2})\+?(?:\s+(\d{1,2})\+?)?")
_MODIFIER = re.compile(r"([a-z]{2,20}(?:-[a-z]+)*)\s+(\d{1,2})")
ORDERS: Final = {"units": "alternating", "sides": "sides", "all": "both"}
SYNONYMS: Final = {
    **UNIT_SYNONYMS,
    **{order: word for word, order in ORDERS.items()},
}
"""Other words that are accepted for an answer."""
OWN_KEYS: Final = "fm"
"""The keys of the game's two actions."""


class InterviewQuestion(Struct, frozen=True):
    """A question with its default answer. For an invalid answer, ``read`` raises ``ValueError``."""

    id: str
    text: str
    usual: str
    read: Callable[[str], Any]

    def parse_answer(self, typed: str) -> Any:
        return self.read(" ".join(typed.split()) or self.usual)


def _read_title(typed: str) -> str:
    if not re.search(r"[A-Za-z]", typed) or len(typed) > 60:
        raise ValueError(
            "Type a name with at least one letter from a to z, and at most 60 characters."
        )
    return typed


def _make_word_reader(*words: str) -> Callable[[str], str]:
    def read(typed: str) -> str:
        word = SYNONYMS.get(typed.lower(), typed.lower())
        if word not in words:
            raise ValueError(f"Type {format_alternatives(words)}.")
        return word

    return read


def _make_number_reader(minimum: int, maximum: int) -> Callable[[str], int]:
    def read(typed: str) -> int:
        found = re.fullmatch(r"[dD]?(\d{1,3})", typed)
        if found is None or not minimum <= int(found[1]) <= maximum:
            raise ValueError(f"Type a number from {minimum} to {maximum}.")
        return int(found[1])

    return read


def _read_kinds(typed: str) -> tuple[Kind, ...]:
    parts = [_KIND.fullmatch(part.strip().lower()) for part in typed.split(",")]
    found = [(one[1], int(one[2]), int(one[3]) if one[3] else None) for one in parts if one]
    if len(found) < len(parts) or len({save is None for _, _, save in found}) > 1:
        raise ValueError(
            "Type each kind of figure with its numbers: `rifleman 4 6`. Give a save to all kinds,"
            " or to none."
        )
    if len({kind for kind, _, _ in found}) < len(found):
        raise ValueError("Type each kind of figure once.")
    return tuple(found)


def _read_modifiers(typed: str) -> tuple[Modifier, ...]:
    if typed.lower() == "none":
        return ()
    parts = [_MODIFIER.fullmatch(part.strip().lower()) for part in typed.split(",")]
    if not all(parts):
        raise ValueError(
            "Type each word with its number, separated by commas: `cover 1, far 2`. Or type `none`."
        )
    return tuple((one[1], int(one[2])) for one in parts if one)


QUESTIONS: Final = (
    InterviewQuestion("title", "What is the game called?", "My game", _read_title),
    InterviewQuestion(
        "length",
        "Does the game use inches or centimetres (in, cm)?",
        "in",
        _make_word_reader("in", "cm"),
    ),
    InterviewQuestion(
        "order",
        "Do units take turns (units), do sides take turns (sides), or do all act at once (all)?",
        "units",
        _make_word_reader(*ORDERS),
    ),
    InterviewQuestion("die", "How many sides does the die have?", "6", _make_number_reader(6, 100)),
    InterviewQuestion(
        "need",
        "Does a die hit on its number or more (more), or on its number or less (less)?",
        "more",
        _make_word_reader("more", "less"),
    ),
    InterviewQuestion(
        "kinds",
        "Which kinds of figures are there, and what do they need to hit and to save?"
        " If each has only one number, the game has no saves.",
        "rifleman 4 5, guard 3 4",
        _read_kinds,
    ),
    InterviewQuestion(
        "modifiers", "What makes a hit harder, and by how much?", "cover 1", _read_modifiers
    ),
    InterviewQuestion(
        "turns", "After how many turns does the game end?", "6", _make_number_reader(1, 99)
    ),
)


def make_default_answers() -> dict[str, Any]:
    return {question.id: question.parse_answer("") for question in QUESTIONS}


SAVES: Final = Template("""\
[rolls.saves]
words = "save"
one = "saved"
many = "saved"
low = $low
limits = $limits

""")


def render_game_file_text(answers: Answers) -> str:
    kinds, modifiers = answers["kinds"], answers["modifiers"]
    low, saved = answers["need"] == "less", kinds[0][2] is not None
    limits = [1, answers["die"] - 1] if low else [2, answers["die"]]
    told = {"low": json.dumps(low), "limits": limits}
    file = Template(read_packaged_text("tracker.gamefile", "game_file_wizard.template"))
    return file.substitute(
        answers,
        **told,
        id=json.dumps(re.sub(r"[^a-z0-9]+", "-", answers["title"].lower()).strip("-0123456789")),
        title=json.dumps(answers["title"], ensure_ascii=False),
        stats="\n".join(f"{stat} = {limits}" for stat in ("skill", "save")[: 1 + saved]),
        profiles="".join(_render_profiles(kinds)),
        saves=SAVES.substitute(told) if saved else "",
        order=ORDERS[answers["order"]],
        flags=", ".join(f'{word} = "{key}"' for word, key in _choose_keys(modifiers)),
        steps="\n".join(
            f"  {{ {step} }}," for step in _render_steps(modifiers, low=low, saved=saved)
        ),
        kind=kinds[0][0],
    )


def _render_profiles(kinds: tuple[Kind, ...]) -> Iterator[str]:
    for name, skill, save in kinds:
        saves = "" if save is None else f"save = {save}\n"
        yield f"\n[profiles.{name}]\nskill = {skill}\n{saves}"


def _render_steps(modifiers: tuple[Modifier, ...], *, low: bool, saved: bool) -> Iterator[str]:
    harder = "".join(
        f" {'-' if low else '+'} {f'{n} * ' * (n != 1)}{word.replace('-', '_')}"
        for word, n in modifiers
    )
    yield f'roll = "hits", dice = "figures", need = "skill{harder}"'
    if saved:
        yield 'roll = "saves", by = "target", dice = "hits", need = "target.save"'
    yield f'lose = "{"hits - saves" if saved else "hits"}"'
    yield 'points = "fallen", why = "losses", if = "fallen > 0"'


def _choose_keys(modifiers: tuple[Modifier, ...]) -> Iterator[tuple[str, str]]:
    """Yield each word with its key: its first unused letter, or "" if all are used."""
    taken = {*OWN_KEYS, "-"}
    for word, _ in modifiers:
        key = next((letter for letter in word if letter not in taken), "")
        taken.add(key)
        yield word, key
