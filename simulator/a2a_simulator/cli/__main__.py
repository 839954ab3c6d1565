"""`python -m a2a_simulator.cli`, the same as `a2a-fake-agent`."""

from a2a_simulator.cli import main

main()
