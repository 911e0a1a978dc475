"""Masons: two to four builders wall in towns on a strip of land without an owner."""
