"""What a correct client may report, given what it was told."""
