"""Plays: recording, answering, claiming a name, deciding, announcing."""
