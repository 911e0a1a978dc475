"""Seasons that are ladders."""
