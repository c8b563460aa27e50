"""Any game on the screen: few keys to the first die, forces that are typed, lines with signs."""

from __future__ import annotations

import random

import pytest

from tests.gamefile.kit import OURS, PICKET, RALLYING_BY_SUM, shipped, text_of
from tests.tui.kit import Clock, Stage, act
from tracker.application.book import Book
from tracker.application.correcting.correction_preview import preview_correction
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.due_actions_of_game import list_due_actions_not_begun
from tracker.application.match.possible_actions import list_possible_actions
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.gamefile.ruleset_builder import build_ruleset
from tracker.input_parsing.line_syntax_tree import format_line
from tracker.ledger.memory_store import MemoryStore
from tracker.testing.random_games import make_book
from tracker.vocabulary.subject_ids import make_unit_id
from tui.correcting.quick_line_edits import apply_typed_line_edit, format_line_edit_examples
from tui.prompt.key_shorthand_reader import UnreadableKeys
from tui.prompt.table_prompt import Prompt
from tui.views.game_list import describe_awaited_input
from tui.views.last_unit_actions import LastUnitActions
from tui.views.next_line_proposals import propose_after_open_action, propose_next_line
from tui.views.roll_formatting import format_roll_number_within_action


@pytest.fixture
def kept() -> Book:
    """An empty ledger; its app dice are always the same."""
    return Book(MemoryStore(), clock=Clock(), dice=random.Random(7))


def test_from_the_first_screen_to_the_first_die(kept: Book) -> None:
    """Seven keys: no attack that nobody has typed is proposed to Enter."""

    async def story(stage: Stage) -> None:
        await stage.press("n")
        assert "5 Any game" in stage.text
        await stage.press("5⏎⏎⏎⏎")
        assert "Type the number of a unit, then the key of an action." in stage.text
        await stage.press("11⏎")
        assert "TO HIT   8 dice   need 4+" in stage.text
        await stage.press("66554411⏎")
        assert "Enter:" not in stage.text
        await stage.press(":r2 -2 +burning⏎")
        assert "R2 −2 (6 left), R2" in stage.text

    act(story, kept, game=None)
    match = kept.open_game("m1").match
    assert len(match.figures(make_unit_id("b1"))) == 4
    assert match.mark(make_unit_id("r2"), "words") == "burning"


def test_the_winner_of_a_finished_game_is_changed_after_a_second_enter(kept: Book) -> None:
    async def story(stage: Stage) -> None:
        await stage.press("n5⏎⏎⏎⏎:end draw⏎")
        assert "Drawn" in stage.text
        await stage.press("⏎:end red⏎")
        assert "Enter  do it anyway" in stage.text
        await stage.press("⏎")

    act(story, kept, game=None)
    ended = kept.open_game("m1").match.ended
    assert ended is not None
    assert ended.winner == "s:r"


def test_a_force_can_be_built_for_a_game_of_a_file(kept: Book) -> None:
    async def story(stage: Stage) -> None:
        await stage.press("f5")
        assert "my armies · Any game" in stage.text

    act(story, kept, game=None)


def test_forces_are_typed(kept: Book) -> None:
    async def story(stage: Stage) -> None:
        await stage.press("n5f")
        assert "8 riflemen, 1 gunner · or a roster file" in stage.text
        await stage.press("8 riflemen, 1 tank⏎f10 orcs⏎")
        assert "Riflemen, Tank v Orcs" in stage.text
        await stage.press("⏎⏎")  # nobody is named for either side
        assert "10/10" in stage.text

    act(story, kept, game=None)
    match = kept.open_game("m1").match
    assert [len(match.figures(unit)) for unit in match.units()] == [8, 1, 10]


def test_a_typed_force_that_cannot_be_read_is_not_replaced_by_another(kept: Book) -> None:
    async def story(stage: Stage) -> None:
        for typed, why in (
            ("orcs", "Type units like this: 8 riflemen."),
            ("orcs 10", "can be read in two ways"),
            ("8 orcs, 3-man team", '"3-man team": Write a number and a noun, as in 3 men.'),
        ):
            await stage.press(f"n5f{typed}⏎")
            assert "Which force does Red play?" in stage.text
            assert why in " ".join(stage.text.split())
            assert typed in stage.text.splitlines()[-2]
            await stage.press("⎋⎋⎋")

    act(story, kept, game=None)


def test_a_refused_force_is_mended_in_its_field(kept: Book) -> None:
    """Ten characters fewer make the refused unit readable, and Enter then takes the force."""

    async def story(stage: Stage) -> None:
        await stage.press("n5f8 orcs, 3-man team⏎⌫⌫⌫⌫⌫⌫⌫⌫⌫⌫3 men⏎")
        assert "Which force does Blue play?" in stage.text
        assert "Orcs, Men" in stage.text

    act(story, kept, game=None)


def test_a_line_goes_on_behind_the_keys(kept: Book) -> None:
    """Keys are a line with the proposed dice; a line that is typed takes its place."""

    async def story(stage: Stage) -> None:
        await stage.press("n5⏎⏎⏎12:")
        assert "→ adds to it; typing replaces it" in stage.text
        assert "r1 attacks b2 8d6 4+" in stage.text
        await stage.press("r1 > b2 10d6 3+ -5+⏎")
        assert "TO HIT   10 dice   need 3+" in stage.text
        await stage.press("=0⏎12")
        assert "r1 attacks b2 10d6 3+ -5+  (as before)" in stage.text
        await stage.press("⎋")
        await stage.press("12:vp red 2⏎")

    act(story, kept, game=None)
    match = kept.open_game("m1").match
    assert match.points(match.sides[0]) == 2


def test_a_line_typed_after_unreadable_keys_takes_their_place(kept: Book) -> None:
    """Red has no unit 9, so that 9 is no beginning of a line."""

    async def story(stage: Stage) -> None:
        await stage.press("n5⏎⏎⏎9:")
        assert "→ adds to it; typing replaces it" in stage.text
        await stage.press("r1 -2⏎")
        assert "R1 −2 (6 left)" in stage.text

    act(story, kept, game=None)


def test_proposed_dice_of_a_smaller_unit_say_for_how_many_figures(kept: Book) -> None:
    """Half of eight riflemen fall: of sixteen dice, eight are proposed again."""

    async def story(stage: Stage) -> None:
        await stage.press("n5⏎⏎⏎:r1 > b1 16d6 4+ : =0⏎:r1 -4⏎11")
        assert "r1 attacks b1 8d6 4+  (as before, dice for 4 figures)" in stage.text

    act(story, kept, game=None)


def test_the_end_of_a_phase_names_units_that_wait_for_their_activation() -> None:
    """Alpha has one of its two points left. No other crew may act before it is done."""
    kept = make_book(shipped("breach"), random.Random(7))
    red, blue = "Alpha: 3 marines\nBravo: 3 marines", "Cutters: 4 raiders\nGunners: 2 raiders"
    kept.begin_match("breach", [Entrant("Red", red), Entrant("Blue", blue)])

    async def story(stage: Stage) -> None:
        await stage.press("1m4⏎n")
        assert "Alpha, Bravo, Cutters and 1 more have not been activated." in stage.text

    act(story, kept, game="m1")


def test_points_without_their_line_begin_no_free_roll(kept: Book) -> None:
    """The first letter of Red is the key of a free roll."""

    async def story(stage: Stage) -> None:
        await stage.press("n5⏎⏎⏎red 3, blue 1⏎")
        assert "For points, press : and type a line such as `vp red 2`." in stage.text
        assert "free roll" not in stage.text

    act(story, kept, game=None)


def test_points_name_a_limit_of_both_sides_once(kept: Book) -> None:
    async def story(stage: Stage) -> None:
        await stage.press("n5⏎⏎⏎n")
        asked = "a number for each side: r Red, b Blue (at most 20 each) · for example r2 b2"
        assert asked in " ".join(stage.text.replace("│", " ").split())

    act(story, kept, game=None)


def test_the_line_of_the_keys_is_changed_after_an_arrow(kept: Book) -> None:
    """Seven characters less are the line without its dice."""

    async def story(stage: Stage) -> None:
        await stage.press("n5⏎⏎⏎12:")
        await stage.named("right")
        await stage.press("⌫⌫⌫⌫⌫⌫⌫12d6 3+⏎")
        assert "TO HIT   12 dice   need 3+" in stage.text

    act(story, kept, game=None)


def test_an_undone_draw_is_entered_again_as_the_same_card() -> None:
    """Card 4 is the third that is left: with Enter after an undo, it is card 4 again, not 3."""
    rules = build_ruleset(
        """warledger_game = 1
id = "omen"
title = "Omen"
phases = [{ id = "act", order = "both" }]
[decks.fate]
cards = [1, 2, 3, 4, 5, 6]
[actions.strike]
at = "enemy"
steps = [{ draw = "fate" }, { lose = "fate" }]
"""
    )
    kept = make_book(rules, random.Random(7))
    game = kept.begin_match("omen", [Entrant("Red", "9 men"), Entrant("Blue", "19 men")])
    assert play_line(game, "r1 strike b1 : 1").error is None
    prompt = Prompt(game)
    for line in ("r1 strike b1", "4"):
        assert play_line(game, line).error is None
    assert len(game.match.figures(make_unit_id("b1"))) == 14
    prompt.undo_last_entry()
    assert prompt.wants_dice
    prompt.submit_input()
    assert len(game.match.figures(make_unit_id("b1"))) == 14


def test_a_letter_among_dice_is_not_dropped(kept: Book) -> None:
    kept = make_book(shipped("picket"), random.Random(7))
    kept.begin_match("picket", [Entrant("Red", "2 riflemen"), Entrant("Blue", "5 guards")])

    async def story(stage: Stage) -> None:
        await stage.press("1f1⏎5h6")
        assert "5h6▌" in stage.text
        await stage.press("⏎")
        assert '"h6" is not dice' in stage.text

    act(story, kept, game="m1")


def test_a_bar_in_a_note_is_warned_about(kept: Book) -> None:
    """The second part is a note, so that Blue scores nothing; a plain note has no warning."""

    async def story(stage: Stage) -> None:
        await stage.press("n5⏎⏎⏎:vp red 3 # farm⏎")
        assert "note" not in stage.text.partition("├─ log")[0]
        await stage.press(":vp red 3 # farm | vp blue 1⏎")
        assert "! Everything after `#` is the note, even after `|`." in stage.text

    act(story, kept, game=None)
    match = kept.open_game("m1").match
    assert [match.points(side) for side in match.sides] == [6, 0]


def test_only_the_rest_of_a_line_is_edited_again(kept: Book) -> None:
    """One rifleman falls in the first part, and not a second time with the corrected line."""

    async def story(stage: Stage) -> None:
        await stage.press("n5⏎⏎⏎:r1 -1 | r1 > b1 12d6 1+⏎")
        told = " ".join(stage.text.replace("│", "").split())
        assert "× A D6 needs 2+ to 6+, not 1+; for automatic hits, leave 1+ out" in told
        assert "type only the number to wound. Everything before r1 > b1 12d6 1+ was" in told
        await stage.press(":")
        await stage.named("up")
        assert stage.text.splitlines()[-2].strip() == "r1 > b1 12d6 1+"
        await stage.press("⌫⌫4+⏎=0⏎")

    act(story, kept, game=None)
    assert len(kept.open_game("m1").match.figures(make_unit_id("r1"))) == 7


def test_a_side_with_one_unit_names_its_number_alone(kept: Book) -> None:
    async def story(stage: Stage) -> None:
        await stage.press("n5f1 tank⏎f10 orcs⏎⏎⏎9")
        assert "has no unit 9. Type 1." in stage.text

    act(story, kept, game=None)


def test_a_note_begins_with_a_number_sign_also_where_dice_are_asked(kept: Book) -> None:
    """The letters behind it are those of the note, and none lets the app roll."""

    async def story(stage: Stage) -> None:
        await stage.press("n5⏎⏎⏎12⏎")
        assert "0 of 8 dice" in stage.text
        await stage.press("#river is deep⏎")
        assert "0 of 8 dice" in stage.text

    act(story, kept, game=None)
    game = kept.open_game("m1")
    assert game.pending is not None
    assert "river is deep" in "\n".join(line.text for line in list_log_lines(game.history))


def test_keys_that_make_no_line_go_on_in_words(kept: Book) -> None:
    """What was typed is not lost: the words of the keys, with what they could not say behind."""

    async def story(stage: Stage) -> None:
        await stage.press("n5⏎⏎⏎1m6⏎")
        assert 'R1 First squad moves 6"' in stage.text
        await stage.press("124")
        assert "`4` is not a key here. Press : to finish the line in words." in stage.text
        await stage.press(":+⏎")
        assert "TO HIT   8 dice   need 4+" in stage.text
        assert "0 of 8 dice" in stage.text
        assert " roll 1 ─" in stage.text

    act(story, kept, game=None)


def test_who_has_attacked_attacks_again_with_the_dice_of_those_left() -> None:
    """Two dice for each of eight riflemen: ten dice when five are left, twelve when six are."""
    kept = make_book(shipped("free"), random.Random(7))
    game = kept.begin_match("free", [Entrant("Red", "8 riflemen"), Entrant("Blue", "10 orcs")])
    memory = LastUnitActions(game)

    def proposed() -> tuple[str, str] | None:
        found = propose_next_line(game, memory, game.match.sides[0])
        return None if found is None else (found.line, found.age)

    def say(line: str) -> None:
        assert play_line(game, line).error is None

    assert proposed() is None
    say("r1 > b1 16d6 3+ -5+ : =0")
    assert proposed() is None  # this game does not use done
    for line in ("r1 -3", "next", "answer : 0"):
        say(line)
    assert proposed() == ("r1 attacks b1 10d6 3+ -5+", "as in turn 1, dice for 5 figures")
    say("r1 +1")
    assert proposed() == ("r1 attacks b1 12d6 3+ -5+", "as in turn 1, dice for 6 figures")


def test_no_unit_is_proposed_as_done() -> None:
    """One unit was marked as done: Enter after an attack still writes nothing."""
    kept = make_book(shipped("free"), random.Random(7))
    force = "8 marines\n6 riflemen"
    game = kept.begin_match("free", [Entrant("Red", force), Entrant("Blue", "10 orcs")])
    assert play_line(game, "r2 done").error is None
    assert play_line(game, "r1 > b1 8d6 4+").error is None
    memory, red = LastUnitActions(game), game.match.sides[0]
    assert propose_after_open_action(game, memory, red) is None
    assert play_line(game, "answer : 66611111").error is None
    assert propose_next_line(game, memory, red) is None


def test_dice_typed_for_all_figures_do_not_become_more_after_a_correction() -> None:
    """Ten dice for ten orcs, of whom two fell by a correction of an earlier line, and came back."""
    kept = make_book(shipped("free"), random.Random(7))
    game = kept.begin_match("free", [Entrant("Red", "8 riflemen"), Entrant("Blue", "10 orcs")])
    memory = LastUnitActions(game)
    for line in ("b1 -1", "b1 +1", "b1 > r1 10d6 3+ : =0"):
        assert play_line(game, line).error is None
    (number,) = (line.number for line in list_log_lines(game.history) if "(-1)" in line.text)
    preview_correction(game, number, "b1 -3").save_correction()
    assert play_line(game, "b1 +2").error is None
    remembered = memory.find_last_line("b1", "attacks")
    assert remembered is not None
    assert len(game.match.figures(make_unit_id("b1"))) == 10
    assert format_line(memory.reduce_dice_after_losses(remembered)) == "b1 attacks r1 10d6 3+"


def test_an_action_without_phases_is_offered_in_every_phase_of_the_turn() -> None:
    phases = '[[phases]]\nid = "landing"\nopening = true\n\n[[phases]]\nid = "orders"\n\n'
    signal = '[actions.signal]\nword = "signals"\nkey = "s"\n\n'
    text = text_of("picket").replace("[[phases]]", f"{phases}[[phases]]")
    rules = build_ruleset(text.replace("[actions.move]", f"{signal}[actions.move]"))
    game = make_book(rules, random.Random(1)).begin_match(
        rules.id, [Entrant("Red", "8 riflemen"), Entrant("Blue", "8 guards")]
    )
    offered = []
    for _ in range(3):
        lines = [action.line for action in list_possible_actions(game)]
        offered.append((game.match.phase, "r1 signals" in lines))
        assert play_line(game, "next").error is None
    assert offered == [("landing", False), ("orders", True), ("action", True)]
    assert rules.keys.usual == {"orders": "s", "action": "f"}


def test_keys_offer_only_actions_that_the_phase_and_contact_allow() -> None:
    phases = '[[phases]]\nid = "priority"\nfirst = true\n\n[[phases]]'
    charge = '[actions.charge]\nat = "enemy"\nends = false\nsteps = [{ engage = "target" }]'
    melee = '[contact]\nword = "melee"\nsign = "x"\nbars = ["fire"]'
    text = text_of("picket").replace(PICKET, OURS).replace("[[phases]]", phases, 1)
    rules = build_ruleset(text.replace("[actions.move]", f"{charge}\n{melee}\n[actions.move]"))
    kept = make_book(rules, random.Random(1))
    kept.begin_match(rules.id, [Entrant("Red", "8 riflemen"), Entrant("Blue", "8 guards")])

    async def story(stage: Stage) -> None:
        await stage.press("64⏎1")
        assert "Nobody acts in this phase. Press Esc, then Enter to continue." in stage.text
        assert "fires" not in stage.text
        await stage.press("⎋:next⏎1")
        assert "fires at whom" in stage.text
        await stage.press("⎋:r1 charge b1⏎1")
        assert "1 Riflemen is in melee." in stage.text
        assert "whom" not in stage.text

    act(story, kept, game="m1")


def test_a_force_is_built_of_lines(kept: Book) -> None:
    async def story(stage: Stage) -> None:
        await stage.press("n5m1")
        assert "to add a unit, for example 8 riflemen." in stage.text
        await stage.press("aWolves: 10 warriors⏎")
        assert "10 warriors" in stage.text

    act(story, kept, game=None)


def test_the_key_for_an_interrupt_shoots_at_a_unit_that_has_already_moved() -> None:
    """In Watchfire, both squads of Red are on watch when the gate guards move."""
    kept = make_book(shipped("watchfire"), random.Random(7))
    red, blue = Entrant("Red", "Ridge: 5 rifle\nBrook: 4 rifle"), Entrant("Blue", "Gate: 4 guard")
    game = kept.begin_match("watchfire", [red, blue])
    for line in ("next", "r1 watches", "r2 watches", "next"):
        assert play_line(game, line).error is None

    async def story(stage: Stage) -> None:
        await stage.press("1m⏎i")
        assert "before line 9: b1 moves" in stage.text
        await stage.press("2")
        assert "r2 snaps b1" in stage.text
        await stage.press("⏎1999⏎1⏎")  # one hit, which is saved
        assert "B1 Gate moves | R2 Brook ▸ B1" in stage.text

    act(story, kept, game="m1")
    game = kept.open_game("m1")
    assert game.match.mark(make_unit_id("b1"), "suppressed") == 1
    assert not game.match.has(make_unit_id("r2"), "watch")
    assert game.match.has(make_unit_id("r1"), "watch")


BOTH_ACT = (
    text_of("watchfire")
    .replace('"turns" }', '"both" }')
    .replace('"side turn"', '"turn"')
    .replace(', until = "own turn"', "")
)


ARMED = (
    text_of("picket")
    .replace(
        "[profiles.rifleman]",
        "[weapon_stats]\nfar = [1, 60]\n[weapons.rifle]\nfar = 24\n[weapons.mortar]\nfar = 48\n\n"
        '[profiles.rifleman]\nweapons = ["rifle", "mortar"]',
    )
    .replace('flags = { cover = "c" }', 'flags = { cover = "c" }\nweapons = ["rifle", "mortar"]')
    .replace(
        "[actions.move]",
        '[actions.rush]\nword = "rushes"\nkey = "e"\nat = "enemy"\nflags = { closer = "k" }\n\n'
        "[actions.move]",
    )
    .replace('key = "f"', 'key = "f"\nreach = "weapon.far"')
)
"""Picket, with two weapons of 24 and 48 inches, and an action that only has the flag ``closer``."""


def test_a_distance_is_typed_after_the_target(kept: Book) -> None:
    """15 inches, then 9; the hint names what a key does not give, and a move has its number."""
    kept = make_book(build_ruleset(ARMED), random.Random(7))
    kept.begin_match("picket", [Entrant("Red", "5 riflemen"), Entrant("Blue", "5 guards")])

    async def story(stage: Stage) -> None:
        await stage.press("1m6")
        assert "1m6▌   r1 moves 6in" in stage.text
        await stage.press("⎋1f1")
        assert "number inches   c cover   : with mortar instead of rifle" in stage.text
        await stage.press("c8")
        assert "Type the distance before the letters: `1f18c`." in stage.text
        await stage.press("⌫⌫")
        await stage.press("15c")
        assert "r1 fires b1 15in cover" in stage.text
        await stage.press("⏎e")
        assert "1 for B1" not in stage.text  # the only enemy
        await stage.press("9in⏎⏎")
        assert "r1 fires b1 cover with rifle 9in" in stage.text

    act(story, kept, game="m1")


def test_only_flags_of_the_action_are_keys_and_hints(kept: Book) -> None:
    """To rush is to be closer; cover is for fire alone."""
    kept = make_book(build_ruleset(ARMED), random.Random(7))
    game = kept.begin_match("picket", [Entrant("Red", "5 riflemen"), Entrant("Blue", "5 guards")])

    async def story(stage: Stage) -> None:
        await stage.press("1e1")
        assert "k closer" in stage.text
        assert "cover" not in stage.text
        await stage.press("c")
        assert "1e1c▌   `c` is not a key here. Type k for closer." in stage.text

    act(story, kept, game="m1")
    assert format_line_edit_examples(game, "r1 rushes b1") == "k for closer"
    assert format_line_edit_examples(game, "r1 fires b1") == "c for cover · 20in for 20 in"
    assert apply_typed_line_edit(game, "r1 rushes b1", "k") == "r1 rushes b1 closer"
    with pytest.raises(UnreadableKeys, match=r"^`c` has no effect\. .* or k for closer, or"):
        apply_typed_line_edit(game, "r1 rushes b1", "c")


def test_where_both_sides_act_the_other_side_alone_may_interrupt() -> None:
    """All three are on watch; R2 moves, so that of the two squads and the guards Gate may snap."""
    kept = make_book(build_ruleset(BOTH_ACT), random.Random(7))
    red, blue = Entrant("Red", "Ridge: 5 rifle\nBrook: 4 rifle"), Entrant("Blue", "Gate: 4 guard")
    game = kept.begin_match("watchfire", [red, blue])
    for line in ("next", "r1 watches", "r2 watches", "b1 watches", "next"):
        assert play_line(game, line).error is None

    async def story(stage: Stage) -> None:
        assert "i Red or Blue interrupts" in stage.text
        await stage.press("2mi")
        assert "r2 moves | b1 snaps r2" in stage.text
        await stage.press("⌫⏎i")
        assert "before line 10: r2 moves" in stage.text
        assert "b1 snaps r2" in stage.text
        await stage.press("⏎")
        assert "TO HIT   4D10" in stage.text

    act(story, kept, game="m1")


def test_friends_of_the_acting_unit_are_not_offered_as_interrupters() -> None:
    kept = make_book(build_ruleset(BOTH_ACT), random.Random(7))
    red, blue = Entrant("Red", "Ridge: 5 rifle\nBrook: 4 rifle"), Entrant("Blue", "Gate: 4 guard")
    game = kept.begin_match("watchfire", [red, blue])
    for line in ("next", "r1 watches", "next"):
        assert play_line(game, line).error is None

    async def story(stage: Stage) -> None:
        assert "i Red interrupts" in stage.text, "if Blue moves"
        await stage.press("2m")
        assert "r2 moves" in stage.text
        assert "interrupts" not in stage.text
        await stage.press("i")
        assert "r1 snaps r2" not in stage.text

    act(story, kept, game="m1")


def test_dice_that_are_added_have_a_row_for_each_unit() -> None:
    """4 + 2 and 1 for four orcs is 7, which passes; 3 + 3 alone is 6, which fails."""
    kept = make_book(build_ruleset(RALLYING_BY_SUM), random.Random(7))
    red, blue = Entrant("Red", "A: 4 orcs\nB: 3 orcs"), Entrant("Blue", "C: 3 orcs")
    game = kept.begin_match("rallying", [red, blue])
    for line in ("fix r1 shaken", "fix r2 shaken", "next"):
        assert play_line(game, line).error is None

    async def story(stage: Stage) -> None:
        assert "RALLY   2 × 2D6   need 7+   Red rolls" in stage.text
        assert "adds  total needs       total" in stage.text
        assert "R1 A    +1           7+  _ _" in stage.text
        await stage.press("4233")
        assert "R1 A    +1           7+  4 2      7  passed" in stage.text
        assert "R2 B    +0           7+  3 3      6  failed" in stage.text
        await stage.press("⏎")

    act(story, kept, game="m1")
    match = kept.open_game("m1").match
    assert not match.has(make_unit_id("r1"), "shaken")
    assert match.has(make_unit_id("r2"), "shaken")


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_points_are_shown_beside_names_of_any_length(kept: Book, size: tuple[int, int]) -> None:
    """Two titles of 40 characters do not fit beside each other; the numbers stay."""
    force = "9 grenadiers, 9 musketeers, 9 pikemen, 9 scouts, 9 dogs"

    async def story(stage: Stage) -> None:
        await stage.press(f"n5f{force}⏎f{force}⏎⏎⏎:vp red 12⏎:vp blue 13⏎")
        top = stage.text.splitlines()[0]
        assert "… 12 : 13 " in top
        assert top.count("…") == 2
        assert top.startswith(" Red, Grenadiers, ")
        await stage.press(":end red⏎")
        await stage.press("⎋")
        assert "…  12 VP" in stage.text

    act(story, kept, game=None, size=size)


def test_house_rules_are_opened_while_a_name_is_typed(kept: Book) -> None:
    async def story(stage: Stage) -> None:
        await stage.press("n5⏎Otto")
        assert "F2 1 more house rule" in stage.text
        assert "F2 house rules" in stage.text.splitlines()[-1]
        await stage.named("f1")
        assert "rematch" not in stage.text
        assert "F2  " in stage.text
        await stage.press("⎋")
        await stage.named("f2")
        assert "house rules · Any game" in stage.text

    act(story, kept, game=None)


def test_the_title_is_asked_after_the_players(kept: Book) -> None:
    """Enter at the second name leads to the title, and Enter there begins the game."""

    async def story(stage: Stage) -> None:
        await stage.press("n5⏎Jan⏎Ruud")
        assert "Press Enter, then type what the game is called." in stage.text
        await stage.press("⏎The ford")
        assert "Press Enter to begin the game, or change an answer first." in stage.text
        await stage.press("⏎")

    act(story, kept, game=None)
    info = kept.open_game("m1").state.info
    assert ([side.player for side in info.sides], info.title) == (["Jan", "Ruud"], "The ford")


def test_what_is_done_is_asked_about_only_where_players_say_it(kept: Book) -> None:
    """Without ``done``, ``n`` ends the turn at once, and the last attack is proposed again."""

    async def story(stage: Stage) -> None:
        await stage.press("n5⏎⏎⏎12⏎=0⏎")
        assert " left " not in stage.text
        assert describe_awaited_input(stage.table.game) == "nothing is open"
        await stage.press("n⏎")  # nobody has scored
        assert "turn 2" in stage.text.splitlines()[0]
        assert "Enter: 1 First squad attacks 2 Fourth squad, 8d6 4+ (as in turn 1)" in stage.text
        await stage.press("1d⏎")
        assert describe_awaited_input(stage.table.game) == "next: Second squad is not done"
        await stage.press("n")
        assert "Second squad, Machine gun, Tank and 3 more are not done." in stage.text
        assert "turn 2" in stage.text.splitlines()[0]

    act(story, kept, game=None)


@pytest.mark.parametrize(("count", "shown"), [(7, 7), (8, 8), (9, 7)])
def test_a_roster_of_many_units_takes_empty_rows_of_the_prompt(
    kept: Book, count: int, shown: int
) -> None:
    """Of the 24 lines, 8 units and the titles leave the prompt six lines and the log three."""

    async def story(stage: Stage) -> None:
        force = ", ".join(f"{number} {name}" for number, name in enumerate("abcdefghi"[:count], 1))
        await stage.press(f"n5f{force}⏎f3 orcs⏎⏎⏎")
        rows = [row for row in stage.text.splitlines() if row[2:3].isdigit()]
        assert len(rows) == shown
        assert ("… 2 more" in stage.text) == (shown < count)
        await stage.press(":b1 shoots r1 9 of a word that cannot be read: b1 -2 +on fire by x y⏎")
        assert ": ↑  edit the line again" in stage.text

    act(story, kept, game=None)


def test_the_rest_of_a_line_is_shown_again_after_the_dice(kept: Book) -> None:
    """Undoing the attack drops its rest, too."""

    async def story(stage: Stage) -> None:
        await stage.press("n5⏎⏎⏎:r1 > b1 4+ / 5+ | r2 > b2 4+ | b2 +pinned⏎")
        assert "Answer this question first." in stage.text
        await stage.press("=2⏎")
        assert "Still to enter" not in stage.text  # the wounds come first
        await stage.press("=1⏎")
        told = " ".join(stage.text.replace("│", "").split())
        assert "! Still to enter: r2 > b2 4+ | b2 +pinned. : ↑ enter the rest" in told
        await stage.press(":")
        await stage.named("up")
        await stage.press("⏎⎋⎋")
        assert "The whole action is undone" in stage.text
        await stage.press("12⏎=0⏎")
        assert "Still to enter" not in stage.text

    act(story, kept, game=None)


def test_points_and_the_end_are_answered_in_words(kept: Book) -> None:
    """No letter within a side's name, yes or no is a command."""

    async def story(stage: Stage) -> None:
        await stage.press("n5⏎⏎⏎⏎nblue 3⏎")
        assert "turn 2" in stage.text
        for _ in range(4):
            await stage.press("n⏎")
        await stage.press("nred 2, blue 1⏎")
        assert "6 turns: end the game?" in stage.text
        await stage.press("no⏎")
        assert "turn 7" in stage.text

    act(story, kept, game=None)
    match = kept.open_game("m1").match
    assert [match.points(side) for side in match.sides] == [2, 4]


def test_a_line_without_its_colon_is_no_free_roll(kept: Book) -> None:
    """The r of r1 asks for a free roll, and the f of fix is no key."""

    async def story(stage: Stage) -> None:
        await stage.press("n5⏎⏎⏎r1 moves 6⏎")
        assert "× To type a line, press : first." in stage.text
        await stage.press("⎋f")
        assert (
            "`f` is not a key here. Press ? for a list of keys, or : to type a line." in stage.text
        )
        await stage.press("r2d6 how far⏎")
        assert "HOW FAR" in stage.text

    act(story, kept, game=None)


def test_a_small_terminal_keeps_the_prompts_lines_where_rosters_gain_none(kept: Book) -> None:
    """A prompt of 9 lines has 8 below its title; a roster of one unit has 1 (of 18 lines)."""

    async def story(stage: Stage) -> None:
        await stage.press("n5f8 rifles⏎f6 orcs⏎⏎⏎")
        roster, prompt, log = (
            next(at for at, row in enumerate(stage.text.splitlines()) if title in row)
            for title in ("RED Rifles", "Red: who does what", "─ log ─")
        )
        assert (prompt - roster, log - prompt) == (2, 9)

    act(story, kept, game=None, size=(60, 18))


def test_undo_names_the_correction_that_it_takes_back(kept: Book) -> None:
    """Only a correction as a whole is named: not the line after it."""

    async def story(stage: Stage) -> None:
        await stage.press("n5⏎⏎⏎:vp red 2⏎:r1 moves⏎tke1vp red 4⏎⏎⎋")
        assert stage.table.game.match.points(stage.table.game.match.sides[0]) == 4
        await stage.press(":r2 moves⏎u")
        assert "✓ Undone. Press U to redo it." in stage.text
        await stage.press("u")
        assert "✓ Correction of line 5 undone. Press U to redo it." in stage.text

    act(story, kept, game=None)
    match = kept.open_game("m1").match
    assert match.points(match.sides[0]) == 2


def test_escape_is_offered_only_where_it_takes_something_back(kept: Book) -> None:
    async def story(stage: Stage) -> None:
        def footer() -> str:
            return stage.text.splitlines()[-1]

        await stage.press("n5⏎⏎⏎")
        assert "Esc" not in footer()
        await stage.press("12")
        assert "Esc cancel" in footer()
        await stage.press("⎋")
        assert "Esc" not in footer()
        await stage.press("12⏎")
        assert "Esc cancel" in footer()

    act(story, kept, game=None)


def test_typed_dice_count_only_the_rolls_of_their_line() -> None:
    game = make_book(shipped("free"), random.Random(7)).begin_match(
        "free", [Entrant("Red", "8 riflemen"), Entrant("Blue", "10 orcs")]
    )
    for line, steps in (("1d100 45-", ["roll 1"]), ("6d6 4+/3+", ["roll 1", "roll 2"])):
        assert play_line(game, line).error is None
        for step in steps:
            assert format_roll_number_within_action(game) == step
            assert play_line(game, "answer : =1").error is None


@pytest.mark.parametrize("word", ["is done", "holds"])
def test_an_action_that_only_marks_is_due_once_the_game_uses_it(word: str) -> None:
    """The word of the action does not matter."""
    rules = build_ruleset(text_of("free").replace('word = "is done"', f'word = "{word}"'))
    game = make_book(rules, random.Random(7)).begin_match(
        "free", [Entrant("Red", "8 riflemen\n1 tank"), Entrant("Blue", "10 orcs")]
    )
    assert list_due_actions_not_begun(game) == []
    assert play_line(game, "r1 done").error is None
    assert {item.subject for item in list_due_actions_not_begun(game)} == {"u:r2", "u:b1"}
