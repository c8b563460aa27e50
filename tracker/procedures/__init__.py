"""The rulebook as generators, and the runners that drive them."""
