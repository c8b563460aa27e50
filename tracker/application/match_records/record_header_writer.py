"""Writes the header of a record: the data above the first line, as TOML keys in a fixed order."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

import msgspec
from msgspec.structs import replace

from tracker.application.match.victory_point_totals import count_victory_points
from tracker.application.match_records.record_row_text_builder import escape_for_row
from tracker.application.match_records.record_text_format import FIRST
from tracker.procedures.ruleset import Ruleset
from tracker.projection.match_state import State
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import format_handle, make_figure_id, make_unit_id

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def format_toml_key(text: str) -> str:
    return text if _BARE.fullmatch(text) else format_toml_string(text)


def format_toml_string(text: str) -> str:
    """Format text as a basic TOML string on a single line."""
    return escape_for_row(json.dumps(text, ensure_ascii=False))


def format_toml_value(data: object) -> str:
    """Format data as a TOML value on a single line.

    Raises ``TypeError`` for data that TOML lacks, such as None.
    """
    match data:
        case bool():
            return "true" if data else "false"
        case int():
            return str(data)
        case str():
            return format_toml_string(data)
        case dict():
            pairs = ", ".join(
                f"{format_toml_key(name)} = {format_toml_value(one)}"
                for name, one in sorted(data.items())
            )
            return f"{{ {pairs} }}" if pairs else "{}"
        case list() | tuple():
            return f"[{', '.join(map(format_toml_value, data))}]"
    raise TypeError(f"{data!r} cannot be written in TOML")


def format_toml_table(rows: Mapping[str, object]) -> list[str]:
    """Format lines such as ``key = value``, sorted by key. Values that TOML lacks are written as
    JSON.
    """
    return [f"{format_toml_key(name)} = {_format_value(one)}" for name, one in sorted(rows.items())]


def _format_value(data: object) -> str:
    try:
        return format_toml_value(data)
    except TypeError:
        return format_toml_string(json.dumps(data, ensure_ascii=False, sort_keys=True))


FORM = 1


def format_record_header(
    rules: Ruleset,
    opened: ev.MatchOpened,
    forces: Sequence[ev.ForceMustered],
    state: State,
    author: str,
) -> str:
    """Format the header of a record. ``state`` is the current state of the match."""
    lines = [
        *_format_tags(opened, describe_match_result(state, rules), author),
        *_format_rules(rules, opened),
    ]
    for side in opened.sides:
        lines += ["", "[[side]]", *_format_side(side)]
    for force in forces:
        lines += ["", "[[force]]", *_format_force(force)]
    return "\n".join([FIRST, *lines])


def _format_tags(opened: ev.MatchOpened, result: str, author: str) -> Iterator[str]:
    yield f"record = {FORM}"
    yield f"title = {format_toml_string(opened.title)}"
    yield f"rules = {format_toml_string(opened.ruleset)}"
    yield f"version = {format_toml_string(opened.ruleset_version)}"
    if opened.ruleset_text:
        yield "game = ["
        yield from (f"  {format_toml_string(line)}," for line in opened.ruleset_text.split("\n"))
        yield "]"
    yield f"played = {format_toml_string(opened.played_on)}"
    yield f"mode = {format_toml_string(opened.mode)}"
    yield f"result = {format_toml_string(result)}"
    if author:
        yield f"author = {format_toml_string(author)}"


def describe_match_result(state: State, rules: Ruleset) -> str:
    """Describe the result of a match, as in ``3 : 1, Red wins``. No program parses this text."""
    scores = count_victory_points(state, rules)
    points = " : ".join(str(scores[side.id]) for side in state.info.sides)
    ended = state.current_values.ended
    if ended is None:
        return f"{points}, unfinished"
    winner = [side.name for side in state.info.sides if side.id == ended.winner]
    return f"{points}, {winner[0]} wins" if winner else f"{points}, drawn"


def _format_rules(rules: Ruleset, opened: ev.MatchOpened) -> Iterator[str]:
    """Yield the lines with the house rules.

    Unchanged options are included, because defaults may change later.
    """
    said = opened.words
    if not said.rolls:  # earlier versions did not store these words
        said = replace(said, rolls=rules.words.rolls)
    if said != rules.words:
        words = msgspec.json.encode(said, order="deterministic").decode()
        yield f"words = {format_toml_string(words)}"
    defaults = rules.map_options_to_defaults()
    left = {
        n: v
        for n, v in opened.options.items()
        if n in defaults and _is_same_type_and_value(defaults[n], v)
    }
    chosen = {name: value for name, value in opened.options.items() if name not in left}
    if chosen:
        yield from ("", "[options]", *format_toml_table(chosen))
    yield from ("", "[options_left]", *format_toml_table(left))
    for name, rows in sorted(opened.tables.items()):
        yield from ("", f"[tables.{format_toml_key(name)}]", *format_toml_table(rows))


def _is_same_type_and_value(one: ev.Scalar, other: ev.Scalar) -> bool:
    return type(one) is type(other) and one == other


def _format_side(side: ev.Side) -> Iterator[str]:
    yield f"letter = {format_toml_string(side.letter)}"
    if side.id != f"s:{side.letter}":
        yield f"id = {format_toml_string(side.id)}"
    yield f"name = {format_toml_string(side.name)}"
    if side.player:
        yield f"player = {format_toml_string(side.player)}"


def _format_force(force: ev.ForceMustered) -> Iterator[str]:
    yield f"side = {format_toml_string(format_handle(force.side))}"
    yield f"name = {format_toml_string(force.force)}"
    yield f"points = {force.points}"
    yield "units = ["
    for unit in force.units:
        yield f"  {_format_unit(unit)},"
    yield "]"
    yield "[force.profiles]"
    yield from format_toml_table(force.profiles)


def _format_unit(unit: ev.MusteredUnit) -> str:
    called = format_handle(unit.id)
    named = format_toml_string(called if unit.id == make_unit_id(called) else unit.id)
    figures = ", ".join(_format_figures(called, unit.figures))
    brought = f", marks = {format_toml_value(dict(unit.marks))}" if unit.marks else ""
    name = format_toml_string(unit.name)
    return f"{{ unit = {named}, name = {name}, figures = [{figures}]{brought} }}"


def _format_figures(unit: str, figures: Sequence[ev.MusteredFigure]) -> Iterator[str]:
    """Yield the figures of a unit. Equal figures without a name or wounds are counted together."""

    def get_plain_profile(numbered: tuple[int, ev.MusteredFigure]) -> str | None:
        number, figure = numbered
        plain = ev.MusteredFigure(make_figure_id(unit, number), figure.profile)
        return figure.profile if figure == plain else None

    for profile, group in groupby(enumerate(figures, 1), key=get_plain_profile):
        if profile is not None:
            yield format_toml_string(f"{len(list(group))} {profile}")
            continue
        for number, figure in group:
            pairs = [f"profile = {format_toml_string(figure.profile)}"]
            if figure.name:
                pairs.append(f"name = {format_toml_string(figure.name)}")
            if figure.id != make_figure_id(unit, number):
                pairs.append(f"id = {format_toml_string(figure.id)}")
            if figure.wounds:
                pairs.append(f"wounds = {figure.wounds}")
            yield f"{{ {', '.join(pairs)} }}"
