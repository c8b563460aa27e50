"""The keys of the doors."""

from __future__ import annotations

from tui.commands import ENTER, Key

PHONES = (
    Key("serve", ENTER, "Enter", "begin, end", "show it on phones, or end it"),
    Key("network", ("l",), "l", "network", "for every device in your network, or this machine"),
    Key("up", ("up", "k"), "↑", "up", "the door above"),
    Key("down", ("down", "j"), "↓", "down", "the door below"),
    Key("anew", ("c",), "c", "new code", "close this door: it gets another address; asks once"),
    Key("help", ("question_mark", "f1"), "?", "keys", "all keys"),
    Key("leave", ("escape", "q", "f6"), "Esc", "back", "back; phones go on"),
)
