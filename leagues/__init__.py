"""Leagues: seasons that run themselves on top of the games app."""
