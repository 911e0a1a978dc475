"""Maskera, rule by rule."""
