"""Decisions of bots, and their publication."""
