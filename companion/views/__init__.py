"""The pages of the companion."""
