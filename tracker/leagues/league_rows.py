"""What the tables of a league or campaign hold: frozen values, a row each."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from tracker.leagues.carried import Carried
from tracker.leagues.league_events import (
    Absent,
    Drawn,
    Ended,
    FixtureId,
    ForceId,
    Order,
    PlayedSide,
    Presence,
    WarUnitId,
    Way,
    What,
)
from tracker.leagues.results import Bye, Exact, PlayerId
from tracker.leagues.schemes import Scheme
from tracker.vocabulary.events import Version
from tracker.vocabulary.names import UnitId


class LeagueInfo(Struct, frozen=True):
    """What holds now of what was agreed; ``State.changes`` says what changed it."""

    title: str
    scheme: Scheme
    what: What = "league"
    rules: Carried = Carried()
    zone: str = "UTC"
    rulesets: tuple[str, ...] = ()
    opened_on: str = ""


class SchemeChange(Struct, frozen=True):
    """A change in mid-season that the standings must say: of what, why, and by which version."""

    what: str
    why: str
    version: Version
    season: int
    round: int


class Competitor(Struct, frozen=True):
    """A player enrolled. ``away`` holds the rounds missed by request, of the season at hand, and
    ``byes`` what is paid for them where that is not nothing.

    ``left`` is the last round the player is in, None while in the league; ``from_round`` the first.
    ``said`` is what was last said of being here, and ``why``; ``about`` what a sign-up list had
    beside the name.
    """

    id: PlayerId
    name: str
    ranked: bool = True
    from_round: int = 1
    away: tuple[int, ...] = ()
    late: tuple[int, ...] = ()
    left: int | None = None
    said: Presence | None = None
    why: str = ""
    byes: tuple[tuple[int, Bye], ...] = ()
    about: str = ""

    def bye(self, number: int) -> Bye:
        """What is paid for a round missed by request."""
        return dict(self.byes).get(number, "zero bye")

    def absence(self, number: int) -> str:
        """Why the player is not in a round: "away", "dropped", "not yet here", or nothing."""
        if self.left is not None and number > self.left:
            return "dropped"
        if number < self.from_round:
            return "not yet here"
        return "away" if number in self.away else ""


class Season(Struct, frozen=True):
    """``planned`` rounds, 0 if nobody said; ``pairing`` how they are paired, "" as suits.

    ``closed`` once it was closed; its standings then keep ``scheme``, that of its last day, and
    those who were in it: ``stood``, of whom ``dropped`` had left and ``unranked`` played along.
    ``closed_at`` is the version of its closing; the results of those ``annulled`` are in no sum.
    """

    number: int
    name: str = ""
    planned: int = 0
    began_on: str = ""
    closed_on: str = ""
    closed: bool = False
    pairing: Way = ""
    scheme: Scheme | None = None
    stood: tuple[PlayerId, ...] = ()
    dropped: tuple[PlayerId, ...] = ()
    unranked: tuple[PlayerId, ...] = ()
    closed_at: Version = 0
    annulled: tuple[PlayerId, ...] = ()


class Round(Struct, frozen=True):
    """A round, drafted or published; ``fixtures`` in the order of their pairings.

    ``drafted_at`` is the version of its draft, ``order`` how players stood in a first round,
    and ``drawn`` the lots that fell for it.
    """

    season: int
    number: int
    fixtures: tuple[FixtureId, ...]
    absent: tuple[Absent, ...] = ()
    method: str = ""
    waited_for: tuple[FixtureId, ...] = ()
    published: bool = False
    on: str = ""
    ends: str = ""
    drafted_at: Version = 0
    order: Order = ""
    drawn: tuple[PlayerId, ...] = ()


class TopCut(Struct, frozen=True):
    """The best of a season, who play on in a bracket from the round behind ``after``.

    ``left`` are those of them who dropped, each with the last round the player is in.
    """

    players: tuple[PlayerId, ...]
    third: bool
    after: int
    left: tuple[tuple[PlayerId, int], ...] = ()


class RoundMission(Struct, frozen=True):
    """What all tables of a round play, what lies on them, and the house rules of it."""

    mission: str = ""
    terrain: str = ""
    rules: str = ""


class Arranged(Struct, frozen=True):
    on: str
    time: str = ""
    where: str = ""


class Correction(Struct, frozen=True):
    """What a result was before it was set right or withdrawn, and why; both are kept."""

    was: Ended
    why: str
    version: Version


class GameLink(Struct, frozen=True):
    """The game kept here that is the game of a fixture."""

    match: str
    sides: tuple[PlayedSide, ...]
    units: tuple[tuple[UnitId, WarUnitId], ...] = ()


class Fixture(Struct, frozen=True):
    """A pairing and what came of it. ``ended`` None: no result yet, which is not a draw.

    ``told`` is what its players said themselves, each the last word, as long as it is not settled.
    ``reported`` is what the linked game says, whether or not a person has said something else, and
    ``reported_at`` the version of its book at which it said so; ``by_hand`` that ``ended`` was
    typed; ``version`` that of the entry it came with.
    """

    id: FixtureId
    season: int
    round: int
    home: PlayerId
    away: PlayerId | None
    table: int = 0
    why: str = ""
    locked: bool = False
    title: str = ""
    on: str = ""
    forces: tuple[ForceId, ...] = ()
    link: GameLink | None = None
    arranged: Arranged | None = None
    ended: Ended | None = None
    by_hand: bool = False
    reported: Ended | None = None
    reported_at: Version = 0
    version: Version = 0
    signed: tuple[PlayerId, ...] = ()
    corrections: tuple[Correction, ...] = ()
    bye: Bye = "bye"
    told: tuple[tuple[PlayerId, Ended], ...] = ()

    @property
    def asked(self) -> bool:
        """Whether it is a round that a player asked to be left out of, no pairing of the round."""
        kind = self.ended.kind if self.ended is not None else self.bye
        return self.away is None and kind != "bye"

    @property
    def players(self) -> tuple[PlayerId, ...]:
        return (self.home,) if self.away is None else (self.home, self.away)

    @property
    def reporter(self) -> PlayerId | None:
        """The player from whom the result is that stands; None where somebody else entered it."""
        known = (who for who, ended in self.told if is_same_result(ended, self.ended))
        return next((who for who in known if who in self.signed), None)

    @property
    def otherwise(self) -> tuple[tuple[PlayerId, Ended], ...]:
        """Players who said something else than what stands, and have not signed that since."""
        return tuple(
            (who, ended)
            for who, ended in self.told
            if who not in self.signed and not is_same_result(ended, self.ended)
        )

    @property
    def disagrees(self) -> bool:
        """Whether the game kept here ended otherwise than what was typed."""
        told, typed = self.reported, self.ended
        if not self.by_hand or told is None or typed is None:
            return False
        return (told.winner, told.vp) != (typed.winner, typed.vp or told.vp)


def is_same_result(one: Ended, other: Ended | None) -> bool:
    """Whether two results say the same of a game, whenever it was played."""
    if other is None:
        return False
    return (one.kind, one.winner, one.vp, one.extra) == (
        other.kind,
        other.winner,
        other.vp,
        other.extra,
    )


class Given(Struct, frozen=True):
    """Bonus or penalty points."""

    player: PlayerId
    points: tuple[int, int]
    column: str
    why: str
    season: int
    round: int
    on: str
    version: Version

    @property
    def fraction(self) -> Fraction:
        return Fraction(*self.points)


class Lot(Struct, frozen=True):
    order: tuple[PlayerId, ...]
    how: Drawn
    season: int
    round: int
    version: Version


class ToldPiece(Struct, frozen=True):
    """A note or a piece of the story."""

    text: str
    about: str
    on: str
    version: Version


_NONE = Exact(0)
PLAIN = Scheme("", _NONE, _NONE, _NONE, _NONE, _NONE, _NONE, (_NONE, _NONE), (_NONE, _NONE), _NONE)
"""The scheme of a league that is not yet opened: everything pays nothing."""
