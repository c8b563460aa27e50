"""The keys of the ledger itself."""

from __future__ import annotations

from tui.commands import ENTER, PAGES, Key

LEDGER = (
    Key("put_back", ENTER, "Enter", "put back", "restore the marked copy, after asking"),
    Key("up", ("up", "k"), "↑", "up", "the copy above"),
    Key("down", ("down", "j"), "↓", "down", "the copy below"),
    *PAGES,
    Key("check", ("v",), "v", "check", "verify every row and the lists; shows the anchor"),
    Key("anchor", ("a",), "a", "anchor", "check that the ledger still contains an anchor's past"),
    Key("copy", ("c",), "c", "copy", "copy the ledger to a new file, even while in use"),
    Key("bring_in", ("i",), "i", "bring in", "import a match or league record"),
    Key("write_out", ("e",), "e", "write out", "export every event as JSON"),
    Key("site", ("s",), "s", "pages", "write web pages for a club to a folder"),
    Key("again", ("g",), "g", "play again", "replay all games with today's rules"),
    Key("anew", ("m",), "m", "lists anew", "rebuild the lists from the events"),
    Key("help", ("question_mark", "f1"), "?", "keys", "all keys"),
    Key("leave", ("escape", "q"), "Esc", "back", "go to the first screen"),
)
