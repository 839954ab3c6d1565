"""How a target is driven: python, worker, command, manual."""
