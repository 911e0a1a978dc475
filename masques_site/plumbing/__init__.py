"""Plumbing of the site alone: servers, databases, files. README.md has a line for each module."""
