"""The pure object that holds one run: tasks, timelines, open calls. Events in, commands out; no clock, no socket."""
