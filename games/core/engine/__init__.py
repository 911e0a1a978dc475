"""States, moves, chance and logs: the parts that the rules of a title are made of, and the stored form of a match."""
