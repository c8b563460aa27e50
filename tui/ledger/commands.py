"""The keys of the ledger itself."""

from __future__ import annotations

from tui.commands import ENTER, PAGES, Key

LEDGER = (
    Key("put_back", ENTER, "Enter", "put back", "put the marked copy back; asks first"),
    Key("up", ("up", "k"), "↑", "up", "the copy above"),
    Key("down", ("down", "j"), "↓", "down", "the copy below"),
    *PAGES,
    Key("check", ("v",), "v", "check", "check every row, and what lists show; says the anchor"),
    Key("anchor", ("a",), "a", "anchor", "is the past of an anchor still in it?"),
    Key("copy", ("c",), "c", "copy", "copy it to a new file, also while it is in use"),
    Key("bring_in", ("i",), "i", "bring in", "bring in a match or league record that others wrote"),
    Key("write_out", ("e",), "e", "write out", "write out every event of it, as JSON"),
    Key("site", ("s",), "s", "pages", "write it as pages for a club, into a folder"),
    Key("again", ("g",), "g", "play again", "run what people said through today's rules"),
    Key("anew", ("m",), "m", "lists anew", "make the lists anew from the events"),
    Key("help", ("question_mark", "f1"), "?", "keys", "all keys"),
    Key("leave", ("escape", "q"), "Esc", "back", "to the first screen"),
)
