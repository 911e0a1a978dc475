"""Seasons and the steps of their timetables."""
