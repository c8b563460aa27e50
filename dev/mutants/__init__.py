"""Mutation testing: change a copy of the program, and run the tests that cover the change.

``make mutants`` runs it.
"""
