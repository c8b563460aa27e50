"""The mutations of a module: each replaces one piece of its source text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
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
NON_NUMBERS = (ast.JoinedStr, ast.List, ast.Tuple)


@dataclass(frozen=True)
class Mutation:
    """A change that replaces the bytes from ``start`` to ``end``. ``line`` is counted from 1."""

    start: int
    end: int
    new: str
    line: int

    def apply_to(self, source: bytes) -> bytes:
        return source[: self.start] + self.new.encode() + source[self.end :]

    def describe(self, source: bytes) -> str:
        """Return the old and the new text, on one line."""
        old = " ".join(source[self.start : self.end].decode().split())
        return f"{old} → {self.new or 'nothing'}"


def find_mutations(source: bytes) -> list[Mutation]:
    """Return every mutation of a module. A few of them do not compile."""
    finder = _Finder(source)
    finder.visit(ast.parse(source))
    return list(dict.fromkeys(finder.found))


def compiles(source: bytes) -> bool:
    try:
        compile(source, "mutant", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True


class _Finder(ast.NodeVisitor):
    """A visitor of executable code. It skips annotations, docstrings, decorators and assertions."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.found: list[Mutation] = []
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    # ---------------------------------------------------------------------------------- source

    def _start(self, node: ast.expr | ast.stmt) -> int:
        return self._starts[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._starts[node.end_lineno - 1] + node.end_col_offset

    def _replace(self, node: ast.expr | ast.stmt, *texts: str) -> None:
        for text in texts:
            mutation = Mutation(self._start(node), self._end(node), text, node.lineno)
            if self.source[mutation.start : mutation.end] != text.encode():
                self.found.append(mutation)

    def _replace_operator(self, left: ast.expr, right: ast.expr, old: str, new: str) -> None:
        """Replace the operator between two expressions. ``old`` is a regular expression."""
        start = self._end(left)
        match = re.search(old.encode(), self.source[start : self._start(right)])
        if match is not None:
            first = start + match.start()
            line = self.source.count(b"\n", 0, first) + 1
            self.found.append(Mutation(first, start + match.end(), new, line))

    # ---------------------------------------------------------------------------- skipped parts

    def visit_Assert(self, node: ast.Assert) -> None:
        pass

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._visit_body(node.body)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for default in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
            self.visit(default)
        self._visit_body(node.body)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._visit_body(node.body)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if not (isinstance(node.value, ast.Name) and node.value.id == "Literal"):
            self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        target = node.targets[0]
        name = target.id if isinstance(target, ast.Name) else ""
        if name == "__all__" or name.endswith("CSS") or _is_type_variable(node.value):
            return
        if isinstance(target, ast.Attribute | ast.Subscript):
            self._replace(node, "pass")
        self.visit(node.value)

    def _visit_body(self, body: list[ast.stmt]) -> None:
        for node in body:
            self.visit(node)

    # ------------------------------------------------------------------------------- statements

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return  # a docstring
        if isinstance(node.value, ast.Call | ast.Await):
            self._replace(node, "pass")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._replace(node, "pass")
        self.visit(node.value)

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is None or (isinstance(node.value, ast.Constant) and not node.value.value):
            return
        self._replace(node, "return None")
        self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        raised = ast.unparse(node.exc) if node.exc is not None else ""
        if not raised.startswith(("AssertionError", "NotImplementedError")):
            self._replace(node, "pass")
            self.generic_visit(node)

    def visit_Continue(self, node: ast.Continue) -> None:
        self._replace(node, "pass")

    def visit_Break(self, node: ast.Break) -> None:
        self._replace(node, "pass")

    def visit_If(self, node: ast.If) -> None:
        if ast.unparse(node.test) == "TYPE_CHECKING":
            return
        self._replace(node.test, "True", "False")
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self._replace(node.test, "False")
        self.generic_visit(node)

    # ------------------------------------------------------------------------------ expressions

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._replace(node.test, "True", "False")
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self._replace(test, "True")
        self.generic_visit(node)

    def visit_ListComp(self, node: ast.ListComp) -> None:
        self._replace_with_empty(node)

    def visit_SetComp(self, node: ast.SetComp) -> None:
        self._replace_with_empty(node)

    def visit_DictComp(self, node: ast.DictComp) -> None:
        self._replace_with_empty(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        self._replace(node, "(())")  # a call may share its parentheses
        self.generic_visit(node)

    def _replace_with_empty(self, node: ast.expr) -> None:
        self._replace(node, EMPTY[type(node)])
        self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg != "strict":  # zip(…, strict=True) is an assertion
            self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        operands = [node.left, *node.comparators]
        for left, operator, right in zip(operands, node.ops, operands[1:], strict=False):
            self._replace_operator(left, right, *COMPARISONS[type(operator)])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            self._replace_operator(left, right, old, new)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self._replace(node, f"({ast.unparse(node.operand)})")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        sides = (node.left, node.right)
        non_numbers = any(isinstance(side, NON_NUMBERS) or _is_text(side) for side in sides)
        if type(node.op) in OPERATORS and not non_numbers:
            old, new = OPERATORS[type(node.op)]
            self._replace_operator(node.left, node.right, re.escape(old), new)
        self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Replace the whole f-string. Python 3.11 gives no file positions for its parts."""
        self._replace(node, '""')

    def visit_Constant(self, node: ast.Constant) -> None:
        value = node.value
        if isinstance(value, bool):
            self._replace(node, str(not value))
        elif isinstance(value, int):
            self._replace(node, str(value + 1), str(value - 1))
        elif _is_text(node) and value:
            self._replace(node, '""')


def _is_type_variable(node: ast.expr) -> bool:
    """Return whether a value is a type variable, whose name only type checkers read."""
    return isinstance(node, ast.Call) and ast.unparse(node.func) in ("TypeVar", "ParamSpec")


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def group_by_line(mutations: Iterable[Mutation]) -> Iterable[list[Mutation]]:
    lines: dict[int, list[Mutation]] = {}
    for mutation in mutations:
        lines.setdefault(mutation.line, []).append(mutation)
    return lines.values()
