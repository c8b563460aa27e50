"""The parts that only campaigns have: their forces, and the history of their games."""
