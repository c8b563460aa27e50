"""The chances of an action's results, and comparisons of actual with expected rolls."""
