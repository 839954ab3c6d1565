"""How a target is driven: the contract, the normal form, and one adapter per kind of target."""
