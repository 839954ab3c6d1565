"""The figures of design and docs/performance.md, measured: `python -m benchmarks`."""
