"""The forms in which a game can be written out, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from exports.csv import events_csv, rolls_csv
from exports.html import to_html
from exports.json import to_json
from exports.markdown import to_markdown
from exports.pictures import Theirs
from exports.record import to_record
from exports.report import battle_report
from exports.schema import shipped
from exports.setup_sheet import to_set_up_sheet
from exports.shapes.whole_match import MatchShape
from tracker.application.errors import Refused
from tracker.application.lines.setup_sheet import standing
from tracker.application.match.game import Game

RECORD = "record"
Makes = Callable[[Game, Theirs], str]


@dataclass(frozen=True)
class Format:
    """A form: its name, how its files end, what it is, and how it is made.

    ``takes`` says which of the players' own things it has a place for.
    """

    name: str
    suffix: str
    text: str
    make: Makes
    takes: frozenset[str] = frozenset()

    def made(self, game: Game, theirs: Theirs) -> str:
        """The game in this form, without what is secret now.

        Raises ``Refused`` for a record, which holds all that was said.
        """
        shown = game.shown()
        if shown is not game and self.name == RECORD:
            raise Refused("Something in this game is still secret: a record has to wait for that.")
        return self.make(shown, theirs)


def plainly(make: Callable[[Game], str]) -> Makes:
    """A form without a place for the players' own words."""
    return lambda game, _: make(game)


def set_up_sheet(game: Game) -> str:
    """What stands on the table, as plain text."""
    return to_set_up_sheet(standing(game))


BOTH = frozenset({"words", "pictures"})
FORMATS: Mapping[str, Format] = {
    form.name: form
    for form in (
        Format(
            "md",
            ".md",
            "battle report in Markdown",
            lambda game, theirs: to_markdown(battle_report(game, theirs)),
            BOTH,
        ),
        Format(
            "html",
            ".html",
            "battle report to print",
            lambda game, theirs: to_html(battle_report(game, theirs)),
            BOTH,
        ),
        Format("csv", "-rolls.csv", "one row a roll", plainly(rolls_csv)),
        Format("events", "-events.csv", "one row an event", plainly(events_csv)),
        Format(
            "setup", "-set-up.txt", "set-up sheet to build the table again", plainly(set_up_sheet)
        ),
        Format("json", ".json", "everything, for other programs", plainly(to_json)),
        Format(RECORD, ".record", "match record, which can be read in again", plainly(to_record)),
        Format(
            "schema", ".schema.json", "JSON Schema of json", plainly(lambda _: shipped(MatchShape))
        ),
    )
}


def readers() -> tuple[Callable[[Game], object], ...]:
    """Every form as something that reads a game, to see whether it can be written out at all."""
    return tuple(partial(form.made, theirs=Theirs()) for form in FORMATS.values())


def format_named(name: str) -> Format:
    """Raises ``Refused`` with the names there are."""
    try:
        return FORMATS[name.lower()]
    except KeyError:
        raise unknown(name, FORMATS) from None


def unknown(name: str, known: Iterable[str]) -> Refused:
    """The refusal of a form there is not."""
    return Refused(f"There is no form {name!r}; there are {', '.join(known)}.")
