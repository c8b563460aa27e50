"""The small faults that can be put into a module, each one piece of its text put for another."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: (r"not\s+in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: (r"is\s+not", "is"),
}
OPERATORS: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "//"),
    ast.FloorDiv: ("//", "*"),
    ast.BitOr: ("|", "&"),
    ast.BitAnd: ("&", "|"),
}
EMPTY: dict[type[ast.expr], str] = {ast.ListComp: "[]", ast.SetComp: "set()", ast.DictComp: "{}"}
TEXTS = (ast.JoinedStr, ast.List, ast.Tuple)


@dataclass(frozen=True)
class Change:
    """``new`` put for what stands from byte ``start`` to ``end``, on a line counted from 1."""

    start: int
    end: int
    new: str
    line: int

    def made(self, source: bytes) -> bytes:
        """The module with the fault in it."""
        return source[: self.start] + self.new.encode() + source[self.end :]

    def told(self, source: bytes) -> str:
        """What was put for what, on one line."""
        old = " ".join(source[self.start : self.end].decode().split())
        return f"{old} → {self.new or 'nothing'}"


def changes(source: bytes) -> list[Change]:
    """Every fault that can be put into a module; a few leave it one that cannot be read."""
    finder = _Finder(source)
    finder.visit(ast.parse(source))
    return list(dict.fromkeys(finder.found))


def is_code(source: bytes) -> bool:
    """Whether a module can be read."""
    try:
        compile(source, "mutant", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True


class _Finder(ast.NodeVisitor):
    """Walks over what runs: annotations, docstrings, decorators and assertions say nothing here."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.found: list[Change] = []
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    # ---------------------------------------------------------------------------------- places

    def _start(self, node: ast.expr | ast.stmt) -> int:
        return self._starts[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._starts[node.end_lineno - 1] + node.end_col_offset

    def _put(self, node: ast.expr | ast.stmt, *texts: str) -> None:
        for text in texts:
            change = Change(self._start(node), self._end(node), text, node.lineno)
            if self.source[change.start : change.end] != text.encode():
                self.found.append(change)

    def _between(self, one: ast.expr, other: ast.expr, sign: str, new: str) -> None:
        """Put another sign for the one that stands between two expressions."""
        start = self._end(one)
        match = re.search(sign.encode(), self.source[start : self._start(other)])
        if match is not None:
            at = start + match.start()
            line = self.source.count(b"\n", 0, at) + 1
            self.found.append(Change(at, start + match.end(), new, line))

    # ------------------------------------------------------------------------------ what is left

    def visit_Assert(self, node: ast.Assert) -> None:
        pass

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._body(node.body)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for default in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
            self.visit(default)
        self._body(node.body)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._body(node.body)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if not (isinstance(node.value, ast.Name) and node.value.id == "Literal"):
            self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        target = node.targets[0]
        name = target.id if isinstance(target, ast.Name) else ""
        if name == "__all__" or name.endswith("CSS") or _is_variable_of_types(node.value):
            return
        if isinstance(target, ast.Attribute | ast.Subscript):
            self._put(node, "pass")
        self.visit(node.value)

    def _body(self, body: list[ast.stmt]) -> None:
        for node in body:
            self.visit(node)

    # ------------------------------------------------------------------------------- statements

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return  # a docstring
        if isinstance(node.value, ast.Call | ast.Await):
            self._put(node, "pass")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._put(node, "pass")
        self.visit(node.value)

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is None or (isinstance(node.value, ast.Constant) and not node.value.value):
            return
        self._put(node, "return None")
        self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        raised = ast.unparse(node.exc) if node.exc is not None else ""
        if not raised.startswith(("AssertionError", "NotImplementedError")):
            self._put(node, "pass")
            self.generic_visit(node)

    def visit_Continue(self, node: ast.Continue) -> None:
        self._put(node, "pass")

    def visit_Break(self, node: ast.Break) -> None:
        self._put(node, "pass")

    def visit_If(self, node: ast.If) -> None:
        if ast.unparse(node.test) == "TYPE_CHECKING":
            return
        self._put(node.test, "True", "False")
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self._put(node.test, "False")
        self.generic_visit(node)

    # ------------------------------------------------------------------------------ expressions

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._put(node.test, "True", "False")
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self._put(test, "True")
        self.generic_visit(node)

    def visit_ListComp(self, node: ast.ListComp) -> None:
        self._emptied(node)

    def visit_SetComp(self, node: ast.SetComp) -> None:
        self._emptied(node)

    def visit_DictComp(self, node: ast.DictComp) -> None:
        self._emptied(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        self._put(node, "(())")  # its parentheses may be those of a call
        self.generic_visit(node)

    def _emptied(self, node: ast.expr) -> None:
        self._put(node, EMPTY[type(node)])
        self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg != "strict":  # zip(…, strict=True) asserts that all are as long
            self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        every = [node.left, *node.comparators]
        for one, sign, other in zip(every, node.ops, every[1:], strict=False):
            self._between(one, other, *COMPARISONS[type(sign)])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        sign, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for one, other in zip(node.values, node.values[1:], strict=False):
            self._between(one, other, sign, new)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self._put(node, f"({ast.unparse(node.operand)})")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        sides = (node.left, node.right)
        texts = any(isinstance(side, TEXTS) or _is_text(side) for side in sides)
        if type(node.op) in OPERATORS and not texts:
            sign, new = OPERATORS[type(node.op)]
            self._between(node.left, node.right, re.escape(sign), new)
        self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """As a whole: before Python 3.12 places within are not those of the file."""
        self._put(node, '""')

    def visit_Constant(self, node: ast.Constant) -> None:
        value = node.value
        if isinstance(value, bool):
            self._put(node, str(not value))
        elif isinstance(value, int):
            self._put(node, str(value + 1), str(value - 1))
        elif _is_text(node) and value:
            self._put(node, '""')


def _is_variable_of_types(node: ast.expr) -> bool:
    """Whether it is there for annotations only: its name is never read."""
    return isinstance(node, ast.Call) and ast.unparse(node.func) in ("TypeVar", "ParamSpec")


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def lines_of(found: list[Change]) -> Iterator[tuple[int, list[Change]]]:
    """The faults line by line."""
    every: dict[int, list[Change]] = {}
    for change in found:
        every.setdefault(change.line, []).append(change)
    yield from every.items()
