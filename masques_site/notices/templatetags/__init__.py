"""Template tags of the notices app."""
