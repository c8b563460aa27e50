"""Xenocide in lines: the sample lines as written, and lines that cannot be played."""

from __future__ import annotations

from pathlib import Path

import pytest

from exports.table_setup_sheet import describe_awaited_input
from tests.cli.running import Shell
from tests.saying import begin_correction, meant, refused, say
from tests.xenocide.evening import BLUE, RED, begin
from tracker.application.correcting.correction_preview import preview_correction
from tracker.application.correcting.log_line_replacement import make_line_replacer
from tracker.application.errors import Refused
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_and_script_play import parse_command, play_line
from tracker.cli.open_question_output import build_question_shape, list_question_lines
from tracker.input_parsing.line_parser import parse_typed_line
from tracker.input_parsing.line_syntax_tree import Line, format_line
from tracker.procedures.declared.actorless_line_forms import WordForm
from tracker.rulesets.xenocide import RULESET
from tracker.rulesets.xenocide.data import markers, state_queries
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import make_unit_id
from tui.views.pending_question_view import build_question_view
from tui.views.roll_formatting import describe_roll_outcome, list_rolls_of_open_or_last_action

ORDERS = ("orders red : r1 run r3 opp r5 1", "orders blue : b1 opp b2 run b5 0")
SHOTS = (
    *ORDERS,
    "r2 > b1 15in light : 27194 / 36",
    "b3 > r2 20in far : 381274 / 5",
    "b4 > r3 22in with rocket : 2 / 37 / 941",
)
MOVES = (*SHOTS, "init : 47 / first")
RED_MOVED = (*MOVES, "r1 runs 7in | r1 contacts b1", "b1 snaps r1 5in : 13806 / 9")


def figures(game: Game, *names: str) -> list[int]:
    return [len(game.match.figures(make_unit_id(name))) for name in names]


def suppression(game: Game, *names: str) -> list[int]:
    return [markers.SUPPRESSED.number(game.match, make_unit_id(name)) for name in names]


def order(game: Game, name: str) -> str:
    return state_queries.get_order(game.match, make_unit_id(name))


def at(game: Game) -> tuple[str, str | None]:
    return game.match.phase, game.match.clock.side


@pytest.mark.rule("XF-ORD-01", "XF-ORD-02", "XF-G41")
def test_orders_of_a_side_are_one_line_and_all_are_turned_over_together() -> None:
    game = begin(ORDERS[0])
    assert at(game) == ("orders", None)
    say(game, ORDERS[1])
    assert at(game) == ("shooting", None)
    given = {name: order(game, name) for name in ("r1", "r2", "r3", "b1", "b2", "b3")}
    assert given == {
        "r1": "run",
        "r2": "standard",
        "r3": "opportunity",
        "b1": "opportunity",
        "b2": "run",
        "b3": "standard",
    }
    assert markers.SPEED.number(game.match, make_unit_id("r5")) == 1
    assert markers.SPEED.number(game.match, make_unit_id("b5")) == 0


@pytest.mark.rule("XF-TGT-01")
def test_the_log_says_that_a_unit_fires_individually() -> None:
    """This is why six attacks place no suppression marker."""
    game = begin("orders red", "orders blue", "r1 > b1 12in light individual : =0")
    text = list_log_lines(game.history)[-1].text
    assert text.startswith('R1 Runners ▸ B1 Bayonets (individual, 12", light cover): 6 dice 0 hit')


def test_orders_are_as_well_said_without_a_colon() -> None:
    one, other = begin(ORDERS[0]), begin("orders red r1 run r3 opp r5 1")
    assert one.state == other.state


def test_shooting_as_written() -> None:
    game = begin(*ORDERS, SHOTS[2])
    # 3 - 1 = 2: two hits of 2 7 1 9 4; saved on 3: 3 is, 6 is not; 5 attacks of 4 + 1: a marker
    assert (figures(game, "b1"), suppression(game, "b1")) == ([5], [1])
    say(game, SHOTS[3])
    # 3 - 2 = 1 at 20": one hit, not saved; 6 attacks of 4: a marker; R2 has fired
    assert (figures(game, "r2"), suppression(game, "r2")) == ([4], [1])
    say(game, SHOTS[4])
    # 3 at 22": d3 of 3 and 7 are 1 and 2: three struck, saves on 4 - 3 = 1: all but the 1 fail
    assert (figures(game, "r3"), suppression(game, "r3")) == ([1], [0])
    assert at(game) == ("initiative", None)


def test_figures_fire_one_by_one() -> None:
    game = begin(*ORDERS, 'fix red add "Late squad" rifleman 5', "fix r6 order standard")
    say(game, "r6 > b2 8in individual : =2 / -1")
    assert (figures(game, "b2"), suppression(game, "b2")) == ([3], [0])


def test_dice_and_a_choice_need_no_word_while_a_roll_is_open() -> None:
    game = begin("orders red", "orders blue", "fix phase initiative", "init")
    say(game, "48 / first")
    assert at(game) == ("movement", "s:r")


def test_broken_units_and_initiative_as_written() -> None:
    game = begin("orders red", "orders blue", "fix b3 suppressed 4", "fix phase initiative")
    say(game, "broken b3 : 6")
    assert game.match.has(make_unit_id("b3"), markers.FLEEING)  # 6 is over Morale 5
    say(game, "init : 47 / first")
    assert at(game) == ("movement", "s:r")


def test_movement_and_a_snap_shot_as_written() -> None:
    game = begin(*RED_MOVED)
    # B1 has 5: 3 - 1 for its marker - 1 + 0: a rifle has no point blank; a 1 hits; 9 is no save
    assert figures(game, "r1") == [5]
    assert game.match.links(markers.ENGAGED, make_unit_id("r1")) == (make_unit_id("b1"),)
    say(game, "r5 moves 18in | r4 out")
    assert state_queries.find_carrier(game.match, make_unit_id("r4")) is None
    say(game, "next", "b2 runs 6in | b5 moves 9in", "next")
    assert at(game) == ("opportunity", None)


def test_a_mounted_gun_as_written() -> None:
    game = begin(*RED_MOVED, "r5 moves 18in | r4 out", "next", "b2 runs 6in | b5 moves 9in", "next")
    say(game, "r5 > b5 20in with laser : 2 / 72")
    # save on 8 - 5 = 3: 7 and 2 are 4 markers, which wait as the Raider has yet to fire
    held = markers.HELD_DAMAGE.number(game.match, make_unit_id("b5"))
    assert (held, markers.DAMAGE.number(game.match, make_unit_id("b5"))) == (4, 0)


def test_recovery_as_written() -> None:
    lines = ("fix r2 suppressed 1", "fix b1 suppressed 2", "fix b3 suppressed 1")
    game = begin("orders red", "orders blue", *lines, "fix phase melee", captain=True)
    say(game, "recover r2 b1 b3 : 52 4 6 # commander with r2")
    # under 5, and under 7 the captain's in R2: 5 and 2 take its marker; 4 takes one; 6 none
    assert suppression(game, "r2", "b1", "b3") == [0, 1, 1]


def test_who_is_unseen_is_said_in_the_line() -> None:
    game = begin("orders red", "orders blue", "fix b1 suppressed 2", "fix phase melee")
    say(game, "recover b1 unseen b1 : 4 3")
    assert suppression(game, "b1") == [0]


def test_every_action_taken_is_a_line_that_says_it_again() -> None:
    game = begin(*RED_MOVED, "r5 moves 18in | r4 out")
    taken = [
        e.input for e in game.history.list_entries_on_path() if getattr(e.input, "action", None)
    ]
    for one in taken:
        if one.action != "next":  # type: ignore[union-attr]
            line = RULESET.line_translator.make_line(game.match, one)  # type: ignore[arg-type]
            assert line.parts, one
            assert isinstance(parse_typed_line(format_line(line), RULESET.lexicon), Line), (
                format_line(line)
            )


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("orders red : r1 charge", "No order is called charge"),
        ("orders red : r1", "Add an order or a speed after `r1`"),
        ("orders red : r9 run", "No unit is called r9"),
        ("default red", "Name the side and its default order, as in `default red run`."),
        ("default red charge", "No order is called charge"),
        ("aboard r1", "Name the squad and then its vehicle, as in `aboard r1 r5`."),
    ],
)
def test_what_cannot_be_read_is_said_in_one_sentence(line: str, sentence: str) -> None:
    game = begin()
    before = game.version
    assert refused(game, line).startswith(sentence)
    assert game.version == before


@pytest.mark.rule("XF-MOVE-01")
def test_a_choice_that_waits_takes_its_own_words_as_a_line() -> None:
    game = begin(*SHOTS)
    say(game, "init : 47")
    before = game.version
    assert (
        refused(game, "third")
        == "No unit is called third; type a handle or a name, such as r1 or Runners."
    )
    assert game.version == before
    say(game, "Second")
    chosen = [
        e.input for e in game.history.list_entries_on_path() if isinstance(e.input, ev.Chosen)
    ]
    assert chosen[-1].value == "second"
    assert game.pending is None
    assert refused(game, "first").startswith("No unit is called first")


SAMPLE_LINES = """\
orders red : r1 run r3 opp r5 1
orders blue : b1 opp b2 run b5 0
r2 > b1 15in light : 27194 / 36
b3 > r2 20in far : 381274 / 5
answer : falls rifleman
b4 > r3 22in with rocket : 2 / 37 / 941
fix b3 suppressed 4
r6 > b2 8in individual : =2 / -1
broken b3 : 6
init : 47 / first
r1 runs 7in | r1 contacts b1
b1 snaps r1 5in : 13806 / 9
r5 moves 18in | r4 out
r5 rams b5 side : 2 / 7 / 9
next
next
r5 > b5 20in with laser : 2 / 72
answer : none
r1,r3 holds
b2 holds
r1 fights b1 : 23951 v 36804 / 724 / 1
answer : 67
b1 retreats
r1 follows
recover r2 b1 b3 : 52 4 6 # commander with r2
"""
"""The fifteen lines as people write them, and what has to stand between them."""


def test_the_sample_lines_are_a_game_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything is counted by hand where its line is tested alone, and below."""
    monkeypatch.chdir(tmp_path)
    shell = Shell(tmp_path / "games.db", monkeypatch)
    Path("red.toml").write_text(RED.replace("rifleman = 5", "rifleman = 4, captain = 1"), "utf-8")
    Path("blue.toml").write_text(BLUE, encoding="utf-8")
    shell.done("match", "new", "--side", "Red=red.toml", "--side", "Blue=blue.toml")
    script = 'deploy red\ndeploy blue\nfix red add "Late squad" rifleman 5\n' + SAMPLE_LINES
    told = shell.done("match", "do", "m1", "--file", "-", stdin=script).out
    for said in ("R5 Carrier rammed B5 Raider", "B5 DISABLED", 'pushed right 4"', "B1 −2 (3 left)"):
        assert said in told
    shown = shell.done("match", "show", "m1", "--json").json
    units = {unit["unit"]: unit["figures"] for side in shown["sides"] for unit in side["units"]}
    assert (units["r1"], units["b1"], units["b2"]) == (5, 3, 3)
    assert shown["turn"] == 2


@pytest.mark.rule("XF-GEN-05")
def test_a_phase_that_ended_by_itself_ends_there_again_after_a_correction() -> None:
    """B2 Carbines ran, and nobody had more to fire. Without its counter it could fire: the table
    went on all the same, and what follows is said again in the phase it was said in.
    """
    game = begin(*RED_MOVED)
    before, state = list_log_lines(game.history), game.state.fork_state()
    done = begin_correction(
        game, 9, make_line_replacer(game.history.find_line(9), "orders blue : b1 opp b5 0")
    )
    after = list_log_lines(game.history)
    assert (done.dropped, done.unreplayed, at(game)) == ((), (), ("movement", "s:r"))
    assert [line.text for line in after[-6:]] == [line.text for line in before[-6:]]
    assert (game.state.clock, game.state.figures) == (state.clock, state.figures)


@pytest.mark.rule("XF-GEN-05", "XF-OPP-02")
@pytest.mark.parametrize("melee", [(), ("fix r2 melee b2",)])
def test_late_fire_that_ends_its_phase_is_played_in_it(melee: tuple[str, ...]) -> None:
    """Nobody else can fire, so the phase ends by itself, and ``next`` ends no other phase."""
    begun = ("orders red : r1 opp", "orders blue : b1 opp", *melee, "fix phase opportunity")
    rest = ("r4,r5 holds", "b5 holds", "r1 > b1 10in : 999999")
    game, in_time = begin(*begun, *rest, "next"), begin(*begun, *rest)
    done = say(game, "b1 > r1 10in late : 999999")
    assert done.objections == ()
    assert done.messages[0].startswith("The action was inserted where it belongs: turn 1, opp")
    say(in_time, "b1 > r1 10in : 999999")
    assert at(game) == at(in_time) == ("melee" if melee else "recovery", None)
    assert suppression(game, "r1", "b1") == suppression(in_time, "r1", "b1") == [1, 1]
    asked = [one.pending and one.pending.request for one in (game, in_time)]
    assert asked[0] == asked[1]
    if not melee:
        assert say(game, "answer : none").messages == ()


@pytest.mark.rule("XF-REC-01", "XF-OPP-02")
def test_late_fire_that_asks_for_other_dice_later_names_the_answers_that_change() -> None:
    """With its marker, R1 would recover, too. Line 16, the ``next``, is not missed."""
    begun = ("orders red : r1 opp", "orders blue : b1 opp", "fix phase opportunity")
    rest = ("r4,r5 holds", "b5 holds", "r1 > b1 10in : 999999", "next", "answer : none")
    game = begin(*begun, *rest, "answer : 9")
    done = say(game, "b1 > r1 10in late : 999999")
    assert done.messages == (
        "Entered now and marked as late: before line 16 the action would change later lines: "
        "line 18, out of sight of every enemy.",
    )


def test_the_log_shows_each_weapons_own_modifiers_at_its_dice() -> None:
    """Only the rifles are at long range; both weapons have the Aspect of the carrier."""
    game = begin("orders red", "orders blue")
    say(game, "b4 > r5 20in light : 1 / 11")
    assert list_log_lines(game.history)[-1].text.startswith(
        'B4 Rocket ▸ R5 Carrier (20", light cover, Aspect +2): '
        "1 die 1 hit, 2 dice 2 hit (long range)"
    )


@pytest.mark.rule("XF-REC-02")
def test_the_log_names_whole_units_that_are_out_of_sight() -> None:
    game = begin("orders red", "orders blue", "fix b2 suppressed 1", "fix r1 suppressed 1")
    say(game, "fix phase recovery", "answer : b2")
    assert "out of sight of every enemy: B2 Carbines" in list_log_lines(game.history)[-1].text


@pytest.mark.rule("XF-SHOOT-08")
def test_who_needs_0_is_told_that_ones_are_rolled_again_and_the_log_counts_them() -> None:
    """Missile skill 3 less 2 for heavy cover and 3 for suppression; both threes of 6, 7, 8 miss."""
    game = begin("orders red : r5 1", "orders blue", "fix b3 suppressed 3")
    say(game, "b3 > r2 10in heavy")
    assert game.pending is not None
    asked = build_question_view(game.match, game.pending)
    assert (asked.need, asked.special_results, asked.expected) == (
        "0",
        "each 1 is rolled again",
        "",
    )
    assert "XF-SHOOT-08" in {part.rule for part in asked.modifiers}
    game.answer_with_text("112314")
    assert (
        describe_roll_outcome(list_rolls_of_open_or_last_action(game)[-1], ("hit", "hits"))
        == "3 ones"
    )
    game.answer_with_text("678")
    text = list_log_lines(game.history)[-1].text_without_undone_notes
    assert "6 dice 3 ones, 3 rerolled 0 hit" in text


@pytest.mark.rule("XF-VEH-12", "XF-VEH-16", "XF-AOE-01")
def test_what_a_vehicle_takes_and_who_is_hurt_aboard_is_told_as_it_is() -> None:
    """Armour 11 against Power 3: 9 and 10 miss. Two tens on top of damage 3 disable the carrier;
    nobody of the Riders fires at it.
    """
    game = begin("orders red : r5 1", "orders blue", "fix r5 damage 3")
    say(game, "b4 > r5 20in with rocket : 1")
    assert game.pending is not None
    asked = build_question_view(game.match, game.pending)
    assert asked.special_results == "on 9: missed by 1, on 10: missed by 2"
    game.answer_with_text("10")
    game.answer_with_text("1234")
    line = list_log_lines(game.history)[-1].text_without_undone_notes
    assert "R5 DISABLED | R4 Riders aboard R5 (Weakness +2): 4 dice" in line


@pytest.mark.rule("XF-VEH-20", "XF-VEH-21", "XF-T17", "XF-T18")
def test_a_ram_as_written() -> None:
    game = begin(ORDERS[0], ORDERS[1], "fix phase movement red")
    say(game, "r5 rams b5 side : 2 / 7 / 9")
    # 8 + 1 = 9 on armour 8: saved on -1, and a 2 misses that by 3; half of it, 5, on armour 11:
    # saved on 6, and a 7 misses it by 1. A 9 is a d3 of 3: right, 9 - 5 = 4 inches.
    damage = [markers.DAMAGE.number(game.match, make_unit_id(name)) for name in ("b5", "r5")]
    assert damage == [3, 1]
    said = str(list_log_lines(game.history)[-1])
    assert "R5 Carrier rammed B5 Raider" in said
    assert 'R5 damage 1, B5 damage 3, B5 DISABLED, B5 pushed right 4"' in said


@pytest.mark.rule("XF-VEH-24")
def test_it_slides_once_where_the_table_rolled_two_dice_for_it() -> None:
    game = begin(ORDERS[0], ORDERS[1], "fix phase movement red")
    say(game, "r5 rams b5 side : 2 / 7")
    ways = "1D10 which way it slides (R5 at B5), 1–3 left, 4–7 straight, 8–10 right"
    assert next(list_question_lines(build_question_shape(game))).startswith(f"waiting for: {ways}")
    assert describe_awaited_input(game) == ways
    game.answer_with_text("5 6 d")  # d3 2 and 2: straight on
    assert str(list_log_lines(game.history)[-1]).count("pushed straight") == 1


FIRED = ("r5 moves 18in | r4 out", "next", "b2 runs 6in | b5 moves 9in", "next")


@pytest.mark.rule("XF-MELEE-01", "XF-RES-01")
def test_a_melee_as_written() -> None:
    game = begin(*RED_MOVED, *FIRED, "r1,r3,r5 holds", "b2,b5 holds")
    say(game, "r1 fights b1 : 23951 v 36804 / 724 / 1")
    # On 3: 2 3 1 hit with axes in one hand, 1 - 1 + 1 = 1: saved on 3, and 7 and 4 are not;
    # bayonets on rifles hit once with 1: saved on 3, and a 1 is.
    assert figures(game, "r1", "b1") == [5, 3]
    assert game.pending is not None


@pytest.mark.parametrize(
    ("line", "r", "b"),
    [("r1 fights b1 !-2", 6, 4), ("b1 fights r1 !-1", 5, 6), ("r1 fights b1 !-0", 6, 6)],
)
def test_a_fight_is_told_by_its_outcome(line: str, r: int, b: int) -> None:
    game = begin("orders red", "orders blue", "fix r1 melee b1", "fix phase melee", line)
    assert figures(game, "r1", "b1") == [r, b]
    assert "only the outcome is known" in str(list_log_lines(game.history)[-1])


def test_fire_that_is_told_by_its_outcome_waits_as_that_of_dice_does() -> None:
    """B3 has still to fire: two are to fall; a vehicle that has fired gets its damage at once."""
    game = begin("orders red", "orders blue", "r2 > b3 15in !-2")
    fallen = [f for f in game.match.figures(make_unit_id("b3")) if game.match.has(f, markers.FALLS)]
    assert (figures(game, "b3"), len(fallen)) == ([6], 2)
    say(game, "b3 holds")
    assert figures(game, "b3") == [4]
    assert [game.match.figure(one).gone for one in fallen] == ["killed", "killed"]
    say(game, "fix phase opportunity", "b5 > r5 20in : .", "r5 > b5 20in !-2")
    assert markers.DAMAGE.number(game.match, make_unit_id("b5")) == 2


def test_who_comes_or_goes_by_hand_while_saves_wait_has_no_part_in_them() -> None:
    """Five saves of B3, all failed: five of the six that were hit fall, and nobody who came since;
    where two have gone, the four that are left.
    """
    game = begin("orders red", "orders blue", "b3 holds", "r2 > b3 20in : 11111")
    say(game, "fix b3 add rocketeer 1", "answer : 99999")
    left = [game.match.figure(one).profile for one in game.match.figures(make_unit_id("b3"))]
    assert left == ["rifleman", "rocketeer"]
    game = begin("orders red", "orders blue", "b3 holds", "r2 > b3 20in : 11111")
    say(game, "fix b3 figures -2", "answer : 99999")
    assert not game.match.exists(make_unit_id("b3"))


def test_a_line_without_dice_said_anew_of_somebody_unknown_is_refused_in_a_sentence() -> None:
    game = begin("orders red", "orders blue", "r2 holds")
    line = next(
        e
        for e in game.history.iterate_path_entries_backwards()
        if isinstance(e.input, ev.ActionTaken)
    )
    before = game.state.fork_state()
    with pytest.raises(Refused, match=r"^Line \d+ is an action\. No unit is called r9"):
        begin_correction(game, line.number, make_line_replacer(line, "r9 holds"))
    assert game.state == before


def test_a_melee_in_which_nobody_can_strike_passes_by_itself() -> None:
    """Two vehicles in contact, neither of which has blows (XF-G83)."""
    game = begin("orders red", "orders blue", "fix r5 melee b5", "fix phase melee")
    assert (game.match.turn, game.match.phase) == (2, "orders")


def test_a_recovery_says_in_full_of_whom_all_is_asked() -> None:
    game = begin("orders red", "orders blue", "fix b1 suppressed 2", "fix phase melee")
    form = RULESET.actions["recover"].form
    units = tuple(make_unit_id(name) for name in ("b1", "b3", "r2"))
    values = {"units": units, "unseen": units[:2], "commander": units[1:]}
    assert isinstance(form, WordForm)
    assert form.answer is not None
    assert form.answer(game.match, values) == "b1 b3 / b3 r2"
    assert form.answer(game.match, {"units": units}) == "none / none"
    assert form.answer(game.match, {}) == ""


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("b1 late", "Add the order, as in `b1 standard` or `b1 opp` or `b1 run`."),
        ("r5", "Add the speed, as in `r5 speed 1`."),
    ],
)
def test_who_is_named_alone_before_the_reveal_is_told_what_he_gets(line: str, what: str) -> None:
    assert refused(begin(), line) == what


@pytest.mark.rule("XF-ORD-01")
@pytest.mark.parametrize(
    ("given", "against"),
    [
        ("r1 1", "R1 is not a vehicle: it gets an order, not a speed (XF-VEH-06)"),
        ("r5 opp", "R5 is a vehicle: it gets a speed, not an order (XF-ORD-01)"),
    ],
)
def test_a_list_of_orders_is_held_against_the_same_rules_as_each(given: str, against: str) -> None:
    game = begin()
    (against_it,) = game.list_objections(parse_command(game, f"orders red : {given}"))
    assert against_it.text_with_rule == against


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("fix red default-order charge", "No order is called charge"),
        ("fix r1 order charge", "No order is called charge"),
        ("fix r1 defends-cover hedge", "No cover is called hedge; choose one of: light, heavy."),
        ("fix r1 defends-cover", "cover"),
    ],
)
def test_what_cannot_be_set_right_is_said(line: str, said: str) -> None:
    assert said in refused(begin("orders red", "orders blue", "fix r1 melee b1"), line)


def test_a_shot_may_be_said_with_its_verb() -> None:
    game = begin("orders red", "orders blue")
    assert meant(game, "r1 fires b1 12in open") == meant(game, "r1 > b1 12in open")


@pytest.mark.parametrize("fallen", ["b1", "b2"])
def test_losses_told_are_of_the_enemy_that_is_named(fallen: str) -> None:
    melees = ("fix r1 melee b1", "fix r1 melee b2")
    game = begin("orders red", "orders blue", *melees, "fix phase melee", f"r1 fights {fallen} !-2")
    left = {"b1": 6, "b2": 4}
    assert figures(game, *left) == [n - 2 * (unit == fallen) for unit, n in left.items()]


@pytest.mark.rule("XF-SUPP-08", "XF-BRK-01")
def test_a_unit_that_is_broken_by_hand_stays_so() -> None:
    game = begin("orders red", "orders blue", "fix b1 broken")
    assert game.match.mark(make_unit_id("b1"), markers.BROKEN) == "by hand"
    say(game, "fix b1 suppressed 1")
    assert game.match.has(make_unit_id("b1"), markers.BROKEN)


def test_points_are_set_right_by_what_is_added() -> None:
    said = "To add or subtract points, type `vp red +1` or `vp red -1`."
    assert refused(begin(), "fix red points 5") == said


@pytest.mark.rule("XF-WPN-11", "XF-G93")
def test_the_log_says_who_is_rooted_and_how_many_stay() -> None:
    game = begin("orders red", "orders blue", "fix b4 add rocketeer 1")
    say(game, "b4 > r2 20in open with rocket : 00", "fix phase movement blue", "b4 moves 3in")
    fired, _, moved = (line.text for line in list_log_lines(game.history)[-3:])
    assert fired.endswith("B4 2 rooted (2 rocketeers)")
    assert moved == 'B4 Rocket moved 3": B4 2 stay (2 rocketeers)'


@pytest.mark.rule("XF-VEH-25", "XF-VEH-22")
def test_the_log_says_that_it_was_a_ram() -> None:
    game = begin("orders red : r5 1", "orders blue", "fix phase movement red", "r5 drives 18in")
    say(game, "r5 rams b5 head-on : 1 / 1 / 1", "r5 rams structure : 7")
    rammed, structure = (line.text for line in list_log_lines(game.history)[-2:])
    assert rammed.startswith("R5 Carrier rammed B5 Raider (head on): ")
    assert structure.startswith("R5 Carrier rammed (structure): ")
    assert structure.endswith("R5 damage 1, R5 stopped")  # half of 9 is 5: the save is 6


@pytest.mark.rule("XF-VEH-12")
def test_the_log_expects_only_what_it_tells() -> None:
    """Of a vehicle's save it tells by how much it failed; how many were expected to be made stood
    behind that.
    """
    game = begin("orders red : r5 1", "orders blue", "fix phase movement red")
    say(game, "r5 rams structure : 7")  # half of 9 is 5: the save is 6
    told = list_log_lines(game.history)[-1].text
    assert told.startswith("R5 Carrier rammed (structure): 1 die 1× missed by 1: ")


@pytest.mark.rule("XF-RES-04", "XF-RETR-01")
def test_who_has_retreated_is_not_said_to_be_no_longer_about_to() -> None:
    game = begin("orders red", "orders blue", "fix phase melee", "fix r1 melee b1")
    play_line(game, "r1 fights b1 : -6 / -6 / 1 9")  # the higher loses; 9 is above Morale 5
    fought, retreated = list_log_lines(game.history)[-1], play_line(game, "b1 retreats")
    assert "B1 must retreat" in fought.text
    assert retreated.error is None
    assert (
        list_log_lines(game.history)[-1].text
        == "B1 Bayonets retreated: R1 Runners out of melee with B1"
    )


@pytest.mark.rule("XF-MOVE-08")
def test_the_log_says_who_moved_and_then_who_struck_as_it_left() -> None:
    game = begin("orders red : r1 run", "orders blue", "fix phase movement red")
    say(game, "fix r1 melee b2", "r1 runs 6in attackers 2 : 09")
    assert list_log_lines(game.history)[-1].text == (
        'R1 Runners moved 6" | B2 Carbines ▸ R1: 2 dice 0 hit (expected 0.6): '
        "R1 out of melee with B2"
    )


@pytest.mark.rule("XF-ORD-01", "XF-ORD-02")
def test_orders_said_anew_replace_all_of_that_side() -> None:
    game = begin("orders red : r1 run r2 run r5 1", "orders red : r2 opp", "orders blue")
    assert [order(game, name) for name in ("r1", "r2", "r3")] == [
        "standard",
        "opportunity",
        "standard",
    ]
    assert markers.SPEED.number(game.match, make_unit_id("r5")) == 0  # as it was
    game = begin("orders red : r1 run", "orders red", "orders blue")
    assert order(game, "r1") == "standard"
    game = begin(
        "default red run", "orders red : r1 standard", "orders red : r2 opp", "orders blue"
    )
    assert [order(game, name) for name in ("r1", "r2")] == ["run", "opportunity"]


@pytest.mark.rule("XF-ORD-01")
def test_a_counter_replaced_lies_on_the_table_no_longer() -> None:
    game = begin("orders red : r1 run r5 1", "orders red : r2 opp")
    assert game.match.marked(markers.ORDER) == (make_unit_id("r2"),)
    assert game.match.marked(markers.NEXT_SPEED) == ()


@pytest.mark.rule("XF-ORD-02")
def test_orders_without_counters_say_what_they_did_and_keep_what_was_placed_one_by_one() -> None:
    game = begin("orders red", "r1 run")
    assert list_log_lines(game.history)[-2].text == (
        "Red places no counters: all units have their default order or keep their speed"
    )
    game = begin("r1 run", "orders red")
    assert list_log_lines(game.history)[-1].text == (
        "Red places no more counters: all other units have the default order"
    )
    say(game, "orders blue")
    assert [order(game, name) for name in ("r1", "r2")] == ["run", "standard"]


@pytest.mark.rule("XF-ORD-01", "XF-ORD-02")
def test_orders_without_counters_keep_what_was_placed_since_they_were_said_last() -> None:
    again = ("r2 run", "r5 speed 1", "orders red")
    game = begin("orders red : r1 run", "orders red", *again, "orders blue")
    assert [order(game, name) for name in ("r1", "r2")] == ["standard", "run"]
    assert markers.SPEED.number(game.match, make_unit_id("r5")) == 1
    game = begin("orders red", *again, "orders red", "orders blue")
    assert order(game, "r2") == "standard"
    assert markers.SPEED.number(game.match, make_unit_id("r5")) == 0


def test_a_unit_with_two_orders_in_one_list_is_refused() -> None:
    game = begin()
    before = game.version
    assert refused(game, "orders red : r1 run r3 opp r1 opp") == (
        "R1 is named twice; give each unit one order or one speed."
    )
    assert game.version == before


@pytest.mark.rule("XF-SHOOT-08")
def test_ones_rolled_again_are_said_once() -> None:
    """R2 needs 3 - 2 - 2 at long range in heavy cover, so each 1 is rolled again: one hits."""
    game = begin(*ORDERS, "r2 > b1 20in heavy : 19999 / 3 / 9")
    text = list_log_lines(game.history)[-1].text
    assert "1 rerolled 1 hit" in text
    assert "again" not in text


@pytest.mark.rule("XF-VEH-15")
def test_an_explosion_that_reaches_nobody_names_nobody() -> None:
    """The rocketeer is rooted in the same entry as the choice of the models near the wreck."""
    fire = "b4 > r5 20in with rocket : 1 / 9 / 9999 / none"
    game = begin("orders red", "orders blue", "fix r5 damage 7", fire)
    assert not game.match.exists(make_unit_id("r5"))
    details = list_log_lines(game.history)[-1].details
    assert details[-1].text == "models within 3 inches of R5 Carrier as it explodes"


def test_the_preview_of_a_correction_tells_a_question_before_one_that_is_open() -> None:
    """The last shot missed, and the broken tests began at once. With hits, its saves come first."""
    last = ("fix b1 broken", "b2,b3,b4 holds", "r2 > b1 15in light : 00000")
    game = begin(*ORDERS, *last)
    assert game.pending is not None
    assert game.pending.request.id == "sees_enemy"
    shot = next(
        entry
        for entry in reversed(game.history.list_entries_on_path())
        if isinstance(entry.input, ev.Rolled)
    )
    assert preview_correction(game, shot.number, "27194").opens_question
    assert not preview_correction(game, shot.number, "00009").opens_question


@pytest.mark.rule("XF-ORD-01")
def test_what_follows_the_orders_in_a_line_is_read_in_its_own_phase() -> None:
    game = begin("orders red | orders blue | r2 > b1 15in : 99999 | b1 > r2 15in")
    assert game.match.phase == "shooting"
    assert game.pending is not None
    assert (game.pending.request.what, game.pending.request.subject) == (
        "to hit",
        make_unit_id("b1"),
    )


def test_if_what_follows_cannot_be_read_there_either_nothing_is_written() -> None:
    game = begin()
    before = game.version
    for line, said in (
        ("orders | r2 > b9", "No unit is called b9"),
        ("orders red | r2 > b1", "takes no target"),  # Blue's orders are missing
    ):
        assert said in refused(game, line)
        assert game.version == before
