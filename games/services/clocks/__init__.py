"""Deadlines, and time that counts for nobody."""
