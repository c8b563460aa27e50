"""Builds the reference for authors of rules from docstrings of the API: ``make reference``."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import Final, TypeGuard

import griffe
from jinja2 import Environment, FileSystemLoader
from markdown_it import MarkdownIt
from markupsafe import Markup, escape

ROOT: Final = Path(__file__).parent.parent
PAGES: Final = ROOT / "build" / "reference"
PUBLIC: Final = ROOT / "tests" / "public_api.txt"
TEMPLATES: Final = Path(__file__).parent / "reference_pages"
EXAMPLES: Final = TEMPLATES / "examples.md"
GAMES: Final = ROOT / "tests" / "third_party"
USUAL: Final = {
    "action": "The id of an action.",
    "by": "The id of the unit, figure or side that did it.",
    "facts": "Facts of `tracker.vocabulary.events`, in the order in which they are recorded.",
    "field": "The field of an action's parameters to read and to fill.",
    "figure": "The id of a figure: `f:r1.3` is the third figure that `r1` began with.",
    "figures": "Ids of figures, in roster order.",
    "game": "A game in a book, such as `play_random_game` returns.",
    "high": "The highest allowed number.",
    "id": "A stored id. Old matches refer to it, so never change it.",
    "kept": "A played match, as `record_play` returns it.",
    "kind": "The `RollKind` of a roll, which sets its id, words and rule.",
    "link": "The `LinkKind`.",
    "lacks": "The message if the player names nobody.",
    "low": "The lowest allowed number.",
    "marker": "A `MarkerKind`, or its id.",
    "match": "The match as rules see it.",
    "options": "Values of house rules by name. All others have their defaults.",
    "package": "The dotted name of a package; inside the package, `__name__`.",
    "params": "The parameters of an action: its struct, or in a `Command` the stored form.",
    "path": "A place in a TOML text: its keys, and positions in lists from 0.",
    "phase": "The id of a phase.",
    "play": "A match in memory.",
    "reader": "The part of a line that is being parsed. Each detail is consumed once.",
    "reading": "The TOML text that is being read. It collects the problems.",
    "relation": "A `LinkKind`, or its id.",
    "rng": "A `random.Random` for all random choices. The same seed gives the same choices.",
    "rule": "The id of the rule that applies, shown to players; empty for no rule.",
    "rules": "The ruleset to try.",
    "ruleset": "The ruleset, or its id where a string is allowed.",
    "side": "The id of a side, such as `s:r`. None, where allowed, means no side or any side.",
    "subject": "The id of the unit, figure or side concerned, or of the match.",
    "subjects": "Ids of the units, figures or sides concerned.",
    "table": "A table of a TOML text, by its keys.",
    "target": "The id of the target.",
    "text": "Words or a sentence for players.",
    "title": "A heading for players.",
    "turn": "The number of a turn: 1 is the first, 0 is everything before it.",
    "unit": "The id of a unit, such as `u:r1`.",
    "values": "Fields of an action's parameters by name.",
    "what": "The name that players read in questions and messages.",
    "why": "The reason, in words for players.",
    "word": "The name that players read.",
}
"""The meaning of each parameter, unless a docstring gives a different one."""

MATCH: Final = "tracker.procedures.match_view.Match"
Public = dict[str, list[str]]
Documented = griffe.Class | griffe.Function | griffe.Attribute


@cache
def list_public() -> Public:
    """Map each module of the public API to its names, in the order of the list."""
    found: Public = {}
    for line in PUBLIC.read_text(encoding="utf-8").splitlines():
        module, _, name = line.partition("(")[0].rpartition(".")
        if not module.endswith(".Match"):
            found.setdefault(module, []).append(name)
    return found


@cache
def read_module(name: str) -> griffe.Module:
    """Read a module's source without running it."""
    file = ROOT.joinpath(*name.split(".")).with_suffix(".py")
    text = file.read_text(encoding="utf-8")
    lines = griffe.LinesCollection()
    lines[file] = text.splitlines()
    found = griffe.visit(name, file, text, lines_collection=lines)
    assert isinstance(found, griffe.Module)
    return found


@cache
def find_definition(path: str) -> Documented:
    """Find the definition of a dotted name, even if the name is imported."""
    module, _, name = path.rpartition(".")
    found = read_module(module).members[name]
    if isinstance(found, griffe.Alias):
        return find_definition(found.target_path)
    assert isinstance(found, griffe.Class | griffe.Function | griffe.Attribute)
    return found


def get_text(item: griffe.Object) -> str:
    """Return an item's docstring, or "" if there is none."""
    return "" if item.docstring is None else item.docstring.value


def list_bases(item: griffe.Class) -> Iterator[griffe.Class]:
    """Yield the class and its base classes in this project."""
    yield item
    for base in item.bases:
        named = base.left if isinstance(base, griffe.ExprSubscript) else base
        path = named.canonical_path if isinstance(named, griffe.Expr) else ""
        if path.startswith("tracker."):
            found = find_definition(path)
            assert isinstance(found, griffe.Class)
            yield from list_bases(found)


def list_fields(item: griffe.Class) -> list[griffe.Attribute]:
    """List the fields of a class's instances. Fields of its base classes come first."""
    parts = reversed([*list_bases(item)])
    every = (one for part in parts for one in part.members.values())
    return [*{one.name: one for one in every if _is_field(one)}.values()]


def _is_field(one: griffe.Object | griffe.Alias) -> TypeGuard[griffe.Attribute]:
    if not isinstance(one, griffe.Attribute) or one.annotation is None:
        return False
    if str(one.annotation) == "KW_ONLY":
        return True
    return one.is_public and "ClassVar" not in str(one.annotation) and "property" not in one.labels


def _is_member(one: griffe.Object | griffe.Alias) -> TypeGuard[griffe.Function | griffe.Attribute]:
    method = isinstance(one, griffe.Function)
    return not one.name.startswith("_") and (method or "property" in one.labels)


def get_maker(item: griffe.Class) -> griffe.Function | None:
    """Return the method that takes a class's parameters, or None."""
    made = [item.members.get(name) for name in ("__init__", "__new__")]
    return next((one for one in made if isinstance(one, griffe.Function)), None)


def list_members(item: griffe.Class) -> list[griffe.Function | griffe.Attribute]:
    """List the public methods and properties of a class and its bases."""
    every = (one for part in list_bases(item) for one in part.members.values())
    found: dict[str, griffe.Function | griffe.Attribute] = {}
    for one in every:
        if _is_member(one):
            found.setdefault(one.name, one)
    return [*found.values()]


def list_parameters(item: Documented) -> list[str]:
    """List the parameter names of a function or class."""
    maker = get_maker(item) if isinstance(item, griffe.Class) else item
    if isinstance(maker, griffe.Function):
        return [one.name for one in maker.parameters if one.name not in {"self", "cls"}]
    return [one.name for one in list_fields(item)] if isinstance(item, griffe.Class) else []


def is_parameter_mentioned(name: str, text: str) -> bool:
    """Whether a docstring names a parameter in a code span."""
    return any(
        re.search(rf"\b{name}\b", code) for code in re.findall(r"``(.+?)``", text, re.DOTALL)
    )


def list_names(path: str) -> Iterator[tuple[str, Documented]]:
    """Yield a public name, and a class's methods and properties, each with its definition."""
    item = find_definition(path)
    yield path, item
    if isinstance(item, griffe.Class):
        yield from ((f"{path}.{one.name}", one) for one in list_members(item))


# ---------------------------------------------------------------------------------- the examples


@cache
def list_examples() -> tuple[tuple[tuple[str, ...], str], ...]:
    """List each example in the examples file: the names that it shows, and its text."""
    parts = re.split(r"^## (.+)$", EXAMPLES.read_text(encoding="utf-8"), flags=re.MULTILINE)
    found = []
    for heading, text in zip(parts[1::2], parts[2::2], strict=True):
        rooms = (room.split(": ") for room in heading.split("; "))
        shown = tuple(f"{room}.{name}" for room, names in rooms for name in names.split())
        found.append((shown, text.strip()))
    return tuple(found)


@cache
def list_uses() -> dict[str, tuple[str, str]]:
    """Map each public name, or method of ``Match``, to an example game and its first call there.

    If no game calls the name, the code is the first line that contains it.
    """
    calls: dict[str, tuple[str, str]] = {}
    lines: dict[str, tuple[str, str]] = {}
    for file in sorted(GAMES.rglob("*.py")):
        game, text = file.relative_to(GAMES).parts[0], file.read_text(encoding="utf-8")
        nodes = [*ast.walk(ast.parse(text))]
        known = {
            one.name: f"{node.module}.{one.name}"
            for node in nodes
            if isinstance(node, ast.ImportFrom)
            for one in node.names
        }
        known |= {f"match.{name}": f"{MATCH}.{name}" for name in find_definition(MATCH).members}
        for node in nodes:
            if isinstance(node, ast.Call) and ast.unparse(node.func) in known:
                code = "\n".join(text.splitlines()[node.lineno - 1 : node.end_lineno])
                calls.setdefault(known[ast.unparse(node.func)], (game, dedent(code)))
            elif isinstance(node, ast.Name | ast.Attribute) and ast.unparse(node) in known:
                code = text.splitlines()[node.lineno - 1].strip()
                lines.setdefault(known[ast.unparse(node)], (game, code))
    return lines | calls


def find_example(path: str) -> str:
    """Return the examples of a public name as Markdown, or "" if there are none."""
    texts = [text for shown, text in list_examples() if path in shown]
    if path in list_uses():
        game, code = list_uses()[path]
        texts.append(f"In {game.capitalize()}:\n\n```\n{code}\n```")
    return "\n\n".join(texts)


# ------------------------------------------------------------------------------------- the pages


@dataclass(frozen=True)
class Entry:
    """A name on a page."""

    name: str
    kind: str
    signature: Markup
    text: Markup
    rows: tuple[tuple[str, Markup], ...] = ()
    members: tuple[Entry, ...] = ()
    example: Markup = Markup()  # noqa: RUF009 - an immutable text


@dataclass(frozen=True)
class Page:
    """A module of the public API."""

    module: str
    text: Markup
    entries: tuple[Entry, ...]


MARKDOWN: Final = MarkdownIt("commonmark", {"html": False}).enable("table")
FEW: Final = 3
"""The maximum number of fields in a paragraph; more become a list."""
FIELD: Final = re.compile(r"(?<=[.;:)])\s+(?=``\w+``)")
EXAMPLE: Final = re.compile(r"^>>> .*?(?=\n\n(?!>>> )|\Z)", re.MULTILINE | re.DOTALL)


def list_by_field(text: str) -> str:
    """Turn each paragraph of a docstring that describes many fields into a list."""
    paragraphs = []
    for paragraph in text.split("\n\n"):
        parts = [*FIELD.split(paragraph)]
        many = len(parts) > FEW and not paragraph.startswith((" ", ">>>"))
        items = "\n".join(f"* {re.sub(';$', '.', part)}" for part in parts)
        paragraphs.append(items if many else paragraph)
    return "\n\n".join(paragraphs)


def render_text(text: str) -> Markup:
    """Render a docstring as HTML."""
    fenced = EXAMPLE.sub(lambda found: f"```\n{found[0]}\n```", text)
    return Markup(MARKDOWN.render(fenced))


@cache
def _places() -> dict[str, str]:
    """Map the path of each public definition to its place in the pages."""
    return {
        find_definition(f"{module}.{name}").path: f"{module}.html#{name}"
        for module, names in list_public().items()
        for name in names
    }


def _spell_out(path: str) -> str:
    """Return a literal type with its words, or "" for any other type."""
    module, _, name = path.rpartition(".")
    file = ROOT.joinpath(*module.split(".")).with_suffix(".py")
    value = read_module(module).members.get(name) if path and file.is_file() else None
    plain = str(value.value) if isinstance(value, griffe.Attribute) else ""
    return plain if plain.startswith("Literal[") else ""


def _render_type(value: griffe.Expr | str | None) -> Markup:
    """Render a type as it is written, with public names as links."""
    parts = value.iterate(flat=True) if isinstance(value, griffe.Expr) else (value or "",)
    found = Markup()
    for part in parts:
        path = part.canonical_path if isinstance(part, griffe.ExprName) else ""
        place = _places().get(path)
        plain = escape(_spell_out(path) or str(part))
        found += Markup('<a href="{}">{}</a>').format(place, plain) if place else plain
    return found


def _render_parameters(
    names: Iterable[tuple[str, griffe.Expr | str | None, object]], text: str
) -> Markup:
    """Render parameters with types and defaults. Those explained only in ``USUAL`` are links."""
    rows = [
        (
            Markup('<a href="index.html#{0}" title="{1}">{0}</a>').format(name, USUAL[name])
            if name in USUAL and not is_parameter_mentioned(name, text)
            else escape(name)
        )
        + (Markup(": ") + _render_type(kind) if kind else "")
        + (escape(f" = {value}") if value is not None else "")
        for name, kind, value in names
    ]
    plain = sum(len(row.striptags()) for row in rows) + 2 * len(rows)
    return (
        Markup("\n    ") + Markup(",\n    ").join(rows) + Markup(",\n")
        if plain > 70
        else Markup(", ").join(rows)
    )


def _render_signature(item: Documented, text: str) -> Markup:
    maker = get_maker(item) if isinstance(item, griffe.Class) else item
    if isinstance(maker, griffe.Function):
        told = [one for one in maker.parameters if one.name not in {"self", "cls", "_"}]
        several = griffe.ParameterKind.var_positional
        rows: list[tuple[str, griffe.Expr | str | None, object]] = [
            (f"*{one.name}", one.annotation, None)
            if one.kind is several
            else (one.name, one.annotation, one.default)
            for one in told
        ]
        named = [one.kind is griffe.ParameterKind.keyword_only for one in told]
        if any(named) and not any(one.kind is several for one in told):
            rows.insert(named.index(True), ("*", None, None))
        taken = _render_parameters(rows, text)
    elif isinstance(item, griffe.Class):
        fields = [
            ("*", None, None) if one.name == "_" else (one.name, one.annotation, one.value)
            for one in list_fields(item)
        ]
        star = [("*", None, None)] if "kw_only" in item.keywords else []
        taken = _render_parameters([*star, *fields], text)
    else:
        assert isinstance(item, griffe.Attribute)
        kind = Markup(": ") + _render_type(item.annotation) if item.annotation else Markup()
        value = "" if item.value is None or "property" in item.labels else f" = {item.value}"
        return escape(item.name) + kind + value
    returns = item.returns if isinstance(item, griffe.Function) else None
    gives = Markup(" → ") + _render_type(returns) if returns else Markup()
    return escape(item.name) + "(" + taken + ")" + gives


def _make_entry(item: Documented, path: str) -> Entry:
    members: tuple[Entry, ...] = ()
    rows: tuple[tuple[str, Markup], ...] = ()
    text = get_text(item)
    if isinstance(item, griffe.Class):
        members = tuple(_make_entry(one, f"{path}.{one.name}") for one in list_members(item))
        bases = [*list_bases(item)][1:]
        text += "".join(f"\n\n**From {base.name}:** {get_text(base)}" for base in bases)
        text = list_by_field(text)
        rows = tuple(
            (one.name, render_text(get_text(one))) for one in list_fields(item) if one.docstring
        )
    kind = item.kind.value if not isinstance(item, griffe.Attribute) else "value"
    signature, example = _render_signature(item, text), render_text(find_example(path))
    return Entry(item.name, kind, signature, render_text(text), rows, members, example)


def make_pages() -> Iterator[Page]:
    """Yield the pages of the reference, one for each module."""
    for module, names in list_public().items():
        paths = [f"{module}.{name}" for name in names]
        entries = tuple(_make_entry(find_definition(path), path) for path in paths)
        yield Page(module, render_text(get_text(read_module(module))), entries)


def write_reference_pages(folder: Path = PAGES) -> int:
    """Replace a folder's contents with the pages, and return the number of pages."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    templates = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True)
    pages = [*make_pages()]
    usual = {name: MARKDOWN.renderInline(text) for name, text in USUAL.items()}
    index = templates.get_template("index.html").render(pages=pages, usual=usual)
    (folder / "index.html").write_text(index, encoding="utf-8")
    for page in pages:
        html = templates.get_template("module.html").render(pages=pages, page=page)
        (folder / f"{page.module}.html").write_text(html, encoding="utf-8")
    return len(pages)


if __name__ == "__main__":
    write_reference_pages()
    print(f"{(PAGES / 'index.html').relative_to(ROOT)} has the reference for authors of rules.")  # noqa: T201
