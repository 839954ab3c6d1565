"""The pytest plugin. Nothing beyond pytest is imported until it is used."""
