"""Short edits of a line, such as ``3`` for another target or ``h`` for hard cover."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from tracker.application.errors import Refused
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_interpreter import interpret_parts_for_game
from tracker.input_parsing.line_parser import DICE, parse_typed_line
from tracker.input_parsing.line_syntax_tree import (
    Flag,
    Line,
    LineSubjects,
    Option,
    SignedTerm,
    TypedAction,
    TypedDetail,
    TypedMeasure,
    Word,
    format_line,
)
from tracker.procedures.declared.action_key_types import Keys, KeyVerb
from tracker.vocabulary.count_wording import format_alternatives
from tracker.vocabulary.subject_ids import format_die_label, format_handle
from tracker.vocabulary.typed_numbers import is_whole_number
from tui.prompt.key_shorthand_reader import UnreadableKeys
from tui.views.last_unit_actions import list_target_names, parse_first_action_part

NO_KEYS_FOR_LINE = "This line cannot be changed with keys. Press ↑ to edit the whole line."


def apply_typed_line_edit(game: Game, line: str, typed: str) -> str:
    """Apply typed keys, new dice or a whole new line to a line. Raises ``UnreadableKeys``.

    Spaces may separate the keys, as in ``3 h``. An option can be given a new value, as in ``models
    2``. Any other text with spaces replaces the line.
    """
    text, part = typed.strip(), parse_first_action_part(game, line)
    with_dice = None if part is None else _replace_dice(game, part, text)
    if with_dice is not None:
        return with_dice
    try:
        if part is None or " | " in line:
            raise UnreadableKeys(NO_KEYS_FOR_LINE)
        name, _, value = text.partition(" ")
        if value and _has_option(part, name):
            return format_line(Line((_replace_option(part, Option(name, value)),)))
        for keys in text.split() or [text]:
            part = _LineEditReader(game, part, keys).apply_typed_keys()
    except UnreadableKeys:
        if " " in text:
            return text
        raise
    return format_line(Line((part,)))


def _has_option(part: TypedAction, name: str) -> bool:
    return any(isinstance(how, Option) and how.name == name for how in part.details)


def _replace_option(part: TypedAction, option: Option) -> TypedAction:
    kept = (how for how in part.details if not isinstance(how, Option) or how.name != option.name)
    return replace(part, details=(*kept, option))


def _replace_dice(game: Game, part: TypedAction, text: str) -> str | None:
    """Return the line with the dice in ``text``, or None if ``text`` contains anything else."""
    if not any(isinstance(how, SignedTerm) for how in part.details):
        return None
    match parse_typed_line(text, game.ruleset.lexicon):
        case Line(parts=(Word(word=dice, arguments=terms),)) if dice == DICE:
            kept = (how for how in part.details if not isinstance(how, SignedTerm))
            edited = Line((replace(part, details=(*kept, *map(SignedTerm, terms))),))
            line = format_line(edited)
            return line if parse_typed_line(line, game.ruleset.lexicon) == edited else None
    return None


def format_line_edit_examples(game: Game, line: str) -> str:
    """Format examples of keys that edit this line, such as ``3 for B3 · h for hard``."""
    part = parse_first_action_part(game, line)
    if part is None or " | " in line:
        return ""
    targets = list_target_names(part)
    same_side = [one for name in targets[:1] for one in _list_handles(game, name[:1])]
    others = [one for one in same_side if one not in targets]
    target_hints = [f"{one[1:]} for {format_die_label(one)}" for one in others]
    keys = game.ruleset.keys
    flags = keys.map_flag_keys_to_words(_find_key_verb(keys, part))
    set_flags = {how.name for how in part.details if isinstance(how, Flag)}
    flag_hints = [
        f"{key} for {word}"
        for key, word in flags.items()
        if word not in set_flags and _is_valid_edit(game, part, key)
    ]
    unit = _find_distance_unit(game, part)
    distance_hints = [f"20{unit} for 20 {unit}"] if targets and unit else []
    return " · ".join((*target_hints[:1], *flag_hints[:1], *distance_hints))


def _is_valid_edit(game: Game, part: TypedAction, key: str) -> bool:
    try:
        interpret_parts_for_game(game, (_LineEditReader(game, part, key).apply_typed_keys(),))
    except Refused:
        return False
    return True


def _find_distance_unit(game: Game, part: TypedAction) -> str:
    """Return the unit of the line's distance, or the usual unit for figures or for the verb."""
    keys = game.ruleset.keys
    verb = _find_key_verb(keys, part)
    units = [how.unit for how in part.details if isinstance(how, TypedMeasure)]
    units += [keys.figures.measure] if keys.figures is not None else []
    return (*units, verb.amount if verb is not None and not verb.counts else "")[0]


def _find_key_verb(keys: Keys, part: TypedAction) -> KeyVerb | None:
    return next((verb for verb in keys.verbs if verb.verb == part.verb), None)


def _list_handles(game: Game, letter: str) -> list[str]:
    match = game.match
    units = [unit for unit in match.units() if match.handle(unit)[:1] == letter]
    if not game.state.info.words.by_figure:
        return [match.handle(unit) for unit in units]
    return [match.handle(figure) for unit in units for figure in match.figures(unit)]


class _LineEditReader:
    def __init__(self, game: Game, part: TypedAction, text: str) -> None:
        self.game = game
        self.keys = game.ruleset.keys
        self.flags = self.keys.map_flag_keys_to_words(_find_key_verb(self.keys, part))
        self.part = part
        self.text = text
        self.by_figure = game.state.info.words.by_figure

    def _read_distance(self) -> TypedMeasure | None:
        unit = _find_distance_unit(self.game, self.part)
        number = self.text.removesuffix(unit)
        is_distance = unit and number != self.text and is_whole_number(number)
        return TypedMeasure(int(number) * 100, unit) if is_distance else None

    def apply_typed_keys(self) -> TypedAction:
        """Apply the typed keys to the line: first a new target, then details in any order."""
        part = self.part
        if (distance := self._read_distance()) is not None:
            return self._replace_detail(part, distance, lambda how: isinstance(how, TypedMeasure))
        has_two_digits = self.by_figure or self._count_units_of_largest_side() > 9
        number = self._read_digits(2 if has_two_digits else 1)
        if number:
            part = replace(part, targets=LineSubjects((self._find_enemy_handle(number),)))
        digits = self._read_digits(4) if self.keys.figures is not None else ""
        if digits and self.keys.figures is not None:
            measure = TypedMeasure(int(digits) * 100, self.keys.figures.measure)
            part = self._replace_detail(part, measure, lambda how: isinstance(how, TypedMeasure))
        while self.text:
            part = self._apply_letter_key(part)
        return part

    def _apply_letter_key(self, part: TypedAction) -> TypedAction:
        key, self.text = self.text[0], self.text[1:]
        counts = self.keys.figures.counts if self.keys.figures is not None else {}
        if key in self.flags:
            words = set(self.flags.values())
            new = Flag(self.flags[key])
            return self._replace_detail(
                part, new, lambda how: isinstance(how, Flag) and how.name in words
            )
        if key in counts:
            return _replace_option(part, Option(counts[key], self._read_digits(2) or "1"))
        flags = [f"{letter} for {word}" for letter, word in self.flags.items()]
        choices = format_alternatives(["the number of a target", *flags])
        raise UnreadableKeys(
            f"`{key}` has no effect. Type {choices}, or press ↑ to edit the whole line."
        )

    @staticmethod
    def _replace_detail(
        part: TypedAction, new: TypedDetail, is_replaced: Callable[[TypedDetail], bool]
    ) -> TypedAction:
        return replace(part, details=(*(how for how in part.details if not is_replaced(how)), new))

    def _read_digits(self, maximum: int) -> str:
        digits = ""
        while is_whole_number(self.text[:1]) and len(digits) < maximum:
            digits, self.text = digits + self.text[0], self.text[1:]
        return digits

    def _count_units_of_largest_side(self) -> int:
        match = self.game.match
        return max(len(match.all_units(side)) for side in match.sides)

    def _find_enemy_handle(self, number: str) -> str:
        own = self.part.actors.names[0][:1].lower() if self.part.actors.names else ""
        letters = [format_handle(side) for side in self.game.match.sides]
        letter = next((side_letter for side_letter in letters if side_letter != own), "")
        name = f"{letter}{int(number)}"
        match = self.game.match
        subjects = (*match.all_units(), *match.all_figures())
        handles = {match.handle(subject) for subject in subjects}
        if name not in handles:
            raise UnreadableKeys(f"There is no {name}. Type the number of an enemy.")
        return name
