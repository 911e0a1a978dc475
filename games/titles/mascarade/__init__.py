"""Mascarade: thirteen characters, as many masks, and nobody is sure of their own."""
