"""Every key of the screens of a force being built, once."""

from __future__ import annotations

from tui.commands import ENTER, PAGES, Key

UP = Key("up", ("up", "k"), "↑", "up", "the row above")
DOWN = Key("down", ("down", "j"), "↓", "down", "the row below")
HELP = Key("help", ("question_mark", "f1"), "?", "keys", "all keys")

ROSTER_BEGUN = (
    Key("accept", ENTER, "Enter", "begin", "begin with what is marked; its number does, too"),
    UP,
    DOWN,
    *PAGES,
    Key("file", ("f",), "f", "file", "a roster file that lies elsewhere"),
    Key("leave", ("escape", "q"), "Esc", "back", "one step back"),
    HELP,
)
ROSTER = (
    Key("change", ENTER, "Enter", "change", "everything about the marked row"),
    UP,
    DOWN,
    *PAGES,
    Key("add", ("a",), "a", "add", "a unit below the row, as you would write it"),
    Key("figures", ("f",), "f", "figures", "figures join the marked unit: their number and kind"),
    Key("more", ("plus", "right"), "+", "more", "one figure more in the marked line"),
    Key("fewer", ("minus", "left"), "-", "fewer", "one figure fewer"),
    Key("leader", ("l",), "l", "leader", "one of the marked line leads, in a line of its own"),
    Key("rename", ("r",), "r", "rename", "another name, also wherever it is named"),
    Key("copy", ("d",), "d", "duplicate", "the same once more, below it"),
    Key("remove", ("x", "delete"), "x", "remove", "the marked row goes"),
    Key("earlier", ("K", "shift+up"), "K", "up", "the row changes places with the one above"),
    Key("later", ("J", "shift+down"), "J", "down", "the row changes places with the one below"),
    Key("lines", ("p",), "p", "paste", "plain lines, a unit each; pasting opens it, too"),
    Key("undo", ("u",), "u", "undo", "take back the last change"),
    Key("redo", ("U",), "U", "return", "return what was taken back"),
    Key("save", ("s",), "s", "save", "into its file; asks once where"),
    Key("save_as", ("S",), "S", "save as", "into another file"),
    Key("sheet", ("f4",), "F4", "sheet", "unit cards and labels: to read, to copy, to print"),
    Key("leave", ("escape", "q"), "Esc", "leave", "leave; asks where something is not saved"),
    HELP,
)
ROSTER_FORM = (
    Key("accept", ENTER, "Enter", "next", "the next row; on the last one back to the force"),
    Key("up", ("up",), "↑", "up", "the row above"),
    Key("down", ("down",), "↓", "down", "the row below"),
    *PAGES,
    Key("change_back", ("left",), "←", "before", "the value before, one less"),
    Key("change", ("right",), "→", "after", "the value after, one more"),
    Key("complete", ("tab",), "Tab", "complete", "the word that is being typed"),
    Key("erase", ("backspace",), "⌫", "erase", "drop the last character"),
    Key("clear", ("delete",), "Del", "clear", "nothing stands there"),
    Key("leave", ("escape",), "Esc", "back", "back to the force, with what is typed"),
    Key("help", ("f1",), "F1", "keys", "all keys"),
)
PLAIN_LINES = (
    Key(
        "take",
        ("tab", "ctrl+s", "f10"),
        "Tab",
        "make units",
        "a unit of each line understood",
    ),
    *PAGES[:2],
    Key("close", ("escape",), "Esc", "close", "close it; what is not understood is kept"),
)
