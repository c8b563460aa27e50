"""The parts that only campaigns have: forces, and the history of their games."""
