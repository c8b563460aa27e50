"""Markers and links of Combat Zone: their words, and typed questions about them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tracker.procedures.view import Match
from tracker.rulesets.combat_zone.data import tables
from tracker.rulesets.combat_zone.data.profiles import Profile, Rank, Weapon
from tracker.vocabulary.events import AnyFact, Linked, MarkerSet, MarkerWord, Word
from tracker.vocabulary.names import FigureId, SideId, UnitId, is_figure

# On figures
PANIC = "panic"  # value: the turn from which it limits action points
ROUT = "rout"
RECOVERED = "recovered"  # the counter lies face down; taken off as the turn ends
OPPORTUNITY = "opportunity"  # value: the weapon, or "any"
DOWN = "down"
SPENT = "spent"  # value: action points spent this turn, until the turn ends
FIRED = "fired"  # value: shots of each weapon this turn, "assault-rifle 2, light-pistol 1"
ACTING = "acting"  # the figure of the active group whose go it is, until the activation ends
FINISHED = "finished"  # another figure acted after it; until the turn ends
HOLDS = "holds"  # does nothing more this turn, until it ends
STRAGGLER = "straggler"  # out of reach of its leaders this turn (one house rule only)
TESTED = "tested"  # has taken its reaction test, until the turn ends
DAMAGE = "damage"  # on machines; value: "major hardware, minor power"
EFFECT = "effect"  # on machines; value: what the players say its damage does
MALFUNCTION = "malfunction"  # on machines; value: what it has to do
RAN = "ran"  # has made its rout move, until the turn ends
MALFUNCTIONED = "malfunctioned"  # has done it, until the turn ends
ARMOUR_LOST = "armour_lost"  # ablative armour that is gone (one house rule only)
# On units
ACTIVATED = "activated"  # has had its slot, until the turn ends
SCATTERED = "scattered"  # out of coherency when last declared
DEPLOYED = "deployed"
WITH = "with"  # on a Hero or machine; value: the group in whose slot it acts (one house rule)
# On sides and the match
DECLARED = "declared"  # on the match: coherency has been declared, until the turn ends
INITIATIVE = "initiative"  # on a side; value: its total, until the turn ends
PASSED = "passed"  # on a side that let its last slot go by, until the turn ends
END_OFFERED = "end_offered"  # on the match: an end the table declined; value: who had won

ENGAGED = "engaged"  # a: who opened the combat; value: its place in the order of contacts

MARKERS: tuple[MarkerWord, ...] = (
    MarkerWord(PANIC, "PANIC", "P", "figure", nerve=True),
    MarkerWord(ROUT, "ROUT", "R", "figure", nerve=True),
    MarkerWord(RECOVERED, "recovered", "r", "figure"),
    MarkerWord(OPPORTUNITY, "OF", "o", "figure"),
    MarkerWord(DOWN, "down", "_", "figure"),
    MarkerWord(SPENT, "AP spent", "●", "figure", "value", quiet=True),
    MarkerWord(FIRED, "fired", "f", "figure", "value", quiet=True),
    MarkerWord(ACTING, "now", "▸", "figure", quiet=True),
    MarkerWord(FINISHED, "finished", "", "figure", "hidden"),
    MarkerWord(HOLDS, "holds", "h", "figure"),
    MarkerWord(STRAGGLER, "straggler", "", "figure"),
    MarkerWord(TESTED, "tested", "", "figure", "hidden"),
    MarkerWord(DAMAGE, "damage", "!", "figure", "value"),
    MarkerWord(EFFECT, "effect of damage", "", "figure", "value"),
    MarkerWord(MALFUNCTION, "malfunction", "?", "figure", "value"),
    MarkerWord(RAN, "rout move made", "", "figure", "hidden"),
    MarkerWord(MALFUNCTIONED, "malfunction done", "", "figure", "hidden"),
    MarkerWord(ARMOUR_LOST, "armour gone", "", "figure"),
    MarkerWord(ACTIVATED, "activated", "x", "unit"),
    MarkerWord(SCATTERED, "out of coherency", "c", "unit"),
    MarkerWord(DEPLOYED, "deployed", "", "unit", "hidden"),
    MarkerWord(WITH, "acts with", "", "unit", "value"),
    MarkerWord(DECLARED, "coherency declared", "", "match", "hidden"),
    MarkerWord(INITIATIVE, "initiative", "", "side", "value"),
    MarkerWord(PASSED, "passed", "", "side"),
    MarkerWord(END_OFFERED, "played on", "", "match", "hidden"),
)
LONE: Final = ("hero", "machine")
RANKS: Final[tuple[Rank, ...]] = ("leader", "sub-leader")
LINKS: tuple[Word, ...] = (Word(ENGAGED, "close combat", "x"),)


# ------------------------------------------------------------------------------------ who is who


def profile(match: Match, figure: FigureId) -> Profile:
    return match.profile(figure, Profile)


def on_table(match: Match, figure: FigureId) -> bool:
    return match.figure(figure).gone is None


def unit_of(match: Match, figure: FigureId) -> UnitId:
    return match.figure(figure).unit


def is_machine(match: Match, figure: FigureId) -> bool:
    return profile(match, figure).kind == "machine"


def is_lone(match: Match, unit: UnitId) -> bool:
    """A Hero or machine, which is a unit of its own and no group (CZ-FORCE-03, CZ-FORCE-08)."""
    value = match.unit(unit)
    own = value.figures or tuple(
        figure for figure in match.all_figures(value.side) if unit_of(match, figure) == unit
    )
    return any(profile(match, figure).kind in LONE for figure in own)


def groups(match: Match, side: SideId | None = None) -> tuple[UnitId, ...]:
    """The groups that have figures on the table."""
    return tuple(unit for unit in match.units(side) if not is_lone(match, unit))


def members(match: Match, unit: UnitId, rank: Rank) -> tuple[FigureId, ...]:
    """Figures of a rank on the table."""
    return tuple(f for f in match.figures(unit) if profile(match, f).rank == rank)


def figures(match: Match, side: SideId | None = None) -> tuple[FigureId, ...]:
    """Every figure on the table, in order."""
    return tuple(figure for unit in match.units(side) for figure in match.figures(unit))


def enemies(match: Match, side: SideId) -> tuple[SideId, ...]:
    return tuple(other for other in match.sides if other != side)


def labelled(match: Match, figure: FigureId) -> str:
    """Handle and name of a figure, as the label of a die has them in the book."""
    name = match.figure(figure).name
    return f"{match.handle(figure)} {name}" if name else match.handle(figure)


def called(match: Match, figure: FigureId) -> str:
    """Handle and name of a figure, as people read them: ``R13 Ditch``."""
    tag, name = match.tag(figure), match.figure(figure).name
    return f"{tag} {name}" if name else tag


def group_called(match: Match, unit: UnitId) -> str:
    """Handle and name of a group, Hero or machine: ``R1 Jackals``."""
    tag, name = match.tag(unit), match.unit(unit).name
    return tag if name.upper() in {"", tag} else f"{tag} {name}"


# ------------------------------------------------------------------------------------- reactions


def is_panicking(match: Match, figure: FigureId) -> bool:
    return match.has(figure, PANIC)


def is_routing(match: Match, figure: FigureId) -> bool:
    return match.has(figure, ROUT)


def has_reaction(match: Match, figure: FigureId) -> bool:
    """Panic or rout; a counter that lies face down is no reaction (CZ-MORALE-06)."""
    return is_panicking(match, figure) or is_routing(match, figure)


def is_recovered(match: Match, figure: FigureId) -> bool:
    return match.has(figure, RECOVERED)


def is_down(match: Match, figure: FigureId) -> bool:
    return match.has(figure, DOWN)


def on_opportunity(match: Match, side: SideId) -> tuple[FigureId, ...]:
    """The figures of a side that may come in between."""
    return tuple(
        FigureId(figure)
        for figure in match.marked(OPPORTUNITY)
        if is_figure(figure) and match.side_of(figure) == side
    )


# ---------------------------------------------------------------------------------- close combat


def opponents(match: Match, figure: FigureId) -> tuple[FigureId, ...]:
    """Those a figure is in close combat with, in the order they came into contact."""
    found = [(_place(match, figure, other), other) for other in match.links(ENGAGED, figure)]
    return tuple(FigureId(other) for _, other in sorted(found))


def _place(match: Match, a: str, b: str) -> int:
    link = match.link(ENGAGED, a, b) or match.link(ENGAGED, b, a)
    return int(link.value) if link else 0


def is_engaged(match: Match, figure: FigureId) -> bool:
    return bool(match.links(ENGAGED, figure))


def engaging(match: Match, opener: FigureId, enemy: FigureId) -> AnyFact:
    """The fact of a new combat; ``a`` of the link is who opened it."""
    places = [_place(match, a, b) for a, b in match.pairs(ENGAGED)]
    return Linked(relation=ENGAGED, a=opener, b=enemy, value=max(places, default=0) + 1)


# ----------------------------------------------------------------------------- shots of this turn


def shots_fired(match: Match, figure: FigureId) -> dict[Weapon, int]:
    """Shots of each weapon this turn."""
    said = str(match.mark(figure, FIRED) or "")
    pairs = (part.rsplit(" ", 1) for part in said.split(", ") if part)
    return {weapon: int(count) for weapon, count in pairs}  # type: ignore[misc]


def firing(match: Match, figure: FigureId, weapon: Weapon, shots: int) -> AnyFact:
    """The fact that so many shots more have been fired (CZ-SHOOT-08)."""
    fired = shots_fired(match, figure)
    fired[weapon] = fired.get(weapon, 0) + shots
    value = ", ".join(f"{kind} {count}" for kind, count in sorted(fired.items()))
    return MarkerSet(subjects=(figure,), marker=FIRED, value=value, until="turn")


def weapons(match: Match, figure: FigureId) -> tuple[Weapon, ...]:
    """What a figure carries now: lost and picked-up weapons count (CZ-ACT-05)."""
    value = match.figure(figure)
    had = profile(match, figure).weapons
    gained = tuple(w for w in (*tables.WEAPONS, *tables.HAND_WEAPONS) if w in value.gained)
    carried: Iterable[Weapon] = dict.fromkeys((*had, *gained))
    return tuple(weapon for weapon in carried if weapon not in value.lost)
