"""What a requirement is about, told in full: on the terminal, and as a page of the documentation."""
