"""Leaving a season, and what follows for the leavers and the others."""
