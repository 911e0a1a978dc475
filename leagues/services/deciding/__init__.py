"""Requests of members and decisions of organisers."""
