"""Queries about leagues for pages and services, in a fixed number of statements."""
