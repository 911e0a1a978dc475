"""The parts of a sentence of the rules."""

Said = tuple[str, str]
"""The subject of a sentence, which is the same in every season, and the sentence."""
