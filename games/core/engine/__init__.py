"""States, moves, chance and logs: what the rules of a title are written with, and what is stored of a match."""
