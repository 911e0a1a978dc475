"""Masons in writing: moves, the log, whole matches."""
