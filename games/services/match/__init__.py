"""A match from its start to its end: moves, answers, endings."""
