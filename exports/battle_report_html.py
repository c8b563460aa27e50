"""A battle report as one HTML file that needs nothing else and prints well."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Protocol, TypeVar

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from msgspec import Struct

from exports.battle_report import BattleReport
from exports.win_chance_chart import format_percent


class PageLink(Struct, frozen=True):
    """Another page of a site: its words, and its address beside this one."""

    text: str
    to: str


def render_html(report: BattleReport, nav: Sequence[PageLink] = ()) -> str:
    """The report as a whole page; everything people wrote is escaped.

    ``nav`` leads to the pages around it, where it is posted among others.
    """
    return load_template("report.html").render(report=report, nav=nav)


@lru_cache
def load_template(name: str) -> Template:
    """A page to be filled in: what is put into it is escaped."""
    environment = Environment(
        loader=PackageLoader("exports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters.update(by_phase=_by_phase, percent=format_percent)
    return environment.get_template(name)


class _OfPhase(Protocol):
    @property
    def phase(self) -> str: ...


P = TypeVar("P", bound=_OfPhase)


def _by_phase(lines: Iterable[P]) -> list[tuple[str, list[P]]]:
    """Lines that follow one another in the same phase."""
    return [(phase, [*run]) for phase, run in groupby(lines, key=lambda line: line.phase)]
