"""Services around matches: looks, notes, hints."""
