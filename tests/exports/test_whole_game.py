"""The evening that was cut short, as reports and as the sheet: every line of them."""

from __future__ import annotations

from datetime import UTC, datetime
from html.parser import HTMLParser
from math import comb

import pytest

from exports.battle_report_content import build_battle_report
from exports.html_reports import render_battle_report_html
from exports.markdown_reports import render_battle_report_markdown
from exports.players_own_content import EmbeddedPicture, PlayerContent
from exports.table_setup_sheet import render_setup_sheet
from tests.application import table
from tests.exports.cut_short import LOG, NOTES, PHASES, RESTS, SCORES
from tests.tui.kit import TO_SHOOT, begin, book
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_and_script_play import play_line

ADDED = PlayerContent(
    "Fun.\n# again", (EmbeddedPicture("the wall", "my pics/w.png", "data:image/png;base64,AA"),)
)
HEAD = ["unit", "figures", "after 1", "after 2", "at the end"]
RED = [
    ["R1 Alpha", "8: Sergeant Odell, 6 riflemen, 1 gunner", "8", "8", ""],
    ["R2 Bravo", "9: Sergeant Vara, 8 assault", "9", "9", "Sergeant Vara: hunted"],
    ["R3 Hammer", "1: 1 hammer", "0", "0", ""],
]
BLUE = [
    ["B1 Claw pack", "10: 10 claws", "8", "8", ""],
    ["B2 Dusk rifles", "11: Speaker Ilm, 10 rifles", "9", "9", "Speaker Ilm: hunted"],
    ["B3 Stalker", "1: 1 stalker", "1", "1", "half speed"],
]
# 18 dice × 2/3 × 2/3 × 2/3 = 5.3: (19/27)¹⁸ + 18 × 8/27 × (19/27)¹⁷ = 1.5 %.
SWING = (
    "R2 Bravo ▸ B1 Claw pack: 1 not saved, expected 5.3 (2 % of such attacks do as badly or worse)"
)
DO_WORSE = (
    '"dice": a test with several dice, such as 2D6, counts as one. '
    '"do worse": the percentage of equal rolls with fewer successes; ties count half.'
)
LOW_SUM = (
    '"added up": where a low number is needed, as in some tests, a sum below the expected one is '
    "good luck."
)
LUCK_HEAD = ["side", "roll", "dice", "made", "expected", "difference", "do worse"]
# Red to hit 10 + 18 dice, through 6 + 9; Blue to save 3 + 1.
LUCK = [
    ["Red", "all", "43", "19", "27.7", "-8.7", "under 1 %"],
    ["Blue", "all", "4", "1", "0.8", "+0.2", "60 %"],
    ["Red", "to hit", "28", "15", "18.7", "-3.7", "8 %"],
    ["Red", "through", "15", "4", "9.0", "-5.0", "under 1 %"],
    ["Blue", "save", "4", "1", "0.8", "+0.2", "60 %"],
]

SUM_HEAD = ["side", "added up", "dice", "sum", "expected", "difference"]
SUMS = [
    ["Red", "deployment", "1", "5", "3.5", "+1.5"],
    ["Red", "impetus", "2", "7", "7.0", "0.0"],
    ["Red", "orders", "3", "11", "10.5", "+0.5"],
    ["Blue", "deployment", "1", "3", "3.5", "-0.5"],
    ["Blue", "impetus", "2", "7", "7.0", "0.0"],
    ["Blue", "orders", "3", "5", "10.5", "-5.5"],
    ["Blue", "panic checks", "4", "10", "14.0", "-4.0"],
]

LUCK_DRAWN = (
    "Luck, from the worst possible dice to the best; one game in twenty falls in each shaded end"
)
# Alpha: 10 dice at 2/3 and 6 at 1/2, 9 made of 9.7.
ALPHA = sum(
    ten * six * (a + b <= 9)
    for a, ten in enumerate(comb(10, n) * 2**n / 3**10 for n in range(11))
    for b, six in enumerate(comb(6, n) / 2**6 for n in range(7))
)
CARDS = [
    *("R1 Alpha", "8 of 8 left", "removed 2 of Dusk rifles",
      f"luck -0.7 of 16 dice, {ALPHA:.0%} do as badly or worse".replace("%", " %")),
    # 18 dice at 2/3 and 9 at 2/3: 10 made of 18, less than 1 of 100 do.
    *("R2 Bravo", "9 of 9 left", "removed 1 of Claw pack",
      "luck -8.0 of 27 dice, under 1 % do as badly or worse"),
    *("R3 Hammer", "none left", "removed 1 of Claw pack", "own losses: 1 destroyed"),
    # one die at 1/3, none made: 2/3
    *("B1 Claw pack", "8 of 10 left", "own losses: 2 killed",
      "luck -0.3 of 1 die, 67 % do as badly or worse"),
    # three at 1/6, one made: 1 - (5/6)³
    *("B2 Dusk rifles", "9 of 11 left", "own losses: 2 killed",
      "luck +0.5 of 3 dice, 42 % do as well or better"),
    *("B3 Stalker", "1 of 1 left"),
]  # fmt: skip


WORDS = ("unit", "figures", "at the end", "now", "side", "roll", "added up")


def in_bars(head: list[str], rows: list[list[str]]) -> list[str]:
    """Words stand on the left, numbers on the right."""
    lines = ["| " + " | ".join(row) + " |" for row in (head, *rows)]
    marks = "|".join("---" if one in WORDS else "--:" for one in head)
    return [lines[0], f"|{marks}|", *lines[1:]]


def told() -> list[str]:
    """The log as the report has it: turns, phases, lines, and the score of each turn."""
    lines: list[str] = []
    for turn, entries in LOG.items():
        lines += [f"## {turn}", ""]
        for at, (number, text) in enumerate(entries):
            if number in PHASES:
                phase = PHASES[number][:1].upper() + PHASES[number][1:]
                lines += ["", f"**{phase}**", ""][not at :]
            lines.append(f"- {number} · {text}".replace("|", r"\|"))
        lines.append("")
        if turn != "Set-up":
            lines += [f"_{SCORES[turn == 'Turn 2']}_", ""]
    return lines


def test_markdown_has_these_lines_and_no_others(evening: Game) -> None:
    luck, sums = (
        [[cell.replace("-", r"\-").replace("+", r"\+") for cell in row] for row in rows]
        for rows in (LUCK, SUMS)
    )
    assert render_battle_report_markdown(build_battle_report(evening, ADDED)).splitlines() == [
        "# A short one", "",
        "**Winner: Red · Red 0, Blue 2** (the players agreed)", "",
        "Deathzap 2 · 2025-10-09", "",
        "Played for: Assassinate, Extermination.", "",
        "House rules: blast friends: no; orders table: starter.", "",
        "## In the players' words", "",
        "Fun.", r"\# again", "",
        "![the wall](my%20pics/w.png)", "",
        *(f"- {note}" for note in NOTES), "",
        "## Forces", "",
        "### Red: Iron Third (588 points), played by Anna", "", *in_bars(HEAD, RED), "",
        "### Blue: Red Dusk (563 points), played by Farid", "", *in_bars(HEAD, BLUE), "",
        "## Turning points", "",
        f"- Turn 1, line 36: {SWING}",
        "- Turn 1, line 43: Red lost R3 Hammer",
        "- Turn 1, line 45: Blue +2 VP", "",
        *told(),
        "## Luck", "", RESTS, "",
        *in_bars(LUCK_HEAD, luck), "",
        *in_bars(SUM_HEAD, sums), "",
        DO_WORSE, "", LOW_SUM, "",
        f"Anchor of this game: {evening.journal.compute_history_anchor(evening.version)}",
    ]  # fmt: skip


class Page(HTMLParser):
    """What stands in a page, a text an element, without the style."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.images: list[str | None] = []
        self.ruled: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.texts.append("")
        if tag == "img":
            self.images += [dict(attrs)["src"], dict(attrs)["alt"]]
        if ("class", "ruling") in attrs:
            self.ruled.append("")

    def handle_data(self, data: str) -> None:
        if self.texts:
            self.texts[-1] += data.strip()


def test_html_says_the_same_in_the_same_order(evening: Game) -> None:
    page = Page()
    page.feed(render_battle_report_html(build_battle_report(evening, ADDED)))
    texts = [text for text in page.texts if text]
    begins = texts.index("Winner: Red · Red 0, Blue 2")
    lines: list[str] = []
    for (turn, entries), score in zip(LOG.items(), ("", *SCORES), strict=True):
        lines.append(turn)
        for number, text in entries:
            lines += [*([PHASES[number]] if number in PHASES else []), str(number), text]
        lines += [score] if score else []
    assert texts[begins:] == [
        "Winner: Red · Red 0, Blue 2", "(the players agreed)",
        "Deathzap 2 · 2025-10-09",
        "Played for: Assassinate, Extermination.",
        "House rules: blast friends: no; orders table: starter.",
        "How it went",
        "Figures left", *map(str, range(0, 30, 5)), "start", "T1", "T2", "Blue 18", "Red 17",
        "Score", "0", "1", "2", "start", "T1", "T2", "Blue 2", "Red 0",
        "In the players' words", "Fun.\n# again", "the wall", *NOTES,
        "Forces",
        "Red: Iron Third (588 points), played by Anna", *HEAD, *cells(RED),
        "Blue: Red Dusk (563 points), played by Farid", *HEAD, *cells(BLUE),
        "Units", *CARDS,
        "Turning points", "T1", SWING, "T1", "Red lost R3 Hammer", "T1", "Blue +2 VP",
        *lines,
        "Luck", LUCK_DRAWN, "as expected", "unlucky", "lucky", "Red", "Blue",
        "Red: -8.7 of 43 dice, under 1 % do as badly or worse."
        " Blue: +0.2 of 4 dice, 61 % do as well or better.",
        RESTS, *LUCK_HEAD, *cells(LUCK), *SUM_HEAD, *cells(SUMS), DO_WORSE, LOW_SUM,
        f"Anchor of this game: {evening.journal.compute_history_anchor(evening.version)}",
    ]  # fmt: skip
    assert page.images == ["data:image/png;base64,AA", "the wall"]
    assert len(page.ruled) == 1  # the end before its time


def cells(rows: list[list[str]]) -> list[str]:
    return [cell for row in rows for cell in row if cell]


LINE = "─" * 74


def here(hour: int, minute: int) -> str:
    """A moment of 9 October 2025, told as clocks showed it where this runs."""
    local = datetime(2025, 10, 9, hour, minute, 20, tzinfo=UTC).astimezone()
    return f"{local:%a} {local.day} {local:%b %Y, %H:%M}"


def test_the_set_up_sheet_is_this_one(evening: Game) -> None:
    assert render_setup_sheet(evening).splitlines() == [
        "SET-UP SHEET  A short one",
        "Deathzap 2 · turn 2, orders · VP 0 : 2",
        f"as it stood after line 54, {here(9, 5)}",
        "",
        "Red · Iron Third · Anna",
        LINE,
        "[ ] R1 Alpha: 8 of 8",
        "      1 × Sergeant Odell",
        "      6 × rifleman",
        "      1 × gunner",
        "[ ] R2 Bravo: 9 of 9",
        "      1 × Sergeant Vara   hunted",
        "      8 × assault",
        "    gone: R3 Hammer",
        "",
        "Blue · Red Dusk · Farid",
        LINE,
        "[ ] B1 Claw pack: 8 of 10",
        "      8 × claw",
        "[ ] B2 Dusk rifles: 9 of 11",
        "      8 × rifle",
        "      1 × Speaker Ilm   hunted",
        "[ ] B3 Stalker: 1 of 1",
        "      1 × stalker   half speed",
        "",
        "Objectives: Assassinate, Extermination",
        "",
        "State of the game",
        f"  B2 behind the wall ({here(9, 1)})",
    ]


@pytest.fixture(scope="module")
def duel() -> Game:
    """Nothing but two forces and one attack: three dice of 4+, all made, against three figures."""
    game = table.begin()
    game.take_action_and_automatic_steps(table.duel("r1", "b1"))
    game.answer_with_text("456")
    game.answer_with_default_choice()
    return game


def test_what_nobody_said_has_no_place_in_a_report(duel: Game) -> None:
    """1/8 of such attacks make three of three. The table counts ties half: 7/8 + 1/16 = 94 %."""
    all_of_it = [["Red", "all", "3", "3", "1.5", r"\+1.5", "94 %"]]
    assert [
        line
        for line in render_battle_report_markdown(build_battle_report(duel)).splitlines()
        if line
    ] == [
        "# Red v Blue",
        "**Unfinished**",
        f"Toy · {duel.state.info.played_on}",
        "## In the players' words",
        "_Write your own story of the game here, and add your pictures:"
        r" !\[caption\](file)._",
        "## Forces",
        "### Red: Red",
        *in_bars(
            ["unit", "figures"],
            [["R1 Unit 1", "3: 3 plains"], ["R2 Unit 2", "2: 2 plains"]],
        ),
        "### Blue: Blue",
        *in_bars(
            ["unit", "figures"],
            [["B1 Unit 1", "3: 3 plains"], ["B2 Unit 2", "2: 2 plains"]],
        ),
        "## Turning points",
        "- Turn 1, line 5: R1 Unit 1 ▸ B1 Unit 1: 3 hit, expected 1.5"
        " (12 % of such attacks do as well or better)",
        "- Turn 1, line 5: Blue lost B1 Unit 1",
        "## Turn 1",
        "**Duel**",
        "- 5 · R1 Unit 1 ▸ B1 Unit 1: 3 dice 3 hit (expected 1.5): B1 gone",
        "## Luck",
        "Based on 1 of 1 recorded rolls.",
        *in_bars(LUCK_HEAD, [*all_of_it, ["Red", "to hit", *all_of_it[0][2:]]]),
        DO_WORSE,
        f"Anchor of this game: {duel.journal.compute_history_anchor(duel.version)}",
    ]


def test_a_sheet_of_a_game_without_players_and_places(duel: Game) -> None:
    assert render_setup_sheet(duel).splitlines()[3:] == [
        "",
        "Red",
        LINE,
        "[ ] R1 Unit 1: 3 of 3   fired",
        "      3 × plain",
        "[ ] R2 Unit 2: 2 of 2",
        "      2 × plain",
        "",
        "Blue",
        LINE,
        "[ ] B2 Unit 2: 2 of 2",
        "      2 × plain",
        "    gone: B1 Unit 1",
        "",
        "State of the game",
        "  no note was left",
    ]


def test_whose_an_objective_is_stands_beside_it() -> None:
    game = begin(book(), TO_SHOOT)
    assert play_line(game, 'objective "hold the mill" 2 red').error is None
    assert build_battle_report(game).objectives == (
        "Assassinate",
        "Extermination",
        "hold the mill (Red)",
    )


def test_a_sheet_breaks_its_lines_between_words() -> None:
    """74 columns: 14 of the head, 54 of x, and a word of nine that does not fit any more."""
    game = begin(book(), TO_SHOOT, title=f"{'x' * 54} far-flung")
    assert render_setup_sheet(game).splitlines()[:2] == [
        f"SET-UP SHEET  {'x' * 54}",
        "    far-flung",
    ]


def test_a_clock_that_was_stopped_is_no_note_of_the_report() -> None:
    game = begin(book(), TO_SHOOT)
    game.add_note("cold hall")
    game.add_note("", mark="pause")
    game.add_note("", mark="on")
    assert [note.text for note in build_battle_report(game).notes] == ["cold hall"]


def test_the_report_names_the_line_of_a_note_below_the_players_words() -> None:
    game = begin(book(), TO_SHOOT)
    line = list_log_lines(game.history)[-1]
    game.add_note("what a charge", about=line.version, star=True)
    said = [note.text for note in build_battle_report(game).notes]
    assert said == [f"★ Line {line.number}: what a charge"]
