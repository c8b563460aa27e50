"""The keys that can follow the typed text on the table screen, each with its meaning.

A key is listed if the text extended by it can be parsed. This module knows nothing else about keys.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tracker.application.errors import Refused
from tracker.application.lines.line_and_script_play import parse_command
from tracker.application.lines.line_interpreter import parse_single_action
from tracker.application.lines.line_reading import parse_line
from tracker.application.match.game import Game
from tracker.input_parsing.line_syntax_tree import Line
from tracker.procedures.declared.action_keys import PASSES, InterruptKeys, Keys, KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.ruleset import Action, Ruleset
from tracker.vocabulary.subject_ids import Subject, UnitId, format_die_label, make_unit_id
from tracker.vocabulary.typed_numbers import is_whole_number
from tui.correcting import late_interrupts
from tui.prompt import chained_key_shorthand, figure_key_shorthand, key_shorthand_reader
from tui.prompt.key_shorthand_reader import KeyedLine, KeyedTarget
from tui.prompt.prompt_state import PromptState
from tui.views.next_line_proposals import list_line_objections
from tui.views.pending_question_view import name_subject

WhichKey = tuple[str, str]
"""A key, or a kind of key, and its meaning."""

NUMBER = "number"
DIGITS = "123456789"
FIRST_NUMBER = "0"
MEASURES = {"in": "inches"}
"""The names of measures whose symbols are words themselves."""
MOST_NAMED = 6


def list_next_keys(at: PromptState) -> list[WhichKey]:
    """List the keys that can follow, in the order in which they are usually needed."""
    game, side = at.game, at.side
    if at.pending is not None or not at.typed_text or side is None or at.typed_text == PASSES:
        return []
    if game.match.phase in game.ruleset.keys.lists:
        return list(_of_a_list(at))
    if late_interrupts.begins_interrupt(game, at.typed_text):
        return list(_of_an_interrupt(at))
    return list(_of_an_action(at))


def list_whole_line_keys(game: Game) -> list[WhichKey]:
    """List the keys that stand for a complete line without an actor and are allowed now."""
    found = []
    for key, line in game.ruleset.keys.words.items():
        if list_line_objections(game, line) == ():
            found.append((key, game.ruleset.actions[parse_command(game, line).action].ahead))
    return found


def list_phase_verbs(rules: Ruleset, phase: str) -> list[KeyVerb]:
    """List a phase's verbs, starting with the one that needs no key."""
    usual = rules.keys.find_usual_verb(phase)
    known = [verb for verb in rules.keys.verbs if _is_of(rules, verb, phase)]
    return [*([usual] if usual in known else []), *(one for one in known if one != usual)]


def _is_of(rules: Ruleset, verb: KeyVerb, phase: str) -> bool:
    """Whether an action of the phase uses this verb or a synonym.

    A verb without a form belongs to every phase. An action without phases belongs to every phase of
    a turn.
    """
    said = [
        action.phases
        for action in rules.actions.values()
        for form in action.forms
        if isinstance(form, Form) and _is_said_with(form, verb)
    ]
    of_turns = any(each.id == phase and not each.opening for each in rules.phases)
    return not said or any(phase in phases if phases else of_turns for phases in said)


def _is_said_with(form: Form, verb: KeyVerb) -> bool:
    own = form.key_verb is not None and form.key_verb.key == verb.key
    return own or bool(verb.verb and verb.verb in form.also)


def _of_a_list(at: PromptState) -> Iterator[WhichKey]:
    kind = at.game.ruleset.keys.lists[at.game.match.phase]
    if _listed(at, ""):
        yield NUMBER, "the next unit"
    elif _listed(at, FIRST_NUMBER):
        yield NUMBER, f"its {kind.number}"
    for letter, word in kind.letters.items():
        if _listed(at, letter):
            yield letter, word


def _listed(at: PromptState, more: str) -> bool:
    game, side = at.game, at.side
    assert side is not None
    try:
        chained_key_shorthand.read_side_list_keys(
            at.typed_text + more, game.ruleset.keys, game.match, side, game.match.phase
        )
    except key_shorthand_reader.UnreadableKeys:
        return False
    return True


def _of_an_interrupt(at: PromptState) -> Iterator[WhichKey]:
    """Yield the keys that can follow an interrupt typed after its action was played."""
    between, found = (
        at.game.ruleset.keys.interrupts,
        late_interrupts.find_interrupt_moment(at.game, at.typed_text),
    )
    if between is not None and found is not None:
        said = at.typed_text.lstrip(between.key).strip()
        watching = key_shorthand_reader.list_interrupters(between, found.match, found.whom)
        yield from _who_interrupts(at.game, found.match, watching, said)
        for key, word in _flags(at.game.ruleset.keys, ()):
            if _comes_between(at, key):
                yield key, word


def _who_interrupts(
    game: Game, match: Match, watching: tuple[Subject, ...], said: str
) -> Iterator[WhichKey]:
    """Yield the possible interrupters if there are several and none is named, then the distance."""
    keys = game.ruleset.keys
    assert keys.interrupts is not None
    unit = keys.figures.measure if keys.figures is not None else keys.interrupts.amount
    numbers = [match.handle(one)[1:] for one in watching]
    named = len(watching) > 1 and said in numbers
    if not said and len(watching) > 1:
        for number, one in zip(numbers[:MOST_NAMED], watching, strict=False):
            yield number, name_subject(match, one).partition(" ")[2]
    elif unit and (named or not said):
        yield NUMBER, f"how far, in {MEASURES.get(unit, unit)}"


def _comes_between(at: PromptState, key: str) -> bool:
    typed = at.typed_text + key
    moment = late_interrupts.find_interrupt_moment(at.game, typed)
    try:
        written = late_interrupts.parse_interrupt_line(at.game, typed, moment)
    except (key_shorthand_reader.UnreadableKeys, Refused):
        return False
    return _ends_in_an_action(at.game, at.game.match if moment is None else moment.match, written)


def _ends_in_an_action(game: Game, match: Match, written: str) -> bool:
    """Whether the last part of a line is an action of the ruleset."""
    try:
        last = parse_line(game, written).parts[-1:]
        parse_single_action(game.ruleset, match, Line(last))
    except (Refused, UnknownName):
        return False
    return True


def _of_an_action(at: PromptState) -> Iterator[WhichKey]:
    between = at.game.ruleset.keys.interrupts
    if between is not None and between.key in at.typed_text and between.watching(at.game.match):
        yield from _behind_an_action(at, between)
        return
    now = _read(at, "")
    if now is not None:
        now = now.acts or now
        yield from _what(at, now)
        yield from _how(at, now)
    else:
        rest = [digit for digit in DIGITS if _read(at, digit) is not None]
        if rest:
            yield " ".join(rest), "the rest of the number"


def _behind_an_action(at: PromptState, between: InterruptKeys) -> Iterator[WhichKey]:
    """Yield the keys that can follow an interrupt on the same line as its action."""
    game = at.game
    acts, _, said = at.typed_text.rpartition(between.key)
    actor = _find_actor(at, _read_text(at, acts))
    watching = (
        between.watching(game.match)
        if actor is None
        else key_shorthand_reader.list_interrupters(between, game.match, actor)
    )
    yield from _who_interrupts(game, game.match, watching, said.strip())
    for key, word in _flags(game.ruleset.keys, ()):
        keyed = _read(at, key)
        if keyed is None or (keyed.lacks_target and not keyed.everybody):
            continue
        line = key_shorthand_reader.format_keyed_line(keyed, game.ruleset.keys, game.match)
        if _ends_in_an_action(game, game.match, line):
            yield key, word


def _find_actor(at: PromptState, keyed: KeyedLine | None) -> UnitId | None:
    """Return the unit that acts with these keys, where units act."""
    units = keyed is not None and keyed.who and at.game.ruleset.keys.figures is None
    return make_unit_id(keyed.who[0]) if keyed is not None and units else None


def _what(at: PromptState, now: KeyedLine) -> Iterator[WhichKey]:
    """Yield the verbs that can follow, and the keys that the chosen verb still needs."""
    keys, phase, said = at.game.ruleset.keys, at.game.match.phase, _last(now)
    usual = keys.find_usual_verb(phase)
    begins = not said.whom and not said.flags and now.verb in (None, usual)
    if begins or (keys.chained and is_whole_number(at.typed_text[-1])):
        for verb in list_phase_verbs(at.game.ruleset, phase):
            goes_on = verb.key != PASSES and verb != now.verb and _read(at, verb.key) is not None
            if goes_on and not _is_barred(at, now, verb):
                yield verb.key, verb.text or verb.verb
    lacks_whom = now.verb is not None and now.verb.whom != "nobody" and not said.whom
    if now.verb is not None and now.verb.amount and not said.flags and not lacks_whom:
        yield NUMBER, MEASURES.get(now.verb.amount, now.verb.amount)
    if now.verb is not None and lacks_whom:
        yield _whom(at, now.verb), f"{now.verb.text or now.verb.verb} whom"


def _is_barred(at: PromptState, now: KeyedLine, verb: KeyVerb) -> bool:
    """Whether the only named unit cannot use this verb, even after earlier parts."""
    game, phase = at.game, at.game.match.phase
    if len(now.who) != 1 or game.ruleset.keys.figures is not None:
        return False
    unit = make_unit_id(now.who[0])
    forms = _list_forms(game.ruleset, phase)
    said = [act for act, form in forms if form.key is not None and form.key.key == verb.key]
    return bool(said) and all(
        any(not bar.for_now for bar in action.bars(game.match, unit)) for action in said
    )


def _list_forms(rules: Ruleset, phase: str) -> Iterator[tuple[Action[Any], Form]]:
    """Yield a phase's actions with each of their forms."""
    for action in rules.actions.values():
        if not action.phases or phase in action.phases:
            yield from ((action, form) for form in action.forms if isinstance(form, Form))


def _whom(at: PromptState, verb: KeyVerb) -> str:
    """List the numbers of the possible targets as text."""
    match = at.game.match
    by_figure = at.game.ruleset.keys.figures is not None
    named: list[Subject] = []
    for unit in match.units():
        if (match.side_of(unit) == at.side) == (verb.whom == "own"):
            named += match.figures(unit) if by_figure else (unit,)
    numbers = [match.handle(one)[1:] for one in named]
    fit = [number for number in numbers if _read(at, number) is not None]
    more = ("…",) if len(fit) > MOST_NAMED else ()
    return " ".join((*fit[:MOST_NAMED], *more)) or NUMBER


def _how(at: PromptState, now: KeyedLine) -> Iterator[WhichKey]:
    """Yield the keys that can follow a target: letters, interrupts and the stroke."""
    keys, said = at.game.ruleset.keys, _last(now)
    known = _is_a_line(at, "")

    def fits(more: str) -> bool:
        return _is_a_line(at, more) if known else _read(at, more) is not None

    figures = keys.figures if said.whom else None
    if figures is not None and figures.measure and not said.flags and fits(f" {FIRST_NUMBER}"):
        yield NUMBER, f"how far, in {figures.measure}"
    if figures is not None and said.flags and is_whole_number(at.typed_text):
        yield from _numbers_apart(at)
    alone = now.verb is not None and now.verb.whom == "nobody"
    for key, word in _flags(keys, said.flags) if said.whom or alone else ():
        if fits(key) and (said.whom or _may_be_so(at, key)):
            yield key, word
    for key, word in (figures.counts if figures is not None else {}).items():
        if fits(f"{key}1"):
            yield key, f"number of {word}"
    watcher = late_interrupts.find_interrupting_side(at.game, _find_actor(at, now))
    if keys.interrupts is not None and watcher and _goes_on(at, keys.interrupts.key):
        yield keys.interrupts.key, f"{watcher} interrupts"
    if said.whom and now.verb == keys.find_usual_verb(at.game.match.phase) and _divides(at, now):
        yield "/", "split"


def _numbers_apart(at: PromptState) -> Iterator[WhichKey]:
    """Yield other readings of the digits, with a space between the two numbers."""
    text = at.typed_text
    for apart in (f"{text[:cut]} {text[cut:]}" for cut in range(1, len(text))):
        other = _read_text(at, apart)
        if other is not None and other.verb is not None and _last(other).flags == ():
            who, whom = (format_die_label(name) for name in (other.who[0], _last(other).whom))
            yield apart, f"{who} {other.verb.text} {whom}"


def _last(now: KeyedLine) -> KeyedTarget:
    return now.shares[-1] if now.shares else KeyedTarget()


def _divides(at: PromptState, now: KeyedLine) -> bool:
    """Whether a stroke can begin another weapon's target or a further target."""
    if at.game.ruleset.keys.figures is not None:
        return _goes_on(at, "/")
    if len(now.who) != 1:
        return False
    parts = at.game.ruleset.keys.parts(at.game.match, make_unit_id(now.who[0]))
    return len(parts) > len(now.shares)


def _is_a_line(at: PromptState, key: str) -> bool:
    """Whether the typed text with this key added ends in an action of the ruleset."""
    keyed, keys = _read(at, key), at.game.ruleset.keys
    if keyed is None:
        return False
    try:
        written = key_shorthand_reader.format_keyed_line(keyed, keys, at.game.match)
    except key_shorthand_reader.UnreadableKeys:
        return False
    return _ends_in_an_action(at.game, at.game.match, written)


def _may_be_so(at: PromptState, key: str) -> bool:
    """Whether the rules would accept the typed text with this key added."""
    plain, so = (_list_objections(at, more) for more in ("", key))
    return so is not None and set(so) <= set(plain or ())


def _list_objections(at: PromptState, more: str) -> tuple[str, ...] | None:
    """List the objections to the typed text with ``more`` added. Return None if it is no line."""
    keyed = _read(at, more)
    if keyed is None:
        return None
    try:
        line = key_shorthand_reader.format_keyed_line(keyed, at.game.ruleset.keys, at.game.match)
    except key_shorthand_reader.UnreadableKeys:
        return None
    return list_line_objections(at.game, line)


def _flags(keys: Keys, said: tuple[str, ...]) -> Iterator[WhichKey]:
    return ((key, word) for key, word in keys.flags.items() if word not in said)


def _goes_on(at: PromptState, key: str) -> bool:
    """Whether a key can be read, possibly with more keys after it."""
    return any(_read(at, key + more) is not None for more in ("", *_numbers(at)))


def _numbers(at: PromptState) -> Iterator[str]:
    match, side = at.game.match, at.side
    assert side is not None
    others = (match.handle(one)[1:] for one in (*match.all_units(), *match.all_figures()))
    return (
        number.replace(".", "") for number in others if is_whole_number(number.replace(".", ""))
    )


def _read(at: PromptState, more: str) -> KeyedLine | None:
    """Parse the typed text with ``more`` added, or return None if it is unreadable."""
    return _read_text(at, at.typed_text + more)


def _read_text(at: PromptState, text: str) -> KeyedLine | None:
    game, side = at.game, at.side
    assert side is not None
    try:
        keys, match = game.ruleset.keys, game.match
        return figure_key_shorthand.read_figure_keys(text, keys, match, side, match.phase)
    except (key_shorthand_reader.UnreadableKeys, UnknownName):
        return None
