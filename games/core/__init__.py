"""The foundations that all titles share, in pure Python; a line for each package in the README. Nothing here imports
Django."""
