"""The keys of the screen of links."""

from __future__ import annotations

from tui.commands import ENTER, Key

PHONES = (
    Key("serve", ENTER, "Enter", "begin, end", "show it on phones, or end it"),
    Key("network", ("l",), "l", "network", "for every device in your network, or this machine"),
    Key("up", ("up", "k"), "↑", "up", "the link above"),
    Key("down", ("down", "j"), "↓", "down", "the link below"),
    Key("anew", ("c",), "c", "new code", "revoke this link: it gets a new address; asks once"),
    Key("help", ("question_mark", "f1"), "?", "keys", "all keys"),
    Key("leave", ("escape", "q", "f6"), "Esc", "back", "back; phones go on"),
)
