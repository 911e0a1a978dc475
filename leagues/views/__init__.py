"""The pages of leagues: fetch, call, render."""
