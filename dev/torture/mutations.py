"""Good input made bad: what people paste, programs damage, and enemies think of."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

LONGEST = 60_000
"""Signs of an input; longer ones are tried apart, for their time alone."""

LITERALS = (
    "[]", "{}", "[[]]", "[{}]", '[["a"]]', "{ a = 1 }", '""', '" "', '"\\u0000"', '"\\u001b[31m"',
    "0", "-1", "1.5", "nan", "inf", "-inf", "1e999999", "9" * 400, "9" * 5000, "0x" + "f" * 5000,
    "true", "false", "2026-10-03", "07:30:00", "1979-05-27T07:32:00Z", '"' + "x" * 300 + '"',
    '"\\U0001F600"', '"\\u202e evil"', "[1, 2, 3]", '["a", 1, {}]', "[" * 200 + "]" * 200,
    "{ " + "a = { " * 100 + "}" * 101, '"5"', '"-3"', '"1/0"', '"1e999999"', '"²"', '"٣"',
    "99999999999999999999", "'[/b] =1+1 <b>'", '"r1"', '"Alpha"', '"rifle basic"',
)  # fmt: skip
"""What may stand behind an equals sign."""

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
"""What may stand anywhere in a line, or as an argument of a command."""

_ASSIGNED = re.compile(r"(?m)^(\s*[\w\".-]+\s*=\s*)(.*)$")


def mutated(sample: str, chance: random.Random, samples: Sequence[str]) -> str:
    """A sample with one to five things done to it."""
    text = sample
    for _ in range(chance.choice((1, 1, 1, 2, 2, 3, 5))):
        text = chance.choice(_WAYS)(text, chance, samples)
    return text[:LONGEST].encode("utf-8", "ignore").decode()


def line(words: Sequence[str], lines: Sequence[str], chance: random.Random) -> str:
    """Something to say at a table: a line that may be said, spoilt, or words in any order."""
    if lines and chance.random() < 0.75:
        said = chance.choice(lines).split(" ")
        for _ in range(chance.choice((0, 1, 1, 2, 3))):
            at = chance.randrange(len(said) + 1)
            said[at : at + chance.choice((0, 0, 1, 1, 2))] = [chance.choice((*TOKENS, *words))]
    else:
        said = [chance.choice((*TOKENS, *words)) for _ in range(chance.randint(1, 8))]
    if chance.random() < 0.2:
        said += [":", *chance.choices(TOKENS, k=chance.randint(1, 4))]
    return " ".join(said)[:LONGEST]


def _value(text: str, chance: random.Random, _: Sequence[str]) -> str:
    """Another value behind an equals sign."""
    found = list(_ASSIGNED.finditer(text))
    if not found:
        return text
    one = chance.choice(found)
    return text[: one.start(2)] + chance.choice(LITERALS) + text[one.end(2) :]


def _inner(text: str, chance: random.Random, _: Sequence[str]) -> str:
    """Another value for a number or a text anywhere."""
    found = list(re.finditer(r'"[^"\n]*"|\b\d+\b', text))
    if not found:
        return text
    one = chance.choice(found)
    return text[: one.start()] + chance.choice(LITERALS) + text[one.end() :]


def _lines(text: str, chance: random.Random, _: Sequence[str]) -> str:
    """A line left out, twice, or elsewhere."""
    rows = text.split("\n")
    at = chance.randrange(len(rows))
    row = rows[at]
    way = chance.randrange(3)
    if way != 1:
        del rows[at]
    if way:
        rows.insert(chance.randrange(len(rows) + 1), row)
    return "\n".join(rows)


def _cut(text: str, chance: random.Random, _: Sequence[str]) -> str:
    start = chance.randrange(len(text) + 1)
    return text[:start] + text[start + chance.choice((1, 1, 5, 50, len(text))) :]


def _put(text: str, chance: random.Random, _: Sequence[str]) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice((*TOKENS, *LITERALS)) + text[at:]


def _flip(text: str, chance: random.Random, _: Sequence[str]) -> str:
    at = chance.randrange(len(text) + 1)
    return (
        text[:at]
        + chr(chance.choice((0, 10, 34, 44, 61, 91, 123, 127, 0x2028, 0xDCFF)))
        + text[at + 1 :]
    )


def _of_another(text: str, chance: random.Random, samples: Sequence[str]) -> str:
    """Its first part, and the rest of another sample."""
    other = chance.choice(samples)
    return text[: chance.randrange(len(text) + 1)] + other[chance.randrange(len(other) + 1) :]


def _repeated(text: str, chance: random.Random, _: Sequence[str]) -> str:
    start = chance.randrange(len(text) + 1)
    piece = text[start : start + chance.randint(1, 400)]
    return text[:start] + piece * chance.choice((2, 3, 40)) + text[start:]


_WAYS = (_value, _value, _value, _inner, _inner, _lines, _cut, _put, _flip, _of_another, _repeated)
