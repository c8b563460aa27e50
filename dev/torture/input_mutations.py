"""Mutates valid input as people, broken programs and attackers do."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

MAX_LENGTH = 60_000
"""The maximum length of an input, in characters."""

LITERALS = (
    "[]", "{}", "[[]]", "[{}]", '[["a"]]', "{ a = 1 }", '""', '" "', '"\\u0000"', '"\\u001b[31m"',
    "0", "-1", "1.5", "nan", "inf", "-inf", "1e999999", "9" * 400, "9" * 5000, "0x" + "f" * 5000,
    "true", "false", "2026-10-03", "07:30:00", "1979-05-27T07:32:00Z", '"' + "x" * 300 + '"',
    '"\\U0001F600"', '"\\u202e evil"', "[1, 2, 3]", '["a", 1, {}]', "[" * 200 + "]" * 200,
    "{ " + "a = { " * 100 + "}" * 101, '"5"', '"-3"', '"1/0"', '"1e999999"', '"²"', '"٣"',
    "99999999999999999999", "'[/b] =1+1 <b>'", '"r1"', '"Alpha"', '"rifle basic"',
)  # fmt: skip
"""Values to put after an equals sign."""

TOKENS = (
    "!-2", "!-2!-2", "|", "||", ":", "/", "//", ">", ",", "#", '"', '""', "\\", "=", "==", ".",
    "-", "−2", "+", "0", "-0", "00", "1", "6", "7", "666", "9" * 30, "9" * 5000, "3x6", "9999x6",
    "=5", "=" + "9" * 5000, "99999d6", "²", "٣", "½", "１", "\u00a0", "\u2028", "\x00", "\x1b[2J",
    "\udcff", "\ufeff", "\u202e", "😀", "é" * 300, "x" * 70_000, "r1", "b2", "r99", "r1.4", "R1",
    "u:r1", "all", "rest", "at", "late", "falls", "in", "first", "second", "yes", "no", "none",
    "undo", "redo", "undo to 1", "next", "skip", "fix", "end", "end time", "orders", "answer :",
    "fix phase", "fix r1", "half", "20cm", "15in", "999999cm", "-3cm", "1.5in", "a=b", "=b", "a=",
    "hands=a,b", "with", "need", "r", "d", ".", "r1,b1", "m1", "l1", "c1", "last", "Anna", "f1",
    "10-7", "w1", "999999999-1", "1e9-3", "-1--2", "2026-10-03", "9999-12-31", "0000-00-00",
    "10000-01-01", "25:61", "3/1/0", "((((", "[/b]", "=1+1", "<b>", "%s", "{}", "$(x)", "../../x",
)  # fmt: skip
"""Words to put into a line, or to use as arguments of a command."""

_ASSIGNED = re.compile(r"(?m)^(\s*[\w\".-]+\s*=\s*)(.*)$")


def mutate_text(sample: str, rng: random.Random, samples: Sequence[str]) -> str:
    """Apply one to five mutations to a sample."""
    text = sample
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 5))):
        text = rng.choice(_MUTATIONS)(text, rng, samples)
    return text[:MAX_LENGTH].encode("utf-8", "ignore").decode()


def make_line(words: Sequence[str], lines: Sequence[str], rng: random.Random) -> str:
    """Make a line: a mutated valid line, or random words."""
    if lines and rng.random() < 0.75:
        parts = rng.choice(lines).split(" ")
        for _ in range(rng.choice((0, 1, 1, 2, 3))):
            at = rng.randrange(len(parts) + 1)
            parts[at : at + rng.choice((0, 0, 1, 1, 2))] = [rng.choice((*TOKENS, *words))]
    else:
        parts = [rng.choice((*TOKENS, *words)) for _ in range(rng.randint(1, 8))]
    if rng.random() < 0.2:
        parts += [":", *rng.choices(TOKENS, k=rng.randint(1, 4))]
    return " ".join(parts)[:MAX_LENGTH]


def _replace_value(text: str, rng: random.Random, _: Sequence[str]) -> str:
    found = list(_ASSIGNED.finditer(text))
    if not found:
        return text
    match = rng.choice(found)
    return text[: match.start(2)] + rng.choice(LITERALS) + text[match.end(2) :]


def _replace_literal(text: str, rng: random.Random, _: Sequence[str]) -> str:
    found = list(re.finditer(r'"[^"\n]*"|\b\d+\b', text))
    if not found:
        return text
    match = rng.choice(found)
    return text[: match.start()] + rng.choice(LITERALS) + text[match.end() :]


def _move_line(text: str, rng: random.Random, _: Sequence[str]) -> str:
    """Delete, duplicate or move a line."""
    rows = text.split("\n")
    at = rng.randrange(len(rows))
    row = rows[at]
    change = rng.randrange(3)
    if change != 1:
        del rows[at]
    if change:
        rows.insert(rng.randrange(len(rows) + 1), row)
    return "\n".join(rows)


def _delete_piece(text: str, rng: random.Random, _: Sequence[str]) -> str:
    start = rng.randrange(len(text) + 1)
    return text[:start] + text[start + rng.choice((1, 1, 5, 50, len(text))) :]


def _insert_token(text: str, rng: random.Random, _: Sequence[str]) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice((*TOKENS, *LITERALS)) + text[at:]


def _replace_character(text: str, rng: random.Random, _: Sequence[str]) -> str:
    at = rng.randrange(len(text) + 1)
    return (
        text[:at]
        + chr(rng.choice((0, 10, 34, 44, 61, 91, 123, 127, 0x2028, 0xDCFF)))
        + text[at + 1 :]
    )


def _join_samples(text: str, rng: random.Random, samples: Sequence[str]) -> str:
    other = rng.choice(samples)
    return text[: rng.randrange(len(text) + 1)] + other[rng.randrange(len(other) + 1) :]


def _repeat_piece(text: str, rng: random.Random, _: Sequence[str]) -> str:
    start = rng.randrange(len(text) + 1)
    piece = text[start : start + rng.randint(1, 400)]
    return text[:start] + piece * rng.choice((2, 3, 40)) + text[start:]


_MUTATIONS = (
    _replace_value, _replace_value, _replace_value, _replace_literal, _replace_literal, _move_line,
    _delete_piece, _insert_token, _replace_character, _join_samples, _repeat_piece,
)  # fmt: skip
