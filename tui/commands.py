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
    Key(
        "do",
        ENTER,
        "Enter",
        "do it",
        "close the list and press the marked key; the key itself works, too",
    ),
    Key("close", ("escape", "q", "question_mark", "f1"), "Esc", "close", "close it"),
)
LINE = (
    Key("take", ENTER, "Enter", "take", "enter what is typed"),
    Key("complete", ("tab",), "Tab", "completes", "complete the word as far as it is unambiguous"),
    Key("earlier", ("up",), "↑", "earlier", "the previous line you typed"),
    Key("newer", ("down",), "↓", "newer", "the next line you typed"),
    Key("close", ("escape",), "Esc", "leave it", "cancel; nothing is entered"),
)
AFTER_DICE = (
    Key("keep", ENTER, "Enter", "keep", "keep it, with the dice typed here"),
    Key("roll", ("r",), "r", "app rolls", "let the app roll the new dice"),
    Key("erase", ("backspace",), "⌫", "erase", "delete the last die typed"),
    Key("die_left", ("left",), "←", "die", "the previous die; typing replaces it"),
    Key("die_right", ("right",), "→", "die", "the next die"),
    Key("up", ("up",), "↑", "up", "a row up"),
    Key("down", ("down",), "↓", "down", "a row down"),
    *PAGES,
    Key("as_it_was", ("escape",), "Esc", "as it was", "cancel; nothing changes"),
)
TABLE = (
    Key("accept", ENTER, "Enter", "accept", "accept the proposal, or enter what you typed"),
    Key("next", ("n",), "n", "next", "end this half or phase; first names who has not acted"),
    Key("pass_over", ("space",), "Space", "next one", "propose the next one that has not acted"),
    Key(
        "escape",
        ("escape",),
        "Esc",
        "take back",
        "clear what is typed; press again to undo the action",
    ),
    Key("undo", ("u",), "u", "undo", "undo the last roll, choice or action"),
    Key("redo", ("U",), "U", "return", "redo what was undone last"),
    Key("edit", ("e",), "e", "edit", "change the unit, target or action; the dice are kept"),
    Key(
        "correct_last",
        ("E",),
        "E",
        "correct",
        "correct the last line: a typing slip or a wrong play",
    ),
    Key("between", ("i",), "i", "interrupt", "interrupt with the other side, even afterwards"),
    Key("roll", ("r",), "r", "app rolls", "let the app roll the dice asked for"),
    Key("free_roll", ("R",), "R", "free roll", "roll dice for anything: 4+ is it in cover?"),
    Key("star", ("asterisk",), "*", "star", "star the last line; with dice: reroll some of them"),
    Key("die_left", ("left",), "←", "die", "the previous die; typing replaces it"),
    Key("die_right", ("right",), "→", "die", "the next die"),
    Key("row_up", ("up",), "↑", "row", "the row above, on a sheet of many small rolls"),
    Key("row_down", ("down",), "↓", "row", "the row below"),
    Key(
        "other_number",
        ("d",),
        "d",
        "other number",
        "enter a different number of dice than asked for",
    ),
    Key("line", ("colon",), ":", "line", "type any line: r1 > b2 soft : 45162346; Tab completes"),
    Key("why", ("w",), "w", "why", "explain the number needed: its parts and the rule"),
    Key("look_back", ("t",), "t", "look back", "look back through the game, line by line"),
    Key("note", ("apostrophe",), "'", "note", "add a note to the log"),
    Key(
        "set_right",
        ("exclamation_mark",),
        "!",
        "set right",
        "set figures, markers or VP by hand; 0 there: all units on one sheet",
    ),
    Key("outcome", ("o",), "o", "outcome", "enter only the outcome, without the dice"),
    Key("score", ("v",), "v", "VP", "show victory points, objectives and luck"),
    Key("folded", ("x",), "x", "taken back", "show or hide undone lines"),
    Key("other_side", ("tab",), "Tab", "other side", "act with the other side"),
    Key("pause", ("p",), "p", "pause", "stop the clock until the next line"),
    Key("sheet", ("f2",), "F2", "set-up sheet", "list everything on the table, to set it up again"),
    Key("report", ("f4",), "F4", "", "read, copy or save the battle report"),
    Key("phones", ("f6",), "F6", "phones", "show the game on phones, with a code for each player"),
    Key("undo_phase", ("f7",), "F7", "", "undo to the start of this half or phase"),
    Key("undo_turn", ("f8",), "F8", "", "undo to the start of this turn"),
    Key(
        "tables",
        ("f1",),
        "F1",
        "tables",
        "show the tables of this phase, with the rows in use marked",
    ),
    Key("glossary", ("f3",), "F3", "marks", "explain the marks and words on the screen"),
    Key("help", ("question_mark",), "?", "keys", "all keys"),
    Key("leave", ("q",), "q", "leave", "leave the table; everything is saved"),
)
BACK = (
    Key("older", ("left", "up", "k"), "←", "line", "the previous line"),
    Key("newer", ("right", "down", "j"), "← →", "line", "the next line"),
    Key("older_phase", ("pageup",), "PgUp", "phase", "the start of the previous phase"),
    Key("newer_phase", ("pagedown",), "PgDn", "phase", "the start of the next phase"),
    Key("older_turn", ("left_square_bracket",), "[", "turn", "the start of the previous turn"),
    Key("newer_turn", ("right_square_bracket",), "]", "turn", "the start of the next turn"),
    Key("first", ("home",), "Home", "first", "the first line"),
    Key("last", ("end",), "End", "last", "the last line"),
    Key("play", ("space",), "Space", "play", "play the game back; press again to pause"),
    Key("faster", ("plus",), "+", "faster", "play faster"),
    Key("slower", ("minus",), "-", "slower", "play slower"),
    Key("go_on", ("b",), "b", "go on from here", "undo everything after this line"),
    Key("folded", ("x",), "x", "taken back", "show or hide undone lines"),
    Key("find", ("slash",), "/", "find", "find a line: T2 dusk, panic, its number"),
    Key("find_older", ("n",), "n", "next", "the previous line found"),
    Key("find_newer", ("N",), "N", "next", "the next line found"),
    Key("correct", ("e",), "e", "correct", "correct this line: a typing slip or a wrong play"),
    Key("since", ("c",), "c", "since", "show what has changed since this line"),
    Key("details", ENTER, "Enter", "details", "show everything about this line"),
    Key("note", ("apostrophe",), "'", "note", "write a note about this line"),
    Key("star", ("asterisk",), "*", "star", "star this line"),
    Key("help", ("question_mark", "f1"), "?", "keys", "all keys"),
    Key("now", ("escape", "t", "q"), "Esc", "now", "return to the game as it stands"),
)
ENDING = (
    Key("up", ("up", "k"), "↑", "up", "a line up"),
    Key("down", ("down", "j"), "↓", "down", "a line down"),
    *BY_SPACE,
    Key("report", ("f4",), "F4", "report", "read, print or save the battle report"),
    Key("copy", ("y",), "y", "copy", "copy this page to the clipboard as plain text"),
    Key("look_back", ("t",), "t", "look back", "look back through the game, line by line"),
    Key("help", ("question_mark", "f1"), "?", "keys", "all keys"),
    Key("leave", ("escape", "q", *ENTER), "Enter", "table", "return to the table"),
)
CORRECT = (
    Key("slip", ("1",), "1", "typing slip", "the table played it right; the book has it wrong"),
    Key("wrong", ("2",), "2", "played wrong", "the game went on from it: correct it from now on"),
    Key("only_note", ("3",), "3", "note", "change nothing, just write a note"),
    Key("accept", ENTER, "Enter", "go on", "preview what changes, then confirm it"),
    Key("keep", (), "Enter", "keep this", "confirm the changes; later lines are played again"),
    Key("up", ("up",), "↑", "up", "the rows above"),
    Key("down", ("down",), "↓", "down", "the rows below"),
    *PAGES,
    Key("again", ("e",), "e", "edit", "edit the line again"),
    Key("note", ("n",), "n", "note only", "change nothing, and write a note"),
    Key("help", ("question_mark", "f1"), "?", "keys", "all keys"),
    Key("leave", ("escape",), "Esc", "as it was", "cancel; nothing is changed"),
)
RIGHT = (
    Key("write", ENTER, "Enter", "write", "enter the changes as one line of the log"),
    Key("up", ("up",), "↑", "up", "the row above"),
    Key("down", ("down",), "↓", "down", "the row below"),
    *PAGES,
    Key("less", ("left",), "←", "less", "one less, or the previous value; on the sheet: left"),
    Key("more", ("right",), "→", "more", "one more, or the next value; on the sheet: right"),
    Key("erase", ("backspace", "delete"), "⌫", "as it was", "clear what is typed in the row"),
    Key("other", ("tab",), "Tab", "other side", "the other side; in the rows: the next unit"),
    Key("reason", ("number_sign",), "#", "why", "give a reason"),
    Key("join", ("j",), "j", "joins", "before you pick a unit: add a whole roster to this side"),
    Key("go_on", ("n",), "n", "and next", "on the sheet: enter, and end this half or phase"),
    Key("help", ("question_mark", "f1"), "?", "keys", "all keys"),
    Key("leave", ("escape",), "Esc", "leave", "leave it as it was; nothing is written"),
)
HOME = (
    Key("open", ENTER, "Enter", "go on", "open the marked row; its number works, too"),
    Key("up", ("up", "k"), "↑", "up", "the row above"),
    Key("down", ("down", "j"), "↓", "down", "the row below"),
    *PAGES,
    Key("new", ("n",), "n", "new game", "begin a game"),
    Key("league", ("l",), "l", "league", "open a league, or begin one"),
    Key("campaign", ("c",), "c", "campaign", "open a campaign, or begin one"),
    Key("force", ("f",), "f", "own force", "build a force of your own, or change one"),
    Key("find", ("slash",), "/", "find anything", "find a game, league, player or unit"),
    Key(
        "sheet",
        ("p",),
        "p",
        "set-up sheet",
        "list everything on the table, to set it up again; with no game yet, practise",
    ),
    Key("report", ("f4",), "F4", "", "read, copy or save the battle report"),
    Key("aside", ("a",), "a", "archive", "archive the marked row; nothing is deleted"),
    Key("back", ("A",), "A", "bring back", "bring back what was archived last"),
    Key("ledger", ("b",), "b", "ledger", "manage the ledger: verify, copy, restore, import"),
    Key("practice", ("v",), "v", "practise", "try the keys on one volley; nothing is saved"),
    Key("demo", ("d",), "d", "demo", "explore a demo book, separate from your own"),
    Key("help", ("question_mark", "f1"), "?", "keys", "all keys"),
    Key("leave", ("q",), "q", "leave", "leave"),
    Key("escape", ("escape",), "Esc", "", "clear the notice; in the demo, leave it"),
)
NEW_GAME = (
    Key("accept", ENTER, "Enter", "accept", "accept the marked row and go on"),
    Key("up", ("up", "k"), "↑", "up", "the row above"),
    Key("down", ("down", "j"), "↓", "down", "the row below"),
    *PAGES,
    Key("change", ("space", "right"), "Space", "change", "change the answer"),
    Key("file", ("f",), "f", "file", "read a roster from a file"),
    Key("make", ("m",), "m", "make one", "build a force of your own, and play it"),
    Key("rematch", ("r",), "r", "rematch", "play the last game again: same rules, sides, forces"),
    Key("options", ("o",), "o", "house rules", "list all house rules"),
    Key("back", ("escape", "backspace", "left"), "Esc", "back", "go back one step"),
    Key("help", ("question_mark", "f1"), "?", "keys", "all keys; press F1 where you type words"),
)
OPTIONS = (
    Key("accept", (*ENTER, "escape"), "Enter", "back", "go back and keep your choices"),
    Key("up", ("up",), "↑", "up", "the house rule above"),
    Key("down", ("down",), "↓", "down", "the house rule below"),
    *PAGES,
    Key("change", ("space", "right"), "Space", "change", "change the choice"),
    Key("help", ("question_mark", "f1"), "?", "keys", "all keys; letters find a house rule"),
)
WATCH = (
    Key("look", ENTER, "Enter", "look again", "read what was entered since"),
    Key("leave", ("q", "escape"), "q", "leave", "leave; the game goes on"),
)


def find_by_key(commands: tuple[Key, ...], key: str) -> Key | None:
    """The command of a key as the terminal names it."""
    return next((command for command in commands if key in command.keys), None)


def select_commands(commands: tuple[Key, ...], *ids: str) -> tuple[Key, ...]:
    """These commands, in this order."""
    return tuple(next(command for command in commands if command.id == name) for name in ids)
