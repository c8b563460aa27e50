"""Schemes from TOML: those that ship with the program, and the user's own, with every problem."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, TypeVar, get_args

import msgspec

from tracker.leagues.results import Kind, exact
from tracker.leagues.scheme_examples import contradictions
from tracker.leagues.scheme_lines import Path, line_of
from tracker.leagues.scheme_words import meant, plain, steps
from tracker.leagues.schemes import Scheme, TieBreak, Winner

T = TypeVar("T")


class Problem(msgspec.Struct, frozen=True):
    """One thing wrong in a scheme's file; line 0 when it is about no line."""

    line: int
    sentence: str


class SchemeProblems(Exception):
    """A file that is no scheme, with everything that is wrong in it."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = tuple(sorted(problems, key=lambda problem: problem.line))
        super().__init__("\n".join(_with_line(problem) for problem in self.problems))


class _Step(msgspec.Struct, forbid_unknown_fields=True):
    difference: int
    add: Fraction


class _Row(msgspec.Struct, forbid_unknown_fields=True):
    difference: int
    more: Fraction
    less: Fraction


class _Best(msgspec.Struct, forbid_unknown_fields=True):
    results: int
    weights: list[int] = []


class _Example(msgspec.Struct, forbid_unknown_fields=True):
    pays: list[Fraction]
    kind: Kind = "played"
    vp: tuple[int, int] | None = None
    winner: Winner | None = None


_AMOUNTS = ("win", "draw", "loss", "bye", "half_bye", "zero_bye", "double_loss")
_PAIRS = ("forfeit", "late_withdrawal", "conceded")
_POINTS: dict[str, type] = {
    **dict.fromkeys(_AMOUNTS, Fraction),
    **dict.fromkeys(_PAIRS, tuple[Fraction, Fraction]),
}
_KEYS: dict[str, Any] = {
    "name": str,
    "about": str,
    "points": dict[str, Any],
    "draw_within": int,
    "steps": list[_Step],
    "matrix": list[_Row],
    "best": _Best,
    "bonus": list[str],
    "penalty": list[str],
    "tie_breaks": list[str],
    "example": list[_Example],
}


def read_scheme(text: str) -> Scheme:
    """The scheme in a TOML file. Raises ``SchemeProblems`` with a sentence for each problem."""
    try:
        document = tomllib.loads(text, parse_float=Fraction)
    except tomllib.TOMLDecodeError as error:
        found = re.fullmatch(r"(.+) \(at line (\d+), (.+)\)", str(error))
        said, line = (f"{found[1]} ({found[3]})", int(found[2])) if found else (str(error), 0)
        raise SchemeProblems([Problem(line, f"This is not TOML: {said}.")]) from None
    reader = _Reader(text)
    scheme = reader.scheme(document)
    if scheme is None or reader.problems:
        raise SchemeProblems(reader.problems)
    wrong = [
        Problem(line_of(text, ("example", place)), sentence)
        for place, sentence in contradictions(scheme)
    ]
    if wrong:
        raise SchemeProblems(wrong)
    return scheme


@cache
def built_in() -> Mapping[str, Scheme]:
    """The schemes that ship with the program, by name and in the order of their files."""
    folder = files("tracker.leagues") / "built_in"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".toml"))
    schemes = (read_scheme((folder / name).read_text(encoding="utf-8")) for name in names)
    return MappingProxyType({scheme.name: scheme for scheme in schemes})


class _Reader:
    """Takes a document apart key by key, so that one mistake does not hide the next."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.problems: list[Problem] = []

    def scheme(self, document: dict[str, Any]) -> Scheme | None:
        read = self._table(document, _KEYS, ())
        amounts: dict[str, Any] = read.get("points", {})
        points = self._table(amounts, _POINTS, ("points",))
        if not read.get("name", "" if "name" not in document else "?").strip():
            self._problem(("name",), 'A scheme needs a name: name = "3/1/0".')
        for needed in ("win", "draw", "loss"):
            if needed not in amounts:
                self._problem(("points",), f"[points] needs {needed}: what each player gets.")
        self._shape(read)
        if self.problems:
            return None
        return _scheme(read, points)

    def _table(self, table: dict[str, Any], known: dict[str, Any], at: Path) -> dict[str, Any]:
        read: dict[str, Any] = {}
        for key, value in table.items():
            if key not in known:
                self._problem((*at, key), f"“{key}” is not known here{meant(key, known)}")
                continue
            try:
                read[key] = msgspec.convert(value, known[key], dec_hook=_amount)
            except msgspec.ValidationError as error:
                said, _, where = str(error).partition(" - at `$")
                path = (*at, key, *steps(where))
                name = next(part for part in reversed(path) if isinstance(part, str))
                self._problem(path, f"{name}: {plain(said)}.")
        return read

    def _shape(self, read: dict[str, Any]) -> None:
        known = get_args(TieBreak)
        for place, name in enumerate(ties := read.get("tie_breaks", [])):
            if name not in known:
                self._problem(("tie_breaks", place), f"No tie-break “{name}”{meant(name, known)}")
            elif name in ties[:place]:
                self._problem(("tie_breaks", place), f"The tie-break “{name}” is there twice.")
        if "steps" in read and "matrix" in read:
            self._problem(("matrix",), "A scheme has steps or a matrix, not both.")
        for key in ("steps", "matrix"):
            differences = [row.difference for row in read.get(key, ())]
            if differences != sorted(set(differences)) or any(each < 0 for each in differences):
                self._problem((key,), f"The differences in {key} must rise from line to line.")
        if read.get("matrix") and read["matrix"][0].difference != 0:
            self._problem(("matrix", 0), "A matrix begins at difference 0.")
        if read.get("draw_within", 0) < 0:
            self._problem(("draw_within",), "draw_within is 0 or more victory points.")
        self._best(read.get("best"))

    def _best(self, best: _Best | None) -> None:
        if best is None:
            return
        if best.results < 1:
            self._problem(("best", "results"), "At least one result has to count.")
        if best.weights and len(best.weights) != best.results:
            self._problem(
                ("best", "weights"),
                f"{best.results} results count, but there are {len(best.weights)} weights.",
            )
        elif best.weights and (sum(best.weights) != 100 or min(best.weights) < 0):
            total = sum(best.weights)
            self._problem(("best", "weights"), f"The weights make {total} per cent, not 100.")

    def _problem(self, path: Path, sentence: str) -> None:
        self.problems.append(Problem(line_of(self.text, path), sentence))


def _scheme(read: dict[str, Any], points: dict[str, Any]) -> Scheme:
    """The scheme of a document without problems, with what it leaves out filled in."""
    win, draw = points["win"], points["draw"]
    lost = (win, Fraction(0))
    plain = {
        "bye": win,
        "half_bye": draw,
        "zero_bye": Fraction(0),
        "double_loss": Fraction(0),
    } | points
    pairs = {"forfeit": lost, "late_withdrawal": points.get("forfeit", lost)} | points
    whole = {
        "name": read["name"].strip(),
        **{key: _json(plain[key]) for key in _AMOUNTS},
        **{key: _json(pairs[key]) for key in _PAIRS if key in pairs},
        **{key: _json(read[key]) for key in _KEYS if key in read and key not in _ELSEWHERE},
        "examples": _json(read.get("example", [])),
    }
    return msgspec.convert(whole, Scheme)


_ELSEWHERE = ("name", "points", "example")


def _json(value: Any) -> Any:
    """The value in plain types, exact numbers as what ``Exact`` is made from."""
    return msgspec.to_builtins(value, enc_hook=_over_and_under)


def _over_and_under(number: Fraction) -> dict[str, int]:
    return msgspec.structs.asdict(exact(Fraction(number)))


def _amount(_kind: type[T], value: Any) -> Fraction:
    """An exact number, as 3, 0.5 or "1/2"."""
    if isinstance(value, bool) or not isinstance(value, int | Fraction | str):
        raise ValueError('Expected a number such as 3, 0.5 or "1/2"')
    try:
        return Fraction(value)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f'“{value}” is no number such as 3, 0.5 or "1/2"') from None


def _with_line(problem: Problem) -> str:
    return f"Line {problem.line}: {problem.sentence}" if problem.line else problem.sentence
