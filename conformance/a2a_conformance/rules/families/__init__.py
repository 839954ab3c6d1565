"""The rules by family. Each module lists its rules in `RULES` and is found by being here."""
