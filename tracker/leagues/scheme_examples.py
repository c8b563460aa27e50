"""A scheme held against its own worked examples."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.leagues.results import BYES, Exact, Kind, PlayerId, Result
from tracker.leagues.schemes import Example, Scheme, pay_result

HOME, AWAY = PlayerId("home"), PlayerId("away")
WON: frozenset[Kind] = frozenset({"conceded", "forfeit", "late withdrawal"})


def list_contradictions(scheme: Scheme) -> Iterator[tuple[int, str]]:
    """The places of examples that the scheme itself does not follow, with a sentence each."""
    for place, example in enumerate(scheme.examples):
        if sentence := _wrong(example) or _contradiction(scheme, example):
            yield place, sentence


def _wrong(example: Example) -> str:
    """Why this is no example of anything, or nothing."""
    if len(example.pays) != (1 if example.kind in BYES else 2):
        number = "one number" if example.kind in BYES else "two numbers, home and away"
        return f"An example of “{example.kind}” pays {number}."
    if example.kind in WON and example.winner not in {"home", "away"}:
        return f'An example of “{example.kind}” needs winner = "home" or "away".'
    return ""


def _contradiction(scheme: Scheme, example: Example) -> str:
    paid = pay_result(scheme, _result(scheme, example))
    if paid == example.pays:
        return ""
    by_scheme, says = (_and(points) for points in (paid, example.pays))
    return (
        f"The scheme contradicts its own example: {_told(example)} pays {by_scheme} "
        f"by its points, {says} in the example. One of them is wrong."
    )


def _result(scheme: Scheme, example: Example) -> Result:
    winner = {"home": HOME, "away": AWAY}.get(example.winner or "")
    if example.kind in BYES:
        return Result(1, HOME, None, example.kind)
    if example.winner is None and example.vp is not None:
        winner = scheme.find_winner(HOME, AWAY, example.vp)
    return Result(1, HOME, AWAY, example.kind, winner, example.vp)


def _and(points: tuple[Exact, ...]) -> str:
    return " and ".join(each.short for each in points)


def _told(example: Example) -> str:
    parts: list[str] = [] if example.kind == "played" else [example.kind]
    parts += [f"{example.vp[0]} : {example.vp[1]} VP"] if example.vp else []
    parts += [f"won by {example.winner}"] if example.winner else []
    return ", ".join(parts) or "a draw"
