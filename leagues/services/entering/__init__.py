"""Signing up, and notices about a season."""
