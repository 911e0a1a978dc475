"""Plugins of pytest that the tests of this project share; tests/conftest.py lists them."""
