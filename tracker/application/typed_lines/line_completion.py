"""Completes the current word of a line: a subject, a verb of the current phase, or a detail."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tracker.application.match.game import Game
from tracker.input_parsing.line_syntax_tree import TypedAction
from tracker.vocabulary.name_normalisation import make_name_key
from tracker.vocabulary.subject_ids import format_handle

AT = (">", "at")
SCOPES = ("all", "rest")
MANY = ","


def find_word_start_and_completions(game: Game, text: str) -> tuple[int, tuple[str, ...]]:
    """Return the index at which the last word begins, and the word's completions in alphabetical
    order.

    Part of a unit's name is completed to the unit's handle. Answers and notes are not completed.
    """
    part = text.rpartition("|")[2]
    if ":" in part or "#" in part:
        return len(text), ()
    words = part.split()
    typed = words.pop() if words and not part[-1].isspace() else ""
    typed = typed.rpartition(MANY)[2]
    sought = make_name_key(typed)
    found = {
        word for word in _list_possible_words(game, words) if word.casefold().startswith(sought)
    }
    if sought and _expects_subject(game, words):
        found |= set(_list_handles_by_name(game, sought))
    return len(text) - len(typed), tuple(sorted(found))


def _list_possible_words(game: Game, before: list[str]) -> Iterator[str]:
    lexicon = game.ruleset.lexicon
    if not before:
        yield from (*_list_handles(game), *SCOPES, *lexicon.words)
        return
    if before[0] in lexicon.words:
        yield from (*_list_handles(game), *SCOPES, *lexicon.flags, *lexicon.options)
        return
    if len(before) == 1:
        yield from (*_list_verbs(game), AT[0])
    if _expects_subject(game, before):
        yield from _list_handles(game)
    if len(before) > 1:
        yield from (*lexicon.flags, *lexicon.options)


def _expects_subject(game: Game, before: list[str]) -> bool:
    return not before or before[-1] in AT or before[-1] in game.ruleset.lexicon.verbs


def _list_verbs(game: Game) -> Iterator[str]:
    phase = game.match.phase
    for (kind, verb), meant in game.ruleset.line_translator.spoken.items():
        phases = [action.phases for _, _, action in meant]
        if kind is TypedAction and verb and any(not each or phase in each for each in phases):
            yield verb


def _list_handles(game: Game) -> Iterable[str]:
    match = game.match
    figures = (one for unit in match.units() for one in match.figures(unit))
    return map(match.handle, (*match.units(), *(figures if match.by_figure else ())))


def _list_handles_by_name(game: Game, beginning: str) -> Iterator[str]:
    match = game.match
    for unit in match.all_units():
        name = make_name_key(match.unit(unit).name)
        if any(word.startswith(beginning) for word in (name, *name.split())):
            yield format_handle(unit)
