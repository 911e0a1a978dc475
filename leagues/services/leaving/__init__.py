"""Leaving a season, and what follows for the others and for who left."""
