"""What pages read. Selectors change nothing and run a fixed number of statements."""
