"""The forms in which a game can be written out, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from exports.csv import events_csv, rolls_csv
from exports.html import to_html
from exports.json import to_json
from exports.markdown import to_markdown
from exports.record import to_record
from exports.report import battle_report
from exports.setup_sheet import to_set_up_sheet
from tracker.application.errors import Refused
from tracker.application.game import Game
from tracker.application.standing import standing


@dataclass(frozen=True)
class Format:
    """A form: its name, how its files end, what it is, and how it is made."""

    name: str
    suffix: str
    text: str
    make: Callable[[Game], str]


def set_up_sheet(game: Game) -> str:
    """What stands on the table, as plain text."""
    return to_set_up_sheet(standing(game))


FORMATS: Mapping[str, Format] = {
    form.name: form
    for form in (
        Format("md", ".md", "battle report in Markdown", lambda g: to_markdown(battle_report(g))),
        Format("html", ".html", "battle report to print", lambda g: to_html(battle_report(g))),
        Format("csv", "-rolls.csv", "one row a roll", rolls_csv),
        Format("events", "-events.csv", "one row an event", events_csv),
        Format("setup", "-set-up.txt", "set-up sheet to build the table again", set_up_sheet),
        Format("json", ".json", "everything, for other programs", to_json),
        Format("record", ".record", "match record, which can be read in again", to_record),
    )
}


def format_named(name: str) -> Format:
    """Raises ``Refused`` with the names there are."""
    try:
        return FORMATS[name.lower()]
    except KeyError:
        raise Refused(f"There is no form {name!r}; there are {', '.join(FORMATS)}.") from None
