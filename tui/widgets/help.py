"""All keys of a screen, and what the rules in play add to them."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from tracker.procedures.declared.keys import PASSES
from tracker.procedures.ruleset import Ruleset
from tui.commands import Key
from tui.text import join, pad, wrap
from tui.widgets.dialogs import WIDTH, Dialog

DICE = (
    ("4516", "a digit a die; on ten-sided dice 0 is a ten"),
    ("3x6", "three sixes"),
    ("=5  s5", "five succeed; the total, where dice are added up"),
    ("-2  f2", "two fail"),
    (".  +", "the rest failed / succeeded, not read"),
    ("r", "the app rolls what is left"),
    ("4>3", "a four was a three"),
)
STATES = (
    ("▸", "acts now, or is the target"),
    ("left", "still to act in this half or phase"),
    ("–", "cannot act; its number and Enter say why"),
    ("†", "nobody of it is left"),
    ("w2", "2 wounds carried"),
    ("−g", "a weapon lost"),
)


def help_dialog(
    commands: Sequence[Key],
    rules: Ruleset | None = None,
    more: Sequence[tuple[str, Sequence[tuple[str, str]]]] = (),
) -> Dialog:
    """The keys of a screen; with a ruleset, what its keys and lines are; ``more`` parts below."""
    rows = [(command.sign, command.text) for command in commands]
    lines = _rows(rows)
    for title, part in more:
        lines += [Content(""), join([(title, "$primary bold")]), *_rows(part)]
    if rules is not None:
        lines += [Content(""), join([("At a roll", "$primary bold")]), *_rows(DICE)]
        lines += [*_of_rules(rules), *_signs(rules)]
    return Dialog("keys", [*lines, Content("")])


def _of_rules(rules: Ruleset) -> list[Content]:
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
    rows += [("0", "all that are left"), ("1,3", "units 1 and 3")]
    if rules.keys.verb(PASSES) is not None:
        rows.append((PASSES, "alone: whoever is proposed does nothing"))
    rows.append(("2", "alone, for one who cannot: Enter says why"))
    title = join([(f"Who does what in {rules.title}", "$primary bold")])
    return [Content(""), title, *_rows(rows)]


def _signs(rules: Ruleset) -> list[Content]:
    """What stands beside the name of a unit or figure, and what it means."""
    rows = [*STATES]
    for word in rules.words.markers:
        plain = word.on == "unit" and word.shown == "word" and word.sign.isalpha()
        if word.shown == "hidden" or not word.sign or (plain and len(word.sign) == 1):
            continue  # a unit shows its word
        if word.sign in dict(STATES):
            continue
        if word.shown == "since":
            rows.append((f"{word.word} T2", f"{word.word} since turn 2"))
        elif word.word.isupper():
            rows.append((word.word, "F3 says what it means"))
        elif word.on == "figure" and not rules.words.by_figure:
            rows.append((f"{word.sign}2", f"2 figures: {word.word}"))
        else:
            value = "3" if word.shown == "value" else ""
            rows.append((f"{word.sign}{value}", f"{word.word} {value}".rstrip()))
    links = rules.words.seen_links
    rows += [(f"{link.sign or link.word}3", f"{link.word} with 3") for link in links]
    known: dict[str, str] = {}
    for sign, text in rows:
        known[sign] = f"{known[sign]}, or: {text}" if sign in known else text
    title = join([("Signs beside the names", "$primary bold")])
    return [Content(""), title, *_rows(tuple(known.items()))]


def _rows(rows: Sequence[tuple[str, str]]) -> list[Content]:
    found = []
    for sign, text in rows:
        first, *more = wrap(text, WIDTH - 12) or [""]
        found.append(join([(pad(sign, 11), "$primary"), " ", first]))
        found += [join([" " * 12, each]) for each in more]
    return found
