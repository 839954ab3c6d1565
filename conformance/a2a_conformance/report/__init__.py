"""The run record and what is drawn from it."""
