"""Forms singulars and plurals of nouns, and formats counts and needed numbers."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

ENDINGS = (("men", "man"), ("ies", "y"), ("ves", "f"), ("ves", "fe"), ("es", ""), ("s", ""))
"""The endings of plurals, each with the matching ending of the singular."""
_REGULAR = ("ay", "ey", "oy", "uy", "human", "shaman")
"""Endings of nouns with a regular plural in -s, unlike other nouns with similar endings."""
_SINGULAR = ("ss", "us", "is", "os", "ops")
"""Endings in s of nouns that are not plurals."""
_HISSING = ("ss", "x", "sh", "ch")
"""Endings of nouns that form the plural with -es. Other plurals in -es come from nouns in -e."""
_UNSURE = ("artillery", "assault", "cavalry", "command", "infantry", "mouse", "ox", "support")
"""Endings of nouns that have no plural, or an irregular one."""
NUMBER_WORDS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
"""The words for the numbers, starting with the word for 0."""


def list_possible_singulars(word: str) -> Iterator[str]:
    """Yield a word's possible singulars, starting with the word itself."""
    yield word
    for plural, singular in ENDINGS:
        noun = word.removesuffix(plural) + singular
        if word.endswith(plural) and len(noun) > 1:
            yield noun


def is_same_noun(word: str, other: str) -> bool:
    """Return whether two words are the same noun. Each word may be singular or plural."""
    return not {*list_possible_singulars(word)}.isdisjoint(list_possible_singulars(other))


def is_plural_unsure(noun: str) -> bool:
    """Return whether the plural of a noun cannot be inferred from its ending."""
    return noun != noun.lower() or not noun[-1:].isalpha() or noun.endswith((*_UNSURE, "uses"))


def is_plural(noun: str) -> bool:
    """Return whether a noun looks like a plural, such as ``riflemen`` or ``orcs``."""
    return noun.endswith("men") or (noun.endswith("s") and not noun.endswith(_SINGULAR))


def pluralise_noun(noun: str) -> str:
    """Return the plural of a singular noun, such as ``riflemen`` of ``rifleman``."""
    for plural, singular in (("men", "man"), ("lves", "lf"), ("ies", "y")):
        if noun.endswith(singular) and not noun.endswith(_REGULAR):
            return noun.removesuffix(singular) + plural
    return noun + ("es" if noun.endswith(("s", "x", "sh", "ch")) else "s")


def singularise_noun(noun: str) -> str:
    """Return the singular of a regular plural, such as ``rifleman``. A singular is not changed."""
    if not is_plural(noun):
        return noun
    for plural, singular in (("men", "man"), ("lves", "lf"), ("ies", "y")):
        if noun.endswith(plural):
            return noun.removesuffix(plural) + singular
    stem = noun.removesuffix("es")
    return stem if stem.endswith(_HISSING) else noun.removesuffix("s")


_NUMBER = r"[0-9]+(\+| or less)?"
_PLURAL_VERBS = {"has": "have", "is": "are", "was": "were", "dies": "die", "lies": "lie"}


def make_verb_plural(predicate: str) -> str:
    """Make the first word plural if it is a verb, as in ``have fired`` for ``has fired``, and
    ``hold their fire`` for ``holds its fire``.
    """
    verb, blank, rest = predicate.partition(" ")
    if verb in _PLURAL_VERBS:
        verb = _PLURAL_VERBS[verb]
    elif verb.endswith("ies"):
        verb = f"{verb[:-3]}y"
    elif verb.endswith(("ches", "shes", "sses", "xes", "oes")):
        verb = verb[:-2]
    elif verb.endswith("s") and not verb.endswith(("ss", "us")):
        verb = verb[:-1]
    return f"{verb}{blank}{f' {rest}'.replace(' its ', ' their ')[1:]}"


def format_count(count: int, singular: str, plural: str = "") -> str:
    """Format a count with its noun, such as ``1 die`` or ``3 dice``."""
    return f"{count} {singular if count == 1 else plural or singular + 's'}"


def spell_number(number: int) -> str:
    """Spell a number up to twelve as a word, such as ``two``. Larger numbers have digits."""
    return NUMBER_WORDS[number] if 0 <= number < len(NUMBER_WORDS) else str(number)


def spell_count(count: int, singular: str) -> str:
    """Spell a count with its noun, such as ``one win`` or ``two wins``."""
    return f"{spell_number(count)} {singular}{'s' * (count != 1)}"


def format_figure_count(count: int, kind: str) -> str:
    """Format a number of figures, such as ``3 riflemen`` or ``1 orc``.

    If the plural is unknown, use the singular: ``3 Rhino``.
    """
    if is_plural_unsure(kind) or is_plural(kind) is (count != 1):
        return f"{count} {kind}"
    return f"{count} {singularise_noun(kind) if count == 1 else pluralise_noun(kind)}"


def format_figures_left(count: int, enlisted: int, waits: int = 0) -> str:
    """Format a unit's size, such as ``4 of 8 figures, 1 waiting for recovery``.

    For a unit that has grown, format ``10 figures (8 at first)``.
    """
    waiting = f", {waits} waiting for recovery" if waits else ""
    if count > enlisted:
        return f"{format_count(count, 'figure')} ({enlisted} at first){waiting}"
    return f"{count} of {format_count(enlisted, 'figure')}{waiting}"


def format_alternatives(options: Sequence[str]) -> str:
    """Format alternatives, such as ``1 or 2``, or ``1, 2 or 3``."""
    return _join_words(options, "or")


def format_names(names: Sequence[str]) -> str:
    """Format several names, such as ``Alpha, Bravo and Hammer``."""
    return _join_words(names, "and")


def _join_words(words: Sequence[str], conjunction: str) -> str:
    *others, last = words
    return f"{', '.join(others)} {conjunction} {last}" if others else last


def format_points(number: str) -> str:
    """Format points, which may be fractions, such as ``1 point`` or ``½ points``."""
    return f"{number} {'point' if number == '1' else 'points'}"


def format_line_numbers(numbers: Collection[int]) -> str:
    """Format line numbers, such as ``line 12`` or ``lines 12, 14``."""
    return f"{'line' if len(numbers) == 1 else 'lines'} {', '.join(map(str, numbers))}"


def format_need(need: str) -> str:
    """Format a needed number as ``need 4+``. Any other text is returned unchanged."""
    return f"need {need}" if re.fullmatch(_NUMBER, need) else need
