"""Plays as files of other programs: BG Stats, BoardGameGeek, and tables in CSV."""
