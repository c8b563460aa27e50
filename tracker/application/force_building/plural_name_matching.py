"""Matches names in the plural, so that ``Riflemen`` refers to the profile ``rifleman``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tracker.vocabulary import count_wording
from tracker.vocabulary.closest_word import find_closest_word


def fold_name_for_matching(name: str) -> str:
    """Return a name in lower case, with single spaces instead of hyphens, underscores and repeated
    spaces.
    """
    return " ".join(name.casefold().replace("-", " ").replace("_", " ").split())


def list_singulars(name: str) -> Iterator[str]:
    """Yield the possible singular forms of a name in lower case, beginning with the name itself."""
    return count_wording.list_possible_singulars(fold_name_for_matching(name))


def is_plural(name: str, singular: str) -> bool:
    """Return whether a name is the plural of ``singular``, or of some of the words in it."""
    plain, *singulars = list_singulars(name)
    words = f" {fold_name_for_matching(singular)} "
    return f" {plain} " not in words and any(f" {said} " in words for said in singulars)


def find_known_name_of_noun(noun: str, known_names: Iterable[str]) -> str | None:
    """Return the known name to which a noun in the singular or plural refers, or None if there is
    none.
    """
    every = tuple(known_names)
    for said in list_singulars(noun):
        for one in every:
            if fold_name_for_matching(one) == said:
                return one
    return None


def list_names_containing(name: str, known_names: Iterable[str]) -> list[str]:
    """List the known names that begin with a given name or, if there are none, that contain it."""
    every = tuple(known_names)
    for said in list_singulars(name):
        first = [one for one in every if fold_name_for_matching(one).startswith(f"{said} ")]
        if first:
            return first
    words = [f" {said} " for said in list_singulars(name)]
    return [
        one for one in every if any(word in f" {fold_name_for_matching(one)} " for word in words)
    ]


def list_similar_names(name: str, known_names: Iterable[str]) -> list[str]:
    """List the known names that contain a given name or, if there are none, that resemble it."""
    every = tuple(known_names)
    closest = (find_closest_word(said, every) for said in list_singulars(name))
    return list_names_containing(name, every) or [*dict.fromkeys(filter(None, closest))]
