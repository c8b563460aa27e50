"""The tables shown at the table: what stands in them, and which rows a number was read from."""

from __future__ import annotations

import pytest

from tests.xenocide.table import B1, R1, Table, fire
from tracker.procedures.declared.printed_tables import PrintedTable, find_used_cells, format_signed
from tracker.rulesets.xenocide import RULESET
from tracker.rulesets.xenocide.data import rule_tables
from tracker.testing.match_in_memory import RED
from tui.widgets.dialogs import WIDTH


def table(**options: int | str) -> Table:
    return Table({"r1": {"pistol": 6}}, {"b1": {"rifle": 5}}, options=options)


def grid(play: Table, phase: str, rule: str) -> PrintedTable:
    return next(one for one in RULESET.grids(play.match, phase) if one.rule == rule)


def shown(play: Table) -> list[tuple[PrintedTable, str]]:
    return [
        (one, phase.id) for phase in RULESET.phases for one in RULESET.grids(play.match, phase.id)
    ]


def test_every_row_has_a_cell_for_every_head_and_fits_the_screen() -> None:
    for one, phase in shown(table()):
        assert {len(row) for row in one.rows} == {len(one.head)}, one.title
        widths = [max(map(len, column)) for column in zip(one.head, *one.rows, strict=True)]
        assert sum(widths) + 2 * len(widths) < WIDTH - 2, (one.title, phase)
        assert one.rule in RULESET.rules()


@pytest.mark.rule("XF-T3")
def test_what_can_be_done_with_each_size() -> None:
    assert grid(table(), "shooting", "XF-T3").rows == (
        ("−2 or less", "1", "yes", "yes", "+1", "+1"),
        ("−1", "2", "yes", "yes", "+1", "0"),
        ("0", "2", "yes", "no", "0", "−1"),
        ("+1", "2", "no", "no", "0", "no"),
        ("+2 or more", "4", "no", "no", "0", "no"),
    )


@pytest.mark.rule("XF-T6", "XF-T19")
def test_numbers_of_print() -> None:
    rows = grid(table(), "shooting", "XF-T6").rows
    assert rows == (("4", "3"), ("5", "4"), ("6", "5"), ("7", "6"), ("8", "7"))
    assert [row[1] for row in grid(table(), "recovery", "XF-T19").rows] == ["1", "2", "+1"]


def signed(number: int | None) -> str:
    return "no" if number is None else format_signed(number)


def yes(value: bool) -> str:
    return "yes" if value else "no"


def cells(phase: str, rule: str) -> dict[str, tuple[str, ...]]:
    return {row[0]: row[1:] for row in grid(table(), phase, rule).rows}


@pytest.mark.rule("XF-T1", "XF-T2", "XF-T3", "XF-T4")
def test_shown_numbers_of_orders_and_weapons_are_those_of_the_rules() -> None:
    tens = [int(row[0].partition("–")[2]) for row in grid(table(), "shooting", "XF-T1").rows]
    assert tuple(tens) == rule_tables.D3
    orders = zip(cells("orders", "XF-T2").values(), rule_tables.ORDERS.values(), strict=True)
    for (_, moves, snaps, _), row in orders:
        assert moves == f"{row.least}{'×' if row.least else ''} to {row.most}×"
        assert snaps == yes(row.snaps)
    sizes = zip(cells("shooting", "XF-T3").values(), rule_tables.GUNS.values(), strict=True)
    for shown_cells, gun in sizes:
        near = signed(rule_tables.POINT_BLANK if gun.point_blank else 0)
        can = (str(gun.hands), yes(gun.moves_after), yes(gun.runs))
        assert shown_cells == (*can, near, signed(gun.engaged))
    blades = cells("melee", "XF-T4")
    for name, size in (("−1 or less", -1), ("0", 0), ("+1", 1)):
        blade = rule_tables.BLADES[size]
        assert blades[name] == (str(blade.hands), "last" if blade.last else "with all")
    assert max(rule_tables.BLADES) == 1


@pytest.mark.rule("XF-T6", "XF-T7", "XF-T8", "XF-T10", "XF-T11", "XF-T13", "XF-T16", "XF-T19")
def test_shown_modifiers_and_distances_are_those_of_the_rules() -> None:
    limit = rule_tables.find_suppression_threshold
    for morale, (attacks,) in cells("shooting", "XF-T6").items():
        assert attacks == str(limit(int(morale)))
    cover = rule_tables.COVER
    assert cells("shooting", "XF-T7") == {
        "light cover": (signed(cover["light"]),),
        "heavy cover": (signed(cover["heavy"]),),
        f"{rule_tables.MANY_WOUNDS} wounds or more": (
            signed(limit(5, wounds_left=rule_tables.MANY_WOUNDS) - limit(5)),
        ),
        "Brave": (signed(limit(5, brave=True) - limit(5)),),
    }
    to_hit = cells("shooting", "XF-T8")
    assert to_hit["point blank"][0].startswith(signed(rule_tables.POINT_BLANK))
    assert to_hit["light cover"] == (signed(-cover["light"]),)
    assert to_hit["heavy cover, fortified cover"] == (signed(-cover["heavy"]),)
    assert to_hit["darkness, smoke"] == (signed(rule_tables.DARK),)
    assert to_hit["snap shot"] == (signed(rule_tables.SNAP),)
    assert to_hit["in the air"] == (f"{signed(rule_tables.LEAPING_SNAP)} more",)
    melee = cells("melee", "XF-T10")
    assert [melee[name] for name in ("broken enemy", "broken", "obstacle between")] == [
        (signed(number),)
        for number in (rule_tables.AGAINST_BROKEN, rule_tables.IS_BROKEN, rule_tables.OBSTACLE)
    ]
    assert melee["poor visibility"] == (signed(rule_tables.DARK_MELEE),)
    assert melee["at passengers"] == (signed(rule_tables.AT_PASSENGERS),)
    moves = cells("movement", "XF-T11")
    assert moves["flying"] == (f"up to {rule_tables.FLYING}×",)
    assert moves["taking off, landing"] == (f"up to {rule_tables.TAKING_OFF}×",)
    assert moves["teleport in view"] == (f"up to {rule_tables.TELEPORT}×",)
    inches = [
        rule_tables.BLIND_TELEPORT // rule_tables.INCH,
        rule_tables.LEAP_HEIGHT // rule_tables.INCH,
        rule_tables.LEAP_WIDTH // rule_tables.INCH,
    ]
    assert moves["teleport unseen"] == (f'up to {inches[0]}"',)
    assert moves["grav leap"] == (f'{inches[1]}" high, {inches[2]}" wide',)
    slowed = cells("movement", "XF-T13")
    for name, running in (("towards an enemy", False), ("towards one, on Run", True)):
        lost = rule_tables.find_suppression_slowdown(1, moves_toward_enemy=True, running=running)
        assert slowed[name] == (f'{lost // rule_tables.INCH}"',)
    lost_base = cells("shooting", "XF-T16")["each"][0]
    assert lost_base.startswith(f'base {signed(-rule_tables.SLOWED)}"')
    dice = rule_tables.count_recovery_dice
    assert [row[1] for row in grid(table(), "recovery", "XF-T19").rows] == [
        str(dice(enemy_seen=True, commander=False)),
        str(dice(enemy_seen=False, commander=False)),
        signed(dice(enemy_seen=True, commander=True) - dice(enemy_seen=True, commander=False)),
    ]


@pytest.mark.rule("XF-T14")
def test_shown_speeds_are_those_of_the_rules() -> None:
    for speed, (goes, fires, _, between) in cells("orders", "XF-T14").items():
        least, most = rule_tables.find_travel_limits(int(speed), 1)
        inch = rule_tables.INCH
        assert goes.startswith(f"{least // inch} to {most // inch}×")
        size = rule_tables.find_largest_mounted_weapon_size(int(speed), stood=False)
        assert fires.startswith("nothing" if size is None else f"S {signed(size)}")
        apart = rule_tables.find_distance_between_turns(int(speed)) // inch
        assert between == f'{apart}"'


@pytest.mark.parametrize(("penalty", "said"), [(2, "−2"), (1, "−1")])
def test_house_rules_are_in_the_tables(penalty: int, said: str) -> None:
    play = table(long_range_penalty=penalty, run_fire_penalty=penalty)
    rows = {row[0]: row[1] for row in grid(play, "opportunity", "XF-T8").rows}
    assert (rows["long range"], rows["on the run"]) == (said, said)


@pytest.mark.parametrize(
    ("option", "between"), [("increment_plus_one", ["2", "4", "6"]), ("increment", ["0", "2", "4"])]
)
def test_turning_as_the_house_rule_has_it(option: str, between: list[str]) -> None:
    rows = grid(table(turn_distance=option), "movement", "XF-T14").rows
    assert [row[-1] for row in rows] == [f'{inches}"' for inches in between]


@pytest.mark.rule("XF-T8")
def test_a_number_to_hit_marks_the_row_of_each_of_its_parts() -> None:
    play = table()
    play.suppress("r1", 1)
    fire(play, RED, R1, B1, range=500, cover="light")
    one = grid(play, "shooting", "XF-T8")
    found = [one.rows[row][0] for row in find_used_cells(one, play.asked).rows]
    assert found == ["point blank", "light cover", "suppression"]
    assert find_used_cells(grid(play, "shooting", "XF-T3"), play.asked).rows == ()
