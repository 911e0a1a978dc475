"""How bots think about Lantern."""
