"""The rules of Mascarade."""
