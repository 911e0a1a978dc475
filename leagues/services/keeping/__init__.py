"""Sealed rows: written, checked, accepted."""
