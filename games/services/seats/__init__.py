"""Holders of seats, and what a seat knows of its holder."""
