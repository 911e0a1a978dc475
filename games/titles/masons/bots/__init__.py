"""How bots think about Masons."""
