"""The run record, and its renderers: pure functions from a record to text (design §3, §7)."""
