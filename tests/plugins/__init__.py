"""Plugins of pytest for this project's runs; tests/conftest.py lists them."""
