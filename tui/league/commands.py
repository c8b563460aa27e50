"""Every key of the screens of leagues, once."""

from __future__ import annotations

from tui.commands import BY_SPACE, ENTER, PAGES, Key

UP = Key("up", ("up", "k"), "↑", "up", "the row above")
DOWN = Key("down", ("down", "j"), "↓", "down", "the row below")
UNDO = Key("undo", ("u",), "u", "undo", "take back what was entered last")
REDO = Key("redo", ("U",), "U", "return", "return what was taken back last")
LOG = Key("log", ("L",), "L", "log", "every line so far, also those taken back")
HELP = Key("help", ("question_mark", "f1"), "?", "keys", "all keys")
LEAVE = Key("leave", ("q", "escape"), "q", "back", "one screen back")
REPORT = Key("report", ("f4",), "F4", "report", "the report: to read, to copy, into a file")
COPY = Key("copy", ("y",), "y", "copy", "as plain text: to the clipboard, and into a file")

EVENING = (
    Key("accept", ENTER, "Enter", "accept", "do what is typed; on a live game: look at it"),
    Key("up", ("up",), "↑", "up", "the row above"),
    Key("down", ("down",), "↓", "down", "the row below"),
    *PAGES,
    Key("erase", ("backspace",), "⌫", "erase", "drop the last character typed"),
    Key("draft", ("d",), "d", "draft", "who is here, then the draft of the next round"),
    Key("publish", ("P",), "P", "publish", "publish the draft; asks once"),
    Key("cancel", ("C",), "C", "cancel", "cancel the draft, or the round that nobody has played"),
    Key("players", ("p",), "p", "players", "who is here, away, dropped, late; a new player"),
    Key("standings", ("s",), "s", "standings", "the standings, every number opened"),
    UNDO,
    REDO,
    Key("lock", ("l",), "l", "lock", "this pairing of the draft stays when drafted again"),
    Key("again", ("D",), "D", "again", "draft again at once, with as few changes as can be"),
    Key("step_in", ("i",), "i", "steps in", "who comes late, or steps in, meets who has the bye"),
    Key("meet", ("m",), "m", "meet", "let two meet, also who came late; one name alone: the bye"),
    Key("number", ("t",), "t", "tables", "table numbers anew: nobody sits where he sat before"),
    Key("large", ("F",), "F", "big screen", "the standings, to be seen across the hall"),
    COPY,
    REPORT,
    Key("phones", ("f6",), "F6", "phones", "the evening on phones: codes to join, to organise"),
    Key("rounds", ("r",), "r", "rounds", "all rounds, one at a time"),
    Key("season", ("S",), "S", "season", "close it, begin the next, how games pay, ties"),
    Key("later", ("a",), "a", "later", "arranged for later: fri, tomorrow, 2026-11-27 19:30"),
    Key("withdraw", ("x",), "x", "no result", "no result after all; both stay in the log"),
    Key("play", ("n",), "n", "new game", "begin the game of this pairing, or go on with it"),
    Key("link", ("k",), "k", "kept here", "a game kept in this book is the game of this table"),
    Key("note", ("apostrophe",), "'", "note", "write a note into the league"),
    LOG,
    HELP,
    Key("leave", ("q",), "q", "back", "one screen back"),
    Key("clear", ("escape",), "Esc", "clear", "clear what is typed; else one screen back"),
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
    Key("accept", ENTER, "Enter", "draft", "draft the round with those who are here"),
    Key("up", ("up", "k"), "↑", "up", "the player above"),
    Key("down", ("down", "j"), "↓", "down", "the player below"),
    *PAGES,
    Key("find", ("slash",), "/", "find", "find a player by the beginning of the name"),
    Key("away", ("a",), "a", "away", "away in the next round, as was asked for"),
    Key("bye", ("b",), "b", "bye", "away with half a bye, or without points"),
    Key("here", ("h", "space"), "h", "here", "here after all, or back again"),
    Key("drop", ("d",), "d", "drop", "dropped: after this round, or now"),
    Key("annul", ("x",), "x", "annul", "results of who dropped count for nobody, or again"),
    Key("late", ("l",), "l", "late", "comes late, and is paired"),
    Key("ringer", ("r",), "r", "ringer", "plays where somebody is left over; not ranked"),
    Key("new", ("n",), "n", "new", "a player who joins"),
    Key("list", ("p",), "p", "list", "a sign-up list, pasted: names a line each"),
    Key("name", ("e",), "e", "name", "another name"),
    Key("division", ("v",), "v", "division", "the division of this player"),
    Key("divisions", ("V",), "V", "divisions", "which there are, how many go up and down"),
    Key("method", ("m",), "m", "method", "Swiss or round robin"),
    Key("order", ("o",), "o", "order", "a first round by lot, as signed up, seeded"),
    Key("again", ("w",), "w", "again", "a round robin may pair who have met, or may not"),
    UNDO,
    REDO,
    HELP,
    LEAVE,
)
SIGN_UP = (
    Key("accept", ENTER, "Enter", "add · enrol", "add the line; with none typed enrol who joins"),
    Key("up", ("up",), "↑", "up", "the line above"),
    Key("down", ("down",), "↓", "down", "the line below"),
    *PAGES,
    Key("leave_out", ("tab",), "Tab", "leave out", "this line does not join, or does after all"),
    Key("whole", ("f2",), "F2", "names only", "every line is a name and nothing else"),
    Key("column", ("f3",), "F3", "column", "take the names from another column"),
    Key(
        "erase", ("backspace",), "⌫", "erase", "the last character, or take the last line up again"
    ),
    Key("help", ("f1",), "F1", "keys", "all keys"),
    Key("leave", ("escape",), "Esc", "back", "one screen back; the list stays for now"),
)
STANDINGS = (
    UP,
    DOWN,
    *PAGES,
    Key("full", ENTER, "Enter", "full", "everything about this player"),
    Key("earlier", ("less_than_sign", "left"), "<", "round", "as it was a round earlier"),
    Key("later", ("greater_than_sign", "right"), "< >", "as of round", "a round later"),
    Key("rounds", ("r",), "r", "round", "the rounds and their results"),
    Key("large", ("F",), "F", "big screen", "large, to be seen across the hall"),
    COPY,
    REPORT,
    Key("outlook", ("w",), "w", "who can win", "who can still win the season, and how"),
    Key("bracket", ("b",), "b", "bracket", "the best play on: how many, then their bracket"),
    Key("ratings", ("R",), "R", "ratings", "ratings, on a page of their own"),
    Key("lots", ("o",), "o", "lots", "draw lots between those who are level; asks once"),
    Key("division", ("v",), "v", "division", "this player to another division"),
    Key("divisions", ("V",), "V", "divisions", "which there are, how many go up and down"),
    UNDO,
    REDO,
    LOG,
    HELP,
    LEAVE,
)
LARGE = (
    Key("page_up", ("up", "pageup", "k", "left"), "↑", "page", "the page before"),
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
    Key("leave", ("q", "escape", *ENTER), "q", "back", "one screen back"),
)
PLAYER = (
    *PAGE[:6],
    Key("earlier", ("less_than_sign", "left"), "<", "before", "the player before"),
    Key("later", ("greater_than_sign", "right"), "< >", "player", "the next player"),
    Key("bonus", ("b",), "b", "bonus", "bonus or penalty points, with the reason"),
    UNDO,
    REDO,
    *PAGE[6:],
)
BRACKET = (
    *PAGE[:6],
    Key("decide", ("d",), "d", "decide", "who goes on from a drawn game, and how that was found"),
    UNDO,
    REDO,
    *PAGE[6:],
)
ROUNDS = (
    Key("open", ENTER, "Enter", "result", "enter the result of this pairing, or set it right"),
    Key("up", ("up", "k"), "↑", "up", "the pairing above"),
    Key("down", ("down", "j"), "↓", "down", "the pairing below"),
    *BY_SPACE,
    Key("withdraw", ("x",), "x", "no result", "no result after all; both stay in the log"),
    Key("sign", ("g",), "g", "sign", "the players agree to the result: both, or one of them"),
    Key("play", ("n",), "n", "new game", "begin the game of this pairing, or go on with it"),
    Key("mission", ("m",), "m", "mission", "what the round is about: mission; tables; rules"),
    Key("earlier", ("less_than_sign", "left"), "<", "before", "the round before"),
    Key("later", ("greater_than_sign", "right"), "< >", "round", "the next round"),
    Key("standings", ("s",), "s", "standings", "the standings after it"),
    UNDO,
    REDO,
    COPY,
    HELP,
    LEAVE,
)
LEAGUE_LOG = (
    *PAGE[:6],
    Key("folded", ("x",), "x", "taken back", "show or hide lines that were taken back"),
    UNDO,
    REDO,
    *PAGE[6:],
)
SEASON = (
    Key("accept", ENTER, "Enter", "accept", "take it as it stands, and go on; the last keeps"),
    Key("up", ("up",), "↑", "up", "the line before"),
    Key("down", ("down", "tab"), "↓", "down", "the next line"),
    *PAGES,
    Key("change", ("right",), "← →", "change", "another answer to it"),
    Key("change_back", ("left",), "←", "change", "the answer before"),
    Key("erase", ("backspace",), "⌫", "erase", "drop the last character; the last tie-break"),
    Key("help", ("f1",), "F1", "keys", "all keys"),
    Key("leave", ("escape",), "Esc", "leave", "change nothing"),
)
PICK = (
    Key("open", ENTER, "Enter", "open", "open what is marked"),
    UP,
    DOWN,
    *PAGES,
    Key("new", ("n",), "n", "new", "begin a new one"),
    HELP,
    LEAVE,
)
NEW_LEAGUE = (
    Key("accept", ENTER, "Enter", "accept", "take it as it stands, and go on"),
    Key("up", ("up",), "↑", "up", "the question before"),
    Key("down", ("down", "tab"), "↓", "down", "the next question"),
    *PAGES,
    Key("change", ("right",), "← →", "change", "another answer to it"),
    Key("change_back", ("left",), "←", "change", "the answer before"),
    Key("erase", ("backspace",), "⌫", "erase", "drop the last character; the last player"),
    Key("help", ("f1",), "F1", "keys", "all keys"),
    Key("leave", ("escape",), "Esc", "leave", "begin nothing"),
)
LISTED = (
    Key("open", ENTER, "Enter", "open", "open what is marked"),
    Key("up", ("up", "k"), "↑", "up", "the row above"),
    Key("down", ("down", "j"), "↓", "down", "the row below"),
    *BY_SPACE,
    Key("find", ("slash",), "/", "find", "find a unit or force: its page opens"),
    Key("note", ("apostrophe",), "'", "note", "a note or a piece of the story"),
)
CAMPAIGN = (
    *LISTED,
    Key("play", ("n",), "n", "next game", "begin the next game between two forces"),
    Key("enrol", ("e",), "e", "enrol", "a force joins: a sample, or a roster of one's own"),
    Key("record", ("g",), "g", "old game", "a game that was not kept, or one to be played"),
    Key("kept", ("m",), "m", "kept game", "a game kept in this book is one of this campaign"),
    Key("carry", ("r",), "r", "rules", "what units carry between games"),
    Key("luck", ("v",), "v", "luck", "luck over all games: what was rolled and expected"),
    Key("standings", ("s",), "s", "standings", "the standings"),
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
    Key("join", ("n",), "n", "joins", "a unit joins: Recruits=5, or like one that is there"),
    UNDO,
    REDO,
    LOG,
    COPY,
    Key("sheet", ("f2",), "F2", "sheet", "its sheet for the table: to read, to print"),
    HELP,
    LEAVE,
)
UNIT = (
    *PAGE[:6],
    Key("earlier", ("less_than_sign", "left"), "<", "before", "the unit before"),
    Key("later", ("greater_than_sign", "right"), "< >", "unit", "the next unit of the force"),
    Key("find", ("slash",), "/", "find", "find a unit or force: its page opens"),
    Key("recover", ("r",), "r", "recover", "the dice for figures that were lost"),
    Key("captives", ("b",), "b", "captives", "captives come back: exchanged, set free"),
    Key("right", ("exclamation_mark",), "!", "set right", "change it by hand, with a reason"),
    Key("note", ("apostrophe",), "'", "note", "a note about this unit"),
    UNDO,
    REDO,
    LOG,
    *PAGE[6:],
)
CAMPAIGN_FORM = (
    Key("accept", ENTER, "Enter", "accept", "take it as it stands, and go on; the last keeps"),
    Key("up", ("up",), "↑", "up", "the question before"),
    Key("down", ("down", "tab"), "↓", "down", "the next question"),
    *PAGES,
    Key("change", ("right",), "← →", "change", "another answer to it"),
    Key("change_back", ("left",), "←", "change", "the answer before"),
    Key("erase", ("backspace",), "⌫", "erase", "drop the last character"),
    Key("help", ("f1",), "F1", "keys", "all keys"),
    Key("leave", ("escape",), "Esc", "leave", "change nothing"),
)
FIND = (
    Key("open", ENTER, "Enter", "open", "open what is marked"),
    Key("up", ("up",), "↑", "up", "the row above"),
    Key("down", ("down",), "↓", "down", "the row below"),
    *PAGES,
    Key("erase", ("backspace",), "⌫", "erase", "drop the last character"),
    Key("leave", ("escape",), "Esc", "back", "one screen back"),
)
