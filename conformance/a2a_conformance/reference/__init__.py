"""The reference client: ours, small, correct."""
