"""The pages of Lantern."""
