"""Makes a scenario of a recording: what the agent said, said again by the simulator to any client."""

from a2a_conformance.importing.fitting import Imported, import_recording

__all__ = ["Imported", "import_recording"]
