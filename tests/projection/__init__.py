"""Tests of state and history."""
