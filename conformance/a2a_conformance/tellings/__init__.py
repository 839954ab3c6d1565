"""The same situation, told in every legal way: a client that is right about one telling is right about all."""
