"""What A2A speaks of, without a wire form: tasks, messages, parts, artifacts, events, states, errors."""
