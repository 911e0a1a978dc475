"""Tables at which a match waits for its players."""
