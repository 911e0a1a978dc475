"""The parts of a sentence of the rules."""

Said = tuple[str, str]
"""What a sentence is about, which is the same in every season, and the sentence."""
