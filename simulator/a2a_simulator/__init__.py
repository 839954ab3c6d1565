"""A scriptable fake A2A agent: it plays scenario files to any client, right to the event or wrong to the byte."""

__version__ = "1.0.0"
