"""The chances of an action, and comparisons of actual with expected rolls."""
