"""What carries the session's commands to sockets: Starlette, uvicorn's protocol class, slots, faults, control."""
