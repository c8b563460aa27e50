"""The chances of an action, and how actual rolls compare with expected ones."""
