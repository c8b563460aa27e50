"""Rules between games from TOML: those that ship with the program, and the user's own."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

import msgspec

from tracker.leagues.carried import Carried, Losses, Rank, Recovery
from tracker.leagues.scheme_files import Problem, SchemeProblems
from tracker.leagues.scheme_lines import Path, line_of
from tracker.leagues.scheme_words import meant, plain, steps

_PER = ("game", "win", "draw", "kill", "survival")
_KEYS: dict[str, Any] = {
    "name": str,
    "about": str,
    **dict.fromkeys(_PER, int),
    "losses": Losses,
    "recovery": dict[str, Any],
    "ranks": list[dict[str, Any]],
}
_RECOVERY: dict[str, Any] = {"die": int, "needs": int}
_RANK: dict[str, Any] = {"experience": int, "word": str}
LARGEST = 1000


def read_carried(text: str) -> Carried:
    """The rules in a TOML file. Raises ``SchemeProblems`` with a sentence for each problem."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.fullmatch(r"(.+) \(at line (\d+), (.+)\)", str(error))
        said, line = (f"{found[1]} ({found[3]})", int(found[2])) if found else (str(error), 0)
        raise SchemeProblems([Problem(line, f"This is not TOML: {said}.")]) from None
    reader = _Reader(text)
    rules = reader.rules(document)
    if reader.problems:
        raise SchemeProblems(reader.problems)
    return rules


@cache
def presets() -> Mapping[str, Carried]:
    """The rules that ship with the program, by name and in the order of their files."""
    folder = files("tracker.leagues") / "between"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".toml"))
    rules = (read_carried((folder / name).read_text(encoding="utf-8")) for name in names)
    return MappingProxyType({one.name: one for one in rules})


class _Reader:
    """Takes a document apart key by key, so that one mistake does not hide the next."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.problems: list[Problem] = []

    def rules(self, document: dict[str, Any]) -> Carried:
        read = self._table(document, _KEYS, ())
        for key in _PER:
            if abs(read.get(key, 0)) > LARGEST:
                self._problem((key,), f"{key}: at most {LARGEST} points of experience for one.")
        recovery = self._recovery(self._table(read.pop("recovery", {}), _RECOVERY, ("recovery",)))
        ranks = [
            self._table(rank, _RANK, ("ranks", place))
            for place, rank in enumerate(read.pop("ranks", []))
        ]
        found = self._ranks(ranks)
        return Carried(**read, recovery=recovery, ranks=found)

    def _recovery(self, read: dict[str, Any]) -> Recovery:
        found = Recovery(**read)
        if not 2 <= found.die <= 100:
            self._problem(("recovery", "die"), "A die has 2 to 100 faces.")
        elif not 1 <= found.needs <= found.die:
            path = ("recovery", "needs" if "needs" in read else "die")
            self._problem(path, f"A die with {found.die} faces cannot come to {found.needs}.")
        return found

    def _ranks(self, ranks: list[dict[str, Any]]) -> tuple[Rank, ...]:
        found: list[Rank] = []
        for place, rank in enumerate(ranks):
            if "experience" not in rank or not str(rank.get("word", "")).strip():
                self._problem(("ranks", place), "A rank needs experience and a word.")
                continue
            one = Rank(rank["experience"], " ".join(rank["word"].split()))
            if found and one.experience <= found[-1].experience:
                self._problem(
                    ("ranks", place, "experience"),
                    f"Ranks rise: {one.word} needs more than the"
                    f" {found[-1].experience} of {found[-1].word}.",
                )
            found.append(one)
        return tuple(found)

    def _table(self, table: dict[str, Any], known: dict[str, Any], at: Path) -> dict[str, Any]:
        read: dict[str, Any] = {}
        for key, value in table.items():
            if key not in known:
                self._problem((*at, key), f"“{key}” is not known here{meant(key, known)}")
                continue
            try:
                read[key] = msgspec.convert(value, known[key])
            except msgspec.ValidationError as error:
                said, _, where = str(error).partition(" - at `$")
                self._problem((*at, key, *steps(where)), f"{key}: {plain(said)}.")
        return read

    def _problem(self, path: Path, sentence: str) -> None:
        self.problems.append(Problem(line_of(self.text, path), sentence))
