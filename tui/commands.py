"""Every key of the screens, once: footer, help and palette are made from these.

``id`` names the method ``do_<id>`` of the screen that has the command.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

ENTER = ("enter", "ctrl+j")
"""Enter, and Enter on the number pad as most terminals send it."""


@dataclass(frozen=True)
class Key:
    """A thing a key does: its keys as the terminal names them, the sign people read, words."""

    id: str
    keys: tuple[str, ...]
    sign: str
    word: str
    text: str


PAGES = (
    Key("page_up", ("pageup",), "PgUp", "page", "a page up"),
    Key("page_down", ("pagedown",), "PgDn", "page", "a page down"),
    Key("first", ("home",), "Home", "first", "to the first row"),
    Key("last", ("end",), "End", "last", "to the last row"),
)
"""The keys of every dialog, list, form and page that may be longer than the screen."""
BY_SPACE = (PAGES[0], replace(PAGES[1], keys=("pagedown", "space")), *PAGES[2:])
"""Where nothing else is done with Space, it is a page down."""

DIALOG = (
    Key("up", ("up",), "↑", "up", "a row up"),
    Key("down", ("down",), "↓", "down", "a row down"),
    *PAGES,
    Key("close", ("escape", "q", "question_mark", "w", *ENTER), "Esc", "close", "close it"),
)
KEYS_DIALOG = (
    Key("up", ("up",), "↑", "up", "the row above"),
    Key("mark", ("down",), "↑ ↓", "mark", "the row below"),
    *PAGES,
    Key("do", ENTER, "Enter", "do it", "close it and press the marked key; a key itself does, too"),
    Key("close", ("escape", "q", "question_mark", "f1"), "Esc", "close", "close it"),
)
LINE = (
    Key("take", ENTER, "Enter", "take", "take what is typed"),
    Key("complete", ("tab",), "Tab", "completes", "type on as far as only one thing can be meant"),
    Key("earlier", ("up",), "↑", "earlier", "a line typed before"),
    Key("newer", ("down",), "↓", "newer", "the line typed after it"),
    Key("close", ("escape",), "Esc", "leave it", "leave it; nothing is taken"),
)
AFTER_DICE = (
    Key("keep", ENTER, "Enter", "keep", "keep it, with the dice typed here"),
    Key("roll", ("r",), "r", "app rolls", "let the app roll the new dice"),
    Key("erase", ("backspace",), "⌫", "erase", "drop the die typed last"),
    Key("die_left", ("left",), "←", "die", "the die before: what is typed takes its place"),
    Key("die_right", ("right",), "→", "die", "the die after it"),
    Key("up", ("up",), "↑", "up", "a row up"),
    Key("down", ("down",), "↓", "down", "a row down"),
    *PAGES,
    Key("as_it_was", ("escape",), "Esc", "as it was", "leave it as it was"),
)
TABLE = (
    Key("accept", ENTER, "Enter", "accept", "do what is proposed, or what you typed"),
    Key("next", ("n",), "n", "next", "end this half or phase; says first who is left"),
    Key("pass_over", ("space",), "Space", "next one", "propose the next one who is due"),
    Key(
        "escape",
        ("escape",),
        "Esc",
        "take back",
        "clear what is typed; again takes the action back",
    ),
    Key("undo", ("u",), "u", "undo", "take back the last roll, choice or action"),
    Key("redo", ("U",), "U", "return", "return what was taken back last"),
    Key("edit", ("e",), "e", "edit", "change who, whom and how; the dice are kept"),
    Key("correct_last", ("E",), "E", "correct", "the last line is wrong: a slip, played wrong"),
    Key("between", ("i",), "i", "interrupt", "the other side comes in between, also late"),
    Key("roll", ("r",), "r", "app rolls", "let the app roll the dice that are asked"),
    Key("free_roll", ("R",), "R", "free roll", "dice for anything: 4+ is it in cover?"),
    Key("star", ("asterisk",), "*", "star", "a star on the last line; dice: roll some again"),
    Key("die_left", ("left",), "←", "die", "the die before: what is typed takes its place"),
    Key("die_right", ("right",), "→", "die", "the die after it"),
    Key("row_up", ("up",), "↑", "row", "the row above, on a sheet of many small rolls"),
    Key("row_down", ("down",), "↓", "row", "the row below"),
    Key("other_number", ("d",), "d", "other number", "the table rolled another number of dice"),
    Key("line", ("colon",), ":", "line", "write any line: r1 > b2 soft : 45162346; Tab completes"),
    Key("why", ("w",), "w", "why", "the parts of the number needed, and the rule"),
    Key("look_back", ("t",), "t", "look back", "go back through the lines of the game"),
    Key("note", ("apostrophe",), "'", "note", "write a note into the log"),
    Key(
        "set_right",
        ("exclamation_mark",),
        "!",
        "set right",
        "figures, markers, VP by hand; 0 in it: all units on one sheet",
    ),
    Key("outcome", ("o",), "o", "outcome", "the outcome only: the dice were not seen"),
    Key("score", ("v",), "v", "VP", "victory points, objectives and luck"),
    Key("folded", ("x",), "x", "taken back", "show or hide lines that were taken back"),
    Key("other_side", ("tab",), "Tab", "other side", "the other side acts"),
    Key("pause", ("p",), "p", "pause", "stop the clock; the next line lets it go on"),
    Key("sheet", ("f2",), "F2", "set-up sheet", "what stands on the table, to build it again"),
    Key("report", ("f4",), "F4", "", "the battle report: to read, to copy, into a file"),
    Key(
        "phones", ("f6",), "F6", "phones", "the game on phones: a code for each who rolls or looks"
    ),
    Key("undo_phase", ("f7",), "F7", "", "take back to the start of this half or phase"),
    Key("undo_turn", ("f8",), "F8", "", "take back to the start of this turn"),
    Key("tables", ("f1",), "F1", "tables", "the tables of this phase, the rows in use marked"),
    Key("glossary", ("f3",), "F3", "marks", "what the marks and words on the screen mean"),
    Key("help", ("question_mark",), "?", "keys", "all keys"),
    Key("leave", ("q",), "q", "leave", "leave the table; everything is kept"),
)
BACK = (
    Key("older", ("left", "up", "k"), "←", "line", "the line before"),
    Key("newer", ("right", "down", "j"), "← →", "line", "the line after"),
    Key("older_phase", ("pageup",), "PgUp", "phase", "where the phase before began"),
    Key("newer_phase", ("pagedown",), "PgDn", "phase", "where the next phase began"),
    Key("older_turn", ("left_square_bracket",), "[", "turn", "where the turn before began"),
    Key("newer_turn", ("right_square_bracket",), "]", "turn", "where the next turn began"),
    Key("first", ("home",), "Home", "first", "the first line"),
    Key("last", ("end",), "End", "last", "the last line"),
    Key("play", ("space",), "Space", "play", "the lines go by of themselves; again pauses"),
    Key("faster", ("plus",), "+", "faster", "lines go by faster"),
    Key("slower", ("minus",), "-", "slower", "lines go by slower"),
    Key("go_on", ("b",), "b", "go on from here", "take back everything after this line"),
    Key("folded", ("x",), "x", "taken back", "show or hide lines that were taken back"),
    Key("find", ("slash",), "/", "find", "find a line: T2 dusk, panic, its number"),
    Key("find_older", ("n",), "n", "next", "the line found before this one"),
    Key("find_newer", ("N",), "N", "next", "the line found after this one"),
    Key("correct", ("e",), "e", "correct", "it is wrong: a slip, or played wrong"),
    Key("since", ("c",), "c", "since", "what has changed since this line"),
    Key("details", ENTER, "Enter", "details", "everything about this line"),
    Key("note", ("apostrophe",), "'", "note", "write a note about this line"),
    Key("star", ("asterisk",), "*", "star", "give this line a star"),
    Key("help", ("question_mark", "f1"), "?", "keys", "all keys"),
    Key("now", ("escape", "t", "q"), "Esc", "now", "return to the game as it stands"),
)
ENDING = (
    Key("up", ("up", "k"), "↑", "up", "a line up"),
    Key("down", ("down", "j"), "↓", "down", "a line down"),
    *BY_SPACE,
    Key("report", ("f4",), "F4", "report", "the battle report: to read, to print, into a file"),
    Key("copy", ("y",), "y", "copy", "this page as plain text, to the clipboard"),
    Key("look_back", ("t",), "t", "look back", "go back through the lines of the game"),
    Key("help", ("question_mark", "f1"), "?", "keys", "all keys"),
    Key("leave", ("escape", "q", *ENTER), "Enter", "table", "return to the table"),
)
CORRECT = (
    Key("slip", ("1",), "1", "typing slip", "the table had it right, the book has it wrong"),
    Key("wrong", ("2",), "2", "played wrong", "the game went on from it: set right from now"),
    Key("only_note", ("3",), "3", "note", "leave it as it is, just write a note"),
    Key("accept", ENTER, "Enter", "go on", "see what changes; then keep it"),
    Key("keep", (), "Enter", "keep this", "keep what is shown; the later lines follow"),
    Key("up", ("up",), "↑", "up", "the rows above"),
    Key("down", ("down",), "↓", "down", "the rows below"),
    *PAGES,
    Key("again", ("e",), "e", "edit", "change what was typed once more"),
    Key("note", ("n",), "n", "note only", "leave the line as it was, and write a note"),
    Key("help", ("question_mark", "f1"), "?", "keys", "all keys"),
    Key("leave", ("escape",), "Esc", "as it was", "leave it as it was; nothing is changed"),
)
RIGHT = (
    Key("write", ENTER, "Enter", "write", "write what was changed, as one line of the log"),
    Key("up", ("up",), "↑", "up", "the row above"),
    Key("down", ("down",), "↓", "down", "the row below"),
    *PAGES,
    Key("less", ("left",), "←", "less", "one less, or the value before; on the sheet: left"),
    Key("more", ("right",), "→", "more", "one more, or the next value; on the sheet: right"),
    Key("erase", ("backspace", "delete"), "⌫", "as it was", "drop what is typed in the row"),
    Key("other", ("tab",), "Tab", "other side", "the other side; in the rows: the next unit"),
    Key("reason", ("number_sign",), "#", "why", "write down why"),
    Key("join", ("j",), "j", "joins", "before a unit is picked: all of a roster joins this side"),
    Key("go_on", ("n",), "n", "and next", "on the sheet: write, and end this half or phase"),
    Key("help", ("question_mark", "f1"), "?", "keys", "all keys"),
    Key("leave", ("escape",), "Esc", "leave", "leave it as it was; nothing is written"),
)
HOME = (
    Key("open", ENTER, "Enter", "go on", "open what is marked; its number does, too"),
    Key("up", ("up", "k"), "↑", "up", "the row above"),
    Key("down", ("down", "j"), "↓", "down", "the row below"),
    *PAGES,
    Key("new", ("n",), "n", "new game", "begin a game"),
    Key("league", ("l",), "l", "league", "open a league, or begin one"),
    Key("campaign", ("c",), "c", "campaign", "open a campaign, or begin one"),
    Key("force", ("f",), "f", "own force", "build a force of your own, or change one"),
    Key("find", ("slash",), "/", "find anything", "a game, a league, a player, a unit"),
    Key(
        "sheet",
        ("p",),
        "p",
        "set-up sheet",
        "what stands on the table, to build it again; with no game yet, practise",
    ),
    Key("report", ("f4",), "F4", "", "the battle report: to read, to copy, into a file"),
    Key("aside", ("a",), "a", "put aside", "out of the lists, with all it holds"),
    Key("back", ("A",), "A", "bring back", "into the lists again what was put aside last"),
    Key("ledger", ("b",), "b", "ledger", "the ledger itself: check, copy, put back, bring in"),
    Key("practice", ("v",), "v", "practise", "try the keys on one volley; nothing is kept"),
    Key("demo", ("d",), "d", "demo", "look round a demo book, kept apart from yours"),
    Key("help", ("question_mark", "f1"), "?", "keys", "all keys"),
    Key("leave", ("q",), "q", "leave", "leave"),
    Key("escape", ("escape",), "Esc", "", "clear what is said; of the demo, leave it"),
)
NEW_GAME = (
    Key("accept", ENTER, "Enter", "accept", "take what is marked and go on"),
    Key("up", ("up", "k"), "↑", "up", "the row above"),
    Key("down", ("down", "j"), "↓", "down", "the row below"),
    *PAGES,
    Key("change", ("space", "right"), "Space", "change", "another answer to it"),
    Key("file", ("f",), "f", "file", "read a roster from a file"),
    Key("make", ("m",), "m", "make one", "build a force of your own, and play it"),
    Key("options", ("o",), "o", "house rules", "all house rules in one list"),
    Key("back", ("escape", "backspace", "left"), "Esc", "back", "one step back"),
    Key("help", ("question_mark", "f1"), "?", "keys", "all keys; F1 where words are typed"),
)
OPTIONS = (
    Key("accept", (*ENTER, "escape"), "Enter", "back", "back, with what is chosen"),
    Key("up", ("up",), "↑", "up", "the house rule above"),
    Key("down", ("down",), "↓", "down", "the house rule below"),
    *PAGES,
    Key("change", ("space", "right"), "Space", "change", "another choice of it"),
    Key("help", ("question_mark", "f1"), "?", "keys", "all keys; letters find a house rule"),
)
WATCH = (
    Key("look", ENTER, "Enter", "look again", "read what was written since"),
    Key("leave", ("q", "escape"), "q", "leave", "leave; the game goes on"),
)


def find_by_key(commands: tuple[Key, ...], key: str) -> Key | None:
    """The command of a key as the terminal names it."""
    return next((command for command in commands if key in command.keys), None)


def select_commands(commands: tuple[Key, ...], *ids: str) -> tuple[Key, ...]:
    """These commands, in this order."""
    return tuple(next(command for command in commands if command.id == name) for name in ids)
