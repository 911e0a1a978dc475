"""Rooms: opening one, sitting down by its code, and hands that move from phone to phone."""
