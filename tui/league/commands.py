"""Every key of the screens of leagues, once."""

from __future__ import annotations

from tui.commands import BY_SPACE, ENTER, PAGES, Key

UP = Key("up", ("up", "k"), "↑", "up", "the row above")
DOWN = Key("down", ("down", "j"), "↓", "down", "the row below")
UNDO = Key("undo", ("u",), "u", "undo", "undo the last entry")
REDO = Key("redo", ("U",), "U", "return", "redo what was undone last")
LOG = Key("log", ("L",), "L", "log", "list every line so far, including undone ones")
HELP = Key("help", ("question_mark", "f1"), "?", "keys", "all keys")
LEAVE = Key("leave", ("q", "escape"), "q", "back", "go back one screen")
REPORT = Key("report", ("f4",), "F4", "report", "read, copy or save the report")
COPY = Key("copy", ("y",), "y", "copy", "copy as plain text, also to a file")

EVENING = (
    Key("accept", ENTER, "Enter", "accept", "enter what is typed; on a live game: watch it"),
    Key("up", ("up",), "↑", "up", "the row above"),
    Key("down", ("down",), "↓", "down", "the row below"),
    *PAGES,
    Key("erase", ("backspace",), "⌫", "erase", "delete the last character"),
    Key("draft", ("d",), "d", "draft", "check players in, then draft the next round"),
    Key("publish", ("P",), "P", "publish", "publish the draft, after asking"),
    Key("cancel", ("C",), "C", "cancel", "cancel the draft, or a round nobody has played"),
    Key("players", ("p",), "p", "players", "check players in or out; add a player"),
    Key("standings", ("s",), "s", "standings", "show the standings, with every number explained"),
    UNDO,
    REDO,
    Key("lock", ("l",), "l", "lock", "lock this pairing for the next draft"),
    Key("again", ("D",), "D", "again", "draft again, with as few changes as possible"),
    Key(
        "step_in", ("i",), "i", "steps in", "pair a latecomer or stand-in with whoever has the bye"
    ),
    Key("meet", ("m",), "m", "meet", "pair two players; one name alone gets the bye"),
    Key("number", ("t",), "t", "tables", "renumber tables, so that nobody gets the same one again"),
    Key("large", ("F",), "F", "big screen", "show the standings in large type"),
    COPY,
    REPORT,
    Key("phones", ("f6",), "F6", "phones", "show the evening on phones, with codes to join"),
    Key("rounds", ("r",), "r", "rounds", "show each round"),
    Key("season", ("S",), "S", "season", "close or begin a season; set points and tie-breakers"),
    Key("later", ("a",), "a", "later", "reschedule a game: fri, tomorrow, 2026-11-27 19:30"),
    Key("withdraw", ("x",), "x", "no result", "delete the result; it stays in the log"),
    Key("play", ("n",), "n", "new game", "begin or resume the game of this pairing"),
    Key("link", ("k",), "k", "kept here", "link a game in this book to this table"),
    Key("note", ("apostrophe",), "'", "note", "add a note to the league"),
    LOG,
    HELP,
    Key("leave", ("q",), "q", "back", "go back one screen"),
    Key("clear", ("escape",), "Esc", "clear", "clear what is typed; else go back one screen"),
)
TYPED = (
    ("10-7", "a result of the marked table, left player first"),
    ("2 10-7", "a result of table 2"),
    ("c1  c2", "the left (right) player conceded; 2c1: at table 2"),
    ("f1  f2", "the left (right) player did not come: forfeit; 2l1: left late at table 2"),
    ("w1  w0", "the left player won, or a draw, without points; 3w1, 3d: at table 3"),
    ("3a  3x  3k", "reschedule, delete or link the game of table 3"),
    ("g", "both players sign; g1, g2: one of them"),
    ("3s4", "in the draft: tables 3 and 4 change opponents"),
    ("3l", "in the draft: lock table 3 for the next draft"),
)
CHECK_IN = (
    Key("accept", ENTER, "Enter", "draft", "draft the round with the players who are here"),
    Key("up", ("up", "k"), "↑", "up", "the previous player"),
    Key("down", ("down", "j"), "↓", "down", "the next player"),
    *PAGES,
    Key("find", ("slash",), "/", "find", "find a player by the beginning of the name"),
    Key("away", ("a",), "a", "away", "away in the next round, by request"),
    Key("bye", ("b",), "b", "bye", "away with a half bye or a zero bye"),
    Key("here", ("h", "space"), "h", "here", "here, or back again"),
    Key("drop", ("d",), "d", "drop", "drop out after this round, or now"),
    Key(
        "annul", ("x",), "x", "annul", "annul the results of a dropped player, or count them again"
    ),
    Key("late", ("l",), "l", "late", "arrives late, but is paired"),
    Key(
        "ringer",
        ("r",),
        "r",
        "ringer",
        "ringer: fills in where a player has no opponent; not ranked",
    ),
    Key("new", ("n",), "n", "new", "add a player"),
    Key("list", ("p",), "p", "list", "paste a sign-up list, one name per line"),
    Key("name", ("e",), "e", "name", "rename the player"),
    Key("division", ("v",), "v", "division", "move this player to another division"),
    Key("divisions", ("V",), "V", "divisions", "set the divisions, and how many go up and down"),
    Key("method", ("m",), "m", "method", "pair by Swiss or round robin"),
    Key("order", ("o",), "o", "order", "pair the first round by lot, sign-up order or seed"),
    Key("again", ("w",), "w", "again", "allow or forbid rematches in a round robin"),
    UNDO,
    REDO,
    HELP,
    LEAVE,
)
SIGN_UP = (
    Key("accept", ENTER, "Enter", "add · enrol", "add the line; on an empty line, enrol the list"),
    Key("up", ("up",), "↑", "up", "the line above"),
    Key("down", ("down",), "↓", "down", "the line below"),
    *PAGES,
    Key("leave_out", ("tab",), "Tab", "leave out", "leave out this line, or include it again"),
    Key("whole", ("f2",), "F2", "names only", "take every line as a name only"),
    Key("column", ("f3",), "F3", "column", "take the names from another column"),
    Key(
        "erase",
        ("backspace",),
        "⌫",
        "erase",
        "delete the last character, or edit the last line again",
    ),
    Key("help", ("f1",), "F1", "keys", "all keys"),
    Key("leave", ("escape",), "Esc", "back", "go back one screen; the list stays for now"),
)
STANDINGS = (
    UP,
    DOWN,
    *PAGES,
    Key("full", ENTER, "Enter", "full", "show everything about this player"),
    Key("earlier", ("less_than_sign", "left"), "<", "round", "show one round earlier"),
    Key("later", ("greater_than_sign", "right"), "< >", "as of round", "show one round later"),
    Key("rounds", ("r",), "r", "round", "show the rounds and their results"),
    Key("large", ("F",), "F", "big screen", "show the standings in large type"),
    COPY,
    REPORT,
    Key("outlook", ("w",), "w", "who can win", "show who can still win the season, and how"),
    Key("bracket", ("b",), "b", "bracket", "set up the top cut, then show its bracket"),
    Key("ratings", ("R",), "R", "ratings", "show the ratings"),
    Key("lots", ("o",), "o", "lots", "draw lots between level players, after asking"),
    Key("division", ("v",), "v", "division", "move this player to another division"),
    Key("divisions", ("V",), "V", "divisions", "set the divisions, and how many go up and down"),
    UNDO,
    REDO,
    LOG,
    HELP,
    LEAVE,
)
LARGE = (
    Key("page_up", ("up", "pageup", "k", "left"), "↑", "page", "the previous page"),
    Key("page_down", ("down", "pagedown", "j", "right", "space"), "↓", "page", "the next page"),
    *PAGES[2:],
    LEAVE,
)
PAGE = (
    Key("up", ("up", "k"), "↑", "up", "a line up"),
    Key("down", ("down", "j"), "↓", "down", "a line down"),
    *BY_SPACE,
    COPY,
    HELP,
    Key("leave", ("q", "escape", *ENTER), "q", "back", "go back one screen"),
)
PLAYER = (
    *PAGE[:6],
    Key("earlier", ("less_than_sign", "left"), "<", "before", "the player before"),
    Key("later", ("greater_than_sign", "right"), "< >", "player", "the next player"),
    Key("bonus", ("b",), "b", "bonus", "give bonus or penalty points, with a reason"),
    UNDO,
    REDO,
    *PAGE[6:],
)
BRACKET = (
    *PAGE[:6],
    Key("decide", ("d",), "d", "decide", "decide who advances from a drawn game, and how"),
    UNDO,
    REDO,
    *PAGE[6:],
)
ROUNDS = (
    Key("open", ENTER, "Enter", "result", "enter or correct the result of this pairing"),
    Key("up", ("up", "k"), "↑", "up", "the pairing above"),
    Key("down", ("down", "j"), "↓", "down", "the pairing below"),
    *BY_SPACE,
    Key("withdraw", ("x",), "x", "no result", "delete the result; it stays in the log"),
    Key("sign", ("g",), "g", "sign", "sign the result for both players, or one of them"),
    Key("play", ("n",), "n", "new game", "begin or resume the game of this pairing"),
    Key("mission", ("m",), "m", "mission", "set the mission, terrain and house rules of the round"),
    Key("earlier", ("less_than_sign", "left"), "<", "before", "the previous round"),
    Key("later", ("greater_than_sign", "right"), "< >", "round", "the next round"),
    Key("standings", ("s",), "s", "standings", "show the standings after this round"),
    UNDO,
    REDO,
    COPY,
    HELP,
    LEAVE,
)
LEAGUE_LOG = (
    *PAGE[:6],
    Key("folded", ("x",), "x", "taken back", "show or hide undone lines"),
    UNDO,
    REDO,
    *PAGE[6:],
)
SEASON = (
    Key("accept", ENTER, "Enter", "accept", "accept the answer and go on; on the last row, save"),
    Key("up", ("up",), "↑", "up", "the previous line"),
    Key("down", ("down", "tab"), "↓", "down", "the next line"),
    *PAGES,
    Key("change", ("right",), "← →", "change", "change the answer"),
    Key("change_back", ("left",), "←", "change", "the previous answer"),
    Key(
        "erase", ("backspace",), "⌫", "erase", "delete the last character, or the last tie-breaker"
    ),
    Key("help", ("f1",), "F1", "keys", "all keys"),
    Key("leave", ("escape",), "Esc", "leave", "cancel; nothing is changed"),
)
PICK = (
    Key("open", ENTER, "Enter", "open", "open the marked row"),
    UP,
    DOWN,
    *PAGES,
    Key("new", ("n",), "n", "new", "begin a new one"),
    HELP,
    LEAVE,
)
NEW_LEAGUE = (
    Key("accept", ENTER, "Enter", "accept", "accept the answer and go on"),
    Key("up", ("up",), "↑", "up", "the previous question"),
    Key("down", ("down", "tab"), "↓", "down", "the next question"),
    *PAGES,
    Key("change", ("right",), "← →", "change", "change the answer"),
    Key("change_back", ("left",), "←", "change", "the previous answer"),
    Key("erase", ("backspace",), "⌫", "erase", "delete the last character, or the last player"),
    Key("help", ("f1",), "F1", "keys", "all keys"),
    Key("leave", ("escape",), "Esc", "leave", "cancel; nothing is begun"),
)
LISTED = (
    Key("open", ENTER, "Enter", "open", "open the marked row"),
    Key("up", ("up", "k"), "↑", "up", "the row above"),
    Key("down", ("down", "j"), "↓", "down", "the row below"),
    *BY_SPACE,
    Key("find", ("slash",), "/", "find", "find a unit or force and open its page"),
    Key("note", ("apostrophe",), "'", "note", "add a note or a story entry"),
)
CAMPAIGN = (
    *LISTED,
    Key("play", ("n",), "n", "next game", "begin the next game between two forces"),
    Key("enrol", ("e",), "e", "enrol", "enrol a force: a sample, or your own roster"),
    Key("record", ("g",), "g", "old game", "enter a game not kept here, or one still to be played"),
    Key("kept", ("m",), "m", "kept game", "add a game kept in this book to this campaign"),
    Key("carry", ("r",), "r", "rules", "set what units carry between games"),
    Key("luck", ("v",), "v", "luck", "show the luck of all games: rolled against expected"),
    Key("standings", ("s",), "s", "standings", "show the standings"),
    UNDO,
    REDO,
    LOG,
    COPY,
    REPORT,
    HELP,
    LEAVE,
)
FORCE = (
    *LISTED,
    Key("join", ("n",), "n", "joins", "add a unit: Recruits=5, or like an existing one"),
    UNDO,
    REDO,
    LOG,
    COPY,
    Key("sheet", ("f2",), "F2", "sheet", "read or print its sheet for the table"),
    HELP,
    LEAVE,
)
UNIT = (
    *PAGE[:6],
    Key("earlier", ("less_than_sign", "left"), "<", "before", "the previous unit"),
    Key("later", ("greater_than_sign", "right"), "< >", "unit", "the next unit of the force"),
    Key("find", ("slash",), "/", "find", "find a unit or force and open its page"),
    Key("recover", ("r",), "r", "recover", "roll for recovery of lost figures"),
    Key("captives", ("b",), "b", "captives", "return captives: exchanged or set free"),
    Key("right", ("exclamation_mark",), "!", "set right", "change the unit by hand, with a reason"),
    Key("note", ("apostrophe",), "'", "note", "add a note about this unit"),
    UNDO,
    REDO,
    LOG,
    *PAGE[6:],
)
CAMPAIGN_FORM = (
    Key("accept", ENTER, "Enter", "accept", "accept the answer and go on; on the last row, save"),
    Key("up", ("up",), "↑", "up", "the previous question"),
    Key("down", ("down", "tab"), "↓", "down", "the next question"),
    *PAGES,
    Key("change", ("right",), "← →", "change", "change the answer"),
    Key("change_back", ("left",), "←", "change", "the previous answer"),
    Key("erase", ("backspace",), "⌫", "erase", "delete the last character"),
    Key("help", ("f1",), "F1", "keys", "all keys"),
    Key("leave", ("escape",), "Esc", "leave", "cancel; nothing is changed"),
)
FIND = (
    Key("open", ENTER, "Enter", "open", "open the marked row"),
    Key("up", ("up",), "↑", "up", "the row above"),
    Key("down", ("down",), "↓", "down", "the row below"),
    *PAGES,
    Key("erase", ("backspace",), "⌫", "erase", "delete the last character"),
    Key("leave", ("escape",), "Esc", "back", "go back one screen"),
)
