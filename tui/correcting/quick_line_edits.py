"""Short edits of a line, such as ``3`` for another target or ``h`` for hard cover."""

from __future__ import annotations

from msgspec.structs import replace

from tracker.application.match.game import Game
from tracker.input_parsing.line_parser import format_line
from tracker.input_parsing.line_syntax_tree import (
    Flag,
    How,
    Line,
    LineSubjects,
    Option,
    TypedDeed,
    TypedMeasure,
)
from tracker.vocabulary.subject_ids import format_die_label, format_handle
from tracker.vocabulary.typed_numbers import is_whole_number
from tui.prompt.key_shorthand_reader import UnreadableKeys
from tui.views.next_line_proposals import find_first_deed

ONE_ACTION = "This line cannot be changed with keys. Press ↑ to edit the whole line."


def apply_typed_line_edit(game: Game, line: str, typed: str) -> str:
    """Apply a typed edit to a line: keys for target and details, or a new line.

    Raises ``UnreadableKeys`` for keys that have no meaning for this line.
    """
    text = typed.strip()
    if " " in text:
        return text
    deed = find_first_deed(game, line)
    if deed is None or " | " in line:
        raise UnreadableKeys(ONE_ACTION)
    return format_line(Line((_Keys(game, deed, text).read(),)))


def format_line_edit_example(game: Game, line: str) -> str:
    """Format example keys that edit this line, such as ``3 is at B3 · h is hard``."""
    deed = find_first_deed(game, line)
    if deed is None or deed.whom is None:
        return "h how"
    now, flags = deed.whom.names, game.ruleset.keys.flags
    others = [name for name in _on_table(game, now[0][:1]) if name not in now]
    said = {how.name for how in deed.how if isinstance(how, Flag)}
    hows = [f"{key} is {word}" for key, word in flags.items() if word not in said]
    at = [f"{name[1:]} is at {format_die_label(name)}" for name in others]
    unit = _find_distance_unit(game, deed)
    far = [f"20{unit} is from 20 {unit}"] if unit else []
    return " · ".join((*at[:1], *hows[:1], *far)) or "h how"


def _find_distance_unit(game: Game, deed: TypedDeed) -> str:
    """Return the unit of the line's distance. If it has none, return the unit that figures use, or
    "".
    """
    figures = game.ruleset.keys.figures
    said = [how.unit for how in deed.how if isinstance(how, TypedMeasure)]
    return (*said, figures.measure if figures is not None else "")[0]


def _on_table(game: Game, letter: str) -> list[str]:
    """List the handles on one side: those of figures if they act one by one, or of units."""
    match = game.match
    units = [unit for unit in match.units() if match.handle(unit)[:1] == letter]
    if not game.state.info.words.by_figure:
        return [match.handle(unit) for unit in units]
    return [match.handle(figure) for unit in units for figure in match.figures(unit)]


class _Keys:
    def __init__(self, game: Game, deed: TypedDeed, text: str) -> None:
        self.game = game
        self.keys = game.ruleset.keys
        self.deed = deed
        self.text = text
        self.by_figure = game.state.info.words.by_figure

    def _distance(self) -> TypedMeasure | None:
        """Return the distance if only a distance was typed, such as ``20cm``, or None."""
        unit = _find_distance_unit(self.game, self.deed)
        number = self.text.removesuffix(unit)
        far = unit and number != self.text and is_whole_number(number)
        return TypedMeasure(int(number) * 100, unit) if far else None

    def read(self) -> TypedDeed:
        """Read the target first, which may be a group and figure, then the details in any order."""
        deed = self.deed
        if (alone := self._distance()) is not None:
            return self._with(deed, alone, lambda how: isinstance(how, TypedMeasure))
        number = self._digits(2 if self.by_figure or self._most_units() > 9 else 1)
        if number:
            deed = replace(deed, whom=LineSubjects((self._enemy(number),)))
        far = self._digits(4) if self.keys.figures is not None else ""
        if far and self.keys.figures is not None:
            far_as = TypedMeasure(int(far) * 100, self.keys.figures.measure)
            deed = self._with(deed, far_as, lambda how: isinstance(how, TypedMeasure))
        while self.text:
            deed = self._letter(deed)
        return deed

    def _letter(self, deed: TypedDeed) -> TypedDeed:
        key, self.text = self.text[0], self.text[1:]
        counts = self.keys.figures.counts if self.keys.figures is not None else {}
        if key in self.keys.flags:
            words = set(self.keys.flags.values())
            new = Flag(self.keys.flags[key])
            return self._with(deed, new, lambda how: isinstance(how, Flag) and how.name in words)
        if key in counts:
            name = counts[key]
            told = Option(name, self._digits(2))
            return self._with(deed, told, lambda how: isinstance(how, Option) and how.name == name)
        known = ", ".join(f"{one} {word}" for one, word in self.keys.flags.items())
        raise UnreadableKeys(
            f"{key} changes nothing here. Type the number of a target, or one of: {known}."
        )

    @staticmethod
    def _with(deed: TypedDeed, new: How, instead_of: object) -> TypedDeed:
        assert callable(instead_of)
        return replace(deed, how=(*(how for how in deed.how if not instead_of(how)), new))

    def _digits(self, most: int) -> str:
        found = ""
        while is_whole_number(self.text[:1]) and len(found) < most:
            found, self.text = found + self.text[0], self.text[1:]
        return found

    def _most_units(self) -> int:
        match = self.game.match
        return max(len(match.all_units(side)) for side in match.sides)

    def _enemy(self, number: str) -> str:
        """Return an enemy's handle by its number. Its letter is that of the other side."""
        own = self.deed.who.names[0][:1].lower() if self.deed.who.names else ""
        letters = [format_handle(side) for side in self.game.match.sides]
        letter = next((one for one in letters if one != own), "")
        name = f"{letter}{int(number)}"
        match = self.game.match
        known = {match.handle(one) for one in (*match.all_units(), *match.all_figures())}
        if name not in known:
            raise UnreadableKeys(f"There is no {name}. Type the number of an enemy.")
        return name
