"""What stands beside a match: looks, notes, hints."""
