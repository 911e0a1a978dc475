"""The arithmetic of leagues: schedules, pairings, points, standings, promotion. Pure Python, without Django.

Everything here takes values and returns values. Lots are drawn from a seed that the caller gives.
"""
