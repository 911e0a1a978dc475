"""Receivers of signals: an account is deleted."""
