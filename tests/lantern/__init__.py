"""Lantern, a whole title in a few short files: the test title, and the model for docs/adding-a-title.md."""
