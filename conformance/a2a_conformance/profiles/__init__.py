"""Named sets of expectations beyond A2A."""
