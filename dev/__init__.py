"""Tools for developers: benchmarks, structure checks, fault injection and mutation testing."""
