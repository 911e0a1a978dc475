"""Plumbing between Django and the site that knows no match; README.md has a line for each module."""
