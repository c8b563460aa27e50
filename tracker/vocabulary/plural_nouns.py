"""Finds plurals and singulars of nouns, such as the kinds of figures that players type."""

from __future__ import annotations

from collections.abc import Iterator

ENDINGS = (("men", "man"), ("ies", "y"), ("ves", "f"), ("ves", "fe"), ("es", ""), ("s", ""))
"""The endings of plurals, each with the ending of the singular."""
_REGULAR = ("ay", "ey", "oy", "uy", "human", "shaman")
"""Endings whose plural takes -s, although similar endings have another plural."""
_SINGULAR = ("ss", "us", "is", "os", "ops")
"""Endings of words that are not plurals, although they end in s."""
_HISSING = ("ss", "x", "sh", "ch")
"""Endings of singulars whose plural ends in -es. In other plurals, the e is the singular's."""
_UNSURE = ("artillery", "assault", "cavalry", "command", "infantry", "mouse", "ox", "support")
"""Endings of words that have no plural or an irregular one."""


def list_possible_singulars(word: str) -> Iterator[str]:
    """Yield a word's possible singulars, starting with the word itself."""
    yield word
    for plural, singular in ENDINGS:
        noun = word.removesuffix(plural) + singular
        if word.endswith(plural) and len(noun) > 1:
            yield noun


def is_same_noun(word: str, other: str) -> bool:
    """Whether two words are the same noun, each in the singular or plural."""
    return not {*list_possible_singulars(word)}.isdisjoint(list_possible_singulars(other))


def is_plural_unsure(noun: str) -> bool:
    """Whether the plural of a noun cannot be inferred from its ending."""
    return noun != noun.lower() or not noun[-1:].isalpha() or noun.endswith((*_UNSURE, "uses"))


def is_plural(noun: str) -> bool:
    """Whether a noun looks like a plural, such as ``riflemen`` or ``orcs``."""
    return noun.endswith("men") or (noun.endswith("s") and not noun.endswith(_SINGULAR))


def pluralise_noun(noun: str) -> str:
    """Return the regular plural of a noun in the singular, such as ``riflemen``."""
    for plural, singular in (("men", "man"), ("lves", "lf"), ("ies", "y")):
        if noun.endswith(singular) and not noun.endswith(_REGULAR):
            return noun.removesuffix(singular) + plural
    return noun + ("es" if noun.endswith(("s", "x", "sh", "ch")) else "s")


def singularise_noun(noun: str) -> str:
    """Return the singular of a regular plural, such as ``rifleman``, or a singular itself."""
    if not is_plural(noun):
        return noun
    for plural, singular in (("men", "man"), ("lves", "lf"), ("ies", "y")):
        if noun.endswith(plural):
            return noun.removesuffix(plural) + singular
    stem = noun.removesuffix("es")
    return stem if stem.endswith(_HISSING) else noun.removesuffix("s")
