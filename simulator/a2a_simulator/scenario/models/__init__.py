"""The shape of a scenario file: strict pydantic models, one noun a file."""
