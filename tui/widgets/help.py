"""All keys of a screen, and what the rules in play add to them."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.procedures.declared.keys import PASSES
from tracker.procedures.ruleset import Ruleset
from tui.commands import Key
from tui.prompt.which_keys import list_verbs
from tui.widgets.clicks import typed
from tui.widgets.keys_dialog import KeyRow, KeysDialog, Part

PALETTE = KeyRow("Ctrl+P", "find any of these by a word, such as undo or score", ("ctrl+p",))
AT_A_ROLL = "At a roll"
DICE = (
    ("4516", "one digit per die; on ten-sided dice 0 is a ten"),
    ("3x6", "three sixes"),
    ("=5  s5", "five succeed; or the total, where dice are added up"),
    ("-2  f2", "two fail"),
    (".  +", "the rest failed / succeeded, without faces"),
    ("r", "the app rolls what is left"),
    ("4>3", "change a four to a three"),
)


def build_help_dialog(
    commands: Sequence[Key],
    rules: Ruleset | None = None,
    more: Sequence[tuple[str, Sequence[tuple[str, str]]]] = (),
    now: Part | None = None,
) -> KeysDialog:
    """The keys of a screen; with a ruleset, what its keys and lines are; ``more`` parts below.

    ``now`` stands above all others: what can be done as things stand.
    """
    own = [KeyRow(one.sign, one.text, one.keys[:1]) for one in commands] + [PALETTE]
    parts: list[Part] = [now, ("at any time", own)] if now is not None else [("", own)]
    parts += [(title, _rows(part)) for title, part in more]
    if rules is not None:
        rolls = [] if now is not None and now[0] == AT_A_ROLL else [(AT_A_ROLL, _rows(DICE))]
        parts += [*rolls, _of_rules(rules)]
    return KeysDialog(parts)


def _rows(rows: Sequence[tuple[str, str]]) -> list[KeyRow]:
    return [KeyRow(sign, text) for sign, text in rows]


def list_verbs_now(rules: Ruleset, phase: str, who: str) -> Part:
    """The verbs of a phase with the one who is proposed, by his number."""
    usual, kind = rules.keys.find_usual_verb(phase), rules.keys.lists.get(phase)
    said = {"nobody": "", "own": " + a unit of the same side", "enemy": " whom"}
    rows = []
    for verb in list_verbs(rules, phase):
        keys = who if verb == usual else f"{who}{verb.key}"
        rows.append(KeyRow(keys, f"{verb.text or verb.verb}{said[verb.whom]}", typed(keys)))
    for letter, meaning in kind.letters.items() if kind is not None else ():
        rows.append(KeyRow(f"{who}{letter}", f"{meaning}; the next unit may follow"))
    if kind is not None:
        rows.append(KeyRow(f"{who}1", f"{kind.number} 1, where it has one"))
    word = next((one.noun or one.word for one in rules.phases if one.id == phase), phase)
    return (f"now, {word}", rows)


def _of_rules(rules: Ruleset) -> Part:
    keys = rules.keys
    rows = []
    for verb in keys.verbs:
        whom = {"nobody": "", "own": " + a unit of the same side", "enemy": " + an enemy unit"}
        rows.append((f"1{verb.key}", f"unit 1 {verb.text or verb.verb}{whom[verb.whom]}"))
    for phase, key in keys.usual.items():
        named = (each.noun or each.word for each in rules.phases if each.id == phase)
        word = next(named, phase)
        usual = keys.verb(key)
        if usual is not None:
            example = "12" if usual.whom != "nobody" else "1"
            rows.append((example, f"in {word}: unit 1 {usual.text or usual.verb}"))
    rows += [(key, f"alone: {word}") for key, word in keys.words.items()]
    rows += [(f"12{key}", word) for key, word in keys.flags.items()]
    rows += [("0", "all remaining units"), ("1,3", "units 1 and 3")]
    if rules.keys.verb(PASSES) is not None:
        rows.append((PASSES, "alone: the proposed unit does nothing"))
    rows.append(("2", "a unit that cannot act: Enter says why"))
    return (f"Who does what in {rules.title}", _rows(rows))
