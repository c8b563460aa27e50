"""A ledger as plain SQL tables, in a SQLite file or a schema of a PostgreSQL server.

sql_models                the tables of games, leagues and campaigns
row_builder               the rows of a game, league or campaign
views.sql                 the views that answer common questions
database_table_writer     the SQLite files and PostgreSQL schemas that hold the tables
incremental_table_export  the writing of a whole ledger, or of its changes
"""
