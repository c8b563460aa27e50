"""Parses scoring schemes and tie-breaks from TOML files, and reports every error."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any

import msgspec

from tracker.leagues.organiser_toml_reader import (
    MAX_AMOUNT,
    OrganiserTomlReader,
    format_name_suggestion_suffix,
)
from tracker.leagues.results.scoring_schemes import (
    MAX_RESULTS,
    SchemeExample,
    ScoringScheme,
    Winner,
    compute_result_points,
)
from tracker.leagues.results.standings_input_types import (
    BYES,
    PlayerId,
    Result,
    ResultKind,
    make_exact_number,
)
from tracker.leagues.results.tie_break_rules import (
    BUILT_IN,
    OF_OPPONENTS,
    TIED_ONLY,
    TieBreakSource,
    Unplayed,
)
from tracker.vocabulary.packaged_files import read_packaged_folder
from tracker.vocabulary.toml_reader import clean_name

HOME, AWAY = PlayerId("home"), PlayerId("away")
WON: frozenset[ResultKind] = frozenset({"conceded", "forfeit", "late withdrawal"})


def list_contradicted_scheme_examples(scheme: ScoringScheme) -> Iterator[tuple[int, str]]:
    """Yield the index of each example that contradicts the scheme, with an explanation."""
    for place, example in enumerate(scheme.examples):
        is_bye = example.kind in BYES
        if len(example.pays) != (1 if is_bye else 2):
            number = "one number" if is_bye else "two numbers, home and away"
            yield place, f"In an example of “{example.kind}”, `pays` needs {number}."
        elif example.kind in WON and example.winner not in {"home", "away"}:
            yield (
                place,
                f'An example of “{example.kind}” needs `winner = "home"` or `winner = "away"`.',
            )
        elif (paid := compute_result_points(scheme, _make_result(scheme, example))) != example.pays:
            by_scheme, says = (
                " and ".join(each.short for each in points) for points in (paid, example.pays)
            )
            yield (
                place,
                f"The scheme contradicts its own example: {_describe_example(example)} pays"
                f" {by_scheme} by its points, {says} in the example. Correct one of the two.",
            )


def _make_result(scheme: ScoringScheme, example: SchemeExample) -> Result:
    winner = {"home": HOME, "away": AWAY}.get(example.winner or "")
    if example.kind in BYES:
        return Result(1, HOME, None, example.kind)
    if example.winner is None and example.vp is not None:
        winner = scheme.find_winner_by_victory_points(HOME, AWAY, example.vp)
    return Result(1, HOME, AWAY, example.kind, winner, example.vp)


def _describe_example(example: SchemeExample) -> str:
    parts: list[str] = [] if example.kind == "played" else [example.kind]
    parts += [f"{example.vp[0]} : {example.vp[1]} VP"] if example.vp else []
    parts += [f"won by {example.winner}"] if example.winner else []
    return ", ".join(parts) or "a draw"


MAX_HEADING_LENGTH = 7
"""The maximum length of a column heading, in characters."""
MAX_CUT = 100
_AT = "tie_break"


class TieBreakFileEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A tie-break as a scheme file declares it. The fields are those of ``TieBreakRule``."""

    name: str
    adds: str
    short: str = ""
    mean: bool = False
    fewer_first: bool = False
    by_result: bool = False
    at_least: int = 0
    cut_worst: int = 0
    cut_best: int = 0
    unplayed: Unplayed = "own points"


def report_custom_tie_break_errors(
    reading: OrganiserTomlReader, composed: list[TieBreakFileEntry]
) -> None:
    report = reading.report_error
    names: list[str] = []
    for place, text in enumerate(composed):
        name = clean_name(text.name)
        if not name:
            report((_AT, place), "A tie-break needs a name.")
        elif name in BUILT_IN or name == "points":
            sentence = f"“{name}” is already a tie-break. Choose another name for your own."
            report((_AT, place, "name"), sentence)
        elif name in names:
            report((_AT, place, "name"), f"The tie-break “{name}” is listed twice.")
        names.append(name)
        _report_tie_break_errors(reading, place, text)


def _report_tie_break_errors(
    reading: OrganiserTomlReader, place: int, text: TieBreakFileEntry
) -> None:
    report = reading.report_error
    if text.adds not in SOURCES:
        suggestion = format_name_suggestion_suffix(text.adds, SOURCES)
        sentence = f"There is no source called “{clean_name(text.adds)}”{suggestion}"
        report((_AT, place, "adds"), sentence)
        return
    if len(clean_name(text.short)) > MAX_HEADING_LENGTH:
        sentence = f"`short` is a column heading, with at most {MAX_HEADING_LENGTH} characters."
        report((_AT, place, "short"), sentence)
    if not (0 <= text.cut_worst <= MAX_CUT and 0 <= text.cut_best <= MAX_CUT):
        report((_AT, place), f"A cut must be 0 to {MAX_CUT} rounds.")
    if not 0 <= text.at_least <= 100:
        report((_AT, place, "at_least"), "`at_least` must be 0 to 100 per cent.")
    if text.by_result and text.adds not in OF_OPPONENTS:
        sources = ", ".join(sorted(OF_OPPONENTS))
        report(
            (_AT, place, "by_result"),
            f"`by_result` is possible only if `adds` is one of: {sources}.",
        )
    if text.at_least and text.adds not in OF_OPPONENTS | {"points against"}:
        sentence = (
            "`at_least` applies to opponents, so `adds` must be “points against” or a sum of"
            " opponents' points."
        )
        report((_AT, place, "at_least"), sentence)


SOURCES: tuple[TieBreakSource, ...] = tuple(
    dict.fromkeys(rule.adds for rule in BUILT_IN.values() if rule.adds not in TIED_ONLY)
)
"""The sources whose values a custom tie-break can add up."""


def convert_tie_breaks_to_plain_data(texts: list[TieBreakFileEntry]) -> list[dict[str, Any]]:
    """Convert tie-breaks to plain data. The default column heading is the beginning of the name."""
    return [
        msgspec.structs.asdict(each)
        | {
            "name": clean_name(each.name),
            "short": clean_name(each.short) or clean_name(each.name)[:MAX_HEADING_LENGTH].rstrip(),
        }
        for each in texts
    ]


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
    kind: ResultKind = "played"
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
    "bye_vp": tuple[int, int],
    "steps": list[_Step],
    "matrix": list[_Row],
    "best": _Best,
    "bonus": list[str],
    "penalty": list[str],
    "tie_breaks": list[str],
    "example": list[_Example],
    "tie_break": list[TieBreakFileEntry],
}


def parse_scoring_scheme_file(text: str) -> ScoringScheme:
    """Parse a scheme file. Raises ``FileProblems`` with every problem."""
    reading = OrganiserTomlReader(text)
    scheme = _read_scheme(reading)
    reading.raise_any_problems()
    for place, sentence in list_contradicted_scheme_examples(scheme):
        reading.report_error(("example", place), sentence)
    reading.raise_any_problems()
    return scheme


@cache
def load_built_in_schemes() -> Mapping[str, ScoringScheme]:
    """Load the schemes that ship with the program, by name, in the order of their files."""
    texts = read_packaged_folder("tracker.leagues", "built_in", ".toml").values()
    schemes = map(parse_scoring_scheme_file, texts)
    return MappingProxyType({scheme.name: scheme for scheme in schemes})


def _read_scheme(reading: OrganiserTomlReader) -> ScoringScheme:
    report = reading.report_error
    document = reading.data
    read = reading.read_typed_values(document, _KEYS)
    amounts: dict[str, Any] = read.get("points", {})
    points = reading.read_typed_values(amounts, _POINTS, ("points",))
    if not clean_name(read.get("name", "" if "name" not in document else "?")):
        report(("name",), 'A scheme needs a name, such as `name = "3/1/0"`.')
    for needed in ("win", "draw", "loss"):
        if needed not in amounts:
            report(("points",), f"`[points]` needs `{needed}`, the points for a {needed}.")
    _report_structure_errors(reading, read)
    reading.raise_any_problems()
    return _build_scheme(read, points)


def _report_structure_errors(reading: OrganiserTomlReader, read: dict[str, Any]) -> None:
    report = reading.report_error
    composed = read.get("tie_break", [])
    report_custom_tie_break_errors(reading, composed)
    known = [*(clean_name(each.name) for each in composed), *BUILT_IN]
    for place, name in enumerate(ties := read.get("tie_breaks", [])):
        if name not in known:
            suggestion = format_name_suggestion_suffix(name, known)
            report(("tie_breaks", place), f"There is no tie-break “{name}”{suggestion}")
        elif name in ties[:place]:
            report(("tie_breaks", place), f"The tie-break “{name}” is listed twice.")
    if "steps" in read and "matrix" in read:
        report(("matrix",), "A scheme can have `steps` or a `matrix`, but not both.")
    for key in ("steps", "matrix"):
        differences = [row.difference for row in read.get(key, ())]
        if differences != sorted(set(differences)) or any(each < 0 for each in differences):
            report((key,), f"The differences in `{key}` must increase with each line.")
        if any(each >= MAX_AMOUNT for each in differences):
            report((key,), f"The differences in `{key}` must be below {MAX_AMOUNT}.")
    if read.get("matrix") and read["matrix"][0].difference != 0:
        report(("matrix", 0), "A `matrix` must begin at difference 0.")
    if not 0 <= read.get("draw_within", 0) < MAX_AMOUNT:
        report(("draw_within",), f"`draw_within` must be 0 to {MAX_AMOUNT - 1} victory points.")
    if any(abs(each) >= MAX_AMOUNT for each in read.get("bye_vp", ())):
        report(
            ("bye_vp",),
            f"Victory points of a bye must be below {MAX_AMOUNT}, as in `bye_vp = [10, 0]`.",
        )
    if "best" in read:
        _report_best_results_errors(reading, read["best"])


def _report_best_results_errors(reading: OrganiserTomlReader, best: _Best) -> None:
    report = reading.report_error
    if best.results < 1:
        report(("best", "results"), "At least one result must count.")
    if best.results > MAX_RESULTS:
        report(("best", "results"), f"At most {MAX_RESULTS} results can count.")
    if best.weights and len(best.weights) != best.results:
        sentence = (
            f"The number of weights ({len(best.weights)}) differs from the number of results that"
            f" count ({best.results})."
        )
        report(("best", "weights"), sentence)
    elif best.weights and (sum(best.weights) != 100 or min(best.weights) < 0):
        total = sum(best.weights)
        report(("best", "weights"), f"The weights add up to {total} per cent, not 100.")


def _build_scheme(read: dict[str, Any], points: dict[str, Any]) -> ScoringScheme:
    zero = Fraction(0)
    forfeit = points.get("forfeit", (points["win"], zero))
    defaults = {"bye": points["win"], "half_bye": points["draw"], "zero_bye": zero}
    defaults |= {"double_loss": zero, "forfeit": forfeit, "late_withdrawal": forfeit}
    others = {key: value for key, value in read.items() if key not in _CONVERTED}
    others |= {"name": clean_name(read["name"]), "examples": read.get("example", [])}
    values = defaults | points | others
    scheme = {key: _convert_to_plain(value) for key, value in values.items()}
    if read.get("tie_break"):
        scheme["composed"] = convert_tie_breaks_to_plain_data(read["tie_break"])
    return msgspec.convert(scheme, ScoringScheme)


_CONVERTED = ("points", "example", "tie_break")
"""The keys of a scheme file that a ``ScoringScheme`` stores in another form."""


def _convert_to_plain(value: Any) -> Any:
    """Convert a value to plain types. Exact numbers become arguments of ``ExactNumber``."""
    return msgspec.to_builtins(
        value, enc_hook=lambda number: msgspec.structs.asdict(make_exact_number(Fraction(number)))
    )
