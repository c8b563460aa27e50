"""Every key of the screens, once: footer, help and palette are made from these.

``id`` names the method ``do_<id>`` of the screen that has the command.
"""

from __future__ import annotations

from dataclasses import dataclass

ENTER = ("enter", "ctrl+j")
"""Enter, and Enter on the number pad as most terminals send it."""


@dataclass(frozen=True)
class Command:
    """A thing a key does: its keys as the terminal names them, the sign people read, words."""

    id: str
    keys: tuple[str, ...]
    sign: str
    word: str
    text: str


TABLE = (
    Command("accept", ENTER, "Enter", "accept", "do what is proposed, or what you typed"),
    Command("next", ("n",), "n", "next", "end this half or phase; says first who is left"),
    Command("pass_over", ("space",), "Space", "next one", "propose the next one who is due"),
    Command(
        "escape",
        ("escape",),
        "Esc",
        "take back",
        "clear what is typed; again takes the action back",
    ),
    Command("undo", ("u",), "u", "undo", "take back the last roll, choice or action"),
    Command("redo", ("U",), "U", "return", "return what was taken back last"),
    Command("edit", ("e",), "e", "edit", "change who, whom and how; the dice are kept"),
    Command("correct_last", ("E",), "E", "correct", "the last line is wrong: a slip, played wrong"),
    Command("between", ("i",), "i", "interrupt", "the other side comes in between, also late"),
    Command("roll", ("r",), "r", "app rolls", "let the app roll the dice that are asked"),
    Command("free_roll", ("R",), "R", "free roll", "dice for anything: 4+ is it in cover?"),
    Command("star", ("asterisk",), "*", "star", "a star on the last line; dice: roll some again"),
    Command("die_left", ("left",), "←", "die", "the die before: what is typed takes its place"),
    Command("die_right", ("right",), "→", "die", "the die after it"),
    Command("row_up", ("up",), "↑", "row", "the row above, on a sheet of many small rolls"),
    Command("row_down", ("down",), "↓", "row", "the row below"),
    Command("other_number", ("d",), "d", "other number", "the table rolled another number of dice"),
    Command("line", ("colon",), ":", "line", "write any line: r1 > b2 soft : 45162346"),
    Command("why", ("w",), "w", "why", "the parts of the number needed, and the rule"),
    Command("look_back", ("t",), "t", "look back", "go back through the lines of the game"),
    Command("note", ("apostrophe",), "'", "note", "write a note into the log"),
    Command(
        "set_right",
        ("exclamation_mark",),
        "!",
        "set right",
        "figures, markers, VP by hand; 0 in it: all units on one sheet",
    ),
    Command("outcome", ("o",), "o", "outcome", "the outcome only: the dice were not seen"),
    Command("score", ("v",), "v", "VP", "victory points, objectives and luck"),
    Command("folded", ("x",), "x", "taken back", "show or hide lines that were taken back"),
    Command("other_side", ("tab",), "Tab", "other side", "the other side acts"),
    Command("pause", ("p",), "p", "pause", "stop the clock; the next line lets it go on"),
    Command("sheet", ("f2",), "F2", "set-up sheet", "what stands on the table, to build it again"),
    Command("undo_phase", ("f7",), "F7", "", "take back to the start of this half or phase"),
    Command("undo_turn", ("f8",), "F8", "", "take back to the start of this turn"),
    Command("tables", ("f1",), "F1", "tables", "the tables of this phase, the rows in use marked"),
    Command("glossary", ("f3",), "F3", "words", "what the words on the screen mean"),
    Command("help", ("question_mark",), "?", "keys", "all keys"),
    Command("leave", ("q",), "q", "leave", "leave the table; everything is kept"),
)
BACK = (
    Command("older", ("left", "up", "k"), "←", "line", "the line before"),
    Command("newer", ("right", "down", "j"), "← →", "line", "the line after"),
    Command("older_phase", ("pageup",), "PgUp", "phase", "where the phase before began"),
    Command("newer_phase", ("pagedown",), "PgDn", "phase", "where the next phase began"),
    Command("older_turn", ("left_square_bracket",), "[", "turn", "where the turn before began"),
    Command("newer_turn", ("right_square_bracket",), "]", "turn", "where the next turn began"),
    Command("first", ("home",), "Home", "first", "the first line"),
    Command("last", ("end",), "End", "last", "the last line"),
    Command("go_on", ("b",), "b", "go on from here", "take back everything after this line"),
    Command("folded", ("x",), "x", "taken back", "show or hide lines that were taken back"),
    Command("find", ("slash",), "/", "find", "find a line: T2 dusk, panic, its number"),
    Command("find_older", ("n",), "n", "next", "the line found before this one"),
    Command("find_newer", ("N",), "N", "next", "the line found after this one"),
    Command("correct", ("e",), "e", "correct", "it is wrong: a slip, or played wrong"),
    Command("since", ("c",), "c", "since", "what has changed since this line"),
    Command("details", ENTER, "Enter", "details", "everything about this line"),
    Command("note", ("apostrophe",), "'", "note", "write a note about this line"),
    Command("star", ("asterisk",), "*", "star", "give this line a star"),
    Command("help", ("question_mark", "f1"), "?", "keys", "all keys"),
    Command("now", ("escape", "t", "q"), "Esc", "now", "return to the game as it stands"),
)
CORRECT = (
    Command("slip", ("1",), "1", "typing slip", "the table had it right, the book has it wrong"),
    Command("wrong", ("2",), "2", "played wrong", "the game went on from it: set right from now"),
    Command("only_note", ("3",), "3", "note", "leave it as it is, just write a note"),
    Command("accept", ENTER, "Enter", "go on", "see what changes; then keep it"),
    Command("keep", (), "Enter", "keep this", "keep what is shown; the later lines follow"),
    Command("up", ("up",), "↑", "up", "the rows above"),
    Command("down", ("down",), "↓", "down", "the rows below"),
    Command("again", ("e",), "e", "edit", "change what was typed once more"),
    Command("note", ("n",), "n", "note only", "leave the line as it was, and write a note"),
    Command("help", ("question_mark", "f1"), "?", "keys", "all keys"),
    Command("leave", ("escape",), "Esc", "as it was", "leave it as it was; nothing is changed"),
)
RIGHT = (
    Command("write", ENTER, "Enter", "write", "write what was changed, as one line of the log"),
    Command("up", ("up",), "↑", "up", "the row above"),
    Command("down", ("down",), "↓", "down", "the row below"),
    Command("less", ("left",), "←", "less", "one less, or the value before; on the sheet: left"),
    Command("more", ("right",), "→", "more", "one more, or the next value; on the sheet: right"),
    Command("erase", ("backspace", "delete"), "⌫", "as it was", "drop what is typed in the row"),
    Command("other", ("tab",), "Tab", "other side", "the other side; in the rows: the next unit"),
    Command("reason", ("number_sign",), "#", "why", "write down why"),
    Command("go_on", ("n",), "n", "and next", "on the sheet: write, and end this half or phase"),
    Command("help", ("question_mark", "f1"), "?", "keys", "all keys"),
    Command("leave", ("escape",), "Esc", "leave", "leave it as it was; nothing is written"),
)
HOME = (
    Command("open", ENTER, "Enter", "go on", "open what is marked; its number does, too"),
    Command("up", ("up", "k"), "↑", "up", "the row above"),
    Command("down", ("down", "j"), "↓", "down", "the row below"),
    Command("new", ("n",), "n", "new game", "begin a game"),
    Command("league", ("l",), "l", "league", "open a league, or begin one"),
    Command("campaign", ("c",), "c", "campaign", "open a campaign, or begin one"),
    Command("find", ("slash",), "/", "find anything", "a game, a league, a player, a unit"),
    Command(
        "sheet",
        ("p",),
        "p",
        "set-up sheet",
        "what stands on the table, to build it again; with no game yet, practise",
    ),
    Command("practice", ("v",), "v", "practise", "try the keys on one volley; nothing is kept"),
    Command("demo", ("d",), "d", "demo", "look round a demo book, kept apart from yours"),
    Command("help", ("question_mark", "f1"), "?", "keys", "all keys"),
    Command("leave", ("q",), "q", "leave", "leave"),
    Command("escape", ("escape",), "Esc", "", "clear what is said; of the demo, leave it"),
)
NEW_GAME = (
    Command("accept", ENTER, "Enter", "accept", "take what is marked and go on"),
    Command("up", ("up", "k"), "↑", "up", "the row above"),
    Command("down", ("down", "j"), "↓", "down", "the row below"),
    Command("change", ("space", "right"), "Space", "change", "another answer to it"),
    Command("file", ("f",), "f", "file", "read a roster from a file"),
    Command("options", ("o",), "o", "house rules", "all house rules in one list"),
    Command("back", ("escape", "backspace", "left"), "Esc", "back", "one step back"),
    Command("help", ("question_mark", "f1"), "?", "keys", "all keys"),
)
OPTIONS = (
    Command("accept", (*ENTER, "escape"), "Enter", "back", "back, with what is chosen"),
    Command("up", ("up",), "↑", "up", "the house rule above"),
    Command("down", ("down",), "↓", "down", "the house rule below"),
    Command("change", ("space", "right"), "Space", "change", "another choice of it"),
    Command("help", ("question_mark", "f1"), "?", "keys", "all keys; letters find a house rule"),
)
WATCH = (
    Command("look", ENTER, "Enter", "look again", "read what was written since"),
    Command("leave", ("q", "escape"), "q", "leave", "leave; the game goes on"),
)


def by_key(commands: tuple[Command, ...], key: str) -> Command | None:
    """The command of a key as the terminal names it."""
    return next((command for command in commands if key in command.keys), None)


def named(commands: tuple[Command, ...], *ids: str) -> tuple[Command, ...]:
    """These commands, in this order."""
    return tuple(next(command for command in commands if command.id == name) for name in ids)
