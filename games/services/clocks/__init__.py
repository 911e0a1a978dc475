"""Deadlines, and time that is not charged to anyone."""
