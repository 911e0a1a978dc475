"""Tabletop games by web, a turn at a time: the reusable app."""

from games.fast import loader

loader.install()  # before any module of the rules is imported
