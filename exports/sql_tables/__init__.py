"""A ledger as plain SQL tables, in a SQLite file or a schema of a PostgreSQL server.

sql_table_metadata        what all tables share, and what says whose tables they are
game_sql_models           the tables of games, column by column
league_sql_models         the tables of leagues and campaigns
game_row_builder          a game as rows
league_row_builder        a league or campaign as rows
views.sql                 the usual questions, as views
database_targets          where tables are written, and what is refused there
incremental_table_export  all of a ledger written, or only what has changed since
"""
