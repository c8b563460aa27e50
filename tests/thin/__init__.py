"""Thin paths through other games: proofs that the foundation carries them, no rulesets."""
