"""The printed tables for each phase, and a figure's equipment (XF-T1 to XF-T19)."""

from __future__ import annotations

from typing import Final

from tracker.procedures.declared.printed_tables import PrintedTable, format_signed
from tracker.procedures.declared.rule_texts import read_printed_tables
from tracker.procedures.match_view import Match
from tracker.rulesets.xenocide.data import rule_tables, unit_profiles
from tracker.rulesets.xenocide.data.rule_tables import INCH
from tracker.vocabulary.subject_ids import FigureId

LARGE: Final = {-2: "−2 or less", -1: "−1", 0: "0", 1: "+1", 2: "+2 or more"}


def list_printed_tables(match: Match, phase: str) -> tuple[PrintedTable, ...]:
    printed = read_printed_tables("tracker.rulesets.xenocide")
    match phase:
        case "orders":
            return (printed["orders"], _build_speed_table(match), printed["changes"])
        case "shooting" | "opportunity":
            return (_build_to_hit_table(match), THRESHOLD, ADDED, SIZES, printed["d3"], DAMAGE)
        case "movement":
            ground = (printed["ground"], printed["slowed"])
            return (
                MOVES,
                *ground,
                _build_to_hit_table(match),
                _build_speed_table(match),
                printed["rams"],
                PUSHED,
            )
        case "melee":
            return (MELEE, BLADES, printed["power"], THRESHOLD, ADDED, DAMAGE)
        case "recovery":
            return (RECOVERY,)
        case _:
            return ()


def _format_yes_or_no(known: object) -> str:
    return "yes" if known else "no"


def _format_inches(length: int) -> str:
    return f'{length // INCH}"'


def _build_to_hit_table(match: Match) -> PrintedTable:
    long, run = (int(match.option(name)) for name in ("long_range_penalty", "run_fire_penalty"))
    return PrintedTable(
        "to hit, added to Missile skill",
        "XF-T8",
        ("for", "the number"),
        (
            ("Aspect", "the target's"),
            ("point blank", f"{format_signed(rule_tables.POINT_BLANK)} with S −1 or less"),
            ("on the run", format_signed(-run)),
            ("long range", format_signed(-long)),
            ("light cover", format_signed(-rule_tables.COVER["light"])),
            ("heavy cover, fortified cover", format_signed(-rule_tables.COVER["heavy"])),
            ("darkness, smoke", format_signed(rule_tables.DARK)),
            ("suppression", "−1 a marker"),
            ("from within the melee", "as its S says"),
            ("snap shot", format_signed(rule_tables.SNAP)),
            ("in the air", f"{format_signed(rule_tables.LEAPING_SNAP)} more"),
            ("damage", "−1 a marker"),
        ),
        also=("XF-SHOOT-05",),
    )


def _build_speed_table(match: Match) -> PrintedTable:
    """Build the table of speeds under the current house rules (XF-G66, XF-G68, XF-G70)."""
    plus_one = match.option("turn_distance") == "increment_plus_one"
    halted = ", unmoved +1" if match.option("stationary_heavy_mount") else " or less"
    fires = (f"S 0{halted}", "S −1 or less", "nothing")
    at_one = {"end_of_move": "at the end", "none": "nobody", "anywhere": "anywhere"}
    gets_off = ("anywhere", at_one[str(match.option("unload_at_one"))], "nobody")
    return PrintedTable(
        "speed of vehicles",
        "XF-T14",
        ("speed", "goes", "fires", "on and off", "between turns"),
        tuple(
            (
                str(speed),
                ("0 to 1× base", "1 to 2× base", "2 to 3× base")[speed],
                fires[speed],
                gets_off[speed],
                _format_inches(rule_tables.find_distance_between_turns(speed, plus_one=plus_one)),
            )
            for speed in range(3)
        ),
    )


SIZES: Final = PrintedTable(
    "size less capacity",
    "XF-T3",
    ("S", "hands", "moves after", "on Run", "near", "in melee"),
    tuple(
        (
            LARGE[s],
            str(row.hands),
            _format_yes_or_no(row.moves_after),
            _format_yes_or_no(row.runs),
            format_signed(rule_tables.POINT_BLANK) if row.point_blank else "0",
            "no" if row.engaged is None else format_signed(row.engaged),
        )
        for s, row in rule_tables.GUNS.items()
    ),
)
THRESHOLD: Final = PrintedTable(
    "attacks for one marker",
    "XF-T6",
    ("Morale", "attacks"),
    tuple(
        (str(morale), str(rule_tables.find_suppression_threshold(morale))) for morale in range(4, 9)
    ),
)
ADDED: Final = PrintedTable(
    "more attacks for one marker",
    "XF-T7",
    ("for", "attacks"),
    (
        ("light cover", format_signed(rule_tables.COVER["light"])),
        ("heavy cover", format_signed(rule_tables.COVER["heavy"])),
        (f"{rule_tables.MANY_WOUNDS} wounds or more", "+1"),
        ("Brave", "+1"),
    ),
)
DAMAGE: Final = PrintedTable(
    "damage of vehicles",
    "XF-T16",
    ("markers", "the vehicle"),
    (
        ("each", f'base −{rule_tables.SLOWED}", accuracy −1'),
        ("threshold", "is disabled"),
        ("twice that", "is destroyed"),
    ),
)
MOVES: Final = PrintedTable(
    "moves",
    "XF-T11",
    ("move", "how far"),
    (
        ("Standard, Opportunity Fire", "up to 1×"),
        ("Run", "1× to 2×"),
        ("flying", f"up to {rule_tables.FLYING}×"),
        ("taking off, landing", f"up to {rule_tables.TAKING_OFF}×"),
        ("teleport in view", f"up to {rule_tables.TELEPORT}×"),
        ("teleport unseen", f"up to {_format_inches(rule_tables.BLIND_TELEPORT)}"),
        (
            "grav leap",
            f"{_format_inches(rule_tables.LEAP_HEIGHT)} high, "
            f"{_format_inches(rule_tables.LEAP_WIDTH)} wide",
        ),
    ),
)
PUSHED: Final = PrintedTable(
    "where it slides",
    "XF-T18",
    ("d3", "direction"),
    tuple(
        (str(n), {"left": "45° left", "right": "45° right"}.get(way, way))
        for n, way in enumerate(rule_tables.PUSHED, 1)
    ),
)
MELEE: Final = PrintedTable(
    "to hit in melee, added to Melee skill",
    "XF-T10",
    ("for", "the number"),
    (
        ("broken enemy", format_signed(rule_tables.AGAINST_BROKEN)),
        ("broken", format_signed(rule_tables.IS_BROKEN)),
        ("melee defence", "−1 a point"),
        ("obstacle between", format_signed(rule_tables.OBSTACLE)),
        ("poor visibility", format_signed(rule_tables.DARK_MELEE)),
        ("at passengers", format_signed(rule_tables.AT_PASSENGERS)),
    ),
    also=("XF-MELEE-02",),
)
BLADES: Final = PrintedTable(
    "melee weapons",
    "XF-T4",
    ("size less capacity", "hands", "strikes"),
    (
        ("−1 or less", str(rule_tables.BLADES[-1].hands), "with all"),
        ("0", str(rule_tables.BLADES[0].hands), "with all"),
        ("+1", str(rule_tables.BLADES[1].hands), "last"),
        ("+2 or more", "–", "not at all"),
    ),
)
RECOVERY: Final = PrintedTable(
    "dice of recovery",
    "XF-T19",
    ("situation", "dice"),
    (
        *(
            (situation, str(rule_tables.count_recovery_dice(enemy_seen=seen, commander=False)))
            for situation, seen in (("an enemy in view", True), ("no enemy in view", False))
        ),
        ('a commander within 6"', "+1"),
    ),
)


# ---------------------------------------------------------------------------- a figure's equipment


def describe_weapons_and_stats(match: Match, figure: FigureId) -> str:
    """Describe a figure's weapons, skills and armour, or a vehicle's mounted weapons."""
    profile = unit_profiles.get_profile(match, figure)
    mounts = profile.vehicle.mounts if profile.vehicle is not None else ()
    guns = (*(gun.id for gun in profile.guns), *(mount.gun.id for mount in mounts))
    arms = (name.replace("-", " ") for name in (*guns, *(one.id for one in profile.blades)))
    values = {"missile": profile.missile, "melee": profile.melee, "armour": profile.armour}
    return ", ".join([*arms, *(f"{name} {value}" for name, value in values.items() if value)])
