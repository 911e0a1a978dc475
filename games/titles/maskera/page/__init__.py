"""The pages of Maskera."""
