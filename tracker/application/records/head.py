"""The head of a record: the match before its first line, as ordered tags in TOML."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import msgspec
from msgspec.structs import replace

from tracker.application.match.score import count_points
from tracker.application.records import toml_writer
from tracker.application.records.record_rows import FIRST
from tracker.procedures.ruleset import Ruleset
from tracker.projection.state import State
from tracker.vocabulary import events as ev
from tracker.vocabulary.names import handle, make_figure_id, make_unit_id

FORM = 1


def write_head(
    rules: Ruleset,
    opened: ev.MatchOpened,
    forces: Sequence[ev.ForceMustered],
    state: State,
    author: str,
) -> str:
    """The lines above the rule; ``state`` is that of the match as it stands."""
    lines = [*_tags(opened, describe_result(state, rules), author), *_rules(rules, opened)]
    for side in opened.sides:
        lines += ["", "[[side]]", *_side(side)]
    for force in forces:
        lines += ["", "[[force]]", *_force(force)]
    return "\n".join([FIRST, *lines])


def _tags(opened: ev.MatchOpened, result: str, author: str) -> Iterator[str]:
    yield f"record = {FORM}"
    yield f"title = {toml_writer.write_string(opened.title)}"
    yield f"rules = {toml_writer.write_string(opened.ruleset)}"
    yield f"version = {toml_writer.write_string(opened.ruleset_version)}"
    if opened.ruleset_text:
        yield "game = ["
        yield from (
            f"  {toml_writer.write_string(line)}," for line in opened.ruleset_text.split("\n")
        )
        yield "]"
    yield f"played = {toml_writer.write_string(opened.played_on)}"
    yield f"mode = {toml_writer.write_string(opened.mode)}"
    yield f"result = {toml_writer.write_string(result)}"
    if author:
        yield f"author = {toml_writer.write_string(author)}"


def describe_result(state: State, rules: Ruleset) -> str:
    """``3 : 1, Red wins``; said for people, nothing reads it."""
    scores = count_points(state, rules)
    points = " : ".join(str(scores[side.id]) for side in state.info.sides)
    ended = state.now.ended
    if ended is None:
        return f"{points}, unfinished"
    winner = [side.name for side in state.info.sides if side.id == ended.winner]
    return f"{points}, {winner[0]} wins" if winner else f"{points}, a draw"


def _rules(rules: Ruleset, opened: ev.MatchOpened) -> Iterator[str]:
    """House rules; the options left as they were are named, too, since defaults may change."""
    said = opened.words
    if not said.rolls:  # opened before they were copied into matches
        said = replace(said, rolls=rules.words.rolls)
    if said != rules.words:
        words = msgspec.json.encode(said, order="deterministic").decode()
        yield f"words = {toml_writer.write_string(words)}"
    defaults = rules.list_defaults()
    left = {n: v for n, v in opened.options.items() if n in defaults and _same(defaults[n], v)}
    chosen = {name: value for name, value in opened.options.items() if name not in left}
    if chosen:
        yield from ("", "[options]", *toml_writer.write_table(chosen))
    yield from ("", "[options_left]", *toml_writer.write_table(left))
    for name, rows in sorted(opened.tables.items()):
        yield from ("", f"[tables.{toml_writer.key(name)}]", *toml_writer.write_table(rows))


def _same(one: ev.Scalar, other: ev.Scalar) -> bool:
    return type(one) is type(other) and one == other


def _side(side: ev.Side) -> Iterator[str]:
    yield f"letter = {toml_writer.write_string(side.letter)}"
    if side.id != f"s:{side.letter}":
        yield f"id = {toml_writer.write_string(side.id)}"
    yield f"name = {toml_writer.write_string(side.name)}"
    if side.player:
        yield f"player = {toml_writer.write_string(side.player)}"


def _force(force: ev.ForceMustered) -> Iterator[str]:
    yield f"side = {toml_writer.write_string(handle(force.side))}"
    yield f"name = {toml_writer.write_string(force.force)}"
    yield f"points = {force.points}"
    yield "units = ["
    for unit in force.units:
        yield f"  {_unit(unit)},"
    yield "]"
    yield "[force.profiles]"
    yield from toml_writer.write_table(force.profiles)


def _unit(unit: ev.MusteredUnit) -> str:
    called = handle(unit.id)
    named = toml_writer.write_string(called if unit.id == make_unit_id(called) else unit.id)
    figures = ", ".join(_figures(called, unit.figures))
    brought = f", marks = {toml_writer.write_value(dict(unit.marks))}" if unit.marks else ""
    name = toml_writer.write_string(unit.name)
    return f"{{ unit = {named}, name = {name}, figures = [{figures}]{brought} }}"


def _figures(unit: str, figures: Sequence[ev.MusteredFigure]) -> Iterator[str]:
    """Nameless figures of a profile, unhurt, counted together, others each for itself."""
    numbered = list(enumerate(figures, 1))
    plain = [not f.name and not f.wounds and f.id == make_figure_id(unit, n) for n, f in numbered]
    keys = [
        (figure.profile,) if is_plain else (figure.profile, number)
        for (number, figure), is_plain in zip(numbered, plain, strict=True)
    ]
    for one, group in groupby(zip(keys, numbered, strict=True), key=lambda pair: pair[0]):
        members = [entry for _, entry in group]
        if len(one) == 1:
            yield toml_writer.write_string(f"{len(members)} {one[0]}")
            continue
        number, figure = members[0]
        pairs = [f"profile = {toml_writer.write_string(figure.profile)}"]
        if figure.name:
            pairs.append(f"name = {toml_writer.write_string(figure.name)}")
        if figure.id != make_figure_id(unit, number):
            pairs.append(f"id = {toml_writer.write_string(figure.id)}")
        if figure.wounds:
            pairs.append(f"wounds = {figure.wounds}")
        yield f"{{ {', '.join(pairs)} }}"
