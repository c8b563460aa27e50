"""The demo: a separate ledger with recorded games and the leagues of a club.

Every demo has the same lines, dice and times, so two demos are identical to the last byte.

    demo_games             replays the recorded games of the rulesets line by line
    demo_ledger_location   finds and builds the demo
    sample_club_leagues    plays the club's leagues and campaign from the files in ``stories/``
    story_script_player    plays the lines of those files, each at its original time
"""
