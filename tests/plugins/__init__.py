"""Plugins of pytest for the project's own runs; tests/conftest.py lists them."""
