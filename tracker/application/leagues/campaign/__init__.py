"""The parts that only campaigns have: lasting forces and the history of their games."""
