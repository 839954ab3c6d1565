"""What httpx imports only when it is used, loaded before any test: pytester drops what a test imported,
and httpx would go on comparing with the exceptions of the dropped copy."""

import httpcore  # noqa: F401
