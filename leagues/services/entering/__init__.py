"""Signing up, and what people are told of a season."""
