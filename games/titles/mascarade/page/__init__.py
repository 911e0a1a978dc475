"""The pages of Mascarade."""
