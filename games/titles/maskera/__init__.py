"""Maskera: a duel of masks, bluff and counter-bluff for two seats."""
