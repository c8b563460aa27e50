"""Which keys go on from what is typed, in every game; they stand below it on the table."""

from __future__ import annotations

import pytest

from tests.combat_zone import evening as zone
from tests.saying import say
from tests.trial_assault import evening as assault
from tests.tui.kit import TO_MOVE, TO_SHOOT, Stage, at_table, book, both_sizes, prompt_at, samples
from tests.tui.test_one_grammar import begun
from tests.xenocide import evening, laws
from tracker.application.match_setup import Entrant
from tui.prompt.next_key_hints import list_next_key_hints
from tui.prompt.table_prompt import Prompt
from tui.table.panels.prompt_panel import render_alternative_keys, render_input_or_proposal

WATCHED = (*zone.BLUE_ACTS, "b12 opp", "next", "r1 activates", "r11 moves 1ap")
WATCHED_BY_TWO = (*zone.BLUE_ACTS, "b12 opp", "b13 opp", "next", "r1 activates", "r11 moves 1ap")


def test_the_keys_that_are_a_whole_line_are_offered_where_it_can_be_said() -> None:
    def offers(*lines: str) -> str:
        return render_alternative_keys(Prompt(assault.begin(*lines)), 60).plain

    assert "s who touches whom" not in offers("next", "next")
    assert offers("next", "next", "r1 charges b1", "next").endswith("s who touches whom")


def said(prompt: Prompt, typed: str) -> str:
    prompt.typed_text = typed
    return ", ".join(f"{key} {word}" for key, word in list_next_key_hints(prompt))


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("", ""),
        ("1", "m moves, c makes contact with, j joins, 1 2 3 fires at whom"),
        ("1c", "1 2 3 makes contact with whom"),
        ("1,", "1 2 3 fires at whom"),
        ("12", "s soft, h hard, o open, / split"),
        ("12s", "/ split"),  # a second cover would be refused
        ("1c2", ""),
        ("9", ""),
        ("-", ""),
    ],
)
def test_what_goes_on_where_units_fire(typed: str, keys: str) -> None:
    assert said(prompt_at(TO_SHOOT), typed) == keys


def test_only_who_can_be_struck_is_named_where_there_are_several_enemies() -> None:
    """B3 is on the table, but in no melee."""
    prompt = prompt_at(TO_SHOOT)
    say(prompt.game, "fix r1 melee b1,b2", "fix phase melee red")
    assert said(prompt, "1").endswith("1 2 fights whom")


def typed_line(prompt: Prompt, typed: str) -> str:
    """What stands at the cursor, with one blank between words."""
    prompt.typed_text = typed
    return " ".join(" ".join(line.plain for line in render_input_or_proposal(prompt, 76)).split())


def test_how_far_they_may_go_stands_beside_what_is_typed() -> None:
    # DZ-T2: infantry and vehicles 4" on this board, halved by damage; DZ-MOVE-03: an obstacle 1".
    prompt = prompt_at(TO_MOVE)
    assert typed_line(prompt, "1m") == '1m▌ r1 moves (at most 4") Enter'
    assert '(at most 4")' in typed_line(prompt, "1c1")
    halved = prompt_at((*TO_MOVE, "fix r3 half 1"))
    assert '(R1 at most 4", R3 at most 2")' in typed_line(halved, "1,3m")


def test_how_far_they_may_go_by_their_orders_markers_and_speed() -> None:
    # XF-T11: standard M, run M to 2M; XF-VEH-01: increment 2 of base 12 goes 24" to 36".
    game = evening.begin("fix phase movement", "fix r2 order run", "fix r5 speed 2")
    prompt = Prompt(game)
    assert '(at most 4")' in typed_line(prompt, "1m")
    assert '(at least 4", at most 8")' in typed_line(prompt, "2m")
    assert '(24" to 36")' in typed_line(prompt, "5m")
    assert '(at least 4", at most 8")' in typed_line(prompt, "1m4 2m")  # the part that is typed now


@pytest.mark.parametrize(
    ("typed", "offered", "not_offered"),
    [  # Leapers have grav packs, Swifts flight packs, Steppers teleporters; all of them run
        ("1", "p leaps", ("t teleports", "y flies")),
        ("2m", "y flies", ("p leaps",)),
        ("3", "t teleports", ("p leaps", "y flies")),
        ("1m", "e towards", ()),
    ],
)
def test_flying_leaping_and_teleporting_are_offered_to_who_can(
    typed: str, offered: str, not_offered: tuple[str, ...]
) -> None:
    rosters = samples("xenocide")
    game = book("xenocide").begin_match(
        "xenocide",
        [
            Entrant("Red", rosters["high-wardens.toml"]),
            Entrant("Blue", rosters["dust-runners.toml"]),
        ],
    )
    runs = (f"fix {unit} order run" for unit in ("r1", "r2", "r3"))
    say(game, "deploy red", "deploy blue", "fix phase movement", *runs)
    keys = said(Prompt(game), typed).split(", ")
    assert offered in keys
    assert not set(not_offered) & {*keys}


def test_how_far_a_charge_may_go() -> None:
    # TA-CHG-02: 6" unless the unit's own entry gives more.
    assert '(at most 6")' in typed_line(Prompt(assault.begin("next", "next")), "1c1")


def test_while_dice_are_asked_nothing_goes_on() -> None:
    assert said(prompt_at((*TO_SHOOT, "r1 > b2 soft")), "4") == ""


def test_the_verbs_are_those_of_the_phase() -> None:
    assert said(prompt_at(TO_MOVE), "1") == "c makes contact with, j joins"


def test_where_figures_act() -> None:
    prompt = Prompt(begun("combat-zone", zone.RED_ACTS))
    covers = "o open, s soft, d medium, h hard, x extra-hard"
    assert said(prompt, "4").startswith("m moves, a aims at, o goes on opportunity fire")
    assert said(prompt, "4").endswith("11 12 13 14 15 fires at whom")
    assert said(prompt, "4m") == "number ap"
    assert said(prompt, "41") == "1 2 3 4 5 the rest of the number"
    assert said(prompt, "415") == f"number how far, in cm, {covers}, f number of shots, / split"
    assert said(prompt, "41530") == f"{covers}, f number of shots, / split"
    assert said(prompt, "4c15") == ""  # a charge has neither a range nor shots
    assert said(prompt, "4s") == "11 12 13 14 15 fires at whom"
    prompt.typed_text = "4s1530"
    assert prompt.reader.expand_typed_line() == "r14 > b15 30cm soft"


def test_two_numbers_as_they_are_shown_can_be_kept_apart_from_a_number_and_a_distance() -> None:
    """``1112`` is figure 1 at 11 from 2 cm; whoever meant 11 at 12 reads how to say so."""
    prompt = Prompt(begun("combat-zone", zone.RED_ACTS))
    assert said(prompt, "1112").startswith("11 12 R11 fires at B12, o open")
    assert "R11" not in said(prompt, "11 12")
    assert "R14" not in said(prompt, "41530")


def test_a_figure_whose_group_has_not_been_chosen_is_told_what_it_may_do() -> None:
    """Its number chooses the group; a group alone does nothing by itself."""
    prompt = Prompt(begun("combat-zone", (*zone.BLUE_ACTS, "b1 activates", "all holds")))
    assert said(prompt, "11").startswith("m moves, a aims at, o goes on opportunity fire")
    assert said(prompt, "11").endswith("11 12 13 14 15 fires at whom")
    assert said(prompt, "11c15") == ""  # a charge has neither a range nor shots
    assert said(prompt, "1") == ""


def test_where_somebody_comes_in_between() -> None:
    """Whoever may is named by number and name, of this table; then how far."""
    covers = "o open, s soft, d medium, h hard, x extra-hard"
    both = Prompt(begun("combat-zone", WATCHED_BY_TWO))
    assert said(both, "i") == "12 Pike, 13 Moss"
    assert said(both, "i12") == f"number how far, in cm, {covers}"
    one = Prompt(begun("combat-zone", WATCHED))
    assert said(one, "i") == f"number how far, in cm, {covers}"


def test_whoever_is_named_in_between_may_say_how_far() -> None:
    moved = (*laws.ORDERS, "next", "init : 47 / first", "r1 moves 5in")
    prompt = Prompt(evening.begin(*moved))
    assert said(prompt, "i") == "1 Bayonets, 5 Raider"
    assert said(prompt, "i1") == "number how far, in inches, l light, h heavy, o open, f far"


def test_where_parts_are_chained_and_a_side_says_one_list() -> None:
    moving = Prompt(evening.begin(*laws.ORDERS, "next", "init : 47 / first"))
    assert said(moving, "1m7").startswith("c makes contact with")
    assert said(moving, "1").endswith("i Blue interrupts")
    orders = Prompt(evening.begin())
    assert said(orders, "1") == "r run, o opp, d standard"
    assert said(orders, "5") == "number its speed"
    assert said(orders, "1r") == "number the next unit"


def test_behind_an_action_an_interrupt_goes_on_as_it_does_by_itself() -> None:
    """Who is asked where several may come in between, then from how far and through what."""
    units = Prompt(evening.begin(*laws.ORDERS, "next", "init : 47 / first"))
    assert said(units, "1m6i") == "1 Bayonets, 5 Raider"
    assert said(units, "1m6i5") == "number how far, in inches, l light, h heavy, o open, f far"
    figures = Prompt(begun("combat-zone", WATCHED_BY_TWO))
    assert said(figures, "1m2i") == "12 Pike, 13 Moss"
    how = "number how far, in cm, o open, s soft, d medium, h hard, x extra-hard"
    assert said(figures, "1m2i12") == how
    assert said(figures, "1m2i1222") == how.removeprefix("number how far, in cm, ")


def test_what_a_unit_may_not_do_is_not_among_its_keys() -> None:
    """On foot nobody rams or runs over, a vehicle gets out of nothing; who moves may make contact
    in the same line. In Trial Assault whoever stands fast has nothing to test for.
    """
    moving = Prompt(evening.begin(*laws.ORDERS, "next", "init : 47 / first"))
    walking = "c makes contact with, number inches, e towards, z off, i Blue interrupts"
    assert said(moving, "1") == walking
    driving = (
        "c makes contact with, v runs over, a rams, number inches, e towards, i Blue interrupts"
    )
    assert said(moving, "5") == driving
    standing = Prompt(assault.begin())
    assert said(standing, "1") == "number inches"


@pytest.mark.thorough
@both_sizes
def test_they_stand_below_what_is_typed(size: tuple[int, int]) -> None:
    async def story(stage: Stage) -> None:
        await stage.press("12")
        assert "s soft   h hard   o open   / split" in stage.text
        await stage.press("s⏎")
        assert "h hard" not in stage.text

    at_table(story, TO_SHOOT, size=size)
