"""What is judged of a client in one run."""
