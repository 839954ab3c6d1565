"""The mutants, one module a family of faults."""
