"""How bots think about Maskera."""
