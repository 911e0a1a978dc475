"""Arithmetic and file formats of the real table, without Django."""
