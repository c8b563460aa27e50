"""The legend (F3): every mark that stands on the table, in words; no mark means two things."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.gamefile.kit import shipped
from tests.profiles import some
from tests.saying import say
from tests.trial_assault import evening as assault
from tests.tui.kit import RULES, TO_MOVE, Clock, Stage, at_table, begin, book
from tracker.application.book import Book
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.ledger.memory_store import MemoryStore
from tracker.procedures.declared.marker_and_link_kinds import LinkKind, MarkerKind
from tracker.procedures.declared.marker_values import Amount
from tracker.procedures.ruleset import Ruleset
from tracker.projection import match_event_fold
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import Subject
from tui.table.information_commands import LegendDialog, render_mark_legend_and_glossary
from tui.table.panels.figure_groups_panel import GroupsPanel
from tui.table.panels.log_and_combats_panel import LogPanel
from tui.table.panels.prompt_panel import NOTICE_SIGNS
from tui.table.panels.roster_panel import RosterPanel
from tui.table.panels.score_and_phase_bars import WIDE_WIDTH
from tui.table.table_view_model import TableViewModel
from tui.terminal_text_fitting import join_styled
from tui.views.mark_legend import COMBAT, DrawnMarks, LegendEntry, build_mark_legend
from tui.views.searchable_log_lines import MARKS, RULING, TAKEN_BACK, GameLogView
from tui.widgets.panel import PanelEdges

HEIGHTS = {80: 24, 120: 40}
BUILT_IN = ("combat-zone", "deathzap2", "trial-assault", "xenocide")


FILES = ("breach", "free", "halberds", "picket", "watchfire")
GAMES: dict[str, Ruleset] = {
    **{name: RULES[name] for name in BUILT_IN},
    **{name: shipped(name) for name in FILES},
}


def meanings(game: Game, width: int = 80) -> tuple[LegendEntry, ...]:
    text = "\n".join(lines_of_rosters(game, width))
    return build_mark_legend(
        game,
        TableViewModel(game).get_state_and_focus()[1],
        DrawnMarks(text, has_room=width >= WIDE_WIDTH),
    )


def fresh(ruleset: str) -> Game:
    """The first two samples of a ruleset on a table, nothing done yet."""
    forces = GAMES[ruleset].forces
    assert forces is not None
    first, second, *_ = (sample.text for sample in forces.samples())
    kept = Book(MemoryStore(), clock=Clock(), rulesets={ruleset: GAMES[ruleset]})
    return kept.begin_match(ruleset, [Entrant("Red", first), Entrant("Blue", second)])


def lines_of_rosters(game: Game, width: int) -> list[str]:
    """The rosters as a terminal of so many columns has room for them."""
    view, wide = TableViewModel(game), width >= WIDE_WIDTH
    if view.is_by_figure:
        room = width * 62 // 100 - 1 if wide else width - 4
        groups = GroupsPanel(view.list_figure_groups, PanelEdges(), with_equipment=wide)
        panels = [[join_styled(groups.render_title()), *groups.render_body(room, 40)]]
    else:
        room = width * 31 // 100 - 1 if wide else width // 2 - 2
        panels = [
            RosterPanel(
                side, 1, view.get_state_and_focus, PanelEdges(), is_detailed=wide
            ).render_body(room, 40)
            for side in game.match.sides
        ]
    return [each.plain for lines in panels for each in lines]


def drawn(game: Game, width: int) -> Iterator[str]:
    """The pieces that stand behind the names on the table."""
    names = [game.match.unit(unit).name for unit in game.match.all_units()]
    names += [game.match.figure(one).name for one in game.match.all_figures()]
    for row in lines_of_rosters(game, width):
        found = re.sub(r"^[ ▸└]*(BLUE|RED)? *[0-9]+ ", "", row)
        found = re.sub(r"^ *– .*", " – ", found)  # why one cannot act is a sentence
        for name in sorted(filter(None, names), key=len, reverse=True):
            found = found.replace(name, " ")
        yield from found.split()


TEXTS = {"fired": "assault-rifle 2", "with": "u:r1", "damage": "minor power"}
"""Values that say something the rules read."""
VALUES = {"times": (1, 2), "since": (1,), "word": (True,)}


def values(kind: MarkerKind) -> tuple[ev.Scalar, ...]:
    """What a marker may say: its own words, else a number, or a word where it takes none."""
    usual: tuple[ev.Scalar, ...] = (
        (3,) if isinstance(kind.values, Amount) else (TEXTS.get(kind, "b1"),)
    )
    return tuple(kind.says) or VALUES.get(kind.shown, usual)


def shown(ruleset: str) -> list[tuple[str, MarkerKind, ev.Scalar]]:
    kinds = [one for one in GAMES[ruleset].markers if one.on in ("unit", "figure")]
    seen = [one for one in kinds if one.shown != "hidden"]
    return [(ruleset, kind, value) for kind in seen for value in values(kind)]


MARKERS = [each for ruleset in GAMES for each in shown(ruleset)]
LINKS = [
    (ruleset, kind)
    for ruleset in GAMES
    for kind in GAMES[ruleset].links
    if kind.sign or not kind.quiet
]


TALLIED = {
    "combat-zone": ("spent", "fired", "acting", "holds"),
    "deathzap2": (),
    "trial-assault": (),
    "xenocide": ("suppressed", "held_markers", "damage", "held_damage"),
}
"""Markers that stand as pips, numbers, counts or states, with other words than their own."""


def subjects(game: Game, kind: MarkerKind) -> Iterator[Subject]:
    for unit in game.match.units():
        yield from (unit,) if kind.on == "unit" else game.match.figures(unit)


def explained(found: tuple[LegendEntry, ...]) -> str:
    return " ".join(f"{each.sign} {each.text} {' '.join(each.subjects)}" for each in found)


def kits(game: Game) -> str:
    """What figures bear, which explains itself; more or less of it has room."""
    return " ".join(game.ruleset.kit(game.match, one) for one in game.match.all_figures())


Before = dict[int, tuple[Counter[str], frozenset[str]]]


def look(game: Game) -> Before:
    """What is drawn and what the legend lists, narrow and wide."""
    return {
        width: (
            Counter(drawn(game, width)),
            frozenset(each.sign for each in meanings(game, width)),
        )
        for width in (80, 120)
    }


def check_drawn(game: Game, before: Before) -> None:
    """Whatever is new on the table stands in the legend, and nothing else is new there."""
    for width, (pieces, signs) in look(game).items():
        known = explained(meanings(game, width)) + kits(game)
        for piece in pieces - before[width][0]:
            assert piece.strip("·,").rstrip("…").strip("●○") in known, (width, piece, known)
        there = DrawnMarks("\n".join(lines_of_rosters(game, width)), has_room=width >= WIDE_WIDTH)
        for sign in signs - before[width][1]:
            first = sign.partition("–")[0] or sign  # o1–o6: one of them stands there
            cut_off = (f"{first[:size]}…" for size in range(1, len(first)))
            assert any(map(there.is_sign_drawn, (sign, first, *cut_off))), (width, sign, there.text)


@pytest.mark.parametrize(
    ("ruleset", "kind", "value"), some(MARKERS), ids=[f"{r}-{k}-{v}" for r, k, v in MARKERS]
)
def test_every_marker_that_can_be_shown_is_explained(
    ruleset: str, kind: MarkerKind, value: ev.Scalar
) -> None:
    game = fresh(ruleset)
    before = look(game)
    every = list(subjects(game, kind))
    subject = next((one for one in every if kind.bearer(game.match, one)), every[0])
    match_event_fold.apply_event(game.state, kind.set(subject, value=value))
    check_drawn(game, before)
    if kind not in TALLIED.get(ruleset, ()):
        said = kind.says.get(str(value), (kind.word, ""))[0]
        assert said in explained(meanings(game))


@pytest.mark.parametrize(
    ("ruleset", "kind"), LINKS, ids=[f"{ruleset}-{kind}" for ruleset, kind in LINKS]
)
def test_every_link_that_can_be_shown_is_explained(ruleset: str, kind: LinkKind) -> None:
    game = fresh(ruleset)
    before = look(game)
    red, blue = (game.match.units(side)[0] for side in game.match.sides)
    other = game.match.units(game.match.sides[0])[1] if kind.within or kind.carried else blue
    ends: tuple[Subject, Subject] = (red, other)
    if kind.on == "figure":
        ends = game.match.figures(red)[0], game.match.figures(other)[0]
    match_event_fold.apply_event(game.state, kind.make_link_fact(*ends))
    check_drawn(game, before)


@pytest.mark.parametrize("ruleset", GAMES)
def test_no_mark_means_two_things(ruleset: str) -> None:
    """A sign belongs to one marker or link, also with a number behind it: ``v2`` is no ``v``."""
    words = GAMES[ruleset].words
    on_table = [word for word in words.markers if word.on in ("unit", "figure")]
    owners = [(word.sign, word.id) for word in on_table if word.sign]
    owners += {(sign, word.id) for word in on_table for _, sign in word.says.values() if sign}
    owners += [(link.sign, link.id) for link in words.visible_links if link.sign]
    owners += [("w", "wounds"), ("▸", "acting"), ("†", "gone"), ("–", "cannot"), ("└", "with")]
    owners += [(sign, "log") for sign in (COMBAT, *MARKS)]
    owners += [(NOTICE_SIGNS["refused"][0].strip(), "refused")]
    signs = Counter(sign for sign, _ in set(owners))
    assert not {sign: n for sign, n in signs.items() if n > 1}
    counted = {word.sign for word in on_table if word.shown in ("value", "times") and not word.says}
    counted |= {link.sign for link in words.visible_links} | {"w"}
    assert not [sign for sign in signs if sign.rstrip("0123456789") in counted - {sign, ""}]


@pytest.mark.parametrize(
    ("width", "listed", "absent"), [(80, "o4", "order 4"), (120, "order 4", "o4")]
)
def test_the_legend_lists_what_this_width_draws(width: int, listed: str, absent: str) -> None:
    game = fresh("deathzap2")
    order = next(kind for kind in RULES["deathzap2"].markers if kind == "order")
    match_event_fold.apply_event(game.state, order.set(game.match.units()[0], value=4))
    signs = {each.sign for each in meanings(game, width)}
    assert listed in signs
    assert absent not in signs


def test_a_kind_of_mark_keeps_the_numbers_that_are_alike() -> None:
    """Who panicked in turns 2 and 3 rallies on 4 or more all the same (DZ-MORALE)."""
    game = begin(book(), ("fix r1 panic 2", "fix r2 panic 3"))
    (panic,) = [each for each in meanings(game) if "PANIC since" in each.text]
    assert panic.text.startswith("PANIC since turn 2–3. ")
    assert "rallies on 4+" in panic.text
    assert panic.subjects == ("R1", "R2")


def test_the_sign_before_a_combat_is_explained_while_one_is_fought() -> None:
    assert "◆" not in {each.sign for each in meanings(assault.begin())}
    fought = meanings(assault.charged("r1 charges b1"))
    assert [each.text for each in fought if each.sign == "◆"] == [
        "a combat, above the log: who fights, who is winning, and how many are in contact"
    ]


@pytest.mark.parametrize(
    ("before", "after", "listed"), [(80, 120, "order 1–6"), (120, 80, "o1–o6")]
)
def test_the_legend_follows_the_width_of_the_terminal(before: int, after: int, listed: str) -> None:
    async def story(stage: Stage) -> None:
        await stage.pilot.press("f3")
        assert f" {listed} " not in stage.text
        await stage.pilot.resize_terminal(after, HEIGHTS[after])
        await stage.settle()
        assert f" {listed} " in stage.text

    at_table(story, TO_MOVE, size=(before, HEIGHTS[before]))


def test_a_legend_that_has_closed_before_it_is_drawn_anew_ends_nothing() -> None:
    async def story(stage: Stage) -> None:
        await stage.pilot.press("f3")
        legend = stage.app.screen
        assert isinstance(legend, LegendDialog)
        await stage.named("escape")
        legend.on_resize()
        await stage.settle()
        assert stage.app.screen is stage.table

    at_table(story, TO_MOVE)


def mark_units(game: Game, name: str, *told: ev.Scalar) -> None:
    """Give the first units of the first side a marker each, with what it says."""
    kind = next(each for each in game.ruleset.markers if each == name)
    for unit, value in zip(game.match.units(), told, strict=False):
        match_event_fold.apply_event(game.state, kind.set(unit, value=value))


def test_orders_of_several_numbers_are_one_row() -> None:
    game = fresh("deathzap2")
    mark_units(game, "order", 3, 1, 6)
    (row,) = [each for each in meanings(game) if "order" in each.text]
    assert (row.sign, row.text.partition(".")[0]) == ("o1–o6", "order 1–6")
    assert row.subjects == ("R1", "R2", "R3")


def test_suppression_of_several_numbers_is_one_row() -> None:
    """Three units have 3, 2 and 1 of the limits that they have each; for one more are held, of
    which the glossary says nothing else.
    """
    game = fresh("xenocide")
    mark_units(game, "suppressed", 3, 2, 1)
    mark_units(game, "held_markers", 1)
    found = [each for each in meanings(game) if each.text.startswith("suppression")]
    assert sorted(len(each.subjects) for each in found) == [1, 2]
    assert sum(". " in each.text for each in found) == 1
    assert any(each.text.startswith("suppression 1–2 of ") for each in found)


@pytest.mark.parametrize(("ruleset", "told"), [("free", False), ("deathzap2", True)])
def test_a_game_without_words_of_its_own_has_no_heading_for_them(ruleset: str, told: bool) -> None:
    game = fresh(ruleset)
    lines = render_mark_legend_and_glossary(
        game, TableViewModel(game).get_state_and_focus()[1], DrawnMarks("", has_room=False)
    )
    assert any(each.plain.startswith("words of ") for each in lines) is told


def marks_of_log(game: Game) -> dict[str, str]:
    """The marks of the log of a narrow table, each with its meaning in the legend."""
    log = "\n".join(
        each.plain for each in LogPanel(GameLogView(game), PanelEdges()).render_body(76, 20)
    )
    assert "×" not in log
    found = build_mark_legend(
        game, TableViewModel(game).get_state_and_focus()[1], DrawnMarks("", log, has_room=False)
    )
    return {each.sign: each.text for each in found if each.sign in (COMBAT, *MARKS)}


def test_the_line_of_a_combat_has_another_sign_than_a_refusal() -> None:
    assert list(marks_of_log(assault.charged("r1 charges b1"))) == ["◆"]


def test_a_line_of_a_table_ruling_is_explained() -> None:
    game = begin(book(), TO_MOVE)
    assert marks_of_log(game) == {}
    say(game, "b1 moves # we agreed to move together")
    assert marks_of_log(game) == {RULING: MARKS[RULING]}


def test_a_line_taken_back_is_explained() -> None:
    game = begin(book(), TO_MOVE)
    say(game, "r1 moves 4in")
    game.undo()
    assert marks_of_log(game) == {TAKEN_BACK: MARKS[TAKEN_BACK]}


def test_action_points_are_those_that_are_left() -> None:
    """A crew of Breach has two points; an action costs one."""
    game = fresh("breach")
    assert play_line(game, "r1 moves 4in").error is None
    rows = lines_of_rosters(game, 80)
    assert "1/2 AP" in next(row for row in rows if "Alpha" in row)
    assert "2/2 AP" in next(row for row in rows if "Bravo" in row)
    assert "1 of 2 action points" in "\n".join(lines_of_rosters(game, 120))
    assert LegendEntry("1/2 AP …", "1–2 of 2 action points", ("R1", "R2", "B1", "B2", "B3")) in (
        meanings(game)
    )
