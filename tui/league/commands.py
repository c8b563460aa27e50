"""Every key of the screens of leagues, once."""

from __future__ import annotations

from tui.commands import ENTER, Command

UP = Command("up", ("up", "k"), "↑", "up", "the row above")
DOWN = Command("down", ("down", "j"), "↓", "down", "the row below")
UNDO = Command("undo", ("u",), "u", "undo", "take back what was entered last")
REDO = Command("redo", ("U",), "U", "return", "return what was taken back last")
LOG = Command("log", ("L",), "L", "log", "every line so far, also those taken back")
HELP = Command("help", ("question_mark", "f1"), "?", "keys", "all keys")
LEAVE = Command("leave", ("q", "escape"), "q", "back", "one screen back")
COPY = Command("copy", ("y",), "y", "copy", "as plain text: to the clipboard, and into a file")

EVENING = (
    Command("accept", ENTER, "Enter", "accept", "do what is typed; on a live game: look at it"),
    Command("up", ("up",), "↑", "up", "the row above"),
    Command("down", ("down",), "↓", "down", "the row below"),
    Command("erase", ("backspace",), "⌫", "erase", "drop the last character typed"),
    Command("draft", ("d",), "d", "draft", "who is here, then the draft of the next round"),
    Command("publish", ("P",), "P", "publish", "publish the draft; asks once"),
    Command("players", ("p",), "p", "players", "who is here, away, dropped, late; a new player"),
    Command("standings", ("s",), "s", "standings", "the standings, every number opened"),
    UNDO,
    REDO,
    Command("lock", ("l",), "l", "lock", "this pairing of the draft stays when drafted again"),
    Command("number", ("t",), "t", "tables", "table numbers anew: nobody sits where he sat before"),
    Command("large", ("F",), "F", "big screen", "the standings, to be seen across the hall"),
    COPY,
    Command("rounds", ("r",), "r", "rounds", "all rounds, one at a time"),
    Command("season", ("S",), "S", "season", "close it, begin the next, how games pay, ties"),
    Command("later", ("a",), "a", "later", "arranged for later: fri, tomorrow, 2026-11-27 19:30"),
    Command("withdraw", ("x",), "x", "no result", "no result after all; both stay in the log"),
    Command("link", ("k",), "k", "kept here", "a game kept in this book is the game of this table"),
    Command("note", ("apostrophe",), "'", "note", "write a note into the league"),
    LOG,
    HELP,
    Command("leave", ("q",), "q", "back", "one screen back"),
    Command("clear", ("escape",), "Esc", "clear", "clear what is typed; else one screen back"),
)
TYPED = (
    ("10-7", "a result of the marked table: first the player on the left"),
    ("2 10-7", "of table 2"),
    ("c1  c2", "the player on the left (right) conceded; 2c1: at table 2"),
    ("f1  f2", "he did not come, forfeit; l1, l2 after a number: left late"),
    ("w1  w0", "won, drawn, where nobody counted; 3w1, 3d: at table 3"),
    ("3a  3x  3k", "later, no result, kept here: of table 3 instead of the marked one"),
    ("g", "both sign; g1, g2: one of them"),
    ("3s4", "in the draft: tables 3 and 4 change opponents"),
    ("3l", "in the draft: table 3 stays as it is when drafted again"),
)
CHECK_IN = (
    Command("accept", ENTER, "Enter", "draft", "draft the round with those who are here"),
    Command("up", ("up", "k"), "↑", "up", "the player above"),
    Command("down", ("down", "j"), "↓", "down", "the player below"),
    Command("find", ("slash",), "/", "find", "find a player by the beginning of the name"),
    Command("away", ("a",), "a", "away", "away in the next round, as was asked for"),
    Command("here", ("h", "space"), "h", "here", "here after all, or back again"),
    Command("drop", ("d",), "d", "drop", "dropped: after this round, or now"),
    Command("late", ("l",), "l", "late", "comes late, and is paired"),
    Command("ringer", ("r",), "r", "ringer", "plays where somebody is left over; not ranked"),
    Command("new", ("n",), "n", "new", "a player who joins"),
    Command("name", ("e",), "e", "name", "another name"),
    Command("method", ("m",), "m", "method", "Swiss or round robin"),
    UNDO,
    REDO,
    HELP,
    LEAVE,
)
STANDINGS = (
    UP,
    DOWN,
    Command("full", ENTER, "Enter", "full", "everything about this player"),
    Command("earlier", ("less_than_sign", "left"), "<", "round", "as it was a round earlier"),
    Command("later", ("greater_than_sign", "right"), "< >", "as of round", "a round later"),
    Command("rounds", ("r",), "r", "round", "the rounds and their results"),
    Command("large", ("F",), "F", "big screen", "large, to be seen across the hall"),
    COPY,
    Command("ratings", ("R",), "R", "ratings", "ratings, on a page of their own"),
    Command("lots", ("o",), "o", "lots", "draw lots between those who are level; asks once"),
    LOG,
    HELP,
    LEAVE,
)
LARGE = (
    Command("page_up", ("up", "pageup", "k", "left"), "↑", "page", "the page before"),
    Command("page_down", ("down", "pagedown", "j", "right", "space"), "↓", "page", "the next page"),
    LEAVE,
)
PAGE = (
    Command("up", ("up", "k"), "↑", "up", "a line up"),
    Command("down", ("down", "j"), "↓", "down", "a line down"),
    Command("page_up", ("pageup",), "PgUp", "page", "a page up"),
    Command("page_down", ("pagedown", "space"), "PgDn", "page", "a page down"),
    COPY,
    HELP,
    Command("leave", ("q", "escape", *ENTER), "q", "back", "one screen back"),
)
PLAYER = (
    *PAGE[:4],
    Command("earlier", ("less_than_sign", "left"), "<", "before", "the player before"),
    Command("later", ("greater_than_sign", "right"), "< >", "player", "the next player"),
    Command("bonus", ("b",), "b", "bonus", "bonus or penalty points, with the reason"),
    UNDO,
    REDO,
    *PAGE[4:],
)
ROUNDS = (
    *PAGE[:4],
    Command("earlier", ("less_than_sign", "left"), "<", "before", "the round before"),
    Command("later", ("greater_than_sign", "right"), "< >", "round", "the next round"),
    Command("standings", ("s",), "s", "standings", "the standings after it"),
    *PAGE[4:],
)
LEAGUE_LOG = (
    *PAGE[:4],
    Command("folded", ("x",), "x", "taken back", "show or hide lines that were taken back"),
    UNDO,
    REDO,
    *PAGE[4:],
)
SEASON = (
    Command("accept", ENTER, "Enter", "accept", "take it as it stands, and go on; the last keeps"),
    Command("up", ("up",), "↑", "up", "the line before"),
    Command("down", ("down", "tab"), "↓", "down", "the next line"),
    Command("change", ("right",), "← →", "change", "another answer to it"),
    Command("change_back", ("left",), "←", "change", "the answer before"),
    Command("erase", ("backspace",), "⌫", "erase", "drop the last character; the last tie-break"),
    Command("help", ("f1",), "F1", "keys", "all keys"),
    Command("leave", ("escape",), "Esc", "leave", "change nothing"),
)
PICK = (
    Command("open", ENTER, "Enter", "open", "open what is marked"),
    UP,
    DOWN,
    Command("new", ("n",), "n", "new", "begin a new one"),
    HELP,
    LEAVE,
)
NEW_LEAGUE = (
    Command("accept", ENTER, "Enter", "accept", "take it as it stands, and go on"),
    Command("up", ("up",), "↑", "up", "the question before"),
    Command("down", ("down", "tab"), "↓", "down", "the next question"),
    Command("change", ("right",), "← →", "change", "another answer to it"),
    Command("change_back", ("left",), "←", "change", "the answer before"),
    Command("erase", ("backspace",), "⌫", "erase", "drop the last character; the last player"),
    Command("help", ("f1",), "F1", "keys", "all keys"),
    Command("leave", ("escape",), "Esc", "leave", "begin nothing"),
)
LISTED = (
    Command("open", ENTER, "Enter", "open", "open what is marked"),
    Command("up", ("up", "k"), "↑", "up", "the row above"),
    Command("down", ("down", "j"), "↓", "down", "the row below"),
    Command("page_up", ("pageup",), "PgUp", "page", "ten rows up"),
    Command("page_down", ("pagedown", "space"), "PgDn", "page", "ten rows down"),
    Command("find", ("slash",), "/", "find", "find a unit or force: its page opens"),
    Command("note", ("apostrophe",), "'", "note", "a note or a piece of the story"),
)
CAMPAIGN = (
    *LISTED,
    Command("luck", ("v",), "v", "luck", "luck over all games: what was rolled and expected"),
    Command("standings", ("s",), "s", "standings", "the standings"),
    UNDO,
    REDO,
    LOG,
    COPY,
    HELP,
    LEAVE,
)
FORCE = (
    *LISTED,
    Command("join", ("n",), "n", "joins", "a unit joins: Recruits=5, or like one that is there"),
    UNDO,
    REDO,
    LOG,
    COPY,
    HELP,
    LEAVE,
)
UNIT = (
    *PAGE[:4],
    Command("earlier", ("less_than_sign", "left"), "<", "before", "the unit before"),
    Command("later", ("greater_than_sign", "right"), "< >", "unit", "the next unit of the force"),
    Command("find", ("slash",), "/", "find", "find a unit or force: its page opens"),
    Command("recover", ("r",), "r", "recover", "the dice for figures that were lost"),
    Command("right", ("exclamation_mark",), "!", "set right", "change it by hand, with a reason"),
    Command("note", ("apostrophe",), "'", "note", "a note about this unit"),
    UNDO,
    REDO,
    LOG,
    *PAGE[4:],
)
FIND = (
    Command("open", ENTER, "Enter", "open", "open what is marked"),
    Command("up", ("up",), "↑", "up", "the row above"),
    Command("down", ("down",), "↓", "down", "the row below"),
    Command("erase", ("backspace",), "⌫", "erase", "drop the last character"),
    Command("leave", ("escape",), "Esc", "back", "one screen back"),
)
