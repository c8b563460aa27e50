"""Parses the typed lines of a game. If a line cannot be parsed, a correct line is suggested."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress

from tracker.application.errors import Refused, make_sentence
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_interpreter import parse_single_action
from tracker.input_parsing.line_lexicon import BASE, HANDLE, RESERVED
from tracker.input_parsing.line_parser import (
    MAX_WORD_LENGTH,
    parse_typed_line,
    quote_word_with_label,
    shorten_word,
)
from tracker.input_parsing.line_syntax_tree import (
    Line,
    LineError,
    LineSyntaxError,
    SignedTerm,
    Span,
    Token,
    TypedAction,
    TypedMeasure,
    format_line,
    split_head_into_tokens,
    split_line_into_parts_and_note,
    unquote_text,
)
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.marker_and_link_kinds import MarkerKind
from tracker.procedures.match_view import UnknownName
from tracker.procedures.pieces.line_subject_fields import format_unit
from tracker.procedures.pieces.subject_lookup import (
    find_figure,
    find_unit,
    format_side_in_line,
    suggest_quoting_unit_name,
)
from tracker.procedures.ruleset import Command
from tracker.vocabulary.closest_word import NEARER, find_closest_word
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.name_normalisation import make_name_key

ONE_UNIT = "name one unit in each part, and put `|` between parts"
ONLY_NOTE = "; what follows # is only a note"
MAX_NOTE = 80
"""The maximum length in characters of the note in a suggested line."""
MAX_BEFORE = 24
"""The maximum length in characters of the text that is quoted before an error."""
MAX_COUNT = 99
"""The highest number that a counted marker in a game file can have."""
MAX_LINES = 3
MAX_WORDS = 8
"""The maximum number of words in a unit name for which quotes are suggested."""
GONE = frozenset(["dead", "destroyed", "dies", "eliminated", "gone", "killed", "removed", "wiped"])
"""The words for a unit that has no figures left."""
LOSSES = GONE | {
    "casualties",
    "casualty",
    "down",
    "fallen",
    "falls",
    "lose",
    "loses",
    "losses",
    "lost",
}
"""The words after which a number means losses, as in ``r1 loses 2``."""
KILLS = frozenset(["kill", "killed", "kills"])
"""The words after which a number means losses of the unit that follows, as in ``r1 kills 3 b1``."""
OPPOSES = frozenset(["against", "v", "versus", "vs"])
"""The words between two units that roll against each other, as in ``r3 v b1``."""
HEALS = frozenset(["heal", "healed", "heals", "recovers", "regains", "regenerates"])
"""The words after which a number means removed wounds, as in ``r1 heals 1``."""
SCORES = frozenset(["points", "score", "scores", "vp", "vps"])
"""The words after which a number means points for the unit's side, as in ``r1 scores 2``."""
HOLDS = frozenset(["has", "is"])
"""The words after which a number means the new value of a marker, as in ``r1 has 2 wounds``."""
FIGURES = frozenset(["figure", "man", "men", "model"])
"""The words for figures of any kind, in the singular except ``men``."""
SYNONYMS = (
    frozenset(["blast", "fire", "shoot", "snipe"]),
    frozenset(["assault", "charge", "fight", "melee", "strike"]),
    frozenset(["advance", "charge", "go", "goe", "march", "marche", "move", "run", "walk"]),
)
"""Groups of verbs, without a final s, that are treated as synonyms when a line is suggested."""
PREPOSITIONS = frozenset(["and", "at", "behind", "from", "in", "with"])
"""The words that can stand before a flag, as in ``in cover``."""
NEED = "4+"
"""The number needed in a suggested attack if none was typed."""
MIN_SIMILARITY = 0.8
"""The similarity above which a declared marker is suggested, such as wounds for wound."""

# These patterns are compiled when they are first used, because few games need them.
_AMOUNT = r"(?<![\w.])x?(\d{1,3})[wW]?(?![\w.+-])"
_MEASURE = r"(?<!\S)(?:at\s+)?(\d+(?:\.\d+)?)\s?(in|cm|\")(?:ch|ches)?(?!\S)"
_SIZE = r"(?i:(?<!\S)\d{0,3}d\d{1,3}(?![^\s,]))"
_COUNTED_DICE = r"(?i)(?<!\S)(?:with )?(\d{1,3}) (?:dice|die)(?!\S)"
_SPOKEN_NEED = r"(?i)(?<!\S)(?:hitting )?on (\d{1,2})s(?!\S)"
_DICE = r"(?i)(?<!\S)(\d{0,3}d\d{1,3}(?!\S).*)"
_NEED = r"(?i:(\bsv\s+|\bsaves?\s+|-)?(?<![\w.])(\d{1,3})\s?\+(?!\w))"
_BETWEEN = (
    r"(?i)(?<!\S)(?:(?:to |on )?(?:hit|wound|save|sv)s?|and|then|on|needs?|needing)(?![^\s,/])|[,/]"
)
_BEFORE_NEED = r"(?i)\s+(?:on|needs?|needing)$"
_ONE = r"(?i)(?<=\s)(?:an?|one)(?!\S)"
_ACTS = r"(?i)[;>|#\"]|\dd\d|\d[+-](?!\S)"
_BOUND = r"(?i)(?<!\w)\d{0,3}d\d{1,3}\s*([<>≤≥])\s*(=?)\s*(\d{1,3})(?!\w)"
_QUOTED = r'([+-])"([^"|#]+)"'
_MARKER = (
    r"(?i)(?:(?:is|are|gets|has|becomes)\s+)?(?P<not>(?:not|no longer|no more|isn't|aren't)\s+)?"
    r"(?P<marker>(?:[^\W\d_]{1,40}(?:\s+|$)){1,4})"
)
_AT = r"(?:(?<!\S)(?:at|on|against|>)\s+)"
_HANDLE = rf"{_AT}?(?<!\S)(?P<name>[a-z][0-9]{{1,4}})(?!\S)"
_AT_NAME = rf"{_AT}(?P<name>[^\s\d]\S*)"
_OPPOSED = r"(?i)\s+(\d[\d ,]*\sv\s[\d ,]*\d)\s*$"
_DICE_APART = (
    r"(?i)(?:(?P<who>[^\W\d]\S*)\s+)?(?P<one>\d{1,3})\s+(?:against|v|versus|vs)\s+"
    r"(?:[^\W\d]\S*\s+)?(?P<other>\d{1,3})"
)
_NAMED_DETAIL = (
    r"\s*(?:with\s+)?(?P<word>[^\W\d][\w-]*)(?:\s+(?:at\s+)?(?P<number>\d{1,3})[a-z]*)?\s*"
)
_NAME = r"(?P<name>[^\s\d]\S*)"


def parse_line(game: Game, text: str) -> Line:
    """Parse a typed line.

    Raises ``Refused`` for an invalid line. The message suggests a correct line, or names the
    unknown word.
    """
    line = parse_typed_line(text, game.ruleset.lexicon)
    if game.ruleset.lexicon.terms and (bound := re.search(_BOUND, text.partition("#")[0])):
        raise Refused(_explain_need_typed_as_bound(*bound.groups()))
    if isinstance(line, LineError):
        if meant := next(_suggest_lines(game, line), ""):
            raise Refused(make_sentence(meant))
        before = text[: line.column - 1].strip()
        known = before if len(before) <= MAX_BEFORE else f"…{before[-MAX_BEFORE:]}"
        raise Refused(make_sentence(f"after {known}, {line.sentence}" if known else line.sentence))
    return line


def list_misspelt_marker_hints(game: Game, line: Line) -> Iterator[str]:
    """Yield a hint for each new marker that resembles a declared one, such as ``+dwon`` for
    ``down``.
    """
    declared = [word.lower() for kind in game.ruleset.markers for word in (kind.id, kind.word)]
    for part in line.parts:
        for detail in part.details if isinstance(part, TypedAction) else ():
            if isinstance(detail, SignedTerm) and re.fullmatch(r"\+[^\W\d]+", detail.text):
                word = detail.text[1:].lower()
                near = find_closest_word(word, declared, NEARER)
                if near and word not in declared:
                    yield f"{word} is a new marker; did you mean {near}?"


def _explain_need_typed_as_bound(sign: str, equal: str, number: str) -> str:
    """Explain how to write a needed number that was typed as ``<45`` or ``>= 3``."""
    less, is_strict = sign in "<≤", sign in "<>" and not equal
    bound = int(number) + is_strict * (-1 if less else 1)
    return f"For {bound} or {'less' if less else 'more'}, write {bound}{'-' if less else '+'}."


def _suggest_lines(game: Game, error: LineError) -> Iterator[str]:
    at = error.column - 1
    for sign, words in re.findall(_QUOTED, error.text) if game.ruleset.lexicon.terms else ():
        yield f"put hyphens between the words of a marker: {sign}{'-'.join(words.split())}"
    try:
        parts, _ = split_line_into_parts_and_note(error.text)
        heads = [part.head for part in parts if part.head.at <= at]
        tokens = split_head_into_tokens(heads[-1])
        place = [token.at for token in tokens].index(at)
    except (LineSyntaxError, IndexError, ValueError):
        return
    yield from _suggest_roll_off(game, heads[-1].text)
    yield from _suggest_colon(game, error.text)
    yield from _suggest_quotes(game, heads[-1], tokens, place)
    actor, word = tokens[0], tokens[place]
    near = error.sentence.partition("did you mean ")[2].rstrip("?")
    if place > 1 and near:
        yield from _suggest_details(game, tokens[1].text.lower(), word.text, near)
    part, more = heads[-1].text, not error.text.rstrip().endswith(heads[-1].text)
    instead = f"instead of {shorten_word(part)}, " if part != error.text.strip() else ""
    known = f"{quote_word_with_label(word.text)} is unknown: "
    if place > 1 and word.text[:1].isalpha():
        options = _suggest_option(game, part, at - heads[-1].at)
        yield from (f"{known}{instead}{line}" for line in options)
    if place > 1 and game.ruleset.lexicon.terms:
        dice = _suggest_dice(game, part)
        yield from (f"{instead}{_move_note_to_end(line) if more else line}" for line in dice)
    if place not in {1, 2} or word.kind != "bare" or ";" in word.text:
        return
    if actor.text.lower() == "note":
        return
    who = actor.text.lower()
    if who not in RESERVED:
        find = find_figure if game.match.by_figure else find_unit
        try:
            names = (game.match.unit(one).name for one in game.match.all_units())
            key = make_name_key(part)
            begun = (name for name in names if " " in name and key.startswith(make_name_key(name)))
            name = next(begun, unquote_text(actor.text))
            who = game.match.handle(find(game.match, shorten_word(name)))
        except UnknownName as unknown:
            if game.ruleset.lexicon.terms and actor.text.lower() in KILLS:
                yield from _suggest_kills(game, part)
            if actor.text.isdecimal() and word.text in {"die", "dice"}:
                yield f"for {actor.text} six-sided dice, write {actor.text}d6"
            yield f"{unknown}; a note begins with #"
            return
    said = part[tokens[1].at - heads[-1].at :]
    for line in _suggest_lines_about_unit(game, who, said, near if place == 1 else None, more=more):
        hint = _move_note_to_end(line) if more else line
        yield f"{known}{instead if 'type ' in line else ''}{hint}"


def _suggest_lines_about_unit(
    game: Game, who: str, said: str, near: str | None, *, more: bool
) -> Iterator[str]:
    """Yield suggestions for the words ``said`` about a unit.

    ``near`` is the known word that most resembles the first of these words, or None if the first
    word is known. If ``more`` is true, the line continues after these words.
    """
    first, _, rest = said.partition(" ")
    if first.lower() in OPPOSES and game.ruleset.lexicon.terms:
        yield f'for opposed dice, write `roll off "melee" : 4 6` ({_join_side_names(game)})'
    if who not in RESERVED:
        yield from _suggest_counts(game, who, said)
        if near is None and first[0] in "+-" and HANDLE.match(rest.lower()) and " " in rest:
            parts = f"{who} {first} | {rest}"
            if isinstance(parse_typed_line(parts, game.ruleset.lexicon), Line):
                yield f"for two parts, type `{parts}`"
        if near is None and re.fullmatch(r"[+-]\d{1,3}", first):
            yield f"type {_suggest_change_or_loss(game, who, first, rest.split()[0].lower())}"
        if near is None and re.fullmatch(r"[+-][^\W\d_]+", first):
            marker, others = _split_off_marker_name(rest)
            line = f"{who} {first}-{marker} {others}".rstrip()
            if _list_valid_actions(game, [line]):
                yield f"for one marker, type `{line}`"
    elif near is None and game.ruleset.lexicon.terms:
        yield ONE_UNIT
    if near is not None:
        yield from _suggest_verbs(game, who, said, near, more=more)


def _move_note_to_end(hint: str) -> str:
    return re.sub(f"(?<=\\S) # (.*?)`{ONLY_NOTE}", r"`, and `# \1` at the end of the line", hint)


def _split_off_marker_name(said: str) -> tuple[str, str]:
    """Split the words that can name a marker from the rest, as in ``out of ammo -2``."""
    words = re.match(r"(?:[^\W\d_]+(?:\s+|$))*", said)
    end = words.end() if words else 0
    return "-".join(said[:end].lower().split())[:MAX_WORD_LENGTH].rstrip("-"), said[end:]


def _suggest_quotes(game: Game, head: Span, tokens: list[Token], place: int) -> Iterator[str]:
    """Suggest quotes around several words at a token if these words are the name of a unit."""
    spans = [
        (first, last)
        for first in range(max(place - MAX_WORDS, 0), min(place + MAX_WORDS, len(tokens)))
        for last in range(first + 1, min(first + MAX_WORDS, len(tokens) - 1))
        if all(token.kind == "bare" for token in tokens[first : last + 1])
    ]
    for first, last in sorted(spans, key=lambda span: span[0] - span[1]):
        end = tokens[last].at + len(tokens[last].text)
        name = head.text[tokens[first].at - head.at : end - head.at]
        if meant := suggest_quoting_unit_name(game.match, name):
            yield meant


def _suggest_roll_off(game: Game, said: str) -> Iterator[str]:
    """Suggest a roll-off for one die of each player, as in ``4 v 7`` or ``r1 4 v b1 7``."""
    found = re.fullmatch(_DICE_APART, said.strip())
    if found is None or not game.ruleset.lexicon.terms:
        return
    dice = [found["one"], found["other"]]
    with suppress(UnknownName):
        unit = find_unit(game.match, found["who"]) if found["who"] else None
        if unit is not None and game.match.side_of(unit) != game.match.sides[0]:
            dice.reverse()
    yield f'for opposed dice, type `roll off "melee" : {" ".join(dice)}` ({_join_side_names(game)})'


def _join_side_names(game: Game) -> str:
    return ", then ".join(map(game.match.side_name, game.match.sides))


def _suggest_colon(game: Game, text: str) -> Iterator[str]:
    """Suggest a colon before the dice of two players, as in ``b1 brawls r2 4 v 3``."""
    dice = re.search(_OPPOSED, text)
    if dice and isinstance(parse_typed_line(text[: dice.start()], game.ruleset.lexicon), Line):
        yield f"put a colon before the dice: {text[: dice.start()]} : {dice[1]}"


def _suggest_details(game: Game, verb: str, word: str, near: str) -> Iterator[str]:
    """Suggest a detail of the verb instead of ``word``, unless ``near`` is already such a
    detail.
    """
    forms = [
        form
        for action in game.ruleset.actions.values()
        for form in action.forms
        if isinstance(form, Form) and verb in form.spellings
    ]
    words = (slot.words for form in forms for slot in form.how)
    known = frozenset().union(*(each.flags | each.options for each in words))
    if forms and near not in known | game.ruleset.lexicon.verbs:
        own = find_closest_word(word.lower(), sorted(known))
        hint = f"did you mean {own}?" if own else "leave it out"
        yield f"{quote_word_with_label(word)} is unknown: {hint}"


def _suggest_option(game: Game, part: str, at: int) -> Iterator[str]:
    """Suggest the option or key to which a value belongs: ``with rifle`` for ``rifle``, or
    ``turns=5`` for ``turns 5``. A unit that can be the target is suggested as the target.
    """
    before, said = part[:at], part[at:]
    with_options = [f"{option} {said}" for option in sorted(game.ruleset.lexicon.options)]
    who, verb, *details = (*before.split(maxsplit=2), "")
    target = f"{who} {verb} > {said} {' '.join(details)}"
    meant = (re.sub(r"\s+", "=", said, count=1), *with_options)
    for text in (target, *(before + each for each in meant)):
        for line in _list_valid_actions(game, [text]):
            yield f"type `{format_line(Line((line,)))}`"


def _suggest_dice(game: Game, said: str) -> Iterator[str]:
    """Suggest the dice and distance of a line without other words, as for ``12d6 hit 4+
    save 5+``.
    """
    said = re.sub(_MEASURE, _format_measure, said)
    if not re.search(f"{_NEED}|{_MEASURE}", said):
        return
    starts = [each.start() for each in re.finditer(f"{_SIZE}|{_NEED}", said)]
    begin = min(starts, default=len(said))
    head, (dice, words) = said[:begin], _extract_dice_and_other_words(said[begin:])
    head = re.sub(_BEFORE_NEED, "", head.rstrip(" ,"))
    near, far = re.sub(_MEASURE, "", head).rstrip(), " ".join(_list_measures(head))
    for how, note in ((f"{head} {dice}", words), (f"{near} {dice or NEED}", f"{far} {words}")):
        if _can_be_note(game, note):
            for line in _list_valid_actions(game, [how]):
                yield f"type {_format_with_note(line, note)}"


def _format_measure(found: re.Match[str]) -> str:
    """Format a distance as it must be typed, such as ``15in`` for ``at 15 inches``."""
    return found[1] + ("in" if found[2] == '"' else found[2])


def _list_measures(said: str) -> list[str]:
    return [_format_measure(found) for found in re.finditer(_MEASURE, said)]


def _extract_dice_and_other_words(text: str) -> tuple[str, str]:
    """Return the dice of an attack in the form in which they must be typed, and any other words."""
    size, needs = re.search(_SIZE, text), [*re.finditer(_NEED, text)]
    numbers = [f"-{need[2]}+" if need[1] else f"{need[2]}+" for need in needs]
    if len(numbers) == 3 and not numbers[2].startswith("-"):
        numbers[2] = f"-{numbers[2]}"
    words = re.sub(_BETWEEN, " ", re.sub(_NEED, " ", re.sub(_SIZE, " ", text, count=1)))
    dice = f"{size[0] if size else ''} {' / '.join(numbers)}"
    return dice.strip(), " ".join(words.split())


def _split_flags(game: Game, words: str) -> tuple[str, str]:
    """Return the flags among the given words, and the other words.

    Return no flags if any other word is neither a preposition nor a distance.
    """
    known = game.ruleset.lexicon.flags - BASE.flags
    spoken = [word for word in words.lower().split() if word not in PREPOSITIONS]
    others = [word for word in spoken if word not in known]
    if len(others) == len(spoken) or not all(re.fullmatch(_MEASURE, word) for word in others):
        return "", words
    return " ".join(word for word in spoken if word in known), " ".join(others)


def _can_be_note(game: Game, words: str) -> bool:
    """Return whether the given words can be a note, because they contain no dice and no other
    action.
    """
    verbs = game.ruleset.lexicon.verbs
    acts = any(HANDLE.fullmatch(each) or each in verbs for each in words.lower().split())
    return len(words) <= MAX_NOTE and not acts and not re.search(_ACTS, words)


def _format_with_note(line: TypedAction, words: str) -> str:
    note = " ".join(words.split())
    text = format_line(Line((line,), note))
    return f"`{text}`{ONLY_NOTE}" if note else f"`{text}`"


def _suggest_counts(game: Game, who: str, said: str) -> Iterator[str]:
    """Suggest lines for a number of markers, losses or inches, as in ``r1 takes 2 wounds``."""
    said = re.sub(_ONE, "1", said)
    amount = re.search(_AMOUNT, said) if game.ruleset.lexicon.terms else None
    if amount is None:
        return
    spoken = said.lower().split()
    words = {word.removesuffix("s") for word in re.findall(r"[^\W\d_]+", said.lower())}
    for kind in game.ruleset.markers:
        names = {name.lower().removesuffix("s") for name in (kind.id, kind.said, kind.sign)}
        meant = words | {"wound"} if spoken[0] in HEALS else words
        if kind.values.counts and kind.on == "unit" and meant & names:
            if not 1 <= int(amount[1]) <= MAX_COUNT:
                yield f"{kind.said} can be 1 to {MAX_COUNT}, not {amount[1]}"
            sign = said[amount.start() - 1 : amount.start()].strip()
            holds = not sign and (spoken[0] in HOLDS or spoken[0].removesuffix("s") in names)
            verb = sign if sign == "-" else spoken[0]
            yield _suggest_marker_count(game, who, kind, verb, amount[1], sets=holds)
    if spoken[0] in KILLS:
        yield from _suggest_kills(game, said)
    if SCORES & set(spoken) and not LOSSES & set(spoken) and not game.match.by_figure:
        side = format_side_in_line(game.match, game.match.side_of(find_unit(game.match, who)))
        yield f"for points, type `vp {side} {amount[1]} # {who}`{ONLY_NOTE}"
    elif spoken[0] in {"+", "-"} and spoken[1:] == [amount[1]]:
        yield f"type `{who} {spoken[0]}{amount[1]}`"
    elif LOSSES & set(spoken):
        yield _suggest_losses(game, who, amount[1])
    elif spoken[1:] == [amount[1]] and spoken[0] not in HEALS:
        yield from _suggest_actions(game, who, amount[1], spoken[0])


def _suggest_kills(game: Game, said: str) -> Iterator[str]:
    """Suggest losses of the unit with a handle, as in ``r1 kills 3 b1`` or ``kill 3 b1``."""
    killed, amount = re.search(_HANDLE, said), re.search(_AMOUNT, said)
    if killed and amount:
        yield _suggest_losses(game, killed["name"], amount[1])


def _suggest_losses(game: Game, who: str, number: str) -> str:
    """Suggest how to enter the given number of losses. If the unit has fewer figures, say how many
    it has.
    """
    if game.match.by_figure:
        return f"for losses, type `{who} -{number}`"
    try:
        unit = find_unit(game.match, who)
    except UnknownName as unknown:
        return str(unknown)
    here = len(game.match.figures(unit))
    if 1 <= int(number) <= here:
        return f"for losses, type `{who} -{number}`"
    figures = format_count(here, "figure")
    remove = f"; to remove the unit, type `{who} -{here}`" if here and int(number) else ""
    return f"{game.match.tag(unit)} has {figures}, not {number}{remove}"


def _suggest_marker_count(
    game: Game, who: str, kind: MarkerKind, verb: str, number: str, *, sets: bool
) -> str:
    """Suggest a line that changes a counted marker by a number.

    If ``sets`` is true, the line instead sets the marker to this number.
    """
    fix = f"fix {who} {kind.said}"
    if sets:
        return f"for the marker {kind.said}, type `{fix} {number}`"
    word = "-".join(kind.said.split())
    if verb not in HEALS and not verb.startswith("-"):
        change = f"{who} +{word}" if int(number) == 1 else f"{fix} +{number}"
        return f"for the marker {kind.said}, type `{change}`"
    one = f"{who} -{word}"
    held = 0 if game.match.by_figure else game.match.mark(find_unit(game.match, who), kind.id)
    if held and int(number) > 1:
        one = f"{fix} {max(int(held) - int(number), 0) or 'off'}"
    less = f"to subtract {number} from {kind.said}, type `{one}`"
    if verb in HEALS:
        return less
    more = f"to add to {kind.said}, type `{fix} +{number}`"
    return f"{less}; {more}" if held else f"{more}; {_suggest_losses(game, who, number)}"


def _suggest_change_or_loss(game: Game, who: str, number: str, word: str) -> str:
    """Suggest the change of a marker, as for ``b1 +1 pin``, or a loss, as for ``b1 -1 orc``."""
    if game.match.by_figure:
        return f"`{who} {number}`"
    unit = find_unit(game.match, who)
    kinds = {
        each: game.match.figure(each).profile.lower().removesuffix("s")
        for each in game.match.figures(unit)
    }
    same = [each for each, kind in kinds.items() if kind == word.removesuffix("s")]
    if same and len(same) < len(kinds) and number[0] == "-":
        fallen = map(game.match.handle, same[int(number) :])
        parts = " | ".join(f"fix {handle} figures -1" for handle in fallen)
        return f"`{parts}`; `{who} {number}` removes the last figures"
    if word.removesuffix("s") in FIGURES or same:
        return f"`{who} {number}`"
    is_known = word in {"-".join(kind.said.split()) for kind in game.ruleset.markers}
    many = number[1:] if number[0] == "+" and number != "+1" and not is_known else ""
    change = f"{who} {number[0]}{word}{many}"
    if number[0] == "+":
        return f"`{change}`"
    line = _list_valid_actions(game, [change, f"{who} {number}"])[:1]
    return f"`{format_line(Line(tuple(line))) if line else change}`"


def _suggest_verbs(game: Game, who: str, said: str, near: str, *, more: bool) -> Iterator[str]:
    """Suggest lines for an unknown word in place of a verb, as in ``r1 shoots b1``.

    ``near`` is the known word that most resembles the unknown word. If ``more`` is true, the line
    continues.
    """
    typed = said
    if game.ruleset.lexicon.terms:
        said = re.sub(_SPOKEN_NEED, r"on \1+", re.sub(_COUNTED_DICE, r"\1d6", said))
    word, _, rest = said.partition(" ")
    verb = "" if HANDLE.fullmatch(word.lower()) else near or word
    target = _find_target(rest)
    yield from _suggest_named_details(game, who, verb, rest, target)
    for hows, others in _list_details(said if not verb else "", rest, target):
        flags, note = _split_flags(game, others)
        meant = "; ".join(
            line
            for how in hows
            if how
            for line in _suggest_actions(game, who, f"{how} {flags}".rstrip(), verb, note)
        )
        fits = not note or (_can_be_note(game, note) and _means_attack(word, rest))
        if meant and fits and {*re.findall(r"\d+", said)} <= {*re.findall(r"\d+", meant)}:
            yield meant
    words = re.match(_MARKER, said)
    if not game.ruleset.lexicon.terms or words is None:
        return
    if target and _means_attack(word, rest):
        yield from _explain_lost_units(game, who, target["name"])
    known = sorted(game.ruleset.lexicon.verbs - BASE.verbs)
    verbs = f"the verbs are {', '.join(known)}"
    spoken = {each.removesuffix("s") for each in words["marker"].lower().split()}
    near = near or next((verb for verb in known if verb.removesuffix("s") in spoken), "")
    if not near:
        yield from _suggest_displayed_action(game, who, said)
    if target and next(_suggest_actions(game, who, target["name"]), ""):
        yield verbs
    note = f"for a note, # {who} {typed}"
    if more or len(note) > MAX_NOTE:
        note = "for a note, move it to the end of the line, after #"
    if who in RESERVED:
        yield f"{ONE_UNIT}; {note}; {verbs}"
    every = (kind for kind in game.ruleset.markers if kind.on == "unit" and not kind.quiet)
    declared = [kind.id for kind in every if kind.shown != "hidden"]
    marker = "-".join(words["marker"].lower().split())[:MAX_WORD_LENGTH].rstrip("-")
    undone = marker.removeprefix("un")
    no_more = words["not"] or (undone != marker and undone in declared)
    marker = find_closest_word(undone if no_more else marker, declared, MIN_SIMILARITY) or marker
    if no_more:
        yield f"to remove the marker {marker}, type `{who} -{marker}`"
    if word.lower() in GONE:
        figures = len(game.match.figures(find_unit(game.match, who)))
        yield f"to remove the unit, type `{who} -{figures}`"
    if near:
        end = "?" if marker == "-".join(said.lower().split()) else f"; {note}"
        yield f"did you mean {near}, or {who} +{marker} for a marker{end}"
    yield f"for a marker, type `{who} +{marker}`; {note}; {verbs}"


def _explain_lost_units(game: Game, *names: str) -> Iterator[str]:
    for name in names:
        with suppress(UnknownName):
            unit = find_unit(game.match, name)
            if not game.match.figures(unit):
                yield f"{format_unit(game.match, unit)} has no figures left"


def _find_target(said: str) -> re.Match[str] | None:
    return re.search(_HANDLE, said) or re.search(_AT_NAME, said) or re.match(_NAME, said)


def _list_details(
    whole: str, rest: str, target: re.Match[str] | None
) -> Iterator[tuple[list[str], str]]:
    """Yield details that can follow a unit or verb, each with the remaining words as a note.

    ``rest`` is the text after the unknown verb. If there is no verb, the ``whole`` text may be
    valid.
    """
    yield [whole], ""
    yield [rest], ""
    measured = re.sub(_MEASURE, _format_measure, rest)
    yield [measured], ""
    if dice := re.search(_DICE, rest):
        yield [dice[0]], rest[: dice.start()]
    if target is None:
        return
    before, after = rest[: target.start()], rest[target.end() :]
    name, measures = target["name"], _list_measures(before + after)
    yield [name + after], before
    dice_text, words = _extract_dice_and_other_words(re.sub(_MEASURE, "", before + after))
    far = " ".join(measures)
    yield [f"{name} {far} {dice_text}"], words
    if not words and not dice_text:
        yield [name, far], ""
    yield [f"{name} {dice_text}"], f"{far} {words}"


def _suggest_displayed_action(game: Game, who: str, said: str) -> Iterator[str]:
    """Suggest the verb of an action if its displayed name was typed, as in ``r2 gets up``."""
    for action in game.ruleset.actions.values():
        rest = said[len(action.word) :]
        if said.lower().startswith(action.word.lower()) and rest[:1].strip() == "":
            verbs = [verb for form in action.forms for verb in getattr(form, "spellings", ())]
            lines = _list_valid_actions(game, (f"{who} {verb}{rest}" for verb in verbs if verb))
            yield from (f"type `{format_line(Line((line,)))}`" for line in lines[:1])


def _suggest_named_details(
    game: Game, who: str, verb: str, rest: str, target: re.Match[str] | None
) -> Iterator[str]:
    """Suggest a line with the option for a bare name, such as ``with rifle 20in`` for
    ``rifle 20``.
    """
    said = rest if target is None else rest[: target.start()] + rest[target.end() :]
    found = re.fullmatch(_NAMED_DETAIL, re.sub(_MEASURE, _format_measure, said))
    if target is None or found is None:
        return
    lexicon, far = game.ruleset.lexicon, found["number"] or ""
    for option in sorted(lexicon.options):
        for unit in sorted(lexicon.units) if far else ("",):
            how = f"{target['name']} {option} {found['word']} {far}{unit}".rstrip()
            yield from _suggest_actions(game, who, how, verb)


def _means_attack(verb: str, said: str) -> bool:
    """Return whether an unknown verb means an attack, judging by the verb or by the dice
    after it.
    """
    word = verb.lower().removesuffix("s")
    return word in SYNONYMS[0] | SYNONYMS[1] or re.search(f"{_SIZE}|{_NEED}", said) is not None


def _suggest_actions(
    game: Game, who: str, how: str, typed: str = "", note: str = ""
) -> Iterator[str]:
    """Suggest an attack with the given details.

    If no attack is valid, suggest actions whose verbs resemble the ``typed`` verb.
    """
    die = game.ruleset.die
    said = (f"{who} {how}", f"{who} > {how}", f"{who} > {how} {NEED}", f"{who} 1d{die} {how}")
    verbs = sorted(game.ruleset.lexicon.verbs - BASE.verbs)
    if how.startswith("+"):
        return
    lines = _list_valid_actions(game, said)[:1] or _list_valid_actions(
        game, [f"{who} {verb} {how}" for verb in verbs if _can_verb_be_suggested(typed, verb)]
    )
    if 0 < len(lines) <= MAX_LINES:
        first = lines[0]
        number = SignedTerm(how) if how.isdecimal() else None
        moves = first.details and all(
            isinstance(each, TypedMeasure) or each == number for each in first.details
        )
        moves = moves and first.targets is None
        aimed = first.targets is not None and not first.verb
        purpose = "to attack, " if aimed else "to move, " if moves else ""
        yield f"{purpose}type {' or '.join(_format_with_note(line, note) for line in lines)}"


def _is_attack_on_own_side(game: Game, command: Command, line: Line) -> bool:
    targets = game.ruleset.actions[command.action].find_actors_and_targets(command.params).whom
    verbs = any(isinstance(part, TypedAction) and part.verb for part in line.parts)
    return not verbs and command.side in {game.match.side_of(one) for one in targets}


def _can_verb_be_suggested(typed: str, verb: str) -> bool:
    """Return whether a verb can be suggested instead of the ``typed`` verb.

    If the typed verb is unknown, only moves can be suggested.
    """
    if typed in {"", verb}:
        return True
    word, known = (each.lower().removesuffix("s") for each in (typed, verb))
    groups = [group for group in SYNONYMS if word in group] or SYNONYMS[-1:]
    return typed.lower() not in HEALS | HOLDS | LOSSES and any(known in group for group in groups)


def _list_valid_actions(game: Game, texts: Iterable[str]) -> list[TypedAction]:
    """Return the actions of those texts that are valid lines, with actions without objections
    first.
    """
    found = []
    for text in texts:
        line = parse_typed_line(text, game.ruleset.lexicon)
        try:
            if isinstance(line, Line):
                command = parse_single_action(game, line)
                if _is_attack_on_own_side(game, command, line):
                    continue
                against = bool(game.list_objections(command))
                found += [(against, part) for part in line.parts if isinstance(part, TypedAction)]
        except Refused:
            continue
    return [part for _, part in sorted(found, key=lambda one: one[0])]
