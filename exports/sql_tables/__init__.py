"""A ledger as plain SQL tables, in a SQLite file or a schema of a PostgreSQL server.

sql_table_metadata        the base class of the tables, and the table that identifies them
game_sql_models           the tables of games
league_sql_models         the tables of leagues and campaigns
game_row_builder          the rows of a game
league_row_builder        the rows of a league or campaign
views.sql                 the views that answer common questions
database_targets          the SQLite files and PostgreSQL schemas that hold the tables
incremental_table_export  the writing of a whole ledger, or of its changes
"""
