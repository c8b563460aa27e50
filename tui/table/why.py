"""Why this number: its parts, the rule in our own words, its id."""

from __future__ import annotations

from textual.content import Content

from tracker.application.match.game import Game
from tracker.vocabulary.counts import need_in_words
from tracker.vocabulary.dice import Modifier
from tui.screen_text import join, pad_text, wrap
from tui.views.question import Question
from tui.widgets.dialogs import WIDTH, Dialog


def build_why_dialog(game: Game, question: Question) -> Dialog:
    """The parts of the number that is needed, and the rules they come from."""
    head = " ".join(each for each in (question.what, question.dice) if each)
    need = f" · {need_in_words(question.need)}" if question.need else ""
    lines: list[Content] = [join([(f"{head}{need}", "bold")])]
    if question.made_of:
        lines += [join([each]) for each in wrap(question.made_of, WIDTH)]
    lines.append(Content(""))
    parts = zip(question.parts, question.modifiers, strict=True)
    lines += [_part(text, part) for text, part in parts]
    rules = dict.fromkeys([question.rule, *(part.rule for part in question.modifiers)])
    texts = game.ruleset.rules()
    said = [rule for rule in rules if rule and (rule in texts or not question.modifiers)]
    if said and question.modifiers:
        lines.append(Content(""))
    for rule in said:
        lines += _rule(rule, texts.get(rule, ""))
    return Dialog("why", [*lines, Content("")])


def _part(text: str, part: Modifier) -> Content:
    return join(["  ", pad_text(text, 50), ("  " + part.rule, "$quiet")])


def _rule(rule: str, text: str) -> list[Content]:
    lines = [join([(rule, "$primary bold")])]
    return [*lines, *(join([f"  {each}"]) for each in wrap(text, WIDTH - 2))]
