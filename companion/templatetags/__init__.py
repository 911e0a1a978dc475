"""Template tags of the companion."""
