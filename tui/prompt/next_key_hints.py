"""The keys that can follow the typed text, with their meanings."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from tracker.application.errors import Refused, make_sentence
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_and_script_play import parse_command
from tracker.application.typed_lines.line_interpreter import parse_single_action
from tracker.application.typed_lines.line_parsing_with_suggestions import parse_line
from tracker.input_parsing.line_syntax_tree import Line
from tracker.procedures.declared.action_key_types import PASS_KEY, InterruptKeys, KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.ruleset import Action, Ruleset
from tracker.vocabulary.subject_ids import Subject, UnitId, format_die_label, make_unit_id
from tracker.vocabulary.typed_numbers import is_whole_number
from tui.correcting import late_interrupts
from tui.prompt.key_shorthand_reader import (
    KeyShorthand,
    ShorthandTarget,
    UnreadableKeys,
    expand_side_list_keys,
    list_interrupters,
)
from tui.prompt.prompt_state import PromptState
from tui.views.next_line_proposals import list_line_objections
from tui.views.pending_question_view import name_subject

KeyHint = tuple[str, str]  # a key or a kind of key, with its meaning

NUMBER = "number"
DIGITS = "123456789"
FIRST_NUMBER = "0"
MEASURES = {"in": "inches"}  # units whose symbol could be read as a word
MAX_NAMED = 6


def list_next_key_hints(state: PromptState) -> list[KeyHint]:
    """List the keys that can follow, in the order in which they are usually needed."""
    game, side = state.game, state.side
    if (
        state.pending is not None
        or not state.typed_text
        or side is None
        or state.typed_text == PASS_KEY
    ):
        return []
    if game.match.phase in game.ruleset.keys.lists:
        return list(_list_side_list_keys(state))
    if late_interrupts.begins_with_interrupt_key(game, state.typed_text):
        return list(_list_interrupt_keys(state))
    return list(_list_action_keys(state))


def list_allowed_whole_line_keys(game: Game) -> list[KeyHint]:
    """List the keys for complete lines that have no actor and that the rules allow now."""
    return [
        (key, game.ruleset.actions[parse_command(game, line).action].ahead)
        for key, line in game.ruleset.keys.words.items()
        if list_line_objections(game, line) == ()
    ]


def list_phase_verbs(rules: Ruleset, phase: str) -> list[KeyVerb]:
    """List a phase's verbs, starting with the verb that needs no key."""
    usual = rules.keys.find_usual_verb(phase)
    verbs = [verb for verb in rules.keys.verbs if _belongs_to_phase(rules, verb, phase)]
    return sorted(verbs, key=lambda verb: verb != usual)


def _belongs_to_phase(rules: Ruleset, verb: KeyVerb, phase: str) -> bool:
    """Return whether an action of the phase uses this verb. Verbs without a form belong to every
    phase.
    """
    phases_of_verb = [
        action.phases
        for action in rules.actions.values()
        for form in action.forms
        if isinstance(form, Form) and _uses_verb(form, verb)
    ]
    of_turns = any(candidate.id == phase and not candidate.opening for candidate in rules.phases)
    return not phases_of_verb or any(
        phase in phases if phases else of_turns for phases in phases_of_verb
    )


def _uses_verb(form: Form, verb: KeyVerb) -> bool:
    own = form.key_verb is not None and form.key_verb.key == verb.key
    return own or bool(verb.verb and verb.verb in form.also)


def _list_side_list_keys(state: PromptState) -> Iterator[KeyHint]:
    kind = state.game.ruleset.keys.lists[state.game.match.phase]
    if _can_extend_list(state, ""):
        yield NUMBER, "the next unit"
    elif _can_extend_list(state, FIRST_NUMBER):
        yield NUMBER, f"its {kind.number}"
    for letter, word in kind.letters.items():
        if _can_extend_list(state, letter):
            yield letter, word


def _can_extend_list(state: PromptState, keys: str) -> bool:
    game, side = state.game, state.side
    assert side is not None
    try:
        expand_side_list_keys(
            state.typed_text + keys, game.ruleset.keys, game.match, side, game.match.phase
        )
    except UnreadableKeys:
        return False
    return True


def _list_interrupt_keys(state: PromptState) -> Iterator[KeyHint]:
    interrupts = state.game.ruleset.keys.interrupts
    action = late_interrupts.find_interruptible_action(state.game, state.typed_text)
    if interrupts is not None and action is not None:
        numbers = state.typed_text.lstrip(interrupts.key).strip()
        interrupters = list_interrupters(interrupts, action.match, action.target)
        yield from _list_interrupter_keys(state.game, action.match, interrupters, numbers)
        for key, word in state.game.ruleset.keys.flags.items():
            if _can_extend_interrupt(state, key):
                yield key, word


def _list_interrupter_keys(
    game: Game, match: Match, interrupters: tuple[Subject, ...], typed: str
) -> Iterator[KeyHint]:
    keys = game.ruleset.keys
    assert keys.interrupts is not None
    unit = keys.figures.measure if keys.figures is not None else keys.interrupts.amount
    numbers = [match.handle(interrupter)[1:] for interrupter in interrupters]
    is_named = len(interrupters) > 1 and typed in numbers
    if not typed and len(interrupters) > 1:
        for number, interrupter in zip(numbers[:MAX_NAMED], interrupters, strict=False):
            yield number, name_subject(match, interrupter).partition(" ")[2]
    elif unit and (is_named or not typed):
        yield NUMBER, f"how far, in {MEASURES.get(unit, unit)}"


def _can_extend_interrupt(state: PromptState, key: str) -> bool:
    typed = state.typed_text + key
    action = late_interrupts.find_interruptible_action(state.game, typed)
    try:
        line = late_interrupts.expand_typed_interrupt(state.game, typed, action)
    except Refused:
        return False
    return _is_action_line(state.game, state.game.match if action is None else action.match, line)


def _is_action_line(game: Game, match: Match, line: str) -> bool:
    try:
        last = parse_line(game, line).parts[-1:]
        parse_single_action(game, Line(last), match)
    except (Refused, UnknownName):
        return False
    return True


def _list_action_keys(state: PromptState) -> Iterator[KeyHint]:
    interrupts = state.game.ruleset.keys.interrupts
    if (
        interrupts is not None
        and interrupts.key in state.typed_text
        and interrupts.watching(state.game.match)
    ):
        yield from _list_keys_after_action(state, interrupts)
        return
    keyed = _parse_text_plus_keys(state, "")
    if keyed is not None:
        keyed = keyed.first_action or keyed
        yield from _list_verb_keys(state, keyed)
        yield from _list_detail_keys(state, keyed)
    else:
        rest = [digit for digit in DIGITS if _parse_text_plus_keys(state, digit) is not None]
        if rest:
            yield " ".join(rest), "the rest of the number"


def _list_keys_after_action(state: PromptState, interrupts: InterruptKeys) -> Iterator[KeyHint]:
    game = state.game
    action_text, _, interrupt_text = state.typed_text.rpartition(interrupts.key)
    actor = _find_acting_unit(state, _parse_keys_or_none(state, action_text))
    interrupters = list_interrupters(interrupts, game.match, actor)
    yield from _list_interrupter_keys(game, game.match, interrupters, interrupt_text.strip())
    for key, word in game.ruleset.keys.flags.items():
        keyed = _parse_text_plus_keys(state, key)
        if keyed is None or (keyed.lacks_target and not keyed.is_everybody):
            continue
        if _is_action_line(game, game.match, state.expand_keys(keyed)):
            yield key, word


def _find_acting_unit(state: PromptState, keyed: KeyShorthand | None) -> UnitId | None:
    if keyed is None or not keyed.actors or state.game.ruleset.keys.figures is not None:
        return None
    return make_unit_id(keyed.actors[0])


def _list_verb_keys(state: PromptState, keyed: KeyShorthand) -> Iterator[KeyHint]:
    keys, phase, share = state.game.ruleset.keys, state.game.match.phase, _get_last_share(keyed)
    usual = keys.find_usual_verb(phase)
    is_first = not share.target and not share.flags and keyed.verb in (None, usual)
    if is_first or (keys.chained and is_whole_number(state.typed_text[-1])):
        for verb in list_phase_verbs(state.game.ruleset, phase):
            can_follow = (
                verb.key != PASS_KEY
                and verb != keyed.verb
                and _parse_text_plus_keys(state, verb.key) is not None
            )
            if can_follow and not explain_blocked_verb(state.game, keyed, verb):
                yield verb.key, verb.text or verb.verb
    chosen = keyed.verb
    lacks_target = chosen is not None and chosen.whom != "nobody" and not share.target
    if chosen is not None and chosen.amount and not share.flags and not lacks_target:
        yield NUMBER, MEASURES.get(chosen.amount, chosen.amount)
    if chosen is not None and lacks_target and not explain_blocked_verb(state.game, keyed, chosen):
        yield _format_target_numbers(state, chosen), f"{chosen.text or chosen.verb} whom"


def explain_blocked_verb(game: Game, shorthand: KeyShorthand, verb: KeyVerb) -> str:
    """Explain why the single named unit cannot use ``verb``, or return "" if nothing prevents it.

    Reasons that an earlier part of the line may remove are ignored.
    """
    if len(shorthand.actors) != 1 or game.ruleset.keys.figures is not None:
        return ""
    unit = make_unit_id(shorthand.actors[0])
    bars = [
        next((bar for bar in action.bars(game.match, unit) if not bar.for_now), None)
        for action, form in _list_phase_forms(game.ruleset, game.match.phase)
        if form.key is not None and form.key.key == verb.key
    ]
    if not bars or bars[0] is None or None in bars:
        return ""
    return make_sentence(bars[0].make_objection(name_subject(game.match, unit)).text)


def _list_phase_forms(rules: Ruleset, phase: str) -> Iterator[tuple[Action[Any], Form]]:
    for action in rules.actions.values():
        if not action.phases or phase in action.phases:
            yield from ((action, form) for form in action.forms if isinstance(form, Form))


def _format_target_numbers(state: PromptState, verb: KeyVerb) -> str:
    """Format the numbers of possible targets, or of all targets if the rules object to each."""
    match = state.game.match
    by_figure = state.game.ruleset.keys.figures is not None
    targets: list[Subject] = []
    for unit in match.units():
        if (match.side_of(unit) == state.side) == (verb.whom == "own"):
            targets += match.figures(unit) if by_figure else (unit,)
    numbers = [match.handle(target)[1:] for target in targets]
    fit = [number for number in numbers if _parse_text_plus_keys(state, number) is not None]
    allowed = (number for number in fit if _raises_no_objection(state, number))
    named = [*islice(allowed, MAX_NAMED + 1)] or fit  # one more shows that there are others
    ellipsis = ("…",) if len(named) > MAX_NAMED else ()
    return " ".join((*named[:MAX_NAMED], *ellipsis)) or NUMBER


def _raises_no_objection(state: PromptState, keys: str) -> bool:
    line = _expand_text_plus_keys(state, keys)
    return line is not None and list_line_objections(state.game, line) == ()


def _list_detail_keys(state: PromptState, keyed: KeyShorthand) -> Iterator[KeyHint]:
    keys, share = state.game.ruleset.keys, _get_last_share(keyed)
    is_line = _forms_action_line(state, "")

    def fits(following: str) -> bool:
        if is_line:
            return _forms_action_line(state, following)
        return _parse_text_plus_keys(state, following) is not None

    figures = keys.figures if share.target else None
    if figures is not None and figures.measure and not share.flags and fits(f" {FIRST_NUMBER}"):
        yield NUMBER, f"how far, in {figures.measure}"
    if figures is not None and share.flags and is_whole_number(state.typed_text):
        yield from _list_other_readings(state)
    has_no_target = keyed.verb is not None and keyed.verb.whom == "nobody"
    flags = keys.map_flag_keys_to_words(keyed.verb) if share.target or has_no_target else {}
    if share.flags and not is_line:
        flags = {}  # no further detail can make these keys an action
    for key, word in flags.items():
        if (
            word not in share.flags
            and fits(key)
            and (share.target or _adds_no_objection(state, key))
        ):
            yield key, word
    for key, word in (figures.counts if figures is not None else {}).items():
        if fits(f"{key}1"):
            yield key, f"number of {word}"
    watcher = late_interrupts.name_sides_that_can_interrupt(
        state.game, _find_acting_unit(state, keyed)
    )
    if keys.interrupts is not None and watcher and _can_continue(state, keys.interrupts.key):
        yield keys.interrupts.key, f"{watcher} interrupts"
    if (
        share.target
        and keyed.verb == keys.find_usual_verb(state.game.match.phase)
        and _can_divide(state, keyed)
    ):
        yield "/", "split"
    actor, more = _find_acting_unit(state, keyed), keyed.verb and keyed.verb.more
    if is_line and actor and more and (detail := more(state.game.match, actor)):
        yield ":", detail


def _list_other_readings(state: PromptState) -> Iterator[KeyHint]:
    text = state.typed_text
    for spaced in (f"{text[:cut]} {text[cut:]}" for cut in range(1, len(text))):
        other = _parse_keys_or_none(state, spaced)
        if other is not None and other.verb is not None and _get_last_share(other).flags == ():
            actor, target = (
                format_die_label(name) for name in (other.actors[0], _get_last_share(other).target)
            )
            yield spaced, f"{actor} {other.verb.text} {target}"


def _get_last_share(keyed: KeyShorthand) -> ShorthandTarget:
    return keyed.shares[-1] if keyed.shares else ShorthandTarget()


def _can_divide(state: PromptState, keyed: KeyShorthand) -> bool:
    if state.game.ruleset.keys.figures is not None:
        return _can_continue(state, "/")
    if len(keyed.actors) != 1:
        return False
    parts = state.game.ruleset.keys.parts(state.game.match, make_unit_id(keyed.actors[0]))
    return len(parts) > len(keyed.shares)


def _forms_action_line(state: PromptState, key: str) -> bool:
    line = _expand_text_plus_keys(state, key)
    return line is not None and _is_action_line(state.game, state.game.match, line)


def _adds_no_objection(state: PromptState, key: str) -> bool:
    lines = (_expand_text_plus_keys(state, keys) for keys in ("", key))
    plain, extended = (
        None if line is None else list_line_objections(state.game, line) for line in lines
    )
    return extended is not None and set(extended) <= set(plain or ())


def _expand_text_plus_keys(state: PromptState, keys: str) -> str | None:
    keyed = _parse_text_plus_keys(state, keys)
    try:
        return None if keyed is None else state.expand_keys(keyed)
    except UnreadableKeys:
        return None


def _can_continue(state: PromptState, key: str) -> bool:
    numbers = ("", *_list_subject_numbers(state))
    return any(_parse_text_plus_keys(state, key + number) is not None for number in numbers)


def _list_subject_numbers(state: PromptState) -> Iterator[str]:
    match = state.game.match
    subjects = (*match.all_units(), *match.all_figures())
    numbers = (match.handle(subject)[1:].replace(".", "") for subject in subjects)
    return filter(is_whole_number, numbers)


def _parse_text_plus_keys(state: PromptState, keys: str) -> KeyShorthand | None:
    return _parse_keys_or_none(state, state.typed_text + keys)


def _parse_keys_or_none(state: PromptState, text: str) -> KeyShorthand | None:
    try:
        return state.parse_keys(text)
    except (UnreadableKeys, UnknownName):
        return None
