"""How bots think about Mascarade."""
