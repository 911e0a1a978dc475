"""The pages of Masons."""
