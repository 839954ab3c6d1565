"""The wire: objects to JSON and back, calls to HTTP and back, SSE bytes to frames and back."""
