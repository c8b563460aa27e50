"""Names as people say them: ``Riflemen`` is the profile ``rifleman``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

PLURALS = (("men", "man"), ("ies", "y"), ("ves", "f"), ("ves", "fe"), ("es", ""), ("s", ""))


def fold_name(name: str) -> str:
    """Without capitals, hyphens and double spaces."""
    return " ".join(name.casefold().replace("-", " ").replace("_", " ").split())


def list_singulars(name: str) -> Iterator[str]:
    """What a word may be the plural of, itself first."""
    said = fold_name(name)
    yield said
    for ending, one in PLURALS:
        if said.endswith(ending) and len(said) > len(ending) + 1:
            yield said.removesuffix(ending) + one


def is_plural(name: str, one: str) -> bool:
    """Whether a name means several of a thing that is called ``one``, in whole or in part."""
    plain, *singulars = list_singulars(name)
    words = f" {fold_name(one)} "
    return f" {plain} " not in words and any(f" {said} " in words for said in singulars)


def find_noun(name: str, known: Iterable[str]) -> str | None:
    """The one of those known that a name means, in the singular or plural; None for none."""
    every = tuple(known)
    for said in list_singulars(name):
        for one in every:
            if fold_name(one) == said:
                return one
    return None


def list_beginning_with(name: str, known: Iterable[str]) -> list[str]:
    """Those known that begin with the words of a name, or have them in it."""
    every = tuple(known)
    for said in list_singulars(name):
        first = [one for one in every if fold_name(one).startswith(f"{said} ")]
        if first:
            return first
    words = [f" {said} " for said in list_singulars(name)]
    return [one for one in every if any(word in f" {fold_name(one)} " for word in words)]


def pluralise_name(name: str) -> str:
    """Several of them: ``riflemen``."""
    for ending, one in (("men", "man"), ("ies", "y")):
        if name.endswith(one) and name[-2:-1] not in ("a", "e", "o", "u") * (one == "y"):
            return name.removesuffix(one) + ending
    return name + ("es" if name.endswith(("s", "x", "sh", "ch")) else "s")
