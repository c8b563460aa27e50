"""What stands round a roll: who, whom and how in the title, and the keys that count now."""

from __future__ import annotations

import pytest

from tests.trial_assault.evening import sampled
from tests.tui.kit import (
    SET_UP,
    TO_SHOOT,
    Stage,
    act,
    at_table,
    begin,
    begin_figures,
    book,
    key,
)
from tests.tui.test_groups import DEPLOYED
from tracker.application.typed_lines.line_and_script_play import play_line
from tui.prompt.table_prompt import Prompt
from tui.views.open_action_description import (
    find_actor_and_targets,
    list_open_action_details,
    name_actor_and_targets,
)


@pytest.mark.thorough
def test_the_title_has_the_cover_and_the_footer_the_edit_key() -> None:
    async def story(stage: Stage) -> None:
        assert "n next" in stage.text
        assert "e edit" not in stage.text
        await stage.press("12s⏎")
        assert "1 Alpha ▸ 2 Dusk rifles · soft" in stage.text
        assert "e edit" in stage.text
        assert "n next" not in stage.text

    at_table(story, TO_SHOOT)


def test_each_gun_has_its_own_target_and_cover() -> None:
    prompt = Prompt(begin(book(), TO_SHOOT))
    assert list_open_action_details(key(prompt, "31o/2s⏎").game) == ["with heavy repeater", "open"]
    assert list_open_action_details(key(prompt, "231564⏎31562⏎5216⏎").game) == [
        "with destroyer",
        "soft",
    ]


def test_an_enraged_monster_is_who_attacks() -> None:
    """The Stalker is shot at in soft cover, goes wild, and reaches the vehicle that shot."""
    shots = "r3 > b3 soft with heavy-repeater : =1 / =1 / =0 / 4"
    game = begin(book(), TO_SHOOT)
    play_line(game, f"{shots} / falls r3 / yes")
    assert game.pending is not None
    assert game.pending.request.what == "to hit"
    assert find_actor_and_targets(game) == ("u:b3", {"u:r3"})
    assert list_open_action_details(game) == [], "the cover was that of the shots"
    play_line(game, "answer : =1 / =1")
    assert game.pending.request.what == "save"
    assert find_actor_and_targets(game)[0] == "u:r3"


def test_a_fellow_charger_is_no_target_of_its_own_roll() -> None:
    """First Embers (R1) and the walker Old Anvil (R4) charge Runts; each rolls for the terrain."""
    game = sampled("r1,r4 charges b3 rough")
    for unit, name in (("u:r1", "1 First Embers"), ("u:r4", "4 Old Anvil")):
        assert game.pending is not None
        assert game.pending.request.subject == unit
        assert find_actor_and_targets(game) == (unit, {"u:b3"})
        assert name_actor_and_targets(game)[0] == name
        play_line(game, "answer : 55 / y")


def test_every_choice_is_seen_and_so_is_what_is_typed() -> None:
    """Six letters and the place to type in eight rows: the nearest unit of an enraged monster."""

    async def story(stage: Stage) -> None:
        await stage.press("4⏎")
        assert "Nearest unit to Stalker" in stage.text
        for offer in ("Alpha", "Bravo", "Hammer", "Claw pack", "Dusk rifles", "equally near"):
            assert any(offer in line for line in stage.text.splitlines()[8:16]), offer
        assert "Enter: Alpha" in stage.text

    at_table(story, (*TO_SHOOT, "r3 > b3 soft with heavy-repeater : =1 / =1 / =0"))


@pytest.mark.thorough
def test_nobody_is_left_to_act_once_the_phase_is_being_ended() -> None:
    """Two of the Claw pack fall; Blue ends its half without firing, and panic is rolled for."""

    async def story(stage: Stage) -> None:
        assert "PANIC CHECKS" in stage.text.upper()
        assert "left" not in stage.text.splitlines()[1]

    at_table(story, (*TO_SHOOT, "r1 > b1 open : =8 / =4 / =2", "next", "next"))


@pytest.mark.thorough
def test_a_free_roll_changes_nothing_of_whose_go_it_is() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("12s⏎")
        before = stage.text.splitlines()[1]
        await stage.press("R4+ is it in cover?⏎")
        assert "IS IT IN COVER?" in stage.text
        assert stage.text.splitlines()[1] == before

    at_table(story, TO_SHOOT)


def test_a_free_roll_after_the_end_shows_its_die() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("R4+ is it in cover?⏎5")
        assert "free roll" in stage.text
        assert "IS IT IN COVER?" in stage.text
        assert "Winner" not in stage.text
        await stage.press("⏎")
        assert "Winner: " in stage.text

    at_table(story, (*TO_SHOOT, "end conceded blue"))


def test_a_die_too_many_shows_every_way_on_in_a_small_terminal() -> None:
    kept = book("combat-zone")
    begin_figures(kept, (*DEPLOYED, "init : 546", "first", "r1 activates"))

    async def story(stage: Stage) -> None:
        await stage.press("1213s2⏎")
        assert "burst of 3 for 2 points" in stage.text
        await stage.press("5546⏎")
        assert "delete the last one" in stage.text
        assert "change the unit, target or action; the dice are kept" in stage.text
        assert "you rolled 4: log a table ruling" in stage.text

    act(story, kept, game="m1")


def test_nobody_is_changed_on_a_sheet_with_a_die_too_many() -> None:
    prompt = key(Prompt(begin(book(), SET_UP)), "421⏎")
    assert prompt.notice is not None
    assert prompt.notice.text == "2 dice are needed, 3 were typed. Nothing is lost. Choose:"
    assert [way for way, _ in prompt.notice.offered_keys] == ["Backspace"]


@pytest.mark.parametrize(
    ("keys", "ways"),
    [("12s⏎45162346125⏎", ["Backspace", "e", "d"]), ("12s⏎4516⏎", ["e", "d"])],
)
def test_another_number_of_dice_names_the_ways_on_once(keys: str, ways: list[str]) -> None:
    prompt = key(Prompt(begin(book(), TO_SHOOT)), keys)
    assert prompt.notice is not None
    told = {11: "11 were typed. Nothing is lost. Choose:", 4: "4 were typed. Type 6 more, "}
    typed = len(keys.split("⏎")[1])
    assert prompt.notice.text.startswith(f"10 dice are needed, {told[typed]}")
    assert [way for way, _ in prompt.notice.offered_keys] == ways
