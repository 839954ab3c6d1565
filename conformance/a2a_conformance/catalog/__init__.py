"""The requirements as data: one row each."""
