"""The pages of Masques."""
