"""Scenario files: located YAML, models, load-time checks, and the lowering to what one run plays."""
