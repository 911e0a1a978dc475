"""Mascarade: thirteen people, as many masks, and nobody is sure of their own."""
