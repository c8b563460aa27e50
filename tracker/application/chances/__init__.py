"""The chances of an action's results, and comparisons of actual rolls with expected rolls."""
