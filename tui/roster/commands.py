"""Every key of the screens of a force being built, once."""

from __future__ import annotations

from tui.commands import ENTER, PAGES, Key

UP = Key("up", ("up", "k"), "↑", "up", "the row above")
DOWN = Key("down", ("down", "j"), "↓", "down", "the row below")
HELP = Key("help", ("question_mark", "f1"), "?", "keys", "all keys")

ROSTER_BEGUN = (
    Key("accept", ENTER, "Enter", "begin", "begin with the marked row; its number works, too"),
    UP,
    DOWN,
    *PAGES,
    Key("file", ("f",), "f", "file", "open a roster file from another folder"),
    Key("leave", ("escape", "q"), "Esc", "back", "go back one step"),
    HELP,
)
ROSTER = (
    Key("change", ENTER, "Enter", "change", "edit the marked row"),
    UP,
    DOWN,
    *PAGES,
    Key("add", ("a",), "a", "add", "add a unit below the row, as you would write it"),
    Key("figures", ("f",), "f", "figures", "add figures to the marked unit: number and kind"),
    Key("more", ("plus", "right"), "+", "more", "one more figure in the marked line"),
    Key("fewer", ("minus", "left"), "-", "fewer", "one figure fewer"),
    Key("leader", ("l",), "l", "leader", "make one figure of the line the leader, in its own line"),
    Key("rename", ("r",), "r", "rename", "rename it, wherever the name is used"),
    Key("copy", ("d",), "d", "duplicate", "copy the row, below it"),
    Key("remove", ("x", "delete"), "x", "remove", "delete the marked row"),
    Key("earlier", ("K", "shift+up"), "K", "up", "move the row up"),
    Key("later", ("J", "shift+down"), "J", "down", "move the row down"),
    Key("lines", ("p",), "p", "paste", "paste plain lines, one unit each"),
    Key("undo", ("u",), "u", "undo", "undo the last change"),
    Key("redo", ("U",), "U", "return", "redo what was undone"),
    Key("save", ("s",), "s", "save", "save to its file; the first time, asks where"),
    Key("save_as", ("S",), "S", "save as", "save to another file"),
    Key("sheet", ("f4",), "F4", "sheet", "read, copy or print unit cards and labels"),
    Key("leave", ("escape", "q"), "Esc", "leave", "leave; asks first if something is not saved"),
    HELP,
)
ROSTER_FORM = (
    Key("accept", ENTER, "Enter", "next", "the next row; on the last one back to the force"),
    Key("up", ("up",), "↑", "up", "the row above"),
    Key("down", ("down",), "↓", "down", "the row below"),
    *PAGES,
    Key("change_back", ("left",), "←", "before", "the previous value, or one less"),
    Key("change", ("right",), "→", "after", "the next value, or one more"),
    Key("complete", ("tab",), "Tab", "complete", "complete the word you are typing"),
    Key("erase", ("backspace",), "⌫", "erase", "delete the last character"),
    Key("clear", ("delete",), "Del", "clear", "clear the field"),
    Key("leave", ("escape",), "Esc", "back", "go back to the force and keep what is typed"),
    Key("help", ("f1",), "F1", "keys", "all keys"),
)
PLAIN_LINES = (
    Key(
        "take",
        ("tab", "ctrl+s", "f10"),
        "Tab",
        "make units",
        "make a unit of each line understood",
    ),
    *PAGES[:2],
    Key("close", ("escape",), "Esc", "close", "close it; lines not understood are kept"),
)
