"""Rules over whole conversations: several calls, several streams, both sides of a gateway."""
