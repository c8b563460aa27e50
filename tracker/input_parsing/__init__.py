"""How people write things down: dice as they are called out, and the line that says who did what.

Pure text in, frozen values out; nothing here knows a ruleset, a match or a screen.
"""
