"""A ledger as plain SQL tables, in a SQLite file or a schema of a PostgreSQL server.

table_base       what all tables share, and what says whose tables they are
game_models      the tables of games, column by column
league_models    the tables of leagues and campaigns
game_rows        a game as rows
league_rows      a league or campaign as rows
table_views      the usual questions, as views
table_targets    where tables are written, and what is refused there
table_writing    all of a ledger written, or only what has changed since
"""
