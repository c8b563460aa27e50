"""Does a test notice? Small faults are put into a copy of the program, one at a time, and the tests
that run the line are run: ``make mutants``.
"""
