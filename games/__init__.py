"""Tabletop games by web, a turn at a time: the reusable app."""

from games.fast import use

use.at_start()  # before any module of the rules is imported
