"""Standalone programs: they import nothing of this project, and are meant for others to run."""
