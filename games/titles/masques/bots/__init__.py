"""How bots think about Masques."""
