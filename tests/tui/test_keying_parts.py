"""What keys say, rule by rule, on tables that are just names: units, figures, whoever watches."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tracker.procedures.declared.action_key_types import FigureKeys, InterruptKeys, Keys, KeyVerb
from tracker.testing.match_in_memory import BLUE, RED
from tracker.vocabulary.subject_ids import (
    SideId,
    make_figure_id,
    make_side_id,
    make_unit_id,
    shorten_figure_handle,
)
from tui.prompt import figure_key_shorthand, key_shorthand_reader
from tui.prompt.key_shorthand_reader import (
    NOBODY_ACTS,
    KeyShorthand,
    ShorthandTarget,
    UnitKeyScanner,
    UnreadableKeys,
)


def standin(**said: Any) -> Any:
    """Something with just these names."""
    return SimpleNamespace(**said)


def table(red: int = 2, blue: int = 2) -> Any:
    """A match with so many units a side."""
    units = {
        side: tuple(make_unit_id(f"{letter}{n}") for n in range(1, count + 1))
        for side, letter, count in ((RED, "r", red), (BLUE, "b", blue))
    }
    return standin(
        all_units=lambda side=None: units[side] if side else (*units[RED], *units[BLUE]),
        other=lambda side: BLUE if side == RED else RED,
        side_of=lambda unit: RED if unit in units[RED] else BLUE,
        handle=lambda one: one[2:],
        side_name=lambda side: "Red" if side == RED else "Blue",
        sides=(RED, BLUE),
        unit=lambda one: standin(name="Alpha" if one == "u:r1" else ""),
        exists=lambda one: one in (*units[RED], *units[BLUE]),
    )


def watched(*who: str) -> InterruptKeys:
    return InterruptKeys(
        "i", "breaks in", lambda match: tuple(make_unit_id(one) for one in who), "in"
    )


def keys(**more: Any) -> Keys:
    """m moves so many inches, c contacts whom, g joins one of its own, h holds, s shoots at whom;
    shooting is usual in the phase ``fire``, nothing in any other.
    """
    found: dict[str, Any] = {
        "verbs": (
            KeyVerb("m", "moves", amount="in"),
            KeyVerb("c", "contacts", "enemy", text="makes contact with", each=True),
            KeyVerb("g", "joins", "own"),
            KeyVerb("h", "holds"),
            KeyVerb("s", "", "enemy", text="shoots at"),
            KeyVerb("w", "waves", "enemy", alone=True),
        ),
        "usual": {"fire": "s"},
        "flags": {"o": "open", "f": "soft"},
    }
    return Keys(**(found | more))


def read(typed: str, phase: str = "fire", match: Any = None, **more: Any) -> KeyShorthand:
    return key_shorthand_reader.parse_unit_keys(typed, keys(**more), match or table(), RED, phase)


def line(typed: str, phase: str = "fire", match: Any = None, **more: Any) -> str:
    at = match or table()
    return key_shorthand_reader.expand_shorthand(read(typed, phase, at, **more), keys(**more), at)


def why(typed: str, phase: str = "fire", match: Any = None, **more: Any) -> str:
    with pytest.raises(UnreadableKeys) as wrong:
        line(typed, phase, match, **more)
    assert str(wrong.value) == wrong.value.message
    return wrong.value.message


# ------------------------------------------------------------------------------------- units


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("12", "r1 > b2"),
        ("1 2 o f", "r1 > b2 open soft"),
        ("1m", "r1 moves"),
        ("1m7", "r1 moves 7in"),
        ("1m12", "r1 moves 12in"),
        ("1g2", "r1 joins r2"),
        ("1,2h", "r1,r2 holds"),
        ("1,2c1", "r1 contacts b1 | r2 contacts b1"),
        ("1,2s1", "r1,r2 > b1"),
        ("1w", "r1 waves"),
        ("0h", "rest holds"),
        ("0", "rest"),
    ],
)
def test_keys_of_units(typed: str, said: str) -> None:
    assert line(typed) == said


@pytest.mark.parametrize(
    ("typed", "phase", "said"),
    [
        ("1c", "fire", "r1 makes contact with whom? Type a target."),
        ("1", "fire", "r1 shoots at whom? Type a target."),
        ("1,", "fire", "r1 shoots at whom? Type a target."),
        ("1,h", "fire", "Type the number of a unit."),
        ("", "fire", "Type the number of a unit, then the key of an action: "
         + (VERBS := "m moves, c makes contact with, g joins, h holds, s shoots at, w waves.")),
        ("1", "march", f"Type the number of a unit, then the key of an action: {VERBS}"),
        ("1x", "march", f"Type the key of an action: {VERBS}"),
        ("1x", "fire", "`x` is not a key here. Type o for open or f for soft."),
        ("1h2", "fire", '"holds" takes no target or number. Press : to finish the line in words.'),
        ("1m123", "fire", '"moves" takes no target.'),
        ("3h", "fire", "Red has no unit 3. Type 1 or 2."),
        ("xh", "fire", "Type the number of a unit."),
        ("11/2", "fire", "r1 cannot split this action among 2 targets."),
    ],
)  # fmt: skip
def test_keys_that_say_nothing_say_what_would(typed: str, phase: str, said: str) -> None:
    assert why(typed, phase) == said


def test_where_nothing_is_said_in_a_phase() -> None:
    assert why("1", "march", verbs=(), usual={}) == NOBODY_ACTS
    assert why("1hx", flags={}) == "`x` is not a key here. Press ? for a list of keys."


def test_two_digits_where_there_are_ten_units() -> None:
    ten = table(red=10)
    assert key_shorthand_reader.count_unit_digits(ten, RED) == 2
    assert key_shorthand_reader.count_unit_digits(ten, BLUE) == 1
    assert key_shorthand_reader.count_unit_digits(table(red=9), RED) == 1
    assert key_shorthand_reader.count_unit_digits(table(red=0), RED) == 1
    assert line("01h", match=ten) == "r1 holds"
    assert line("10h", match=ten) == "r10 holds"
    assert line("1h", match=ten) == "r1 holds"
    assert line("1 2 f", match=ten) == "r1 > b2 soft"
    assert line("102f", match=ten) == "r10 > b2 soft"
    assert line("0h", match=ten) == "rest holds"
    assert why("h", match=ten) == "Type the number of a unit."
    assert why("11h", match=ten) == ("Red has no unit 11. Type 1, 2, 3, 4, 5, 6, 7, 8, 9 or 10.")


@pytest.mark.parametrize(
    ("typed", "shares"),
    [
        ("11o/2f", [("b1", "open"), ("b2", "soft")]),
        ("1/1o2f", [("b1", "open"), ("b2", "soft")]),
        ("1/1o", [("",), ("b1", "open")]),  # nothing for the first, that for the second
        ("1/1/2", [("",), ("b1",), ("b2",)]),
        ("1/1o2f1", [("b1", "open"), ("b2", "soft"), ("b1",)]),
    ],
)
def test_parts_of_a_divided_action(typed: str, shares: list[tuple[str, ...]]) -> None:
    found = read(typed).shares
    assert [(one.target, *one.flags) for one in found] == shares


def test_each_part_is_said_with_its_weapon() -> None:
    guns: dict[str, Any] = {"parts": lambda match, unit: ("with gun", "with bow")}
    assert line("11o/2f", **guns) == "r1 > b1 open with gun | r1 > b2 soft with bow"
    assert line("1/2", **guns) == "r1 > b2 with bow"
    assert why("1,2s1/2", **guns) == "r1,r2 cannot split this action among 2 targets."
    assert why("1/1/1/1", **guns) == "r1 cannot split this action among 4 targets."


@pytest.mark.parametrize(
    ("keyed", "lacks"),
    [
        (KeyShorthand(), False),
        (KeyShorthand(("r1",), verb=KeyVerb("h", "holds")), False),
        (KeyShorthand(("r1",), verb=KeyVerb("c", "contacts", "enemy")), True),
        (KeyShorthand(("r1",), verb=KeyVerb("c", "contacts", "enemy", alone=True)), False),
        (
            KeyShorthand(
                ("r1",),
                verb=KeyVerb("c", "contacts", "enemy"),
                shares=(ShorthandTarget(), ShorthandTarget("b1")),
            ),
            False,
        ),
    ],
)
def test_whether_somebody_is_still_to_be_named(keyed: KeyShorthand, lacks: bool) -> None:
    assert keyed.lacks_target is lacks


# ---------------------------------------------------------------------- who comes in between


def test_who_comes_in_between_is_named_where_several_may() -> None:
    one, two, nobody = watched("b1"), watched("b1", "b2"), watched()
    assert line("1m7i", interrupts=one) == "r1 moves 7in | b1 breaks in r1"
    assert line("1m7i5o", interrupts=one) == "r1 moves 7in | b1 breaks in r1 5in open"
    assert line("1m7i2", interrupts=two) == "r1 moves 7in | b2 breaks in r1"
    several = "Several units can interrupt. Type the number of one: 1, 2."
    assert why("1m7i", interrupts=two) == several
    assert why("1m7i2", interrupts=watched("b1", "b3"), match=table(blue=3)) == (
        "Several units can interrupt. Type the number of one: 1, 3."
    )
    assert why("1m7i", interrupts=nobody) == "Nobody on the other side can interrupt."
    assert why("0hi", interrupts=one) == "`i` is not a key here. Type o for open or f for soft."


def test_an_interrupt_by_itself_is_at_whoever_acts() -> None:
    def between(typed: str, *who: str) -> str:
        return key_shorthand_reader.expand_interrupt_keys(
            typed, keys(), watched(*who), table(), "r1"
        )

    assert between("i", "b1") == "b1 breaks in r1"
    assert between("i 12 f", "b1") == "b1 breaks in r1 12in soft"
    assert between("i2", "b1", "b2") == "b2 breaks in r1"
    for typed in ("i1", "i 1", "i1 ", "i1f"):  # a number that may be his is his
        assert between(typed, "b1").removesuffix(" soft") == "b1 breaks in r1"
    for typed in ("i15", "i1 5", "i 1 5", "i5", "i 5"):
        assert between(typed, "b1") == "b1 breaks in r1 5in"
    assert between("i115", "b1") == "b1 breaks in r1 15in"
    assert between("i25", "b1") == "b1 breaks in r1 25in"
    with pytest.raises(
        UnreadableKeys, match=r"^`x` is not a key here\. Type o for open or f for soft\.$"
    ):
        between("ix", "b1")


def test_an_interrupt_stands_also_in_a_row_of_parts() -> None:
    row = keys(interrupts=watched("b2"), chained=True)
    at = table()

    def more(typed: str) -> str:
        return key_shorthand_reader.parse_unit_keys(typed, row, at, RED, "march").further_parts

    assert more("1m7i") == "b2 breaks in r1"
    assert more("1m7h i5") == "r1 holds | b2 breaks in r1 5in"
    assert more("1m7h2i") == "r2 holds | b2 breaks in r2"
    with pytest.raises(
        UnreadableKeys, match=r"^Type the number of a unit, then the key of an action\.$"
    ):
        more("1m7 2")


def test_a_place_in_what_is_typed() -> None:
    reader = UnitKeyScanner(" 1 2 ", keys(), table(), RED)
    assert (reader.text, reader.next_character) == ("1 2", "1")
    assert reader.read_digits(2) == "1"
    assert (reader.next_character, reader.read_character(), reader.next_character) == ("2", "2", "")
    reader = UnitKeyScanner(" 1 2 ", keys(chained=True), table(), RED)
    assert reader.text == "1 2"


# ----------------------------------------------------------------------------------- figures


def groups(figures: int = 3, acting: str | None = None, unit: str | None = "r1") -> Any:
    """Red's group 1 of so many figures and his Hero, Blue's group 1 of three, of whom one is gone;
    ``unit`` acts.
    """
    every = {
        RED: [*(make_figure_id("r1", n) for n in range(1, figures + 1)), make_figure_id("r2", 1)],
        BLUE: [make_figure_id("b1", n) for n in range(1, 4)],
    }
    names = {"f:b1.2": "Pike", "f:b1.3": "Moss"}
    return standin(
        clock=standin(subject=f"u:{unit}" if unit else None),
        acting=acting,
        sides=(RED, BLUE),
        all_units=lambda side: (
            (make_unit_id("r1"), make_unit_id("r2")) if side == RED else (make_unit_id("b1"),)
        ),
        all_figures=lambda side=None: every[side] if side else [*every[RED], *every[BLUE]],
        figure=lambda one: standin(
            unit=make_unit_id(one[2:4]),
            gone="fled" if one == "f:b1.1" else "",
            name=names.get(one, ""),
        ),
        name_figure=lambda one: names.get(one, ""),
        handle=shorten_figure_handle,
        exists=lambda one: one in map(make_unit_id, ("r1", "r2", "b1")),
    )


def of_figures(watching: tuple[str, ...] = (), reach: int = 9999, **more: Any) -> Keys:
    acts = KeyVerb("", "activates")
    figures = FigureKeys(
        lambda match: make_figure_id("r1", int(match.acting)) if match.acting else None,  # type: ignore[attr-defined]
        acts,
        "cm",
        {"t": "shots"},
        lambda match, figure: reach,
    )
    found: dict[str, Any] = {
        "verbs": (
            KeyVerb("m", "moves", amount="ap"),
            KeyVerb("h", "holds"),
            KeyVerb("s", "", "enemy"),
        ),
        "usual": {"fire": "s"},
        "flags": {"o": "open", "f": "soft"},
        "figures": figures,
        "interrupts": InterruptKeys(
            "i",
            "breaks in",
            lambda match: tuple(make_figure_id(w[:2], int(w[2:])) for w in watching),
        ),
    }
    return Keys(**(found | more))


def figure_line(
    typed: str, match: Any = None, watching: tuple[str, ...] = (), phase: str = "fire", **more: Any
) -> str:
    at, known = match or groups(), of_figures(watching, **more)
    return key_shorthand_reader.expand_shorthand(
        figure_key_shorthand.parse_unit_or_figure_keys(typed, known, at, RED, phase), known, at
    )


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("211", "r12 > b11"),
        ("21118o", "r12 > b11 18cm open"),
        ("2111234f", "r12 > b11 1234cm soft"),
        ("211t2o", "r12 > b11 shots 2 open"),
        ("211t", "r12 > b11 shots 1"),
        ("2110t12f", "r12 > b11 0cm shots 12 soft"),
        ("2m3", "r12 moves 3ap"),
        ("2m", "r12 moves"),
        ("1,3h", "r11,r13 holds"),
        ("0h", "rest holds"),
        ("0m1h", "rest moves 1ap | all holds"),
        ("1,2m1h", "r11,r12 moves 1ap | r11,r12 holds"),
        ("2m31116", "r12 moves 3ap | r12 > b11 16cm"),
        ("211/13o", "r12 > b11 | r12 > b13 open"),
        ("2m1h11/12", "r12 moves 1ap | r12 holds | r12 > b11 | r12 > b12"),
    ],
)
def test_keys_of_figures(typed: str, said: str) -> None:
    assert figure_line(typed) == said


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("4h", "This group has no figure 4. Type one of the numbers shown."),
        ("h", "Type the number of the figure first."),
        ("2hx", NOBODY_ACTS),
        ("211x", "`x` is not a key here. Type o for open or f for soft."),
        ("214", "Type the number of the target as it is shown, such as 12 or 13."),
        ("31", "Type the number of the target as it is shown, such as 12 or 13."),
        (
            "2m24",
            "`m` takes one digit of AP, and the next digits are a target. For 24 cm, type `: r12"
            " moves 24cm`. Type the number of the target as it is shown, such as 12 or 13.",
        ),
        ("211/4", "Type the number of the target as it is shown, such as 12 or 13."),
        ("211i", "Nobody on the other side can interrupt."),
        ("i", "Type the number of the figure first."),
    ],
)
def test_keys_of_figures_that_say_nothing(typed: str, said: str) -> None:
    phase = "march" if typed == "2hx" else "fire"
    with pytest.raises(UnreadableKeys) as wrong:
        figure_line(typed, phase=phase)
    assert wrong.value.message == said


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("11m3", "r11 moves 3ap"),
        ("11h", "r11 holds"),
        ("11,13h", "r11,r13 holds"),
        ("11,3h", "r11,r13 holds"),
        ("13m213", "r13 moves 2ap | r13 > b13"),
        ("21m3", "r21 moves 3ap"),  # a Hero who acts with the group
        ("21 12 18 o", "r21 > b12 18cm open"),
        ("11 12 18 f", "r11 > b12 18cm soft"),
        ("11 12 7 f", "r11 > b12 7cm soft"),
        ("1 12 7 f", "r11 > b12 7cm soft"),
        ("111218f", "r11 > b12 18cm soft"),  # no gun reaches 218 cm
        ("11128f", "r11 > b11 28cm soft"),  # 1 at 11, or 11 at 12: as it was always read
    ],
)
def test_figures_are_named_as_they_are_shown(typed: str, said: str) -> None:
    assert figure_line(typed, reach=40) == said


def test_a_figure_named_alone_does_what_is_usual() -> None:
    assert figure_key_shorthand.parse_unit_or_figure_keys(
        "11", of_figures(), groups(), RED, "fire"
    ).actors == ("r11",)
    assert figure_key_shorthand.parse_unit_or_figure_keys(
        "21", of_figures(), groups(1), RED, "fire"
    ).actors == ("r21",)


def test_a_figure_is_two_digits_where_the_group_has_ten() -> None:
    ten = groups(10)
    assert figure_line("1011", ten) == "r1.10 > b11"
    assert figure_line("1.1011", ten) == figure_line("1.10 11", ten) == "r1.10 > b11"
    assert {figure_line(typed, ten) for typed in ("2h", "02h", "12h")} == {"r12 holds"}
    with pytest.raises(UnreadableKeys, match="This group has no figure 21"):
        figure_line("211", groups(10))
    assert figure_line("911", groups(9)) == "r19 > b11"


def test_who_acts_is_meant_where_nobody_is_named() -> None:
    at = groups(acting="2")
    assert figure_line("h", at) == "r12 holds"
    assert figure_line("m211", at) == "r12 moves 2ap | r12 > b11"
    may = figure_key_shorthand.can_shorthand_begin_with_letter
    assert [may(at, of_figures(), key) for key in "hix"] == [True, True, False]
    assert [may(groups(), of_figures(), key) for key in "hix"] == [False, False, False]
    assert not may(at, of_figures(interrupts=None), "i")
    units = keys(interrupts=watched("b1"))
    assert [may(table(), units, key) for key in "ih"] == [True, False]
    assert not may(table(), keys(), "i")


def test_a_group_is_chosen_while_none_acts() -> None:
    def chosen(typed: str) -> str:
        at = groups(unit=None)
        found = figure_key_shorthand.parse_unit_or_figure_keys(typed, of_figures(), at, RED, "fire")
        return key_shorthand_reader.expand_shorthand(found, of_figures(), at)

    assert chosen("1") == "r1 activates"
    assert chosen("2") == chosen("21") == "r2 activates"
    assert chosen("12") == "r1 activates"
    assert chosen("13m2") == "r1 activates | r13 moves 2ap"
    assert chosen("21 12 9 f") == "r2 activates | r21 > b12 9cm soft"
    for typed, said in (
        ("3", "This side has no group 3. Type one of the numbers shown."),
        ("14", "This side has no group 14. Type one of the numbers shown."),
        ("h", "This side has no group h. Type one of the numbers shown."),
        ("1h", "`h` is not a key here. Type o for open or f for soft."),
    ):
        with pytest.raises(UnreadableKeys) as wrong:
            chosen(typed)
        assert wrong.value.message == said
    with pytest.raises(
        UnreadableKeys, match=r"^`x` is not a key here\. Press \? for a list of keys\.$"
    ):
        figure_key_shorthand.parse_unit_or_figure_keys(
            "1x", of_figures(flags={}), groups(unit=None), RED, "fire"
        )


def test_a_figure_of_the_other_side_comes_in_between() -> None:
    one, two = ("b13",), ("b12", "b13")
    assert figure_line("2m3i18f", watching=one) == "r12 moves 3ap | b13 breaks in r12 18cm soft"
    assert figure_line("2m3i13", watching=two) == "r12 moves 3ap | b13 breaks in r12"
    assert figure_line("i9", groups(acting="1"), one) == "b13 breaks in r11 9cm"
    with pytest.raises(UnreadableKeys) as wrong:
        figure_line("2m3i11", watching=two)
    several = "Several figures can interrupt. Type the number of one: 12 Pike, 13 Moss."
    assert wrong.value.message == several


@pytest.mark.parametrize(
    ("typed", "watching", "said"),
    [
        ("i22o", ("b12",), "b12 breaks in r11 22cm open"),  # as it was measured
        ("i1222o", ("b12", "b13"), "b12 breaks in r11 22cm open"),
        ("i1211o", ("b12", "b13"), "b12 breaks in r11 open"),  # a target, and no 11 cm
        ("i121122o", ("b12", "b13"), "b12 breaks in r11 22cm open"),
        ("i 12 11 22 o", ("b12", "b13"), "b12 breaks in r11 22cm open"),
        ("i 1211o", ("b12", "b13"), "b12 breaks in r11 open"),
        ("i 1211 22 o", ("b12", "b13"), "b12 breaks in r11 22cm open"),
        ("i 12 o", ("b12", "b13"), "b12 breaks in r11 open"),
        ("i1211o", ("b12",), "b12 breaks in r11 open"),
        ("i 1211o", ("b12",), "b12 breaks in r11 open"),
        ("i 1211 22 o", ("b12",), "b12 breaks in r11 22cm open"),
        ("i1222o", ("b12",), "b12 breaks in r11 22cm open"),
        ("i1122o", ("b12",), "b12 breaks in r11 22cm open"),
        ("i 11 5 o", ("b12",), "b12 breaks in r11 5cm open"),
        ("i 12 5 o", ("b12",), "b12 breaks in r11 5cm open"),
        ("i2222o", ("b12",), "b12 breaks in r11 2222cm open"),  # beyond reach, as it was typed
        ("io", ("b12",), "b12 breaks in r11 open"),
    ],
)
def test_an_interrupt_takes_no_target_for_a_distance(
    typed: str, watching: tuple[str, ...], said: str
) -> None:
    assert figure_line(typed, groups(acting="1"), watching, reach=60) == said


@pytest.mark.parametrize("typed", ["i11o", "i12o", "i115o", "i 11 o"])
def test_an_interrupt_that_can_be_read_in_two_ways_is_refused(typed: str) -> None:
    with pytest.raises(UnreadableKeys) as wrong:
        figure_line(typed, groups(acting="1"), ("b12",), reach=120)
    assert wrong.value.message == (
        "These keys can be read in two ways. Separate the numbers with spaces: "
        "`i 12 11 20` is B12 at R11, 20 cm."
    )


def test_no_number_after_an_interrupt_is_dropped() -> None:
    """2 is no figure here. Read as a distance, it must not swallow the 12 that was measured."""
    with pytest.raises(UnreadableKeys, match=r"^`1` is not a key here"):
        figure_line("i2 12 o", groups(acting="1"), ("b12",), reach=60)


def test_a_side_without_figures_reads_units() -> None:
    plain, chained = keys(), keys(chained=True)
    assert figure_key_shorthand.parse_unit_or_figure_keys(
        "1h", plain, table(), RED, "fire"
    ).actors == ("r1",)
    assert (
        figure_key_shorthand.parse_unit_or_figure_keys(
            "1h2h", chained, table(), RED, "fire"
        ).further_parts
        == "r2 holds"
    )


def test_sides_are_told_apart() -> None:
    blue: SideId = make_side_id("b")
    assert key_shorthand_reader.expand_shorthand(
        key_shorthand_reader.parse_unit_keys("21", keys(), table(), blue, "fire"), keys(), table()
    ) == "b2 > r1"  # fmt: skip
