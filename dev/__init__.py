"""What developers run: benchmarks, structure checks, fault injection and mutation testing."""
