"""Masons: two to four builders wall in towns on a strip of land that belongs to nobody."""
