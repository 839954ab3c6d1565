"""What `init` writes: a protocol loop, a worker with a demo client inside, and a target file, per language."""
