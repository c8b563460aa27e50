"""Leagues and campaigns opened for keeping: the only writer of their books."""
