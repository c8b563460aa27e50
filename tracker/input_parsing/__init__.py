"""How people write: dice as they are called out, and lines that say who did what.

Pure text in, frozen values out; nothing here knows a ruleset, a match or a screen.
"""
