"""Published standings and tie-breaks, with which tests compare those of leagues."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec.structs import replace

from tracker.leagues.results.scoring_scheme_files import parse_scoring_scheme_file
from tracker.leagues.results.scoring_schemes import ScoringScheme, TieBreak
from tracker.leagues.results.standings_input_types import (
    EnrolledPlayer,
    PlayerId,
    Result,
    ResultKind,
)

CHESS = parse_scoring_scheme_file("""
name = "1/½/0"
[points]
win = 1
draw = 0.5
loss = 0
""")

# Held's exercises, FIDE Arbiters' Commission, rules of 2023: points, then opponent, colour and
# result a round. H half-point bye, U pairing bye, Z zero-point bye, + and - forfeit.
HELD = """
 1 3.5: 9w1 13b= 2w= 15b1 4w=        9 1.5: 1b0 10w0 H 11b- U
 2 4.0: 10b1 7w1 1b= 16w1 3b=       10 1.0: 2w0 9b1 15w0 6b0 5b0
 3 3.5: 11w= 6b1 8w1 4b= 2w=        11 2.5: 3b= 16w0 5b0 9w+ 7w1
 4 3.5: 12b1 H 13w1 3w= 1b=         12 2.0: 4w0 U 14w+ Z Z
 5 2.5: 13w0 15b0 11w1 7b= 10w1     13 1.5: 5b1 1w= 4b0 8b0 14w0
 6 3.0: 14b0 3w0 U 10w1 8b1         14 2.0: 6w1 8b0 12b- Z 13b1
 7 1.5: 15w1 2b0 16b0 5w= 11b0      15 2.0: 7b0 5w1 10b1 1w0 16b0
 8 2.5: 16b= 14w1 3b0 13w1 6w0      16 3.5: 8w= 11b1 7w1 2b0 15w1
"""
BUCHHOLZ = "12.5 13.0 15.5 15.0 8.5 12.0 14.5 13.5 9.0 13.0 13.5 11.5 14.0 11.0 12.0 12.5"
SONNEBORN_BERGER = (
    "8.00 9.50 10.50 9.75 4.25 6.50 3.25 5.25 2.25 1.50 5.75 4.00 4.25 4.50 3.50 7.25"
)
_BYES: dict[str, ResultKind] = {"H": "half bye", "U": "bye", "Z": "zero bye"}


def player(name: str) -> EnrolledPlayer:
    return EnrolledPlayer(PlayerId(name), name)


def held_rows() -> dict[str, tuple[Fraction, list[str]]]:
    """Return the published points and rounds of each player."""
    words = HELD.split()
    starts = [place - 1 for place, word in enumerate(words) if word.endswith(":")]
    return {
        words[start]: (Fraction(words[start + 1].rstrip(":")), words[start + 2 : start + 7])
        for start in starts
    }


def held_results() -> list[Result]:
    results = []
    for name, (_, rounds) in held_rows().items():
        for number, entry in enumerate(rounds, 1):
            me = PlayerId(name)
            if entry in _BYES:
                results.append(Result(number, me, None, _BYES[entry]))
                continue
            colour = "w" if "w" in entry else "b"
            opponent, score = entry.split(colour)
            if int(opponent) < int(name):
                continue  # entered with the opponent
            them = PlayerId(opponent)
            kind: ResultKind = "forfeit" if score in "+-" else "played"
            winner = {"1": me, "+": me, "0": them, "-": them}.get(score)
            results.append(Result(number, me, them, kind, winner))
    return results


def played(number: int, home: str, away: str, vp: tuple[int, int]) -> Result:
    """Return a result which the player with more VP has won."""
    winner = home if vp[0] > vp[1] else away if vp[1] > vp[0] else None
    return Result(
        number,
        PlayerId(home),
        PlayerId(away),
        winner=None if winner is None else PlayerId(winner),
        vp=vp,
    )


Pairs = tuple[tuple[PlayerId, PlayerId | None], ...]


def every_way(players: Sequence[PlayerId]) -> Iterator[Pairs]:
    """Yield all ways to pair players. Of an odd number, one has the bye."""
    if not players:
        yield ()
    elif len(players) % 2:
        for bye in players:
            rest = [each for each in players if each != bye]
            for others in every_way(rest):
                yield ((bye, None), *others)
    else:
        first, *rest = players
        for partner in rest:
            for others in every_way([each for each in rest if each != partner]):
                yield ((first, partner), *others)


def with_tie_breaks(scheme: ScoringScheme, *names: TieBreak) -> ScoringScheme:
    return replace(scheme, tie_breaks=names)
