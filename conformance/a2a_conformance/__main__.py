"""`python -m a2a_conformance`."""

from a2a_conformance.cli import main

main()
