"""The types of service records, and of luck over a campaign."""

from __future__ import annotations

from exports.shapes.json_base_type import CampaignUnitRowShape, Shape


class RemovedByShape(Shape, frozen=True, kw_only=True):
    by: str
    figures: int


class ServiceRowShape(Shape, frozen=True, kw_only=True):
    """A service record. ``nerve`` is known only for the games that are ``kept`` here."""

    games: int
    kept: int
    won: int
    drawn: int
    lost_games: int
    kills: int
    lost: int
    nerve: int
    rolls: int
    dice: int
    successes: int
    expected: float
    worse: float


class UnitGameRowShape(Shape, frozen=True, kw_only=True):
    fixture: str
    on: str
    ago: str
    how: str
    kills: int
    lost: int
    nerve: int | None
    experience: int
    removed_by: list[RemovedByShape]


class UnitRecordShape(CampaignUnitRowShape, frozen=True, kw_only=True):
    """A unit with its figures for the next game, and its service record."""

    comes: int
    waits: int
    present: list[str]
    next_rank: str
    held: list[str]
    worth: int | None
    record: ServiceRowShape
    removed_by: list[RemovedByShape]
    games: list[UnitGameRowShape]


class ForceUnitRowShape(Shape, frozen=True, kw_only=True):
    unit: str
    name: str
    enlisted: int
    comes: int
    waits: int
    why: str
    captives: int
    carries: str
    worth: int | None
    listed: bool
    priced: bool
    experience: int
    rank: str
    games: int
    kills: int
    lost: int
    nerve: int


class ForceRecordShape(Shape, frozen=True, kw_only=True):
    """A force before its next game. ``vp`` is the sum of the victory points in the ``vp_told``
    games in which they are known.

    ``worth`` is the points value of its remaining units, or null if some are unknown.
    """

    league: str
    force: str
    name: str
    player: str
    points: int
    worth: int | None
    vp: int
    vp_told: int
    record: ServiceRowShape
    units: list[ForceUnitRowShape]


class CampaignLuckRowShape(Shape, frozen=True, kw_only=True):
    player: str
    unit: str
    what: str
    rolls: int
    dice: int
    successes: int
    expected: float
    at_most: float
    at_least: float
    worse: float


class CampaignLuckShape(Shape, frozen=True, kw_only=True):
    league: str
    games: int
    kept: int
    whole: int
    rests_on: str
    players: list[CampaignLuckRowShape]
    kinds: list[CampaignLuckRowShape]
    units: list[CampaignLuckRowShape]
