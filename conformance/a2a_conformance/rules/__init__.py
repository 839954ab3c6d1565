"""Stream rules: pure state machines over what a stream carried."""
