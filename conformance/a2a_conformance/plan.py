"""Which checks a run has, known before it runs."""
