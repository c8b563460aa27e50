"""The parts of a league that only campaigns have: forces, and what happened to them."""
