"""What carries the session's commands to sockets: Starlette, uvicorn's protocol class, slots, faults, control."""

from a2a_simulator.server.host import PortTaken
from a2a_simulator.server.run import Run
from a2a_simulator.server.simulator import Simulator
from a2a_simulator.server.slot import Slot
from a2a_simulator.session.addresses import Address

__all__ = ["Address", "PortTaken", "Run", "Simulator", "Slot"]
